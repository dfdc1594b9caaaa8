import NIOConcurrencyHelpers
import ReceiptKit

/// The last exchanges of the stand-in, for the page that shows them. The journal never contains tokens.
final class Journal: Sendable {
  struct Entry: Sendable {
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
  }

  private static let maximumEntries = 100
  /// The maximum number of characters of a text that are kept.
  private static let maximumText = 8_192

  private let entries = NIOLockedValueBox<[Entry]>([])

  func note(_ entry: Entry) {
    func short(_ text: String) -> String {
      text.utf8.count <= Self.maximumText ? text : String(text.prefix(Self.maximumText)) + " …"
    }
    let kept = Entry(
      date: entry.date, kind: entry.kind, title: String(entry.title.prefix(512)), status: entry.status,
      detail: entry.detail, asked: short(entry.asked), answered: entry.answered)
    entries.withLockedValue { entries in
      if entries.count >= Self.maximumEntries { entries.removeFirst() }
      entries.append(kept)
    }
  }

  /// The entries, the newest first.
  var newestFirst: [Entry] { entries.withLockedValue { $0 }.reversed() }
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

extension JSONValue {
  var compactBytes: [UInt8] {
    var writer = JSONWriter(layout: .compact)
    writer.value(self)
    return writer.bytes
  }

  var compactText: String { String(decoding: compactBytes, as: UTF8.self) }
}
