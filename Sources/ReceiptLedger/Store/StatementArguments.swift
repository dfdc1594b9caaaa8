import ReceiptKit

/// A value in the database.
enum Stored: Equatable, Sendable {
  case null
  case integer(Int64)
  /// This software never writes one.
  case fraction
  case text(String)
  case bytes([UInt8])
}

/// The types of values that statements take. PostgreSQL has to be told the type also of NULL.
enum StoredType: Sendable {
  case integer, text, bytes
}

/// A value that a statement takes.
protocol StatementArgument {
  static var storedType: StoredType { get }
  var stored: Stored { get }
}

/// The arguments of a statement, in the order of their numbers.
struct StatementArguments: ExpressibleByArrayLiteral {
  private(set) var values: [Stored]
  private(set) var types: [StoredType]

  init(arrayLiteral elements: any StatementArgument...) {
    values = elements.map { $0.stored }
    types = elements.map { type(of: $0).storedType }
  }

  init<Value: StatementArgument>(_ elements: [Value]) {
    values = elements.map(\.stored)
    types = elements.map { _ in Value.storedType }
  }

  static func + (left: StatementArguments, right: StatementArguments) -> StatementArguments {
    var both = left
    both.values += right.values
    both.types += right.types
    return both
  }
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
