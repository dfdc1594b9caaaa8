import Foundation
import Testing

@testable import ReceiptAnalysis

@Suite("Every piece of signed data counts", .enabled(if: SignedSamples.areHere, SignedSamples.missing))
struct SignedHistoryTests {
  /// Within the month that Xcode's transaction paid for.
  private let moment = Instant(milliseconds: 1_697_800_000_000)

  private func read(_ json: String, trusting anchors: Bool = true) throws -> SubscriptionStatus {
    let names = ["xcode-signed-transaction", "xcode-signed-renewal-info"]
    let own = try names.map { try SignedSamples.anchor(0, of: try SignedSamples.text($0)) }
    let decoder = InputDecoder(authenticator: Authenticator(anchors: anchors ? own : []))
    return SubscriptionStatus(try PurchaseHistoryReader(decoder).read(json), at: moment)
  }

  private func isBelieved(_ status: SubscriptionStatus) -> Bool {
    (try? status.believed(admittingUnverified: false).isActive(product: "pass.premium")) ?? false
  }

  @Test("a transaction and its renewal, as Get Transaction Info and Get All Subscription Statuses give them")
  func pair() throws {
    let transaction = try SignedSamples.text("xcode-signed-transaction")
    let renewal = try SignedSamples.text("xcode-signed-renewal-info")
    for json in [
      #"{"signedTransactionInfo":"\#(transaction)","signedRenewalInfo":"\#(renewal)"}"#,
      #"{"environment":"Xcode","data":[{"subscriptionGroupIdentifier":"6F3A93AB","lastTransactions":[{"status":1,"originalTransactionId":"0","signedTransactionInfo":"\#(transaction)","signedRenewalInfo":"\#(renewal)"}]}]}"#,
      #"["\#(renewal)","\#(transaction)"]"#,
    ] {
      let status = try read(json)
      #expect(status.history.kind == .signedHistory && status.history.unread.isEmpty)
      #expect(status.subscriptions.count == 1 && status.subscriptions.first?.renewal?.willRenew == true)
      #expect(isBelieved(status))
      #expect(!isBelieved(try read(json, trusting: false)), "without the anchor nothing is believed")
    }
  }

  @Test("a transaction that occurs twice counts once, and one piece that is not proven makes the whole unproven")
  func several() throws {
    let transaction = try SignedSamples.text("xcode-signed-transaction")
    let twice = try read(#"{"signedTransactions":["\#(transaction)","\#(transaction)"],"hasMore":false}"#)
    #expect(twice.history.purchases.count == 1 && isBelieved(twice))
    // The signature of another piece.
    let parts = transaction.split(separator: ".")
    let other = try SignedSamples.text("xcode-signed-renewal-info").split(separator: ".")
    let forged = "\(parts[0]).\(parts[1]).\(other[2])"
    let mixed = try read(#"{"signedTransactions":["\#(forged)","\#(transaction)"]}"#)
    #expect(mixed.history.authenticity?.verdict == .badSignature && !isBelieved(mixed))
  }

  @Test("pieces of two apps are refused, and so is one that cannot be read")
  func refused() throws {
    let transaction = try SignedSamples.text("xcode-signed-transaction")
    let notification = try SignedSamples.text("apple-test-notification.json")
    #expect(throws: ReceiptError.self) { try read(#"["\#(transaction)","\#(notification)"]"#) }
    #expect(throws: ReceiptError.self) { try read(#"["\#(transaction)","\#(transaction.prefix(900)).x.y"]"#) }
  }
}
