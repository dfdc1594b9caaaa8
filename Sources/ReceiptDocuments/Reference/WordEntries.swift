extension ReferenceEntry {
  /// The entries for words of this tool's documents that belong to no other group: states, sources, outcomes and kinds.
  ///
  /// A test compares the list with the schemas, so that every word in a document can be looked up.
  static let words: [ReferenceEntry] =
    texts.map { ReferenceEntry(.word, $0, $1) }
    + ReferenceEntry.Kind.allCases.filter { !fieldKinds.contains($0) }.map { kind in
      ReferenceEntry(
        .word, kind.rawValue, "What `explain` calls an entry about this: \(kind.title).")
    }

  /// Kinds of entries whose word is also the name of a field. A question with that word is about the field.
  private static let fieldKinds: [ReferenceEntry.Kind] = [
    .environment, .receiptType, .productType, .cancellationReason, .expirationIntent,
  ]

  private static let texts: [(String, String)] = [
    ("no_order", "Of a question about a refund: no order of an account has the purchase."),
    ("not_delivered", "Of a question about a refund: the order waits for Apple, so that nothing was delivered."),
    ("no_consent", "Of a question about a refund: the customer did not agree that Apple is told, or withdrew that."),
    ("no_rule", "Of a question about a refund: no rule of the policy is about the purchase, or there is no policy."),
    ("no_percentage", "Of a question about a refund: the rule says GRANT_PRORATED and names no percentage."),
    ("unanswered", "Of a question about a refund: Apple acknowledged no answer until the deadline."),
    ("declined", "Of a question about a refund: Apple declined the refund before it was answered."),
    ("agreed", "Of a higher price of a subscription: the customer agreed to it."),
    (
      "agreed_or_told",
      "Of a higher price of a subscription: the customer agreed to it, or was told of it where no consent is needed."
    ),
    ("answered", "Of a line of migrate: the App Store Server API answered. Take its rows."),
    (
      "no_purchase",
      "Of a line of migrate: the receipt holds no purchase, so there is no id to ask about. Nothing has to be done."
    ),
    (
      "unknown_id",
      """
      Of a line of migrate: Apple does not know the id. It is of another app or environment, or of a test on a \
      developer's machine.
      """
    ),
    ("history", "Of a call that migrate made: Get Transaction History."),
    ("statuses", "Of a call that migrate made: Get All Subscription Statuses."),
    ("receipts", "The suite of a test receipt: receipts."),
    ("tokens", "The suite of a test receipt: tokens that developers make for Apple's APIs and for StoreKit."),
    ("either", "Of a test receipt: a strict reader may reject what another one accepts."),
    (
      "active",
      "A period of the subscription is running. Of receipt-tool status, that is so as far as the source knows "
        + "at the moment that is asked about; of a ledger, as far as Apple has told."
    ),
    (
      "lapsed",
      "Of a subscription in a ledger: its last known period is over, and Apple has not said yet whether it was "
        + "renewed. `ledger run --poll` asks."
    ),
    ("good", "Of a line of a summary: the customer has it."),
    (
      "caution",
      """
      Of a line of a summary: read it. It is a test, it was replaced or refunded in part, or whether the customer has \
      it cannot be told.
      """
    ),
    ("bad", "Of a line of a summary: the customer does not have it."),
    ("not_started", "Of a subscription: its first period begins after the moment that is asked about."),
    ("moved", "Of a subscription: Apple ended it for a reason that need not be a refund, such as a move to a bundle."),
    ("replaced", "Of a subscription: another product took its place."),
    ("grace_period", "Of a subscription: a renewal failed, and Apple grants access while it tries again."),
    ("billing_retry", "Of a subscription: a renewal failed, and Apple tries again without granting access."),
    ("yes", "Of access: the customer may use it."),
    ("no", "Of access: the customer may not use it."),
    (
      "cannot_tell",
      """
      Of access: the evidence does not say. What grants takes it for no; it is no reason to take anything away. \
      ask_for names what would settle it.
      """
    ),
    (
      "free",
      "Of access, and of a period of a subscription: nothing was paid. The price in signed data is 0, without an offer."
    ),
    ("free_offer", "Of access: nothing was paid. The price in signed data is 0, with an offer."),
    ("family_share", "Of access: a family member bought it, and shares it."),
    ("seat", "Of access: an organization or a group purchaser assigned it; this customer paid nothing."),
    ("duplicate_transaction", "An irregularity of purchases: a transaction that occurs more than once."),
    ("trial", "Of a period of a subscription: it was free, as a trial."),
    ("introductory", "Of a period of a subscription: it had an introductory price."),
    (
      "offer",
      """
      Of a period of a subscription: it had a promotional offer, an offer code, a win-back offer or a retention \
      offer. offer_kind says which.
      """
    ),
    ("paid", "Of a period of a subscription: no offer applied."),
    ("promotional", "What `offer sign` signs: a promotional offer, by the original signature over seven fields."),
    ("promotional-jws", "What `offer sign` signs: a promotional offer, as a JWS."),
    ("advanced-commerce", "What `offer sign` signs: a request of Advanced Commerce that an app makes."),
    ("promotional_offer", "A kind of offer: one that the app presents to customers whom it has or had."),
    ("offer_code", "A kind of offer: a code that the customer redeemed."),
    ("win_back_offer", "A kind of offer: one for customers whose subscription is over."),
    ("retention_offer", "A kind of offer: one for customers who are about to cancel."),
    ("new_member", "In signed data: a member that this version does not know. It changes no answer."),
    (
      "new_value", "In signed data: a value that this version does not know, or of another type than Apple documents."
    ),
    ("new_notification", "A type of a notification, or its subtype, that this version does not know."),
    ("repeated_member", "In signed data: a member whose name stands there twice. The first one counts."),
    (
      "not_transferred",
      """
      Of a report of a ledger: the subscription is another account's, and stays there; the text says why. See \
      resubscriptions.
      """
    ),
    ("stated", "Of a period that another product took the place of: Apple says so in is_upgraded."),
    (
      "inferred",
      "Of a period that another product took the place of: it follows from the dates. The source itself does "
        + "not say so."
    ),
    ("clock", "The moment that is asked about is that of this machine's clock."),
    ("option", "The moment that is asked about was given with --at."),
    ("signed_date", "The source knows what had happened until its signedDate, and nothing later."),
    ("app-receipt", "The source is an app receipt."),
    ("notification-v1", "The source is a server notification, version 1. It is not signed."),
    ("notification-v2", "The source is a server notification, version 2. It is signed."),
    ("signed-transaction", "The source is a signed transaction of StoreKit 2."),
    ("signed-history", "The source is several pieces of signed data, as the App Store Server API gives them."),
    ("decoded-payload", "The source is what signed data says, decoded, without its signature, and proves nothing."),
    ("signed-app-transaction", "The source is an AppTransaction: the download of the app, which holds no purchase."),
    ("combined-history", "The source is several inputs of one customer, which status --together makes one history."),
    ("grant", "What a notification means for access: it begins, or goes on for another period."),
    ("keep", "What a notification means for access: it goes on as it was."),
    ("end", "What a notification means for access: it is over, because what was paid for is."),
    ("take_back", "What a notification means for access: it is withdrawn, although it was paid for."),
    ("give_back", "What a notification means for access: what was withdrawn comes back."),
    ("nothing", "What a notification means for access: it is not about the access of a customer."),
    ("unreadable_value", "An irregularity of purchases: a value that cannot be read. It is taken for absent."),
    ("missing_value", "An irregularity of purchases: something that every purchase has is absent."),
    ("date_order", "An irregularity of purchases: dates in an order that is impossible."),
    (
      "contradiction",
      "An irregularity of purchases: two values that contradict each other. The message says which one counts."
    ),
    ("unknown", "The source does not say, or the value is unknown."),
    ("disagrees", "Of Apple's status: it is not what follows from the verdict on the receipt."),
    (
      "silent",
      "Of Apple's status: it says nothing about this receipt. A wrong shared secret and a server that is down "
        + "are such cases."
    ),
    ("give_up", "What to do after a status: nothing. Asking again would bring the same answer."),
    (
      "retry_once",
      "What to do after a status: ask once more, because Apple calls it possibly temporary, and then no more."
    ),
    ("retry", "What to do after a status: ask again later, with growing pauses."),
    ("ask_sandbox", "What to do after a status: send the same to the sandbox."),
    ("ask_production", "What to do after a status: send the same to production."),
    ("warning", "Of a check: something is odd, and does not make the verdict worse."),
    ("pinned", "The certificate that everything hangs on is one of Apple's roots, which are built in."),
    ("user", "The certificate that everything hangs on was given with --trust-anchor."),
    ("nested", "Something of the input was not read: what lies in it is nested too deeply."),
    (
      "more-pages",
      """
      Something of the purchases was not read: the answer of the App Store Server API says that it has more pages \
      (hasMore).
      """
    ),
    ("cut-off", "Something of the input was not read: its end, or a part of it, is missing."),
    ("purchases", "Something of the input was not read: purchases that stand beside what was read."),
    ("signed-data", "Something of the input was not read: signed data that stands beside what was read."),
    ("sha1", "The receipt is signed by its SHA-1 digest."),
    ("sha256", "The receipt is signed by its SHA-256 digest."),
    ("sha384", "The receipt is signed by its SHA-384 digest."),
    ("sha512", "The receipt is signed by its SHA-512 digest."),
    ("not_reached", "Of a stage of diagnose: an earlier stage failed, so that this one was not begun."),
    ("problem", "Of a finding: it keeps the receipt from being read, proven or accepted."),
    ("note", "Of a finding: it is worth knowing, and keeps nothing from working."),
    ("body", "What was given is the body of a request to verifyReceipt."),
    (
      "doubtful",
      "Of an answer in a ledger: Apple refuses the receipt in a way that is known to pass. It is believed when "
        + "it stays so for a day."
    ),
    ("refused", "Of an answer in a ledger: Apple refuses the receipt for good."),
    ("elsewhere", "Of an answer in a ledger: the receipt is for the other one of Apple's servers."),
    ("wrong_secret", "Of an answer in a ledger: the shared secret is wrong. It says nothing about the receipt."),
    ("later", "Of an answer in a ledger: Apple asks to be asked again later."),
    ("valid", "Of an answer in a ledger: Apple accepts the receipt."),
    ("checks", "Who decided about an order: the checks of this tool, without Apple."),
    ("apple", "Apple: who has to act, or whose answer decided about an order."),
    ("purchase", "What a line of `ledger list` is about: one purchase."),
    ("order", "What a line of `ledger list` is about, or what a name was found as in `ledger show`: an order."),
    (
      "transaction",
      "What a name was found as in `ledger show`, or what a value identifies in `redact --list`: one purchase "
        + "or renewal."
    ),
    ("nobody", "No one has to act: it is as it should be."),
    ("sender", "Who has to act: the person or program that sent, copied or stored the receipt."),
    ("developer", "Who has to act: the developer of the app or of its server."),
    ("support", "Who has to act: support staff."),
    ("customer", "Who has to act: the customer."),
    ("account", "What a value identifies: the account of a customer. In `ledger show`, what a name was found as."),
    ("web_order_line_item", "What a value identifies: the purchase of one period of a subscription."),
    ("download", "What a value identifies: one download of the app by a customer (download_id)."),
    ("device", "What a value identifies: a device."),
    ("vendor", "What a value identifies: a device, for all apps of one developer."),
    ("app_transaction", "What a value identifies: the first download of the app by a customer (appTransactionId)."),
    ("app", "What a value identifies: the app."),
    ("product", "What a value identifies: a product, a subscription group or an offer."),
    ("date", "What a value is: a date. It is kept, moved or made coarser, as the options say."),
    ("secret", "What a value is: the shared secret of an app. It is never printed."),
    ("common", "What a value is: something that many people have, which identifies no one."),
  ]
}
