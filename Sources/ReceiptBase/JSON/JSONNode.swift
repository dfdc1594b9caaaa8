/// The common interface of JSON values for searches: as a tree (``JSONValue``) or in the text (``JSONText``).
package protocol JSONNode: Sendable {
  /// Members in the order of the text; a name may occur twice.
  associatedtype Members: Sequence<(name: String, value: Self)>
  /// Elements in their order.
  associatedtype Elements: Sequence<Self>

  /// What kind of value this is. Asking for it is cheap, while asking for the contents looks up types at run time.
  var form: JSONForm { get }
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

/// The kinds of JSON values, as far as a search tells them apart.
package enum JSONForm: Sendable {
  case object, array, string
  /// A number, `true`, `false` or `null`.
  case other

  /// Whether a value of this kind may have contents.
  package var hasContents: Bool { self == .object || self == .array }
}

extension JSONNode {
  /// Visits every member and every element: its position, the name of a member, the value.
  package func forEachChild(_ body: (Int, String?, Self) -> Void) {
    var position = 0
    switch form {
    case .object:
      guard let members = memberNodes else { return }
      for member in members {
        body(position, member.name, member.value)
        position += 1
      }
    case .array:
      guard let elements = elementNodes else { return }
      for element in elements {
        body(position, nil, element)
        position += 1
      }
    case .string, .other: break
    }
  }

  /// The digits, if this is a number.
  package var numberValue: String? {
    guard case .number(let digits) = shallow else { return nil }
    return digits
  }

  /// Looks along a path of positions for the first name that occurs twice in its object. Returns the part of the path
  /// that leads to it; `nil` if no name does, or if the path leads nowhere.
  ///
  /// Readers of JSON differ in which of the two values they use.
  package func repeatedName(on path: [Int]) -> ArraySlice<Int>? {
    var value = self
    for (depth, position) in path.enumerated() {
      // A sequence has no `first`, only `first(where:)`.
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
  package var form: JSONForm {
    switch self {
    case .object: .object
    case .array: .array
    case .string: .string
    case .number, .bool, .null: .other
    }
  }

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
