import ReceiptKit
import Testing

/// Nothing signs what stands around the signed data of an answer.
@Suite("What an answer of the App Store Server API says beside its signed data")
struct AnswerClaimsTests {
  private typealias Samples = CombinedSamples

  /// The answer of Get All Subscription Statuses about the first month, which ends on day 30.
  private func answer(
    status: String = "1", original: String = #""1""#, app: String = "com.example.reader", place: String = "Sandbox",
    signed: Int64 = 10, _ more: String = "", renewal: String? = nil
  ) throws -> String {
    let transaction = try Samples.sign(.transaction, Samples.transaction(1, signed: signed, more))
    let second = try renewal.map {
      #","signedRenewalInfo":"\#(try Samples.sign(.renewal, Samples.renewal(signed: signed, $0)))""#
    }
    return #"{"environment":"\#(place)","bundleId":"\#(app)","data":[{"subscriptionGroupIdentifier":"21000000","#
      + #""lastTransactions":[{"originalTransactionId":\#(original),"status":\#(status),"#
      + #""signedTransactionInfo":"\#(transaction)"\#(second ?? "")}]}]}"#
  }

  private func contradictions(_ json: String) throws -> [String] {
    let history = try Samples.reader.read(json)
    let together = try Samples.status([json, json])
    // One by one and together with others the same is said.
    #expect(Set(together.history.irregularities.map(\.message)) == Set(history.irregularities.map(\.message)))
    // What is proven is not displaced by what is not.
    #expect(history.bundleID == "com.example.reader" && history.environment == "Sandbox" && history.isProven)
    return history.irregularities.filter { $0.kind == .contradiction }.map(\.message.description)
  }

  private static let retry = #","isInBillingRetryPeriod":true"#
  private static let grace = retry + #","gracePeriodExpiresDate":\#(Samples.date(40).milliseconds)"#
  private static let revoked = #","revocationDate":\#(Samples.date(9).milliseconds),"revocationReason":1"#

  @Test("what agrees is not reported")
  func agreement() throws {
    #expect(try contradictions(answer()) == [])
    #expect(try contradictions(answer(renewal: "")) == [])
    #expect(try contradictions(answer(status: "2", signed: 35, renewal: "")) == [])
    #expect(try contradictions(answer(status: "3", signed: 35, renewal: Self.retry)) == [])
    #expect(try contradictions(answer(status: "4", signed: 35, renewal: Self.grace)) == [])
    #expect(try contradictions(answer(status: "5", Self.revoked)) == [])
    #expect(try contradictions(answer(status: "5", #","revocationType":"FAMILY_REVOKE""#)) == [])
    // Without renewal information a transaction does not tell why nothing follows it.
    for status in ["2", "3", "4"] { #expect(try contradictions(answer(status: status, signed: 35)) == []) }
    // Programs write numbers as texts, and leave out what they do not need.
    #expect(try contradictions(answer(status: #""1""#, original: "1")) == [])
    #expect(try contradictions(answer(status: "null", original: "null")) == [])
  }

  @Test("its status is told as what nothing signs")
  func carried() throws {
    let history = try Samples.reader.read(answer(status: "3"))
    #expect(
      history.notes.map(\.description) == [
        "the answer says at /data/0/lastTransactions/0: status 3 (in the billing retry period); nothing signs that"
      ])
    let many = (0..<50).map { _ in #"{"status":1,"signedTransactionInfo":5}"# }.joined(separator: ",")
    #expect(try Samples.reader.read(answer().replacing("}]}]}", with: "},\(many)]}]}")).notes.count == 1)
  }

  @Test("a status that the signed data contradicts is reported, in all numbers and beyond them")
  func status() throws {
    func told(_ status: String, _ signed: Int64, _ more: String = "", _ renewal: String? = nil) throws -> Bool {
      let found = try contradictions(answer(status: status, signed: signed, more, renewal: renewal))
      #expect(found.allSatisfy { $0.contains("status") && $0.contains(status.replacing("\"", with: "")) }, "\(found)")
      return found.count == 1
    }
    for status in ["2", "3", "4", "5", "0", "6", #""x""#, "-1"] { #expect(try told(status, 10), "\(status)") }
    for status in ["1", "3", "4", "5"] { #expect(try told(status, 35, "", ""), "\(status)") }
    for status in ["1", "2", "4", "5"] { #expect(try told(status, 35, "", Self.retry), "\(status)") }
    for status in ["1", "2", "3", "5"] { #expect(try told(status, 35, "", Self.grace), "\(status)") }
    for status in ["1", "2", "3", "4"] { #expect(try told(status, 10, Self.revoked), "\(status)") }
    for status in ["1", "5"] { #expect(try told(status, 35), "\(status)") }
  }

  @Test("another subscription, app or environment around a piece is reported")
  func places() throws {
    #expect(
      try contradictions(answer(original: #""77""#)) == [
        "the answer says at /data/0/lastTransactions/0 that the original transaction is 77, and the signed data 1"
      ])
    #expect(
      try contradictions(answer(app: "com.example.other")) == [
        "the answer says that the app is com.example.other, and the signed data com.example.reader"
      ])
    #expect(
      try contradictions(answer(place: "Production")) == [
        "the answer says that the environment is Production, and the signed data Sandbox"
      ])
    #expect(try contradictions(answer(original: #""77""#, app: "x", place: "y", renewal: "")).count == 3)
    // In whatever is around the answer, and in the answers of other calls.
    #expect(try contradictions(#"{"body":\#(try answer(status: "5"))}"#).count == 1)
    let transaction = try Samples.sign(.transaction, Samples.transaction(1, signed: 10))
    #expect(
      try contradictions(#"{"signedTransactions":["\#(transaction)"],"bundleId":"com.example.other","hasMore":false}"#)
        == ["the answer says that the app is com.example.other, and the signed data com.example.reader"])
    // Other programs' members mean nothing here.
    #expect(try contradictions(#"{"status":5,"signedTransactionInfo":"\#(transaction)","bundleId":5}"#) == [])
  }
}
