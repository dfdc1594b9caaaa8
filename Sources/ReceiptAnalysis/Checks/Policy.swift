/// Expectations as a team keeps them in its repository: a JSON object (see `Schemas/policy-1.schema.json`).
///
/// It is read strictly: a key that nobody knows, or a value of another type, is an error and never ignored, because an
/// expectation that is not looked at would be no expectation.
public struct Policy: Sendable {
  /// What is expected.
  public let expectations: Expectations

  /// The keys, in the order in which they are listed.
  public static var keys: [String] { PolicyKey.all.map(\.name) }

  /// Reads a policy.
  ///
  /// - Parameter text: JSON in UTF-8.
  /// - Throws: an error whose message begins with the JSON pointer (RFC 6901) of the value at fault.
  public init(_ text: [UInt8]) throws(ExpectationError) {
    let document: JSONValue
    do throws(ReceiptError) {
      document = try JSONReader(maximumDepth: 8, maximumValues: 10_000).read(text)
    } catch {
      throw ExpectationError(error.message, hint: "a policy is a JSON object; see Schemas/policy-1.schema.json")
    }
    guard case .object(let members) = document else {
      throw ExpectationError("a policy is a JSON object, not \(document.kind)")
    }
    var expectations = Expectations()
    var seen: Set<String> = []
    for member in members {
      let pointer = JSONPointer(member.name)
      guard seen.insert(member.name).inserted else { throw pointer.error("the key occurs twice") }
      guard let key = PolicyKey.all.first(where: { $0.name == member.name }) else {
        throw pointer.error("unknown key", hint: "known keys are \(Policy.keys.joined(separator: ", "))")
      }
      try key.read(member.value, pointer, &expectations)
    }
    if seen.isSuperset(of: ["app_version", "min_app_version"]) {
      throw JSONPointer("min_app_version").error("app_version is given too; one of the two has to go")
    }
    self.expectations = expectations
  }
}

/// One key of a policy.
struct PolicyKey: Sendable {
  let name: String
  let read: @Sendable (JSONValue, JSONPointer, inout Expectations) throws(ExpectationError) -> Void

  private init(
    _ name: String,
    _ read: @escaping @Sendable (JSONValue, JSONPointer, inout Expectations) throws(ExpectationError) -> Void
  ) {
    self.name = name
    self.read = read
  }

  static let all: [PolicyKey] = [
    // Editors find the schema by it.
    PolicyKey("$schema") { (value, pointer, _) throws(ExpectationError) in _ = try pointer.string(value) },
    PolicyKey("bundle_id") { (value, pointer, expectations) throws(ExpectationError) in
      expectations.bundleIdentifiers = try pointer.oneOrMore(value, Expectations.name)
    },
    PolicyKey("environment") { (value, pointer, expectations) throws(ExpectationError) in
      expectations.environments = try pointer.oneOrMore(value) { text throws(ExpectationError) in
        try Expectations.Environment(text)
      }
    },
    PolicyKey("app_version") { (value, pointer, expectations) throws(ExpectationError) in
      expectations.applicationVersion = .equal(try pointer.one(value, Expectations.name))
    },
    PolicyKey("min_app_version") { (value, pointer, expectations) throws(ExpectationError) in
      expectations.applicationVersion = .atLeast(try pointer.one(value, DottedVersion.init(expected:)))
    },
    PolicyKey("original_version_below") { (value, pointer, expectations) throws(ExpectationError) in
      expectations.originalVersionBelow = try pointer.one(value, DottedVersion.init(expected:))
    },
    PolicyKey("max_age") { (value, pointer, expectations) throws(ExpectationError) in
      expectations.maximumAge = try pointer.one(value) { text throws(ExpectationError) in try Period(text) }
    },
    PolicyKey("device_guid") { (value, pointer, expectations) throws(ExpectationError) in
      expectations.deviceGUID = try pointer.one(value) { text throws(ExpectationError) in try DeviceGUID(text) }
    },
    PolicyKey("product") { (value, pointer, expectations) throws(ExpectationError) in
      expectations.products = try pointer.oneOrMore(value, Expectations.name)
    },
    PolicyKey("active") { (value, pointer, expectations) throws(ExpectationError) in
      expectations.activeProducts = try pointer.oneOrMore(value, Expectations.name)
    },
    PolicyKey("grace_period") { (value, pointer, expectations) throws(ExpectationError) in
      expectations.gracePeriod = try pointer.one(value) { text throws(ExpectationError) in try Period(text) }
    },
    PolicyKey("allow_test_signed") { (value, pointer, expectations) throws(ExpectationError) in
      guard case .bool(let allowed) = value else { throw pointer.error("has to be true or false, not \(value.kind)") }
      expectations.allowsTestSigned = allowed
    },
    PolicyKey("require_check") { (value, pointer, expectations) throws(ExpectationError) in
      expectations.requiredChecks = try pointer.oneOrMore(value, Expectations.check)
    },
  ]
}

/// Where in a policy a value stands (RFC 6901), and how to read it.
struct JSONPointer {
  private let text: String

  init(_ name: String) {
    text = Self.append(name, to: "")
  }

  private init(text: String) {
    self.text = text
  }

  /// The pointer to a member, or to an element by its index, of what another pointer names.
  static func append(_ name: String, to pointer: String) -> String {
    guard name.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) else {
      return pointer + "/" + name
    }
    return pointer + "/" + name.unicodeScalars.map { $0 == "~" ? "~0" : $0 == "/" ? "~1" : String($0) }.joined()
  }

  func error(_ message: String, hint: String? = nil) -> ExpectationError {
    ExpectationError("\(text): \(message)", hint: hint)
  }

  func string(_ value: JSONValue, or other: String = "") throws(ExpectationError) -> String {
    guard let string = value.stringValue else { throw error("has to be a string\(other), not \(value.kind)") }
    return string
  }

  /// A string, read in turn.
  func one<Value>(
    _ value: JSONValue, or other: String = "", _ read: (String) throws(ExpectationError) -> Value
  ) throws(ExpectationError) -> Value {
    let text = try string(value, or: other)
    do throws(ExpectationError) {
      return try read(text)
    } catch let fault {
      throw error(fault.message, hint: fault.hint)
    }
  }

  /// A string, or an array of at least one.
  func oneOrMore<Value>(
    _ value: JSONValue, _ read: (String) throws(ExpectationError) -> Value
  ) throws(ExpectationError) -> [Value] {
    guard case .array(let elements) = value else { return [try one(value, or: " or an array of strings", read)] }
    guard !elements.isEmpty else { throw error("an empty array expects nothing; leave the key out") }
    var values: [Value] = []
    for (index, element) in elements.enumerated() {
      values.append(try JSONPointer(text: "\(text)/\(index)").one(element, read))
    }
    return values
  }
}
