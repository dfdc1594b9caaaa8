import ReceiptMint
import TestSupport
import Testing

@testable import ReceiptAnalysis
@testable import ReceiptDocuments
import ReceiptKit
@testable import ReceiptReading

/// `inspect`, `status` and the page say the same about one input.
@Suite("One answer everywhere")
struct SameAnswerTests {
  private static let now = CombinedSamples.date(45)

  private func page(
    _ texts: [String], _ language: SummaryLanguage = .english, _ decoder: InputDecoder? = nil
  ) throws -> PageDocument {
    let question = Examination.Question(Expectations(), now: Self.now, in: language)
    let items = texts.map { PastedItem($0) }
    return PageDocument(items, question, try decoder ?? CombinedSamples.reader.decoder)
  }

  private func receipt(_ months: ClosedRange<Int64>, made: Int64) throws -> String {
    String(decoding: try CombinedSamples.receipt(months: months, made: made), as: UTF8.self)
  }

  /// A saved answer of the second month with a signed receipt in it.
  private func answer(_ receipt: String, _ more: String = "") -> String {
    CombinedSamples.answer(month: 2, asked: 41, more).dropLast() + #","latest_receipt":"\#(receipt)"}"#
  }

  private func summary(_ text: String) throws -> PurchaseSummary {
    try PurchaseSummary(
      ExaminedInput(Array(text.utf8), with: ReceiptWorker(CombinedSamples.reader.decoder)), at: Self.now)
  }

  @Test("the signed receipt in a saved answer counts for the page and status, as it does for inspect")
  func receiptInAnswer() throws {
    let text = answer(try receipt(1...2, made: 40))
    let history = try CombinedSamples.reader.read(text)
    #expect(history.kind == .verifyReceiptResponse && history.pieces.map(\.pointer) == ["/latest_receipt", ""])
    let status = SubscriptionStatus(history, at: Self.now)
    #expect(try status.believed(admittingUnverified: false).isActive(product: CombinedSamples.product))
    let page = try page([text])
    let inspected = try Inspection(Array(text.utf8), CombinedSamples.reader.decoder, at: Self.now).answer
    #expect(page.lines == inspected.lines && page.lines.count == 1, "\(page.lines) \(inspected.lines)")
    #expect(page.lines[0].text.hasPrefix("Test: Subscribed until 2 March 2026"), "\(page.lines)")
    #expect(inspected.remarks.contains { $0.hasPrefix("As of this receipt of 10 February 2026") })
    // The receipt in it is newer than the one beside it.
    let together = try self.page([text + "\n\n" + receipt(1...1, made: 20)])
    #expect(together.lines[0].text.hasPrefix("Test: Subscribed until 2 March 2026"), "\(together.lines)")
  }

  @Test("lists that say more than the signed receipt beside them are only claims, and this is said first")
  func claimsBeside() throws {
    let refund = #","cancellation_date_ms":"\#(CombinedSamples.date(40).milliseconds)","cancellation_reason":"1""#
    for text in [answer(try receipt(1...1, made: 20)), answer(try receipt(1...2, made: 40), refund)] {
      for (language, words) in [
        (SummaryLanguage.english, "Partly proven: 1 of 2 pieces."), (.german, "Teilweise bewiesen: 1 von 2 Teilen."),
        (.chinese, "2 项中有 1 项得到证明。"),
      ] {
        let lines = try page([text], language).lines
        #expect(lines.last?.text.hasPrefix(words) == true && lines.last?.tone == .caution, "\(lines)")
      }
    }
    #expect(try summary(answer(receipt(1...1, made: 20))).lines.first?.holding.access != .yes)
  }

