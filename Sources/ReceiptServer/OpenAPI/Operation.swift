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
    let inPath = pathParameters.map { name in
      JSONValue.members(
        ("name", .string(name)), ("in", .string("path")), ("required", .bool(true)),
        ("schema", .members(("type", .string("string")))))
    }
    let all = inPath + parameters.map(\.document) + headers.map(\.parameter)
    let otherwise = Answer.problem("default", "Why the request is not answered (RFC 9457)")
    return .present(
      ("operationId", .string(identifier)), ("summary", .string(summary)), ("description", .string(description)),
      ("parameters", all.isEmpty ? nil : .array(all)),
      ("requestBody", body.isEmpty ? nil : .members(("required", .bool(true)), ("content", Self.content(body)))),
      ("responses", .object((answers + [otherwise]).map { JSONValue.Member($0.code, $0.document) })))
  }

  /// The content of an answer that says why a request cannot be served.
  static let problem: [(type: String, schema: String?)] = [("application/problem+json", "problem")]

  fileprivate static func content(_ types: [(type: String, schema: String?)]) -> JSONValue {
    .object(
      types.map { type, schema in
        let schema: JSONValue =
          schema.map { .members(("$ref", .string("#/components/schemas/\($0)"))) }
          ?? .members(("type", .string("string")))
        return JSONValue.Member(type, .members(("schema", schema)))
      })
  }
}

extension Operation.Answer {
  fileprivate var document: JSONValue {
    .present(
      ("description", .string(description)),
      ("headers", headers.isEmpty ? nil : .object(headers.map { JSONValue.Member($0.name, $0.document) })),
      ("content", content.isEmpty ? nil : Operation.content(content)))
  }
}

extension Operation.Header {
  /// The description of a header field of an answer.
  fileprivate var document: JSONValue {
    .members(
      ("description", .string(description)),
      ("schema", .present(("type", .string("string")), ("pattern", pattern.map(JSONValue.string)))),
      ("example", .string(example)))
  }

  /// The description of a header field of a request.
  fileprivate var parameter: JSONValue {
    .members(("name", .string(name)), ("in", .string("header"))).joined(document)
  }
}

extension QueryParameter {
  var document: JSONValue {
    let value: JSONValue =
      if case .flag = kind { .bool(example == "true") } else { .string(example) }
    return .members(
      ("name", .string(name)), ("in", .string("query")), ("description", .string(description)), ("schema", schema),
      ("example", isRepeatable ? .array([value]) : value))
  }
}
