import HTTPTypes
import NIOCore

/// The page for people without a terminal: `GET /`.
///
/// One document that contains its style and its script. The policy allows the browser to load nothing else, and to send
/// to this server only.
enum PageRoute {
  static let route = Route("/", [.get], operation: operation) { _ in
    let nonce = nonce()
    var reply = Reply(type: "text/html; charset=utf-8", .bytes(page.replacing("{{nonce}}", with: nonce).utf8Bytes))
    reply.fields[.contentSecurityPolicy] =
      "default-src 'none'; script-src 'nonce-\(nonce)'; style-src 'nonce-\(nonce)'; img-src data:; connect-src 'self'; "
      + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
    return reply
  }

  private static let operation = Operation(
    "page", "A page to paste a receipt into", "For people; programs want the other routes.",
    answers: [Operation.Answer(code: "200", description: "The page", content: [("text/html", nil)])])

  private static let page: String = {
    let style = String(decoding: PackageResources.page_css, as: UTF8.self)
    let script = String(decoding: PackageResources.page_js, as: UTF8.self)
    return String(decoding: PackageResources.page_html, as: UTF8.self)
      .replacing("{{style}}", with: style).replacing("{{script}}", with: script)
  }()

  /// 128 unpredictable bits, so that no foreign script runs in the page.
  private static func nonce() -> String {
    var generator = SystemRandomNumberGenerator()
    return (0..<2).map { _ in
      let digits = String(generator.next(), radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }
}

extension String {
  fileprivate var utf8Bytes: [UInt8] { Array(utf8) }
}