  @Test(
    "a notification of version 1 with the receipt of another app names the app of the receipt, and refuses the rest")
  func otherApp() throws {
    let text =
      #"{"notification_type":"DID_RENEW","bid":"com.example.other","environment":"Sandbox","unified_receipt":"#
      + #"{"status":0,"latest_receipt":"\#(try receipt(1...2, made: 40))"}}"#
    let history = try CombinedSamples.reader.read(text)
    #expect(history.bundleID == "com.example.reader" && history.notificationType == "DID_RENEW")
    let lines = try page([text]).lines
    #expect(lines[0].text.hasPrefix("Test: Subscribed until"), "\(lines)")
    #expect(lines.contains { $0.text.hasPrefix("Partly proven: 1 of 2 pieces") }, "\(lines)")
  }

  @Test("an answer whose receipt nobody trusted signed is not from Apple, for all of them")
  func untrusted() throws {
    let text = answer(try receipt(1...2, made: 40))
    let page = try page([text], .english, InputDecoder())
    #expect(page.tone == .bad && page.lines[0].text == "Not from Apple: the signer is not trusted.", "\(page.lines)")
  }

  @Test("an environment that only the lists around a receipt name proves nothing")
  func claimedEnvironment() throws {
    let bytes = try DiagnosisSamples.sandbox { $0.receiptType = nil }
    let text =
      #"{"status":0,"environment":"Production","latest_receipt":"\#(InputSamples.base64(bytes))","#
      + #""receipt":{"bundle_id":"com.example.test","in_app":[]}}"#
    let decoder = try DiagnosisSamples.pinned().decoder
    let summary = try PurchaseSummary(ExaminedInput(Array(text.utf8), with: ReceiptWorker(decoder)), at: Self.now)
    #expect(summary.obstacle == nil && !summary.isFromProduction && summary.isOfUnknownEnvironment)
  }

  @Test("an item that does not count is named in the first lines")
  func refused() throws {
    let transaction = try CombinedSamples.sign(.transaction, CombinedSamples.transaction(2, signed: 40))
    let claim = CombinedSamples.transaction(2, signed: 40, app: "com.example.x")
    let page = try page([transaction, claim])
    #expect(page.tone == .caution && page.lines.last?.text.hasPrefix("Partly proven: 1 of 2 pieces") == true)
  }

  @Test("what nobody asked for and Apple has no rule about is said in amber; an expired receipt is red; both tell both")
  func unrequestedChecks() throws {
    func lines(_ change: @escaping (inout ReceiptDescription) -> Void) throws -> [SummaryText.Line] {
      let bytes = try DiagnosisSamples.sandbox(change)
      let decoder = try DiagnosisSamples.pinned().decoder
      let now = Instant(milliseconds: 1_784_635_200_000)
      let page = PageDocument(bytes, at: now, decoder)
      let report = try Inspection(bytes, decoder, at: now).answer
      #expect(page.lines.map(\.text) == report.lines.map(\.text), "\(page.lines) \(report.lines)")
      #expect(page.lines.map(\.tone) == report.lines.map(\.tone), "\(page.lines) \(report.lines)")
      return report.lines
    }
    let zero = try lines { $0.inApp[0].quantity = 0 }
    #expect(zero.last?.text == "A check failed: quantity." && zero.last?.tone == .caution, "\(zero)")
    #expect(zero.map(\.tone).dropLast() == (try lines { _ in }).map(\.tone), "\(zero)")
    let expired = try lines { $0.expirationDate = "2026-07-01T00:00:00Z" }
    #expect(expired.last?.text == "A check failed: expiration date.", "\(expired)")
    #expect(expired.allSatisfy { $0.tone == .bad })
    #expect(!(try lines { _ in }).contains { $0.text.contains("check") })
  }

