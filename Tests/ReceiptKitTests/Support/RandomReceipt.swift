import ReceiptMint
import TestSupport

/// Descriptions of receipts at random: every row of FORMAT.md's table present or absent, with values from its whole
/// range.
struct RandomReceipt {
  private var generator: SplitMix

  init(seed: UInt64) { generator = SplitMix(seed: seed) }

  mutating func receipt() -> ReceiptDescription {
    var receipt = ReceiptDescription()
    receipt.order = flip() ? .apple : .xcode
    receipt.receiptType = text(["Production", "ProductionSandbox", "ProductionVPP", "ProductionVPPSandbox", "Xcode"])
    receipt.appItemID = integer()
    receipt.bundleIdentifier = text(["com.example.test", "null"])
    receipt.applicationVersion = text(["1", "null"])
    receipt.opaqueValue = octets()
    if flip() { receipt.deviceHash = .octets(octets() ?? [1]) }
    receipt.attribute6 = octets()
    receipt.attribute7 = octets()
    receipt.secondCreationDate = date()
    receipt.generatorVersion = flip() ? "P305" : nil
    receipt.ageRating = text(["4+", "17+"])
    receipt.developerID = integer()
    receipt.creationDate = date()
    receipt.osVersion = integer()
    receipt.attribute14 = integer()
    receipt.downloadID = integer()
    receipt.versionExternalIdentifier = integer()
    receipt.originalPurchaseDate = date()
    receipt.originalApplicationVersion = text(["1.0"])
    receipt.attribute20 = text([""])
    receipt.expirationDate = date()
    receipt.platform = integer()
    receipt.preorderDate = date()
    receipt.inApp = (0..<Int.random(in: 0...4, using: &generator)).map { _ in purchase() }
    return receipt
  }

  private mutating func purchase() -> InAppDescription {
    var purchase = InAppDescription()
    purchase.quantity = integer()
    purchase.productID = text(["com.example.test.monthly"])
    purchase.transactionID = text(["2000000000000001", "0"])
    purchase.purchaseDate = date()
    purchase.originalTransactionID = text(["2000000000000001"])
    purchase.originalPurchaseDate = date()
    purchase.productType = integer()
    purchase.expiresDate = date()
    purchase.unknown[1709] = text([""])
    purchase.itemID = integer()
    purchase.webOrderLineItemID = integer()
    purchase.cancellationDate = date()
    purchase.isTrialPeriod = flip() ? flip() : nil
    purchase.unknown[1718] = text([""])
    purchase.isInIntroOfferPeriod = flip() ? flip() : nil
    purchase.cancellationReason = integer()
    purchase.promotionalOfferID = text(["winter"])
    purchase.ownershipType = integer()
    return purchase
  }

  private mutating func flip() -> Bool { Bool.random(using: &generator) }

  private mutating func integer() -> Int64? {
    let extremes: [Int64] = [
      0, 1, -1, 127, 128, -128, -129, 255, 256, .max, .min, .max - 1, .min + 1, 1 << 53, (1 << 53) + 1,
    ]
    switch Int.random(in: 0..<3, using: &generator) {
    case 0: return nil
    case 1: return extremes.randomElement(using: &generator)
    default:
      return Int64.random(in: .min ... .max, using: &generator) >> Int64.random(in: 0...62, using: &generator)
    }
  }

  private mutating func text(_ usual: [String]) -> String? {
    let odd = [
      "", "null", "é", "日本語", "😀", "\u{0}", "\u{1B}[31m", "\u{202E}", "\"\\", "a\u{301}",
      String(repeating: "x", count: 300),
    ]
    switch Int.random(in: 0..<3, using: &generator) {
    case 0: return nil
    case 1: return odd.randomElement(using: &generator)
    default: return usual.randomElement(using: &generator)
    }
  }

  private mutating func octets() -> [UInt8]? {
    guard flip() else { return nil }
    // One in ten real values looks like DER; all of these do, or are empty.
    let looksLikeDER: [[UInt8]] = [[], [0x0C, 0x01, 0x41], [0x02, 0x01, 0x05], [0x31, 0x00], [0x16, 0x00]]
    if flip() { return looksLikeDER.randomElement(using: &generator) }
    let count = Int.random(in: 0...64, using: &generator)
    return (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
  }

  private mutating func date() -> String? {
    (try? ReceiptDates.sound.get())?.map(\.text).randomElement(using: &generator).flatMap { flip() ? $0 : nil }
  }
}

/// Dates in every form that receipts have them, with milliseconds since 1970 from Python's `datetime`.
enum ReceiptDates {
  static let sound = Result {
    try TableCase.read("dates", "in receipts, with milliseconds since 1970").map {
      (text: $0.text, milliseconds: $0.expected.first.flatMap { Int64($0) })
    }
  }

  static func milliseconds(_ text: String?) -> Int64? {
    (try? sound.get())?.first { $0.text == text }?.milliseconds
  }
}
