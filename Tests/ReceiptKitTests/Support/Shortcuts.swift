import ReceiptKit
import Testing

@testable import ReceiptDocuments

// What many tests do: texts given to readers of octets, the vectors, and what an input has to be.

extension Diagnostician {
  func diagnose(_ text: some StringProtocol) -> Diagnosis { diagnose(Array(text.utf8)) }
}

extension InputRecognizer {
  func recognize(_ text: some StringProtocol) throws(ReceiptError) -> RecognizedInput {
    try recognize(Array(text.utf8))
  }
}

extension InputDecoder {
  /// Trusts the authority of TestReceipts.
  static var ofVectors: InputDecoder {
    get throws {
      let anchors = try TrustAnchor.read(try PackageFiles.read("TestReceipts/root.pem"))
      return InputDecoder(authenticator: Authenticator(anchors: anchors))
    }
  }

  func decode(_ text: some StringProtocol) throws(ReceiptError) -> DecodedInput { try decode(Array(text.utf8)) }
}

extension InspectSamples {
  static func decode(_ text: String) throws -> DecodedInput { try decode(Array(text.utf8)) }
}

extension PurchaseHistoryReader {
  func read(_ text: some StringProtocol) throws(ReceiptError) -> PurchaseHistory { try read(Array(text.utf8)) }
}

extension PastedItem {
  init(_ text: some StringProtocol) { self.init(Array(text.utf8)) }
}

extension PageDocument {
  /// The page about one input, with no further question.
  init(_ bytes: [UInt8], in language: SummaryLanguage = .english, at now: Instant, _ decoder: InputDecoder) {
    self.init([PastedItem(bytes)], Examination.Question(Expectations(), now: now, in: language), decoder)
  }
}

extension SummaryText {
  init(_ decoded: DecodedInput, at moment: Instant, in language: SummaryLanguage = .english) {
    self.init(PurchaseSummary(decoded, at: moment), in: language)
  }
}

extension PackageFiles {
  /// A file of TestReceipts as one line of text.
  static func line(_ name: String) throws -> String {
    String(decoding: try read("TestReceipts/" + name), as: UTF8.self).filter { !$0.isNewline }
  }
}

extension RecognizedInput.Content {
  var signature: JSONWebSignature? { if case .jws(let signature) = self { signature } else { nil } }
  var octets: [UInt8]? { if case .signedData(let octets) = self { octets } else { nil } }
}

extension DecodedInput.Document {
  var signature: JSONWebSignature? { if case .jws(let signature) = self { signature } else { nil } }
}

extension JSONReader {
  func read(_ text: some StringProtocol) throws(ReceiptError) -> JSONValue { try read(Array(text.utf8)) }
}

extension String {
  /// Whether it has the text of a key of the catalog in a language, whatever the values in it are.
  func says(_ key: String, in language: SummaryLanguage) -> Bool {
    // What to ask for stands in a line of its own.
    guard let whole = TextCatalog.template(of: key, in: language) else {
      Issue.record("the catalog does not have '\(key)'")
      return false
    }
    let template = whole.split(separator: "\n").first ?? ""
    // In Chinese, a value may have no blank beside it (TextCatalog).
    let isChinese = language == .chinese
    var rest = isChinese ? filter { $0 != " " }[...] : self[...]
    return template.filter { $0 != " " || !isChinese }.split(separator: /\{[A-Za-z0-9]+\}/).allSatisfy { words in
      guard let range = rest.firstRange(of: words) else { return false }
      rest = rest[range.upperBound...]
      return true
    }
  }
}