  /// Inputs of every kind, with what judges them and the moment of the question.
  private static func inputs() throws -> [(name: String, bytes: [UInt8], decoder: InputDecoder, now: Instant)] {
    let decoder = try InputDecoder.ofVectors
    var inputs: [(name: String, bytes: [UInt8], decoder: InputDecoder, now: Instant)] = []
    for name in try PackageFiles.names(in: "TestReceipts") where !name.hasSuffix(".pem") {
      let bytes = try PackageFiles.read("TestReceipts/" + name)
      inputs.append((name, bytes, decoder, Instant(milliseconds: 1_784_635_200_000)))
      inputs.append((name + " of a stranger", bytes, InputDecoder(), Instant(milliseconds: 1_765_000_000_000)))
    }
    // Only what Apple signed can have a green mark.
    for samples in [Samples.receipts, .signed] where samples.areHere {
      for name in try samples.names() where name.contains(".") && !name.hasSuffix(".md") {
        let now = Instant(milliseconds: 1_784_635_200_000)
        inputs.append((name, try samples.read(name), InputDecoder(), now))
      }
    }
    for scenario in Scenario.all {
      let files = try ScenarioTests.files(scenario)
      let decoder = try ScenarioTests.decoder(files)
      for event in try ScenarioTests.events(files) {
        for (kind, bytes) in event.files where kind != "transaction" {
          inputs.append(("\(scenario.name) \(event.number) \(kind)", bytes, decoder, event.moment))
        }
      }
    }
    return inputs
  }

  /// The documents of the commands about an input, as `/v1` answers them.
  private static func documents(_ bytes: [UInt8], _ decoder: InputDecoder, _ now: Instant) -> [String: [UInt8]] {
    func document<Renderer: DocumentRenderer>(_ renderer: Renderer) -> [UInt8]? {
      var writer = JSONWriter(layout: .pretty)
      guard (try? renderer.write(bytes, head: DocumentHead(source: nil), to: &writer)) != nil else { return nil }
      return writer.bytes
    }
    let worker = ReceiptWorker(decoder)
    return [
      "decode": document(DecodeRenderer(worker)),
      "status": document(StatusRenderer(PurchaseHistoryReader(decoder), at: now, from: .clock, worker)),
      "diagnose": document(DiagnosisRenderer(Diagnostician(decoder: decoder, now: now), worker)),
    ].compactMapValues(\.self)
  }

  @Test(
    "the first lines and the mark of inspect are those of the page, for every test receipt and every scenario",
    .thorough, arguments: SummaryLanguage.allCases)
  func everyInput(_ language: SummaryLanguage) throws {
    let inputs = try Self.inputs()
    var read = 0
    var compared = 0
    for (name, bytes, decoder, now) in inputs {
      for apps in [[], ["com.example.reader"]] {
        let found = try? Inspection(bytes, decoder, bundleIDs: apps, language: language, at: now)
        var question = Examination.Question(Expectations(), now: now, in: language)
        question.expectations.bundleIdentifiers = apps
        let page = PageDocument([PastedItem(bytes)], question, decoder)
        guard let found else {
          #expect(page.tone == .bad, "\(name): \(page.lines)")
          continue
        }
        read += 1
        let lines = found.answer.lines
        #expect(page.lines == lines, "\(name) \(apps): \(page.lines) \(lines)")
        #expect(page.tone == lines.first?.tone, "\(name) \(apps): \(page.tone) \(lines)")
        // The file of inspect --html has the same sections, row by row, and the terminal the same first line.
        question.isOneFile = true
        let file = PageDocument([PastedItem(bytes)], question, decoder)
        #expect(file.lines == page.lines && file.tone == page.tone, "\(name) \(apps): \(file.lines)")
        #expect(file.report.sections == page.report.sections, "\(name) \(apps)")
        let layout = TextLayout(width: 2_000, usesColor: false, language: language, now: now)
        let first = try #require(page.lines.first)
        // A sentence may stand in several lines.
        let text = found.text(layout).filter { !$0.isWhitespace }
        let sentence = "\(first.tone.mark)\(first.text.terminalSafe)".filter { !$0.isWhitespace }
        #expect(text.contains(sentence), "\(name) \(apps)")
        guard apps.isEmpty, language == .english else { continue }
        let documents = Self.documents(bytes, decoder, now)
        for (kind, document) in page.documents {
          #expect(documents[kind] == document, "\(name): \(kind)")
          compared += 1
        }
      }
    }
    #expect(inputs.count > 400 && read > 400, "\(inputs.count) \(read)")
    #expect(language != .english || compared > 1_000, "\(compared)")
  }

