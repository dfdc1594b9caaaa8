import ReceiptKit

/// The transactions of a receipt that was presented to the stand-in and proven.
///
/// A purchase is known from its date on, and a refund from the date of the refund on, so that the clock can be set
/// before and after each.
struct StandInReceipt: Sendable {
  let bundle: String
  let environment: String
  /// When the receipt was made, in milliseconds since 1970.
  let made: Int64
  /// The purchases, each once, even if the receipt contains one twice.
  fileprivate let purchases: [ScenarioTransaction]
  private let receipt: Receipt

  /// - Throws: a problem that says why the receipt cannot be served.
  init(_ input: DecodedInput) throws(Problem) {
    guard case .receipt(let receipt) = input.document else {
      throw Self.refusal("it is not an app receipt", hint: "signed data is served with --scenario")
    }
    guard let authenticity = input.authenticity, authenticity.verdict.isAtLeast(.testSigned) else {
      throw Self.refusal(
        "the receipt is not proven: \(input.authenticity?.reason ?? "it was not verified")",
        hint: "mint it with the authority of --ca, or give the root of its authority as --trust-anchor")
    }
    guard input.unread.isEmpty else { throw Self.refusal("a part of it is not read") }
    // An unreadable value could be the date of a refund.
    if let odd = receipt.irregularities.first(where: { $0.kind == .oddValue || $0.kind == .duplicate }) {
      throw Self.refusal("the receipt is odd: \(odd.message)")
    }
    guard let environment = input.environment.map(ScenarioReader.jwsName),
      ["Sandbox", "Production"].contains(environment)
    else { throw Self.refusal("Apple's server knows nothing of the environment of the receipt") }
    guard let bundle = receipt.bundleIdentifier, let made = receipt.creationDate?.instant.milliseconds else {
      throw Self.refusal("the receipt does not say of which app it is, or when it was made")
    }
    let purchases = try Self.purchases(receipt.transactions(environment: environment), made: made)
    guard !purchases.isEmpty else {
      throw Self.refusal("the receipt has no purchase, so that there is nothing that a client could ask for")
    }
    self.bundle = bundle
    self.environment = environment
    self.made = made
    self.purchases = purchases
    self.receipt = receipt
  }

  private static func refusal(_ detail: String, hint: String? = nil) -> Problem {
    .body(detail, hint: hint, status: .unprocessableContent)
  }

  /// The transactions of payloads, each once.
  private static func purchases(_ payloads: [JSONValue], made: Int64) throws(Problem) -> [ScenarioTransaction] {
    // The products whose periods begin at a moment, by ``periodStart(_:_:)``.
    var products: [String: Set<String>] = [:]
    for payload in payloads {
      guard let date = payload.milliseconds("purchaseDate"), let product = payload["productId"]?.stringValue else {
        continue
      }
      products[periodStart(payload, date), default: []].insert(product)
    }
    var payloadsByIdentifier: [String: JSONValue] = [:]
    var purchases: [ScenarioTransaction] = []
    for payload in payloads {
      guard let identifier = payload["transactionId"]?.stringValue, identifier.isIdentifier,
        let original = payload["originalTransactionId"]?.stringValue, original.isIdentifier,
        payload["productId"] != nil, payload.milliseconds("purchaseDate") != nil
      else {
        throw refusal(
          """
          a purchase lacks its transaction, its original transaction, its product or its date, or has another form of \
          them
          """
        )
      }
      guard payloadsByIdentifier[identifier] == nil || payloadsByIdentifier[identifier] == payload else {
        throw refusal("the receipt says two things of the transaction \(identifier)")
      }
      guard payloadsByIdentifier.updateValue(payload, forKey: identifier) == nil else { continue }
      // verifyReceipt's cancellation_date may also be the moment at which an upgrade ended a period. In that case
      // another product of the subscription begins at that moment.
      let begun = payload.milliseconds("revocationDate").flatMap { products[periodStart(payload, $0)] } ?? []
      let isUpgraded = begun.contains { .string($0) != payload["productId"] }
      purchases.append(
        transaction(payload, identifier, original, isUpgraded: isUpgraded, made: made))
    }
    return purchases
  }

  /// A key for a moment in the subscription of a payload.
  private static func periodStart(_ payload: JSONValue, _ date: Int64) -> String {
    "\(payload["originalTransactionId"]?.stringValue ?? "") \(date)"
  }

  fileprivate func appTransaction(_ customer: ScenarioCustomer, appleID: Int64?) -> SignedStatement {
    let payload = ScenarioReader.appTransaction(
      receipt, environment, appleID: appleID, identifier: customer.appTransactionID, made)
    return SignedStatement(signed: made, payload: payload, modified: made)
  }

  /// Apple's number of the app; absent in the sandbox.
  fileprivate var appleID: Int64? {
    environment == "Production" ? receipt.appItemID.flatMap { $0 > 0 ? $0 : nil } : nil
  }
}

