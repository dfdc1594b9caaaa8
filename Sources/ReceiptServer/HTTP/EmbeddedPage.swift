import HTTPTypes
import NIOCore
import ReceiptKit

/// An HTML document that contains its style and its script, in each language.
///
/// The policy forbids the browser to load anything else, and allows it to send to this server only.
struct EmbeddedPage: Sendable {
  private enum Piece: Sendable {
    /// What is the same in all answers, which share it.
    case fixed(ByteBuffer)
    /// The place of a value, or of the nonce.
    case value(String)
  }

  /// The texts of the pages, by key.
  private static let texts: [(name: String, english: String)] = {
    let document = try? JSONReader().tree(PackageResources.texts_json, PackageResources.texts_json.indices)
    return (document?.memberNodes.map(Array.init) ?? []).map { ($0.name, $0.value.stringValue ?? "") }
  }()

  private let pieces: [SummaryLanguage: [Piece]]
  /// Whether a browser may send the form of the page by itself.
  private let hasForm: Bool

  /// Makes a page from its resources. `{{nonce}}`, `{{style}}`, `{{script}}`, the keys of texts and the names of values
  /// are replaced in the HTML. The style and script that both pages share are added.
  init(html: [UInt8], style: [UInt8], script: [UInt8], hasForm: Bool) {
    func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
    let html = text(html)
    let resources = [
      "style": ByteBuffer(string: "\(Report.style)" + text(PackageResources.shared_css + style)),
      "script": ByteBuffer(bytes: PackageResources.shared_js + script),
    ]
    self.hasForm = hasForm
    pieces = Dictionary(
      uniqueKeysWithValues: SummaryLanguage.allCases.map { ($0, Self.pieces(of: html, resources, in: $0)) })
  }

  private static func pieces(
    of html: String, _ resources: [String: ByteBuffer], in language: SummaryLanguage
  ) -> [Piece] {
    let parts = html.split(separator: "{{", omittingEmptySubsequences: false)
    return parts.dropFirst().reduce(into: [.fixed(ByteBuffer(substring: parts[0]))]) { pieces, part in
      let sides = part.split(separator: "}}", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(sides[0])
      if let resource = resources[name] {
        pieces.append(.fixed(resource))
      } else if let text = text(of: name, in: language) {
        pieces.append(.fixed(ByteBuffer(string: HTMLWriter.withoutMarkup(text))))
      } else {
        pieces.append(.value(name))
      }
      if sides.count == 2 { pieces.append(.fixed(ByteBuffer(substring: sides[1]))) }
    }
  }

  /// A text by its key; `nil` for any other name.
  static func text(of key: String, in language: SummaryLanguage) -> String? {
    switch key {
    case "language": language.rawValue
    case "table": table(in: language)
    default: texts.first { $0.name == key }.map { Message(english: $0.english).text(in: language) }
    }
  }

  /// The texts that the script of a page says itself, as JSON.
  private static func table(in language: SummaryLanguage) -> String {
    var writer = JSONWriter(layout: .compact)
    writer.object { writer in
      for text in texts where text.name.hasPrefix("t_") {
        writer.member(text.name, Message(english: text.english).text(in: language))
      }
    }
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// The answer with the page.
  ///
  /// - Parameter values: HTML by the name of its place; other places stay empty.
  func reply(in language: SummaryLanguage, _ values: [String: String], _ status: HTTPResponse.Status = .ok) -> Reply {
    let nonce = Self.nonce()
    var languages = HTMLWriter(in: language)
    languages.writeLanguages()
    let own = ["nonce": nonce, "languages": languages.html]
    let parts = pieces[language, default: []].map { piece in
      switch piece {
      case .fixed(let text): text
      case .value(let name): ByteBuffer(string: own[name] ?? values[name] ?? "")
      }
    }
    // An answer with results is as large as they are, and counts against the memory budget.
    let body: Reply.Body =
      values["results"] == nil ? .shared(parts) : .bytes(parts.flatMap { Array($0.readableBytesView) })
    var reply = Reply(status, type: "text/html; charset=utf-8", body)
    reply.fields[.contentSecurityPolicy] =
      """
      default-src 'none'; script-src 'nonce-\(nonce)'; style-src 'nonce-\(nonce)'; img-src data:; connect-src 'self'; \
      base-uri 'none'; form-action '\(hasForm ? "self" : "none")'; frame-ancestors 'none'; \
      require-trusted-types-for 'script'; trusted-types report
      """
    // Without it a browser names no origin with the form, and the form would count as that of another page.
    if hasForm, let name = HTTPField.Name("Referrer-Policy") { reply.fields[name] = "same-origin" }
    return reply
  }

  /// 128 unpredictable bits, so that no foreign script can run in the page.
  private static func nonce() -> String {
    var generator = SystemRandomNumberGenerator()
    return (0..<2).map { _ in
      let digits = String(generator.next(), radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }
}
