import HTTPTypes
import ReceiptKit

extension StandIn {
  /// A page for people. It shows the requests to the stand-in, its answers, the notifications that it sent, and the
  /// consumption information that it accepted, each with the newest first. The page has no script.
  var inspectorRoute: Route {
    Route("/_inspector", [.get], operation: Self.inspectorOperation) { _ in
      let text = try await WorkerThreads.run { self.page }
      return Reply(type: "text/html; charset=utf-8", .bytes(Array(text.utf8)))
    }
  }

  private static let inspectorOperation = Operation(
    "inspector", "A page that shows the last exchanges of the stand-in for the App Store Server API",
    "For people. Signed data is shown opened; tokens are not shown.",
    answers: [.text("The page", "text/html")])

  private var page: String {
    let now = clock.now
    var text = """
      <!DOCTYPE html>
      <html lang="en">
      <head><meta charset="utf-8"><title>Stand-in for the App Store Server API</title></head>
      <body>
      <h1>Stand-in for the App Store Server API</h1>
      <p>Its clock: \(Instant(milliseconds: now).rfc3339). Notifications that wait: \
      \(deliveries.waiting(at: now)). Nothing here is Apple's; a test authority signs.</p>

      """
    text += Self.section(receivedConsumption.newestFirst)
    let entries = journal.newestFirst
    if entries.isEmpty { text += "<p>Nothing was asked yet.</p>\n" }
    for entry in entries {
      let status = entry.status.map { String($0) } ?? "no answer"
      let detail = entry.detail.isEmpty ? "" : " " + entry.detail
      text += "<h2>\(Self.escaped("\(Instant(milliseconds: entry.date).rfc3339) \(entry.title)"))</h2>\n"
      text += "<p>\(entry.isSent ? "Sent" : "Asked"): \(Self.escaped(status + detail))</p>\n"
      let answered = entry.answered?.opened.compactText ?? ""
      for (title, content) in [("Request", entry.asked), ("Answer", answered)] where !content.isEmpty {
        text += "<details><summary>\(title)</summary><pre>\(Self.escaped(content))</pre></details>\n"
      }
    }
    return text + "</body>\n</html>\n"
  }

  private static func section(_ entries: [ConsumptionEntry]) -> String {
    guard !entries.isEmpty else { return "" }
    let items = entries.map { entry in
      let title =
        "\(Instant(milliseconds: entry.date).rfc3339) transaction \(entry.transaction), version \(entry.version)"
      return "<dt>\(escaped(title))</dt><dd><code>\(escaped(entry.content.compactText))</code></dd>\n"
    }
    return "<section id=\"consumption\">\n<h2>Consumption information</h2>\n<dl>\n\(items.joined())</dl>\n</section>\n"
  }

  /// The text escaped for HTML, with its line breaks.
  private static func escaped(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { HTMLWriter.escaped(String($0)) }.joined(separator: "\n")
  }
}

extension JSONValue {
  /// The same value with the payloads of signed texts in their places.
  fileprivate var opened: JSONValue {
    switch self {
    case .object(let members): .object(members.map { .init($0.name, $0.value.opened) })
    case .array(let elements): .array(elements.map(\.opened))
    case .string(let text): Self.payload(text) ?? self
    default: self
    }
  }

  private static func payload(_ text: String) -> JSONValue? {
    // Signed data has its certificates in it, and is never this short.
    guard text.utf8.count > 1_000 else { return nil }
    let parts = Array(text.utf8).split(separator: UInt8(ascii: "."))
    guard parts.count == 3, let octets = Base64.decodeURL(parts[1]) else { return nil }
    return (try? JSONReader().read(octets))?.opened
  }
}
