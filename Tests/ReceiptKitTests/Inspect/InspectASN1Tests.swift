import Foundation
import ReceiptKit
import ReceiptMint
import TestSupport
import Testing

@testable import ReceiptAnalysis
@testable import ReceiptReading

@Suite("Inspect: ASN.1")
struct InspectASN1Tests {
  private static var receipt: ReceiptDescription {
    var receipt = ReceiptDescription.sandboxSample()
    receipt.inApp = [.subscriptionSample()]
    return receipt
  }

  private struct Row: Equatable, CustomStringConvertible {
    let offset: Int
    let depth: Int
    let header: Int
    /// -1 for the indefinite length.
    let length: Int
    var description: String { "\(offset):d=\(depth) hl=\(header) l=\(length)" }
  }

  /// Every element that `openssl asn1parse` lists.
  private func opensslRows(_ bytes: [UInt8]) throws -> [Row] {
    let directory = FileManager.default.temporaryDirectory
    let input = directory.appendingPathComponent("inspect-\(UUID().uuidString)")
    let output = input.appendingPathExtension("out")
    try Data(bytes).write(to: input)
    try Data().write(to: output)
    defer {
      try? FileManager.default.removeItem(at: input)
      try? FileManager.default.removeItem(at: output)
    }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [OpenSSLCommand.program, "asn1parse", "-inform", "DER", "-in", input.path]
    process.standardOutput = try FileHandle(forWritingTo: output)
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    let listing = try String(contentsOf: output, encoding: .utf8)
    return try listing.split(separator: "\n").map { line in
      let match = try #require(line.firstMatch(of: /^ *(\d+):d= *(\d+) +hl= *(\d+) +l= *(\d+|inf)/))
      let numbers = [match.1, match.2, match.3, match.4].map { Int($0) ?? -1 }
      return Row(offset: numbers[0], depth: numbers[1], header: numbers[2], length: numbers[3])
    }
  }

  private func rows(_ lines: [ASN1Tree.Line], insideStrings: Bool, depth: Int = 0, offset: Int = 0) -> [Row] {
    lines.filter { $0.isInsideString == insideStrings }.map {
      Row(offset: $0.offset - offset, depth: $0.depth - depth, header: $0.headerLength, length: $0.length ?? -1)
    }
  }

  @Test("the envelope is what openssl asn1parse lists")
  func envelope() throws {
    let bytes = try InspectSamples.envelope(Self.receipt).mint().bytes
    let tree = ASN1Tree(bytes, isPayload: false)
    #expect(tree.failures.isEmpty && tree.sections.count == 1)
    #expect(rows(tree.sections[0].lines, insideStrings: false) == (try opensslRows(bytes)))
  }

