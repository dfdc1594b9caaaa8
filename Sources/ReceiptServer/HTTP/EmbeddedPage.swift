import HTTPTypes
import NIOCore
import ReceiptKit

/// An HTML document that contains its style and its script.
///
/// The policy forbids the browser to load anything else, and allows it to send to this server only.
struct EmbeddedPage: Sendable {
  /// The text between the places of the nonce. All answers share it.
  private let parts: [ByteBuffer]
  /// The texts of both pages in each language: an array of JSON objects, of which the first is the default.
  private static let tables: String = {
    let document = try? JSONReader().tree(PackageResources.texts_json, PackageResources.texts_json.indices)
    let texts = document?.memberNodes.map(Array.init) ?? []
    var writer = JSONWriter(layout: .compact)
    writer.array { writer in
      for language in SummaryLanguage.allCases {
        func said(_ english: String) -> String { TextCatalog.translation(of: english, in: language) }
        writer.object { writer in
          writer.member("language", language.rawValue)
          writer.member("name", said("English"))
          writer.key("texts")
          writer.object { writer in
            for text in texts { writer.member(text.name, said(text.value.stringValue ?? "")) }
          }
        }
      }
    }
    return String(decoding: writer.bytes, as: UTF8.self)
  }()

  /// Makes a page from its resources. `{{nonce}}`, `{{style}}`, `{{shared}}` and `{{script}}` in the HTML are replaced.
  /// The style and script that both pages share are added.
  ///
  /// - Parameters:
  ///   - scripts: the scripts of this page, in order.
  ///   - preset: the settings that the scripts read.
  init(html: [UInt8], style: [UInt8], scripts: [[UInt8]], preset: PageSettings) {
    func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
    let shared = [PackageResources.texts_js, PackageResources.shared_js].map(text).joined()
    let table =
      "'use strict';\nconst tables = " + Self.tables + ";\n"
      + "const preset = \(preset.script);\n"
    let page = text(html)
      .replacing("{{style}}", with: "\(Report.style)" + text(PackageResources.shared_css) + text(style))
      .replacing("{{shared}}", with: table + shared)
      .replacing("{{script}}", with: scripts.map(text).joined())
    parts = page.split(separator: "{{nonce}}", omittingEmptySubsequences: false).map { ByteBuffer(substring: $0) }
  }

  /// The answer with the page.
  func reply() -> Reply {
    let nonce = Self.nonce()
    let body = parts.dropFirst().reduce(into: Array(parts.prefix(1))) { body, part in
      body += [ByteBuffer(string: nonce), part]
    }
    var reply = Reply(type: "text/html; charset=utf-8", .shared(body))
    reply.fields[.contentSecurityPolicy] =
      """
      default-src 'none'; script-src 'nonce-\(nonce)'; style-src 'nonce-\(nonce)'; img-src data:; connect-src 'self'; \
      base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types \
      report
      """
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
