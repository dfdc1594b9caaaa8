import NIOConcurrencyHelpers
import ReceiptKit
import ReceiptMint
import ReceiptRemote

/// The changes that clients have made, each with its time on the stand-in's clock. For each transaction, only a limited
/// number of changes is kept.
struct ClientWrites: Sendable {
  struct Extension: Sendable {
    let at: Int64
    let stamp: Int64
    let transaction: String
    /// The time by which the period was extended, in milliseconds.
    let added: Int64
  }

  /// The extensions of periods, by original transaction.
  var extensions: [String: [Extension]] = [:]
  /// The tokens by original transaction, each list in chronological order.
  private(set) var accountTokens: [String: [Change]] = [:]
  /// When the app finished each transaction (in milliseconds since 1970), by transaction.
  var finished: [String: Int64] = [:]
  /// The changes by transaction, or by `renewal` and the original transaction.
  private(set) var changes: [String: [Change]] = [:]
  private var lastStamp: Int64 = 0

  /// The maximum number of tokens of one subscription. If there are more, the oldest ones are removed.
  private static let maximumTokens = 100

  /// The modification time of a change at a moment. It is later than every earlier modification time, because clients
  /// ask for everything after the last one that they know, and the clock may stand still or be set back.
  mutating func stamp(at now: Int64) -> Int64 {
    lastStamp = max(now, lastStamp) + 1
    return lastStamp
  }

  /// Records the latest modification time that a client has received. Later changes get a later one, so that the
  /// client's revision finds them.
  mutating func noteDelivered(upTo modified: Int64) { lastStamp = max(lastStamp, modified) }

  struct Change: Sendable {
    let at: Int64
    let stamp: Int64
    let members: [JSONValue.Member]
  }

  /// Changes the values of members from a moment on.
  mutating func change(_ subject: String, _ members: [JSONValue.Member], at now: Int64) {
    changes[subject, default: []].append(Change(at: now, stamp: stamp(at: now), members: members))
  }

  /// Sets the token that applies from a moment on, until the moment of the next token.
  mutating func set(_ token: String, of original: String, at now: Int64) {
    var tokens = (accountTokens[original] ?? []).filter { $0.at != now }
    tokens.insert(
      Change(at: now, stamp: stamp(at: now), members: [.init("appAccountToken", .string(token))]),
      at: tokens.firstIndex { $0.at > now } ?? tokens.count)
    accountTokens[original] = tokens.suffix(Self.maximumTokens)
  }
}

/// A stand-in for Apple's server: the scenario at a moment, with the changes that clients have made.
final class StandIn: Sendable {
  struct State: Sendable {
    var data: ScenarioData
    /// The customer of each identifier, by app.
    var owners: [String: [String: Int]] = [:]
    /// The remaining number of purchases and app transactions that receipts may add.
    var room = 100_000
  }

  /// The data, which grows with presented receipts.
  let state: NIOLockedValueBox<State>
  let clock: StandInClock
  let signer: AnswerSigner
  /// The key of clients.
  let key: ServerAPIKey
  /// The backend that is asked for retention messages of apps that have set no URL.
  let realtime: Endpoint?
  /// Whether backends on other machines may be asked.
  let allowsRemote: Bool
  let writes = NIOLockedValueBox(ClientWrites())
  let massExtensions = NIOLockedValueBox<[MassExtension]>([])
  /// Claimed seats, by app and subscription. They do not depend on the clock.
  let claims = NIOLockedValueBox<[String: [SeatClaim]]>([:])
  /// The state of retention messaging of each app.
  let messaging = NIOLockedValueBox<[String: MessagingState]>([:])
  let reports = NIOLockedValueBox<[String: ReportState]>([:])
  /// The app and the `requestReferenceId` of each call of Advanced Commerce.
  let commerceRequests = NIOLockedValueBox<Set<String>>([])
  let deliveries: NotificationDeliveries
  let journal = RecentEntries<JournalEntry>()
  let receivedConsumption = RecentEntries<ConsumptionEntry>()

  init(_ settings: StandInSettings) {
    key = settings.key
    realtime = settings.realtime
    allowsRemote = settings.allowsRemote
    clock = StandInClock(settings.data.begin, speed: settings.speed)
    deliveries = NotificationDeliveries(settings.data.notifications, hasReceiver: settings.receiver != nil)
    signer = AnswerSigner(settings.authority)
    var state = State(data: settings.data)
    for (index, customer) in settings.data.customers.enumerated() {
      for transaction in customer.transactions {
        for identifier in [transaction.identifier, transaction.original] {
          state.owners[customer.bundle, default: [:]][identifier] = index
        }
      }
      if let identifier = customer.appTransactionID { state.owners[customer.bundle, default: [:]][identifier] = index }
    }
    self.state = NIOLockedValueBox(state)
  }

