extension ReferenceEntry {
  /// The entries for `compare`. They are switches, so that the compiler demands an entry for every new case.
  package static let comparison: [ReferenceEntry] =
    DifferenceCause.allCases.map(\.entry) + ComparedField.Kind.allCases.map(kind)
    + Comparison.Verdict.allCases.map(verdict)

  private static func kind(_ kind: ComparedField.Kind) -> ReferenceEntry {
    let meaning =
      switch kind {
      case .equal: "Both say the same there. An answer has it with the same type."
      case .different: "Both have it, with another value, another type or under another name."
      case .moved: "The same purchase, in another place of the list than in the receipt."
      case .onlyApple:
        """
        Only Apple's answer, or the signed data, has it. That is expected of what only the servers know, and of what \
        happened after the receipt was signed.
        """
      case .onlyLocal:
        "Only the receipt has it. Apple's answers print it; signed data may be older, or not all of it may be given."
      }
    return ReferenceEntry(.comparison, kind.rawValue, meaning)
  }

  private static func verdict(_ verdict: Comparison.Verdict) -> ReferenceEntry {
    let meaning =
      switch verdict {
      case .agrees:
        """
        An honest answer to this receipt, or signed data of the same customer, can look so: what differs is what only \
        Apple's servers know.
        """
      case .differs: "Neither an honest answer to this receipt nor signed data of the same customer can look so."
      case .incomplete:
        """
        There was nothing to compare, because the answer or the signed data says nothing about the receipt. Of signed \
        data, also that something was not proven or not read.
        """
      }
    return ReferenceEntry(.comparison, verdict.rawValue, meaning)
  }
}

extension DifferenceCause {
  private static let original = "Take the answer as it came from Apple, or ask again."

  private func entry(_ meaning: String, _ actor: ReferenceEntry.Actor, _ action: String = "") -> ReferenceEntry {
    ReferenceEntry(.comparison, rawValue, meaning, actor, action)
  }

  /// The meaning, who must act, and what to do.
  package var entry: ReferenceEntry {
    switch self {
    case .anotherReceipt:
      entry(
        """
        The answer belongs to another receipt. What tells receipts apart is different: the app, the download, the dates.
        """,
        .sender, "Find the answer to this receipt, or ask Apple again.")
    case .anotherApp:
      entry(
        "The receipt and the signed data belong to two apps.", .developer,
        "Compare what belongs together: the bundle identifier says which app it is.")
    case .anotherEnvironment:
      entry(
        "The receipt and the signed data come from two environments.", .developer,
        "Ask the App Store Server API of the receipt's environment.")
    case .contradicted:
      entry(
        "The receipt and the signed data say different things of the same transaction or app.",
        .developer, "Grant nothing because of either, and look at both: receipt-tool decode shows all of them.")
    case .notInHistory:
      entry(
        "The receipt has a purchase that the customer's whole transaction history lacks.", .developer,
        "Give every page of the history, asked for without filters. If the purchase is in none, do not honour it.")
    case .notInReceipt:
      entry(
        "The receipt lacks a transaction that is older than the receipt.", .developer,
        "Let the app refresh its receipt (SKReceiptRefreshRequest), and compare again.")
    case .refundReversed:
      entry(
        "The older of the two tells of a refund that Apple had taken back when the newer one was signed.", .developer,
        "Give back what was withdrawn.")
    case .signedEarlier:
      entry(
        "It happened after the signed data was signed: the receipt is newer.", .developer,
        "Ask the App Store Server API again if the newest state matters.")
    case .consumableLeftOut:
      entry(
        """
        A consumable is not in the receipt. Apple removes it from receipts once the app has finished it; the \
        transaction history keeps it.
        """,
        .noOne)
    case .familyShared:
      entry(
        "Another member of the family bought it. Receipts need not have such a transaction, and have no word for it.",
        .noOne)
    case .notGiven:
      entry(
        """
        No signed data was given about a purchase of the receipt. Single transactions and a history with more pages \
        say nothing of the others.
        """, .developer, "Give all pages of the transaction history.")
    case .milliseconds:
      entry("The dates are of the same second. Receipts hold whole seconds, and signed data milliseconds.", .noOne)
    case .statusDisagrees:
      entry(
        "Apple's status is not what follows from the verdict on the receipt.", .developer,
        "Run receipt-tool diagnose on exactly what was sent, and ask Apple again.")
    case .unproven:
      entry(
        "The latest_receipt of the answer is proven less well than the receipt. Apple would have signed it.",
        .developer,
        "Grant nothing because of this answer.")
    case .emptied:
      entry(
        "The purchases were taken out of the answer. Apple prints every purchase that was signed.", .sender,
        Self.original)
    case .edited:
      entry(
        """
        A value is not the one that was signed. Apple prints what was signed, so that the answer was changed, or the \
        receipt if it is not authentic.
        """, .sender, Self.original)
    case .rounded:
      entry(
        """
        A number lost digits. Programs whose numbers are binary, such as JavaScript's, keep integers up to 2^53; \
        spreadsheets keep 15 digits.
        """, .developer, "Save the bytes as they come, or read the number as text.")
    case .otherType:
      entry(
        "A value has another JSON type than Apple gives it. Apple writes nearly everything as a string.", .developer,
        "Save the answer before a program converts it.")
    case .numberForm:
      entry(
        "A number is written otherwise, with the same value.", .developer,
        "Save the answer before a program rewrites it.")
    case .renamed:
      entry(
        "A field has another name than Apple gives it.", .developer,
        "Save the answer before a program converts it to its own names.")
    case .duplicateName:
      entry(
        "An object has one name twice. Programs disagree about which one counts.", .sender, Self.original)
    case .reordered:
      entry(
        """
        The purchases are in another order than in the receipt. Apple keeps the receipt's, so that somebody sorted them.
        """,
        .developer, "Compare dates and never rely on the order; save the answer as it comes.")
    case .impossible:
      entry(
        """
        Only Apple's servers know it, and Apple cannot have written it so. It has another form than Apple gives it, \
        or it contradicts the rest of the answer, or it is later than the answer.
        """, .developer,
        "Do not believe it: ask Apple again, and save the answer as it comes.")
    case .added:
      entry(
        "Apple's answer has something that the receipt does not have and that nothing explains.", .developer,
        "Do not believe it without a signature: ask Apple again.")
    case .missing:
      entry(
        "The receipt has something that the answer lacks, although Apple prints it.", .sender, Self.original)
    case .consumableFinished:
      entry(
        """
        A consumable of the receipt is not in the answer. It leaves newer receipts once the app has finished it; the \
        answer to this receipt has it.
        """, .developer, "Compare the answer to this very receipt.")
    case .renewedSince:
      entry("The transaction is later than the receipt. Apple's servers know it, the receipt cannot.", .noOne)
    case .refundedSince:
      entry(
        "The purchase was refunded or revoked after the receipt was made.", .developer,
        "Take back what it granted; a receipt alone never shows this.")
    case .upgradedSince:
      entry("The period ended early, because the customer upgraded within the group.", .noOne)
    case .extendedSince:
      entry("The period ends later than the receipt says. Periods can be extended after they were sold.", .noOne)
    case .oldExcluded:
      entry(
        "The transaction is not in the answer because only the latest of each subscription was asked for. This is what "
          + "exclude-old-transactions does.", .noOne)
    case .serverState: entry("Only Apple's servers know it. No receipt contains it.", .noOne)
    case .keysReordered:
      entry(
        """
        The members of an object are in another order than Apple's. JSON gives that no meaning, but it shows that a \
        program rewrote the answer.
        """, .noOne)
    }
  }
}
