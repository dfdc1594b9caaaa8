/// The arguments of a statement, in the order of their numbers.
struct StatementArguments: ExpressibleByArrayLiteral {
  private(set) var elements: [(type: StoredType, value: Stored)]

  var types: [StoredType] { elements.map(\.type) }

  init(arrayLiteral elements: any StoredValue...) {
    self.init(elements)
  }

  init(_ elements: [any StoredValue]) {
    self.elements = elements.map { (type(of: $0).storedType, $0.stored) }
  }

  /// Takes values that were read, with the types of their columns.
  init(_ elements: [(type: StoredType, value: Stored)]) {
    self.elements = elements
  }

  static func + (left: StatementArguments, right: StatementArguments) -> StatementArguments {
    StatementArguments(left.elements + right.elements)
  }
}
