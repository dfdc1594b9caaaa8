import Foundation
import ReceiptKit
import ReceiptMint
import Testing

@testable import ReceiptAnalysis
@testable import ReceiptDocuments
@testable import ReceiptReading

/// The page and the HTML reports in German and Chinese: no word of English but the names of the field.
@Suite("Languages of blocks")
struct LanguageTests {
  /// Names that are the same in every language.
  private static let names: Set<String> = Set(Cause.allCases.map(\.rawValue)).union([
    "and", "app", "apple", "attest", "byte", "certificate", "code", "commerce", "advanced", "consumption", "external",
    "get", "group", "id", "info", "information", "intermediate", "key", "list", "minor", "name", "notification", "of",
    "order", "originals", "password", "playground", "program", "property", "purchase", "receipt", "request", "review",
    "root", "secret", "send", "server", "shared", "sign", "signing", "store", "status", "statuses", "all",
    "subscription", "subscriptions", "swift", "test", "token", "tool", "transaction", "type", "usage", "version",
    "volume", "with", "optional", "value",
    // Values and members of tokens among the test receipts.
    "reader", "scope", "typ", "user",
  ])

  /// Words of the English texts that are in no text of the language.
  private static func vocabulary(_ language: SummaryLanguage) -> Set<String> {
    func words(_ texts: [String]) -> Set<String> {
      Set(texts.flatMap { Self.words(of: $0) })
    }
    let column = language == .german ? 1 : 2
    let rows = TextCatalog.rows.filter { $0.count == 3 }
    let causes = Cause.allCases.flatMap { [$0.entry.meaning, $0.entry.action] }
    let advice = Cause.allCases.compactMap { $0.advice(in: language) }
    return words(rows.map { $0[0] } + causes).subtracting(words(rows.map { $0[column] } + advice))
  }

