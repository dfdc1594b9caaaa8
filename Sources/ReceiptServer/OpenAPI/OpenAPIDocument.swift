import ReceiptKit

/// The description of all routes for programs (OpenAPI 3.1). It is made of the table of routes and of the schemas that the documents
/// of the commands have, so that it says what the server does.
enum OpenAPIDocument {
  static func text(routes: [Route], version: String) -> [UInt8] {
    var paths: [JSONValue.Member] = []
    for route in routes {
      let method = route.methods.contains(.post) ? "post" : (route.methods.first?.rawValue ?? "get").lowercased()
      var operation = route.operation
      operation.pathParameters = route.parameterNames
      let member = JSONValue.Member(method, operation.document)
      // The routes of one path stand together.
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
              "Your own verifyReceipt, and the JSON of receipt-tool's commands. Nothing that is sent here is sent anywhere else."
            )
          ))
      ),
      ("servers", .array([.members(("url", .string("/")))])),
      // An empty requirement is none: on a loopback address nothing has to be shown.
      (
        "security",
        .array([.object([]), .members(("bearer", .array([]))), .members(("basic", .array([])))])
      ),
      ("paths", .object(paths)),
      ("components", .members(("schemas", schemas), ("securitySchemes", securitySchemes)))
    )
    var writer = JSONWriter(layout: .compact, reservingCapacity: 1 << 16)
    writer.value(document)
    writer.endLine()
    return writer.bytes
  }

  private static let securitySchemes = JSONValue.members(
    ("bearer", .members(("type", .string("http")), ("scheme", .string("bearer")))),
    (
      "basic",
      .members(
        ("type", .string("http")), ("scheme", .string("basic")),
        ("description", .string("Any user; the password is the token.")))
    ))

  private static var schemas: JSONValue {
    let documents = DocumentSchemas.all.compactMap { name, text -> JSONValue.Member? in
      guard let schema = try? JSONReader().read(text) else { return nil }
      return JSONValue.Member(name, placed(schema, at: "#/components/schemas/\(name)"))
    }
    return .object(documents + OwnSchemas.all)
  }

  /// A schema as a part of a larger document: what it refers to in itself lies deeper there, and it has no name of its own.
  private static func placed(_ schema: JSONValue, at place: String) -> JSONValue {
    switch schema {
    case .object(let members):
      return .object(
        members.compactMap { member in
          switch (member.name, member.value) {
          case ("$schema", .string), ("$id", .string): nil
          case ("$ref", .string(let reference)): JSONValue.Member("$ref", .string(placed(reference, at: place)))
          default: JSONValue.Member(member.name, placed(member.value, at: place))
          }
        })
    case .array(let elements): return .array(elements.map { placed($0, at: place) })
    default: return schema
    }
  }

  /// `#/$defs/x` is in the same schema, `urn:receipt-tool:schema:decode:1#/$defs/x` in another, `../ledger-event/1` is another.
  private static func placed(_ reference: String, at place: String) -> String {
    if reference.hasPrefix("../") { return "#/components/schemas/\(reference.split(separator: "/")[1])" }
    let parts = reference.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let name = parts[0].split(separator: ":").dropFirst(3).first
    return (name.map { "#/components/schemas/\($0)" } ?? place) + (parts.count == 2 ? parts[1] : "")
  }
}
