import ReceiptMint
import Testing

@testable import ReceiptAnalysis
@testable import ReceiptDocuments
import ReceiptKit
@testable import ReceiptReading

/// What the page of `serve` is given to draw.
@Suite("The document of the page")
struct PageDocumentTests {
  // The signer of the test authority is valid then.
  private static let now = Instant(milliseconds: 1_784_635_200_000)

  private func question(
    _ language: SummaryLanguage = .english, _ change: (inout Examination.Question) -> Void = { _ in }
  ) -> Examination.Question {
    var question = Examination.Question(Expectations(), now: Self.now, in: language)
    change(&question)
    return question
  }

  /// A receipt whose signer is taken for Apple, from production, with one subscription that runs until 2026-08-21.
  private func paid(_ change: (inout InAppDescription) -> Void = { _ in }) throws -> [UInt8] {
    try DiagnosisSamples.sandbox { receipt in
      receipt.receiptType = "Production"
      receipt.creationDate = "2026-07-21T10:00:00Z"
      receipt.inApp = [
        StatusSamples.period("9000000000000001 2026-07-21T09:00:00Z 2026-08-21T09:00:00Z") {
          $0.isTrialPeriod = false
          change(&$0)
        }
      ]
    }
  }

  private func apple(_ bytes: [UInt8], _ question: Examination.Question) throws -> PageDocument {
    PageDocument([PastedItem(bytes)], question, try DiagnosisSamples.pinned().decoder)
  }

  private func json(_ document: PageDocument) throws -> JSONValue {
    var writer = JSONWriter(layout: .compact)
    writer.object { writer in
      writer.member("title", document.title)
      writer.member("html", document.html())
      writer.member("is_undated", document.hasUnreadMoment)
      writer.member("identifying", document.identifyingValues)
      ReplyText.write(document.replies, to: &writer)
    }
    return try JSONReader().read(writer.bytes)
  }

  private func date(_ text: String, in language: SummaryLanguage) throws -> String {
    language.date(try StatusSamples.instant(text + "T09:00:00Z"), withTime: false)
  }

  private func titles(_ document: PageDocument) -> [String] {
    document.report.parts.map { $0.section.title?.said(in: document.report.language).text ?? "" }
  }

