/// One possible expectation. It defines the key of a policy, the option of the command line and the parameter of a
/// server.
package struct ExpectationRow: Sendable {
  /// Adds the value that was read to the expectations.
  package typealias Change = @Sendable (inout Expectations) -> Void
  package typealias Read = @Sendable (String) throws(ExpectationError) -> Change

  /// The form of values.
  package enum Form: Sendable {
    /// A name of something, such as `a product`; not empty.
    case name(String)
    /// One of these words.
    case word([String])
    /// Text that matches a regular expression.
    case pattern(String)
  }

  /// The way in which values are given.
  package enum Reading: Sendable {
    case once(Form, Read)
    /// Any number of values; `clear` removes all of them.
    case repeated(Form, Read, clear: Change)
    case flag(@Sendable (Bool) -> Change)
  }

  /// The key of a policy.
  package let key: String
  package let reading: Reading
  /// The meaning of the expectation, in one sentence.
  package let meaning: String
  /// The meaning as a text for the command line.
  package let help: String
  /// The name of the value in help texts.
  package let valueName: String
  /// A valid value.
  package let example: String

  /// The name of the option and of the parameter.
  package var name: String { key.replacing("_", with: "-") }

  static func once<Value: Sendable>(
    _ key: String, _ property: WritableKeyPath<Expectations, Value?> & Sendable, _ form: Form, _ meaning: String,
    valueName: String, example: String,
    read: @escaping @Sendable (String) throws(ExpectationError) -> Value
  ) -> ExpectationRow {
    let reading = Reading.once(form) { text throws(ExpectationError) in
      let value = try read(text)
      return { $0[keyPath: property] = value }
    }
    return ExpectationRow(
      key: key, reading: reading, meaning: meaning, help: meaning, valueName: valueName,
      example: example)
  }

  static func repeated<Value: Sendable>(
    _ key: String, _ property: WritableKeyPath<Expectations, [Value]> & Sendable, _ form: Form, _ meaning: String,
    help: String? = nil, onRepeating: String = "Repeat for more.", valueName: String, example: String,
    read: @escaping @Sendable (String) throws(ExpectationError) -> Value
  ) -> ExpectationRow {
    let add: Read = { text throws(ExpectationError) in
      let value = try read(text)
      return { $0[keyPath: property].append(value) }
    }
    return ExpectationRow(
      key: key, reading: .repeated(form, add) { $0[keyPath: property] = [] }, meaning: meaning,
      help: help ?? "\(meaning) \(onRepeating)", valueName: valueName, example: example)
  }

  static func flag(
    _ key: String, _ property: WritableKeyPath<Expectations, Bool> & Sendable, _ meaning: String, help: String
  ) -> ExpectationRow {
    ExpectationRow(
      key: key, reading: .flag { isOn in { $0[keyPath: property] = isOn } }, meaning: meaning,
      help: help, valueName: "", example: "true")
  }
}
