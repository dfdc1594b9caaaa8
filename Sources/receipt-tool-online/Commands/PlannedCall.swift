import ReceiptCommands
import ReceiptKit
import ReceiptRemote

/// How signed data of an answer is printed.
struct SignedForm {
  let isRaw: Bool
  let isCompact: Bool
}

/// A call with its values before it is made.
struct PlannedCall {
  let call: AppStoreServerCall
  let values: CallValues
  /// The JSON of the user's file.
  let document: JSONValue?
  /// The user's image.
  private let image: [UInt8]?
  /// The UUID that was generated for the request, with which the request can be sent again; `nil` if the user gave it,
  /// or the call takes none.
  private let madeIdentifier: String?

  /// Reads the user's file, and generates the UUID if none was given.
  ///
  /// - Throws: an error for what Apple would not accept, before anything is sent.
  init(_ row: AppStoreServerCall, _ given: CallValues, file: String?, _ console: Console) throws {
    var values = given
    var made: String?
    for parameter in row.parameters {
      if case .newUUID = parameter.form, given.all(parameter.name).isEmpty {
        made = String.randomUUID()
        values.add(made ?? "", to: parameter.name)
      }
      let texts = values.all(parameter.name)
      if parameter.member.isRequired, texts.isEmpty { throw parameter.refusal(of: "") }
      for text in texts where parameter.fault(in: text) != nil { throw parameter.refusal(of: text) }
    }
    if let start = Int64(values["startDate"]), let end = Int64(values["endDate"]), start >= end {
      throw UsageError("--since is not before --until")
    }
    // A row may stand for several calls, of which the value of its first parameter names one.
    let name = row.parameters.first.map { values[$0.name] }
    call = row.choices.first { $0.name == name } ?? row
    let content = try call.content(of: file, values, console)
    document = content.document
    image = content.image
    // The question before a report is sent names it.
    if let identifier = document?["requestIdentifier"]?.stringValue { values.add(identifier, to: "requestIdentifier") }
    self.values = values
    madeIdentifier = made
    if let reason = call.document(of: values).flatMap(call.ruleOfSeveralMembers)?.reason {
      throw UsageError(reason)
    }
  }

  /// The request for the first page.
  ///
  /// - Parameter revision: the start in a call with pages.
  func request(since revision: String?) throws -> AppStoreServerRequest {
    let request = AppStoreServerRequest(call, values, revision: revision, document: document, bytes: image)
    guard let request else { throw UsageError("Apple does not accept these values for \(call.title)") }
    return request
  }

  /// Makes the change, once it is confirmed.
  func change(_ connection: AppStoreServerConnection, isConfirmed: Bool, _ console: Console) throws -> ExitStatus {
    let request = try request(since: nil)
    try check(connection)
    let what = call.change?.what(values) ?? call.title
    guard try isConfirmed || confirms("\(what) at \(connection.serverName)", console) else { return .negative }
    if let madeIdentifier { console.note("to send the same again: --request-id \(madeIdentifier)") }
    let done = try connection.change(request)
    if !done.bytes.isEmpty { try console.writeAnswer(done.bytes) }
    if done.document?["success"] == .bool(false) {
      console.report(message: "refused: Apple answered without success (\(done.record.cost))", hint: nil)
      return .negative
    }
    console.note("done: \(call.title) (\(done.record.cost))")
    return .success
  }

  /// Asks for confirmation on the terminal.
  ///
  /// - Parameter what: the action, as the start of a sentence.
  /// - Throws: a usage error if there is no terminal.
  private func confirms(_ what: String, _ console: Console) throws -> Bool {
    guard console.isInputTerminal, console.isErrorTerminal else {
      throw UsageError("this changes something, and there is no terminal to ask on: give --yes")
    }
    console.note("\(what)? Type yes to do it:")
    let answer = try console.readLine()
    guard answer == "yes" || answer == "y" else {
      console.note("nothing was changed")
      return false
    }
    return true
  }

  /// Prints all pages of an answer with signed data.
  func read(
    _ connection: AppStoreServerConnection, _ decoder: InputDecoder, since start: String?, _ form: SignedForm,
    _ console: Console
  ) throws -> ExitStatus {
    var revision = start
    var latest: AppStoreServerAnswer?
    var hasItems = false
    let renderer = DecodeRenderer(ReceiptWorker(decoder))
    var pages = AppStoreServerPages(try request(since: start))
    while let answer = try connection.next(of: &pages) {
      try print(answer, renderer, form, console)
      hasItems = hasItems || !answer.items.isEmpty
      revision = answer.revision ?? revision
      latest = answer
    }
    if !hasItems, let latest {
      if !form.isRaw { try console.writeAnswer(latest.bytes) }
      console.note("there is no signed data in the answer")
    }
    if !hasItems, call.operation == AppStoreServerCall.order.operation {
      throw HistoryQuestion.unknownOrder.of(values["id"])
    }
    if let revision { console.note("later changes: --since-revision \(revision.shellQuoted)") }
    return .success
  }

  /// Prints an answer with proven signed data, each piece in the form of `decode`: on one line if there can be several.
  private func print(
    _ answer: AppStoreServerAnswer, _ renderer: DecodeRenderer, _ form: SignedForm, _ console: Console
  ) throws {
    if form.isRaw { return try console.writeAnswer(answer.bytes) }
    for item in answer.items {
      let decoded = try renderer.read(Array(item.text.utf8))
      var writer = JSONWriter(layout: form.isCompact || call.hasSeveral ? .compact : .pretty)
      renderer.write(decoded, head: DocumentHead(source: nil), to: &writer)
      try console.write(writer.bytes)
    }
  }
}

extension AppStoreServerCall {
  /// The content of the user's file, which Apple accepts.
  fileprivate func content(
    of file: String?, _ values: CallValues, _ console: Console
  ) throws(CommandFailure) -> (document: JSONValue?, image: [UInt8]?) {
    guard let file else { return (nil, nil) }
    switch body {
    case .members: return (nil, nil)
    case .json(let rules):
      // Errors of reports are better known by their names.
      let isReport = operation == Self.sendReport.operation
      return (
        try rules.read(file, console) { code in isReport ? ExternalPurchaseError.of(Int(code))?.name : nil }, nil
      )
    case .image:
      do throws(ReceiptError) {
        let png = try console.read(file, "image", maximumBytes: PNGImage.maximumBytes, searchesDirectories: false)
        try MessageImageSize(rawValue: values["imageSize"])?.faults(in: png).refuse()
        return (nil, png)
      } catch {
        throw CommandFailure(error, source: file)
      }
    }
  }
}

extension CallParameter {
  /// The error about a text that Apple does not accept.
  fileprivate func refusal(of text: String) -> UsageError {
    let shown = text.displayed(limit: 80)
    let kind: RequestMember.Kind = if case .each(let kind) = member.kind { kind } else { member.kind }
    switch kind {
    case .number(let range):
      return UsageError("\(label) \(shown) is not from \(range.lowerBound) to \(range.upperBound)")
    case .consent:
      return UsageError("Apple takes this only with the customer's consent: say so with --customer-consented")
    case .uuid: return UsageError("'\(shown)' is not a UUID")
    case .form where name == "realtimeURL":
      let length = text.utf8.count
      return UsageError(
        length > 256
          ? "the URL has \(length) characters, \(length - 256) more than Apple takes (4000215)"
          : "Apple takes https:// URLs (4000215)")
    case .form(let objection, _): return UsageError("'\(shown)' \(objection)")
    default: return UsageError("Apple does not accept '\(shown)' for \(label)")
    }
  }
}
