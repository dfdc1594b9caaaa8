import ReceiptAnalysis

/// The customer's purchases, and what Apple knows about them, at one moment of a scenario. Events change them.
struct ScenarioState: Sendable {
  /// What an event is about: a purchase, the renewal of its subscription, and Apple's status of the subscription.
  struct Subject: Sendable {
    var purchase: MintedPurchase
    var renewal: SignedRenewal?
    /// 1 active, 2 expired, 3 billing retry, 4 grace period, 5 revoked.
    var status: Int
  }

  /// When Apple signs its statement about the event. The event itself happened a minute earlier.
  var now: Instant
  /// All purchases, in the order in which they were made. Notifications are about the last one, unless
  /// ``tellOfReplaced()`` says otherwise.
  private(set) var purchases: [MintedPurchase] = []
  /// The renewal information of the subscription, if there is one.
  private var renewal: SignedRenewal?
  /// ``Subject/status``
  private var status = 1
  /// The ended subscription that another one has replaced.
  private var replacedSubject: Subject?
  private var isAboutReplaced = false
  /// The reason for a refund that the customer gave in this event, and in no other.
  private(set) var consumptionReason: String?
  /// The needs of the scenario so far.
  private(set) var needs = ScenarioProducts.Needs()
  /// The scenario's name for the product of the next period, and the length of that period in the scenario in days.
  private var next = (product: "", days: Self.usualDays)
  /// The length in days of an offer for the next period.
  private var nextOfferDays: Int64?
  /// The day of the event in the scenario.
  private var day: Int64 = 0
  /// The end of the last period: its day in the scenario, and its actual moment, which differs if periods have another
  /// length.
  private var end: (day: Int64, moment: Instant)?
  private let products: ScenarioProducts
  private let transactionID: @Sendable (Int) -> String
  private let webOrderLineItemID: @Sendable (Int) -> String

  private static let usualDays: Int64 = 30
  /// All prices are in thousandths of the currency's unit.
  private static let usualPrice: Int64 = 4_990
  /// The price of one seat.
  private static let usualSeatPrice: Int64 = 9_990

  /// - Parameters:
  ///   - transactionID: the transaction identifier of a purchase, by its place in ``purchases``.
  ///   - webOrderLineItemID: the web order line item identifier, likewise.
  init(
    now: Instant, products: ScenarioProducts, transactionID: @escaping @Sendable (Int) -> String,
    webOrderLineItemID: @escaping @Sendable (Int) -> String
  ) {
    self.now = now
    self.products = products
    self.transactionID = transactionID
    self.webOrderLineItemID = webOrderLineItemID
  }

  private var eventTime: Instant { now.adding(seconds: -60) }

  /// What the event is about.
  var subject: Subject? {
    if isAboutReplaced { return replacedSubject }
    return purchases.last.map {
      Subject(purchase: $0, renewal: $0.isSubscription ? renewal : nil, status: status)
    }
  }

  /// Moves the clock to the day of the next event. Within a period, the scenario's days are scaled to the actual length
  /// of the period. After the last period and without any period, one day of the scenario is one day.
  mutating func advance(to day: Int64) {
    if let end, self.day < end.day, day <= end.day {
      let seconds = (end.moment.milliseconds - now.milliseconds) / 1_000
      now = now.adding(seconds: seconds * (day - self.day) / (end.day - self.day))
    } else if let end, self.day < end.day {
      now = end.moment.adding(days: day - end.day)
    } else {
      now = now.adding(days: day - self.day)
    }
    self.day = day
    consumptionReason = nil
    isAboutReplaced = false
  }

  /// Buys a product that does not expire.
  mutating func buy(_ product: String, _ kind: StoreKitConfiguration.Product.Kind, price: Int64, quantity: Int64 = 1) {
    needs.add(product, kind)
    let identifier = transactionID(purchases.count)
    let price = products.price(product, price)
    purchases.append(
      MintedPurchase(
        type: kind.transactionType, product: products.identifier(product), transactionID: identifier,
        originalTransactionID: identifier,
        purchased: eventTime, originalPurchase: eventTime, quantity: quantity, price: price * quantity))
  }

