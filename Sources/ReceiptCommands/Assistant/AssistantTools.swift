import ReceiptKit
import ReceiptRedaction

extension AssistantTool {
  static let inspect = AssistantTool(
    name: "inspect", title: "What a customer bought, and who signed it", summary: Inspect.configuration.abstract,
    schema: DecodeDocument.schema,
    parameters: [
      Parameter("bundle-id", "The app that it should be of.", example: "com.example.app", isRepeatable: true),
      .moment("Ask about this moment and not about now"),
    ]
  ) { call in
    let items = try call.needed(try call.items())
    var question = Examination.Question(Expectations(), now: call.now, in: .english)
    question.expectations.bundleIdentifiers = call.arguments.texts("bundle_id")
    question.moment = try call.moment()
    question.isOneFile = true
    let found = try Inspection(Examination(items, question, ReceiptWorker(call.decoder(at: question.moment))))
    if let division = found.division { throw division }
    let mask = call.mask(items)
    let lines = found.answer.lines.map { "\($0.tone.mark) \($0.text)" } + found.answer.remarks
    let quoted = JSONValue.array(lines.map { .string(mask?.masked($0) ?? $0) }).compactText
    return try call.result("The answer of inspect, in which names are those of the input: \(quoted)", masking: mask) {
      found.writeDocument(head: call.head(), to: &$0)
    }
  }

  static let diagnose = AssistantTool(
    name: "diagnose", title: "Why a receipt is refused", summary: Diagnose.configuration.abstract,
    schema: DiagnosisRenderer.schema, parameters: Parameter.diagnose
  ) { call in
    let bytes = try call.needed(try call.bytes(.single))
    let device = try call.arguments.text("device_guid").map { text in
      guard let device = GUIDForms(text) else { throw RPCFault.invalidParameters("device_guid is not a GUID") }
      return device
    }
    let decoder = call.decoder()
    let diagnostician = Diagnostician(
      decoder: decoder, bundleIdentifiers: call.arguments.texts("bundle_id"), device: device,
      now: try call.moment() ?? call.now)
    let renderer = DiagnosisRenderer(diagnostician)
    let mask = call.mask([PastedItem(bytes)])
    var diagnosis = try renderer.read(bytes)
    // Messages about an input that cannot be read may quote it.
    if mask != nil, !diagnosis.isReadable { diagnosis = diagnosis.impersonal }
    return try call.result("The cause is \(diagnosis.cause.rawValue).", masking: mask) {
      renderer.write(diagnosis, head: call.head(), to: &$0)
    }
  }

  static let validate = AssistantTool(
    name: "validate", title: "Whether a receipt is what you expect", summary: Validate.configuration.abstract,
    schema: ValidateRenderer.schema, parameters: Parameter.validate
  ) { call in
    let bytes = try call.needed(try call.bytes(.single))
    let moment = try call.moment()
    let validator = Validator(
      expectations: try call.arguments.expectations(), now: moment ?? call.now.toTheSecond)
    let renderer = ValidateRenderer(
      ReceiptWorker(call.decoder(at: moment)), validator,
      showsReceipt: call.arguments.flag(.withReceipt))
    let validation = try renderer.read(bytes)
    return try call.result("The verdict is \(validation.verdict.rawValue).", masking: call.mask([PastedItem(bytes)])) {
      renderer.write(validation, head: call.head(), to: &$0)
    }
  }

  private static let receipt = Input(text: "receipt", path: "receipt_path", meaning: "The receipt")
  private static let response = Input(
    text: "response", path: "response_path", meaning: "A saved answer of verifyReceipt, to compare with",
    isOptional: true)
  private static let transactions = Input(
    text: "transactions", path: "transactions_path", meaning: "Signed data of the same customer, to compare with",
    isOptional: true)

  static let compare = AssistantTool(
    name: "compare", title: "A receipt beside an answer or signed data", summary: CompareOptions.configuration.abstract,
    schema: Comparison.schema, inputs: [receipt, response, transactions], parameters: Parameter.compare
  ) { call in
    let bytes = try call.needed(try call.bytes(receipt), receipt)
    let answer = try call.bytes(response)
    let signed = try call.bytes(transactions)
    guard (answer == nil) != (signed == nil) else {
      throw RPCFault.invalidParameters("one of response and transactions has to be given")
    }
    let decoder = call.decoder()
    let decoded = try decoder.decode(bytes)
    let source = call.source(receipt)
    let showsEqual = call.arguments.flag(.all)
    if let answer {
      let comparison = try Comparison(decoded, with: try VerifyReceiptResponse(answer), decoder: decoder)
      let mask = call.mask(
        [PastedItem(bytes)], [answer], pieces: [comparison.latestReceipt?.decoded].compactMap(\.self),
        fields: comparison.allFields)
      return try call.result("The verdict is \(comparison.verdict.rawValue).", masking: mask) {
        comparison.writeDocument(
          source: source, responseSource: call.source(response), showsEqual: showsEqual, to: &$0)
      }
    }
    var history = CombinedHistory(PurchaseHistoryReader(decoder))
    try history.add(signed ?? [], from: call.source(transactions))
    let comparison = try TransactionComparison(decoded, with: history)
    // This document is only for the mask: it has the values of the signed data by their names.
    var statusDocument = JSONWriter(layout: .compact)
    StatusRenderer(PurchaseHistoryReader(decoder), at: call.now, from: .clock)
      .write(
        SubscriptionStatus(try history.history(), at: call.now), head: DocumentHead(source: nil), to: &statusDocument)
    let mask = call.mask(
      [PastedItem(bytes)], [statusDocument.bytes, signed ?? []], pieces: comparison.pieces, fields: comparison.fields)
    return try call.result("The verdict is \(comparison.verdict.rawValue).", masking: mask) {
      comparison.writeDocument(source: source, showsEqual: showsEqual, to: &$0)
    }
  }

  static let explain = AssistantTool(
    name: "explain", title: "What a status, field, notification or error means",
    summary: Explain.configuration.abstract, schema: Reference.schema, inputs: [], parameters: [.question]
  ) { call in
    guard let question = call.arguments.text(Parameter.question.key) else {
      throw RPCFault.invalidParameters("\(Parameter.question.key) is missing")
    }
    let answer = Explain.answers([question])[0]
    guard !answer.entries.isEmpty else {
      let objection = Explain.objection(to: answer)
      throw RPCFault.invalidParameters("\(objection.message); \(objection.hint)")
    }
    return try call.result("It is known.", masking: nil) {
      Reference.writeDocument(question: answer.question, answer.entries, to: &$0)
    }
  }

  static let redact = AssistantTool(
    name: "redact", title: "A receipt without what identifies people", summary: Redact.configuration.abstract,
    schema: RedactRenderer.schema,
    parameters: [.productIDs, .replacedApp, .redactionList]
  ) { call in
    let bytes = try call.needed(try call.bytes(.single))
    var options = RedactionOptions()
    options.replacesProducts = call.arguments.flag(.productIDs)
    options.replacesApp = call.arguments.flag(.replacedApp)
    var redactor = try Redactor(key: call.settings.key, options: options, decoder: call.decoder())
    redactor.listsItems = call.arguments.flag(.redactionList)
    let renderer = RedactRenderer(redactor, redactor.listsItems ? .list : .redacted)
    let content = try renderer.read(bytes)
    return try call.result("A test authority signed it again, and not Apple.", masking: nil) {
      renderer.write(content, head: call.head(), to: &$0)
    }
  }
}
