/// One field, with its value in Apple's answer or in signed data and its value in the receipt (in the form that
/// `decode` prints).
public struct ComparedField: Equatable, Sendable {
  /// Whether the field is equal, different, moved, or on one side only. Raw values are stable and appear in JSON
  /// output.
  package enum Kind: String, CaseIterable, Sendable {
    /// The same value of the same type.
    case equal
    /// The value, the type or the name differs.
    case different
    /// The same purchase at another place in the list.
    case moved
    /// Only Apple's answer, or the signed data, has the field.
    case onlyApple = "only-apple"
    /// Only the receipt has the field.
    case onlyLocal = "only-local"
  }

  /// Whether the field is equal, different, moved, or on one side only.
  package var kind: Kind
  /// The place in Apple's answer, or in the receipt if only that has it: a JSON pointer (RFC 6901).
  ///
  /// For signed data, the place in the payload of a ``piece``; empty for the whole payload.
  package var pointer: String
  /// The place in the document of `decode`; `nil` if absent there.
  package var localPointer: String?
  /// The value in the receipt, if it has one.
  package var local: JSONValue?
  /// The value in the answer, if it has one.
  package var apple: JSONValue?
  /// The purchase that the field belongs to.
  public var transactionID: String?
  /// The ``HistoryPiece/number`` of the piece of signed data with the value; `nil` for answers.
  package var piece: Int?
  /// Why the two values differ; `nil` if they are equal.
  public var cause: DifferenceCause?
  /// A note about this place, in words without a final full stop; empty if the values are equal.
  package var note: Message = ""

  /// Whether an honest answer about this receipt can have this field.
  package var isExpected: Bool { cause?.isExpected ?? true }
}

extension [ComparedField] {
  /// The number of fields of a kind that are expected, or not.
  package func count(_ kind: ComparedField.Kind, expected: Bool) -> Int {
    count { $0.kind == kind && $0.isExpected == expected }
  }
}

/// The fields that a comparison has found so far.
struct FieldCollector {
  private(set) var fields: [ComparedField] = []
  private(set) var equalCount = 0
  /// Pointers of objects whose members are in another order.
  var disordered: [String] = []
  /// Whether equal fields are kept instead of only counted.
  let keepsEqual: Bool

  init(keepsEqual: Bool) {
    self.keepsEqual = keepsEqual
  }

  mutating func add(_ field: ComparedField) {
    if field.kind == .equal {
      equalCount += 1
      guard keepsEqual else { return }
    }
    fields.append(field)
  }
}

/// The place of an object in both documents.
struct PlacePair {
  var apple: String
  var local: String
  var transactionID: String?

  func member(_ name: String, localName: String? = nil) -> PlacePair {
    PlacePair(
      apple: JSONPointer.append(name, to: apple), local: JSONPointer.append(localName ?? name, to: local),
      transactionID: transactionID)
  }
}
