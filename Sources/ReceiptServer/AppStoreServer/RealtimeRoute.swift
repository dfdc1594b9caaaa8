import HTTPTypes
import ReceiptKit

extension StandIn {
  /// `POST /_realtime` makes the stand-in ask the backend once, as if the customer were about to cancel, and returns
  /// what the customer would see.
  ///
  ///     {"transaction": "2000000000000001", "locale": "de-DE"}
  func realtimeRoute(_ reader: BodyReader) -> Route {
    Route("/_realtime", [.post], operation: Self.realtimeOperation) { call in
      try await reader.answer(call, limit: 4_096, waiting: { body in try await self.showMessage(body) })
    }
  }

  private static let realtimeOperation = Operation(
    "realtime", "Asks the backend's URL for retention messages once, as Apple does when a customer is about to cancel",
    """
    transaction is one of the customer's, locale a language (en-US). The answer says what came in how many \
    milliseconds, of the 700 that Apple allows, and what is shown: the backend's answer, the default message, or \
    nothing.
    """,
    body: [("application/json", "any")],
    answers: [.json("What is shown")])

  private func showMessage(_ body: [UInt8]) async throws -> Reply {
    guard let request = try? JSONReader(maximumDepth: 2, maximumValues: 8).read(body),
      let identifier = request["transaction"]?.stringValue
    else { throw Problem.body("it names no transaction", hint: #"{"transaction": "2000000000000001"}"#) }
    let now = clock.now
    let found = data.bundles.sorted().lazy.compactMap { bundle in
      (try? self.transaction(identifier, in: bundle, at: now)).map { (bundle, $0) }
    }.first
    guard let (bundle, transaction) = found else { throw Problem.body("no app has this transaction", hint: nil) }
    var question = RealtimeQuestion(transaction, bundle: bundle, at: now)
    if let locale = request["locale"]?.stringValue { question.locale = locale }
    let state = messaging.withLockedValue { $0[bundle] } ?? MessagingState()
    guard let url = state.url ?? realtime?.url else {
      throw Problem.body("the app has no URL for retention messages", hint: "serve --realtime URL")
    }
    let attempt = await askBackend(url, question)
    let defaultMessage = state.defaults[MessagingState.defaultKey(question.product, question.locale)]
    let isUsed = attempt.objection == nil
    let shown = if isUsed { "answer" } else if defaultMessage == nil { "nothing" } else { "default" }
    return .object { writer in
      writer.member("target", url)
      writer.member("result", attempt.result)
      writer.key("milliseconds")
      writer.integer(attempt.milliseconds)
      writer.member("objection", attempt.objection)
      writer.member("shown", shown)
      writer.key("answer")
      writer.value(isUsed ? attempt.answer ?? .null : .null)
      writer.member("default_message", defaultMessage)
    }
  }
}
