import ReceiptKit
import Testing

@Suite("Diagnosis of published receipts", .enabled(if: RealReceipts.areHere, RealReceipts.missing))
struct RealReceiptDiagnosisTests {
  @Test(
    "names the cause, and what Apple would answer",
    arguments: try TableCase.read("real-receipts", "what is wrong with them, and what Apple would answer"))
  func asPublished(_ row: TableCase) throws {
    let diagnosis = Diagnostician().diagnose(try RealReceipts.file(row.text + ".b64"))
    #expect([diagnosis.cause.rawValue, diagnosis.givenStatuses, diagnosis.mendedStatuses] == row.expected)
  }

  @Test("the newline of the issue, and the fresh answer that was cut")
  func details() throws {
    let newline = Diagnostician().diagnose(try RealReceipts.file("sandbox-sha1-g7.b64"))
    #expect(
      newline.asGiven.production.reason.description == "a newline at offset 7492; Apple takes only unbroken base64")
    let cut = Diagnostician().diagnose(try RealReceipts.file("sandbox-sha1-nine-purchases.verifyReceipt.json"))
    #expect(cut.cause == .latestReceiptCut && !cut.isReadable)
    let xcode = Diagnostician().diagnose(try RealReceipts.file("xcode-empty.b64"))
    #expect(xcode.asGiven.sandbox.reason == "signed by StoreKit testing in Xcode, which Apple does not know")
  }

  @Test("every damage of the table, done to a receipt that Apple signed", arguments: try DamagedReceipt.all.get())
  func damaged(_ damaged: DamagedReceipt) throws {
    let base64 = String(decoding: try RealReceipts.file("sandbox-sha1-nine-purchases.b64"), as: UTF8.self)
    let recognized = try InputRecognizer().recognize(base64)
    let good = try #require(recognized.content.octets)
    // This one has no padding, so that damages to padding leave it as it is; and another bundle identifier.
    let isPaddingDamage = [.missingPadding, .lastCharacter].contains(damaged.cause)
    guard !isPaddingDamage, damaged.name != "a letter changed" else { return }
    let pasted = try damaged.damage(base64, good)
    let diagnosis = Diagnostician().diagnose(pasted)
    #expect(diagnosis.cause == damaged.cause, "\(diagnosis.summary)")
    #expect(diagnosis.givenStatuses == damaged.given)
    #expect(diagnosis.mendedStatuses == damaged.mended)
    if damaged.mended == "21007 0" { #expect(diagnosis.canonical == base64) }
  }
}