  /// Begins a subscription, for the first time or again. A trial costs nothing. An offer has the given price; after the
  /// offer, the usual price applies.
  mutating func subscribe(
    _ product: String = "monthly", price: Int64 = usualPrice, days: Int64 = usualDays, offer: SignedOffer? = nil,
    ownership: String = "PURCHASED", seats: Int64? = nil, invitations: String = "APPLE"
  ) {
    let first = purchases.first
    let last = purchases.last?.expires
    next.product = product
    let usual = products.price(product, offer == nil ? price : Self.usualPrice)
    let applied = offer.map { appOffer(for: $0, price: price, days: days) }
    var purchase = period(
      product, from: eventTime, days: days, offerDays: applied?.days, price: applied?.price ?? usual)
    purchase.reason = "PURCHASE"
    purchase.offer = applied?.offer
    purchase.ownership = ownership
    purchase.seats = seats.map { [SignedSeats(price: usual, quantity: $0)] } ?? []
    purchase.invitations = invitations
    if ownership == "FAMILY_SHARED" { needs.isShared = true }
    // Gaps of up to 60 days do not end a series (Apple: recentSubscriptionStartDate).
    let goesOn = last.map { eventTime.milliseconds - $0.milliseconds <= 60 * 86_400_000 } ?? false
    let start = goesOn ? renewal?.recentStart ?? eventTime : eventTime
    purchase.originalTransactionID = first?.originalTransactionID ?? purchase.transactionID
    purchase.originalPurchase = first?.originalPurchase ?? eventTime
    append(purchase, recentStart: start, price: usual)
  }

  /// The app's offer in place of an offer of the scenario, with its price and its days.
  private mutating func appOffer(
    for own: SignedOffer, price: Int64, days: Int64
  ) -> (offer: SignedOffer, price: Int64, days: Int64) {
    needs.offers.append(own)
    let offer = products.offer(own, of: next.product)
    let isFree = (offer?.offer ?? own).discount == "FREE_TRIAL"
    let usual = products.price(next.product, price, of: Self.usualPrice)
    return (offer?.offer ?? own, isFree ? 0 : offer?.price ?? usual, offer?.days ?? days)
  }

  /// Begins the next period, with the planned product, price and offer.
  mutating func renew() { beginNextPeriod(at: purchases.last?.expires ?? eventTime) }

  /// A failed payment succeeds. In a grace period the dates of renewal do not change; otherwise they begin anew.
  mutating func recover() {
    let isGrace = renewal?.graceExpires.map { eventTime <= $0 } ?? false
    beginNextPeriod(at: isGrace ? purchases.last?.expires ?? eventTime : eventTime)
  }

  private mutating func beginNextPeriod(at start: Instant) {
    guard let last = purchases.last, let renewal else { return }
    var purchase = period(next.product, from: start, days: next.days, offerDays: nextOfferDays, price: renewal.price)
    purchase.originalTransactionID = last.originalTransactionID
    purchase.originalPurchase = last.originalPurchase
    purchase.ownership = last.ownership
    purchase.previousOriginalTransactionID = last.previousOriginalTransactionID
    purchase.bundle = last.bundle
    purchase.bundle?.transactionID = bundleTransactionID
    purchase.seats = renewal.seats
    purchase.invitations = last.invitations
    purchase.offer = renewal.offer
    nextOfferDays = nil
    append(
      purchase, recentStart: renewal.recentStart,
      price: renewal.offer == nil ? renewal.price : products.price(next.product, Self.usualPrice))
  }

  /// Adds seats to the running period and to its renewal. The seats are another transaction of the same period.
  mutating func addSeats(_ quantity: Int64, price: Int64) {
    guard let last = purchases.last else { return }
    for index in purchases.indices where purchases[index].expires == last.expires {
      purchases[index].additionalReason = "SEAT_ADDITION"
    }
    let added = SignedSeats(price: products.price(next.product, price, of: Self.usualSeatPrice), quantity: quantity)
    var purchase = last
    purchase.transactionID = transactionID(purchases.count)
    purchase.webOrderLineItemID = webOrderLineItemID(purchases.count)
    purchase.purchased = eventTime
    purchase.reason = "PURCHASE"
    purchase.seats = [added]
    purchase.additionalReason = "SEAT_ADDITION"
    purchase.offer = nil
    purchases.append(purchase)
    renewal?.seats.append(added)
  }