  /// Distinguishes the revisions and tokens of this authority from those of others.
  var mark: String { key.issuerIdentifier }

  var data: ScenarioData { state.withLockedValue { $0.data } }

  /// The customer of an identifier of a transaction, an original transaction or an app transaction.
  ///
  /// - Throws: 4000006 if the text is not an identifier, 4040010 if it is unknown at that moment.
  func customer(of identifier: String, in bundle: String, at now: Int64) throws(APIError) -> ScenarioCustomer {
    guard identifier.isIdentifier else { throw APIError(4_000_006) }
    guard let customer = owner(of: identifier, in: bundle) else { throw APIError(4_040_010) }
    let isKnown =
      identifier == customer.appTransactionID
      ? customer.transactions.contains { $0.isKnown(at: now) } || customer.appTransactions.contains { $0.signed <= now }
      : customer.transactions.contains {
        ($0.identifier == identifier || $0.original == identifier) && $0.isKnown(at: now)
      }
    guard isKnown else { throw APIError(4_040_010) }
    return customer
  }

  private func owner(of identifier: String, in bundle: String) -> ScenarioCustomer? {
    state.withLockedValue { state in state.owners[bundle]?[identifier].map { state.data.customers[$0] } }
  }

  /// One transaction, by its own identifier.
  ///
  /// - Throws: the same as ``customer(of:in:at:)``.
  func transaction(_ identifier: String, in bundle: String, at now: Int64) throws(APIError) -> CurrentTransaction {
    guard identifier.isIdentifier else { throw APIError(4_000_006) }
    let all = owner(of: identifier, in: bundle)?.transactions ?? []
    guard let place = all.place(of: identifier), let current = current(all[place], at: now) else {
      throw APIError(4_040_010)
    }
    return current
  }

  /// All transactions of a customer that are known at a moment, ordered by identifier.
  func transactions(of customer: ScenarioCustomer, at now: Int64) -> [CurrentTransaction] {
    let writes = writes.withLockedValue { $0 }
    return customer.transactions.compactMap { current($0, at: now, writes) }
  }

  private func current(_ transaction: ScenarioTransaction, at now: Int64) -> CurrentTransaction? {
    current(transaction, at: now, writes.withLockedValue { $0 })
  }

  private func current(_ transaction: ScenarioTransaction, at now: Int64, _ writes: ClientWrites) -> CurrentTransaction?
  {
    guard let statement = transaction.statements.newest(at: now) else { return nil }
    var current = CurrentTransaction(transaction, statement)
    if let upgraded = transaction.upgraded, upgraded <= now {
      current.change("isUpgraded", .bool(true), at: upgraded)
    }
    for one in writes.extensions[transaction.original] ?? []
    where one.transaction == transaction.identifier && one.at <= now {
      current.extend(by: one.added, at: one.stamp)
    }
    for one in writes.changes[transaction.identifier] ?? [] where one.at <= now { current.change(one) }
    if let token = writes.accountTokens[transaction.original]?.last(where: { $0.at <= now }) { current.change(token) }
    current.isFinished = writes.finished[transaction.identifier].map { $0 <= now } ?? false
    return current
  }

  /// The newest transaction of each subscription that is known at a moment, with its renewal info.
  func subscriptions(of customer: ScenarioCustomer, at now: Int64) -> [CurrentSubscription] {
    let all = transactions(of: customer, at: now).filter(\.isSubscription)
    return Dictionary(grouping: all, by: \.original).values.compactMap { chain in
      guard let last = chain.max(by: { ($0.purchased, $0.modified) < ($1.purchased, $1.modified) }) else { return nil }
      var renewal = customer.renewals[last.original]?.newest(at: now)?.payload
      if let expires = last.extended, renewal != nil { renewal = renewal?.setting("renewalDate", .whole(expires)) }
      for one in writes.withLockedValue({ $0.changes["renewal " + last.original] ?? [] }) where one.at <= now {
        for member in one.members { renewal = renewal?.setting(member.name, member.value) }
      }
      if let token = last.payload["appAccountToken"] { renewal = renewal?.setting("appAccountToken", token) }
      return CurrentSubscription(transaction: last, renewal: renewal, now: now)
    }
    .sorted { $0.transaction.original.precedes(identifier: $1.transaction.original) }
  }
}

