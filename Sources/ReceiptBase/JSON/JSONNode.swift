/// The common interface of JSON values for searches: as a tree (``JSONValue``) or in the text (``JSONText``).
package protocol JSONNode: Sendable {
  /// Members in the order of the text; a name may occur twice.
  associatedtype Members: Sequence<(name: String, value: Self)>
  /// Elements in their order.
  associatedtype Elements: Sequence<Self>

  /// The members, if this is an object.
  var memberNodes: Members? { get }
  /// The elements, if this value is an array.
  var elementNodes: Elements? { get }
  /// The string, if this value is a string.
  var stringValue: String? { get }
  /// The value of a scalar; objects and arrays may come with or without their contents.
  var shallow: JSONValue { get }
  /// The value of the first member with this name; `nil` if this value is not an object or has no such member.
  subscript(name: String) -> Self? { get }
}

extension JSONNode {
  /// Visits every member and every element: its position, the name of a member, the value.
  package func forEachChild(_ body: (Int, String?, Self) -> Void) {
    if let members = memberNodes {
      for (position, member) in members.enumerated() { body(position, member.name, member.value) }
    } else if let elements = elementNodes {
      for (position, element) in elements.enumerated() { body(position, nil, element) }
    }
  }

  /// The digits, if this is a number.
  package var numberValue: String? {
    guard case .number(let digits) = shallow else { return nil }
    return digits
  }

  /// Looks along a path of positions for the first name that occurs twice in its object. Returns the part of the path
  /// that leads to it.
  ///
  /// Readers of JSON differ in which of the two values they use.
  package func repeatedName(on path: [Int]) -> ArraySlice<Int>? {
    var value = self
    for (depth, position) in path.enumerated() {
      if let members = value.memberNodes {
        guard let member = members.dropFirst(position).first(where: { _ in true }) else { return nil }
        if members.count(where: { $0.name.utf8.elementsEqual(member.name.utf8) }) > 1 { return path[...depth] }
        value = member.value
      } else if let element = value.elementNodes?.dropFirst(position).first(where: { _ in true }) {
        value = element
      } else {
        return nil
      }
    }
    return nil
  }
}

extension JSONValue: JSONNode {
  package var memberNodes: LazyMapSequence<[Member], (name: String, value: JSONValue)>? {
    guard case .object(let members) = self else { return nil }
    return members.lazy.map { ($0.name, $0.value) }
  }

  package var elementNodes: [JSONValue]? {
    guard case .array(let elements) = self else { return nil }
    return elements
  }

  package var shallow: JSONValue { self }
}
