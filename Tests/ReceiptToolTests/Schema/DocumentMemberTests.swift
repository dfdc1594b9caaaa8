import Foundation
import ReceiptKit
import ReceiptMint
import Testing

/// The schemas are the only place that says what a member of a document is.
@Suite("Members of documents, in schemas, in docs/documents.md and in explain")
struct DocumentMemberTests {
  private static func files() throws -> [JSONValue.Member] {
    try FileManager.default.contentsOfDirectory(atPath: SchemaCheck.folder.path).sorted().compactMap { name in
      guard name.hasSuffix("-1.schema.json") else { return nil }
      let text = Array(try Data(contentsOf: SchemaCheck.folder.appendingPathComponent(name)))
      return JSONValue.Member(String(name.dropLast("-1.schema.json".count)), try JSONReader().read(text))
    }
  }

  @Test("all schemas are a part of the program, by the names of their documents")
  func embedded() throws {
    let files = try Self.files()
    #expect(files.count > 30)
    #expect(DocumentSchemas.all == files, "touch Sources/CTexts/schemas.c, and build again")
  }

  /// Each object in a schema, with the name of the member that it describes; empty for any other.
  private static func visit(_ node: JSONValue, _ name: String = "", _ see: (String, JSONValue) -> Void) {
    switch node {
    case .object(let members):
      see(name, node)
      for member in members {
        if member.name == "properties", case .object(let properties) = member.value {
          for property in properties { visit(property.value, property.name, see) }
        } else {
          visit(member.value, "", see)
        }
      }
    case .array(let elements): for element in elements { visit(element, "", see) }
    default: break
    }
  }

  @Test("every member can be asked for, and is described or Apple's")
  func explained() throws {
    let described = Dictionary(grouping: ReferenceEntry.documentMembers, by: \.key)
    for schema in try Self.files() {
      Self.visit(schema.value) { name, _ in
        guard !name.isEmpty, name != "schema" else { return }
        let meanings = described[name]?.map(\.meaning) ?? []
        let isDescribed = meanings.contains { $0 != "Its schema says no more of it." }
        #expect(isDescribed || !Reference.answer(name).entries.isEmpty, "\(schema.name): describe \(name)")
        #expect(meanings.allSatisfy { $0.hasSuffix(".") }, "\(name): \(meanings)")
      }
    }
  }

  /// Schemas that refer to each other are a family: what one of them says, the others refer to.
  @Test("a family of schemas says nothing twice")
  func once() throws {
    var families: [String: String] = [:]
    var texts: [(document: String, text: String)] = []
    let files = try Self.files()
    for file in files { families[file.name] = file.name }
    for file in files {
      Self.visit(file.value) { _, node in
        if let text = node["description"]?.stringValue { texts.append((file.name, text)) }
        guard let address = node["$ref"]?.stringValue?.prefix(while: { $0 != "#" }),
          let other = DocumentSchemas.name(in: address), let from = families[other], let to = families[file.name]
        else { return }
        for (name, family) in families where family == from { families[name] = to }
      }
    }
    let places = Dictionary(grouping: texts) { (families[$0.document] ?? "") + ": " + $0.text }
    #expect(places.count > 600)
    for (text, places) in places where places.count > 1 {
      Issue.record("\(places.map(\.document).sorted()): say it once, and refer to it with $ref: \(text)")
    }
  }

  @Test("a member that is made up in a schema is in explain and on the page, with its type, words and meaning")
  func madeUp() throws {
    let scratch = try Scratch()
    try scratch.directory("docs")
    try scratch.file("Scripts/documents", try Package.text("Scripts/documents").utf8)
    var schemas = try Self.files()
    for index in schemas.indices {
      var text = try Package.text("Schemas/\(schemas[index].name)-1.schema.json")
      if schemas[index].name == "version" {
        text = text.replacing(
          #""properties": {"#,
          with: #""properties": { "made_up": { "description": "What a test adds.", "enum": ["one", 2, null] },"#,
          maxReplacements: 1)
        schemas[index] = JSONValue.Member("version", try JSONReader().read(Array(text.utf8)))
      }
      try scratch.file("Schemas/\(schemas[index].name)-1.schema.json", text.utf8)
    }
    let entry = try #require(ReferenceEntry.documentMembers(of: schemas).first { $0.key == "made_up" })
    #expect(entry.meaning == "What a test adds." && entry.value == "\"one\", 2, null")
    #expect(entry.source == "Schemas: version" && entry.kind == .member)
    let run = try Python.run([scratch.url.appendingPathComponent("Scripts/documents").path])
    #expect(run.status == 0, "\(run.stderr)")
    let page = try String(contentsOf: scratch.url.appendingPathComponent("docs/documents.md"), encoding: .utf8)
    #expect(page.contains("\n| `made_up` | `\"one\"`, `2`, `null` |  | What a test adds. |\n"))
  }

  @Test("the page is what the schemas say")
  func page() throws {
    let run = try Python.run([Package.root.appendingPathComponent("Scripts/documents").path, "--check"])
    #expect(run.status == 0, "\(run.stderr)")
  }

  @Test("explain lists Apple's meaning of a name before those of documents")
  func both() throws {
    let text = try ToolRun(["explain", "product_id"]).stdout
    let apple = try #require(text.range(of: "field of verifyReceipt\n"))
    let own = try #require(text.range(of: "member of a document of receipt-tool\n"))
    #expect(apple.lowerBound < own.lowerBound)
    let unread = try ToolRun(["explain", "unread"]).stdout
    #expect(unread.hasPrefix("unread  member of a document of receipt-tool\n  Parts that may hold purchases"))
    #expect(unread.contains("Schemas: compare, decode, diagnose, diff, validate\n"), "\(unread)")
    #expect(try ToolRun(["explain", "claimed_stat"]).stderr.contains("did you mean claimed_state?"))
  }
}
