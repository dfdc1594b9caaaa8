import ReceiptKit

/// Collects the content of scenario files.
struct ScenarioReader {
  private let decoder: InputDecoder
  private let chains = JWSChains()
  private var environment: String?
  /// The date of the earliest file, in milliseconds since 1970: the clock starts there.
  private var begin = Int64.max
  private var customers: [CustomerKey: ScenarioCustomer] = [:]
  /// The statements about each transaction, by customer and identifier.
  private var transactions: [CustomerKey: [String: [SignedStatement]]] = [:]
  /// The notifications by notificationUUID.
  private var notifications: [String: ScenarioNotification] = [:]
  /// The numbers of the apps in the App Store, by bundle identifier.
  private var appleIDs: [String: Int64] = [:]
  /// The customer of each transaction and original transaction, because renewal information names no app.
  private var owners: [String: CustomerKey] = [:]
  /// Renewal information, whose customer is known after all files were read.
  private var renewals: [(renewal: JSONValue, path: String)] = []
  private var receipts: [ScenarioReceipt] = []

  /// Transactions from files without an appTransactionId belong to one customer per folder.
  private struct CustomerKey: Hashable {
    let bundle: String
    let identifier: String
  }

  init(decoder: InputDecoder) { self.decoder = decoder }

  /// Reads one file.
  mutating func read(_ bytes: [UInt8], path: String, folder: Int) throws(ScenarioFault) {
    let input: DecodedInput
    do throws(ReceiptError) {
      input = try decoder.decode(bytes, chains: chains)
    } catch {
      throw ScenarioFault(path, error)
    }
    guard let authenticity = input.authenticity, authenticity.verdict.isAtLeast(.testSigned) else {
      throw ScenarioFault(
        path, "it is not proven: \(input.authenticity?.reason ?? "it was not verified")",
        hint: "give the authority that it was minted with as --ca, or its root as --trust-anchor")
    }
    guard input.unread.isEmpty else { throw ScenarioFault(path, "a part of it is not read") }
    guard let environment = input.environment.map(Self.jwsName) else {
      throw ScenarioFault(path, "it names no environment")
    }
    if let other = self.environment, other != environment {
      throw ScenarioFault(
        path, "it is of the environment \(environment.displayed(limit: 40)), and others are of \(other)",
        hint: "one server is one environment: start another for it")
    }
    guard environment == "Sandbox" || environment == "Production" else {
      throw ScenarioFault(path, "Apple's server knows nothing of the environment \(environment.displayed(limit: 40))")
    }
    self.environment = environment
    switch input.document {
    case .receipt(let receipt):
      guard let signed = receipt.creationDate?.instant.milliseconds, case .signedData(let bytes) = input.input.content
      else { throw ScenarioFault(path, "the receipt does not say when it was made") }
      begin = min(begin, signed)
      receipts.append(ScenarioReceipt(signed: signed, receipt: receipt, base64: Base64.encode(bytes)))
    case .transactionReceipt: throw ScenarioFault(path, "an iOS 6 receipt is not a part of a scenario")
    case .jws(let signature): try add(signature, input.signedParts, path, folder)
    }
  }

  /// Converts the environments that receipts and signed data name differently.
  static func jwsName(_ name: String) -> String { name == "ProductionSandbox" ? "Sandbox" : name }

  private mutating func add(
    _ signature: JSONWebSignature, _ parts: [SignedPart], _ path: String, _ folder: Int
  ) throws(ScenarioFault) {
    let payload = signature.payload
    guard let signed = signature.signedAt?.milliseconds, let kind = SignedPayloadKind(payload) else {
      throw ScenarioFault(path, "it is not signed data that the App Store Server API has, or has no date")
    }
    begin = min(begin, signed)
    switch kind {
    case .transaction: try add(transaction: payload, signed, path, folder)
    case .renewal: renewals.append((payload, path))
    case .appTransaction: try add(appTransaction: payload, signed, path, folder)
    case .realtime: throw ScenarioFault(path, "a request of retention messaging is not a part of a scenario")
    case .notification:
      var opened = payload
      for part in parts {
        let names = part.pointer.split(separator: "/").map(String.init)
        guard let inner = part.signature?.payload, names.count == 2, let outer = opened[names[0]],
          let innerDate = part.signature?.signedAt?.milliseconds
        else { continue }
        opened = opened.setting(names[0], outer.setting(names[1], inner))
        switch names[1] {
        case "signedTransactionInfo": try add(transaction: inner, innerDate, path, folder)
        case "signedRenewalInfo": renewals.append((inner, path))
        // signedAppTransactionInfo
        default: try add(appTransaction: inner, innerDate, path, folder)
        }
      }
      try add(notification: opened, signature.bundleIdentifier, signed, path)
    }
  }

