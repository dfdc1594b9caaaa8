/// A JSON document as it was written: members keep their order, numbers keep their digits.
///
/// Foundation's readers round integers above 2^53 and lose the order, but comparisons of Apple's answers need both.
public enum JSONValue: Equatable, Sendable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number, with the characters of the text.
  case number(String)
  /// A string, unescaped.
  case string(String)
  /// An array.
  case array([JSONValue])
  /// An object: members in the order of the text; a name may occur twice.
  case object([Member])

  /// One name and value of an object.
  public struct Member: Equatable, Sendable {
    /// The name, unescaped.
    public var name: String
    /// The value.
    package var value: JSONValue

    package init(_ name: String, _ value: JSONValue) {
      self.name = name
      self.value = value
    }
  }

  /// The value of the first member with this name; `nil` if this value is not an object or has no such member.
  public subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    // A span lends each member; a loop over the array would count a reference to it.
    let span = members.span
    for index in span.indices where span[index].name == name { return span[index].value }
    return nil
  }

  /// The string, if this value is a string; otherwise `nil`.
  public var stringValue: String? {
    guard case .string(let value) = self else { return nil }
    return value
  }

  /// The type of the value, with its article.
  package var kind: Message {
    switch self {
    case .null: "null"
    case .bool: "a boolean"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}

extension JSONWriter {
  /// Writes a value. Its members keep their order, and its numbers keep their digits.
  public mutating func value(_ value: JSONValue) {
    switch value {
    case .null: null()
    case .bool(let flag): bool(flag)
    case .number(let digits): number(digits)
    case .string(let text): string(text)
    case .array(let elements): array { writer in for element in elements { writer.value(element) } }
    case .object(let members): object { writer in writer.members(members) }
    }
  }

  /// Writes members with their own order and digits.
  package mutating func members(_ members: [JSONValue.Member]) {
    let span = members.span
    for index in span.indices {
      key(span[index].name)
      value(span[index].value)
    }
  }
}

extension JSONValue {
  /// The value on one line.
  package var compactBytes: [UInt8] {
    var writer = JSONWriter(layout: .compact)
    writer.value(self)
    return writer.bytes
  }

  /// The value on one line.
  package var compactText: String { String(decoding: compactBytes, as: UTF8.self) }

  /// The same object without the members of this name; any other value as it is.
  package func removing(_ name: String) -> JSONValue {
    guard case .object(let members) = self else { return self }
    return .object(members.filter { $0.name != name })
  }

  /// The first name that occurs twice in one object, at any depth (readers limit the depth). Readers of JSON differ in
  /// which of the two values they take.
  package var repeatedName: String? {
    switch self {
    case .object(let members):
      var seen = Set<String>(minimumCapacity: members.count)
      let span = members.span
      for index in span.indices {
        guard seen.insert(span[index].name).inserted else { return span[index].name }
        if let twice = span[index].value.repeatedName { return twice }
      }
      return nil
    case .array(let elements):
      for element in elements { if let twice = element.repeatedName { return twice } }
      return nil
    default: return nil
    }
  }
}

extension JSONValue {
  /// An object.
  package static func members(_ members: (String, JSONValue)...) -> JSONValue {
    .object(members.map { Member($0.0, $0.1) })
  }

  /// An object of the members that have a value.
  package static func present(_ members: (String, JSONValue?)...) -> JSONValue {
    .object(members.compactMap { name, value in value.map { Member(name, $0) } })
  }

  /// The same object with the members of another one behind its own.
  package func joined(_ other: JSONValue) -> JSONValue {
    guard case .object(let first) = self, case .object(let second) = other else { return self }
    return .object(first + second)
  }
}
