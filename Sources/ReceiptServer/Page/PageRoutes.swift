import HTTPTypes
import ReceiptKit
import NIOCore

/// The page for people without a terminal: `GET /`, and what it alone asks for.
struct PageRoutes: Sendable {
  let settings: ServerSettings
  let reader: BodyReader

  init(_ settings: ServerSettings, _ reader: BodyReader) {
    self.settings = settings
    self.reader = reader
  }

  var all: [Route] {
    [
      Route("/", [.get], operation: Self.page) { _ in Self.html.reply() },
      // The words of a report are written in one place: the page lays out what a terminal shows.
      Route("/page/inspect", [.post], operation: Self.report("inspect", [])) { call in
        _ = try Query(call.query, [])
        return try await report(call) { [settings] body, writer in
          InspectReport(try settings.decoder.decode(body)).write(at: settings.clock(), to: &writer)
        }
      },
      Route("/page/summary", [.post], operation: Self.report("summary", Self.question)) { call in
        let query = try Query(call.query, Self.question)
        let moment = try query.moment(now: settings.clock()) ?? settings.clock()
        let apps = query.all("bundle-id")
        let language = SummaryLanguage(firstOf: query.all("language"))
        return try await report(call) { [settings] body, writer in
          let summary: PurchaseSummary
          if query.flag("together") {
            let history = try InputsBody.history(body, PurchaseHistoryReader(settings.decoder))
            summary = PurchaseSummary(SubscriptionStatus(history, at: moment), bundleIDs: apps)
          } else {
            summary = try PurchaseSummary(body, settings.decoder, bundleIDs: apps, at: moment)
          }
          writer.object { writer in
            writer.key("text")
            SummaryText(summary, in: language).write(to: &writer)
            writer.key("facts")
            SummaryFacts(summary).write(to: &writer)
          }
        }
      },
      Route("/page/status", [.post], operation: Self.report("status", Self.moment)) { call in
        let query = try Query(call.query, Self.moment)
        let chosen = try query.moment(now: settings.clock())
        return try await report(call) { [settings] body, writer in
          let reader = PurchaseHistoryReader(settings.decoder)
          let history = query.flag("together") ? try InputsBody.history(body, reader) : try reader.read(body)
          let status = SubscriptionStatus(history, at: chosen ?? settings.clock())
          StatusReport(status, momentIsChosen: chosen != nil).write(to: &writer)
        }
      },
      Route("/page/diff", [.post], operation: Self.report("diff", Self.difference)) { call in
        let query = try Query(call.query, Self.difference)
        let moment = try query.moment(now: settings.clock()) ?? settings.clock()
        let language = SummaryLanguage(firstOf: query.all("language"))
        return try await report(call) { [settings] body, writer in
          let difference = try ComparisonRoutes.difference(body, settings.decoder, at: moment)
          DifferenceText(difference, in: language).write(of: difference, to: &writer)
        }
      },
    ]
  }

  private func report(
    _ call: Call, _ write: @escaping @Sendable ([UInt8], inout JSONWriter) throws -> Void
  ) async throws -> Reply {
    try await reader.answer(call, limit: settings.limits.input) { body in
      var writer = JSONWriter(layout: .compact)
      do { try write(body, &writer) } catch let error as ReceiptError { throw Problem(error) }
      return .json(writer)
    }
  }

  private static let moment = DocumentKind.status.parameters

  private static let question =
    moment + [
      QueryParameter(
        "bundle-id", "The app that it has to be of; several if one of them is enough", example: "com.example.app",
        isRepeatable: true),
      language,
    ]

  private static let difference = [DocumentKind.moment, language]

  private static let language = QueryParameter(
    "language", "A language of the reader (BCP 47), the best first", example: "de-CH", kind: .language,
    isRepeatable: true)

  private static let page = Operation(
    "page", "A page to paste a receipt into", "For people; programs want the other routes.",
    answers: [Operation.Answer(code: "200", description: "The page", content: [("text/html", nil)])])

  /// What is not the whole report of a command.
  private static let first = ["summary": "inspect says first", "diff": "diff says first"]

  private static func report(_ command: String, _ parameters: [QueryParameter]) -> Operation {
    Operation(
      "page-\(command)",
      "What \(first[command] ?? "receipt-tool \(command) prints"), for the page to lay out",
      "The page of this version asks for it, and another version may answer otherwise; programs want /v1.",
      parameters: parameters, body: [("text/plain", nil), ("application/octet-stream", nil)],
      answers: [
        Operation.Answer(code: "200", description: "Sections of the report", content: [("application/json", "any")])
      ])
  }

  private static let html = EmbeddedPage(
    html: PackageResources.page_html, style: PackageResources.page_css,
    scripts: [
      PackageResources.reply_js, PackageResources.save_js, PackageResources.beside_js, PackageResources.page_js,
    ],
    tables: [PackageResources.texts_en_json, PackageResources.texts_de_json, PackageResources.texts_zh_json])
}
