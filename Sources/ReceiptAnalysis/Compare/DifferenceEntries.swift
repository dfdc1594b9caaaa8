extension ReferenceEntry {
  /// The entries for `diff`. They are switches, so that the compiler demands an entry for every new case. A new doubt
  /// has to be listed in `doubts`, too: the cases have values, so that the compiler cannot list them.
  package static let difference: [ReferenceEntry] =
    HistoryChange.Cause.allCases.map(\.entry) + HistoryChange.Kind.allCases.map(kind)
    + HistoryDifference.Verdict.allCases.map(verdict) + HistoryDifference.Side.allCases.map(side) + doubts

  private static func kind(_ kind: HistoryChange.Kind) -> ReferenceEntry {
    let meaning =
      switch kind {
      case .added: "Only the later one of the two has it."
      case .changed: "Both have it, and say different things of it."
      case .gone: "Only the earlier one of the two has it."
      }
    return ReferenceEntry(.difference, kind.rawValue, meaning)
  }

  private static func verdict(_ verdict: HistoryDifference.Verdict) -> ReferenceEntry {
    let meaning =
      switch verdict {
      case .same: "Both are proven, and say the same of the purchases of one customer."
      case .differs: "The two say different things of the purchases."
      case .unsure:
        """
        Nothing differs, but one of the two is not proven or was not read as a whole, or the two do not belong together.
        """
      }
    return ReferenceEntry(.difference, verdict.rawValue, meaning)
  }

  private static func side(_ side: HistoryDifference.Side) -> ReferenceEntry {
    let meaning =
      switch side {
      case .first: "The one of the two that was given first."
      case .second: "The one of the two that was given second."
      }
    return ReferenceEntry(.difference, side.rawValue, meaning)
  }

  private static let doubts: [ReferenceEntry] = [
    HistoryDifference.Doubt.twoApps(nil, nil), .twoEnvironments("", ""), .twoCustomers, .nothingShared,
    .notProven(.first),
  ].map { doubt in
    let (meaning, action) =
      switch doubt {
      case .twoApps: ("The two are of two apps.", "Compare two of one app.")
      case .twoEnvironments: ("The two are from two environments.", "Compare two from one environment.")
      case .twoCustomers: ("The two belong to two customers of the app.", "Compare two of one customer.")
      case .nothingShared:
        ("No purchase is in both: they may belong to two customers.", "See that both are of the same customer.")
      case .notProven:
        (
          "One of the two, or a part of it, is not proven, was not read or was refused.",
          "receipt-tool diagnose says why."
        )
      }
    return ReferenceEntry(.difference, doubt.name, meaning, .sender, action)
  }
}

extension HistoryChange.Cause {
  private func entry(_ meaning: String, _ actor: ReferenceEntry.Actor = .noOne, _ action: String = "") -> ReferenceEntry
  {
    ReferenceEntry(.difference, rawValue, meaning, actor, action)
  }

  /// The meaning, who must act, and what to do.
  package var entry: ReferenceEntry {
    switch self {
    case .otherHistory:
      entry(
        "The two are of two apps, environments or customers, so that the difference says nothing.", .sender,
        "Compare two of one customer and one app.")
    case .unexplained:
      entry(
        "Nothing explains the difference: neither what happened in between nor what the two are.", .developer,
        "Look at both: receipt-tool inspect shows them, and receipt-tool history asks Apple.")
    case .bought: entry("The customer bought it after the earlier one was made.")
    case .renewed: entry("A later period of a subscription that is in the earlier one, or was renewed since.")
    case .paidLate:
      entry(
        "The period begins before the earlier one was made, and was paid after it: the payment had failed at first.")
    case .refunded:
      entry("Apple paid it back after the earlier one was made.", .developer, "Take back what it granted.")
    case .refundTakenBack:
      entry("Apple paid it back, and took the refund back.", .developer, "Give back what was withdrawn.")
    case .noLongerShared:
      entry(
        "It is no longer shared with the customer, also because its purchaser was refunded.", .developer,
        "Take back what it granted.")
    case .seatTakenBack:
      entry(
        "The organization or the purchaser of the group took the customer's seat back.",
        .developer, "Take back what the seat granted. The purchaser keeps it.")
    case .seatsChanged:
      entry(
        "Seats of a subscription were added or refunded, or another number of them renews. Access stays as it is.")
    case .moved:
      entry("Apple ended the period for a reason that is no refund: the customer moved to a bundle.")
    case .replaced: entry("The period ended early, because the customer changed to another product of the group.")
    case .extended:
      entry("The period ends later than the earlier one says. Periods can be extended after they were sold.")
    case .consumableFinished:
      entry("Apple removes a consumable from receipts once the app has finished its transaction.")
    case .notTold:
      entry(
        """
        One of the two tells only of a part: a single transaction, a notification or an answer. What it does not \
        mention is not therefore gone.
        """)
    case .autoRenewOff: entry("The customer turned off auto-renew: the subscription ends with its period.")
    case .autoRenewOn: entry("The customer turned auto-renew on again.")
    case .nextProduct: entry("The customer chose another product for the next period.")
    case .paymentFailed:
      entry("Apple could not charge for the next period, and tries again.", .customer, "Update the payment details.")
    case .paymentRecovered: entry("A payment that had failed succeeded.")
    case .ended: entry("The subscription is over, and Apple no longer tries to charge.")
    case .priceIncrease: entry("The customer was asked to agree to a higher price, or agreed to it.")
    case .commitmentCancelled:
      entry(
        "The customer cancelled a commitment. Its months go on until it ends, and no other commitment follows.",
        .developer, "Leave access on until the commitment ends.")
    case .commitmentResumed: entry("The customer took the cancellation of a commitment back: another one follows.")
    case .commitmentMoved:
      entry("The commitment has another end: another one began, or a payment that had failed succeeded later.")
    case .nextPeriod: entry("Something else about the next period changed: its price, its offer or its product.")
    }
  }
}