  @Test(
    "a file of inspect --html has the first lines of inspect, also of mails, pages of answers and copies",
    .enabled(if: Samples.cases.areHere, Comment(rawValue: Samples.cases.missing)))
  func files() throws {
    let anchors = try ["anchor", "seats-anchor", "anchor-2"].flatMap {
      try TrustAnchor.read(try Samples.cases.read("\($0).pem"))
    }
    let decoder = InputDecoder(authenticator: Authenticator(anchors: anchors))
    let now = Instant(milliseconds: 1_784_635_200_000)
    var inputs = try Samples.cases.names().filter {
      $0.contains(".") && ![".pem", ".md"].contains(where: $0.hasSuffix)
    }
    .map { (name: $0, bytes: try Samples.cases.read($0)) }
    let receipt = try PackageFiles.read("TestReceipts/production.b64")
    inputs.append(("two copies", receipt + Array("\n\n".utf8) + receipt))
    var read = 0
    for (name, bytes) in inputs {
      for moment in [nil, Instant(milliseconds: 1_780_000_000_000)] {
        let found = try? Inspection(bytes, decoder, at: now, chosen: moment)
        guard let found else { continue }
        var question = Examination.Question(Expectations(), now: now, in: .english)
        (question.isOneFile, question.moment) = (true, moment)
        let page = PageDocument([PastedItem(bytes)], question, decoder)
        let lines = found.answer.lines
        #expect(page.lines == lines, "\(name): \(page.lines) \(lines)")
        read += 1
      }
    }
    #expect(read > 100, "\(read)")
  }

  /// A token: header and payload, and a signature that nobody verified.
  private func token(_ header: String, _ payload: String) -> String {
    [header, payload].map { Base64.encodeURL(Array($0.utf8)) }.joined(separator: ".") + "."
      + Base64.encodeURL([UInt8](repeating: 7, count: 64))
  }