  @Test("and so is that of Xcode, with indefinite lengths")
  func indefinite() throws {
    let bytes = try InspectSamples.xcodeEnvelope(.xcodeSample).mint().bytes
    let tree = ASN1Tree(bytes, isPayload: false)
    #expect(tree.failures.isEmpty && tree.sections.count == 1)
    #expect(
      tree.sections[0].lines.contains { $0.length == nil } && tree.sections[0].lines.contains { $0.isInsideString })
    #expect(rows(tree.sections[0].lines, insideStrings: false) == (try opensslRows(bytes)))
  }

  @Test("the payload is what openssl asn1parse lists, with every value that is no raw one")
  func payload() throws {
    let payload = try Self.receipt.payload()
    let tree = ASN1Tree(payload, isPayload: true)
    #expect(rows(tree.sections[0].lines, insideStrings: false) == (try opensslRows(payload)))
    let names = tree.sections[0].lines.compactMap(\.name)
    #expect(names.contains("2 bundle_id") && names.contains("1702 product_id"))
    // 4 to 7, and nothing else.
    #expect(names.filter { $0 == "raw" }.count == 4)
    let value = try #require(tree.sections[0].lines.firstIndex { $0.name == "1702 product_id" })
    #expect(tree.sections[0].lines[value].value == "\"com.example.test.monthly\"")
    #expect(tree.sections[0].lines[value + 4].tag == "UTF8String")
    #expect(tree.sections[0].lines[value + 4].value == "\"com.example.test.monthly\"")
  }

  @Test("the same payload is found in every envelope")
  func everyEnvelope() throws {
    let reference = ASN1Tree(try Self.receipt.payload(), isPayload: true).sections[0].lines
    var envelope = try InspectSamples.envelope(Self.receipt)
    for (encoding, wrappings, pieces) in [
      (SignedDataDescription.Encoding.der, 0, 1), (.der, 2, 1), (.ber(chunkSize: .max), 0, 1),
      (.ber(chunkSize: 100), 0, 2),
      (.ber(chunkSize: 100), 1, 2),
    ] {
      (envelope.encoding, envelope.wrappings) = (encoding, wrappings)
      let tree = ASN1Tree(try envelope.mint().bytes, isPayload: false)
      #expect(tree.failures.isEmpty && tree.sections.count == pieces)
      let lines = try #require(tree.sections.last).lines.filter(\.isInsideString).dropFirst(wrappings)
      #expect(lines.map(\.tag) == reference.map(\.tag))
      #expect(lines.map(\.name) == reference.map(\.name))
      #expect(lines.map(\.value) == reference.map(\.value))
      let start = try #require(lines.first)
      #expect(lines.map { $0.offset - start.offset } == reference.map(\.offset))
      #expect(lines.map { $0.depth - start.depth } == reference.map(\.depth))
    }
  }

  @Test(
    "pieces of other types are shown as OpenSSL joins them, and are no receipt",
    arguments: [UInt8(0x04), 0x0C, 0x13, 0x80])
  func oddPieces(_ tag: UInt8) throws {
    let payload = try Self.receipt.payload()
    let pieces = [payload[..<100], payload[100...]].map { DEREncoder.element(tag, Array($0)) }
    let content = DEREncoder.indefinite(0x24, DEREncoder.element(0x24, pieces[0]) + pieces[1])
    let bytes = DEREncoder.sequence(
      DEREncoder.objectIdentifier(OID(1, 2, 840, 113549, 1, 7, 2)),
      DEREncoder.context(
        0,
        DEREncoder.sequence(
          DEREncoder.integer(1), DEREncoder.set([]),
          DEREncoder.sequence(
            DEREncoder.objectIdentifier(OID(1, 2, 840, 113549, 1, 7, 1)), DEREncoder.context(0, content)),
          DEREncoder.set([]))))
    #expect((try? SignedData(bytes).payload) == (tag == 0x04 ? payload : nil))
    let tree = ASN1Tree(bytes, isPayload: false)
    #expect(tree.failures.isEmpty && tree.sections.count == 2)
    let reference = ASN1Tree(payload, isPayload: true).sections[0].lines
    #expect(tree.sections.last?.lines.map(\.value) == reference.map(\.value))
    #expect(tree.sections.last?.lines.map(\.name) == reference.map(\.name))
  }

  @Test("a payload that is none, and what is no envelope")
  func broken() throws {
    var envelope = try InspectSamples.envelope(.sandboxSample())
    envelope.payload = [0x31, 0x7F, 0x00]
    let broken = ASN1Tree(try envelope.mint().bytes, isPayload: false)
    #expect(broken.failures.count == 1)
    // The rest of the envelope is still shown.
    #expect(broken.sections[0].lines.contains { $0.name == "signerInfos" })
    #expect(ASN1Tree([0x30, 0x80, 0x02, 0x05], isPayload: false).failures.count == 1)
    #expect(ASN1Tree([], isPayload: false).failures.count == 1)
    #expect(ASN1Tree([0x30, 0x00], isPayload: false).sections[0].lines.count == 1)
  }

  @Test("cuts and flipped bits never trap, and always fit")
  func robustness() throws {
    let bytes = try InspectSamples.envelope(Self.receipt).mint().bytes
    for index in stride(from: 0, to: bytes.count, by: 7) {
      var damaged = bytes
      damaged[index] ^= UInt8(1 << (index % 8))
      for input in [damaged, Array(bytes[..<index])] {
        let tree = ASN1Tree(input, isPayload: false)
        #expect(tree.sections.first?.lines.isEmpty == false || !tree.failures.isEmpty)
      }
    }
  }

  @Test("trees without end are cut")
  func limits() throws {
    let payload = try Self.receipt.payload()
    let tree = ASN1Tree(payload, isPayload: true, limits: ASN1Limits(depth: 32, elements: 50))
    #expect(tree.sections[0].lines.count == 50 && !tree.failures.isEmpty)
    let deep = (0..<100).reduce([UInt8]()) { inner, _ in DEREncoder.sequence(inner) }
    #expect(ASN1Tree(deep, isPayload: false).failures.count == 1)
  }

  @Test("as it looks: cut where it is narrow, and with every kind of length")
  func golden() throws {
    var envelope = try InspectSamples.envelope(Self.receipt)
    let cases: [(String, SignedDataDescription.Encoding, Int)] = [
      ("der", .der, 140), ("ber", .ber(chunkSize: 200), 80),
    ]
    for (name, encoding, width) in cases {
      envelope.encoding = encoding
      let input = try InputRecognizer().recognize(try envelope.mint().bytes)
      let (text, failure) = try input.asn1Report(InspectSamples.layout(width))
      #expect(failure == nil)
      InspectGolden.expectFits(text, width)
      try InspectGolden.expect(text, is: "inspect-asn1-\(name)-\(width)")
    }
  }

  @Test("what has no ASN.1 says so")
  func none() throws {
    let list = RecognizedInput(content: .transactionReceipt([]))
    #expect(throws: ReceiptError.self) { try list.asn1Report(InspectSamples.layout(80)) }
  }
}
