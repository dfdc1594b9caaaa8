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
  enum Kind: String, Sendable { case call, notification }

  /// The time on the stand-in's clock, in milliseconds since 1970.
  let date: Int64
  let kind: Kind
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
    date: Int64, kind: Kind, title: String, status: Int?, detail: String = "", asked: String, answered: JSONValue? = nil
  ) {
    (self.date, self.kind, self.status, self.detail, self.answered) = (date, kind, status, detail, answered)
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

/// Signed texts in answers, for the page.
enum SignedTexts {
  /// Replaces signed texts by their payloads.
  static func opened(_ value: JSONValue) -> JSONValue {
    switch value {
    case .object(let members): .object(members.map { .init($0.name, opened($0.value)) })
    case .array(let elements): .array(elements.map(opened))
    case .string(let text): payload(text) ?? value
    default: value
    }
  }

  private static func payload(_ text: String) -> JSONValue? {
    guard text.utf8.count > 1_000 else { return nil }
    let parts = Array(text.utf8).split(separator: UInt8(ascii: "."))
    guard parts.count == 3, let octets = Base64URL.decodeStrict(parts[1]) else { return nil }
    return (try? JSONReader().read(octets)).map(opened)
  }
}
