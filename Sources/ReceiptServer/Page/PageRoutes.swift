import HTTPTypes
import ReceiptKit
import NIOCore

/// The page for people without a terminal: `GET /`, and the routes that only this page uses.
struct PageRoutes: Sendable {
  let settings: ServerSettings
  let reader: BodyReader

  init(_ settings: ServerSettings, _ reader: BodyReader) {
    self.settings = settings
    self.reader = reader
  }

  var all: [Route] {
    let page = EmbeddedPage(
      html: PackageResources.page_html, style: PackageResources.page_css,
      scripts: [PackageResources.answer_js, PackageResources.save_js, PackageResources.page_js], preset: settings.page)
    return [
      Route("/", [.get], operation: Self.page) { _ in page.reply() },
      Route("/page/document", [.post], operation: Self.document) { call in
        let query = try Query(call.query, Self.question)
        var question = PageDocument.Question(
          try ExpectationParameters.expectations(query), now: settings.clock(),
          in: SummaryLanguage(firstOf: query.all("language")))
        question.frames = settings.page.frames
        if question.expectations.bundleIdentifiers.isEmpty {
          question.expectations.bundleIdentifiers = settings.page.bundleIdentifiers
        }
        if let text = query["at"], !["now", "today", "heute", "今天"].contains(text.lowercased()) {
          question.moment = ReceiptDate(moment: text)?.instant
          question.unreadMoment = question.moment == nil ? text : nil
        }
        let asked = question
        return try await reader.answer(call, limit: settings.limits.input) { [settings] body in
          var question = asked
          let pasted = try PastedBody(body)
          question.other = pasted.other
          var writer = JSONWriter(layout: .compact)
          PageDocument(pasted.items, question, settings.decoder).write(to: &writer)
          return .json(writer)
        }
      },
    ]
  }

  private static let question =
    ExpectationParameters.all + [
      QueryParameter(
        "at", "Ask about subscriptions at this moment. What is no moment is said to be none.", example: "2024-01-31"),
      QueryParameter(
        "language", "A language of the reader (BCP 47), the best first", example: "de-CH", kind: .language,
        isRepeatable: true),
    ]

  private static let page = Operation(
    "page", "A page to paste a receipt into", "For people; programs want the other routes.",
    answers: [Operation.Answer(code: "200", description: "The page", content: [("text/html", nil)])])

  private static let document = Operation(
    "page-document", "What the page shows of what was pasted",
    "The page of this version draws it, and another version may answer otherwise; programs want /v1.",
    parameters: question, body: [("application/json", "pasted")],
    answers: [
      Operation.Answer(code: "200", description: "The answer, and blocks", content: [("application/json", "any")])
    ])
}