  /// Words of prose: identifiers, numbers, codes and what stands in quotation marks are none.
  private static func words(of text: String) -> [String] {
    text.replacing(/`[^`]*`|“[^”]*”|„[^“]*“|"[^"]*"|\{[A-Za-z0-9]+\}|https?:\S+|--[a-z-]+/, with: " ")
      .split(whereSeparator: { " ,;:!?()（）。，；：—…<>×→+＝=".contains($0) })
      .filter { $0.allSatisfy { $0.isASCII && $0.isLetter || "'’.-".contains($0) } }
      .map { $0.trimmingCharacters(in: CharacterSet(charactersIn: ".'-")) }
      // Identifiers have dots, and names of members capitals.
      .filter { $0.count > 1 && !$0.contains(".") && !$0.dropFirst().contains(where: \.isUppercase) }
      .map { $0.lowercased() }
  }

  /// Every text of a report, but for what belongs to programs.
  private static func texts(html: String) -> [String] {
    html.replacing(/<style>.*?<\/style>|<title>.*?<\/title>/.dotMatchesNewlines(), with: "")
      .split(separator: /<\/?(p|dt|dd|td|th|h1|h2|small|summary|li|time)\b[^>]*>/)
      .map {
        String($0).replacing(/<[^>]*>/, with: "").replacing("&quot;", with: "\"").replacing("&#39;", with: "'")
          .replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&amp;", with: "&")
      }
  }

  /// Certificates have English names.
  private static func certificates(_ bytes: [UInt8], _ decoder: InputDecoder) -> [String] {
    guard let decoded = try? decoder.decode(bytes), let authenticity = decoded.authenticity else { return [] }
    let parts = [authenticity] + decoded.signedParts.compactMap(\.authenticity)
    let certificates = parts.flatMap(\.certificates) + parts.compactMap { $0.anchor?.certificate }
    let names: [String] = certificates.flatMap { [$0.subject, $0.issuer, $0.displayName, $0.commonName ?? ""] }
    return names.filter { !$0.isEmpty }.sorted { $0.count > $1.count }
  }

  private static func english(
    in texts: [String], _ vocabulary: Set<String>, but certificates: [String]
  ) -> [String: Set<String>] {
    var found: [String: Set<String>] = [:]
    for text in texts {
      let prose = certificates.reduce(text) { $0.replacing($1, with: "X") }
      let words = Set(words(of: prose)).intersection(vocabulary).subtracting(names)
      if !words.isEmpty { found[prose.replacing(/\d+/, with: "1"), default: []].formUnion(words) }
    }
    return found
  }

  private struct Input {
    let name: String
    let bytes: [UInt8]
    let decoder: InputDecoder
    let moment: Instant
  }

  private static func inputs() throws -> [Input] {
    let decoder = try InputDecoder.ofVectors
    let now = Instant(milliseconds: 1_784_635_200_000)
    var inputs: [Input] = []
    for name in try PackageFiles.names(in: "TestReceipts") where !name.hasSuffix(".pem") {
      let bytes = try PackageFiles.read("TestReceipts/" + name)
      inputs.append(Input(name: name, bytes: bytes, decoder: decoder, moment: now))
    }
    // Without any trust in the test authority.
    for name in ["production.b64", "jws-transaction.jws", "jws-notification-refund.jws"] {
      let bytes = try PackageFiles.read("TestReceipts/" + name)
      inputs.append(Input(name: name + " of a stranger", bytes: bytes, decoder: InputDecoder(), moment: now))
    }
    for scenario in Scenario.all {
      let files = try ScenarioTests.files(scenario)
      let decoder = try ScenarioTests.decoder(files)
      for event in try ScenarioTests.events(files) {
        for (kind, bytes) in event.files where kind != "transaction" {
          let name = "\(scenario.name) \(event.number) \(kind)"
          inputs.append(Input(name: name, bytes: bytes, decoder: decoder, moment: event.moment))
        }
      }
    }
    return inputs
  }

  private static func page(_ input: Input, _ language: SummaryLanguage) -> [String] {
    var question = Examination.Question(Expectations(), now: input.moment, in: language)
    question.expectations.bundleIdentifiers = ["com.example.reader"]
    question.expectations.products = ["com.example.reader.monthly"]
    question.expectations.activeProducts = ["com.example.reader.monthly"]
    question.expectations.environments = [.sandbox]
    question.showsSteps = true
    return texts(html: PageDocument([PastedItem(input.bytes)], question, input.decoder).report.html)
  }

  /// The report of `diagnose`.
  private static func diagnosis(_ input: Input, _ language: SummaryLanguage) -> [String] {
    let diagnosis = Diagnostician(
      decoder: input.decoder, bundleIdentifiers: ["com.example.reader"], now: input.moment
    ).diagnose(input.bytes)
    var report = Report(in: language)
    report.append(diagnosis.page(TextLayout(width: 80, usesColor: false, now: input.moment)), name: "diagnosis")
    // A type of receipts.
    return texts(html: report.html).map { $0.replacing(/(Art |类型 )Production/, with: "X") }
  }

  @Test(
    "no English sentence in a page or a report, for every test receipt and every scenario", .thorough,
    arguments: [SummaryLanguage.german, .chinese])
  func noEnglish(_ language: SummaryLanguage) throws {
    let vocabulary = Self.vocabulary(language)
    // The detector finds English.
    #expect(!Self.english(in: ["it was bought for another account"], vocabulary, but: []).isEmpty)
    var texts: [String: String] = [:]
    var certificates: Set<String> = []
    let inputs = try Self.inputs()
    for input in inputs {
      certificates.formUnion(Self.certificates(input.bytes, input.decoder))
      for text in Self.page(input, language) + Self.diagnosis(input, language) where texts[text] == nil {
        texts[text] = input.name
      }
    }
    #expect(inputs.count > 250, "\(inputs.count)")
    // Lengths of time are words, and Chinese has its own full stops and commas.
    let length = /(^|\s)\d+[dhm](\s|$)/
    let marks = /[\p{Han}）”][.,;](\s|$)|[.,;] ?\p{Han}/
    for (text, input) in texts {
      #expect(!text.contains(length), "\(input): \(text)")
      guard language == .chinese else { continue }
      #expect(!text.replacing(#/^\d+\. /#, with: "").contains(marks), "\(input): \(text)")
    }
    // Most texts are in many pages: each is looked at once.
    let names = certificates.sorted { ($0.count, $0) > ($1.count, $1) }
    let found = Self.english(in: Array(texts.keys), vocabulary, but: names)
    let lines = found.map { "\($0.value.sorted()): \($0.key)" }.sorted()
    #expect(lines.isEmpty, "\(lines.count):\n\(lines.joined(separator: "\n"))")
  }

  @Test("each text is in three languages, with the same values")
  func rows() throws {
    for row in TextCatalog.rows {
      #expect(row.count == 3, "\(row)")
      let values = row.map { Set($0.matches(of: /\{[A-Za-z0-9]+\}/).map { String($0.output) }) }
      #expect(values.allSatisfy { $0 == values[0] }, "\(row)")
    }
    #expect(try TextCatalog.rows.map { $0[0] } == Self.catalog())
  }

  /// The keys, by Foundation's reader of JSON.
  private static func catalog(comment: String? = nil) throws -> [String] {
    let file = try PackageFiles.read("Sources/CTexts/Texts.xcstrings")
    let catalog = try #require(try JSONSerialization.jsonObject(with: Data(file)) as? [String: Any])
    let rows = try #require(catalog["strings"] as? [String: [String: Any]])
    return rows.filter { comment == nil || $0.value["comment"] as? String == comment }.keys.sorted()
  }

  @Test("each entry of explain is in three languages, and the catalog has no other reference text")
  func reference() throws {
    var texts: Set<String> = []
    for entry in Reference.entries + ReferenceEntry.minted + ReferenceEntry.documentMembers {
      let sources = entry.source.split(separator: ";").map { $0.drop { $0 == " " } }
      // Names of Apple's pages stay as they are.
      texts.formUnion(sources.map(String.init))
      for text in [entry.meaning, entry.action, entry.title, entry.actor.title] where !text.isEmpty {
        texts.insert(text)
        for language in [SummaryLanguage.german, .chinese] {
          #expect(TextCatalog.template(of: text, in: language) != nil, "\(entry.key): \(text)")
        }
      }
    }
    let others = try Self.catalog(comment: "Reference").filter { !texts.contains($0) }
    #expect(others == [])
  }

  @Test("texts of other languages are in the catalog, and not in the sources")
  func sources() throws {
    let files = FileManager.default.enumerator(
      at: PackageFiles.root.appendingPathComponent("Sources"), includingPropertiesForKeys: nil)
    var count = 0
    while let file = files?.nextObject() as? URL {
      guard file.pathExtension == "swift" else { continue }
      count += 1
      for line in try String(contentsOf: file, encoding: .utf8).split(whereSeparator: \.isNewline) {
        let code = line.firstRange(of: "//").map { line[..<$0.lowerBound] } ?? line
        let isASCII = code.unicodeScalars.allSatisfy { $0.isASCII || !$0.properties.isAlphabetic }
        #expect(isASCII, "\(file.lastPathComponent): \(line)")
      }
    }
    #expect(count > 500)
  }

  @Test("numbered placeholders are in the order of the values")
  func placeholders() {
    for row in TextCatalog.rows {
      let numbers = row[0].matches(of: /\{([0-9]+)\}/).compactMap { Int($0.output.1) }
      #expect(numbers == Array(1..<(numbers.count + 1)), "\(row[0])")
    }
  }

  @Test("a row stands for its sentence, too, and values stay what they are")
  func sentences() {
    let layout = TextLayout(width: 80, usesColor: false, now: Instant(milliseconds: 1_794_000_000_000))
    let date = Instant(milliseconds: 1_765_359_000_000)
    let reason: Message = "anybody could have written it"
    let cases: [(Message, String, String)] = [
      ("signed by Apple", "von Apple signiert", "由 Apple 签名"),
      (layout.dated(date), "2025-12-10 09:30:00, vor 11 Monaten", "2025-12-10 09:30:00，11 个月前"),
      ("\(reason.capitalized).", "Jeder könnte es geschrieben haben.", "任何人都可能写出它。"),
      ("com.example.trial", "com.example.trial", "com.example.trial"),
    ]
    for (message, german, chinese) in cases {
      #expect(message.text(in: .german) == german)
      #expect(message.text(in: .chinese) == chinese)
      #expect(message.text(in: .english) == message.description)
    }
  }

  @Test("the summary says it in plain words")
  func plainWords() throws {
    let avoided: [SummaryLanguage: [String]] = [
      .english: ["whether anything is paid is not in it", "so it is not proven that it is yours", "newer proof"],
      .german: ["echten Store", "ob bezahlt wurde, steht nicht darin", "Nach keiner App"],
      .chinese: ["但其中没有付费信息"],
    ]
    let keys = try Self.catalog(comment: "The first sentences of an answer")
    #expect(keys.count > 50)
    for (language, words) in avoided {
      for key in keys {
        let text = Message(english: key).text(in: language)
        #expect(!words.contains { text.contains($0) }, "\(key): \(text)")
      }
    }
  }

  @Test(
    "two inputs side by side: no English, and what Apple writes stays", .thorough,
    arguments: [SummaryLanguage.german, .chinese])
  func besideEachOther(_ language: SummaryLanguage) throws {
    let decoder = try InputDecoder.ofVectors
    let pairs = [
      ("sandbox-subscription.b64", "jws-transaction.jws"), ("sandbox-subscription.b64", "jws-notification-refund.jws"),
      ("jws-notification-refund.jws", "jws-transaction.jws"), ("empty.b64", "consumable.b64"),
      ("empty.b64", "sandbox-subscription.b64"), ("production.b64", "verifyreceipt-response.body"),
    ]
    var texts: [String] = []
    for (name, other) in pairs {
      var question = Examination.Question(Expectations(), now: Instant(milliseconds: 1_784_635_200_000), in: language)
      question.other = try PackageFiles.read("TestReceipts/" + other)
      var report = PageDocument([PastedItem(try PackageFiles.read("TestReceipts/" + name))], question, decoder).report
      report.parts = report.parts.filter { $0.name == "beside" }
      #expect(!report.parts.isEmpty, "\(name) \(other)")
      report.remarks = []
      texts += Self.texts(html: report.html)
    }
    let found = Self.english(in: texts, Self.vocabulary(language), but: [])
    #expect(found.isEmpty, "\(found.keys.sorted())")
    // The value is a word of Apple's, which equals the title of a column.
    let owned = texts.indices.filter { texts[$0] == (language == .german ? "Besitz" : "持有方式") }
    #expect(!owned.isEmpty && owned.allSatisfy { texts[$0 + 1] == "PURCHASED" }, "\(texts)")
  }

  @Test("a product that is named like a word of ours keeps its name")
  func products() throws {
    let receipt = try DiagnosisSamples.sandbox { receipt in
      receipt.inApp = [
        StatusSamples.period("9000000000000001 2026-07-21T09:00:00Z 2026-08-21T09:00:00Z") { $0.productID = "paid" }
      ]
    }
    let now = Instant(milliseconds: 1_784_635_200_000)
    for language in [SummaryLanguage.german, .chinese] {
      let document = PageDocument(receipt, in: language, at: now, try DiagnosisSamples.pinned().decoder)
      // In the table of purchases, in that of periods, and as the name of the subscription.
      #expect(Self.texts(html: document.report.html).count { $0 == "paid" || $0 == "1  paid" } == 3, "\(language)")
    }
  }
}

extension TextCatalog {
  /// Each text in English, German and Chinese.
  fileprivate static var rows: [[String]] {
    keys.sorted().map { key in
      [key] + [SummaryLanguage.german, .chinese].compactMap { text(of: key, in: $0) }
    }
  }
}
