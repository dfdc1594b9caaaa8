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
      Route("/", [.get], operation: Self.page) { _ in Self.html() },
      // The words of a report are written in one place: the page lays out what a terminal shows.
      Route("/page/inspect", [.post], operation: Self.report("inspect", [])) { call in
        _ = try Query(call.query, [])
        return try await report(call) { [settings] body, writer throws(ReceiptError) in
          InspectReport(try settings.decoder.decode(body)).write(at: settings.clock(), to: &writer)
        }
      },
      Route("/page/status", [.post], operation: Self.report("status", Self.moment)) { call in
        let chosen = try Query(call.query, Self.moment).moment(now: settings.clock())
        return try await report(call) { [settings] body, writer throws(ReceiptError) in
          let history = try PurchaseHistoryReader(settings.decoder).read(body)
          let status = SubscriptionStatus(history, at: chosen ?? settings.clock())
          StatusReport(status, momentIsChosen: chosen != nil).write(to: &writer)
        }
      },
    ]
  }

  private func report(
    _ call: Call, _ write: @escaping @Sendable ([UInt8], inout JSONWriter) throws(ReceiptError) -> Void
  ) async throws -> Reply {
    try await reader.answer(call, limit: settings.limits.input) { body in
      var writer = JSONWriter(layout: .compact)
      do throws(ReceiptError) { try write(body, &writer) } catch { throw Problem(error) }
      return .json(writer)
    }
  }

  private static let moment = DocumentKind.status.parameters

  private static let page = Operation(
    "page", "A page to paste a receipt into", "For people; programs want the other routes.",
    answers: [Operation.Answer(code: "200", description: "The page", content: [("text/html", nil)])])

  private static func report(_ command: String, _ parameters: [QueryParameter]) -> Operation {
    Operation(
      "page-\(command)", "What receipt-tool \(command) prints, for the page to lay out",
      "The page of this version asks for it, and another version may answer otherwise; programs want /v1.",
      parameters: parameters, body: [("text/plain", nil), ("application/octet-stream", nil)],
      answers: [
        Operation.Answer(code: "200", description: "Sections of the report", content: [("application/json", "any")])
      ])
  }

  private static func html() -> Reply {
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
