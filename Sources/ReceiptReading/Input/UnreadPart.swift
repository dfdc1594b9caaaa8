/// A part of an input that may hold purchases of its own, and that was not read.
///
/// Where one of many is read, what is said is true of that one only. So whoever prints or judges says what was left out.
public struct UnreadPart: Equatable, Sendable {
  /// What a part is, as far as it was looked at. Raw values are stable and appear in JSON output.
  public enum Kind: String, CaseIterable, Sendable {
    /// Signed data of StoreKit 2 (a JWS): a transaction, renewal information, a notification.
    case signedData = "signed-data"
    /// A receipt beside signed data.
    case receipt
    /// A list of purchases or renewals that nobody signed.
    case purchases
    /// JSON inside a string inside JSON, so deep that it was not looked into.
    case nested
    /// Bytes that are neither text nor a receipt.
    case unknown
  }

  /// Where it stands, or where the first one stands: a JSON Pointer (RFC 6901) that goes on through JSON in strings and through the
  /// payloads of signed data. Names are cut after 100 characters. In a form the field's name stands for the member's.
  public var pointer: String
  /// What it is.
  public var kind: Kind
  /// How many of its kind stand at this place, or at places that differ by their index only.
  public var count: Int

  /// Makes a description of parts.
  public init(_ kind: Kind, at pointer: String, count: Int = 1) {
    self.pointer = pointer
    self.kind = kind
    self.count = count
  }

  /// `3 pieces of signed data (StoreKit 2), the first at /signedTransactions/1`
  var words: String {
    let one = count == 1
    let what =
      switch kind {
      case .signedData: (one ? "a piece" : "\(count.grouped) pieces") + " of signed data (StoreKit 2)"
      case .receipt: one ? "a receipt" : "\(count.grouped) receipts"
      case .purchases: one ? "a list of purchases" : "\(count.grouped) lists of purchases"
      case .nested: one ? "a text with JSON in it" : "\(count.grouped) texts with JSON in them"
      case .unknown: one ? "bytes of an unknown kind" : "\(count.grouped) runs of bytes of an unknown kind"
      }
    if pointer.isEmpty { return what }
    return what + (one ? " at " : ", the first at ") + pointer
  }

  /// All of them in one clause; the first few where there are many.
  public static func sentence(_ parts: [UnreadPart]) -> String { parts.map(\.words).summarized() }
}

/// Copies of the receipt that were not used, because one of them says everything.
public struct ReceiptCopies: Equatable, Sendable {
  /// Where the first one stands, as in ``UnreadPart/pointer``.
  public var pointer: String
  /// How many there are.
  public var count: Int

  /// What is said of them, in one sentence without a final full stop.
  public var words: String {
    count == 1
      ? "the same receipt stands at \(pointer), too; that copy was not used"
      : "the same receipt stands in \(count.grouped) other places, too, the first of them \(pointer); those copies were not used"
  }
}

/// Counts parts that were not read, place by place. However many an input has, the result is short.
struct UnreadTally {
  private(set) var parts: [UnreadPart] = []
  private var places: [String: Int] = [:]
  private var count = 0

  /// More places than people read.
  private static let maximumParts = 20
  /// Beyond this, parts are counted and no longer told apart by where they stand.
  private static let maximumTold = 10_000

  /// - Parameters:
  ///   - place: the names on the way, without indexes: what has the same place is counted together.
  ///   - pointer: where it stands; asked for only if it is the first of its place.
  mutating func add(_ kind: UnreadPart.Kind, place: @autoclosure () -> String, pointer: @autoclosure () -> String) {
    count += 1
    let key = count > Self.maximumTold ? "" : kind.rawValue + place()
    if let index = places[key] {
      parts[index].count += 1
    } else if parts.count < Self.maximumParts {
      places[key] = parts.count
      parts.append(UnreadPart(kind, at: pointer()))
    } else if let last = parts.indices.last {
      parts[last].count += 1
    }
  }
}
