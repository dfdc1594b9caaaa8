import ReceiptKit

/// A value in the database.
enum Stored: Equatable, Sendable {
  case null
  case integer(Int64)
  /// A fraction; this software never writes one.
  case fraction
  case text(String)
  case bytes([UInt8])
}

extension StoredDamage {
  /// A copy must not turn such a value into another one, such as NULL.
  static let fraction = StoredDamage(text: "a value is neither a whole number nor a text nor octets")
}

/// The types of values that statements take. PostgreSQL also needs the type of NULL.
enum StoredType: Sendable {
  case integer, text, bytes
}

/// A value that a statement takes.
protocol StatementArgument {
  static var storedType: StoredType { get }
  var storedType: StoredType { get }
  var stored: Stored { get }
}

/// The arguments of a statement, in the order of their numbers.
struct StatementArguments: ExpressibleByArrayLiteral {
  private(set) var elements: [any StatementArgument]

  var types: [StoredType] { elements.map { $0.storedType } }

  init(arrayLiteral elements: any StatementArgument...) {
    self.elements = elements
  }

  init(_ elements: [any StatementArgument]) {
    self.elements = elements
  }

  static func + (left: StatementArguments, right: StatementArguments) -> StatementArguments {
    StatementArguments(left.elements + right.elements)
  }
}

/// A value that was read, with the type of its column.
struct ReadArgument: StatementArgument {
  /// The type itself is unknown here: each value has its own.
  static var storedType: StoredType { .text }
  let storedType: StoredType
  let stored: Stored
}

extension StatementArgument {
  var storedType: StoredType { Self.storedType }
}

extension Optional: StatementArgument where Wrapped: StatementArgument {
  static var storedType: StoredType { Wrapped.storedType }
  var stored: Stored { self?.stored ?? .null }
}

extension Int64: StatementArgument {
  static var storedType: StoredType { .integer }
  var stored: Stored { .integer(self) }
}

extension Int: StatementArgument {
  static var storedType: StoredType { .integer }
  var stored: Stored { .integer(Int64(self)) }
}

/// 0 or 1: both databases store it as a number.
extension Bool: StatementArgument {
  static var storedType: StoredType { .integer }
  var stored: Stored { .integer(self ? 1 : 0) }
}

extension String: StatementArgument {
  static var storedType: StoredType { .text }
  var stored: Stored { .text(self) }
}

extension [UInt8]: StatementArgument {
  static var storedType: StoredType { .bytes }
  var stored: Stored { .bytes(self) }
}