  private mutating func add(
    notification: JSONValue, _ bundle: String?, _ signed: Int64, _ path: String
  ) throws(ScenarioFault) {
    guard let identifier = notification["notificationUUID"]?.stringValue, let bundle else {
      throw ScenarioFault(path, "the notification has no notificationUUID, or names no app")
    }
    let new = ScenarioNotification(signed: signed, payload: notification, bundle: bundle)
    if let earlier = notifications[identifier], earlier.payload != new.payload {
      throw ScenarioFault(
        path, "another file has another notification with the same notificationUUID",
        hint: "scenarios that are served together need different --seed")
    }
    notifications[identifier] = new
    if let number = ["data", "summary", "appData"].lazy.compactMap({ notification[$0]?["appAppleId"]?.wholeNumber })
      .first
    {
      appleIDs[bundle] = number
    }
  }

  private mutating func add(
    transaction: JSONValue, _ signed: Int64, _ path: String, _ folder: Int
  ) throws(ScenarioFault) {
    guard let identifier = transaction["transactionId"]?.stringValue,
      let original = transaction["originalTransactionId"]?.stringValue, transaction["productId"]?.stringValue != nil,
      let bundle = transaction["bundleId"]?.stringValue, transaction.milliseconds("purchaseDate") != nil
    else {
      throw ScenarioFault(
        path, "the transaction lacks one of transactionId, originalTransactionId, productId, bundleId and purchaseDate")
    }
    let appTransaction = transaction["appTransactionId"]?.stringValue
    let key = CustomerKey(bundle: bundle, identifier: appTransaction ?? "folder \(folder)")
    for name in [original, identifier] {
      if let owner = owners[name], owner != key { throw Self.contradiction(path, "transaction", identifier) }
      owners[name] = key
    }
    var statements = transactions[key]?[identifier] ?? []
    let fixedMembers = ["originalTransactionId", "productId", "purchaseDate", "type"]
    if let earlier = statements.first?.payload, fixedMembers.contains(where: { earlier[$0] != transaction[$0] }) {
      throw Self.contradiction(path, "transaction", identifier)
    }
    try Self.add(
      SignedStatement(signed: signed, payload: transaction, modified: signed), to: &statements, path, identifier)
    transactions[key, default: [:]][identifier] = statements
    customers[key] = customers[key] ?? Self.customer(key, appTransaction)
  }

  private mutating func add(
    appTransaction: JSONValue, _ signed: Int64, _ path: String, _ folder: Int
  ) throws(ScenarioFault) {
    guard let bundle = appTransaction["bundleId"]?.stringValue else {
      throw ScenarioFault(path, "the app transaction names no app")
    }
    let identifier = appTransaction["appTransactionId"]?.stringValue
    let key = CustomerKey(bundle: bundle, identifier: identifier ?? "folder \(folder)")
    customers[key, default: Self.customer(key, identifier)].appTransactions.append(
      SignedStatement(signed: signed, payload: appTransaction, modified: signed))
    if let number = appTransaction["appAppleId"]?.wholeNumber { appleIDs[bundle] = number }
  }

  private static func add(
    _ new: SignedStatement, to statements: inout [SignedStatement], _ path: String, _ identifier: String
  ) throws(ScenarioFault) {
    if let same = statements.first(where: { $0.signed == new.signed }) {
      // A notification may contain a transaction that also has its own file.
      guard same.payload == new.payload else { throw contradiction(path, "transaction", identifier) }
      return
    }
    statements.append(new)
  }

  private static func contradiction(_ path: String, _ what: String, _ identifier: String) -> ScenarioFault {
    ScenarioFault(
      path, "another file says something else of the \(what) \(identifier.displayed(limit: 40))",
      hint: "scenarios that are served together need different --seed")
  }

  /// The complete data, after all files have been read.
  mutating func data() throws(ScenarioFault) -> ScenarioData {
    guard let environment, !customers.isEmpty else {
      throw ScenarioFault(
        nil, "there is no signed transaction in it",
        hint: "receipt-tool mint --scenario NAME --output FOLDER writes one")
    }
    for (renewal, path) in renewals {
      guard let original = renewal["originalTransactionId"]?.stringValue, let key = owners[original],
        let signed = renewal.milliseconds("signedDate")
      else { throw ScenarioFault(path, "the renewal info belongs to no transaction of the scenario, or has no date") }
      var statements = customers[key]?.renewals[original] ?? []
      try Self.add(SignedStatement(signed: signed, payload: renewal, modified: signed), to: &statements, path, original)
      customers[key]?.renewals[original] = statements
    }
    addReceipts(environment)
    // The keys are sorted, because dictionaries have no order.
    let keys = customers.keys.sorted { ($0.bundle, $0.identifier) < ($1.bundle, $1.identifier) }
    return ScenarioData(
      environment: environment, begin: Instant(milliseconds: begin), bundles: Set(keys.map(\.bundle)),
      appleIDs: appleIDs,
      customers: keys.compactMap { key in customers[key].map { Self.finished($0, transactions[key] ?? [:]) } },
      notifications: notifications.values.sorted { ($0.signed, $0.identifier) < ($1.signed, $1.identifier) })
  }

