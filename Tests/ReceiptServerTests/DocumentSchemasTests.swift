import Testing

@testable import ReceiptServer

@Suite("Schemas of the OpenAPI document")
struct DocumentSchemasTests {
  @Test("each document that the server sends has a schema")
  func complete() {
    #expect(Schemas.documents.map(\.name).starts(with: DocumentKind.all.map(\.name)))
    #expect(Schemas.documents.count == 13)
  }
}
