/// Expectations in a file that a team keeps in its repository: a JSON object (see `Schemas/policy-1.schema.json`).
///
/// The file is read strictly: an unknown key or a value of another type is an error. Otherwise a receipt could pass
/// without a check that the policy demands.
public struct Policy: Sendable {
  /// The expectations that the policy states.
  public let expectations: Expectations

  /// The keys, in the order in which they are listed.
  package static var keys: [String] { [schemaKey] + ExpectationRow.all.map(\.key) }
  /// Editors find the schema by this key.
  private static let schemaKey = "$schema"

  /// Reads a policy.
  ///
  /// - Parameter text: JSON in UTF-8.
  /// - Throws: an error whose message begins with the JSON pointer (RFC 6901) of the value at fault.
  public init(_ text: [UInt8]) throws(ExpectationError) {
    let document: JSONValue
    do throws(ReceiptError) {
      document = try JSONReader(maximumDepth: 8, maximumValues: 10_000).read(text)
    } catch {
      throw ExpectationError(
        error.message, hint: "a policy is a JSON object; see Schemas/policy-1.schema.json")
    }
    guard case .object(let members) = document else {
      throw ExpectationError("a policy is a JSON object, not \(document.kind)")
    }
    var expectations = Expectations()
    var seen: Set<String> = []
    for member in members {
      let pointer = JSONPointer(member.name)
      guard seen.insert(member.name).inserted else { throw pointer.error("the key occurs twice") }
      guard member.name != Policy.schemaKey else {
        _ = try pointer.string(member.value)
        continue
      }
      guard let row = ExpectationRow.all.first(where: { $0.key == member.name }) else {
        throw pointer.error("unknown key", hint: "known keys are \(Policy.keys.joined(separator: ", "))")
      }
      for change in try row.changes(member.value, pointer) { change(&expectations) }
    }
    if seen.isSuperset(of: ["app_version", "min_app_version"]) {
      throw JSONPointer("min_app_version").error("app_version is given too; one of the two has to go")
    }
    self.expectations = expectations
  }
}

extension ExpectationRow {
  /// The changes that a value of a policy makes.
  fileprivate func changes(_ value: JSONValue, _ pointer: JSONPointer) throws(ExpectationError) -> [Change] {
    switch reading {
    case .once(_, let read): return [try pointer.one(value, read)]
    case .repeated(_, let read, _): return try pointer.oneOrMore(value, read)
    case .flag(let set):
      guard case .bool(let isOn) = value else { throw pointer.error("has to be true or false, not \(value.kind)") }
      return [set(isOn)]
    }
  }
}

/// Reads the value at a pointer in a policy.
extension JSONPointer {
  package func error(_ message: Message, hint: Message? = nil) -> ExpectationError {
    ExpectationError("\(text): \(message)", hint: hint)
  }

  package func string(_ value: JSONValue, or other: Message = "") throws(ExpectationError) -> String {
    guard let string = value.stringValue else { throw error("has to be a string\(other), not \(value.kind)") }
    return string
  }

  /// A string, read in turn.
  func one<Value>(
    _ value: JSONValue, or other: Message = "", _ read: (String) throws(ExpectationError) -> Value
  ) throws(ExpectationError) -> Value {
    let text = try string(value, or: other)
    do throws(ExpectationError) {
      return try read(text)
    } catch let fault {
      throw error(fault.message, hint: fault.hint)
    }
  }

  /// A string, or an array of at least one string.
  func oneOrMore<Value>(
    _ value: JSONValue, _ read: (String) throws(ExpectationError) -> Value
  ) throws(ExpectationError) -> [Value] {
    guard case .array(let elements) = value else { return [try one(value, or: " or an array of strings", read)] }
    guard !elements.isEmpty else { throw error("an empty array expects nothing; leave the key out") }
    var values: [Value] = []
    for (index, element) in elements.enumerated() {
      values.append(try (self / index).one(element, read))
    }
    return values
  }
}
