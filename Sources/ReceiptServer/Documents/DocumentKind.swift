import ReceiptKit

/// A command whose JSON document is available over HTTP.
struct DocumentKind: Sendable {
  /// The result of reading the options of a request.
  struct Preparation: Sendable {
    /// The decoder of the worker.
    let decoder: InputDecoder
    /// Makes the renderer that reads with a worker.
    let renderer: @Sendable (ReceiptWorker) -> any DocumentRenderer
    /// Makes one document from several inputs, if the options ask for it.
    var together: (@Sendable ([UInt8]) throws -> JSONWriter)?
  }

  /// The command's name.
  let name: String
  /// `schema` of the document.
  let schema: String
  let summary: String
  let parameters: [QueryParameter]
  /// The word for the work that was not done if there is no line, such as `judged`; `nil` if this need not be reported.
  var undone: String?
  /// Whether even a small input may take milliseconds. An event loop then never makes the document.
  var isSlow = false
  /// Reads the options once for all inputs of a request.
  let prepare: @Sendable (Query, ServerSettings) throws -> Preparation

  static let all = [decode, validate, diagnose, status]

  private static let decode = DocumentKind(
    name: "decode", schema: DecodeDocument.schema,
    summary: "What is in a receipt, exactly as verifyReceipt would print it, and who signed it",
    parameters: [
      .moment("Judge certificates at this time and not at the receipt's creation date"),
      QueryParameter("attributes", "Add every attribute.", example: "true", kind: .flag),
    ]
  ) { query, settings in
    var decoder = settings.decoder
    decoder.judgingTime = try query.moment(now: settings.clock())
    let showsAttributes = query.flag("attributes")
    return Preparation(decoder: decoder) { DecodeRenderer($0, showsAttributes: showsAttributes) }
  }

  private static let validate = DocumentKind(
    name: "validate", schema: ValidateRenderer.schema, summary: "Whether a receipt is good: for your app, now",
    parameters: QueryParameter.validate,
    undone: "judged"
  ) { query, settings in
    let moment = try query.moment(now: settings.clock())
    var decoder = settings.decoder
    decoder.judgingTime = moment
    let validator = Validator(
      expectations: try Expectations(query), now: moment ?? settings.clock().toTheSecond)
    let showsReceipt = query.flag("with-receipt")
    return Preparation(decoder: decoder) { ValidateRenderer($0, validator, showsReceipt: showsReceipt) }
  }

  private static let diagnose = DocumentKind(
    name: "diagnose", schema: DiagnosisRenderer.schema,
    summary: "What is wrong with what was sent, what Apple would answer, and what to do",
    parameters: QueryParameter.diagnose,
    undone: "diagnosed", isSlow: true
  ) { query, settings in
    let device = try query["device-guid"].map { text in
      guard let device = GUIDForms(text) else {
        throw Problem.parameter("device-guid is not a GUID", hint: DeviceGUID.acceptedForms.description)
      }
      return device
    }
    let diagnostician = Diagnostician(
      decoder: settings.decoder, bundleIdentifiers: query.all("bundle-id"), device: device,
      now: try query.moment(now: settings.clock()) ?? settings.clock())
    return Preparation(decoder: settings.decoder) { DiagnosisRenderer(diagnostician, $0) }
  }

  private static let status = DocumentKind(
    name: "status", schema: StatusRenderer.schema,
    summary: "Subscriptions: their periods, gaps, offers and refunds, and whether they are active",
    parameters: [moment, together]
  ) { query, settings in
    let chosen = try query.moment(now: settings.clock())
    let moment = chosen ?? settings.clock()
    @Sendable func renderer(_ worker: ReceiptWorker) -> StatusRenderer {
      StatusRenderer(
        PurchaseHistoryReader(worker.decoder), at: moment, from: chosen == nil ? .clock : .option, worker)
    }
    var preparation = Preparation(decoder: settings.decoder) { renderer($0) }
    if query.flag("together") {
      preparation.together = { body in
        let renderer = renderer(ReceiptWorker(settings.decoder))
        var writer = JSONWriter(layout: .compact)
        let status = renderer.status(of: try PurchaseHistory(ofInputsIn: body, PurchaseHistoryReader(settings.decoder)))
        renderer.write(status, head: DocumentHead(source: nil), to: &writer)
        return writer
      }
    }
    return preparation
  }

  static let moment = QueryParameter.moment("Ask about this moment and not about now")

  private static let together = QueryParameter(
    "together", #"One history of several inputs of one customer: the body is {"inputs": ["…", "…"]}."#,
    example: "true", kind: .flag)
}
