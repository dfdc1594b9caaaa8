import ReceiptKit
import Testing

@Suite("Input: published receipts", .enabled(if: RealReceipts.areHere, RealReceipts.missing))
struct RealReceiptInputTests {
  @Test("are whole, in every form of the table", arguments: RealReceipts.sandbox + RealReceipts.xcode)
  func forms(_ name: String) throws {
    let text = try RealReceipts.file(name + ".b64")
    let plain = try InputRecognizer().recognize(text)
    let bytes = try #require(plain.content.octets)
    let canonical = InputSamples.base64(bytes)
    #expect(Array(canonical.utf8) == text.filter { $0 != 0x0A })
    for damage in try InputDamage.all.get() {
      let (pasted, repairs) = damage.apply(canonical)
      let found = try InputRecognizer().recognize(pasted)
      #expect(found.content == .signedData(bytes), "\(damage.name)")
      #expect(found.layers == damage.layers, "\(damage.name)")
      // Five plus signs or a hundred: counts follow the text.
      #expect(found.repairs.map(\.description) == repairs.filter { !$0.hasSuffix(": 0") }, "\(damage.name)")
    }
  }

  @Test("the iOS 6 transaction receipt")
  func legacy() throws {
    let found = try InputRecognizer().recognize(try RealReceipts.file("legacy-transaction-receipt.b64"))
    guard case .transactionReceipt(let text) = found.content else {
      Issue.record("not taken for a transaction receipt")
      return
    }
    #expect(text.first == UInt8(ascii: "{") && text.last == UInt8(ascii: "}"))
    #expect(found.layers == [.base64] && found.repairs.isEmpty)
  }

  @Test("the answer whose latest_receipt was cut to three characters")
  func cutAnswer() throws {
    let answer = try RealReceipts.file("sandbox-sha1-nine-purchases.verifyReceipt.json")
    let error = try #require(throws: ReceiptError.self) { try InputRecognizer().recognize(answer) }
    #expect(error.code == .truncated)
    #expect(error.message.description.contains("`latest_receipt`"))
    #expect(error.message.description.contains("3 characters"))
    #expect(try JSONReader().read(answer)["latest_receipt_info"] != nil)
  }
}
