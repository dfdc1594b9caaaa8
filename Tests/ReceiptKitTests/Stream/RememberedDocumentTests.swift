import Foundation
import ReceiptKit
import ReceiptMint
import Testing

@testable import ReceiptReading

/// What is made of a receipt under a remembered chain is what a single call makes of it, whichever command asks.
@Suite("Documents under remembered chains")
struct RememberedDocumentTests {
  private static func inputs() throws -> [(name: String, bytes: [UInt8])] {
    let path = PackageFiles.root.appendingPathComponent("TestReceipts").path
    let names = try FileManager.default.contentsOfDirectory(atPath: path).filter { $0.hasSuffix(".b64") }.sorted()
    let vectors = try names.map { name in
      // As lines of a stream are, without the line break.
      (name, Array(try PackageFiles.read("TestReceipts/" + name).withoutLineBreak))
    }
    guard RealReceipts.areHere else { return vectors }
    return try vectors
      + (RealReceipts.sandbox + RealReceipts.xcode).map { ($0, try RealReceipts.text($0).filter { !$0.isASCIISpace }) }
  }

  /// The parts of an attribute as the general cursor finds them; `nil` if it is not one.
  private static func parts(_ bytes: [UInt8], _ range: Range<Int>) -> (type: Int64, version: Int64, value: Range<Int>)?
  {
    var cursor = ASN1Cursor(range)
    guard let sequence = try? cursor.next(bytes.span, ASN1Tag.sequence, "an attribute") else { return nil }
    var fields = ASN1Cursor(sequence.contents)
    guard let type = try? fields.next(bytes.span, ASN1Tag.integer, "a type"),
      let version = try? fields.next(bytes.span, ASN1Tag.integer, "a version"),
      let value = try? fields.next(bytes.span, ASN1Tag.octetString, "a value"), fields.isAtEnd, !value.isConstructed,
      let first = bytes.span.integer(type.contents), let second = bytes.span.integer(version.contents)
    else { return nil }
    return (first, second, value.contents)
  }

  @Test("canonical attributes and values are those that the general reader finds, and have nothing odd")
  func values() throws {
    var (attributes, values) = (0, 0)
    func compare(_ bytes: [UInt8], in table: AttributeTable, _ name: String) {
      guard let found = CanonicalAttribute(bytes.span.bytes, at: 0, limit: bytes.count) else { return }
      let general = Self.parts(bytes, 0..<bytes.count)
      #expect(general?.type == found.type && general?.version == found.version, "\(name): \(bytes)")
      #expect(general?.value == found.start..<found.end, "\(name): \(bytes)")
      attributes += 1
      guard let encoding = table.encoding(of: found.type), encoding != .purchase,
        let value = AttributeValue(canonical: found.start..<found.end, encoding, bytes.span.bytes)
      else { return }
      let (read, oddity) = AttributeValue.read(found.start..<found.end, encoding, bytes.span)
      #expect(String(reflecting: value) == String(reflecting: read) && oddity == nil, "\(name): \(bytes)")
      values += 1
    }
    for (name, text) in try Self.inputs() {
      guard let decoded = try? InputDecoder().decode(text), case .receipt(let receipt) = decoded.document else {
        continue
      }
      let lists = [(Receipt.table, receipt.attributes)] + receipt.inApp.map { (InAppPurchase.table, $0.attributes) }
      for (table, list) in lists.prefix(3) {
        for attribute in list where attribute.value.count < 200 {
          // With octets behind it, as in a receipt.
          let end = attribute.value.upperBound
          var octets = Array(receipt.payload[attribute.offset..<end]) + Array(repeating: 0x30, count: 40)
          compare(octets, in: table, name)
          // Each octet otherwise: another length, tag, sign, digit or character.
          for place in 0..<(end - attribute.offset) {
            for bit in [0, 1, 5, 7] {
              octets[place] ^= 1 << bit
              compare(octets, in: table, name)
              octets[place] ^= 1 << bit
            }
          }
        }
      }
    }
    #expect(attributes > 100_000 && values > 50_000)
  }

  @Test("validate, diagnose, status and decode --attributes say the same")
  func documents() throws {
    let decoder = try InputDecoder.ofVectors
    let moment = Instant(milliseconds: 1_770_000_000_000)
    var expectations = Expectations()
    expectations.allowsTestSigned = true
    let validator = Validator(expectations: expectations, now: moment)
    let diagnostician = Diagnostician(decoder: decoder, now: moment)
    let makers: [(ReceiptWorker) -> any DocumentRenderer] = [
      { ValidateRenderer($0, validator, showsReceipt: true) },
      { DiagnosisRenderer(diagnostician, $0) },
      { StatusRenderer(PurchaseHistoryReader(decoder), at: moment, from: .option, $0) },
      { DecodeRenderer($0, showsAttributes: true) },
    ]
    let inputs = try Self.inputs()
    for make in makers {
      let worker = ReceiptWorker(decoder)
      let remembering = make(worker)
      var remembered = 0
      for pass in 0..<2 {
        for (name, bytes) in inputs {
          if worker.decodedByCachedChain(bytes) != nil { remembered += 1 }
          let single = make(ReceiptWorker(decoder))
          var (output, expected) = (OutputBuffer(), OutputBuffer())
          let verdict = remembering.appendLine(of: bytes.span, head: DocumentHead(source: name), to: &output)
          let expectedVerdict = single.appendLine(of: bytes.span, head: DocumentHead(source: name), to: &expected)
          #expect(output.bytes == expected.bytes, "\(remembering.schema) of \(name), pass \(pass)")
          #expect(verdict.word == expectedVerdict.word && verdict.exitCode == expectedVerdict.exitCode)
        }
      }
      #expect(remembered > 40, "\(remembering.schema)")
    }
  }
}