  @Test("green needs Apple, production, every check that was asked for, and something that the customer has now")
  func green() throws {
    let good = try paid()
    let whole = try apple(good, question { $0.expectations.bundleIdentifiers = ["com.example.test"] })
    #expect(whole.tone == .good && whole.lines.map(\.tone) == [.good], "\(whole.lines)")
    #expect(whole.lines[0].text.hasPrefix("Subscribed: paid until 21 August 2026"), "\(whole.lines)")
    #expect(try json(whole)["title"]?.stringValue?.hasPrefix("✓ Subscribed") == true)
    let noApp = try apple(good, question())
    #expect(noApp.tone == .good && noApp.remarks.contains { $0.contains("Whether it is yours was not checked") })
    // Each of them takes it away.
    let refunded = try paid {
      $0.cancellationDate = "2026-07-21T09:30:00Z"
      $0.cancellationReason = 1
    }
    let took = try apple(refunded, question())
    #expect(took.tone == .bad && took.lines[0].text.hasPrefix("Refunded on 21 July 2026"), "\(took.lines)")
    #expect(try apple(try paid { $0.expiresDate = "2026-07-21T09:50:00Z" }, question()).tone == .bad)
    let missing = try apple(good, question { $0.expectations.products = ["com.example.none"] })
    #expect(missing.tone == .bad && missing.lines.map(\.tone) == [.bad, .bad])
    #expect(missing.lines[1].text == "A check failed: products.")
    #expect(
      whole.remarks.contains("Checked for: com.example.test.") && !noApp.remarks.contains { $0.contains("Checked") })
    let other = try apple(good, question { $0.expectations.bundleIdentifiers = ["com.example.other"] })
    #expect(other.tone == .bad && other.lines[0].text.contains("com.example.test"))
    #expect(try apple(good, question { $0.unreadMoment = "soon" }).tone == .caution)
    let then = try apple(good, question { $0.moment = Instant(milliseconds: 1_784_635_100_000) })
    #expect(then.tone == .caution && then.remarks.contains("As of 21 July 2026, the moment that was asked for."))
    let device = try apple(good, question { $0.expectations.accountToken = "7c9e6679-7425-40de-944b-e07fc1f90ae7" })
    #expect(device.tone != .good, "what was asked for could not be checked")
    let sandbox = PageDocument(
      [PastedItem(try DiagnosisSamples.sandbox())], question(), try DiagnosisSamples.pinned().decoder)
    #expect(sandbox.tone != .good && sandbox.lines[0].text.hasPrefix("Test: "))
    let stranger = PageDocument([PastedItem(good)], question(), InputDecoder())
    #expect(stranger.tone == .bad && stranger.lines[0].text.hasPrefix("Not from Apple"))
  }

  @Test("data behind an empty line is read or named, and never left out in silence")
  func behindEmptyLine() throws {
    let good = String(decoding: InputSamples.base64(try paid()).utf8, as: UTF8.self)
    for other in [#"{"transactionId":"1""#, "eyJhbGciOiJFUzI1NiJ9.eyJ9.", String(good.prefix(2_000))] {
      let document = try apple(Array("\(good)\n\n\(other)\n".utf8), question())
      #expect(document.tone == .caution, "\(document.lines)")
      #expect(document.lines.contains { $0.text.hasPrefix("item 2 could not be read") }, "\(document.lines)")
    }
    #expect(try apple(Array("\(good)\n\nThank you\n".utf8), question()).tone == .good)
    for (language, words) in [(SummaryLanguage.german, "Eingabe 2 ließ sich"), (.chinese, "无法读取第 2 项")] {
      let document = try apple(Array("\(good)\n\n\(good.prefix(2_000))\n".utf8), question(language))
      #expect(document.lines.contains { $0.text.hasPrefix(words) }, "\(document.lines)")
    }
  }

  @Test("an empty line inside a receipt is no border between two")
  func emptyLine() throws {
    let text = InputSamples.base64(try paid())
    let broken = text.prefix(2_000) + "\n\n" + text.dropFirst(2_000)
    let (whole, parted) = (try apple(Array(text.utf8), question()), try apple(Array(broken.utf8), question()))
    #expect(parted.lines == whole.lines && parted.tone == .good && parted.remarks == whole.remarks)
  }

  @Test("a screenshot beside a receipt does not lower the mark, and a damaged receipt does")
  func screenshot() throws {
    let items = [
      PastedItem(name: "receipt.b64", Array(InputSamples.base64(try paid()).utf8)),
      PastedItem(
        name: "screen.png", [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + [UInt8](repeating: 7, count: 900)),
    ]
    let document = PageDocument(items, question(), try DiagnosisSamples.pinned().decoder)
    #expect(document.tone == .good && document.lines.count == 1, "\(document.lines)")
    #expect(document.lines.first?.text.hasPrefix("Subscribed: paid until") == true, "\(document.lines)")
    #expect(document.remarks.contains("Left out, because it is no evidence of a purchase: screen.png."))
    let cut = PastedItem(name: "cut.b64", Array(items[0].bytes.prefix(900)))
    let beside = PageDocument([items[0], cut], question(), try DiagnosisSamples.pinned().decoder)
    #expect(beside.tone == .caution, "\(beside.lines)")
    #expect(beside.lines.last?.text == "cut.b64 could not be read, and is not in the answer.")
    let none = PageDocument([items[1]], question(), try DiagnosisSamples.pinned().decoder)
    #expect(none.tone == .bad && none.lines.map(\.text) == ["This cannot be read as a receipt."])
  }

  @Test("several items are one history, and two customers are none")
  func several() throws {
    let decoder = try CombinedSamples.reader.decoder
    let transactions = try [1, 2].map {
      try CombinedSamples.sign(.transaction, CombinedSamples.transaction($0, signed: $0 * 30))
    }
    let asked = question { $0.moment = CombinedSamples.date(45) }
    for separator in ["\n", "\r\n\r\n"] {
      let pasted = PastedItem(transactions.joined(separator: separator))
      let document = PageDocument([pasted], asked, decoder)
      #expect(document.report.parts.contains { $0.name == "status" } && document.tone == .caution)
      #expect(titles(document).contains("Pieces: 2"))
    }
    let foreign = try CombinedSamples.sign(
      .transaction, CombinedSamples.transaction(3, signed: 3, app: "com.example.x"))
    let both = PageDocument([PastedItem("\(transactions[0])\n\(foreign)")], asked, decoder)
    #expect(both.tone == .bad && both.lines[0].text.hasPrefix("These items cannot be combined"), "\(both.lines)")
    let picture = PastedItem(name: "screen.png", [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    let beside = PageDocument([PastedItem(transactions[0]), PastedItem(foreign), picture], asked, decoder)
    #expect(beside.remarks == ["Left out, because it is no evidence of a purchase: screen.png."])
    let forged = transactions[1].dropLast(30) + String(repeating: "A", count: 30)
    let mixed = PageDocument([PastedItem("\(transactions[0])\n\(forged)")], asked, decoder)
    #expect(mixed.tone >= .caution && mixed.lines.contains { $0.text.hasPrefix("Partly proven: 1 of 2 pieces.") })
  }

  @Test("for every test receipt: the sentence of inspect, no green, and every check that failed is named")
  func vectors() throws {
    let decoder = try InputDecoder.ofVectors
    var seen = [0, 0]
    for name in try PackageFiles.names(in: "TestReceipts") where !name.hasSuffix(".pem") {
      let bytes = try PackageFiles.read("TestReceipts/" + name)
      let document = PageDocument([PastedItem(bytes)], question(), decoder)
      #expect(document.tone != .good, "\(name)")
      if titles(document).contains("Checks: failed") {
        seen[0] += 1
        let named = ["A check failed: ", "It is dated in the future: "]
        #expect(document.lines.contains { named.contains(where: $0.text.hasPrefix) }, "\(name): \(document.lines)")
      }
      let input = ExaminedInput(bytes, with: ReceiptWorker(decoder))
      guard let summary = try? PurchaseSummary(input, at: Self.now) else { continue }
      seen[1] += 1
      #expect(document.lines.first?.text == SummaryText(summary, in: .english).lines.first?.text, "\(name)")
      if let inspection = try? Inspection(bytes, decoder, at: Self.now), titles(document).first == "Proof" {
        #expect(inspection.answer.lines.map(\.text) == document.lines.map(\.text), "\(name)")
      }
      #expect(document.tone >= summary.tone, "\(name)")
    }
    #expect(seen[0] > 3 && seen[1] > 150, "\(seen)")
  }

  @Test("what Xcode made is as in the terminal, and no check of the proof contradicts it")
  func xcode() throws {
    let receipt = try InspectSamples.xcodeEnvelope(.sandboxSample()).mint().bytes
    let summary = try PurchaseSummary(ExaminedInput(receipt, with: ReceiptWorker(InputDecoder())), at: Self.now)
    let document = PageDocument([PastedItem(receipt)], question(), InputDecoder())
    #expect(summary.obstacle == .xcode && summary.tone == .caution)
    #expect(document.tone == .caution && document.lines == SummaryText(summary, in: .english).lines)
    // Nothing that it claims has passed.
    #expect(titles(document).contains("Checks: only claims"))
  }

  @Test("what is shared by the family is not called paid")
  func family() throws {
    let shared = CombinedSamples.transaction(1, signed: 1)
      .replacing(#""inAppOwnershipType":"PURCHASED""#, with: #""inAppOwnershipType":"FAMILY_SHARED""#)
    let text = try CombinedSamples.sign(.transaction, shared)
    let document = PageDocument(
      [PastedItem(text)], question { $0.moment = CombinedSamples.date(5) },
      try CombinedSamples.reader.decoder)
    let periods = try #require(document.report.parts.first { $0.section.title?.text == "Periods: 1" })
    let blocks = periods.section.groups.joined()
    let rows = blocks.compactMap { if case .table(let table) = $0 { table.rows } else { nil } }.joined()
    let words = try #require(rows.first).map(\.text)
    #expect(!words.joined(separator: " ").contains("paid") && words.contains { $0.contains("family") }, "\(words)")
    let bars = blocks.compactMap { if case .drawing(let drawing) = $0 { drawing.bars } else { nil } }.joined()
    #expect(bars.map(\.colorClass) == ["unknown"])
  }

  @Test("the state of a subscription is in the language of the page")
  func states() throws {
    for (language, words) in [
      (SummaryLanguage.english, "active until 2026-08-21"), (.german, "aktiv bis 2026-08-21"),
      (.chinese, "有效至 2026-08-21"),
    ] {
      var report = try apple(try paid(), question(language)).report
      report.parts = report.parts.filter { $0.name == "subscriptions" }
      let text = report.html.replacing(/<[^>]*>/, with: "")
      #expect(!report.parts.isEmpty && text.contains(words), "\(text)")
    }
  }

  @Test("the answer, the names of blocks and the reply are in the language asked for")
  func languages() throws {
    let page = try apple(try paid(), question(.german))
    let document = try json(page)
    #expect(document["title"]?.stringValue?.hasPrefix("✓ Abonniert: bezahlt bis 21. August") == true)
    let titles = titles(page)
    #expect(
      titles.contains("Beweis") && titles.contains("Käufe: 1") && titles.contains("Prüfungen: bestanden"), "\(titles)")
    let replies = try #require(document["replies"]?.elements)
    #expect(replies.map { $0["language"]?.stringValue } == ["en", "de", "zh-Hans"])
    for (reply, words) in zip(
      replies, ["paid until 21 August 2026.", "bis zum 21. August 2026 bezahlt.", "2026年8月21日。"])
    {
      #expect(reply["text"]?.stringValue?.contains(words) == true, "\(reply)")
      #expect(reply["text"]?.stringValue?.contains("com.example") == false, "\(reply)")
      #expect(reply["with_products"]?.stringValue?.contains("com.example.test.monthly") == true, "\(reply)")
    }
    let bad = PageDocument([PastedItem("hello")], question(.german), InputDecoder())
    #expect(bad.remarks.first?.contains("keine bekannte Form") == true)
  }

  @Test("advice is there in German and Chinese for the same causes, and needs no terminal in English")
  func advice() {
    let german = Cause.allCases.filter { $0.advice(in: .german) != nil }
    for cause in german {
      let texts = Set([SummaryLanguage.english, .german, .chinese].map { cause.advice(in: $0) })
      #expect(texts.count == 3, "\(cause) is not translated")
    }
    // What is only about the text is mended, and a page has no device, no key and no offers.
    let others: [Cause] = [.unreadable, .defect, .guidMismatch, .guidForm, .noDeviceHash]
    for cause in Cause.allCases
    where !cause.isNote && cause.rank <= Cause.notAllRead.rank && !others.contains(cause)
      && !cause.rawValue.hasPrefix("offer-")
    {
      #expect(german.contains(cause), "\(cause)")
    }
    #expect(german.contains(.requestKey) && german.contains(.formRequest) && german.contains(.badRequest))
    for cause in Cause.allCases {
      let english = cause.advice(in: .english) ?? ""
      #expect(!english.contains("receipt-tool ") && !english.contains(" --"), "\(cause): \(english)")
      // Its readers are people in support.
      let developers = [
        "Bundle.main", "base64EncodedString", "Look Up", "Get Transaction", "standard input", "StoreKit c",
      ]
      #expect(!german.contains(cause) || !developers.contains { english.contains($0) }, "\(cause): \(english)")
    }
  }

  @Test("a reply promises nothing that a check, a test or a forgery takes away")
  func replies() throws {
    func reply(_ document: PageDocument) throws -> String {
      try json(document)["replies"]?.elements.first?["text"]?.stringValue ?? ""
    }
    let good = try paid()
    let cases = [
      (try apple(good, question { $0.expectations.products = ["none"] }), "We cannot find this purchase"),
      (try apple(good, question { $0.expectations.environments = [.sandbox] }), "we cannot tell whether this was paid"),
      (try apple(good, question { $0.expectations.bundleIdentifiers = ["x"] }), "belongs to another app"),
      (PageDocument([PastedItem(good)], question(), InputDecoder()), "could not verify"),
      (
        PageDocument([PastedItem(try DiagnosisSamples.sandbox())], question(), try DiagnosisSamples.pinned().decoder),
        "comes from a test purchase"
      ),
    ]
    for (document, words) in cases {
      let text = try reply(document)
      #expect(text.contains(words) && !text.contains("until"), "\(text)")
    }
  }

  @Test(
    "a product that was asked for and is not there: the answer and the reply are about it",
    arguments: SummaryLanguage.allCases)
  func missingProduct(_ language: SummaryLanguage) throws {
    for products in [\Expectations.activeProducts, \.products] {
      let page = try apple(try paid(), question(language) { $0.expectations[keyPath: products] = ["com.example.none"] })
      let first = try #require(page.lines.first)
      #expect(first.tone == .bad && first.text.says("No purchase of {1}", in: language), "\(page.lines)")
      #expect(first.text.contains("com.example.none"), "\(page.lines)")
      #expect(!page.lines.contains { $0.text.contains("com.example.test.monthly") }, "\(page.lines)")
      let reply = try reply(to: page, in: language)
      #expect(
        reply.text.says("We cannot find this purchase in what you sent us.", in: language)
          && !reply.text.contains("com.example"), "\(reply)")
      #expect(reply.named.contains("com.example.none"), "\(reply)")
    }
  }

  private func reply(to page: PageDocument, in language: SummaryLanguage) throws -> (text: String, named: String) {
    let replies = try json(page)["replies"]?.elements ?? []
    let reply = try #require(replies.first { $0["language"]?.stringValue == language.rawValue })
    return (reply["text"]?.stringValue ?? "", reply["with_products"]?.stringValue ?? "")
  }

  @Test("of several purchases a reply asks which, or names product and date", arguments: SummaryLanguage.allCases)
  func severalPurchases(_ language: SummaryLanguage) throws {
    let receipt = try DiagnosisSamples.sandbox { receipt in
      (receipt.receiptType, receipt.creationDate) = ("Production", "2026-07-21T10:00:00Z")
      receipt.inApp = (10...12).map { day in
        var purchase = InAppDescription()
        (purchase.productID, purchase.productType, purchase.quantity) = ("coins", 1, 1)
        (purchase.transactionID, purchase.originalTransactionID) = ("90\(day)", "90\(day)")
        (purchase.purchaseDate, purchase.originalPurchaseDate) = (
          "2026-07-\(day)T09:00:00Z", "2026-07-\(day)T09:00:00Z"
        )
        if day == 11 { (purchase.cancellationDate, purchase.cancellationReason) = ("2026-07-13T09:00:00Z", 0) }
        return purchase
      }
    }
    let reply = try reply(to: try apple(receipt, question()), in: language)
    #expect(
      reply.text.says(
        "Which purchase do you mean? Please tell us what it is called, and when you bought it.", in: language)
        && !reply.text.contains("13"), "\(reply)")
    let lines = reply.named.split(separator: "\n").map(String.init).filter { $0.hasPrefix("coins") }
    func line(_ key: String) throws -> String {
      try #require(lines.first { $0.says(key, in: language) }, "\(reply)")
    }
    let several = try line("We can see {1} purchases, the last one of {2}.")
    let last = try date("2026-07-12", in: language)
    #expect(several.contains("2") && several.contains(last), "\(several)")
    let refunded = try line("Apple refunded this purchase on {1}.")
    for day in [11, 13] { #expect(refunded.contains(try date("2026-07-\(day)", in: language)), "\(refunded)") }
  }

  @Test("a reply about a replaced subscription says what holds now")
  func replaced() throws {
    let receipt = try DiagnosisSamples.sandbox { receipt in
      (receipt.receiptType, receipt.creationDate) = ("Production", "2026-07-21T10:00:00Z")
      receipt.inApp = [
        ("1 2026-07-01T09:00:00Z 2026-08-01T09:00:00Z", "monthly"),
        ("2 2026-07-11T09:00:00Z 2026-08-11T09:00:00Z", "plus"),
      ].map { dates, product in
        StatusSamples.period("900000000000000" + dates, product: product) { $0.isTrialPeriod = false }
      }
    }
    let page = try apple(receipt, question { $0.expectations.products = ["monthly"] })
    for language in SummaryLanguage.allCases {
      let text = try reply(to: page, in: language).text
      #expect(
        text.says("This subscription was replaced by another one.", in: language)
          && text.says("Your subscription is paid until {1}.", in: language), "\(text)")
      #expect(text.contains(try date("2026-08-11", in: language)), "\(text)")
    }
    // A ledger knows it of two subscriptions.
    let two = try DiagnosisSamples.sandbox { receipt in
      receipt.inApp = [("1", "08-01", "monthly"), ("2", "08-11", "plus")].map { number, end, product in
        StatusSamples.period(
          "900000000000000\(number) 2026-07-01T09:00:00Z 2026-\(end)T09:00:00Z", product: product
        ) { $0.originalTransactionID = "900000000000000\(number)" }
      }
    }
    let history = try PurchaseHistory(try DiagnosisSamples.pinned().decoder.decode(two))
    let summary = PurchaseSummary(
      recorded: SubscriptionStatus(history, at: Self.now), isTest: false, replaced: ["9000000000000001": "plus"])
    var writer = JSONWriter(layout: .compact)
    writer.object { summary.writeReplies(ReplyFrames(), to: &$0) }
    let letters = try JSONReader().read(writer.bytes)["replies"]?.elements ?? []
    for member in ["text", "with_products"] {
      let text = letters.first?[member]?.stringValue ?? ""
      #expect(text.contains("until 11 August 2026.") && !text.contains("cannot tell"), "\(text)")
    }
  }

  @Test(
    "an unreadable input has the same facts in every language: how much is missing, what it is, what Apple answered",
    arguments: [
      (
        SummaryLanguage.english,
        [
          "are missing", "a ZIP archive (an .ipa is one), not a receipt", "Unpack it", "21002",
          "not known in this environment", "More requests",
        ]
      ),
      (
        .german,
        [
          "vorhanden 1.500", "ein ZIP-Archiv (auch .ipa ist eines), kein Beleg", "Packen Sie es aus", "21002",
          "4040010 geantwortet", "zu viele Anfragen",
        ]
      ), (.chinese, ["缺少", "ZIP 压缩包（.ipa 也是），不是收据", "请解压", "21002", "应答 4040010", "请求过多"]),
    ])
  func unreadableFacts(_ language: SummaryLanguage, _ words: [String]) throws {
    let text = InputSamples.base64(try paid())
    let inputs: [([UInt8], [String])] = [
      (Array(text.utf8.prefix(2_000)), [words[0]]),
      ([0x50, 0x4B, 0x03, 0x04] + [UInt8](repeating: 7, count: 90), [words[1], words[2]]),
      (Array(#"{"status":21002}"#.utf8), [words[3]]),
      (Array(#"{"errorCode":4040010,"errorMessage":"x"}"#.utf8), [words[4]]),
      (Array(#"{"errorCode":4290000,"errorMessage":"x"}"#.utf8), [words[5]]),
    ]
    for (bytes, words) in inputs {
      let html = PageDocument([PastedItem(bytes)], question(language), InputDecoder()).report.html
      for word in words { #expect(html.contains(word), "\(word): \(html)") }
      #expect(!html.contains("receipt-tool "), "\(html)")
    }
  }

  @Test("renewal information names no app, so that its app is not checked, and no check fails")
  func appOfRenewal() throws {
    let renewal = try CombinedSamples.sign(.renewal, CombinedSamples.renewal(signed: 30))
    let document = PageDocument(
      [PastedItem(renewal)], question { $0.expectations.bundleIdentifiers = ["com.example.reader"] },
      try CombinedSamples.reader.decoder)
    #expect(document.tone == .caution && !document.lines.contains { $0.text.contains("failed") }, "\(document.lines)")
    #expect(titles(document).contains("Checks: incomplete"))
  }

  @Test("what the sandbox claims without proof is claimed of a test")
  func claimsOfTests() throws {
    let document = PageDocument([PastedItem(try DiagnosisSamples.sandbox())], question(), InputDecoder())
    #expect(document.remarks.contains { $0.hasPrefix("It claims: Test: ") }, "\(document.remarks)")
  }

  @Test("where nothing can be read there is a reply, and each file has its cause", arguments: SummaryLanguage.allCases)
  func unreadable(_ language: SummaryLanguage) throws {
    let items = [
      PastedItem(name: "one.txt", Array("hello".utf8)),
      PastedItem(name: "two.json", Array(#"{"transactionId":"1"}"#.utf8)),
    ]
    let page = PageDocument(items, question(language), InputDecoder())
    #expect(
      try reply(to: page, in: language).text.says(
        "We found no receipt from the app in what you sent us, so we cannot check the purchase yet.", in: language))
    #expect(page.remarks.map { $0.prefix(4) } == ["one.", "two."], "\(page.remarks)")
    #expect(page.report.parts.count { $0.name == "diagnosis" } > 1)
  }

  @Test("purchases are listed by their numbers, the newest first, for who looks them up")
  func transactions() throws {
    let payloads = try [Int64(1), 3].map { month in
      PastedItem(Array(try CombinedSamples.sign(.transaction, CombinedSamples.transaction(month, signed: 70)).utf8))
    }
    let found = PageDocument(payloads, question(), try CombinedSamples.reader.decoder).transactions
    #expect(found.count == 2 && found.allSatisfy { $0.productID == CombinedSamples.product }, "\(found)")
    let dates = found.compactMap { $0.purchased?.milliseconds }
    #expect(dates.count == 2 && dates == dates.sorted(by: >) && Set(found.map(\.transactionID)).count == 2)
    #expect(PageDocument([PastedItem("hello")], question(), InputDecoder()).transactions.isEmpty)
  }

  @Test("a team's greeting and closing stand around each reply in their language, and nothing else changes")
  func frames() throws {
    let file =
      #"{"en":{"greeting":"\nDear reader,\n","closing":"Your Reader team\nhelp@example.com"},"zh":{"closing":"读者团队"}}"#
    func replies(_ frames: ReplyFrames) throws -> [String] {
      let document = try json(try apple(try paid(), question { $0.frames = frames }))
      return document["replies"]?.elements.compactMap { $0["text"]?.stringValue } ?? []
    }
    let (plain, framed) = (try replies(ReplyFrames()), try replies(try ReplyFrames(Array(file.utf8))))
    #expect(plain.count == 3 && plain[1] == framed[1])
    #expect(
      framed[0]
        == plain[0].replacing("Hello,", with: "Dear reader,")
        .replacing("Kind regards", with: "Your Reader team\nhelp@example.com"))
    #expect(framed[2] == plain[2].replacing("祝好", with: "读者团队"))
  }

  @Test("a file for replies is read strictly", arguments: try TableCase.read("json", "no files for replies"))
  func strictFrames(_ row: TableCase) throws {
    let error = try #require(throws: ExpectationError.self) { try ReplyFrames(row.bytes) }
    #expect(error.message.description.contains(row.expected[0]), "\(error)")
  }

  @Test("a closing of a reply has up to 2,000 bytes")
  func longFrame() throws {
    func frames(_ count: Int) throws -> ReplyFrames {
      try ReplyFrames(Array(#"{"en":{"closing":"\#(String(repeating: "é", count: count))"}}"#.utf8))
    }
    _ = try frames(1_000)
    let error = try #require(throws: ExpectationError.self) { try frames(1_001) }
    #expect(error.message.description.contains("/en/closing: has 2,002 bytes"), "\(error)")
  }

  @Test("the reply asks for the right thing, in the words of the team if it has some")
  func asksForTheRightThing() throws {
    let receipt = String(decoding: try PackageFiles.read("TestReceipts/production.b64"), as: UTF8.self)
    let frames = try ReplyFrames(Array(#"{"en":{"request":"Tap Help, then Send receipt."}}"#.utf8))
    let (restore, own) = ("open the app, restore your purchases", "Tap Help, then Send receipt.")
    let cases: [(String, String, Bool)] = [
      (String(receipt.prefix(2_000)), "not complete: a part of it was lost", true),
      ("MLX8K2JQ9P", "we also need the receipt from the app", true),
      ("2000000123456789", "we also need the receipt from the app", true),
      ("hello", "found no receipt from the app", true), ("GPA.3301-8563-2791-01234", "Google Play", false),
      ("", "We cannot read what you sent us.", true),
      (
        #"{"orderId":"GPA.3301-8563-2791-01234","packageName":"com.example","purchaseToken":"a.b"}"#, "Google Play",
        false
      ),
    ]
    for (text, words, asks) in cases {
      for (frames, request) in [(ReplyFrames(), restore), (frames, own)] {
        let document = try json(PageDocument([PastedItem(text)], question { $0.frames = frames }, InputDecoder()))
        let reply = document["replies"]?.elements.first?["text"]?.stringValue ?? ""
        #expect(reply.contains(words) && reply.contains(request) == asks, "\(text.prefix(40)): \(reply)")
        #expect(!reply.contains(request == own ? restore : own), "\(reply)")
      }
    }
  }

  @Test("of a forged JWS the advice is about its signature, and not about verifyReceipt")
  func forged() throws {
    let forged = PastedItem(try PackageFiles.read("TestReceipts/jws-flaw-bad-signature.jws"))
    let advice: [(SummaryLanguage, String)] = [
      (.english, "Grant nothing"), (.german, "Schalten Sie nichts frei"), (.chinese, "请勿提供任何内容"),
    ]
    for (language, words) in advice {
      let remarks = PageDocument([forged], question(language) { _ in }, InputDecoder()).remarks
      #expect(remarks.contains { $0.contains(words) }, "\(remarks)")
      #expect(!remarks.contains { $0.contains("verifyReceipt") }, "\(remarks)")
    }
  }

  @Test("what is asked of claims, and is not checked, is said so")
  func claimsUnchecked() throws {
    let answer = Array(
      #"{"status":0,"environment":"Production","receipt":{"bundle_id":"com.example.test","in_app":[]}}"#.utf8)
    func lines(_ change: (inout Examination.Question) -> Void) throws -> [String] {
      PageDocument([PastedItem(answer)], question(.english, change), InputDecoder()).lines.map(\.text)
    }
    let words = "What was asked for is not checked: it is not signed."
    #expect(try lines { $0.expectations.environments = [.production] }.contains(words))
    #expect(try !lines { _ in }.contains(words))
  }

  @Test("a report without people leaves out entered tokens, names of files and refused identifiers, and no common word")
  func withoutPeople() throws {
    let account = "7c9e6679-7425-40de-944b-e07fc1f90ae7"
    let items = [PastedItem(name: "jane-doe.b64", try paid()), PastedItem(name: "jane.png", [0x89, 0x50])]
    let document = try json(
      PageDocument(
        items, question { $0.expectations.accountToken = account }, try DiagnosisSamples.pinned().decoder))
    let values = document["identifying"]?.elements.compactMap(\.stringValue) ?? []
    #expect(Set(["jane-doe.b64", "jane.png", account]).isSubset(of: values))
    let token = PastedItem(try PackageFiles.read("TestReceipts/token-connect-individual.jwt"))
    let claims = try json(PageDocument([token], question(), InputDecoder()))["identifying"]?.elements ?? []
    #expect(claims.contains(.string("2X9R4HXF34")) && !claims.contains(.string("user")))
    // Tokens have claims of other services, which may be any word.
    for name in try PackageFiles.names(in: "TestReceipts") where ![".pem", ".jwt"].contains(where: name.hasSuffix) {
      let bytes = try PackageFiles.read("TestReceipts/" + name)
      let values =
        try json(PageDocument([PastedItem(bytes)], question(), InputDecoder()))["identifying"]?.elements ?? []
      let words = values.compactMap(\.stringValue).filter { text in text.allSatisfy { $0.isLowercase || $0 == " " } }
      #expect(words.isEmpty, "\(name): \(words)")
    }
    let two = try ["com.example.reader", "com.example.x"].map {
      PastedItem(Array(try CombinedSamples.sign(.transaction, CombinedSamples.transaction(1, signed: 1, app: $0)).utf8))
    }
    let refused = PageDocument(two, question(), try CombinedSamples.reader.decoder).report.parts
    #expect(!refused.isEmpty && refused.allSatisfy(\.quotesInput))
  }

  @Test("of what does not belong together the reply asks which one it is, by product and date, and names no person")
  func whichOne() throws {
    func signed(_ month: Int64, _ app: String, _ customer: Int) throws -> PastedItem {
      let payload = CombinedSamples.transaction(
        month, signed: 70, app: app, #","appTransactionId":"70400000000000\#(customer)""#)
      return PastedItem(try CombinedSamples.sign(.transaction, payload))
    }
    // A month has 30 days here, from 1 January 2026.
    let cases = [
      [try signed(1, "com.example.reader", 1), try signed(3, "com.example.reader", 2)],
      [try signed(1, "com.example.reader", 1), try signed(3, "com.example.other", 1)],
    ]
    for items in cases {
      let document = PageDocument(items, question(), try CombinedSamples.reader.decoder)
      for language in SummaryLanguage.allCases {
        let (text, named) = try reply(to: document, in: language)
        let dates = try ["2026-01-01", "2026-03-02"].map { try date($0, in: language) }
        #expect(text.says("Which one is yours?", in: language) && named.says("Which one is yours?", in: language))
        #expect(dates.allSatisfy { text.contains($0) && named.contains($0) }, "\(text)")
        #expect(!text.contains("com.example") && named.components(separatedBy: CombinedSamples.product).count == 3)
        #expect(!text.contains("7040000") && !named.contains("7040000"))
      }
    }
    // Equal lines are told apart by the time, or by a number that the customer can look up.
    for (later, words) in [
      (Int64(5_400_000), [["Which one", "1 January 2026, 00:00 UTC", "01:30 UTC"], ["2026年1月1日 01:30 UTC"]]),
      (0, [["order number of yours"], ["订单号"]]),
    ] {
      let start = CombinedSamples.date(0).milliseconds
      let items = try [0, later].enumerated().map { customer, later in
        let payload = CombinedSamples.transaction(1, signed: 70, #","appTransactionId":"70400000000000\#(customer)""#)
          .replacing(#""purchaseDate":\#(start)"#, with: #""purchaseDate":\#(start + later)"#)
        return PastedItem(try CombinedSamples.sign(.transaction, payload))
      }
      let replies = try json(PageDocument(items, question(), try CombinedSamples.reader.decoder))["replies"]?.elements
      for (index, words) in [(0, words[0]), (2, words[1])] {
        for text in [replies?[index]["text"]?.stringValue ?? "", replies?[index]["with_products"]?.stringValue ?? ""] {
          let lines = text.split(separator: "\n")
          #expect(words.allSatisfy(text.contains) && Set(lines).count == lines.count, "\(text)")
        }
      }
    }
    // What nothing proves is not told a customer.
    let claims = cases[0].map { PastedItem($0.bytes.dropLast(4) + Array("AAAA".utf8)) }
    let letters = try json(PageDocument(claims, question(), try CombinedSamples.reader.decoder))["replies"]
    #expect(letters?.elements.first?["with_products"]?.stringValue?.contains("we cannot tell") == true, "\(claims)")
  }

  @Test("an answer whose receipt was cut is read, and says so", arguments: [3_000, 700, 40])
  func cutAnswer(length: Int) throws {
    let receipt = String(decoding: try PackageFiles.read("TestReceipts/sandbox-subscription.b64"), as: UTF8.self)
    let whole = receipt.filter { !$0.isNewline }
    func answer(_ latest: String) -> [UInt8] {
      Array((CombinedSamples.answer(month: 2, asked: 40).dropLast() + #","latest_receipt":"\#(latest)"}"#).utf8)
    }
    for language in SummaryLanguage.allCases {
      let bytes = answer(String(whole.prefix(length)))
      let document = PageDocument([PastedItem(bytes)], question(language), InputDecoder())
      #expect(
        document.lines.first?.text.says(
          "Cannot tell: the signed receipt in it (latest_receipt) was cut off.\nAsk for all of it.", in: language)
          == true,
        "\(document.lines)")
      #expect(document.tone == .caution && document.remarks.contains { $0.contains(CombinedSamples.product) })
      let report = try Inspection(bytes, InputDecoder(), language: language, at: Self.now)
      #expect(report.answer.lines == document.lines)
      // As of an answer whose receipt is whole, or that has none.
      for other in [whole, ""] {
        let document = PageDocument([PastedItem(answer(other))], question(language), InputDecoder())
        #expect(document.lines.allSatisfy { !$0.text.contains("latest_receipt") }, "\(document.lines)")
      }
    }
  }

  @Test("every value that may identify somebody is named, so that a report can leave it out")
  func identifying() throws {
    let receipt = try paid { $0.webOrderLineItemID = 1_000_000_012_345_678 }
    let values = try json(try apple(receipt, question()))["identifying"]?.elements.compactMap(\.stringValue) ?? []
    #expect(values.contains("9000000000000001") && values.contains("1000000012345678"), "\(values)")
    #expect(!values.contains("com.example.test") && !values.contains("com.example.test.monthly"))
    #expect(zip(values, values.dropFirst()).allSatisfy { $0.utf8.count >= $1.utf8.count })
  }

  @Test("something beside it: another receipt, or a saved answer")
  func beside() throws {
    let later = try paid { $0.expiresDate = "2027-01-21T09:00:00Z" }
    let document = try apple(try paid(), question { $0.other = Array(InputSamples.base64(later).utf8) })
    #expect(document.report.parts[0].name == "beside" && titles(document)[0] == "Compared")
    #expect(titles(document).contains("Changed: 1"))
    let answer = try apple(try paid(), question { $0.other = Array(#"{"status":21002}"#.utf8) })
    #expect(answer.report.parts[0].name == "beside")
    // What differs is never below a green mark.
    #expect(document.tone == .caution && answer.tone == .caution)
    let paid = try paid()
    let same = try apple(paid, question { $0.other = Array(InputSamples.base64(paid).utf8) })
    #expect(same.tone == .good)
  }
}

extension JSONValue {
  fileprivate var elements: [JSONValue] {
    if case .array(let elements) = self { elements } else { [] }
  }
}
