import NIOConcurrencyHelpers
import ReceiptKit
import ReceiptMint
import ReceiptRemote

/// A stand-in for Apple's server: the scenario at a moment, with the changes that clients have made.
final class StandIn: Sendable {
  struct State: Sendable {
    var data: ScenarioData
    /// The index of the customer of each identifier, by app.
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
  var issuer: String { key.issuerIdentifier }

  var data: ScenarioData { state.withLockedValue { $0.data } }

  /// The customer of an identifier of a transaction, an original transaction or an app transaction.
  ///
  /// - Throws: 4000006 if the text is not an identifier, 4040010 if it is unknown at that moment.
  func customer(of identifier: String, in bundle: String, at now: Int64) throws(APIError) -> ScenarioCustomer {
    guard identifier.isIdentifier else { throw APIError(4_000_006) }
    guard let customer = owner(of: identifier, in: bundle) else { throw APIError(4_040_010) }
    guard customer.isKnown(by: identifier, at: now) else { throw APIError(4_040_010) }
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
    guard let index = all.index(ofTransaction: identifier), let found = current(all[index], at: now) else {
      throw APIError(4_040_010)
    }
    return found
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
    var result = CurrentTransaction(transaction, statement)
    if let upgraded = transaction.upgraded, upgraded <= now {
      result.set("isUpgraded", to: .bool(true), modified: upgraded)
    }
    for periodExtension in writes.extensions[transaction.original] ?? []
    where periodExtension.transaction == transaction.identifier && periodExtension.at <= now {
      result.apply(periodExtension)
    }
    for change in writes.changes[transaction.identifier] ?? [] where change.at <= now { result.apply(change) }
    if let token = writes.accountTokens[transaction.original]?.last(where: { $0.at <= now }) { result.apply(token) }
    result.isFinished = writes.finished[transaction.identifier].map { $0 <= now } ?? false
    return result
  }

  /// The newest transaction of each subscription that is known at a moment, with its renewal info.
  func subscriptions(of customer: ScenarioCustomer, at now: Int64) -> [CurrentSubscription] {
    let all = transactions(of: customer, at: now).filter(\.isSubscription)
    return Dictionary(grouping: all, by: \.original).values.compactMap { periods in
      guard let last = periods.max(by: { ($0.purchased, $0.modified) < ($1.purchased, $1.modified) }) else {
        return nil
      }
      var renewal = customer.renewals[last.original]?.newest(at: now)?.payload
      if let expires = last.extended { renewal = renewal?.setting("renewalDate", .whole(expires)) }
      let changes = writes.withLockedValue { $0.changes[ClientWrites.renewalKey(of: last.original)] ?? [] }
      for change in changes where change.at <= now {
        for member in change.members { renewal = renewal?.setting(member.name, member.value) }
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

extension ScenarioTransaction {
  func isKnown(at now: Int64) -> Bool { statements.first.map { $0.signed <= now } ?? false }
}

extension ScenarioCustomer {
  /// Whether an identifier of the customer was in use at a moment: that of a transaction, of an original transaction,
  /// or of the app transaction.
  fileprivate func isKnown(by identifier: String, at now: Int64) -> Bool {
    if identifier == appTransactionID {
      return transactions.contains { $0.isKnown(at: now) } || appTransactions.contains { $0.signed <= now }
    }
    return transactions.contains {
      ($0.identifier == identifier || $0.original == identifier) && $0.isKnown(at: now)
    }
  }
}

extension [ScenarioTransaction] {
  /// The index of a transaction; the transactions are in the order of their identifiers.
  func index(ofTransaction identifier: String) -> Int? {
    let index = partitioningIndex { !$0.identifier.precedes(identifier: identifier) }
    return index < endIndex && self[index].identifier == identifier ? index : nil
  }
}

extension [SignedStatement] {
  /// The last statement signed by a moment; the statements are in chronological order.
  func newest(at now: Int64) -> SignedStatement? { prefix(partitioningIndex { $0.signed > now }).last }
}

extension Array {
  /// The index of the first element that meets a condition, by binary search: all elements after it meet it, too.
  func partitioningIndex(where isMet: (Element) -> Bool) -> Int {
    var low = startIndex
    var high = endIndex
    while low < high {
      let middle = (low + high) / 2
      if isMet(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
