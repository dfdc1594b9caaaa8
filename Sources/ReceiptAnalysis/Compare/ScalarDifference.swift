/// The difference between two JSON values at one place.
struct ScalarDifference {
  let cause: DifferenceCause
  let note: String

  /// Returns `nil` if type and value are equal, byte by byte.
  init?(local: JSONValue, apple: JSONValue) {
    if local.isIdentical(to: apple) { return nil }
    let isOtherType = local.kind != apple.kind
    let types = isOtherType ? "\(apple.kind) where Apple writes \(local.kind)" : ""
    guard let ours = local.scalarText, let theirs = apple.scalarText else {
      (cause, note) = (.otherType, types)
      return
    }
    if ours.utf8.elementsEqual(theirs.utf8) {
      (cause, note) = (.otherType, types)
    } else if let number = DecimalNumber(ours), let other = DecimalNumber(theirs), local.isNumeric, apple.isNumeric {
      if number == other {
        (cause, note) = isOtherType ? (.otherType, types) : (.numberForm, "the same number, written otherwise")
      } else if let rounding = other.rounding(of: number) {
        (cause, note) = (.rounded, rounding + (isOtherType ? "; \(types)" : ""))
      } else {
        (cause, note) = (.edited, isOtherType ? types : "")
      }
    } else if isOtherType {
      (cause, note) = (.otherType, types + ", and another value")
    } else if ours == theirs {
      (cause, note) = (.edited, "the same to the eye, but other characters (Unicode normalization)")
    } else {
      (cause, note) = (.edited, "")
    }
  }
}

extension JSONValue {
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
