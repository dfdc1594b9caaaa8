import Testing

@testable import ReceiptAnalysis
@testable import ReceiptDocuments
import ReceiptKit
@testable import ReceiptReading

@Suite("What an answer of the App Store Server API lacks is told")
struct AnswerPartsTests {
  private typealias Samples = CombinedSamples

  private func read(_ json: String) throws -> PurchaseHistory { try Samples.reader.read(Array(json.utf8)) }

  private func unread(_ json: String) throws -> [String] {
    let status = try read(json).unread.map { "\($0.kind.rawValue) \($0.pointer) \($0.count)" }
    // decode, inspect, validate and CSV see the same gaps, and beside them the pieces that they do not read.
    let decoded = try InputDecoder().decode(Array(json.utf8)).unread
    for part in status.map({ $0.split(separator: " ")[1] }) {
      #expect(decoded.contains { $0.pointer == part || $0.count > 1 }, "\(part)")
    }
    return status
  }

  private func pieces() throws -> (String, String) {
    (
      try Samples.sign(.transaction, Samples.transaction(1, signed: 10)),
      try Samples.sign(.transaction, Samples.transaction(2, signed: 40))
    )
  }

  @Test("an answer that has more pages is not complete")
  func pages() throws {
    let (one, two) = try pieces()
    for list in [#"["\#(one)"]"#, #"["\#(one)","\#(two)"]"#] {
      #expect(try unread(#"{"signedTransactions":\#(list),"hasMore":false,"revision":"x"}"#) == [])
      #expect(try unread(#"{"signedTransactions":\#(list)}"#) == [])
      for more in ["true", #""true""#, "1", #""no""#, "{}"] {
        let json = #"{"signedTransactions":\#(list),"hasMore":\#(more),"revision":"x"}"#
        #expect(try unread(json) == ["more-pages /hasMore 1"], "\(more)")
        #expect(
          UnreadPart.sentence(try read(json).unread) == "more pages of the answer (hasMore) at /hasMore")
      }
    }
    let history = #"{"notificationHistory":[{"signedPayload":"\#(one)"}],"paginationToken":"t","hasMore":true}"#
    #expect(try unread(history) == ["more-pages /hasMore 1"])
    #expect(
      try unread(#"{"body":{"hasMore":true,"signedTransactions":["\#(one)"]}}"#) == ["more-pages /body/hasMore 1"])
    // It comes first.
    let cut = #"{"signedTransactions":["\#(one)","\#(two)",5],"hasMore":true}"#
    #expect(try read(cut).unread.first?.kind.rawValue == "more-pages")
    // Another program's word about something else.
    #expect(try unread(#"{"signedTransactionInfo":"\#(one)","hasMore":true}"#) == [])
  }

  @Test("the last page completes the ones before it")
  func together() throws {
    let (one, two) = try pieces()
    let app = #""bundleId":"com.example.reader","environment":"Sandbox""#
    func page(_ piece: String, _ more: Bool, _ app: String, _ list: String = "signedTransactions") -> String {
      #"{"\#(list)":["\#(piece)"],"hasMore":\#(more),\#(app),"revision":"x"}"#
    }
    func count(_ texts: [String]) throws -> Int { try Samples.status(texts, at: 10).history.unread.count }
    #expect(try count([page(one, true, app), page(two, false, app)]) == 0)
    #expect(try count([page(two, false, app), page(one, true, app)]) == 0)
    #expect(try count([page(one, true, app)]) == 1)
    #expect(try count([page(one, true, app), page(two, true, app)]) == 2)
    #expect(try count([page(one, true, app), two]) == 1)
    #expect(try count([page(one, true, app), page(two, false, app.replacing("Sandbox", with: "Production"))]) == 1)
    #expect(try count([page(one, true, app), page(two, false, #""environment":"Sandbox""#)]) == 1)
    #expect(try count([page(one, true, app), page(two, false, app, "notificationHistory")]) == 1)
  }

  @Test("an element that is cut or left out is unread, whatever is left of it")
  func elided() throws {
    let (one, two) = try pieces()
    for element in [
      #""eyJ""#, #""eyJhbGciOi""#, #""<redacted>""#, #""""#, "null", "5", "{}", #"{"transactionId":"1"}"#, "[]",
    ] {
      for list in [#""\#(one)",\#(element)"#, #""\#(one)","\#(two)",\#(element)"#] {
        let parts = try read(#"{"signedTransactions":[\#(list)]}"#).unread
        #expect(parts.map(\.kind) == [.signedData], "\(element)")
        #expect(try !unread(#"{"signedTransactions":[\#(list)]}"#).isEmpty, "\(element)")
      }
      let answer =
        #"{"data":[{"lastTransactions":[{"signedTransactionInfo":"\#(one)"},{"signedTransactionInfo":\#(element)}]}]}"#
      #expect(
        try unread(answer) == ["signed-data /data/0/lastTransactions/1/signedTransactionInfo 1"], "\(element)")
    }
    for element in ["null", "5", #""x""#] {
      #expect(
        try unread(#"{"data":[{"lastTransactions":[{"signedTransactionInfo":"\#(one)"},\#(element)]}]}"#)
          == ["signed-data /data/0/lastTransactions/1 1"])
      #expect(
        try unread(#"{"notificationHistory":[{"signedPayload":"\#(one)"},{"signedPayload":\#(element)}]}"#)
          == ["signed-data /notificationHistory/1/signedPayload 1"])
    }
    // Renewal information takes nothing away, and programs write what is absent as null.
    #expect(try unread(#"{"signedTransactionInfo":"\#(one)","signedRenewalInfo":null}"#) == [])
    #expect(try unread(#"{"signedTransactionInfo":"\#(one)","signedRenewalInfo":"cut"}"#).count == 1)
  }
}
