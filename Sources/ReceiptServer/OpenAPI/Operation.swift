import ReceiptKit

/// The description of a route in the OpenAPI document.
struct Operation: Sendable {
  /// One answer.
  struct Answer: Sendable {
    let code: String
    let description: String
    /// Media types, each with the name of a schema in the document, or `nil` for plain text.
    var content: [(type: String, schema: String?)] = []
    /// The header fields that only this answer has.
    var headers: [Header] = []

    /// An answer with a document of a schema.
    static func json(
      _ description: String, _ schema: String = "any", code: String = "200", headers: [Header] = []
    ) -> Answer {
      Answer(code: code, description: description, content: [("application/json", schema)], headers: headers)
    }

    /// An answer with text of a media type.
    static func text(_ description: String, _ type: String = "text/plain", code: String = "200") -> Answer {
      Answer(code: code, description: description, content: [(type, nil)])
    }

    /// An answer that says why the request is not answered.
    static func problem(_ code: String, _ description: String) -> Answer {
      Answer(code: code, description: description, content: Operation.problem)
    }
  }

  /// One header field.
  struct Header: Sendable {
    let name: String
    let description: String
    /// A valid value.
    let example: String
    /// A pattern that matches every valid value; `nil` for any text.
    var pattern: String?
  }

  let identifier: String
  let summary: String
  let description: String
  var parameters: [QueryParameter] = []
  /// Header fields of a request that have a special meaning here.
  var headers: [Header] = []
  /// Names of the path segments in braces.
  var pathParameters: [String] = []
  /// The accepted media types of the body, each with the name of a schema, or `nil` for any text.
  var body: [(type: String, schema: String?)] = []
  var answers: [Answer]

  init(
    _ identifier: String, _ summary: String, _ description: String, parameters: [QueryParameter] = [],
    headers: [Header] = [], body: [(type: String, schema: String?)] = [], answers: [Answer]
  ) {
    self.identifier = identifier
    self.summary = summary
    self.description = description
    self.parameters = parameters
    self.headers = headers
    self.body = body
    self.answers = answers
  }

  var document: JSONValue {
    var members: [JSONValue.Member] = [
      JSONValue.Member("operationId", .string(identifier)), JSONValue.Member("summary", .string(summary)),
      JSONValue.Member("description", .string(description)),
    ]
    let inPath = pathParameters.map { name in
      JSONValue.members(
        ("name", .string(name)), ("in", .string("path")), ("required", .bool(true)),
        ("schema", .members(("type", .string("string")))))
    }
    let all = inPath + parameters.map(\.document) + headers.map(\.parameter)
    if !all.isEmpty { members.append(JSONValue.Member("parameters", .array(all))) }
    if !body.isEmpty {
      members.append(
        JSONValue.Member("requestBody", .members(("required", .bool(true)), ("content", Self.content(body)))))
    }
    var answers = answers.map { answer -> JSONValue.Member in
      var members = [JSONValue.Member("description", .string(answer.description))]
      if !answer.headers.isEmpty {
        let headers = answer.headers.map { JSONValue.Member($0.name, $0.document) }
        members.append(JSONValue.Member("headers", .object(headers)))
      }
      if !answer.content.isEmpty { members.append(JSONValue.Member("content", Self.content(answer.content))) }
      return JSONValue.Member(answer.code, .object(members))
    }
    answers.append(
      JSONValue.Member(
        "default",
        .members(
          ("description", .string("Why the request is not answered (RFC 9457)")),
          ("content", Self.content(Self.problem)))))
    members.append(JSONValue.Member("responses", .object(answers)))
    return .object(members)
  }

  /// The answer that says why a request cannot be served.
  static let problem: [(type: String, schema: String?)] = [("application/problem+json", "problem")]

  private static func content(_ types: [(type: String, schema: String?)]) -> JSONValue {
    .object(
      types.map { type, schema in
        let schema: JSONValue =
          schema.map { .members(("$ref", .string("#/components/schemas/\($0)"))) }
          ?? .members(("type", .string("string")))
        return JSONValue.Member(type, .members(("schema", schema)))
      })
  }
}

extension Operation.Header {
  private var members: [JSONValue.Member] {
    let string = [JSONValue.Member("type", .string("string"))]
    let schema = string + (pattern.map { [JSONValue.Member("pattern", .string($0))] } ?? [])
    return [
      JSONValue.Member("description", .string(description)), JSONValue.Member("schema", .object(schema)),
      JSONValue.Member("example", .string(example)),
    ]
  }

  /// The description of a header field of an answer.
  fileprivate var document: JSONValue { .object(members) }

  /// The description of a header field of a request.
  fileprivate var parameter: JSONValue {
    .object([JSONValue.Member("name", .string(name)), JSONValue.Member("in", .string("header"))] + members)
  }
}

extension QueryParameter {
  var document: JSONValue {
    let single = kind.schema
    let schema: JSONValue =
      isRepeatable
      ? .members(("type", .string("array")), ("items", single), ("minItems", .number("1"))) : single
    let value: JSONValue =
      if case .flag = kind { .bool(example == "true") } else { .string(example) }
    return .members(
      ("name", .string(name)), ("in", .string("query")), ("description", .string(description)), ("schema", schema),
      ("example", isRepeatable ? .array([value]) : value))
  }
}

extension QueryParameter.Kind {
  fileprivate var schema: JSONValue {
    let string = ("type", JSONValue.string("string"))
    return switch self {
    case .flag: .members(("type", .string("boolean")))
    case .text: .members(string, ("minLength", .number("1")))
    case .moment:
      .members(
        (
          "anyOf",
          .array(
            [.members(("const", .string("now")))]
              + ["date", "date-time"].map { .members(string, ("format", .string($0))) })
        ))
    case .word(let words): .members(string, ("enum", .array(words.map { .string($0) })))
    case .pattern(let expression): .members(string, ("pattern", .string(expression)))
    case .language: .members(string, ("pattern", .string(Self.languagePattern)))
    }
  }
}

extension JSONValue {
  /// An object.
  static func members(_ members: (String, JSONValue)...) -> JSONValue {
    .object(members.map { Member($0.0, $0.1) })
  }
}
