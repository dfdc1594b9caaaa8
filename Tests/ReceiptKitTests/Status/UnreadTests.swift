import ReceiptKit
import Testing

/// Where one of many is read, what is said is true of that one only.
@Suite("Status: what was not read")
struct UnreadTests {
  private static let header = "{\"alg\":\"ES256\",\"x5c\":[\"AAAA\"]}"

  private func jws(_ payload: String) -> String {
    [Self.header, payload, "no signature"].map { part in
      InputSamples.base64(Array(part.utf8)).replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }.joined(separator: ".")
  }

  private func transaction(_ number: Int) -> String {
    jws(
      "{\"transactionId\":\"\(number)\",\"originalTransactionId\":\"1\",\"productId\":\"m\",\"purchaseDate\":\(number)}"
    )
  }

  private func renewal() -> String {
    jws("{\"originalTransactionId\":\"1\",\"autoRenewProductId\":\"m\",\"autoRenewStatus\":1}")
  }

  private func unread(_ text: String) throws -> [UnreadPart] {
    try PurchaseHistoryReader().read(text).unread
  }

  private static let purchase = "{\"transaction_id\":\"1\",\"product_id\":\"m\",\"purchase_date_ms\":\"1\"}"

  @Test("of signed data no piece is left unread, in any form that the App Store Server API has")
  func signedData() throws {
    let transactions = (1...5).map { "\"\(transaction($0))\"" }
    #expect(try unread("{\"signedTransactions\":[\(transactions[0])],\"hasMore\":false}").isEmpty)
    #expect(try unread("{\"signedTransactions\":[\(transactions.joined(separator: ","))]}").isEmpty)
    #expect(try unread("[\(transactions[0]),\(transactions[1])]").isEmpty)
    let last = (0..<3).map { number in
      "{\"status\":1,\"signedTransactionInfo\":\(transactions[number]),\"signedRenewalInfo\":\"\(renewal())\"}"
    }
    #expect(try unread("{\"data\":[{\"lastTransactions\":[\(last.joined(separator: ","))]}]}").isEmpty)
  }

  @Test("of a notification of version 2 both parts are read, and nothing else that is signed")
  func notification() throws {
    func notification(_ more: String) -> String {
      let data = "\"signedTransactionInfo\":\"\(transaction(1))\",\"signedRenewalInfo\":\"\(renewal())\"" + more
      return "{\"signedPayload\":\"\(jws("{\"notificationType\":\"DID_RENEW\",\"data\":{\(data)}}"))\"}"
    }
    #expect(try unread(notification("")).isEmpty)
    #expect(
      try unread(notification(",\"signedAppTransactionInfo\":\"\(transaction(2))\""))
        == [UnreadPart(.signedData, at: "/signedPayload/data/signedAppTransactionInfo")])
    #expect(try InputDecoder().decode(notification("")).unread.isEmpty)
  }

  @Test("an answer beside another, lists of another name, and signed data beside an answer")
  func answers() throws {
    let answer = "\"status\":0,\"latest_receipt_info\":[\(Self.purchase)]"
    let other = "[{\"transaction_id\":\"2\",\"product_id\":\"m\"}]"
    #expect(try unread("{\(answer)}").isEmpty)
    for (more, expected) in [
      ("\"older\":{\"latest_receipt_info\":\(other)}", UnreadPart(.purchases, at: "/older/latest_receipt_info")),
      ("\"a\":[{\"receipt\":{\"in_app\":\(other)}}]", UnreadPart(.purchases, at: "/a/0/receipt/in_app")),
      (
        "\"a\":{\"pending_renewal_info\":[{\"original_transaction_id\":\"7\"}]}",
        UnreadPart(.purchases, at: "/a/pending_renewal_info")
      ),
      ("\"signedTransaction\":\"\(transaction(3))\"", UnreadPart(.signedData, at: "/signedTransaction")),
    ] {
      #expect(try unread("{\(answer),\(more)}") == [expected])
      #expect(try unread("{\(more),\(answer)}") == [expected])
    }
    // What is there again says nothing new.
    #expect(try unread("{\(answer),\"older\":{\"latest_receipt_info\":[\(Self.purchase)]}}").isEmpty)
    let notification = "{\"notification_type\":\"CANCEL\",\"unified_receipt\":{\(answer)},\"latest_receipt_info\":"
    #expect(try unread(notification + Self.purchase + "}").isEmpty)
    // Lists of an iOS 6 receipt, and of notifications from before 2020, are read as well.
    for text in [notification + other + "}", "{\(answer),\"latest_expired_receipt_info\":\(other)}"] {
      let history = try PurchaseHistoryReader().read(text)
      #expect(history.unread.isEmpty && history.purchases.last?.transactionID == "2")
    }
  }

  @Test("a name of an answer that occurs twice is refused where it is read")
  func repeatedNames() throws {
    let list = "\"latest_receipt_info\":[\(Self.purchase)]"
    for text in [
      "{\"status\":21003,\"status\":0,\(list)}", "{\"status\":0,\(list),\"latest_receipt_info\":[]}",
      "{\"status\":0,\"receipt\":{},\"receipt\":{\"in_app\":[\(Self.purchase)]},\(list)}",
      "{\"unified_receipt\":{\(list),\(list)}}",
    ] {
      #expect {
        try self.unread(text)
      } throws: {
        ($0 as? ReceiptError)?.message.description.contains(" twice") ?? false
      }
    }
    #expect(try unread("{\"status\":0,\(list),\"comment\":1,\"comment\":2}").isEmpty)
  }

  @Test("it is said in the first line of every text, and a part of an input is never good")
  func firstLine() throws {
    let receipt = String(decoding: try PackageFiles.read("TestReceipts/sandbox-subscription.b64"), as: UTF8.self)
    let bytes = Array("{\"receipt-data\":\"\(receipt)\",\"signedTransaction\":\"\(transaction(1))\"}".utf8)
    let layout = TextLayout(width: 80, usesColor: false, now: StatusSamples.now)
    let decoder = try InputDecoder.ofVectors
    let decoded = try decoder.decode(bytes)
    var expectations = Expectations()
    expectations.allowsTestSigned = true
    let validation = Validator(expectations: expectations, now: StatusSamples.now).validate(decoded)
    #expect(validation.verdict == .incomplete && !validation.checks.contains { $0.outcome == .failed })
    for text in [
      try Inspection(decoded).text(layout), validation.report(layout),
      Diagnostician(decoder: decoder).diagnose(bytes).report(layout),
      StatusReport(SubscriptionStatus(try PurchaseHistoryReader(decoder).read(bytes), at: StatusSamples.now)).text(
        layout),
    ] { #expect(text.hasPrefix("! NOT ALL OF IT WAS READ — what follows is true of one part only. Not read: a\n")) }
  }

  @Test("however many parts there are, a few lines tell of them")
  func bounds() throws {
    let many = (0..<3_000).map { "\"k\($0)\":\"\(transaction($0))\"" }.joined(separator: ",")
    let parts = try unread(jws("{\"transactionId\":\"1\",\"productId\":\"m\",\(many)}"))
    #expect(parts.count == 20 && parts.reduce(0) { $0 + $1.count } == 3_000)
  }
}
