import HTTPTypes
import ReceiptKit

extension PurchaseService {
  /// The routes that ask Apple what the customer of an order or a transaction has now. The answers are not recorded.
  var appleLookupRoutes: [Route] {
    guard let find = service.lookUp else { return [] }
    return [
      lookup("orders", "order", find, AppleQuestion.order),
      lookup("transactions", "transaction", find, AppleQuestion.transaction),
    ]
  }

  private func lookup(
    _ plural: String, _ noun: String,
    _ find: @escaping @Sendable (AppleQuestion) async throws(AppleSilence) -> [[UInt8]],
    _ question: @escaping @Sendable (String) -> AppleQuestion
  ) -> Route {
    Route(
      "/support/apple/\(plural)/{name}", [.get], scope: .read, operation: Self.lookupOperation(plural, noun)
    ) { [self] call in
      let query = try Query(call.query, Self.lookupParameters)
      let name = try call.name(query)
      let language = SummaryLanguage(firstOf: query.all("language"))
      guard await lookups.enter() else { throw Problem.busy }
      defer { lookups.leave() }
      do {
        let answers = try await find(question(name))
        let document = try await WorkerThreads.run { self.document(of: answers.map { PastedItem($0) }, language) }
        return try await reply(document, language)
      } catch AppleSilence.unknown {
        throw Problem(.unknown, "The name is unknown", .notFound, "Apple knows no such \(noun)")
      } catch AppleSilence.failed(let reason) {
        throw Problem(.apple, "Apple gave no answer", .badGateway, reason)
      }
    }
  }

  private static let lookupParameters = [QueryParameter.languages]

  private static func lookupOperation(_ plural: String, _ noun: String) -> Operation {
    Operation(
      "support-apple-\(plural)", "What Apple says now of the customer of this \(noun)",
      "For the page for support. The number is sent to Apple; nothing is recorded.",
      parameters: lookupParameters,
      answers: [.json("As of what is pasted")])
  }
}
