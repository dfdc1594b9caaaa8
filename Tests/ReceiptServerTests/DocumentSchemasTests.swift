import Foundation
import Testing

@testable import ReceiptServer

@Suite("Embedded schemas")
struct DocumentSchemasTests {
  private static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Schemas")

  @Test("each document has the schema of its name in Schemas/")
  func equal() throws {
    #expect(Schemas.documents.map(\.name).starts(with: DocumentKind.all.map(\.name)))
    for (name, text) in Schemas.documents {
      let file = try Data(contentsOf: Self.folder.appendingPathComponent("\(name)-1.schema.json"))
      #expect(Data(text) == file, "\(name): build again")
    }
  }
}
