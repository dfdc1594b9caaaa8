extension JSONValue {
  /// Why a value of a receipt differs from the one that Apple wrote at the same place; `nil` if type and value are
  /// equal, byte by byte.
  func difference(from apple: JSONValue) -> (cause: DifferenceCause, note: Message)? {
    if isIdentical(to: apple) { return nil }
    let isOtherType = kind != apple.kind
    let types: Message =
      isOtherType ? "\(apple.kind) where Apple writes \(kind)" : ""
    guard let ours = scalarText, let theirs = apple.scalarText, !ours.utf8.elementsEqual(theirs.utf8) else {
      return (.otherType, types)
    }
    if let number = DecimalNumber(ours), let other = DecimalNumber(theirs), isNumeric, apple.isNumeric {
      if number == other {
        return isOtherType ? (.otherType, types) : (.numberForm, "the same number, written otherwise")
      }
      guard let rounding = other.rounding(of: number) else { return (.edited, types) }
      return (.rounded, isOtherType ? "\(rounding); \(types)" : rounding)
    }
    if isOtherType { return (.otherType, "\(types), and another value") }
    return (.edited, ours == theirs ? "the same to the eye, but other characters (Unicode normalization)" : "")
  }

  /// Whether both are written with the same bytes. `==` treats canonically equivalent Unicode strings as equal.
  func isIdentical(to other: JSONValue) -> Bool {
    switch (self, other) {
    case (.string(let left), .string(let right)), (.number(let left), .number(let right)):
      left.utf8.elementsEqual(right.utf8)
    case (.array(let left), .array(let right)):
      left.count == right.count && zip(left, right).allSatisfy { $0.isIdentical(to: $1) }
    case (.object(let left), .object(let right)):
      left.count == right.count
        && zip(left, right).allSatisfy {
          $0.name.utf8.elementsEqual($1.name.utf8) && $0.value.isIdentical(to: $1.value)
        }
    default: self == other
    }
  }

  /// The text of a value that is neither an array nor an object.
  package var scalarText: String? {
    switch self {
    case .null: "null"
    case .bool(let flag): flag ? "true" : "false"
    case .number(let text), .string(let text): text
    case .array, .object: nil
    }
  }

  /// Whether the value is a number, or may be the text of one.
  fileprivate var isNumeric: Bool {
    switch self {
    case .number, .string: true
    default: false
    }
  }
}
