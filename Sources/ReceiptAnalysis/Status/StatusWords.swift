/// Apple's numbers in words; the table of `explain` has the whole sentences.
package enum StatusWords {
  /// ` (reason 1: an issue with the app)`, for use after a date; empty without a reason.
  package static func inBrackets(cancellationReason number: Int64?) -> String {
    switch number {
    case 1?: " (reason 1: an issue with the app)"
    case 0?: " (reason 0: another reason than the app)"
    case let number?: " (reason \(number): not known)"
    case nil: ""
    }
  }

  /// `: a part of the price was refunded, 60 %`, for use behind a date; empty where Apple does not say.
  package static func revocation(_ purchase: PurchaseRecord) -> String {
    guard let type = purchase.revocationType else { return "" }
    let words = PayloadWords.revocationType[type]?.words ?? type.displayed(limit: 100)
    return ": " + words + (purchase.revocationPercentage.map { ", " + PayloadWording.share($0) } ?? "")
  }

  package static func cancellationReason(_ number: Int64) -> String { meaning(.cancellationReason, number) }

  package static func expirationIntent(_ number: Int64) -> String { meaning(.expirationIntent, number) }

  package static func ownership(_ word: String) -> String? {
    switch word {
    case "PURCHASED": nil
    case "FAMILY_SHARED": "shared by the family"
    default: "ownership \(word)"
    }
  }

  private static func meaning(_ topic: ReferenceEntry.Kind, _ number: Int64) -> String {
    let code = String(number)
    return ReasonEntries.all.first { $0.kind == topic && $0.key == code }?.meaning
      ?? "A number that Apple has not described."
  }
}
