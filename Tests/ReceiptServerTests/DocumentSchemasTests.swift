import Foundation
import Testing

@testable import ReceiptServer

@Suite("Embedded schemas")
struct DocumentSchemasTests {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private static func file(_ name: String) -> URL { root.appendingPathComponent("Schemas/\(name)-1.schema.json") }

  @Test("they are those of Schemas/; RECORD_GOLDEN=1 writes them anew")
  func equal() throws {
    if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] != nil { try Self.record() }
    #expect(DocumentSchemas.all.map(\.name) == DocumentKind.all.map(\.name))
    for (name, text) in DocumentSchemas.all {
      let file = try String(contentsOf: Self.file(name), encoding: .utf8).trimmingCharacters(in: .newlines)
      #expect(
        file == text, "\(name) has changed: RECORD_GOLDEN=1 swift test --filter DocumentSchemasTests, and build again")
    }
  }

  private static func record() throws {
    let source = root.appendingPathComponent("Sources/ReceiptServer/OpenAPI/DocumentSchemas.swift")
    let head = try String(contentsOf: source, encoding: .utf8).components(separatedBy: "\n\n  private static let")[0]
    let texts = try DocumentKind.all.map { kind in
      let lines = try String(contentsOf: file(kind.name), encoding: .utf8).trimmingCharacters(in: .newlines)
        .components(separatedBy: "\n").map { $0.isEmpty ? "" : "    " + $0 }
      return "\n\n  private static let \(kind.name) = ##\"\"\"\n" + lines.joined(separator: "\n") + "\n    \"\"\"##"
    }
    try Data((head + texts.joined() + "\n}\n").utf8).write(to: source)
  }
}
