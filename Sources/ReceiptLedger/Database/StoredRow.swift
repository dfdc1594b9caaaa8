import ReceiptKit

/// One row. Every access states the expected type, and throws for any other value.
///
/// This is the only way from a row to a value. GRDB's own subscripts end the process if they find NULL, or text instead
/// of a number. A test makes sure that no other code uses them.
struct StoredRow {
  private let names: [String]
  let values: [Stored]

  init(_ names: [String], _ values: [Stored]) {
    self.names = names
    self.values = values
  }

  /// The value of a column. NULL is accepted only for an optional. If two columns have the name, the first one counts.
  subscript<Value: StoredValue>(_ column: String) -> Value {
    get throws {
      // A damaged schema table may have lost the column.
      guard let index = names.firstIndex(of: column), index < values.count else {
        throw StoredDamage(text: "the column \(column) is missing")
      }
      return try Self.value(values[index], column)
    }
  }

  /// The value of a column by its index.
  subscript<Value: StoredValue>(_ index: Int) -> Value {
    get throws {
      guard index < values.count else { throw StoredDamage(text: "column \(index) is missing") }
      return try Self.value(values[index], "number \(index)")
    }
  }

  /// A name of an order or an account.
  ///
  /// Names that would not be accepted are not returned, either: a name that changed in storage would belong to another
  /// owner.
  func name(_ column: String) throws -> String {
    let name: String = try self[column]
    guard LedgerName.problem(name) == nil else { throw StoredDamage(text: "the column \(column) holds no name") }
    return name
  }

  /// Details that were written as JSON; empty for NULL.
  func members(_ column: String) throws -> [JSONValue.Member] {
    guard let text = try self[column] as String? else { return [] }
    guard case .object(let members)? = try? JSONReader().read(Array(text.utf8)) else {
      throw StoredDamage(text: "the column \(column) holds no JSON object")
    }
    return members
  }

  /// The number of columns.
  var count: Int { values.count }

  private static func value<Value: StoredValue>(_ stored: Stored, _ column: String) throws -> Value {
    guard let value = Value(stored: stored) else {
      throw StoredDamage(
        text: "the column \(column) holds \(stored.name), where \(String(describing: Value.self)) belongs")
    }
    return value
  }
}

/// A value in the file that this software never writes there.
struct StoredDamage: Error {
  /// The fault, without a final full stop.
  let text: Message
}

extension StoredDamage {
  /// The error for a value of a type that no column has. A copy must not turn it into another value, such as NULL.
  static let fraction = StoredDamage(text: "a value is neither a whole number nor a text nor octets")
}
