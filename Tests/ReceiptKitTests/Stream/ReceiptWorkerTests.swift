import Foundation
import Testing

@testable import ReceiptAnalysis
@testable import ReceiptDocuments
import ReceiptKit
@testable import ReceiptReading

/// A worker's lines are the documents of single calls, byte for byte, whatever it has seen before.
@Suite("Lines of a worker")
struct ReceiptWorkerTests {
  private static let vectors: [String] = {
    let path = PackageFiles.root.appendingPathComponent("TestReceipts").path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return names.filter { !$0.hasSuffix(".json") && !$0.hasSuffix(".pem") }.sorted()
  }()

  private static func decoders() throws -> [InputDecoder] {
    var anchors: [TrustAnchor] = []
    for file in ["root.pem", "xcode.pem"] {
      anchors += try TrustAnchor.read(try PackageFiles.read("TestReceipts/" + file))
    }
    var unverified = InputDecoder()
    unverified.verifies = false
    return [InputDecoder(authenticator: Authenticator(anchors: anchors)), InputDecoder(), unverified]
  }

  /// What a call for this input alone prints.
  static func single(_ input: [UInt8], _ decoder: InputDecoder, _ source: String) -> [UInt8] {
    var writer = JSONWriter(layout: .compact)
    do throws(ReceiptError) {
      DecodeDocument(try decoder.decode(input)).write(to: &writer, head: DocumentHead(source: source))
    } catch {
      writer = JSONWriter(layout: .compact)
      ErrorDocument.write(error, schema: DecodeDocument.schema, head: DocumentHead(source: source), to: &writer)
    }
    return writer.bytes
  }

  private func check(_ inputs: [(name: String, bytes: [UInt8])]) throws {
    for decoder in try Self.decoders() {
      let worker = ReceiptWorker(decoder)
      var output = OutputBuffer()
      // Three times, because what is remembered must change nothing.
      for _ in 0..<3 {
        for (name, bytes) in inputs {
          output.removeAll()
          let outcome = worker.appendDocument(of: bytes.span, head: DocumentHead(source: "a \"b\""), to: &output)
          let expected = Self.single(bytes, decoder, "a \"b\"")
          #expect(output.bytes == expected, "\(name)")
          let decoded = try? decoder.decode(bytes)
          #expect(outcome.verdict == decoded?.authenticity?.verdict, "\(name)")
          #expect((outcome.error == nil) == (decoded != nil), "\(name)")
        }
      }
    }
  }

  @Test("for every vector")
  func everyVector() throws {
    #expect(Self.vectors.count > 25)
    try check(try Self.vectors.map { ($0, try PackageFiles.read("TestReceipts/" + $0)) })
    // The lines of a stream have no line break at their end.
    try check(
      try Self.vectors.map { name in
        let bytes = try PackageFiles.read("TestReceipts/" + name)
        return (name, bytes.last == 0x0A ? bytes.dropLast() : bytes)
      })
  }

  @Test("for every real receipt", .enabled(if: RealReceipts.areHere, RealReceipts.missing))
  func everyRealReceipt() throws {
    let names = RealReceipts.sandbox + RealReceipts.xcode
    try check(try names.map { ($0, try RealReceipts.text($0).filter { !$0.isASCIISpace }) })
    try check(try names.map { ($0, try RealReceipts.bytes($0)) })
  }

  @Test("with what a stream says of itself behind the source")
  func head() throws {
    var head = DocumentHead(source: "orders.csv")
    for line in [7, 1_234] {
      head.replaceMembers { $0.member("line", line) }
      var output = OutputBuffer()
      output.append("before\n")
      let outcome = ReceiptWorker(InputDecoder()).appendDocument(
        of: Array("hello".utf8).span, head: head, to: &output)
      #expect(outcome.error?.code == .notAReceipt)
      let text = String(decoding: output.bytes, as: UTF8.self)
      #expect(
        text.hasPrefix(
          "before\n{\"schema\":\"receipt-tool/decode/1\",\"source\":\"orders.csv\",\"line\":\(line),\"error\":{"))
      #expect(text.hasSuffix("\"exit_code\":65}}\n"))
    }
  }
}
