import Foundation
import Testing

/// Whole documents of `decode`, held by files that were read by eye when recorded. RECORD_GOLDEN=1 writes them anew.
@Suite("decode, whole documents")
struct DecodeGoldenTests {
  static let cases: [(name: String, arguments: [String])] = [
    ("subscription", ["--trust-anchor", "TestReceipts/root.pem", "TestReceipts/sandbox-subscription.b64"]),
    ("attributes", ["--attributes", "TestReceipts/mac.b64"]),
    ("odd-values", ["TestReceipts/odd-values.b64"]),
    ("xcode", ["TestReceipts/xcode.b64"]),
    ("jws", ["TestReceipts/jws.jws"]),
    ("batch", ["TestReceipts/empty.b64", "TestReceipts/truncated.b64", "TestReceipts/none.b64"]),
    ("in-app", ["--in-app", "TestReceipts/wrapped.b64"]),
  ]

  @Test("documents are as recorded", arguments: cases.map(\.name))
  func document(_ name: String) throws {
    let arguments = try #require(Self.cases.first { $0.name == name }).arguments
    let run = try ToolRun(["decode"] + arguments, directory: Package.root)
    let file = Package.root.appendingPathComponent("Tests/ReceiptToolTests/Golden/decode-\(name).json")
    if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] != nil { try Data(run.stdout.utf8).write(to: file) }
    #expect(run.stdout == (try String(contentsOf: file, encoding: .utf8)))
  }
}
