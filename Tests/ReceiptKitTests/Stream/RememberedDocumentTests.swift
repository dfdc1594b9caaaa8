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

  @Test("plain payloads have the values that the general reader finds")
  func values() throws {
    var compared = 0
    var purchases = 0
    for (name, text) in try Self.inputs() {
      guard let bytes = Base64.decodeCanonical(text, 0..<text.count), let envelope = EnvelopeLayout(bytes.span.bytes),
        let plain = Receipt(canonical: bytes.span.bytes, envelope.payload)
      else { continue }
      let general = try Receipt(payload: Array(bytes[envelope.payload]))
      #expect(String(reflecting: plain) == String(reflecting: general), "\(name)")
      compared += 1
      purchases += plain.inApp.count
    }
    #expect(compared > 40)
    #expect(purchases > 200)
  }

  @Test("validate, diagnose, status and decode --attributes say the same")
  func documents() throws {
    let anchors = try TrustAnchor.read(try PackageFiles.read("TestReceipts/root.pem"))
    let decoder = InputDecoder(authenticator: Authenticator(anchors: anchors))
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
          let single = make(ReceiptWorker(decoder, cachesChains: false))
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
