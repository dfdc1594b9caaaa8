/// One option of a command, described for programs: a parameter of a route, and an argument of a tool for assistants.
package struct Parameter: Sendable {
  /// The form of values.
  package enum Kind: Sendable {
    case text
    /// `true` or `false`.
    case flag
    /// A time, a day or `now`.
    case moment
    /// One of these words.
    case word([String])
    /// Matched by a regular expression.
    case pattern(String)
    /// A language tag (BCP 47), known or not.
    case language

    /// The form of a tag: parts of one to eight letters and digits.
    static let languagePattern = "^[A-Za-z]{1,8}(-[A-Za-z0-9]{1,8})*$"
  }

  package let name: String
  package let kind: Kind
  package let isRepeatable: Bool
  package let description: String
  /// A valid value.
  package let example: String

  package init(
    _ name: String, _ description: String, example: String, kind: Kind = .text, isRepeatable: Bool = false
  ) {
    self.name = name
    self.kind = kind
    self.isRepeatable = isRepeatable
    self.description = description
    self.example = example
  }

  /// The name as JSON has it: as a key of a policy of `validate`, and as a member of the arguments of a tool.
  package var key: String { name.replacing("-", with: "_") }

  /// The JSON Schema of values.
  package var schema: JSONValue {
    isRepeatable
      ? .members(("type", .string("array")), ("items", kind.schema), ("minItems", .number("1"))) : kind.schema
  }
}

extension Parameter.Kind {
  private static let string = ("type", JSONValue.string("string"))

  private static let momentForms: [JSONValue] =
    [.members(("const", .string("now")))]
    + ["date", "date-time"].map { .members(string, ("format", .string($0))) }

  fileprivate var schema: JSONValue {
    let string = Self.string
    return switch self {
    case .flag: .members(("type", .string("boolean")))
    case .text: .members(string, ("minLength", .number("1")))
    case .moment: .members(("anyOf", .array(Self.momentForms)))
    case .word(let words): .members(string, ("enum", .array(words.map { .string($0) })))
    case .pattern(let expression): .members(string, ("pattern", .string(expression)))
    case .language: .members(string, ("pattern", .string(Self.languagePattern)))
    }
  }
}
