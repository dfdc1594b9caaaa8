import Foundation
import ReceiptMint
import Testing

/// The vectors that say how they are minted are minted so.
@Suite("Vectors and mint")
struct MintVectorTests {
  private struct Index: Decodable {
    struct Vector: Decodable {
      let name: String
      let file: String
      let anchor: String?
      let mint: [String]?
    }
    let vectors: [Vector]
  }

  private static func minted() throws -> [Index.Vector] {
    let data = try Data(contentsOf: Package.vectors.appendingPathComponent("index.json"))
    return try JSONDecoder().decode(Index.self, from: data).vectors.filter { $0.mint != nil }
  }

  @Test("the tool makes their octets and their anchors", .thorough)
  func octets() throws {
    let vectors = try Self.minted()
    #expect(vectors.count >= ReceiptTemplate.allCases.count + MintFlaw.all.count)
    let scratch = try Scratch()
    // A folder with the same keys: making them anew each time is slow.
    let ca = scratch.url.appendingPathComponent("ca").path
    for vector in vectors {
      let arguments = try #require(vector.mint)
      let anchor = scratch.url.appendingPathComponent(vector.name + ".pem").path
      // wrong-root needs the keys of a stranger, transaction receipts keys of their own: both follow from the seed.
      let needsSeed =
        vector.name.contains("wrong-root") || vector.name.contains("another-root") || vector.name == "template-legacy"
        || vector.name.contains("signer")
        || vector.name.contains("wrong-intermediate") || vector.name.contains("self-signed")
      if !needsSeed, !FileManager.default.fileExists(atPath: ca) {
        #expect(try ToolRun(["mint", "init", ca, "--seed", "TestReceipts"]).status == 0)
      }
      let run = try ToolRun(
        ["mint"] + arguments + ["--write-anchor", anchor] + (needsSeed ? [] : ["--ca", ca]))
      #expect(run.status == 0, "\(vector.name): \(run.stderr)")
      let committed = try String(contentsOf: Package.vectors.appendingPathComponent(vector.file), encoding: .utf8)
      #expect(run.stdout == committed, "\(vector.name)")
      guard let file = vector.anchor else { continue }
      #expect(
        try String(contentsOfFile: anchor, encoding: .utf8)
          == String(contentsOf: Package.vectors.appendingPathComponent(file), encoding: .utf8), "\(vector.name)")
    }
  }
}

@Suite("JSON Schemas of mint", .enabled(if: SchemaCheck.canRun, SchemaCheck.missing))
struct MintSchemaTests {
  @Test("the list of flaws and the index of TestReceipts")
  func documents() throws {
    let flaws = try ToolRun(["mint", "--flaw", "list", "--json"]).oneLine()
    try SchemaCheck.expectRefused(flaws, "flaws-1", [("\"wrong-purpose\"", "\"wrong\"")])
    let signed = try ToolRun(["mint", "--jws", "transaction", "--flaw", "list", "--json"]).oneLine()
    try SchemaCheck.expectValid([signed], "flaws-1")
    let index = try String(contentsOf: Package.vectors.appendingPathComponent("index.json"), encoding: .utf8)
    try SchemaCheck.expectValid([try SchemaCheck.oneLine(index)], "test-receipts-1")
  }

  @Test("what decode prints is a description, with attributes and without", arguments: [[], ["--attributes"]])
  func descriptions(_ options: [String]) throws {
    let files = try Package.vectorFiles().filter { $0.hasSuffix(".b64") }
    let run = try ToolRun(["decode"] + options + files, directory: Package.vectors)
    let documents = run.lines.filter { !$0.contains("\"error\":") }
    #expect(documents.count > 60)
    try SchemaCheck.expectValid(documents, "description-1")
  }

  @Test(
    "what mint refuses for its shape, the schema refuses as well",
    arguments: [
      #"{}"#, #"{"receipt":{"bundleId":"a"}}"#, #"{"receipt":{"bundle_id":1}}"#, #"{"receipt":{},"x":1}"#,
      #"{"receipt":{"in_app":[{"quantity":"two"}]}}"#, #"{"receipt":{"in_app":[{"transaction_id":"T"}]}}"#,
      #"{"receipt":{"receipt_creation_date":"yesterday"}}"#, #"{"receipt":{"opaque_value":"0"}}"#,
      #"{"attributes":[{"raw":"00"}]}"#, #"{"unsigned_entries":{},"receipt":{"quantity":1}}"#,
    ])
  func refused(_ document: String) throws {
    #expect(try ToolRun(["mint"] + MintTests.quick, input: Array(document.utf8)).status == 65)
    try SchemaCheck.expectWrong([document], "description-1")
  }
}
