import ReceiptKit

/// The arguments of a call, read strictly: an argument without an effect must not look as if it had one.
struct ToolArguments {
  private let members: [JSONValue.Member]

  /// - Throws: for unknown names, and for values of another type than that of their parameter.
  init(_ value: JSONValue?, _ known: [Parameter]) throws(RPCFault) {
    guard case .object(let members) = value ?? .object([]) else {
      throw .invalidParameters("arguments have to be an object")
    }
    for member in members {
      guard let parameter = known.first(where: { $0.key == member.name }) else {
        throw .invalidParameters("an argument is unknown; known are \(known.map(\.key).joined(separator: ", "))")
      }
      if let demand = parameter.demand(on: member.value) {
        throw .invalidParameters("\(parameter.key) has to be \(demand)")
      }
    }
    self.members = members
  }

  func flag(_ parameter: Parameter) -> Bool { self[parameter.key] == .bool(true) }

  func text(_ name: String) -> String? { self[name]?.stringValue }

  /// The values of a parameter that may have several.
  func texts(_ name: String) -> [String] {
    guard case .array(let elements)? = self[name] else { return text(name).map { [$0] } ?? [] }
    return elements.compactMap(\.stringValue)
  }

  /// The moment in `at`; `nil` without it.
  func moment(now: Instant) throws(RPCFault) -> Instant? {
    guard let text = text("at"), text != "now" else { return self["at"].map { _ in now } }
    guard let date = ReceiptDate(moment: text) else { throw .invalidParameters("at has to be a time, a day or now") }
    return date.instant
  }

  /// The expectations among the arguments, which have the keys of a policy.
  func expectations() throws(RPCFault) -> Expectations {
    let keys = Set(Parameter.expectations.map(\.key))
    do throws(ExpectationError) {
      let policy = JSONValue.object(members.filter { keys.contains($0.name) })
      let expectations = try Policy(policy.compactBytes).expectations
      try expectations.checkConsistency()
      return expectations
    } catch {
      throw .invalidParameters((error.hint.map { "\(error.message); \($0)" } ?? error.message).description)
    }
  }

  private subscript(name: String) -> JSONValue? { members.first { $0.name == name }?.value }
}

extension Parameter {
  /// What a value has to be, if it is something else.
  fileprivate func demand(on value: JSONValue) -> String? {
    switch (kind, value) {
    case (.flag, .bool): return nil
    case (.flag, _): return "true or false"
    case (.word(let words), .string(let word)) where !words.contains(word):
      return "one of: \(words.joined(separator: ", "))"
    case (_, .string(let text)) where !text.isEmpty: return nil
    case (_, .array(let elements)) where isRepeatable && !elements.isEmpty:
      return elements.contains { demand(on: $0) != nil || $0.stringValue == nil } ? "a list of its values" : nil
    default: return isRepeatable ? "a list of strings, none of them empty" : "a string, and not empty"
    }
  }

  /// The schema of an argument.
  var argument: JSONValue { schema.joined(.members(("description", .string(description)))) }
}
