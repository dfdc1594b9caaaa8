import CTexts

/// The JSON Schemas of the documents: the files of `Schemas`, which are a part of the program.
package enum DocumentSchemas {
  /// The schemas by the names of their documents, such as `ledger-show`, in alphabetical order. The list would be empty
  /// if they could not be read, which a test finds.
  ///
  /// They are read when the first question needs them.
  package static let all: [JSONValue.Member] = {
    let text = Array(UnsafeBufferPointer(start: ctexts_schemas(), count: ctexts_schemas_size()))
    guard case .array(let schemas)? = try? JSONReader().tree(text, text.indices) else { return [] }
    return schemas.compactMap { schema in
      name(in: schema["$id"]?.stringValue?[...] ?? "").map { JSONValue.Member($0, schema) }
    }
  }()

  /// Whether a member in the schemas has this name. It searches the text of the schemas, which is much faster than
  /// reading them as JSON.
  package static func hasMember(_ name: SearchName) -> Bool {
    // No name of a member begins with a digit, but many questions do: 21002.
    guard let first = name.text.first, !first.isASCIIDigit else { return false }
    let text = UnsafeBufferPointer(start: ctexts_schemas(), count: ctexts_schemas_size())
    let quote = UInt8(ascii: "\"")
    var start = 0
    for end in text.indices where text[end] == quote {
      // A colon follows the name of a member.
      if end + 1 < text.count, text[end + 1] == UInt8(ascii: ":"), isName(text[start..<end], name) { return true }
      start = end + 1
    }
    return false
  }

  private static func isName(_ word: Slice<UnsafeBufferPointer<UInt8>>, _ name: SearchName) -> Bool {
    var next = 0
    for byte in word where byte.isASCIILetter || byte.isASCIIDigit {
      guard next < name.text.count, name.text[next] == byte.asciiLowercase else { return false }
      next += 1
    }
    return next == name.text.count
  }

  /// The document in the address of a schema: `urn:receipt-tool:schema:decode:1`, `../ledger-event/1`.
  package static func name(in address: Substring) -> String? {
    address.split(whereSeparator: { $0 == ":" || $0 == "/" }).dropLast().last.map(String.init)
  }

  package static func schema(of document: String) -> JSONValue? { all.first { $0.name == document }?.value }
}

/// A part of a schema.
package struct SchemaPart {
  package let value: JSONValue
  /// The document in whose schema it stands.
  package let document: String
  /// The schemas of all documents, to which it may refer.
  let schemas: [JSONValue.Member]

  /// A part of a schema of this program.
  package init(_ value: JSONValue, of document: String) {
    self.init(value: value, document: document, schemas: DocumentSchemas.all)
  }

  init(value: JSONValue, document: String, schemas: [JSONValue.Member]) {
    self.value = value
    self.document = document
    self.schemas = schemas
  }

  private func part(_ value: JSONValue) -> SchemaPart {
    SchemaPart(value: value, document: document, schemas: schemas)
  }

  /// What `$ref` refers to, with its address.
  package var target: (part: SchemaPart, address: String)? {
    guard let reference = value["$ref"]?.stringValue else { return nil }
    let halves = reference.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let document = halves.first.flatMap(DocumentSchemas.name) ?? document
    let pointer = halves.dropFirst().first ?? ""
    var target = schemas.first { $0.name == document }?.value
    for name in pointer.split(separator: "/") { target = target?[String(name)] }
    return target.map { (SchemaPart(value: $0, document: document, schemas: schemas), document + pointer) }
  }

  /// The members of the object that it describes.
  var members: [(name: String, part: SchemaPart)] {
    guard case .object(let members)? = value["properties"] else { return [] }
    return members.filter { $0.value != .bool(false) }.map { ($0.name, part($0.value)) }
  }

  /// The elements of the array that it describes, and the values of members whose names are free.
  var contents: [SchemaPart] { ["items", "additionalProperties"].compactMap { value[$0].map(part) } }

  /// The schemas of which one holds. Of `allOf`, whose schemas hold together, the first describes the shape, unless it
  /// is a condition (`if`), and the others say what is special here.
  var alternatives: [SchemaPart] {
    // Branches of an object with members of its own only say which of them go together.
    guard value["properties"] == nil else { return [] }
    let shape = elements("allOf").prefix(1).filter { $0.value["if"] == nil }
    return shape + elements("oneOf") + elements("anyOf")
  }

  private func elements(_ keyword: String) -> [SchemaPart] {
    guard case .array(let elements)? = value[keyword] else { return [] }
    return elements.map(part)
  }

  /// Its own description, or else that of what it refers to, or of an alternative.
  var description: String? {
    value["description"]?.stringValue ?? target?.part.description
      ?? alternatives.lazy.compactMap(\.description).first
  }

  /// Its types, or the values that it allows.
  var types: [String] {
    if let word = value["const"] { return [word.compactText] }
    if case .array(let words)? = value["enum"] { return words.map(\.compactText) }
    switch value["type"] {
    case .string("array")?: return [contents.first.map { "array of " + $0.types.joined(separator: " or ") } ?? "array"]
    case .string(let type)?: return [type]
    case .array(let types)?: return types.compactMap(\.stringValue)
    default: break
    }
    if value["properties"] != nil { return ["object"] }
    let types = alternatives.flatMap(\.types)
    return types.isEmpty ? target?.part.types ?? ["any"] : types
  }
}
