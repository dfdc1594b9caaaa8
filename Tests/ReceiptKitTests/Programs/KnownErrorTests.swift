import ReceiptKit
import TestSupport
import Testing

@testable import ReceiptDocuments
@testable import ReceiptReading

/// Errors outside of Apple's servers: the tables, and what a text names.
@Suite("Errors of StoreKit, libraries and plug-ins")
struct KnownErrorTests {
  @Test("numbers of connections that failed, and what macOS no longer does")
  func connections() {
    let lost = "Uncaught SKError: code = -1005, domain = NSURLErrorDomain, userInfo = {code: -1005}"
    #expect(Self.titles(lost).contains("NSURLErrorDomain -1005"), "\(Self.titles(lost))")
    #expect(!Self.titles("in_app_purchase: " + lost).contains("cantReadReceipt"))
    #expect(Self.titles("Error Domain=NSURLErrorDomain Code=-1018") == ["NSURLErrorDomain -1018"])
    #expect(Self.titles("It says: exit(173) Not Available") == ["exit(173) Not Available"])
    #expect(Self.titles("IAPError(code: storekit_no_response, source: app_store)") == ["storekit_no_response"])
  }

  /// The names of a list, as its source has them.
  private static func names(_ list: String) throws -> [String] {
    try TableCase.read("errors", list)[0].lines.flatMap { $0.split(separator: " ").map(String.init) }
  }

  private static func titles(_ text: String) -> [String] { ErrorText.mentions(in: text.utf8).map(\.title) }

  @Test("have the numbers and the names of their sources")
  func tables() throws {
    func expect(_ list: String, _ domain: KnownError.Domain, but: Set<String> = []) throws {
      let names = try Self.names(list)
      for (number, name) in names.enumerated() where !but.contains(name) {
        #expect(KnownError.numbered(number, in: domain)?.name == name, "\(number)")
      }
      #expect(KnownError.all.filter { $0.domain == domain && $0.code != nil }.count == names.count - but.count)
    }
    try expect("SKError", .storeKit)
    for name in try Self.names("StoreKitError") {
      #expect(KnownError.named(name.lowercased(), in: .storeKit) != nil, "\(name)")
    }
    try expect("VerificationError", .verification)
    try expect("VerificationStatus", .library, but: ["OK"])
    for name in ["INVALID_CHAIN", "INVALID_JWT_FORMAT"] {
      #expect(KnownError.named(name.lowercased(), in: .library)?.name == name)
    }
    let plugin = try Self.names("cordova-plugin-purchase")
    for index in stride(from: 0, to: plugin.count, by: 2) {
      #expect(KnownError.numbered(6_777_000 + (Int(plugin[index]) ?? 0), in: .cordova)?.name == plugin[index + 1])
    }
    #expect(KnownError.all.filter { $0.domain == .cordova }.count == plugin.count / 2)
    try expect("purchases-ios", .revenueCat, but: ["-"])
  }

  @Test("each is explained by its question, and has its meaning in three languages")
  func questions() {
    for error in KnownError.all {
      let entries = Reference.answer(error.question).entries
      #expect(entries.contains { $0.key == error.key && $0.meaning.hasSuffix(error.meaning) }, "\(error.question)")
      // Names are no errors: the page calls them what they are.
      for language in [SummaryLanguage.german, .chinese] where error.domain != .identifier {
        #expect(Message(english: error.meaning).wholly(in: language) != nil, "\(language): \(error.meaning)")
      }
    }
    #expect(Set(KnownError.all.map(\.key)).count == KnownError.all.count)
  }

  @Test("are found in texts, however programs print them", arguments: try TableCase.read("errors", "texts"))
  func texts(_ row: TableCase) {
    #expect(Self.titles(row.text) == row.expected)
  }

