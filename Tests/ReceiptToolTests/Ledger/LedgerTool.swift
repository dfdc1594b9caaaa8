import Foundation
import ReceiptKit
import ReceiptMint
import Testing

/// `receipt-tool ledger` on a file of its own, with minted receipts.
struct LedgerTool {
  let scratch: Scratch
  let database: String
  let anchor: String

  init() throws {
    scratch = try Scratch()
    database = scratch.url.appendingPathComponent("ledger.sqlite").path
    anchor = try scratch.file("root.pem", try Minted.anchor().utf8).path
  }

  /// The app of everything that is minted.
  static let bundle = "com.example.test"

  /// Options of `add` that take what is minted.
  var adding: [String] { trusting + ["--environment", "sandbox", "--bundle-id", Self.bundle] }

  /// The same for a ledger that is there.
  var trusting: [String] { ["--trust-anchor", anchor, "--allow-test-signed", "--database", database] }

  func add(_ receipt: String, order: String, account: String, _ more: [String] = []) throws -> ToolRun {
    let file = try scratch.file("receipt-\(UUID().uuidString).b64", receipt.utf8).path
    return try ToolRun(
      ["ledger", "add"] + adding + more + [file, "--order", order, "--account", account, "--compact"])
  }

  func run(_ command: String, _ arguments: [String] = [], input: String = "") throws -> ToolRun {
    // Where the exit status is a judgement, another database may not be named behind the inputs.
    let place = ["--database", database]
    return try ToolRun(
      ["ledger", command] + (["notify", "entitlements"].contains(command) ? place + arguments : arguments + place),
      input: Array(input.utf8))
  }

  /// All events, as they are printed.
  func events(since sequence: Int = 0) throws -> [[String: Any]] {
    try Self.lines(try run("events", ["--since", "\(sequence)"]).stdout)
  }

  func eventNames(since sequence: Int = 0) throws -> [String] {
    try events(since: sequence).compactMap { $0["event"] as? String }
  }

  /// Every whole line as JSON; what was cut off by the end of a process is no line.
  static func lines(_ text: String) throws -> [[String: Any]] {
    try text.components(separatedBy: "\n").dropLast().map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any], "\(line)")
    }
  }

  /// A receipt with purchases of one kind.
  static func receipt(
    _ purchases: [InAppDescription], created: String = "2025-12-26T18:39:47Z", bundle: String = Self.bundle
  ) throws -> String {
    try Minted.receipt { receipt in
      receipt.bundleIdentifier = bundle
      receipt.creationDate = created
      receipt.inApp = purchases
    }.base64
  }

  static func coins(_ transaction: String, product: String = "com.example.coins") -> InAppDescription {
    var purchase = InAppDescription()
    purchase.quantity = 1
    purchase.productID = product
    purchase.transactionID = transaction
    purchase.originalTransactionID = transaction
    purchase.purchaseDate = "2025-12-26T17:43:07Z"
    purchase.originalPurchaseDate = "2025-12-26T17:43:07Z"
    purchase.productType = 1
    return purchase
  }

  static func line(_ receipt: String, order: String, account: String) -> String {
    #"{"receipt":"\#(receipt)","order":"\#(order)","account":"\#(account)","id":"\#(order)"}"#
  }

  /// What Apple answers to a receipt that is valid, as far as a ledger looks at it.
  static func valid(_ receipt: String) -> String {
    guard let history = try? PurchaseHistory(try InputDecoder().decode(Array(receipt.utf8))) else { return "" }
    let purchases = history.purchases.map { purchase in
      """
      {"transaction_id":"\(purchase.transactionID ?? "")","product_id":"\(purchase.productID ?? "")",
      "purchase_date_ms":"\(purchase.purchased?.milliseconds ?? 0)"}
      """
    }
    return """
      {"status":0,"receipt":{"bundle_id":"\(history.bundleID ?? "")","in_app":[\(purchases.joined(separator: ","))]}}
      """
  }
}
