import NIOCore
import ReceiptKit

/// The description of all routes for programs (OpenAPI 3.1), at `GET /openapi.json`. It is generated from the table of
/// routes and the schemas of the commands' documents, so that it matches the server.
enum OpenAPIDocument {
  /// The route that describes all others and itself.
  ///
  /// - Parameter needsToken: whether requests need a token, except those of open routes.
  static func route(describing routes: [Route], version: String, needsToken: Bool) -> Route {
    let operation = Operation(
      "openapi", "This document", "OpenAPI 3.1",
      answers: [.json("This document")])
    // Described as the others are, and never asked: its answer is made of the description.
    let itself = Route("/openapi.json", [.get], operation: operation) { _ in Reply(type: nil, .bytes([])) }
    let text = text(routes: routes + [itself], version: version, needsToken: needsToken)
    let body = ByteBuffer(bytes: text)
    return Route(itself.path, itself.methods, operation: operation) { _ in
      Reply(type: "application/json", .shared([body]))
    }
  }

  private static func text(routes: [Route], version: String, needsToken: Bool) -> [UInt8] {
    var paths: [JSONValue.Member] = []
    for route in routes {
      // A route with several methods is described once: by POST, if it takes that.
      let method = route.methods.contains(.post) ? "post" : (route.methods.first?.rawValue ?? "get").lowercased()
      var operation = route.operation
      operation.pathParameters = route.parameterNames
      let member = JSONValue.Member(method, described(operation, of: route))
      // Routes with the same path are adjacent.
      if paths.last?.name == route.path, case .object(let others)? = paths.popLast()?.value {
        paths.append(JSONValue.Member(route.path, .object(others + [member])))
      } else {
        paths.append(JSONValue.Member(route.path, .object([member])))
      }
    }
    let document = JSONValue.members(
      ("openapi", .string("3.1.0")),
      (
        "info",
        .members(
          ("title", .string("receipt-tool serve")), ("version", .string(version)),
          (
            "description",
            .string(
              """
              Your own verifyReceipt, and the JSON of receipt-tool's commands. Nothing is sent anywhere but by --run, \
              --app, --notify, --realtime, --webhook-file and --forward-file, and to a URL for retention messages that \
              a client sets.
              """
            )
          ))
      ),
      ("servers", .array([.members(("url", .string("/")))])),
      ("security", needsToken ? requirement(nil) : .array([])),
      ("paths", .object(paths)),
      ("components", .members(("schemas", schemas), ("securitySchemes", securitySchemes)))
    )
    var writer = JSONWriter(layout: .compact, reservingCapacity: 1 << 16)
    writer.value(document)
    writer.endLine()
    return writer.bytes
  }

  /// An operation with the security requirement of its route, if that differs from the requirement of the whole
  /// document.
  private static func described(_ operation: Operation, of route: Route) -> JSONValue {
    guard case .object(let members) = operation.document, route.isOpen || route.scope != nil else {
      return operation.document
    }
    return .object(members + [JSONValue.Member("security", route.isOpen ? .array([]) : requirement(route.scope))])
  }

  /// A token, as a bearer token or as a password. For such schemes the requirement names roles (OpenAPI 3.1, 4.8.30):
  /// here the scope.
  private static func requirement(_ scope: TokenScope?) -> JSONValue {
    let roles = JSONValue.array(scope.map { [.string($0.rawValue)] } ?? [])
    return .array([.members(("bearer", roles)), .members(("basic", roles))])
  }

  private static let securitySchemes = JSONValue.members(
    (
      "bearer",
      .members(
        ("type", .string("http")), ("scheme", .string("bearer")),
        (
          "description",
          .string(
            """
            A token of --token-file. The requirement of a route names the scope that the token needs: present \
            (present purchases), read (read entitlements, histories and events) or administer (merge and erase \
            accounts, transfer purchases).
            """
          )
        ))
    ),
    (
      "basic",
      .members(
        ("type", .string("http")), ("scheme", .string("basic")),
        ("description", .string("Any user; the password is the token.")))
    ))

  private static var schemas: JSONValue {
    let documents = Schemas.documents.flatMap { document -> [JSONValue.Member] in
      guard case .object(let members) = document.value else { return [] }
      let name = document.name
      // Client generators look for schemas only in components, and name types after the components instead of titles.
      var parts: [JSONValue.Member] = []
      for member in members where member.name == "$defs" {
        if case .object(let definitions) = member.value { parts += definitions }
      }
      let whole = members.filter { !["$schema", "$id", "$defs", "title"].contains($0.name) }
      return [JSONValue.Member(name, withComponentReferences(.object(whole), of: name))]
        + parts.map { JSONValue.Member("\(name)-\($0.name)", withComponentReferences($0.value, of: name)) }
    }
    return .object(documents + Schemas.own)
  }

  /// A schema as a part of a larger document, with adjusted references.
  ///
  /// - Parameter name: the name of the document that the schema belongs to.
  private static func withComponentReferences(_ schema: JSONValue, of name: String) -> JSONValue {
    switch schema {
    case .object(let members):
      if let copy = inlined(members, of: name) { return withComponentReferences(copy.value, of: copy.document) }
      return .object(
        members.flatMap { member -> [JSONValue.Member] in
          switch (member.name, member.value) {
          case ("$ref", .string(let reference)):
            [JSONValue.Member("$ref", .string(componentReference(reference, of: name)))]
          // Writes the same in keywords that client generators understand.
          case ("const", .bool):
            [JSONValue.Member("type", .string("boolean")), JSONValue.Member("enum", .array([member.value]))]
          case ("properties", .object(let properties)):
            [
              JSONValue.Member(
                "properties",
                .object(
                  properties.map {
                    JSONValue.Member($0.name, emptySchema($0.value) ?? withComponentReferences($0.value, of: name))
                  }))
            ]
          default: [JSONValue.Member(member.name, withComponentReferences(member.value, of: name))]
          }
        })
    case .array(let elements): return .array(elements.map { withComponentReferences($0, of: name) })
    default: return schema
    }
  }

  /// A schema that refers to a member of another one, as a copy of that: client generators find whole schemas and their
  /// definitions only.
  private static func inlined(_ members: [JSONValue.Member], of name: String) -> SchemaPart? {
    guard let reference = members.first(where: { $0.name == "$ref" })?.value.stringValue,
      reference.contains("/properties/"), let target = SchemaPart(.object(members), of: name).target?.part,
      case .object(let others) = target.value
    else { return nil }
    // Members beside the reference override those of its target.
    let own = members.filter { $0.name != "$ref" }
    let rest = others.filter { other in !own.contains { $0.name == other.name } }
    return SchemaPart(.object(own + rest), of: target.document)
  }

  /// The schema `true` in its other form, which more programs understand.
  private static func emptySchema(_ schema: JSONValue) -> JSONValue? {
    if case .bool(true) = schema { .object([]) } else { nil }
  }

  /// `#/$defs/x` refers to the same schema, `urn:receipt-tool:schema:decode:1#/$defs/x` to a part of another schema,
  /// and `../ledger-event/1` to another schema, with or without a part.
  private static func componentReference(_ reference: String, of name: String) -> String {
    let parts = reference.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let document = "#/components/schemas/" + (parts.first.flatMap(DocumentSchemas.name) ?? name)
    let part = parts.dropFirst().first ?? ""
    return document + part.replacing("/$defs/", with: "-", maxReplacements: 1)
  }
}
