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
    func refusal(_ detail: String, hint: String? = nil) -> Problem {
      .body(detail, hint: hint, status: .unprocessableContent)
    }
    guard case .receipt(let receipt) = input.document else {
      throw refusal("it is not an app receipt", hint: "signed data is served with --scenario")
    }
    guard let authenticity = input.authenticity, authenticity.verdict.isAtLeast(.testSigned) else {
      throw refusal(
        "the receipt is not proven: \(input.authenticity?.reason ?? "it was not verified")",
        hint: "mint it with the authority of --ca, or give the root of its authority as --trust-anchor")
    }
    guard input.unread.isEmpty else { throw refusal("a part of it is not read") }
    // An unreadable value could be the date of a refund.
    if let odd = receipt.irregularities.first(where: { $0.kind == .oddValue || $0.kind == .duplicate }) {
      throw refusal("the receipt is odd: \(odd.message)")
    }
    guard let environment = input.environment.map(ScenarioReader.jwsName),
      ["Sandbox", "Production"].contains(environment)
    else { throw refusal("Apple's server knows nothing of the environment of the receipt") }
    guard let bundle = receipt.bundleIdentifier, let made = receipt.creationDate?.instant.milliseconds else {
      throw refusal("the receipt does not say of which app it is, or when it was made")
    }
    let payloads = receipt.transactions(environment: environment)
    var products: [String: Set<String>] = [:]
    for payload in payloads {
      guard let date = payload.milliseconds("purchaseDate"), let product = payload["productId"]?.stringValue else {
        continue
      }
      products[Self.beginning(payload, date), default: []].insert(product)
    }
    var known: [String: JSONValue] = [:]
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
      guard known[identifier] == nil || known[identifier] == payload else {
        throw refusal("the receipt says two things of the transaction \(identifier)")
      }
      guard known.updateValue(payload, forKey: identifier) == nil else { continue }
      // verifyReceipt's cancellation_date may also be the moment at which an upgrade ended a period. In that case
      // another product of the subscription begins at that moment.
      let begun = payload.milliseconds("revocationDate").flatMap { products[Self.beginning(payload, $0)] } ?? []
      let isUpgraded = begun.contains { .string($0) != payload["productId"] }
      purchases.append(
        Self.transaction(payload, identifier, original, isUpgraded: isUpgraded, made: made))
    }
    guard !purchases.isEmpty else {
      throw refusal("the receipt has no purchase, so that there is nothing that a client could ask for")
    }
    self.bundle = bundle
    self.environment = environment
    self.made = made
    self.purchases = purchases
    self.receipt = receipt
  }

  private static func beginning(_ payload: JSONValue, _ date: Int64) -> String {
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
    let kept = payload.removing("revocationDate").removing("revocationReason")
    var statements = [SignedStatement(signed: purchased, payload: kept, modified: purchased)]
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
      // The stamp is taken here, so that no client receives a later modification time before the receipt is stored.
      let stamp = writes.withLockedValue { $0.stamp(at: clock.now) }
      return Result { () throws(Problem) in try state.take(receipt, stamp: stamp) }
    }
    return try result.get()
  }
}

extension StandIn.State {
  fileprivate mutating func take(_ receipt: StandInReceipt, stamp: Int64) throws(Problem) -> StandIn.Taken {
    guard data.environment.isEmpty || data.environment == receipt.environment else {
      throw .body(
        "the receipt is of the environment \(receipt.environment), and what is served of \(data.environment)",
        hint: "one server is one environment: start another for it", status: .unprocessableContent)
    }
    let known = owners[receipt.bundle] ?? [:]
    let holders = Set(receipt.purchases.flatMap { [known[$0.identifier], known[$0.original]] }.compactMap(\.self))
    guard holders.count < 2 else {
      throw .body(
        "the purchases of the receipt are of several customers who are served already", status: .unprocessableContent)
    }
    let index = holders.first ?? data.customers.count
    var customer =
      holders.first.map { data.customers[$0] }
      ?? ScenarioCustomer(
        bundle: receipt.bundle, appTransactionID: nil, name: "receipt \(receipt.purchases.first?.identifier ?? "")")
    var taken = StandIn.Taken()
    var added: [ScenarioTransaction] = []
    for purchase in receipt.purchases {
      let new = purchase.learned(at: stamp)
      guard let place = customer.transactions.place(of: purchase.identifier) else {
        taken.added.append(purchase.identifier)
        added.append(new)
        continue
      }
      let old = customer.transactions[place]
      let isNewer = old.receiptDate.map { $0 < receipt.made } ?? false
      if isNewer, !old.saysTheSame(as: new) {
        taken.changed.append(purchase.identifier)
        customer.transactions[place] = new
      } else {
        taken.known.append(purchase.identifier)
        // This prevents a receipt that was made between these two receipts from counting as newer.
        if isNewer { customer.transactions[place].receiptDate = receipt.made }
      }
    }
    customer.transactions = (customer.transactions + added).sorted {
      $0.identifier.precedes(identifier: $1.identifier)
    }
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
    if index < data.customers.count { data.customers[index] = customer } else { data.customers.append(customer) }
    for purchase in receipt.purchases {
      for identifier in [purchase.identifier, purchase.original] {
        owners[receipt.bundle, default: [:]][identifier] = index
      }
    }
    return taken
  }
}

extension ScenarioTransaction {
  /// The transaction as clients know it that learn of it only now.
  fileprivate func learned(at stamp: Int64) -> ScenarioTransaction {
    var transaction = self
    for index in statements.indices {
      transaction.statements[index].modified = max(statements[index].modified, stamp)
    }
    return transaction
  }

  fileprivate func saysTheSame(as other: ScenarioTransaction) -> Bool {
    upgraded == other.upgraded && statements.map(\.signed) == other.statements.map(\.signed)
      && statements.map(\.payload) == other.statements.map(\.payload)
  }
}
