/// What another program's object says about a purchase. Nothing of it is signed.
///
/// The order is that of caution: if members contradict each other, the last state of this list counts.
package enum ProgramState: String, CaseIterable, Comparable, Sendable {
  /// A purchase is stated.
  case purchased
  /// A word or a number that is not known. It may mean anything, so it contradicts a purchase.
  case unknown
  /// Not active, and nothing says why.
  case inactive
  /// The payment has not been made yet.
  case pending
  /// Someone else has to approve the payment (Apple, SKPaymentTransactionState).
  case deferred
  /// Auto-renew was turned off, the customer stopped the payment, or it was refunded: programs use one word for all.
  case cancelled
  case failed
  /// A payment failed, and the customer keeps access for some days.
  case grace
  case expired
  /// A payment failed, and is tried again.
  case billingRetry
  case revoked
  /// Another product took its place, which programs also call revoked.
  case replaced
  case refunded

  /// The state in a word or two.
  package var words: String {
    switch self {
    case .failed: "payment failed"
    case .grace: "in a billing grace period"
    case .billingRetry: "in billing retry"
    case .replaced: "replaced by another product"
    default: rawValue
    }
  }

  /// Parts of words that may say that nothing was bought, or that it was taken back.
  private static let doubts = [
    "refund", "revo", "cancel", "expir", "fail", "error", "exception", "pend", "defer", "declin", "invalid", "unverif",
    "notp", "notb", "notv", "never", "unpaid", "mock", "fake", "simul", "reject", "deni", "retry", "grace",
    "billingissue", "former", "previous", "void", "chargeb", "chargedb", "disput", "revers", "return", "abort", "stop",
    "fraud", "back",
    // In the languages of people who write most of what is pasted here.
    "erstatt", "storn", "widerruf", "gek\u{FC}ndigt", "abgelaufen", "rembours", "annul", "reembols",
    "caduc", "rimbors", "scadut", "lapse", "inactiv", "zur\u{FC}ck", "\u{6255}\u{3044}\u{623B}\u{3057}",
    "\u{D658}\u{BD88}", "\u{432}\u{43E}\u{437}\u{432}\u{440}\u{430}\u{442}",
    "\u{9000}\u{6B3E}", "\u{8FC7}\u{671F}", "\u{53D6}\u{6D88}", "\u{5931}\u{8D25}",
    "\u{8FD4}\u{91D1}", "\u{30AD}\u{30E3}\u{30F3}\u{30BB}\u{30EB}", "\u{671F}\u{9650}\u{5207}\u{308C}",
  ]

  /// Whether a name or a word may say that nothing was bought, or that it was taken back.
  package static func isDoubtful(_ word: String) -> Bool {
    let text = word.lowercased()
    if vague.contains(text) || ["ended", "purchasing", "false"].contains(text) { return true }
    let bytes = Array(text.utf8)
    return doubtBytes.contains { bytes.firstOffset(of: $0) != nil }
  }

  private static let doubtBytes = doubts.map { Array($0.utf8) }

  /// Words of ``isDoubtful(_:)`` that mean nothing in a sentence of many words.
  package static let vague: Set = [
    "no", "not", "old", "err", "left", "test", "error", "errors", "return", "returns", "previous", "stop", "back",
  ]

  package static func < (left: ProgramState, right: ProgramState) -> Bool { left.rank < right.rank }

  private var rank: Int { Self.allCases.firstIndex(of: self) ?? Self.allCases.count }

  /// The state that a word means in any program, by the whole word: `PurchaseStatus.purchased`, `PAYMENT_PENDING`,
  /// `SKPaymentTransactionStateDeferred`.
  package init(word: String) {
    guard word.utf8.count <= 100 else {
      self = .unknown
      return
    }
    let parts = word.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    // `not.purchased`, and what is cut: `purchased...`
    let isNegatedOrCut =
      parts.contains("") || parts.dropLast().contains { Self.words[$0.lowercased()] != nil || $0 == "not" }
    guard !isNegatedOrCut else {
      self = .unknown
      return
    }
    // Flutter: the customer closed the payment sheet.
    if OtherProgram.plain(word) == "purchasestatuscanceled" {
      self = .failed
      return
    }
    var plain = OtherProgram.plain(parts.last ?? "")
    for prefix in ["k", "skpaymenttransactionstate", "paymenttransactionstate", "purchasestate", "subscriptionstate"]
    where plain.hasPrefix(prefix) && plain.count > prefix.count && Self.words[plain] == nil {
      plain.removeFirst(prefix.count)
    }
    self = Self.words[plain] ?? .unknown
  }

  private static let words: [String: ProgramState] = {
    var states: [String: ProgramState] = [:]
    for (state, words) in table {
      for word in words.split(separator: " ") { states[String(word)] = state }
    }
    return states
  }()

  /// Each state with the words of the programs in ``OtherProgram/all``, without separators.
  private static let table: [ProgramState: String] = [
    .purchased: """
    purchased restored bought owned active approved finished completed paid subscribed trial intro regular promo grace \
    entitled consumed readytoconsume verified initialpurchase renewal renewed nonrenewingpurchase uncancellation
    """,
    .pending: """
    pending purchasing paymentpending pendingapproval pendingacknowledgment initiated processing inprogress progress \
    waiting incomplete
    """,
    .deferred: "deferred askedtobuy asktobuy",
    .cancelled: "canceled cancelled cancellation cancelation usercancelled usercanceled unsubscribed",
    .failed: "failed failure error declined invalid inauthentic notpurchased",
    .expired: "expired expiration ended lapsed",
    .inactive: "inactive notactive paused subscriptionpaused churned",
    .grace: "graceperiod ingraceperiod billinggraceperiod",
    .billingRetry: "billingissue billingretry inbillingretry billingretryperiod billingerror onhold pastdue",
    .replaced: "upgraded replaced",
    .revoked: "revoked revoke familyrevoke revocation",
    .refunded: "refunded refund chargeback",
  ]
}