  /// Apple refunds this number of seats of the last transaction.
  mutating func refundSeats(_ quantity: Int64) {
    guard let last = purchases.indices.last else { return }
    purchases[last].revokedSeats = quantity
  }

  /// Plans this number of seats, all at one price, from the next period on.
  mutating func planSeats(_ quantity: Int64, price: Int64) {
    renewal?.seats = [SignedSeats(price: products.price(next.product, price), quantity: quantity)]
  }

  /// The customer changes to a product of a higher level, at once.
  mutating func upgrade(_ product: String, price: Int64) {
    guard let last = purchases.indices.last, let renewal else { return }
    purchases[last].isUpgraded = true
    next.product = product
    let price = products.price(product, price)
    var purchase = period(product, from: eventTime, days: Self.usualDays, price: price)
    purchase.reason = "PURCHASE"
    purchase.originalTransactionID = purchases[last].originalTransactionID
    purchase.originalPurchase = purchases[last].originalPurchase
    append(purchase, recentStart: renewal.recentStart, price: price)
  }

  /// The customer moves to a bundle that has the product, at once: Apple revokes the period, which is no refund.
  mutating func moveToBundle() {
    guard let last = purchases.indices.last, var ended = renewal else { return }
    // The number of this reason was never observed. Apple uses only 0 and 1 so far.
    purchases[last].revocation = .init(date: eventTime, reason: 2)
    ended.renews = false
    replacedSubject = Subject(purchase: purchases[last], renewal: ended, status: 5)
    let bundle = SignedBundle(
      product: products.identifier("bundle"), transactionID: bundleTransactionID,
      originalTransactionID: bundleTransactionID)
    replace(from: eventTime, in: bundle, "PURCHASE")
  }

  /// Plans that the subscription leaves its bundle with the next period, and goes on alone.
  mutating func planToLeaveBundle() { renewal?.unbundles = true }

  /// The product leaves the bundle, and its next period belongs to a separate subscription.
  mutating func leaveBundle() {
    guard let last = purchases.last, let start = last.expires, var ended = renewal else { return }
    ended.renews = false
    ended.isInBillingRetry = false
    // The number of this reason was never observed. Apple uses 1 to 5 so far.
    ended.expirationIntent = 6
    replacedSubject = Subject(purchase: last, renewal: ended, status: 2)
    replace(from: start, in: nil, "RENEWAL")
  }

  /// Makes the event about the subscription that was replaced.
  mutating func tellOfReplaced() { isAboutReplaced = true }

  /// Begins a subscription to the same product that replaces the last one, under its own original transaction.
  private mutating func replace(from start: Instant, in bundle: SignedBundle?, _ reason: String) {
    guard let last = purchases.last, let renewal else { return }
    var purchase = period(next.product, from: start, days: next.days, price: renewal.price)
    purchase.previousOriginalTransactionID = last.originalTransactionID
    purchase.bundle = bundle
    purchase.reason = reason
    append(purchase, recentStart: renewal.recentStart, price: renewal.price)
  }

  /// The identifier is beyond those of purchases, because no scenario has that many purchases.
  private var bundleTransactionID: String { transactionID(50 + purchases.count) }

  /// Plans another product from the next period on.
  mutating func plan(_ product: String, price: Int64, days: Int64 = usualDays) {
    needs.add(product, .subscription)
    next = (product: product, days: days)
    renewal?.nextProduct = products.identifier(product)
    renewal?.price = products.price(product, price)
  }

  /// Plans an offer for the next period.
  mutating func redeem(_ offer: SignedOffer, price: Int64) {
    let applied = appOffer(for: offer, price: price, days: next.days)
    renewal?.offer = applied.offer
    renewal?.price = applied.price
    nextOfferDays = applied.days
  }

