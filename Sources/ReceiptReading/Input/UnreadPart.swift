/// A part of an input that was not read and that may hold further purchases.
///
/// If only one of several parts is read, every statement is about that part only. So all output and all judgements name
/// the unread parts.
public struct UnreadPart: Equatable, Sendable {
  /// The kind of a part, as far as it was examined. Raw values are stable and appear in JSON output.
  package enum Kind: String, CaseIterable, Sendable {
    /// Signed data of StoreKit 2 (a JWS): a transaction, renewal information, a notification.
    case signedData = "signed-data"
    /// Further pages of an answer of the App Store Server API (`hasMore`).
    case morePages = "more-pages"
    /// A receipt beside signed data.
    case receipt
    /// An unsigned list of purchases or renewals.
    case purchases
    /// JSON inside a string inside JSON, too deep to be searched.
    case nested
    /// The rest of a text whose end is missing.
    case rest = "cut-off"
    /// Bytes that are neither text nor a receipt.
    case unknown
  }

  /// The place of the part, or of the first one.
  ///
  /// This is a JSON Pointer (RFC 6901) that continues through JSON in strings and through the payloads of signed data.
  /// Names are truncated after 100 characters. In a form, the name of the field replaces that of the member.
  package var pointer: String
  /// The kind of the part.
  package var kind: Kind
  /// The number of parts of this kind at this place, or at places that differ only in an index.
  package var count: Int

  package init(_ kind: Kind, at pointer: String, count: Int = 1) {
    self.pointer = pointer
    self.kind = kind
    self.count = count
  }

  /// `3 pieces of signed data (StoreKit 2), the first at /signedTransactions/1`
  var words: Message {
    let one = count == 1
    let what: Message =
      switch kind {
      case .signedData:
        one ? "a piece of signed data (StoreKit 2)" : "\(grouped: count) pieces of signed data (StoreKit 2)"
      case .morePages: "more pages of the answer (hasMore)"
      case .receipt: one ? "a receipt" : "\(grouped: count) receipts"
      case .purchases: one ? "a list of purchases" : "\(grouped: count) lists of purchases"
      case .nested: one ? "a text with JSON in it" : "\(grouped: count) texts with JSON in them"
      case .rest: "what was cut off"
      case .unknown: one ? "bytes of an unknown kind" : "\(grouped: count) runs of bytes of an unknown kind"
      }
    if pointer.isEmpty { return what }
    return one ? "\(what) at \(pointer)" : "\(what), the first at \(pointer)"
  }

  /// Describes all parts in one clause, or only the first few if there are many.
  package static func sentence(_ parts: [UnreadPart]) -> Message { parts.map(\.words).summarized() }
}

extension [UnreadPart] {
  /// Whether only later pages of an answer are missing.
  package var isOnlyPages: Bool { !isEmpty && allSatisfy { $0.kind == .morePages } }
  /// Whether the end of the input is missing.
  package var isCut: Bool { contains { $0.kind == .rest } }

  /// The same parts, for a document that is itself located at a pointer.
  package func below(_ pointer: String) -> [UnreadPart] {
    map { UnreadPart($0.kind, at: pointer + $0.pointer, count: $0.count) }
  }
}

/// Copies of the receipt that were not used, because one copy is enough.
package struct ReceiptCopies: Equatable, Sendable {
  /// The place of the first copy, in the form of ``UnreadPart/pointer``.
  package var pointer: String
  /// The number of copies.
  package var count: Int

  /// Describes the copies in one sentence without a final full stop.
  package var words: Message {
    count == 1
      ? "the same receipt stands at \(pointer), too; that copy was not used"
      : """
      the same receipt stands in \(grouped: count) other places, too, the first of them \(pointer); those copies \
      were not used
      """
  }
}

/// Counts unread parts by place. The result is short for any number of parts.
package struct UnreadTally {
  package private(set) var parts: [UnreadPart] = []
  /// The index in `parts` for each kind and place.
  private var indexes: [String: Int] = [:]
  private var count = 0

  package init() {}

  /// The maximum number of places in the result; people do not read more.
  private static let maximumParts = 20
  /// Beyond this number, parts are counted regardless of their kinds and places.
  private static let maximumByPlace = 10_000

  /// - Parameters:
  ///   - place: the names on the path, without indexes. Parts with the same place are counted together.
  ///   - pointer: the pointer to the part; evaluated only for the first part of its place.
  package mutating func add(
    _ kind: UnreadPart.Kind, place: @autoclosure () -> String, pointer: @autoclosure () -> String
  ) {
    count += 1
    let key = count > Self.maximumByPlace ? "" : kind.rawValue + place()
    if let index = indexes[key] {
      parts[index].count += 1
    } else if parts.count < Self.maximumParts {
      indexes[key] = parts.count
      parts.append(UnreadPart(kind, at: pointer()))
    } else if let last = parts.indices.last {
      parts[last].count += 1
    }
  }
}