  private var identity: String {
    token(
      #"{"kid":"86D88Kf","alg":"RS256"}"#,
      #"{"iss":"https://appleid.apple.com","aud":"com.example.app","exp":1795670410,"iat":1795666810,"sub":"1"}"#)
  }
  private var developers: String {
    token(
      #"{"alg":"ES256","kid":"ABCDEFGHIJ","typ":"JWT"}"#,
      #"{"iss":"57246542-96fe-1a63-e053-0824d011072a","iat":1795666810,"exp":1795667110,"aud":"appstoreconnect-v1","#
        + #""bid":"com.example.app"}"#)
  }

  @Test("the first sentence on a token says what it is, and nothing of a signature that nobody verified")
  func tokens() throws {
    for (text, phrase) in [
      (identity, "A token of {1}, not a receipt: it says nothing about purchases."),
      (developers, "A developer's token, not a receipt. It is secret: do not pass it on."),
    ] {
      for language in SummaryLanguage.allCases {
        let page = try page([text], language)
        #expect(page.tone == .bad && page.lines.first?.text.says(phrase, in: language) == true, "\(page.lines)")
        #expect(page.lines.first?.text.contains("Apple") == (text == identity), "\(page.lines)")
        let report = try Inspection(Array(text.utf8), InputDecoder(), language: language, at: Self.now)
        #expect(report.answer.lines == page.lines && report.app == nil)
      }
    }
  }

  @Test("a token beside a receipt is named, and the receipt is answered")
  func tokenBeside() throws {
    let receipt = try receipt(1...2, made: 40)
    for (token, words) in [
      (developers, "item 1 is a developer's token. It is secret"), (identity, "item 1 is a token of another service"),
    ] {
      let page = try page([token + "\n\n" + receipt])
      #expect(page.lines[0].text.hasPrefix("Test: Subscribed until 2 March 2026"), "\(page.lines)")
      #expect(page.lines.last?.text.hasPrefix(words) == true && page.tone == .caution, "\(page.lines)")
    }
  }

  @Test("items of one app from two environments: the environment is the reason")
  func environments() throws {
    let sandbox = CombinedSamples.transaction(2, signed: 40)
    let texts = try [sandbox, sandbox.replacing("Sandbox", with: "Production")].map {
      try CombinedSamples.sign(.transaction, $0)
    }
    for (language, words) in [
      (SummaryLanguage.english, "some are from production, and some from a test environment"),
      (.german, "ein Teil ist aus der Produktion, ein anderer aus einer Testumgebung"),
      (.chinese, "一部分来自正式环境，另一部分来自测试环境"),
    ] {
      let lines = try page(texts, language).lines
      #expect(lines.first?.text.contains(words) == true, "\(lines)")
    }
  }

  @Test("a page of an answer with more pages asks for the next page")
  func morePages() throws {
    let pieces = try [1, 2].map {
      try CombinedSamples.sign(.transaction, CombinedSamples.transaction($0, signed: 40))
    }
    func answer(_ pieces: [String]) -> String {
      #"{"revision":"x","hasMore":true,"bundleId":"com.example.reader","environment":"Sandbox","#
        + #""signedTransactions":["\#(pieces.joined(separator: "\",\""))"]}"#
    }
    let both = Array(answer(pieces).utf8)
    let report = try Inspection(both, CombinedSamples.reader.decoder, at: Self.now)
    #expect(try report.answer.lines == page([answer(pieces)]).lines)
    let text = answer([pieces[1]])
    let missing: Message = """
      Cannot tell: more pages of this answer are missing.
      Ask for the next one with the revision of this one, and put all pages together.
      """
    for language in SummaryLanguage.allCases {
      let page = try page([text], language)
      #expect(page.lines.map(\.text) == missing.text(in: language).split(separator: "\n").prefix(1).map(String.init))
      #expect(page.tone == .caution)
    }
  }

  @Test("a part of an answer that was pasted alone is read as what it claims")
  func partsOfAnswers() throws {
    let whole = CombinedSamples.answer(month: 2, asked: 41)
    let list = String(try #require(whole.split(separator: #""latest_receipt_info":"#).last).dropLast())
    let receipt = #"{"receipt_type":"ProductionSandbox","bundle_id":"com.example.reader","in_app":\#(list)}"#
    for text in [receipt, list, String(list.dropFirst().dropLast())] {
      let history = try CombinedSamples.reader.read(text)
      #expect(history.kind == .verifyReceiptResponse && history.purchases.map(\.transactionID) == ["2"], "\(text)")
      #expect(history.authenticity == nil && history.unread.isEmpty)
      #expect(try page([text]).lines.map(\.text) == ["Cannot tell: it is not signed, so anyone could have written it."])
      #expect(throws: ReceiptError.self) { try InputDecoder().decode(text) }
    }
    let damaged = #"{"receipt_type":"Production","request_date_ms":"soon","in_app":\#(list)}"#
    #expect(try CombinedSamples.reader.read(damaged).irregularities.map(\.kind) == [.unreadableValue])
    for text in ["[]", "[{}]", #"{"in_app":[]}"#, #"[{"product_id":"x","transaction_id":"1"}]"#] {
      #expect(throws: ReceiptError.self) { try CombinedSamples.reader.read(text) }
    }
  }

  @Test("what Apple answered is explained by its number")
  func numbers() throws {
    for (text, language, words) in [
      (#"{"status":21007}"#, SummaryLanguage.english, "the receipt is from the sandbox, and production was asked"),
      (#"{"status":21003}"#, .german, "21003"), (#"{"status":21002}"#, .chinese, "21002"),
      (#"{"errorCode":4040010,"errorMessage":"Transaction id not found."}"#, .english, "transaction"),
    ] {
      let remarks = try page([text], language).remarks.joined()
      #expect(remarks.contains(words) && !remarks.contains("401"), "\(remarks)")
      #expect(try !page([#"{"status":21002}"#]).remarks.joined().contains("If it finds nothing wrong"))
    }
  }
}

extension Report {
  /// The sections below the answer, as HTML.
  fileprivate var sections: [Substring] { html.split(separator: "</section>").dropFirst().map(\.self) }
}
