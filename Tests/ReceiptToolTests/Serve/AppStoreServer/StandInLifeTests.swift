import Foundation
import Testing

/// The clock of the stand-in moves through a life: the App Store Server API and verifyReceipt tell the same of it. What
/// has to be told stands in the files of the scenario.
@Suite("serve --scenario: a life by the clock")
struct StandInLifeTests {
  /// An answer of verifyReceipt to the first receipt of the life.
  private func verified(_ run: StandInRun) throws -> [String: Any] {
    let receipt = try #require(try run.receipts().first)
    let answer = try run.server.post("/sandbox/verifyReceipt", #"{"receipt-data":"\#(receipt)"}"#).json()
    #expect(answer["status"] as? Int == 0, "\(answer)")
    return answer
  }

  private func trimmed(_ text: String) -> String { text.trimmingCharacters(in: .whitespacesAndNewlines) }

  /// Checks that an answer tells what is known at an event.
  private func check(_ answer: [String: Any], _ run: StandInRun, at index: Int) throws {
    let transactions = try run.payloads("transaction")
    let now = try #require(transactions[index]["signedDate"] as? Int)
    let receipt = try #require(answer["receipt"] as? [String: Any])
    #expect(receipt["request_date_ms"] as? String == String(now))
    #expect(
      receipt["receipt_creation_date_ms"] as? String == String(try #require(transactions[0]["signedDate"] as? Int)))
    #expect(answer["latest_receipt"] as? String == trimmed(try run.receipts()[index]))
    let latest = try #require(answer["latest_receipt_info"] as? [[String: Any]])
    let told = Set(latest.compactMap { $0["transaction_id"] as? String })
    // What receipts know when it is bought.
    let known = Set(transactions.prefix(index + 1).compactMap { $0["transactionId"] as? String })
    #expect(told == known, "\(index + 1)")
    var renewals: [String: [String: Any]] = [:]
    for renewal in try run.payloads("renewal").prefix(index + 1) {
      renewals[try #require(renewal["originalTransactionId"] as? String)] = renewal
    }
    let pending = try #require(answer["pending_renewal_info"] as? [[String: Any]])
    #expect(pending.count == renewals.count, "\(index + 1)")
    for element in pending {
      let original = try #require(element["original_transaction_id"] as? String)
      let renewal = try #require(renewals[original], "\(index + 1): \(original)")
      func text(_ name: String) -> String? { (renewal[name] as? NSNumber).map { "\($0.intValue)" } }
      #expect(element["auto_renew_product_id"] as? String == renewal["autoRenewProductId"] as? String)
      #expect(element["auto_renew_status"] as? String == text("autoRenewStatus"), "\(index + 1)")
      #expect(element["expiration_intent"] as? String == text("expirationIntent"), "\(index + 1)")
      #expect(element["is_in_billing_retry_period"] as? String == text("isInBillingRetryPeriod"), "\(index + 1)")
      #expect(element["grace_period_expires_date_ms"] as? String == text("gracePeriodExpiresDate"), "\(index + 1)")
    }
  }

  @Test(
    "verifyReceipt follows the clock: a subscription that renews is in it as it is in signed data",
    arguments: ["grace-period-recovered", "cancel-auto-renew", "bundle-and-back"])
  func renewals(_ scenario: String) throws {
    let run = try StandInRun([scenario])
    for (index, transaction) in try run.payloads("transaction").enumerated() {
      try run.clock(milliseconds: try #require(transaction["signedDate"] as? Int))
      try check(try verified(run), run, at: index)
    }
    // Set back, it knows no more than then.
    try run.clock(milliseconds: try #require(try run.payloads("transaction")[0]["signedDate"] as? Int))
    try check(try verified(run), run, at: 0)
  }

  /// FACTS-2026, 1.4. Statuses are those of the old subscription, of that in the bundle, and of the one behind it.
  @Test("a move to a bundle and back: statuses at every step, and nothing in the refund history")
  func bundle() throws {
    let run = try StandInRun(["bundle-and-back"])
    let expected = [[1], [1, 1], [5, 1], [5, 1], [5, 1], [5, 2, 1], [5, 2, 1], [5, 2, 1]]
    let transactions = try run.payloads("transaction")
    var originals: [String] = []
    for transaction in transactions {
      let original = try #require(transaction["originalTransactionId"] as? String)
      if !originals.contains(original) { originals.append(original) }
    }
    #expect(transactions.count == expected.count && originals.count == 3)
    for (index, statuses) in expected.enumerated() {
      try run.clock(milliseconds: try #require(transactions[index]["signedDate"] as? Int))
      let answer = try run.api(["statuses", "--raw", originals[0]])
      let groups = try #require(try answer.json()["data"] as? [[String: Any]], "\(answer.stderr)")
      let last = groups.flatMap { $0["lastTransactions"] as? [[String: Any]] ?? [] }
      let found = originals.compactMap { original in
        last.first { $0["originalTransactionId"] as? String == original }?["status"] as? Int
      }
      #expect(found == statuses && last.count == statuses.count, "\(index + 1): \(last.count)")
      let refunds = try run.api(["refunds", originals[0]])
      #expect(refunds.status == 0 && refunds.stderr.contains("no signed data"), "\(index + 1): \(refunds.stdout)")
      let history = try run.api(["history", originals[0]]).documents().count
      #expect(history == Set(transactions.prefix(index + 1).compactMap { $0["transactionId"] as? String }).count)
    }
  }
}
