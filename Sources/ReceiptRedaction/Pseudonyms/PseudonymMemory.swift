import ReceiptKit

/// What was made lately, because the same values, and values of the same shape, come again: names of members, products, customers.
///
/// It holds so many entries and then begins anew: a hostile input can have a million different ones.
final class PseudonymMemory {
  private static let capacity = 2_048
  /// Longer texts seldom come again.
  private static let longestText = 256

  /// A value as bytes: what Swift takes for the same text, an accent written in two ways, is not the same here.
  private struct Value: Hashable {
    let text: String
    let kind: ValueKind
    let isWord: Bool

    static func == (left: Value, right: Value) -> Bool {
      left.kind == right.kind && left.isWord == right.isWord && left.text.utf8.elementsEqual(right.text.utf8)
    }

    func hash(into hasher: inout Hasher) {
      var text = text
      text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
      hasher.combine(kind)
      hasher.combine(isWord)
    }
  }

  private var pseudonyms: [Value: String] = [:]
  private var permutations: [[UInt8]: KeyedPermutation] = [:]

  func pseudonym(
    of text: String, _ kind: ValueKind, isWord: Bool = false, _ make: () throws(ReceiptError) -> String
  ) throws(ReceiptError) -> String {
    guard text.utf8.count <= Self.longestText else { return try make() }
    let value = Value(text: text, kind: kind, isWord: isWord)
    if let known = pseudonyms[value] { return known }
    let made = try make()
    if pseudonyms.count == Self.capacity { pseudonyms.removeAll(keepingCapacity: true) }
    pseudonyms[value] = made
    return made
  }

  /// - Parameter message: what the permutation's key is made of.
  func permutation(
    _ message: [UInt8], _ make: () throws(ReceiptError) -> KeyedPermutation
  ) throws(ReceiptError) -> KeyedPermutation {
    if let known = permutations[message] { return known }
    let made = try make()
    if permutations.count == Self.capacity { permutations.removeAll(keepingCapacity: true) }
    permutations[message] = made
    return made
  }
}
