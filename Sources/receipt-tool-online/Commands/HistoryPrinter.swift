import ReceiptCommands
import ReceiptKit
import ReceiptRemote

/// Prints what Apple answers to `receipt-tool history`, in one of four forms.
final class HistoryPrinter {
  enum Form {
    /// Apple's answers as they are.
    case answers
    /// A line of JSON for each transaction.
    case lines
    /// One document.
    case document
    /// Text for people.
    case report(TextLayout)
  }

  private let console: Console
  private let form: Form
  private var combined: CombinedHistory
  private var items: [SignedItem] = []
  private var pages = 0
  /// The printed transactions, by id: a page can repeat one, and the state of a subscription can, too.
  private var transactions: Set<String> = []
  /// The number of printed lines. In the form ``Form/lines``, ids are not kept.
  private var lines = 0
  /// The value of --since-revision.
  private let start: String?
  private var revision: String?
  private var latest: AppStoreServerAnswer?
  /// The date of the newest signature.
  private var newest: Instant?

  init(form: Form, decoder: InputDecoder, since start: String?, _ console: Console) {
    self.console = console
    self.form = form
    self.start = start
    revision = start
    combined = CombinedHistory(PurchaseHistoryReader(decoder))
  }

  /// Adds an answer, and prints what can be printed before the others.
  func add(_ answer: AppStoreServerAnswer, _ call: AppStoreServerCall) throws {
    pages += 1
    // The state of subscriptions repeats transactions of the history, unless it was asked for alone.
    let repeatsTransactions = !call.hasRevisions && pages > 1
    if call.hasRevisions { revision = answer.revision ?? revision }
    latest = answer
    if case .lines = form {
      lines += answer.items.count { $0.kind == .transaction }
    } else {
      transactions.formUnion(answer.items.compactMap { $0.payload["transactionId"]?.stringValue })
    }
    switch form {
    case .answers: try console.writeAnswer(answer.bytes)
    case .lines:
      for item in answer.items where item.kind == .transaction {
        var writer = JSONWriter(layout: .compact)
        writer.object { writer in
          writer.member("verdict", item.authenticity.verdict.rawValue)
          writer.key("transaction")
          writer.value(item.payload)
        }
        writer.endLine()
        try console.write(writer.bytes)
      }
    case .document: items += answer.items.filter { !repeatsTransactions || $0.kind != .transaction }
    case .report:
      newest = ([newest] + answer.items.map { $0.authenticity.judgedAt?.instant }).compactMap(\.self).max()
      if !answer.items.isEmpty { try combined.add(answer.bytes, from: "\(call.name) \(pages)") }
    }
  }

  /// Prints the rest, and notes how much there was.
  func end(_ part: HistoryQuestion.Part) throws -> ExitStatus {
    switch form {
    case .answers, .lines: break
    case .document: try console.writeJSON { writeDocument(to: &$0) }
    case .report(let layout):
      if transactions.isEmpty {
        try console.write(emptyAnswer(of: part) + "\n")
      } else {
        // A server other than Apple's can have its own date. For such a server, activity is judged at the date of its
        // signatures.
        let ownDate = latest?.record.endpoint.isApple == true ? nil : newest
        let status = SubscriptionStatus(try combined.history(), at: ownDate ?? console.now)
        try console.write(
          StatusReport(status, moment: ownDate == nil ? .present : .ofNewestSignature).text(layout))
      }
    }
    // One of the two is 0.
    let number = lines + transactions.count
    let count: Message = number == 1 ? "1 transaction" : "\(grouped: number) transactions"
    let answers: Message = pages == 1 ? "1 answer" : "\(grouped: pages) answers"
    console.note(
      latest.map { "\(count) in \(answers) of \($0.record.endpoint.host)" } ?? "\(count) in \(answers)")
    if let revision { console.note("later changes: --since-revision \(revision.shellQuoted)") }
    return .success
  }

  /// The document of `history --json`. Within one version, keys may be added but not removed.
  private func writeDocument(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("schema", "receipt-tool/history/1")
      writer.member("host", latest?.record.endpoint.host)
      writer.member("environment", items.lazy.compactMap { $0.payload["environment"]?.stringValue }.first)
      writer.member(
        "verdict", items.map(\.authenticity.verdict).min { $0.strength < $1.strength }.map(\.rawValue))
      writer.member("revision", revision)
      for (name, kind) in [("transactions", SignedPayloadKind.transaction), ("renewals", .renewal)] {
        writer.key(name)
        writer.array { writer in for item in items where item.kind == kind { writer.value(item.payload) } }
      }
    }
    writer.endLine()
  }

  /// The message for an answer without transactions.
  private func emptyAnswer(of part: HistoryQuestion.Part) -> String {
    if start != nil { return "Nothing changed since that revision." }
    return switch part {
    case .everything, .transactions: "The App Store Server API knows no purchases of this customer."
    case .subscriptions: "The App Store Server API knows no subscriptions of this customer."
    case .refunds: "The App Store Server API knows no refunds to this customer."
    }
  }
}
