import HTTPTypes
import NIOConcurrencyHelpers
import ReceiptKit

/// The routes that ask Apple what the customer of an order or a transaction has now. The answers are not recorded.
struct AppleLookupRoutes: Sendable {
  private let settings: ServerSettings
  private let find: @Sendable (AppleQuestion) async -> AppleFinding
  /// The number of questions that Apple is being asked.
  private let running = NIOLockedValueBox(0)

  /// The maximum number of requests at the same time. Further ones are refused.
  private static let atOnce = 4

  init(_ settings: ServerSettings, _ find: @escaping @Sendable (AppleQuestion) async -> AppleFinding) {
    (self.settings, self.find) = (settings, find)
  }

  var all: [Route] {
    [route("orders", "order", AppleQuestion.order), route("transactions", "transaction", AppleQuestion.transaction)]
  }

  private func route(
    _ plural: String, _ noun: String, _ question: @escaping @Sendable (String) -> AppleQuestion
  ) -> Route {
    var route = Route("/support/apple/\(plural)/{name}", [.get], operation: Self.operation(plural, noun)) { call in
      let query = try Query(call.query, Self.parameters)
      let name = try call.name(query)
      let language = SummaryLanguage(firstOf: query.all("language"))
      let isFree = running.withLockedValue { count in
        guard count < Self.atOnce else { return false }
        count += 1
        return true
      }
      guard isFree else { throw Problem.busy }
      defer { running.withLockedValue { $0 -= 1 } }
      switch await find(question(name)) {
      case .unknown: throw Problem(.unknown, "The name is unknown", .notFound, "Apple knows no such \(noun)")
      case .failed(let reason): throw Problem(.apple, "Apple gave no answer", .badGateway, reason)
      case .answers(let answers): return try await WorkerThreads.run { document(answers, language) }
      }
    }
    route.scope = .read
    return route
  }

  private func document(_ answers: [[UInt8]], _ language: SummaryLanguage) -> Reply {
    var question = PageDocument.Question(Expectations(), now: settings.clock(), in: language)
    question.expectations.bundleIdentifiers = settings.page.bundleIdentifiers
    question.frames = settings.page.frames
    var writer = JSONWriter(layout: .compact)
    PageDocument(answers.map { PastedItem($0) }, question, settings.decoder).write(to: &writer)
    return .json(writer)
  }

  private static let parameters = [
    QueryParameter(
      "language", "A language of the reader (BCP 47), the best first", example: "de-CH", kind: .language,
      isRepeatable: true)
  ]

  private static func operation(_ plural: String, _ noun: String) -> Operation {
    Operation(
      "support-apple-\(plural)", "What Apple says now of the customer of this \(noun)",
      "For the page for support. The number is sent to Apple; nothing is recorded.",
      parameters: parameters,
      answers: [
        Operation.Answer(code: "200", description: "As of what is pasted", content: [("application/json", "any")])
      ])
  }
}
