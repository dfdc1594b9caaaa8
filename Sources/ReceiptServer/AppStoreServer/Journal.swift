import NIOConcurrencyHelpers
import ReceiptKit

/// The last entries of a list that a page shows.
final class RecentEntries<Entry: Sendable>: Sendable {
  private static var maximum: Int { 100 }

  private let entries = NIOLockedValueBox<[Entry]>([])

  func note(_ entry: Entry) {
    entries.withLockedValue { entries in
      if entries.count >= Self.maximum { entries.removeFirst() }
      entries.append(entry)
    }
  }

  var newestFirst: [Entry] { entries.withLockedValue { $0 }.reversed() }
}

/// An exchange of the stand-in, for the page that shows the last ones. It never contains tokens.
struct JournalEntry: Sendable {
  /// The time on the stand-in's clock, in milliseconds since 1970.
  let date: Int64
  /// Whether the stand-in sent the request; otherwise a client did.
  let isSent: Bool
  /// Method and target.
  let title: String
  /// The HTTP status; `nil` without an answer.
  let status: Int?
  /// The result of sending.
  let detail: String
  let asked: String
  /// The answer with its signed texts, which the page decodes.
  let answered: JSONValue?

  /// The maximum number of characters of a text that are kept.
  private static let maximumText = 8_192

  init(
    date: Int64, isSent: Bool, title: String, status: Int?, detail: String = "", asked: String,
    answered: JSONValue? = nil
  ) {
    self.date = date
    self.isSent = isSent
    self.status = status
    self.detail = detail
    self.answered = answered
    self.title = String(title.prefix(512))
    self.asked =
      asked.utf8.count <= Self.maximumText ? asked : String(asked.prefix(Self.maximumText)) + " …"
  }
}

/// Consumption information that a client sent and that was accepted, for the page that shows the last ones.
struct ConsumptionEntry: Sendable {
  /// The time on the stand-in's clock, in milliseconds since 1970.
  let date: Int64
  let transaction: String
  let version: Int
  /// The members that Apple documents.
  let content: JSONValue
}
