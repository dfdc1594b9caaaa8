import ReceiptKit

/// Names of things that a ledger looks up, as bytes: two texts that Unicode calls the same are two names.
///
/// The names of many presentations are looked up together. Those that are in no table need no query later.
struct LedgerNames {
  /// The maximum number of names that are looked up at once, except that the last receipt may exceed it.
  static let maximumCount = 5_000

  /// The columns that contain names of transactions.
  static let transactionColumns = [
    ("purchase", "transaction_id"), ("purchase", "original_transaction_id"), ("purchase", "previous_transaction_id"),
    ("subscription", "original_transaction_id"), ("renewal", "original_transaction_id"),
    ("status", "original_transaction_id"), ("refused", "transaction_id"),
  ]

  /// Transactions, including original and previous ones.
  var transactions: Set<[UInt8]> = []
  var orders: Set<[UInt8]> = []
  /// Digests of receipts: of their signed content, and of their bytes.
  var digests: Set<[UInt8]> = []
  /// Digests of the keys that clients gave to requests.
  var requests: Set<[UInt8]> = []

  var count: Int { transactions.count + orders.count + digests.count + requests.count }

  mutating func formUnion(_ other: LedgerNames) {
    transactions.formUnion(other.transactions)
    orders.formUnion(other.orders)
    digests.formUnion(other.digests)
    requests.formUnion(other.requests)
  }

  /// Removes names, and returns those that were present.
  mutating func remove(_ names: LedgerNames) -> LedgerNames {
    func remove(_ some: Set<[UInt8]>, from all: inout Set<[UInt8]>) -> Set<[UInt8]> {
      some.filter { all.remove($0) != nil }
    }
    return LedgerNames(
      transactions: remove(names.transactions, from: &transactions), orders: remove(names.orders, from: &orders),
      digests: remove(names.digests, from: &digests), requests: remove(names.requests, from: &requests))
  }

  func contains(transaction: String) -> Bool { !transactions.isEmpty && transactions.contains(Array(transaction.utf8)) }
  /// Whether all names of a purchase are in the set.
  func contains(_ purchase: PurchaseRecord) -> Bool {
    Self.transactions(of: purchase).allSatisfy { contains(transaction: $0) }
  }
  func contains(order: String) -> Bool { !orders.isEmpty && orders.contains(Array(order.utf8)) }
  /// Whether all names of a receipt are in the set.
  func contains(_ receipt: PresentedReceipt) -> Bool {
    !digests.isEmpty && [receipt.signedSHA256, receipt.sha256].compactMap(\.self).allSatisfy(digests.contains)
  }

  /// The transaction of a purchase, its original transaction, and the original transaction of the subscription that it
  /// continues.
  private static func transactions(of purchase: PurchaseRecord) -> [String] {
    [purchase.transactionID, purchase.originalTransactionID, purchase.previousOriginalTransactionID].compactMap(\.self)
  }
}

extension LedgerNames {
  /// The names of a presentation. All rows that are written because of the presentation have only these names, and
  /// names from the tables.
  init(_ presentation: Presentation) {
    orders = [Array(presentation.order.utf8)]
    if let key = presentation.key { requests = [key.name] }
    let receipt = presentation.receipt
    digests = Set([receipt.signedSHA256, receipt.sha256].compactMap(\.self))
    for name in receipt.purchases.flatMap(Self.transactions) { transactions.insert(Array(name.utf8)) }
  }
}
