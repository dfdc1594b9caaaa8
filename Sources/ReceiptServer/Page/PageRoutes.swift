import HTTPTypes
import ReceiptKit
import NIOCore

/// The page for people without a terminal: `GET /`, and what it alone asks for.
///
/// One document that contains its style and its script. The policy allows the browser to load nothing else, and to send
/// to this server only.
struct PageRoutes: Sendable {
  let settings: ServerSettings
  let reader: BodyReader

  init(_ settings: ServerSettings, _ reader: BodyReader) {
    self.settings = settings
    self.reader = reader
  }

  var all: [Route] {
    [
      Route("/", [.get], operation: Self.page) { _ in Self.answer() },
      Route("/page/report", [.post], operation: Self.report) { try await report($0) },
    ]
  }

  private static let page = Operation(
    "page", "A page to paste a receipt into", "For people; programs want the other routes.",
    answers: [Operation.Answer(code: "200", description: "The page", content: [("text/html", nil)])])

  private static let report = Operation(
    "pageReport", "What receipt-tool inspect prints, for the page to lay out",
    "The page of this version asks for it, and another version may answer otherwise; programs want /v1/decode.",
    body: [("text/plain", nil), ("application/octet-stream", nil)],
    answers: [
      Operation.Answer(code: "200", description: "Sections of the report", content: [("application/json", "any")])
    ])

  /// The words of a report are written in one place: the page lays out what a terminal shows.
  private func report(_ call: Call) async throws -> Reply {
    _ = try Query(call.query, [])
    return try await reader.answer(call, limit: settings.limits.input) { [settings] body in
      var writer = JSONWriter(layout: .compact)
      do throws(ReceiptError) {
        InspectReport(try settings.decoder.decode(body)).write(at: settings.clock(), to: &writer)
      } catch {
        throw Problem(error)
      }
      return .json(writer)
    }
  }

  private static func answer() -> Reply {
    let nonce = nonce()
    var reply = Reply(type: "text/html; charset=utf-8", .bytes(text.replacing("{{nonce}}", with: nonce).utf8Bytes))
    reply.fields[.contentSecurityPolicy] =
      "default-src 'none'; script-src 'nonce-\(nonce)'; style-src 'nonce-\(nonce)'; img-src data:; connect-src 'self'; "
      + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
    return reply
  }

  private static let text: String = {
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