  /// Adds what receipts say about the app, which is the same as in an AppTransaction. A receipt that has no purchase of
  /// these customers adds nothing.
  private mutating func addReceipts(_ environment: String) {
    for one in receipts.sorted(by: { $0.signed < $1.signed }) {
      let receipt = one.receipt
      let signed = one.signed
      let identifiers = receipt.inApp.flatMap { [$0.originalTransactionID, $0.transactionID] }.compactMap(\.self)
      guard let key = identifiers.lazy.compactMap({ [owners] in owners[$0] }).first,
        key.bundle == receipt.bundleIdentifier, let customer = customers[key]
      else { continue }
      let payload = Self.appTransaction(
        receipt, environment, appleID: appleIDs[key.bundle], identifier: customer.appTransactionID, signed)
      customers[key]?.appTransactions.append(SignedStatement(signed: signed, payload: payload, modified: signed))
      customers[key]?.receipts.append(one)
    }
  }

  static func appTransaction(
    _ receipt: Receipt, _ environment: String, appleID: Int64?, identifier: String?, _ signed: Int64
  ) -> JSONValue {
    .present(
      ("receiptType", .string(environment)), ("appAppleId", appleID.map(JSONValue.whole)),
      ("bundleId", receipt.bundleIdentifier.map(JSONValue.string)),
      ("applicationVersion", receipt.applicationVersion.map(JSONValue.string)), ("receiptCreationDate", .whole(signed)),
      ("originalPurchaseDate", receipt.originalPurchaseDate.map { .whole($0.instant.milliseconds) }),
      ("originalApplicationVersion", receipt.originalApplicationVersion.map(JSONValue.string)),
      ("appTransactionId", identifier.map(JSONValue.string)))
  }

  private static func customer(_ key: CustomerKey, _ appTransactionID: String?) -> ScenarioCustomer {
    ScenarioCustomer(bundle: key.bundle, appTransactionID: appTransactionID, name: key.identifier)
  }

  private static func finished(
    _ customer: ScenarioCustomer, _ transactions: [String: [SignedStatement]]
  ) -> ScenarioCustomer {
    var finished = customer
    finished.transactions = transactions.map { identifier, statements in
      ScenarioTransaction(
        identifier: identifier, original: statements.first?.payload["originalTransactionId"]?.stringValue ?? identifier,
        statements: ordered(statements))
    }.sorted { $0.identifier.precedes(identifier: $1.identifier) }
    markUpgrades(&finished.transactions)
    finished.renewals = customer.renewals.mapValues(ordered)
    finished.appTransactions = ordered(customer.appTransactions)
    return finished
  }

  /// The statements by their dates. One with the same content as the one before it has the modification time of that.
  private static func ordered(_ statements: [SignedStatement]) -> [SignedStatement] {
    var statements = statements.sorted { $0.signed < $1.signed }
    for index in statements.indices.dropFirst() {
      let last = statements[index - 1]
      let this = statements[index]
      if last.payload.removing("signedDate") == this.payload.removing("signedDate") {
        statements[index].modified = last.modified
      }
    }
    return statements
  }

  /// Marks periods that ended because the customer changed to a product of a higher level (Apple, isUpgraded).
  private static func markUpgrades(_ transactions: inout [ScenarioTransaction]) {
    let families = Dictionary(grouping: transactions.indices) { transactions[$0].original }
    for family in families.values where family.count > 1 {
      let ordered = family.sorted { transactions[$0].purchased < transactions[$1].purchased }
      for (index, next) in zip(ordered, ordered.dropFirst()) {
        let payload = transactions[index].statements[0].payload
        let nextStatement = transactions[next].statements[0]
        if let end = payload.milliseconds("expiresDate"), transactions[next].purchased < end,
          nextStatement.payload["productId"] != payload["productId"],
          nextStatement.payload["transactionReason"] == .string("PURCHASE")
        {
          transactions[index].upgraded = nextStatement.signed
        }
      }
    }
  }
}

extension ScenarioTransaction {
  /// The purchase date, in milliseconds since 1970.
  var purchased: Int64 { statements.first?.payload.milliseconds("purchaseDate") ?? 0 }
}
