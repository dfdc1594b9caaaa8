import Foundation
import ReceiptKit
import ReceiptMint
import TestSupport
import Testing

@testable import ReceiptRedaction

@Suite("Redaction of anything")
struct RedactionPropertyTests {
  @Test("receipts at random: nothing survives, nothing is lost, equal stays equal", arguments: 0..<8)
  func receipts(_ batch: Int) throws {
    let redactor = try RedactionSamples.redactor(replacingAll: 5)
    let minter = EnvelopeMinter(try Mint.authority.chain())
    for seed in 0..<25 {
      var random = RandomReceipt(seed: UInt64(batch * 25 + seed))
      let minted = try minter.mint(random.receipt())
      let before = try Receipt(payload: minted.payload)
      let output = try redactor.redact(minted.bytes).write(.compact)
      let after = try #require(try InputDecoder().decode(output).claims)
      #expect(after.attributes.map(\.type) == before.attributes.map(\.type))
      #expect(after.inApp.map { $0.attributes.map(\.type) } == before.inApp.map { $0.attributes.map(\.type) })
      #expect(after.inApp.map(\.expiresDate?.text) == before.inApp.map(\.expiresDate?.text))
      for (old, new) in zip(before.inApp, after.inApp) {
        #expect((old.transactionID == old.originalTransactionID) == (new.transactionID == new.originalTransactionID))
      }
      // Four octets meet by chance among thousands of outputs; eight do not.
      var survivors = Survivors(receipt: before, app: true)
      survivors.needles.removeAll { $0.octets.count < 8 }
      #expect(survivors.found(in: output) == [], "seed \(batch * 25 + seed)")
    }
  }

  @Test("damaged requests: an error, or nothing of what identified")
  func damaged() throws {
    let redactor = try RedactionSamples.redactor(replacingAll: 5)
    let request = try RedactionSamples.bytes([
      "receipt-data": try RedactionDocumentTests.receipt().base64, "password": "0123456789abcdef0123456789abcdef",
    ])
    var survivors = Survivors()
    survivors.add("password", text: "0123456789abcdef")
    survivors.add("transaction", text: "2000000412345678")
    survivors.add("opaque value", octets: Array(0x10...0x1F))
    #expect(survivors.found(in: request).count >= 3)
    var generator = SplitMix(seed: 6)
    for _ in 0..<400 {
      var bytes = request
      switch Int.random(in: 0..<3, using: &generator) {
      case 0: bytes.removeLast(Int.random(in: 1..<bytes.count, using: &generator))
      case 1: bytes[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
      default: bytes.insert(UInt8(ascii: "\""), at: Int.random(in: 0..<bytes.count, using: &generator))
      }
      guard let output = try? redactor.redact(bytes).write(.compact) else { continue }
      #expect(survivors.found(in: output) == [])
    }
  }

  @Test(
    "every receipt of TestReceipts keeps its structure and its oddities",
    arguments: try PackageFiles.names(in: "TestReceipts"))
  func vectors(_ name: String) throws {
    let input = try PackageFiles.read("TestReceipts/" + name)
    guard let decoded = try? InputDecoder().decode(input) else {
      // Answers about receipts that nobody could read are another matter.
      #expect(throws: ReceiptError.self, "\(name)") { try RedactionSamples.redactor().redact(input) }
      return
    }
    let redaction = try RedactionSamples.redactor(replacingAll: 1).redact(input)
    let output = try InputDecoder().decode(redaction.write(.pretty))
    #expect(output.judgement?.authenticReceipt == nil)
    var survivors = try Survivors.of(input, app: true)
    survivors.needles.removeAll { $0.octets.count < 8 }
    #expect(survivors.found(in: redaction.write(.pretty)) == [])
    guard let before = decoded.claims else { return }
    let after = try #require(output.claims)
    #expect(after.attributes.map(\.type) == before.attributes.map(\.type))
    #expect(after.inApp.map { $0.attributes.map(\.type) } == before.inApp.map { $0.attributes.map(\.type) })
    #expect(after.irregularities.map(\.kind) == before.irregularities.map(\.kind))
    #expect(after.inApp.map(\.productTypeNumber) == before.inApp.map(\.productTypeNumber))
    #expect(after.inApp.map(\.expiresDate?.text) == before.inApp.map(\.expiresDate?.text))
  }
}
