import Foundation
import ReceiptKit

@testable import ReceiptMint

/// A receipt and signed transactions of the same customer that agree, to be changed by tests.
///
/// Dates by Python's datetime: the purchase is of 2025-12-26T17:43:07Z, the receipt of an hour later, the data of
/// 2026-01-10.
struct SignedPair {
  static let first = "2000000000000001"
  static let made: Int64 = 1_766_774_387_000
  static let signed: Int64 = 1_768_003_200_000
  static let hour: Int64 = 3_600_000

  var receipt: ReceiptDescription
  /// Members of payloads in JSON, transaction by transaction.
  var transactions: [[String: String]]
  /// Other texts, each a file.
  var others: [String] = []

  init() {
    receipt = .sandboxSample()
    receipt.bundleIdentifier = "com.example.reader"
    receipt.creationDate = "2025-12-26T18:39:47Z"
    receipt.inApp = [.subscriptionSample()]
    transactions = [Self.transaction()]
  }

  /// What Apple would sign of ``InAppDescription/subscriptionSample(transactionID:productID:)``.
  static func transaction(_ more: [String: String] = [:]) -> [String: String] {
    [
      "transactionId": #""\#(first)""#, "originalTransactionId": #""\#(first)""#, "bundleId": #""com.example.reader""#,
      "productId": #""com.example.test.monthly""#, "webOrderLineItemId": #""1999999999999999""#,
      "purchaseDate": "1766770987131", "originalPurchaseDate": "1766770987000", "expiresDate": "1766772787999",
      "quantity": "1", "type": #""Auto-Renewable Subscription""#, "inAppOwnershipType": #""PURCHASED""#,
      "signedDate": "\(signed)", "environment": #""Sandbox""#, "subscriptionGroupIdentifier": #""21000000""#,
      "appAccountToken": #""7e3fb20b-4cdb-47cc-936d-99d65f608138""#,
    ].merging(more) { _, new in new }
  }

  static func json(_ members: [String: String]) -> String {
    "{" + members.sorted { $0.key < $1.key }.map { #""\#($0.key)":\#($0.value)"# }.joined(separator: ",") + "}"
  }

  static func sign(_ members: [String: String], _ kind: SignedPayloadKind = .transaction) throws -> String {
    try CombinedSamples.sign(kind, json(members))
  }

  /// A page of Get Transaction History.
  static func page(_ texts: [String], hasMore: Bool) -> String {
    let list = texts.map { #""\#($0)""# }.joined(separator: ",")
    return #"{"revision":"1","bundleId":"com.example.reader","environment":"Sandbox","hasMore":\#(hasMore),"#
      + #""signedTransactions":[\#(list)]}"#
  }

  func receiptText(_ chain: SigningChain? = nil) throws -> [UInt8] {
    let minter = EnvelopeMinter(try chain ?? Mint.authority.chain())
    return Array(Data(try minter.envelope(receipt).mint().bytes).base64EncodedString().utf8)
  }

  func compare() throws -> TransactionComparison {
    try Self.compare(try receiptText(), try transactions.map { try Self.sign($0) } + others)
  }

  static func compare(
    _ receipt: [UInt8], _ texts: [String], _ decoder: InputDecoder? = nil
  ) throws -> TransactionComparison {
    let decoder = try decoder ?? CombinedSamples.reader.decoder
    var combined = CombinedHistory(PurchaseHistoryReader(decoder))
    for (index, text) in texts.enumerated() { try combined.add(Array(text.utf8), from: "file\(index + 1)") }
    return try TransactionComparison(try decoder.decode(receipt), with: combined)
  }

  /// A comparison in which something was changed.
  func changed(_ change: (inout SignedPair) throws -> Void) throws -> TransactionComparison {
    var pair = self
    try change(&pair)
    return try pair.compare()
  }
}

extension TransactionComparison {
  /// What is neither equal nor expected: causes and places.
  var unexpected: [String] {
    fields.filter { !$0.isExpected }.map { "\($0.cause?.rawValue ?? "") \($0.pointer)" }
  }

  /// The causes of what is expected, without what receipts never contain and milliseconds.
  var expected: [String] {
    fields.filter { $0.isExpected && ![nil, .serverState, .milliseconds].contains($0.cause) }
      .map { "\($0.cause?.rawValue ?? "") \($0.pointer)" }
  }

  func text(_ width: Int, showsAll: Bool = false) -> String {
    report(
      TextLayout(width: width, usesColor: false, now: Instant(milliseconds: SignedPair.signed)), showsAll: showsAll)
  }

  func json(showsEqual: Bool = false) -> String {
    var writer = JSONWriter(layout: .pretty)
    writeDocument(source: "receipt.b64", showsEqual: showsEqual, to: &writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}
