import ReceiptKit

/// Documents about two inputs, which are the texts of one object: `POST /v1/compare`.
struct ComparisonRoutes: Sendable {
  let settings: ServerSettings
  let reader: BodyReader

  init(_ settings: ServerSettings, _ reader: BodyReader) {
    (self.settings, self.reader) = (settings, reader)
  }

  var all: [Route] { [compare] }

  private var compare: Route {
    Route("/v1/compare", [.post], operation: Self.compare) { call in
      let query = try Query(call.query, Self.parameters)
      let showsEqual = query.flag("all")
      return try await reader.answer(call, limit: settings.limits.input) { [settings] body in
        let texts = try InputsBody.texts(["receipt", "response"], body)
        var writer = JSONWriter(layout: .compact)
        do throws(ReceiptError) {
          let comparison = try Comparison(
            try settings.decoder.decode(texts[0]), with: try VerifyReceiptResponse(texts[1]), decoder: settings.decoder)
          CompareDocument.write(
            comparison, source: "receipt", responseSource: "response", showsEqual: showsEqual, to: &writer)
        } catch {
          throw Problem(error)
        }
        return .json(writer)
      }
    }
  }

  private static let parameters = [
    QueryParameter("all", "List every field, also those that are equal.", example: "true", kind: .flag)
  ]

  private static let compare = Operation(
    "compare", "A saved answer of verifyReceipt beside what the receipt says",
    "The answer is the document of receipt-tool compare --response. Nothing is sent to Apple.",
    parameters: parameters, body: [("application/json", "receiptAndResponse")],
    answers: [
      Operation.Answer(
        code: "200", description: "Every place where the two differ, and why",
        content: [("application/json", "compare")])
    ])
}