extension StandIn {
  /// What Apple's server would say about a customer beyond a receipt: the latest receipt, and whether the subscriptions
  /// renew.
  ///
  /// - Returns: `nil` for a customer who is not served.
  func knowledge(beyond receipt: Receipt, at now: Instant) -> VerifyReceiptAnswer.Knowledge? {
    let identifiers = receipt.inApp.flatMap { [$0.originalTransactionID, $0.transactionID] }.compactMap(\.self)
    guard let bundle = receipt.bundleIdentifier,
      let customer = identifiers.lazy.compactMap({ self.owner(of: $0, in: bundle) }).first
    else { return nil }
    let made = receipt.creationDate?.instant.milliseconds ?? .max
    let latest = customer.receipts.last { made < $0.signed && $0.signed <= now.milliseconds }
    let renewals = subscriptions(of: customer, at: now.milliseconds).compactMap { subscription in
      PurchaseHistory(transaction: subscription.transaction.payload, renewal: subscription.renewal).renewals.first
        .map { (subscription.transaction.original, $0) }
    }
    return VerifyReceiptAnswer.Knowledge(
      latest: latest.map { ($0.receipt, $0.base64) }, renewals: Dictionary(renewals) { first, _ in first })
  }
}

/// A transaction as it is at a moment.
struct CurrentTransaction {
  let identifier: String
  let original: String
  private(set) var payload: JSONValue
  /// The date on which the content last changed.
  private(set) var modified: Int64
  /// Whether the app has finished the transaction. Version 1 of the history omits finished consumables.
  var isFinished = false
  /// The end after an extension.
  private(set) var extended: Int64?

  init(_ transaction: ScenarioTransaction, _ statement: SignedStatement) {
    identifier = transaction.identifier
    original = transaction.original
    payload = statement.payload
    modified = statement.modified
  }

  mutating func change(_ name: String, _ value: JSONValue, at moment: Int64) {
    payload = payload.setting(name, value)
    modified = max(modified, moment)
  }

  mutating func change(_ change: ClientWrites.Change) {
    for member in change.members { self.change(member.name, member.value, at: change.stamp) }
  }

  mutating func extend(by milliseconds: Int64, at moment: Int64) {
    guard let expires = payload.milliseconds("expiresDate") else { return }
    extended = expires + milliseconds
    change("expiresDate", .whole(expires + milliseconds), at: moment)
  }

  var type: String { payload["type"]?.stringValue ?? "" }
  var isSubscription: Bool { type == "Auto-Renewable Subscription" }
  var purchased: Int64 { payload.milliseconds("purchaseDate") ?? 0 }
  var revoked: Int64? { payload.milliseconds("revocationDate") }
  /// Whether Apple paid the price back. That is not so for a purchase that the family no longer shares, for a seat that
  /// was taken back, and for a purchase that a bundle replaced.
  var isRefunded: Bool {
    guard revoked != nil else { return false }
    let purchase = PurchaseHistory(transaction: payload, renewal: nil).purchases.first
    return purchase.flatMap { HistoryChange.Cause(endOf: $0) } == .refunded
  }
  var isShared: Bool { payload["inAppOwnershipType"] == .string("FAMILY_SHARED") }
  var isAssigned: Bool { payload["inAppOwnershipType"] == .string("ASSIGNED") }
}

/// A subscription as it is at a moment.
struct CurrentSubscription {
  let transaction: CurrentTransaction
  let renewal: JSONValue?
  /// 1 active, 2 expired, 3 billing retry, 4 grace period, 5 revoked (Apple, status).
  let status: Int

  init(transaction: CurrentTransaction, renewal: JSONValue?, now: Int64) {
    self.transaction = transaction
    self.renewal = renewal
    // All signed data in an answer is signed when the answer is given.
    let history = PurchaseHistory(
      transaction: transaction.payload.setting("signedDate", .whole(now)),
      renewal: renewal?.setting("signedDate", .whole(now)))
    status = Holdings(history, at: Instant(milliseconds: now)).subscriptions.first?.state.status ?? 2
  }

  var group: String { transaction.payload["subscriptionGroupIdentifier"]?.stringValue ?? "" }
}

extension ScenarioTransaction {
  func isKnown(at now: Int64) -> Bool { statements.first.map { $0.signed <= now } ?? false }
}

extension [ScenarioTransaction] {
  /// The index of an identifier in a sorted array.
  func place(of identifier: String) -> Int? {
    var low = startIndex
    var high = endIndex
    while low < high {
      let middle = (low + high) / 2
      if self[middle].identifier.precedes(identifier: identifier) { low = middle + 1 } else { high = middle }
    }
    return low < endIndex && self[low].identifier == identifier ? low : nil
  }
}

extension [SignedStatement] {
  /// The last statement signed by a moment; the statements are in chronological order.
  func newest(at now: Int64) -> SignedStatement? {
    var low = startIndex
    var high = endIndex
    while low < high {
      let middle = (low + high) / 2
      if self[middle].signed <= now { low = middle + 1 } else { high = middle }
    }
    return low > startIndex ? self[low - 1] : nil
  }
}
