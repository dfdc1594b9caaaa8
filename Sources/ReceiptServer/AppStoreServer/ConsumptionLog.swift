import NIOConcurrencyHelpers
import ReceiptKit

/// The consumption information that clients sent and that was accepted, for the page that shows it.
final class ConsumptionLog: Sendable {
  struct Entry: Sendable {
    /// The time on the stand-in's clock, in milliseconds since 1970.
    let date: Int64
    let transaction: String
    let version: Int
    /// The members that Apple documents.
    let content: JSONValue
  }

  private static let maximumEntries = 100

  private let entries = NIOLockedValueBox<[Entry]>([])

  func note(_ entry: Entry) {
    entries.withLockedValue { entries in
      if entries.count >= Self.maximumEntries { entries.removeFirst() }
      entries.append(entry)
    }
  }

  /// The newest first.
  var newestFirst: [Entry] { entries.withLockedValue { $0 }.reversed() }
}