  mutating func turnRenewal(on isOn: Bool) { renewal?.renews = isOn }

  mutating func failToRenew(graceDays: Int64? = nil) {
    let grace = graceDays.flatMap { days in purchases.last?.expires?.adding(days: days) }
    renewal?.isInBillingRetry = true
    renewal?.expirationIntent = 2
    renewal?.graceExpires = grace
    status = graceDays == nil ? 3 : 4
  }

  mutating func endGracePeriod() { status = 3 }

  /// - Parameter intent: 1 cancelled by the customer, 2 billing, 3 price increase.
  mutating func expire(intent: Int, winBackOffers: [String] = []) {
    renewal?.expirationIntent = intent
    renewal?.isInBillingRetry = false
    renewal?.graceExpires = nil
    renewal?.renews = false
    renewal?.winBackOffers =
      winBackOffers.isEmpty ? [] : products.winBackOffers(for: next.product) ?? winBackOffers
    status = 2
  }

  mutating func raisePrice(to price: Int64) {
    renewal?.price = products.price(next.product, price, of: Self.usualPrice)
    renewal?.priceIncreaseStatus = 0
  }

  mutating func agreeToPrice() { renewal?.priceIncreaseStatus = 1 }

  mutating func askForRefund(_ reason: String) { consumptionReason = reason }

  /// - Parameter percentage: the refunded share in thousandths of a percent; `nil` for a full refund.
  mutating func refund(percentage: Int? = nil) {
    revoke(percentage == nil ? "REFUND_FULL" : "REFUND_PRORATED", percentage: percentage ?? 100_000)
  }

  mutating func reverseRefund() {
    guard let last = purchases.indices.last else { return }
    purchases[last].revocation = nil
    status = 1
  }

  mutating func stopSharing() { revoke("FAMILY_REVOKE", percentage: nil) }

  mutating func takeSeatBack() { revoke("ASSIGNMENT_REVOKE", percentage: nil) }

  /// - Parameter percentage: the refunded share in thousandths of a percent; `nil` if nothing was refunded.
  private mutating func revoke(_ type: String, percentage: Int?) {
    guard let last = purchases.indices.last else { return }
    purchases[last].revocation = .init(date: eventTime, reason: 0, type: type, percentage: percentage)
    renewal?.renews = false
    status = 5
  }

  /// A period that renews another one. The caller must set its original transaction.
  ///
  /// - Parameters:
  ///   - days: the length of the period in the scenario, in days.
  ///   - offerDays: the length of an offer, in days.
  private mutating func period(
    _ product: String, from start: Instant, days: Int64, offerDays: Int64? = nil, price: Int64
  ) -> MintedPurchase {
    needs.add(product, .subscription)
    let place = purchases.count
    let expires = start.adding(days: offerDays ?? products.days(product, days))
    // A renewal begins where the last period ends, everything else today.
    let begin = start == purchases.last?.expires ? end?.day ?? day : day
    // Like ``now``, a minute after what happens.
    end = (day: begin + days, moment: expires.adding(seconds: 60))
    var purchase = MintedPurchase(
      product: products.identifier(product), transactionID: transactionID(place),
      originalTransactionID: transactionID(place), webOrderLineItemID: webOrderLineItemID(place), purchased: start,
      originalPurchase: start, expires: expires, price: price, reason: "RENEWAL")
    if let group = products.group(product) { purchase.group = group }
    return purchase
  }

  /// - Parameter price: the price of the period after this one.
  private mutating func append(_ purchase: MintedPurchase, recentStart: Instant, price: Int64) {
    purchases.append(purchase)
    renewal = SignedRenewal(
      originalTransactionID: purchase.originalTransactionID, product: purchase.product, nextProduct: purchase.product,
      bundle: purchase.bundle, isInBillingRetry: false, renewalDate: purchase.expires ?? now, price: price,
      recentStart: recentStart, seats: purchase.seats)
    status = 1
  }
}
