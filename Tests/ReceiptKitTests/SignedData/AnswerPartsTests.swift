import ReceiptKit
import Testing

@Suite("What an answer of the App Store Server API lacks is told")
struct AnswerPartsTests {
  private typealias Samples = CombinedSamples

  private func read(_ json: String) throws -> PurchaseHistory { try Samples.reader.read(json) }

  private func unread(_ json: String) throws -> [String] {
    let status = try read(json).unread.map { "\($0.kind.rawValue) \($0.pointer) \($0.count)" }
    // decode, inspect, validate and CSV see the same gaps, and beside them the pieces that they do not read.
    let decoded = try InputDecoder().decode(json).unread
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
          UnreadPart.sentence(try read(json).unread).description == "more pages of the answer (hasMore) at /hasMore")
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

  @Test(
    "an answer without purchases says which one it is and what that means",
    arguments: try TableCase.read("json", "answers without purchases"))
  func empty(_ row: TableCase) throws {
    let (json, word) = (row.text, row.expected[0])
    let error = try #require(throws: ReceiptError.self) { try read(json) }
    #expect(error.message.description.contains("without") && !error.message.description.contains("receipt"), "\(error)")
    #expect("\(error.message) \(error.hint ?? "")".contains(word), "\(error)")
    #expect(error.cause?.rawValue == "answer-without-purchases" && error.exitCode == 65)
    let diagnosis = Diagnostician().diagnose(json)
    #expect(diagnosis.cause.rawValue == "answer-without-purchases" && !diagnosis.nextSteps.isEmpty)
    #expect(throws: ReceiptError.self) { try InputDecoder().decode(json) }
  }

  @Test(
    "JSON that is not an empty answer of the API is not called one",
    arguments: [#"{"data":[]}"#, #"{"data":[5]}"#, "{}"])
  func notEmpty(_ json: String) throws {
    #expect(try #require(throws: ReceiptError.self) { try read(json) }.cause?.rawValue != "answer-without-purchases")
  }

  @Test("what is not proven is counted, placed and listed, and of another app it does not count")
  func unproven() throws {
    let (one, _) = try pieces()
    let forged = SignedDataSamples.jws(Samples.transaction(1, signed: 1))
    let many = [forged] + [String](repeating: one, count: 120)
    let list = many.map { "\"\($0)\"" }.joined(separator: ",")
    let status = SubscriptionStatus(try read(#"{"signedTransactions":[\#(list)]}"#), at: Samples.date(10))
    let text = StatusReport(status, momentIsChosen: true).text(
      TextLayout(width: 200, usesColor: false, now: status.moment))
    let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(
      words.hasPrefix("! partly proven — 1 of 121 pieces is not proven: piece 1, /signedTransactions/0: "),
      "\(words.prefix(300))")
    #expect(
      text.split(separator: "\n").contains { $0.contains("transaction") && $0.hasSuffix(" /signedTransactions/0") })
    #expect(words.contains("20 earlier ones, all proven, are not shown"))
    #expect(status.history.notes.contains { $0.hasPrefix("1 of 121 pieces is not proven: piece 1, /signed") })
    let foreign = SignedDataSamples.jws(Samples.transaction(7, signed: 1, app: "com.example.other"))
    let mixed = try Samples.status([one, foreign], at: 10)
    #expect(mixed.history.purchases.map(\.transactionID) == ["1"] && mixed.history.bundleID == "com.example.reader")
    #expect(mixed.irregularities.contains { $0.message.contains("com.example.other") })
    #expect(mixed.subscriptions.first?.state.isActive == true)
    // The other way round nothing is won: it is not proven either.
    let newer = SignedDataSamples.jws(Samples.transaction(1, signed: 20, app: "com.example.other"))
    #expect(try Samples.status([newer, one], at: 10).subscriptions.first?.state == .active(until: Samples.date(30)))
  }
}
