import ReceiptKit

/// The purchases of erased accounts, inside a transaction. They are identified by keyed hashes, and no account gets
/// them again.
struct ErasedPurchases {
  private let db: Database
  /// The key; `nil` if nothing was ever erased.
  private let key: ErasureKey?

  /// What messages say of an erased purchase; a clause.
  static let text = "its account was erased at the customer's request"

  /// The row of `ledger` with the identifier of the key.
  static let keyName = "erasure key"

  /// - Parameters:
  ///   - hasAny: whether purchases were erased.
  ///   - keyIdentifier: the identifier of the key of the hashes, as the ledger stores it.
  /// - Throws: `.erasureKey` if the file does not have that key. Without it, an erased purchase could be used again.
  init(_ db: Database, of ledger: Ledger, hasAny: Bool, keyIdentifier: String?) throws {
    self.db = db
    guard hasAny else {
      key = nil
      return
    }
    guard let keyIdentifier else {
      throw StoredDamage(text: "it does not say with which key purchases were erased")
    }
    key = try Self.readKey(ledger, keyIdentifier)
  }

  /// Whether a purchase is erased, or is a copy, another period or a continuation of an erased purchase.
  func includes(_ purchase: PurchaseRecord) throws -> Bool {
    guard key != nil, let transaction = purchase.transactionID else { return false }
    if try includes(transaction) { return true }
    guard CustomerRule.of(purchase).key == .originalTransaction else { return false }
    return try [purchase.originalTransactionID, purchase.previousOriginalTransactionID].compactMap(\.self)
      .contains { try !$0.isSame(as: transaction) && includes($0) }
  }

  private func includes(_ transaction: String) throws -> Bool {
    guard let key else { return false }
    return try db.isTrue("SELECT EXISTS (SELECT 1 FROM erased WHERE hash = ?)", [try key.hash(transaction)])
  }

  /// The purchases of a list that were not erased.
  func others(_ purchases: [PurchaseRecord]) throws -> [PurchaseRecord] {
    key == nil ? purchases : try purchases.filter { try !includes($0) }
  }

  /// The history without erased purchases: no statement about them is stored.
  func without(_ history: PurchaseHistory) throws -> PurchaseHistory {
    guard key != nil else { return history }
    var history = history
    history.purchases = try others(history.purchases)
    history.renewals = try history.renewals.filter { renewal in
      try !(renewal.originalTransactionID.map(includes) ?? false)
    }
    return history
  }

  /// Whether a statement is about any erased purchase.
  func isIn(_ history: PurchaseHistory) throws -> Bool {
    let others = try without(history)
    return others.purchases.count < history.purchases.count || others.renewals.count < history.renewals.count
  }

  /// Adds purchases by their hashes, in the transaction that erases them. The first call creates the key and its file.
  ///
  /// - Parameter transactions: the names of transactions, and of original transactions.
  /// - Returns: whether the key is new.
  static func add(_ transactions: [String], _ db: Database, of ledger: Ledger, at now: Instant) throws -> Bool {
    guard !transactions.isEmpty else { return false }
    let (key, isNew) = try findOrMakeKey(db, of: ledger)
    for transaction in transactions {
      try db.run(
        "INSERT INTO erased (hash, at) VALUES (?, ?) ON CONFLICT (hash) DO NOTHING",
        [try key.hash(transaction), now])
    }
    return isNew
  }

  private static func findOrMakeKey(_ db: Database, of ledger: Ledger) throws -> (ErasureKey, isNew: Bool) {
    if let identifier = try keyIdentifier(db) { return (try readKey(ledger, identifier), false) }
    guard !ledger.erasureKeyPath.isEmpty else { throw missingKey(ledger) }
    // An existing file belongs to an earlier ledger, or to an erasure that failed after creating it.
    var key = try ErasureKey.read(ledger.erasureKeyPath)
    let isNew = key == nil
    if key == nil { key = try ErasureKey.make(ledger.erasureKeyPath) ?? ErasureKey.read(ledger.erasureKeyPath) }
    guard let key else { throw missingKey(ledger) }
    try db.run("INSERT INTO ledger (name, value) VALUES (?, ?)", [keyName, try key.identifier()])
    return (key, isNew)
  }

  private static func keyIdentifier(_ db: Database) throws -> String? {
    try db.value("SELECT value FROM ledger WHERE name = ?", [keyName])
  }

  private static func readKey(_ ledger: Ledger, _ identifier: String) throws -> ErasureKey {
    guard let key = try ErasureKey.read(ledger.erasureKeyPath) else { throw missingKey(ledger) }
    guard try key.identifier() == identifier else {
      throw LedgerError(
        .erasureKey,
        """
        '\(ledger.erasureKeyPath)' is not the key with which purchases of '\(ledger.path)' were erased: one of them \
        could be used again
        """,
        hint: "put the right one back, or name it with --erasure-key")
    }
    return key
  }

  private static func missingKey(_ ledger: Ledger) -> LedgerError {
    guard !ledger.erasureKeyPath.isEmpty else {
      return LedgerError(
        .erasureKey, "nothing says where the key of erased purchases of '\(ledger.path)' is",
        hint: "name its file with --erasure-key; it is the same on all machines")
    }
    return LedgerError(
      .erasureKey,
      """
      the key '\(ledger.erasureKeyPath)' is missing, and without it an erased purchase of '\(ledger.path)' could be \
      used again
      """,
      hint: "put it back, or name it with --erasure-key; nothing is taken in without it")
  }
}
