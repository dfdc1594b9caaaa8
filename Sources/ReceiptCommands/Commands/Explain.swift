import ArgumentParser
import ReceiptKit
import ReceiptMint

/// `receipt-tool explain`
struct Explain: ReceiptCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Explain a status code, a field, an attribute, a notification, an error, a verdict or a cause.",
    discussion: """
      It knows verifyReceipt's status codes and fields, the attribute types of receipts, the members of signed data \
      (JWS) and their values, environments and product types, reasons of cancellation and expiration, App Store server \
      notifications with their subtypes, errors of Apple's APIs and of StoreKit, Apple's libraries and the usual \
      plug-ins, and everything that this tool itself says, with the members of its JSON documents. One name may mean \
      several things; each is shown with its kind. Upper and lower case, dashes and underscores do not matter. If no \
      word is a name, the words are read as the text of an error, and the errors in it are explained.

      Without an argument it lists everything that it knows.

      EXAMPLES
        receipt-tool explain 21007
        receipt-tool explain expires_date 1708
        receipt-tool explain expiration_intent=2
        receipt-tool explain status_code:0
        receipt-tool explain DID_FAIL_TO_RENEW/GRACE_PERIOD
        receipt-tool explain offerType=4
        receipt-tool explain 'Error Domain=SKErrorDomain Code=2 "(null)"'
        receipt-tool explain DID_RENEW --json

      \(ExitStatus.help(
        [
          .success: "every name is known",
          .usage: "a name is unknown, or the command line cannot be understood",
        ]))
      """
  )

  @Argument(
    help: ArgumentHelp("Names, numbers, or the text of an error; field=value for one value.", valueName: "what"),
    completion: .list(words))
  var what: [String] = []

  @Flag(help: "Print JSON; several questions give one line each.")
  var json = false

  @OptionGroup var text: TextOptions

  func perform(_ console: Console) throws -> ExitStatus {
    guard !what.isEmpty else {
      if json {
        try write(question: nil, Self.all, layout: .pretty, console)
      } else {
        try console.write(Reference.list(Self.all, text.report(console)))
      }
      return .success
    }
    let answers = Self.answers(what)
    let layout = json ? nil : text.report(console)
    var worst = ExitStatus.success
    var isFirst = true
    for answer in answers {
      guard !answer.entries.isEmpty else {
        let objection = Self.objection(to: answer)
        console.report(message: objection.message, hint: objection.hint)
        worst = .usage
        continue
      }
      if let layout {
        try console.write((isFirst ? "" : "\n") + Reference.text(answer.entries, layout))
      } else {
        try write(
          question: answer.question, answer.entries, layout: answers.count > 1 ? .compact : .pretty, console)
      }
      isFirst = false
    }
    return worst
  }

  /// Reads `explain cancellation reason` as one question if the words together are a name. Where no word is a name
  /// either, the words together may be the text of an error. Members of documents are not names here: texts of errors
  /// contain such words, too (`code`, `line`).
  static func answers(_ what: [String]) -> [Reference.Answer] {
    let question = what.joined(separator: " ")
    let joined = answer(question)
    if joined.entries.contains(where: { $0.kind != .member }) { return [joined] }
    if !what.contains(where: isName), let inside = Reference.answer(inText: question) { return [inside] }
    return joined.entries.isEmpty ? what.map { answer(toPath: $0) ?? answer($0) } : [joined]
  }

  /// The entries of the member at the end of a path, as jq or JSON Pointer writes it: `.receipt.in_app[0].quantity`.
  private static func answer(toPath path: String) -> Reference.Answer? {
    let names = path.split { "./[]\"".contains($0) }.filter { Int($0) == nil }
    guard names.count > 1, let last = names.last, answer(path).entries.isEmpty else { return nil }
    let kinds: [ReferenceEntry.Kind] = [.field, .signedField, .apiMember, .member]
    var found = answer(String(last))
    found.question = path
    found.entries.removeAll { !kinds.contains($0.kind) }
    return found.entries.isEmpty ? nil : found
  }

  /// The names that shells offer as completions: those that every shell reads as one word.
  private static let words = Set(entries.map(\.key)).filter { key in
    key.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || "_-./".utf8.contains($0) }
  }.sorted()

  /// The entries of all words, including those of other modules.
  private static let entries = Reference.entries + ReferenceEntry.minted

  /// All entries, including those of members of documents.
  private static let all = entries + ReferenceEntry.documentMembers

  private static func answer(_ question: String) -> Reference.Answer {
    let answer = Reference.answer(question, and: ReferenceEntry.minted)
    // Reading the schemas takes longer than everything else.
    if !answer.entries.isEmpty, !DocumentSchemas.hasMember(SearchName(question)) { return answer }
    return Reference.answer(question, and: ReferenceEntry.minted + ReferenceEntry.documentMembers)
  }

  private static func isName(_ word: String) -> Bool {
    !Reference.answer(word, and: ReferenceEntry.minted).entries.isEmpty
  }

  /// Why nothing explains a question, and what may have been meant.
  static func objection(to answer: Reference.Answer) -> (message: Message, hint: Message) {
    if let unknown = Reference.unknownValue(answer.question) { return objection(to: unknown) }
    let shown = answer.question.count <= 80 ? answer.question : answer.question.prefix(77) + "..."
    let hint: Message =
      answer.suggestions.isEmpty
      ? "receipt-tool explain, without an argument, lists everything that is known"
      : "did you mean \(answer.suggestions.joined(separator: ", "))?"
    return ("unknown name: '\(shown)'", hint)
  }

  private static let maximumValues = 20

  /// Why nothing explains the value of a known field.
  private static func objection(to unknown: Reference.UnknownValue) -> (message: Message, hint: Message) {
    let count = unknown.values.count
    let values = unknown.values.prefix(maximumValues).joined(separator: ", ")
    let known: Message =
      count > maximumValues
      ? "its known values are \(values) and \(grouped: count - maximumValues) more"
      : "its known values are \(values)"
    return (
      "\(unknown.field) has no known value '\(unknown.value.displayed(limit: 80))'",
      count == 0 ? "receipt-tool explain \(unknown.field) explains the field, which has no list of values" : known
    )
  }

  private func write(
    question: String?, _ entries: [ReferenceEntry], layout: JSONWriter.Layout, _ console: Console
  ) throws(UnwrittenOutput) {
    var writer = JSONWriter(layout: layout)
    Reference.writeDocument(question: question, entries, to: &writer)
    try console.write(writer.bytes)
  }
}
