import Testing

@testable import ReceiptAnalysis
@testable import ReceiptDocuments
import ReceiptKit
@testable import ReceiptReading

import SystemLibrary

/// The receipts that their owners published; they stay outside this repository.
private enum PublishedReceipts {
  static let names = [
    "sandbox-2015-first-intermediate", "sandbox-sha1-g7", "sandbox-sha1-nine-purchases", "sandbox-sha256-g5",
    "xcode-empty",
    "xcode-offset-dates", "xcode-one-purchase",
  ]
  static var areHere: Bool { access(folder + "README.md", R_OK) == 0 }
  private static var folder: String { "../shared/receipts/" }

  static func read(_ name: String) throws -> [UInt8] {
    let file = try #require(fopen(folder + name, "r"))
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let count = fread(&bytes, 1, bytes.count, file)
    return Array(bytes.prefix(count))
  }
}

@Suite("Input: published receipts", .enabled(if: PublishedReceipts.areHere, "../shared/receipts is not here"))
struct RealReceiptInputTests {
  @Test("are whole, in every form of the table", arguments: PublishedReceipts.names)
  func forms(_ name: String) throws {
    let text = try PublishedReceipts.read(name + ".b64")
    let plain = try InputRecognizer().recognize(text)
    guard case .signedData(let bytes) = plain.content else {
      Issue.record("not taken for a SignedData")
      return
    }
    let canonical = InputSamples.base64(bytes)
    #expect(Array(canonical.utf8) == text.filter { $0 != 0x0A })
    for damage in InputDamage.all {
      let (pasted, repairs) = damage.apply(canonical)
      let found = try InputRecognizer().recognize(pasted)
      #expect(found.content == .signedData(bytes), "\(damage.name)")
      #expect(found.layers == damage.layers, "\(damage.name)")
      // Five plus signs or a hundred: counts follow the text; an absent character leaves no repair.
      #expect(found.repairs.map(\.description) == repairs.filter { !$0.hasSuffix(": 0") }, "\(damage.name)")
    }
  }

  @Test("the iOS 6 transaction receipt")
  func legacy() throws {
    let found = try InputRecognizer().recognize(try PublishedReceipts.read("legacy-transaction-receipt.b64"))
    guard case .transactionReceipt(let text) = found.content else {
      Issue.record("not taken for a transaction receipt")
      return
    }
    #expect(text.first == UInt8(ascii: "{") && text.last == UInt8(ascii: "}"))
    #expect(found.layers == [.base64] && found.repairs.isEmpty)
  }

  @Test("the answer whose latest_receipt was cut to three characters")
  func cutAnswer() throws {
    let answer = try PublishedReceipts.read("sandbox-sha1-nine-purchases.verifyReceipt.json")
    let error = try #require(throws: ReceiptError.self) { try InputRecognizer().recognize(answer) }
    #expect(error.code == .truncated)
    #expect(error.message.contains("`latest_receipt`") && error.message.contains("3 characters"))
    #expect(try JSONReader().read(answer)["latest_receipt_info"] != nil)
  }
}
