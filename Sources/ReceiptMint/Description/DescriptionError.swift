import ReceiptAnalysis

/// Why a description is not minted: the place and the fault.
package struct DescriptionError: Error, Equatable, Sendable {
  /// JSON pointer (RFC 6901) to the fault: `/receipt/in_app/0/quantity`; empty for the whole document.
  package let pointer: String
  /// One sentence without a final full stop.
  package let message: String
  /// The correct form, if known.
  package let hint: String?

  init(_ pointer: JSONPointer, _ message: String, hint: String? = nil) {
    self.pointer = pointer.text
    self.message = message
    self.hint = hint
  }
}

/// The treatment of faults. By default the first fault ends the reading.
struct Complaints: Sendable {
  let areIgnored: Bool

  func complain(_ pointer: JSONPointer, _ message: String, hint: String? = nil) throws(DescriptionError) {
    guard !areIgnored else { return }
    throw DescriptionError(pointer, message, hint: hint)
  }

  /// The members of an object by name. If a name occurs twice, the first member counts.
  func members(
    _ value: JSONValue, _ pointer: JSONPointer, known: Set<String>? = nil
  ) throws(DescriptionError) -> [String: JSONValue] {
    guard case .object(let list) = value else {
      throw DescriptionError(pointer, "\(value.kind), where an object should be")
    }
    var members: [String: JSONValue] = [:]
    for member in list {
      if let known, !known.contains(member.name) {
        try complain(
          pointer / member.name, "an unknown key", hint: Self.closest(member.name, known).map { "did you mean \($0)?" })
      } else if members[member.name] != nil {
        try complain(pointer / member.name, "the key is there twice")
      } else {
        members[member.name] = member.value
      }
    }
    return members
  }

  /// Applies a function to the elements of an array, in their order, and returns the results.
  func elements<Result>(
    _ value: JSONValue, _ pointer: JSONPointer,
    _ read: (JSONValue, JSONPointer) throws(DescriptionError) -> Result
  ) throws(DescriptionError) -> [Result] {
    guard case .array(let elements) = value else {
      throw DescriptionError(pointer, "\(value.kind), where an array should be")
    }
    var results: [Result] = []
    for (index, element) in elements.enumerated() { results.append(try read(element, pointer / index)) }
    return results
  }

  /// A text for messages, cut if it is long.
  static func quoted(_ text: String) -> String {
    "\"" + (text.count <= 40 ? text : String(text.prefix(37)) + "...") + "\""
  }

  /// The known name that is probably meant: it equals the given name except for case, underscores and hyphens, or one
  /// of the two begins with the other. If several names do, the shortest is returned; `nil` if none does.
  private static func closest(_ name: String, _ known: Set<String>) -> String? {
    let plain = name.lowercased().filter { $0 != "_" && $0 != "-" }
    let found = known.filter { candidate in
      let other = candidate.lowercased().filter { $0 != "_" }
      return other == plain || (plain.count >= 4 && (other.hasPrefix(plain) || plain.hasPrefix(other)))
    }
    return found.sorted { ($0.count, $0) < ($1.count, $1) }.first
  }
}