  @Test("are not found where no error is named")
  func nothing() throws {
    for row in try TableCase.read("errors", "no error") { #expect(Self.titles(row.text) == [], "\(row.text)") }
    #expect(Self.titles("") == [])
    // A long text is searched at its beginning, and only so many errors are listed.
    let late = String(repeating: "a ", count: 40_000) + "SKErrorDomain Code=2"
    #expect(Self.titles(late) == [])
    let many = (0...21).map { "SKErrorDomain Code=\($0)" }.joined(separator: "\n")
    #expect(Self.titles(many).count == 8)
  }

  @Test("any octets are searched without harm")
  func octets() {
    for seed in 0..<64 {
      var numbers = SplitMix(seed: UInt64(seed))
      let noise = (0..<200).map { _ in UInt8.random(in: 0...255, using: &numbers) }
      let text = noise + Array("SKErrorDomain".utf8) + noise.prefix(seed) + Array("Code=99999999999999999999".utf8)
      #expect(ErrorText.mentions(in: text).count <= 8)
    }
  }
}

@Suite("Texts of errors, pasted")
struct PastedErrorTests {
  @Test("are named and explained, and nothing is granted", arguments: try TableCase.read("errors", "pasted"))
  func named(_ row: TableCase) throws {
    let diagnosis = Diagnostician().diagnose(row.bytes)
    let hint = try #require(diagnosis.error?.hint).description
    let said = diagnosis.said.joined(separator: "\n") + "\n" + hint
    #expect(diagnosis.cause == .errorText && !diagnosis.isReadable, "\(said)")
    for part in row.expected { #expect(said.contains(part), "\(part): \(said)") }
    for language in SummaryLanguage.allCases {
      let now = Instant(milliseconds: 1_795_737_600_000)
      let page = PageDocument(row.bytes, in: language, at: now, InputDecoder())
      #expect(page.tone == .bad)
      let advice = try #require(diagnosis.advice(in: language))
      #expect(!advice.contains("receipt-tool"), "\(advice)")
      if language != .english { #expect(!advice.contains("The customer"), "\(advice)") }
    }
    // The hint of each is a question that explain answers.
    guard let question = hint.firstMatch(of: /receipt-tool explain ("[^"]+"|\S+) says/)?.output.1 else { return }
    #expect(!Reference.answer(String(question).replacing("\"", with: "")).entries.isEmpty, "\(hint)")
  }

  @Test("say what support has to know, in the language of the page")
  func languages() {
    let diagnosis = Diagnostician().diagnose("Error Domain=SKErrorDomain Code=2")
    #expect(diagnosis.advice(in: .english)?.hasPrefix("SKError 2 (paymentCancelled): The customer cancelled") == true)
    #expect(diagnosis.advice(in: .german)?.hasPrefix("SKError 2 (paymentCancelled): Der Kunde hat den Kauf") == true)
    #expect(diagnosis.advice(in: .chinese)?.hasPrefix("SKError 2 (paymentCancelled)：顾客取消了购买。") == true)
    let answered = Diagnostician().diagnose("verifyReceipt error 21002")
    #expect(answered.advice(in: .english)?.hasPrefix("Apple refused it with 21002: ") == true)
  }

  @Test("a receipt, a purchase or an answer beside an error comes first")
  func others() throws {
    let receipt = try PackageFiles.line("consumable.b64")
    for text in [
      "SKErrorDomain Code=2 for \(receipt)", #"{"msg":"SKErrorDomain Code=2, receipt-data=\#(receipt)"}"#,
      #"{"error":"SKErrorDomain Code=2","receipt-data":"\#(receipt)"}"#,
    ] { #expect(Diagnostician().diagnose(text).canonical == receipt, "\(text.prefix(60))") }
    for row in try TableCase.read("errors", "no pasted error") {
      #expect(Diagnostician().diagnose(row.bytes).cause.rawValue == row.expected[0], "\(row.text)")
    }
    let name = Diagnostician().diagnose("StoreKitTest_Transaction_7d5df4466d669078_3")
    #expect(name.summary.description.contains("RevenueCat's name for a purchase in Xcode"))
  }
}
