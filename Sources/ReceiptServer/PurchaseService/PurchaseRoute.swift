import HTTPTypes
import ReceiptKit
import ReceiptLedger

extension PurchaseService {
  /// `POST /v1/purchases`: a receipt or a signed transaction, presented for an order.
  var purchaseRoute: Route {
    Route(
      "/v1/purchases", [.post], scope: .present, operation: Self.purchaseOperation,
      begin: { [self] call in
        _ = try Query(call.query, [])
        let key = try Self.key(call)
        let token = call.token
        return .whenRead(
          WholeBody(reader: reader, limit: settings.limits.input) { [self] body in
            let (source, read) = try presentation(body)
            var presentation = read
            presentation.key = key.map { RequestKey($0, of: token ?? "", body: body) }
            return try Self.reply(try await writer.decide(presentation), source)
          })
      })
  }

  private static func reply(_ decision: Decision?, _ source: String) throws -> Reply {
    guard let decision else {
      throw Problem(
        .idempotencyKey, "The key was used for another request", .unprocessableContent,
        "the Idempotency-Key came before with another body; nothing was decided",
        hint: "a new request needs a new key")
    }
    var writer = JSONWriter(layout: .compact, reservingCapacity: 1 << 11)
    decision.write(source: source, to: &writer)
    return .json(writer, decision.httpStatus)
  }

  private func presentation(_ body: [UInt8]) throws -> (source: String, Presentation) {
    var fields = PresentationReader.Fields()
    fields.isStrict = true
    let records = PresentationReader(
      expectations: service.expectations, environment: service.ledger.environment, fields: fields)
    do {
      return try workers.withWorker { worker in
        let (source, presentation) = records.read(body, name: "-", worker: worker, now: settings.clock())
        return (source, try presentation.get())
      }
    } catch let error as ReceiptError {
      throw Problem.body(error.message.description, hint: error.hint?.description)
    }
  }

  /// The key of the request; `nil` without one.
  private static func key(_ call: Call) throws -> String? {
    guard let name = HTTPField.Name("Idempotency-Key"), call.headers.contains(name) else { return nil }
    let values = call.headers[values: name]
    guard values.count == 1, (1...255).contains(values[0].utf8.count),
      values[0].utf8.allSatisfy({ (0x20...0x7E).contains($0) })
    else { throw Problem.header("Idempotency-Key is not there once, with 1 to 255 printable ASCII characters") }
    return values[0]
  }

  private static let purchaseOperation: Operation = {
    func decision(_ code: String, _ description: String) -> Operation.Answer {
      .json(description, "ledger-decision-decision", code: code)
    }
    return Operation(
      "purchases", "Present a purchase for an order",
      """
      The body has what a line of receipt-tool ledger add --stream has. The answer was recorded before it is sent. \
      The same purchase for the same order and account is answered as a duplicate, so that a request may be sent \
      again; with the header Idempotency-Key, a second request with the same key and another body is refused.
      """,
      headers: [
        Operation.Header(
          name: "Idempotency-Key", description: "Chosen by the client, another one for each request, for this token.",
          example: "8e03978e-40d5-43e8-bc93-6894a57f9324", pattern: "^[!-~]([ -~]{0,253}[!-~])?$")
      ],
      body: [("application/json", "purchase")],
      answers: [
        decision("200", "The order may be honoured; whether a period is still running, the entitlements say"),
        decision("202", "Apple has to be asked first: the decision is pending"),
        decision("409", "A replay: the purchase belongs to another order or account"),
        Operation.Answer(
          code: "422",
          description: "Rejected, or refunded meanwhile; a problem for a key that was used for another request",
          content: [("application/json", "ledger-decision-decision")] + Operation.problem),
      ])
  }()
}

extension Decision {
  /// The status for a client that examines only the status: 2xx means that the purchase is granted or waits for Apple.
  fileprivate var httpStatus: HTTPResponse.Status {
    if isGood { return .ok }
    if isRefunded { return .unprocessableContent }
    return switch state {
    case .pending: .accepted
    case .replay: .conflict
    // Accepted and verified orders do not come here: they are good or refunded.
    case .accepted, .verified, .rejected: .unprocessableContent
    }
  }
}
