/// One place of Apple's answer beside the same place of the receipt, as `decode` prints it.
public struct ComparedField: Equatable, Sendable {
  /// How the two are related. Raw values are stable and appear in JSON output.
  public enum Kind: String, CaseIterable, Sendable {
    /// The same value of the same type.
    case equal
    /// Another value, another type or another name.
    case different
    /// The same purchase in another place of the list.
    case moved
    /// Only Apple's answer has it.
    case onlyApple = "only-apple"
    /// Only the receipt has it.
    case onlyLocal = "only-local"
  }

  /// How the two are related.
  public var kind: Kind
  /// Where it stands in Apple's answer, or where it stands in the receipt if only that has it: a JSON pointer (RFC 6901).
  public var pointer: String
  /// Where it stands in the document of `decode`; `nil` if it is not there.
  public var localPointer: String?
  /// What the receipt says, if it says anything.
  public var local: JSONValue?
  /// What the answer says, if it says anything.
  public var apple: JSONValue?
  /// The purchase that it is about.
  public var transactionID: String?
  /// Why they differ; `nil` if they are equal.
  public var cause: DifferenceCause?
  /// What is to be said about this place, in words without a final full stop; empty if they are equal.
  public var note = ""

  /// Whether an honest answer about this receipt can look so.
  public var isExpected: Bool { cause?.isExpected ?? true }
}

/// Where a comparison stands in both documents, and what it has found so far.
struct FieldCollector {
  private(set) var fields: [ComparedField] = []
  private(set) var equalCount = 0
  /// Objects whose members are in another order, by their pointers.
  var disordered: [String] = []
  /// Whether equal fields are kept, and not only counted.
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
