/// The place of a value in a document (RFC 6901).
package struct JSONPointer: Sendable {
  /// `/receipt/in_app/0`; empty for the whole document.
  package private(set) var text = ""

  package init() {}

  /// The member of the outermost object.
  package init(_ name: String) {
    text = Self.append(name, to: "")
  }

  /// A pointer to a member of the object, or an element of the array, that the parent points to.
  package static func / (parent: JSONPointer, name: String) -> JSONPointer {
    var pointer = parent
    pointer.text = append(name, to: parent.text)
    return pointer
  }

  package static func / (parent: JSONPointer, index: Int) -> JSONPointer { parent / String(index) }

  /// A pointer to a member, or to an element by its index, of the value that another pointer names.
  package static func append(_ name: String, to pointer: String) -> String {
    guard name.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) else {
      return pointer + "/" + name
    }
    return pointer + "/" + name.unicodeScalars.map { $0 == "~" ? "~0" : $0 == "/" ? "~1" : String($0) }.joined()
  }
}