extension StandInReceipt {
  private static func transaction(
    _ payload: JSONValue, _ identifier: String, _ original: String, isUpgraded: Bool, made: Int64
  ) -> ScenarioTransaction {
    let purchased = payload.milliseconds("purchaseDate") ?? 0
    let owned = payload.removing("revocationDate").removing("revocationReason")
    var statements = [SignedStatement(signed: purchased, payload: owned, modified: purchased)]
    let ended = payload.milliseconds("revocationDate")
    if let ended, !isUpgraded {
      let date = max(ended, purchased)
      statements.append(SignedStatement(signed: date, payload: payload, modified: date))
    }
    return ScenarioTransaction(
      identifier: identifier, original: original, statements: statements, upgraded: isUpgraded ? ended : nil,
      receiptDate: made)
  }
}

extension StandIn {
  /// What happened to the transactions of a receipt.
  struct Taken: Sendable {
    var added: [String] = []
    /// Transactions that an older receipt had with other content.
    var changed: [String] = []
    var known: [String] = []
  }

  /// Adds the purchases of a receipt to the customer who already has one of them, or to a new customer.
  ///
  /// A transaction from a file is kept, because it says more than a receipt does. Of two receipts, the newer one
  /// counts.
  ///
  /// - Throws: a problem if the receipt does not belong here; nothing is then changed.
  func take(_ receipt: StandInReceipt) throws(Problem) -> Taken {
    let result = state.withLockedValue { state in
      // It is taken here, so that no client receives a later modification time before the receipt is stored.
      let modified = writes.withLockedValue { $0.modificationTime(at: clock.now) }
      return Result { () throws(Problem) in try state.take(receipt, modified: modified) }
    }
    return try result.get()
  }
}

extension StandIn.State {
  fileprivate mutating func take(_ receipt: StandInReceipt, modified: Int64) throws(Problem) -> StandIn.Taken {
    guard data.environment.isEmpty || data.environment == receipt.environment else {
      throw .body(
        "the receipt is of the environment \(receipt.environment), and what is served of \(data.environment)",
        hint: "one server is one environment: start another for it", status: .unprocessableContent)
    }
    let indices = owners[receipt.bundle] ?? [:]
    let holders = Set(receipt.purchases.flatMap { [indices[$0.identifier], indices[$0.original]] }.compactMap(\.self))
    guard holders.count < 2 else {
      throw .body(
        "the purchases of the receipt are of several customers who are served already", status: .unprocessableContent)
    }
    let customerIndex = holders.first ?? data.customers.count
    var customer =
      holders.first.map { data.customers[$0] }
      ?? ScenarioCustomer(
        bundle: receipt.bundle, appTransactionID: nil, name: "receipt \(receipt.purchases.first?.identifier ?? "")")
    let taken = customer.takePurchases(of: receipt, modified: modified)
    let isNew = !customer.appTransactions.contains { $0.signed == receipt.made }
    let needed = taken.added.count + taken.changed.count + (isNew ? 1 : 0)
    guard needed <= room else {
      throw Problem(
        .tooLarge, "Too many receipts", .contentTooLarge, "the stand-in keeps no more purchases of receipts",
        hint: "start another one")
    }
    room -= needed
    if let number = receipt.appleID { data.appleIDs[receipt.bundle] = number }
    if isNew {
      customer.appTransactions.append(receipt.appTransaction(customer, appleID: data.appleIDs[receipt.bundle]))
      customer.appTransactions.sort { $0.signed < $1.signed }
    }
    data.environment = receipt.environment
    data.bundles.insert(receipt.bundle)
    if customerIndex < data.customers.count {
      data.customers[customerIndex] = customer
    } else {
      data.customers.append(customer)
    }
    for purchase in receipt.purchases {
      for identifier in [purchase.identifier, purchase.original] {
        owners[receipt.bundle, default: [:]][identifier] = customerIndex
      }
    }
    return taken
  }
}

extension ScenarioCustomer {
  fileprivate mutating func takePurchases(of receipt: StandInReceipt, modified: Int64) -> StandIn.Taken {
    var taken = StandIn.Taken()
    var added: [ScenarioTransaction] = []
    for purchase in receipt.purchases {
      let new = purchase.modified(at: modified)
      guard let index = transactions.index(ofTransaction: purchase.identifier) else {
        taken.added.append(purchase.identifier)
        added.append(new)
        continue
      }
      let old = transactions[index]
      let isNewer = old.receiptDate.map { $0 < receipt.made } ?? false
      if isNewer, !old.saysTheSame(as: new) {
        taken.changed.append(purchase.identifier)
        transactions[index] = new
      } else {
        taken.known.append(purchase.identifier)
        // This prevents a receipt that was made between these two receipts from counting as newer.
        if isNewer { transactions[index].receiptDate = receipt.made }
      }
    }
    transactions = (transactions + added).sorted { $0.identifier.precedes(identifier: $1.identifier) }
    return taken
  }
}

extension ScenarioTransaction {
  /// The same transaction, with a modification time for clients that learn of it only now.
  fileprivate func modified(at time: Int64) -> ScenarioTransaction {
    var transaction = self
    for index in statements.indices {
      transaction.statements[index].modified = max(statements[index].modified, time)
    }
    return transaction
  }

  fileprivate func saysTheSame(as other: ScenarioTransaction) -> Bool {
    upgraded == other.upgraded && statements.map(\.signed) == other.statements.map(\.signed)
      && statements.map(\.payload) == other.statements.map(\.payload)
  }
}
