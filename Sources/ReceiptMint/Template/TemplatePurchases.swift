import ReceiptAnalysis

/// One period of a subscription.
struct TemplatePeriod {
  let start: Instant
  let end: Instant
  var isTrial = false
  var isIntroductory = false
}

extension TemplateMaker {
  /// The purchases of the template, in the order of the payload.
  func purchases() -> [InAppDescription] {
    switch template {
    case .empty, .paidApp, .vpp, .legacy: return []
    case .consumable: return [single("coins", type: 1, quantity: options.quantity ?? 1)]
    case .nonConsumable, .mac: return [single("pro", type: 0)]
    case .family:
      var purchase = single("pro", type: 0)
      purchase.ownershipType = 1
      return [purchase]
    case .subscription, .xcode: return identity.shuffled(subscription())
    case .large: return identity.shuffled(many())
    }
  }

  /// The number of purchases in the largest receipt that was seen.
  private static let largestCount = 187

  /// The number of transaction identifiers in each receipt of this run.
  var identifiersPerReceipt: Int {
    max(1, options.purchases ?? Self.largestCount, subscriptionPeriods.count)
  }

  func transactionID(_ place: Int) -> String {
    identity.transactionID(place, of: identifiersPerReceipt, isSandbox: isSandbox)
  }

  /// The date of an ordinary purchase: an hour before the receipt.
  private var usualDate: Instant { options.creationDate.adding(seconds: -3_600) }

  /// A purchase with every attribute of purchases since 2020, most of them empty.
  ///
  /// - Parameter type: see ``InAppDescription/productType``.
  private func purchase(_ place: Int, at moment: Instant, product: String, type: Int64) -> InAppDescription {
    var purchase = InAppDescription.subscriptionSample(
      transactionID: transactionID(place), productID: options.product ?? options.bundleIdentifier + "." + product)
    purchase.originalTransactionID = purchase.transactionID
    purchase.purchaseDate = moment.rfc3339
    purchase.originalPurchaseDate = moment.rfc3339
    purchase.productType = type
    purchase.expiresDate = ""
    purchase.itemID = isSandbox ? 0 : identity.storeID(.product)
    purchase.webOrderLineItemID = 0
    return purchase
  }

  private func single(_ product: String, type: Int64, quantity: Int64 = 1) -> InAppDescription {
    var purchase = purchase(0, at: usualDate, product: product, type: type)
    purchase.quantity = quantity
    if options.isCancelled { cancel(&purchase, at: options.creationDate.adding(seconds: -1_800)) }
    return purchase
  }

  /// Marks a purchase as refunded by Apple's customer support.
  private func cancel(_ purchase: inout InAppDescription, at moment: Instant) {
    purchase.cancellationDate = moment.rfc3339
    purchase.cancellationReason = 1
  }

  /// A series of products, each bought an hour after the one before.
  private func many() -> [InAppDescription] {
    let count = max(0, options.purchases ?? Self.largestCount)
    return (0..<count).map { place in
      purchase(place, at: usualDate.adding(seconds: Int64(place - count) * 3_600), product: "item", type: 1)
    }
  }

  /// The periods of a subscription, from the first one to the last, which is running when the receipt is made.
  static func periods(_ template: ReceiptTemplate, _ options: TemplateOptions) -> [TemplatePeriod] {
    guard template == .subscription || template == .xcode else { return [] }
    let length = options.period ?? .seconds(30 * 86_400)
    let renewals = max(0, options.renewals ?? 2)
    // A gap lasts one period, before the last renewal.
    let slots = renewals + (options.hasGap ? 1 : 0)
    // The last period began an hour ago; a period of less than ten hours, a tenth of its length ago.
    let last = options.creationDate.adding(seconds: -min(3_600, length.milliseconds / 10_000))
    let first = length.moment(-slots, after: last)
    var periods: [TemplatePeriod] = []
    let gap = options.hasGap && renewals > 0 ? slots - 1 : nil
    for slot in 0...slots where slot != gap {
      periods.append(
        TemplatePeriod(start: length.moment(slot, after: first), end: length.moment(slot + 1, after: first)))
    }
    if options.hasTrial, let paid = periods.first {
      // A trial lasts a week, or one period if that is shorter.
      let trial = Instant(milliseconds: paid.start.milliseconds - min(length.milliseconds, 7 * 86_400_000))
      periods.insert(TemplatePeriod(start: trial, end: paid.start, isTrial: true), at: 0)
    }
    let firstPaid = options.hasTrial ? 1 : 0
    if options.hasIntroductoryOffer, periods.indices.contains(firstPaid) { periods[firstPaid].isIntroductory = true }
    return periods
  }

  private func subscription() -> [InAppDescription] {
    let periods = subscriptionPeriods
    var purchases = periods.enumerated().map { place, period in
      var purchase = purchase(place, at: period.start, product: "monthly", type: 3)
      purchase.originalTransactionID = transactionID(0)
      purchase.originalPurchaseDate = periods.first?.start.adding(seconds: 1).rfc3339
      purchase.expiresDate = period.end.rfc3339
      purchase.webOrderLineItemID = identity.webOrderLineItemID(
        place, of: identifiersPerReceipt, isSandbox: isSandbox)
      purchase.isTrialPeriod = period.isTrial
      purchase.isInIntroOfferPeriod = period.isIntroductory
      return purchase
    }
    if options.isCancelled, let last = purchases.indices.last, let start = periods.last?.start {
      let middle = (start.milliseconds + options.creationDate.milliseconds) / 2_000 * 1_000
      cancel(&purchases[last], at: Instant(milliseconds: max(middle, start.milliseconds)))
    }
    return purchases
  }
}
