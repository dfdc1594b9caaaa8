import Foundation
import ReceiptKit
import Testing

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
      writer.errorDocument(error, schema: DecodeDocument.schema, head: DocumentHead(source: source))
    }
    return writer.bytes
  }

  private func check(_ inputs: [(name: String, bytes: [UInt8])]) throws {
    for decoder in try Self.decoders() {
      let worker = ReceiptWorker(decoder)
      let expected = inputs.map { Self.single($0.bytes, decoder, "a \"b\"") }
      let decoded = inputs.map { try? decoder.decode($0.bytes) }
      var output = OutputBuffer()
      // Three times, because what is remembered must change nothing.
      for _ in 0..<3 {
        for (index, (name, bytes)) in inputs.enumerated() {
          output.removeAll()
          let outcome = worker.appendDocument(of: bytes.span, head: DocumentHead(source: "a \"b\""), to: &output)
          #expect(output.bytes == expected[index], "\(name)")
          #expect(outcome.verdict == decoded[index]?.authenticity?.verdict, "\(name)")
          #expect((outcome.error == nil) == (decoded[index] != nil), "\(name)")
        }
      }
    }
  }

  @Test("for every vector")
  func everyVector() throws {
    #expect(Self.vectors.count > 25)
    var inputs: [(name: String, bytes: [UInt8])] = []
    for name in Self.vectors { inputs.append((name, try PackageFiles.read("TestReceipts/" + name))) }
    // The lines of a stream have no line break at their end; every fourth keeps its own.
    for index in inputs.indices where index % 4 > 0 && inputs[index].bytes.last == 0x0A {
      inputs[index].bytes.removeLast()
    }
    try check(inputs)
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
      let outcome = ReceiptWorker(InputDecoder()).appendDocument(of: Array("hello".utf8).span, head: head, to: &output)
      #expect(outcome.error?.code == .notAReceipt)
      let text = String(decoding: output.bytes, as: UTF8.self)
      #expect(
        text.hasPrefix(
          "before\n{\"schema\":\"receipt-tool/decode/1\",\"source\":\"orders.csv\",\"line\":\(line),\"error\":{"))
      #expect(text.hasSuffix("\"exit_code\":65}}\n"))
    }
  }
}
