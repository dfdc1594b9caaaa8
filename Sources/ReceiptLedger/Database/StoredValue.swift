import ReceiptKit

/// A value in the database.
enum Stored: Equatable, Sendable {
  case null
  case integer(Int64)
  /// A fraction, and in PostgreSQL any value of a type that no column has. This software writes neither: it stands for
  /// damage.
  case fraction
  case text(String)
  case bytes([UInt8])
}

/// The types of columns. PostgreSQL also needs the type of NULL.
enum StoredType: Sendable {
  case integer, text, bytes
}

/// A type whose values statements take and rows contain. A file may be damaged: columns may contain anything, and only
/// intended values are converted.
protocol StoredValue {
  static var storedType: StoredType { get }
  var stored: Stored { get }
  /// Makes a value from the stored one; `nil` if the stored value has another form.
  init?(stored: Stored)
}

extension Stored {
  /// The name of the type in messages.
  var name: String {
    switch self {
    case .null: "NULL"
    case .integer(let number): "the number \(number)"
    case .fraction: "a fraction"
    case .text(let text): "the text '\(text.prefix(40))'"
    case .bytes(let bytes): "\(bytes.count) bytes"
    }
  }
}

extension Optional: StoredValue where Wrapped: StoredValue {
  static var storedType: StoredType { Wrapped.storedType }
  var stored: Stored { self?.stored ?? .null }

  init?(stored: Stored) {
    if case .null = stored {
      self = .none
    } else {
      guard let value = Wrapped(stored: stored) else { return nil }
      self = .some(value)
    }
  }
}

extension Int64: StoredValue {
  static var storedType: StoredType { .integer }
  var stored: Stored { .integer(self) }

  init?(stored: Stored) {
    guard case .integer(let number) = stored else { return nil }
    self = number
  }
}

/// A count: never negative, and small enough that adding one does not overflow.
extension Int: StoredValue {
  static let storable = 0...Int(Int32.max)

  static var storedType: StoredType { .integer }
  var stored: Stored { .integer(Int64(self)) }

  init?(stored: Stored) {
    guard case .integer(let number) = stored, let count = Int(exactly: number), Int.storable.contains(count) else {
      return nil
    }
    self = count
  }
}

/// 0 or 1: both databases store it as a number.
extension Bool: StoredValue {
  static var storedType: StoredType { .integer }
  var stored: Stored { .integer(self ? 1 : 0) }

  init?(stored: Stored) {
    switch stored {
    case .integer(0): self = false
    case .integer(1): self = true
    default: return nil
    }
  }
}

extension String: StoredValue {
  static var storedType: StoredType { .text }
  var stored: Stored { .text(self) }

  init?(stored: Stored) {
    guard case .text(let text) = stored else { return nil }
    self = text
  }
}

extension [UInt8]: StoredValue {
  static var storedType: StoredType { .bytes }
  var stored: Stored { .bytes(self) }

  init?(stored: Stored) {
    guard case .bytes(let bytes) = stored else { return nil }
    self = bytes
  }
}

extension Instant: StoredValue {
  /// Moments within years of four digits, including all values computed from them.
  static let storable: ClosedRange<Int64> = -1 << 48...1 << 48

  static var storedType: StoredType { .integer }
  var stored: Stored { .integer(milliseconds) }

  init?(stored: Stored) {
    guard case .integer(let number) = stored, Instant.storable.contains(number) else { return nil }
    self.init(milliseconds: number)
  }
}

/// A known word of a list.
extension StoredValue where Self: RawRepresentable<String> {
  static var storedType: StoredType { .text }
  var stored: Stored { .text(rawValue) }

  init?(stored: Stored) {
    guard case .text(let word) = stored else { return nil }
    self.init(rawValue: word)
  }
}

extension LedgerDecision: StoredValue {}
extension OrderState: StoredValue {}
extension PurchaseState: StoredValue {}
extension PurchaseOutcome: StoredValue {}
extension RenewalState: StoredValue {}
extension AnswerMeaning: StoredValue {}
extension LedgerEnvironment: StoredValue {}
extension LedgerEventKind: StoredValue {}
extension Mention.Kind: StoredValue {}
