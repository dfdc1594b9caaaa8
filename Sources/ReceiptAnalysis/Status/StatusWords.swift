/// Apple's numbers in words; whole sentences are those of the table that `explain` reads.
enum StatusWords {
  /// A few words, for where a date stands before them.
  static func briefCancellationReason(_ number: Int64) -> String {
    switch number {
    case 1: "an issue with the app"
    case 0: "another reason than the app"
    default: "not known"
    }
  }

  static func cancellationReason(_ number: Int64) -> String { meaning(.cancellationReason, number) }

  static func expirationIntent(_ number: Int64) -> String { meaning(.expirationIntent, number) }

  static func ownership(_ word: String) -> String? {
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
