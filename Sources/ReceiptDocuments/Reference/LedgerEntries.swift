extension ReferenceEntry {
  /// The entries for the words of `ledger`. They are switches, so that the compiler demands an entry for every new
  /// case.
  static let ledger: [ReferenceEntry] =
    CustomerRule.all.map { entry($0.name, $0.text) } + others + LedgerDecision.allCases.map(decision)
    + PurchaseOutcome.allCases.map(outcome)
    + LedgerEventKind.allCases.map(event)

  /// The rules that concern more than one kind of product.
  private static let others: [ReferenceEntry] = [
    entry(
      "apps",
      """
      A ledger is for the apps that are named: by --bundle-id or the policy of the first add, and by `ledger apps \
      add`. A genuine receipt of another app is rejected, because anybody can sell a product of any name in an app of \
      their own; answers and notifications about other apps are not taken in. Identifiers are compared byte by byte. \
      Until something was accepted, the last add decides for which apps and which environment the ledger is.
      """),
    entry(
      "environment",
      """
      A ledger is for production or, made with --environment sandbox, for the sandbox; a receipt of the other never \
      satisfies an order. Without the option the environment of --policy says so. Receipts of Xcode are refused: \
      their transactions are all called 0 or 1.
      """),
    entry(
      "best-outcome",
      """
      An order is accepted if anything that it is about is new; else it is a duplicate if it has any of it already; \
      else a replay if any of it belongs to somebody else; else it is accepted as restored. --product and \
      --transaction say what an order is about; without them it is everything in the receipt, and then an order that \
      has any of it already is a duplicate first: what else is in a newer receipt stays for the orders that are about \
      it, and new periods of its subscription are the account's.
      """),
    entry(
      "refused-by-apple",
      """
      What Apple finally refused belongs to no one. The receipt is refused to everybody at once, in whatever form it \
      comes: it is known by the SHA-256 of what was signed (signed_sha256; of an iOS 6 receipt the version byte and \
      purchase-info), which other certificates, unsigned attributes or another encoding do not change. Its purchases \
      may come with another receipt, and then Apple decides: with --verify the order is pending, without it is \
      rejected, because nothing is uploaded that was not to be. A restored copy of a kept product is the same \
      purchase; a new period of a subscription is another one. A ledger of an earlier version did not write down what \
      was signed: where it did not store the receipt either, a receipt of the same app and creation date goes to \
      Apple as well. What a receipt of the account restores while Apple is asked waits with the order that has it.
      """),
    entry(
      "doubtful-answers",
      """
      21002, 21100 to 21199 without a retry flag, and two servers that name each other are known to pass: they are \
      believed when they came three times and still come a day after the first time. Whatever the status, \
      is-retryable means that Apple is asked again. An answer about another app, without the order's transactions, \
      from the other environment or with two statuses is not believed, and Apple is asked again.
      """),
    entry(
      "refunds",
      """
      A refund is remembered from every source: a signed receipt, also one that is refused, Apple's answer, a \
      notification that is believed, signed data. It counts for purchases that were not presented yet, too. Only what \
      Apple signed later brings a purchase back: a transaction (JWS) without a revocation, or REFUND_REVERSED. The \
      account whose order was refused for the refund then has the purchase, first come first served (the event \
      refund_reversed); the order may be presented again. Of a subscription with a refunded period, the account has \
      the other periods at once, unless another account has them. A period that Apple ended for an upgrade is taken \
      back in the same way as a refunded one.
      """
    ),
    entry(
      "notifications",
      """
      Anybody can send a notification of version 1, so that it is believed only if it carries the shared secret that \
      was set up. Otherwise nothing that the ledger knows changes, and Apple is asked next about known subscriptions \
      whose receipts are stored: about one of them once an hour, about ten of them a minute. A saved answer of \
      verifyReceipt proves nothing and does no more. A notification of version 2 is signed: it is believed if it and \
      all signed data in it are proven and agree about app, environment and subscription, and no secret is needed. \
      Each counts once, by its notificationUUID. Of a type that is not known, what is signed in it of the purchase \
      counts all the same.
      """
    ),
    entry(
      "signed-data",
      """
      A transaction of StoreKit 2 (a JWS) is presented like a receipt with one purchase. What tells purchases apart \
      is the transaction, never the text or the signature: what was honoured with a receipt is not honoured again \
      with a JWS, and the reverse. Of what Apple says of one transaction, in a receipt, an answer or signed data, the \
      latest statement counts, in whatever order they arrive; of two signed at one moment, the one that takes back. A \
      subscription that continues another one (previousOriginalTransactionId) belongs to whom that belongs. \
      verifyReceipt takes no signed data, so that with --verify a JWS is rejected.
      """
    ),
    entry(
      "resubscriptions",
      """
      One customer of the App Store may subscribe again, under the same original transaction, from another account of \
      the app. The subscription is that account's (the event transferred, and a report) if a transaction (JWS) with a \
      new period is presented, its appAccountToken is the one that the presentation names as the account's \
      (account_token), the period before it has another one or none, and every other period was over when this one \
      began. Otherwise it stays a replay, and the report not_transferred says why: who presents a stolen transaction \
      does not have its token. A transaction with another token than the presentation's, or none, is rejected. Earlier \
      periods, which the other account had, are restored for the new one. The backend has to take the token from its \
      own records, never from the app. --resubscription keep moves nothing; `ledger transfer` moves a subscription by \
      hand.
      """),
    entry(
      "end-of-subscription",
      """
      A subscription is over when Apple says so: its renewal is switched off or there is an expiration_intent. \
      Otherwise a period that ended is lapsed: with --poll Apple is asked every hour for a day, then every day for 60 \
      days.
      """),
    entry(
      "erased-accounts",
      """
      `ledger erase` takes out what a ledger knows of an account. Of its transactions, and of the original \
      transactions of its subscriptions and kept products, keyed hashes stay: presented again, also by an account of \
      the same name, they are replays without a holder. What Apple says of them later is acknowledged, and nothing of \
      it is stored. The key is in a file of its own (--erasure-key); without it nothing is taken in.
      """),
    entry(
      "names",
      """
      Orders and accounts are compared by their bytes in UTF-8; at most 1,024 of them, without NUL. Letters that look \
      equal and are written differently (one character, or a letter and an accent) make two names: normalise them \
      before.
      """),
  ]

  private static func entry(_ key: String, _ text: String) -> ReferenceEntry {
    ReferenceEntry(.ledgerRule, key, aliases: ["ledger rules"], text)
  }

  private static func decision(_ decision: LedgerDecision) -> ReferenceEntry {
    func entry(_ meaning: String, _ actor: ReferenceEntry.Actor, _ action: String = "") -> ReferenceEntry {
      ReferenceEntry(.ledgerDecision, decision.rawValue, meaning, actor, action)
    }
    return switch decision {
    case .accept:
      entry(
        "No one had it before, or the customer who has it presents it again. The exit status is 0.", .developer,
        "Honour what is listed as new or restored, and nothing else.")
    case .duplicate:
      entry(
        """
        The same order and account presented it before, and the first answer stands. The exit status is that of where \
        the order stands: 0 accepted, 75 pending, 1 refused or refunded.
        """, .developer,
        "Do what the first answer said; it was not lost.")
    case .replay:
      entry(
        "The purchase belongs to another order or account, which is named. The exit status is 1.", .support,
        "Honour nothing; ask whose purchase it is. `ledger show TRANSACTION` tells the story.")
    case .reject:
      entry(
        "A check failed, or nothing in the receipt is what the order is about. The exit status is 1.", .developer,
        "Honour nothing; look at the failed checks.")
    case .pending:
      entry(
        "It was recorded and Apple has to be asked. The exit status is 75.", .developer,
        "Let `ledger run` ask; wait for the event verified or rejected.")
    }
  }

  private static func outcome(_ outcome: PurchaseOutcome) -> ReferenceEntry {
    let meaning =
      switch outcome {
      case .new: "No one had the purchase: it is this order's now."
      case .duplicate: "This order and account have the purchase already."
      case .restored: "The account has the purchase under another order, and it may come again."
      case .known:
        """
        The account has the purchase under another order, or as another transaction of this receipt; it stands beside \
        something new.
        """
      case .replay: "Another order or account has the purchase."
      case .refunded: "Apple took the purchase back: it is not honoured."
      case .other: "The purchase is not what the order is about."
      case .nameless: "The purchase has no transaction identifier, so that nothing could remember it."
      case .transferred: "The order had the purchase, and another account has it since. No decision says so."
      }
    return ReferenceEntry(.purchaseOutcome, outcome.rawValue, meaning)
  }

  private static func event(_ event: LedgerEventKind) -> ReferenceEntry {
    func entry(_ meaning: String, _ action: String = "") -> ReferenceEntry {
      ReferenceEntry(.ledgerEvent, event.rawValue, meaning, action.isEmpty ? .noOne : .developer, action)
    }
    return switch event {
    case .accepted: entry("An order was accepted.", "Honour it.")
    case .pending: entry("An order waits for Apple's answer.")
    case .restored: entry("An order was accepted for purchases that the account had already.", "Honour it.")
    case .rejected: entry("An order was refused, by the checks here or by Apple.", "Honour nothing.")
    case .verified: entry("Apple confirmed the receipt of an order.", "Honour it.")
    case .replayDetected:
      entry("A purchase was presented that belongs to another order or account.", "Honour nothing; look into it.")
    case .orderReused: entry("The order was used before, for another product or account.", "Look into it.")
    case .accountMismatch:
      entry("The applicationUsername of the purchase is not the hash of the account.", "Look into it.")
    case .staleReceipt:
      entry(
        "The purchase is older than its order by more than --max-order-age.", "Ask whether the order was paid at all.")
    case .familyShared: entry("The purchase is shared with the customer and not the customer's own.")
    case .renewed: entry("A subscription has a new period.", "Grant access until expires_at.")
    case .recovered:
      entry("A subscription has a new period after billing had failed.", "Grant access until expires_at.")
    case .inBillingRetry:
      entry("A renewal failed and Apple tries again.", "Take access back, or grant it as you please.")
    case .inGracePeriod: entry("A renewal failed and Apple grants access while it tries again.", "Leave access on.")
    case .expired: entry("A subscription is over: Apple knows of no later period.", "Take access back.")
    case .refunded: entry("Apple refunded the customer.", "Take back what it unlocked.")
    case .noLongerShared:
      entry(
        "The purchase is no longer shared with the customer, also because its purchaser was refunded.",
        "Take back what it unlocked for this account.")
    case .seatTakenBack:
      entry(
        "The organization or the group purchaser took the seat back.",
        "Take back what it unlocked for this account.")
    case .refundReversed:
      entry("Apple took a refund back: the customer has the purchase again.", "Give back what the refund took.")
    case .priceIncrease:
      entry(
        """
        The price of the next period rises. `price_consent` is pending until the customer agrees; without that the \
        subscription ends with its period. It is agreed_or_told where nothing says whether consent was needed.
        """)
    case .commitmentCancelled:
      entry(
        """
        The customer cancelled a commitment to a number of monthly payments. Its months go on until it ends, and no \
        other commitment follows.
        """,
        "Leave access on until the commitment ends.")
    case .commitmentResumed:
      entry("The customer took the cancellation of a commitment back: another one follows.")
    case .consumptionRequested:
      entry(
        """
        The customer asked Apple for a refund, and Apple asks how much of the purchase was used. Nothing is taken \
        back yet.
        """,
        "Answer with Send Consumption Information until answer_by, if the customer agreed to that.")
    case .consumptionSent:
      entry("Apple was told how the purchase was used, and took the answer. `sent` is what it was told.")
    case .consumptionRefused:
      entry(
        """
        Apple refused what it was told of the use of a purchase. `error_code` is its error, and nothing is sent again.
        """,
        "Look at what explain says of the error: if the policy has a fault, mend it.")
    case .consumptionSkipped:
      entry(
        """
        Apple asked how much of a purchase was used and gets no answer: `reason` is no_order, not_delivered, \
        no_consent, no_rule, no_percentage, unanswered, refunded, declined, family_shared, assigned or \
        advanced_commerce.
        """)
    case .consentGiven:
      entry(
        "The customer agreed that Apple is told how purchases were used. `said_in` and `said_at` say where and when.")
    case .consentWithdrawn:
      entry("The customer does not agree any more that Apple is told how purchases were used.", "Tell Apple nothing.")
    case .upgraded:
      entry("Apple ended a period because the customer changed to another product.", "Follow the new product.")
    case .moved:
      entry(
        """
        Apple ended it for a reason that need not be a refund, such as a move to a bundle, through which the customer \
        keeps it.
        """,
        "Ask for the newest transaction, and follow that.")
    case .unclaimed:
      entry(
        "Apple tells of a purchase that no order ever asked for: a lost order.",
        "Find out who paid, and add the receipt.")
    case .transferred:
      entry(
        """
        A subscription was bought again for another account, or a purchase was moved to one by hand (`ledger \
        transfer`). `held_by` had it before.
        """, "Take it from that account, and grant the other one what its entitlements say.")
    case .merged:
      entry(
        "Two accounts of one customer became one: what was `from`'s is `into`'s.", "Do the same with your own records.")
    case .erased:
      entry("What the event told was erased with its account. Its number and its date stay.")
    case .accountErased:
      entry(
        """
        An account was erased at its customer's request. `erased_events` lists the numbers of the events that lost \
        their content.
        """,
        "Erase your copies of these events, and what you made of them.")
    }
  }
}
