/// Where in a document a value stands (RFC 6901).
package struct JSONPointer {
  package let text: String

  /// The member of the outermost object.
  package init(_ name: String) {
    text = Self.append(name, to: "")
  }

  private init(text: String) {
    self.text = text
  }

  /// The element of the array to which this pointer leads.
  package func element(_ index: Int) -> JSONPointer { JSONPointer(text: "\(text)/\(index)") }

  /// The pointer to a member, or to an element by its index, of what another pointer names.
  package static func append(_ name: String, to pointer: String) -> String {
    guard name.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) else {
      return pointer + "/" + name
    }
    return pointer + "/" + name.unicodeScalars.map { $0 == "~" ? "~0" : $0 == "/" ? "~1" : String($0) }.joined()
  }
}
