import ArgumentParser
import ReceiptCommands
import ReceiptKit
import ReceiptRemote

/// A call of Apple's as a type, because ArgumentParser knows a command only by a type of its own.
protocol CallRow {
  static var call: AppStoreServerCall { get }
}

/// A place in the list of subcommands, as a type: `Next<Next<First>>` is the third.
private protocol Place {
  static var number: Int { get }
}

private enum First: Place { static let number = 0 }

private enum Next<Before: Place>: Place { static var number: Int { Before.number + 1 } }

/// The call at a place.
private enum ListedCall<Number: Place>: CallRow {
  static var call: AppStoreServerCall { AppStoreServerCall.subcommands[Number.number] }
}

extension AppStoreServerCall {
  /// The calls with a subcommand.
  fileprivate static let subcommands = (all + [anyCommerce]).filter { $0.command != nil }

  /// The subcommands of a command, in the order of the list.
  static func subcommands(of group: Command.Group) -> [any ParsableCommand.Type] {
    subcommands(of: group, from: First.self)
  }

  private static func subcommands<Number: Place>(
    of group: Command.Group, from number: Number.Type
  ) -> [any ParsableCommand.Type] {
    guard Number.number < subcommands.count else { return [] }
    let rest = subcommands(of: group, from: Next<Number>.self)
    return subcommands[Number.number].command?.group == group ? [APICall<ListedCall<Number>>.self] + rest : rest
  }
}

/// `receipt-tool api transaction` and all other subcommands that make one call of Apple's.
struct APICall<Row: CallRow>: ReceiptCommand {
  static var configuration: CommandConfiguration { Row.call.configuration }

  @OptionGroup var arguments: APIArguments<Row>

  @OptionGroup var json: JSONOption

  @OptionGroup(title: "Asking") var options: AppStoreServerOptions

  func validate() throws {
    guard !(arguments.has(.raw) && arguments.has(.compact)) else { throw UsageError("--raw", excludes: "--compact") }
    guard arguments[.revision] == nil || Row.call.hasRevisions else {
      throw UsageError("\(Row.call.title) has no revisions, and takes no --since-revision")
    }
  }

  func perform(_ console: Console) throws -> ExitStatus {
    let planned = try PlannedCall(Row.call, arguments.values(console), file: arguments[.file], console)
    return try options.asking(console) { connection, decoder in
      if planned.call.change != nil { return try planned.change(connection, isConfirmed: arguments.has(.yes), console) }
      if planned.call.isSigned {
        let form = SignedForm(isRaw: arguments.has(.raw), isCompact: arguments.has(.compact))
        return try planned.read(connection, decoder, since: arguments[.revision], form, console)
      }
      try connection.askForAll(planned.request(since: nil)) { try console.writeAnswer($0.bytes) }
      return .success
    }
  }
}

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
  private let bytes: [UInt8]?
  /// The UUID that was generated for the request, with which the request can be sent again; `nil` if the user gave it.
  private let madeIdentifier: String?

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
    let chosen = row.choices.first { $0.name == row.parameters.first.map { values[$0.name] } }
    call = chosen ?? row
    let content = try call.content(of: file, values, console)
    document = content.document
    bytes = content.bytes
    if let identifier = document?["requestIdentifier"]?.stringValue { values.add(identifier, to: "requestIdentifier") }
    self.values = values
    madeIdentifier = made
    if let reason = call.document(of: values).flatMap(call.together)?.reason {
      throw UsageError(reason)
    }
  }

  /// - Parameter revision: the start in a call with pages.
  func request(since revision: String?) throws -> AppStoreServerRequest {
    let request = AppStoreServerRequest(call, values, revision: revision, document: document, bytes: bytes)
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
  ) throws(CommandFailure) -> (document: JSONValue?, bytes: [UInt8]?) {
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
