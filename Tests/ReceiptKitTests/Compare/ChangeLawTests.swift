import ReceiptKit
import ReceiptMint
import TestSupport
import Testing

/// Laws of changes, over random lives of a customer: what is the same has none, what happened is told once, and two
/// that share no identifier are never paired.
@Suite("What happened between two histories: laws")
struct ChangeLawTests {
  private typealias Samples = CombinedSamples

  /// What is known of one transaction.
  private struct Purchase: Equatable {
    var product: String
    var start: Int64
    var end: Int64?
    var revocation: String?
    var revoked: Int64?
    var isUpgraded = false
  }

  /// What is known of the next renewal.
  private struct Renewal: Equatable {
    var willRenew = true
    var isFailing = false
    var hasEnded = false
  }

  /// A life up to a day: what Apple signed, and what is true then.
  private struct Life {
    var texts: [String] = []
    var purchases: [String: Purchase] = [:]
    var renewal: Renewal?
    private var day: Int64 = 0
    private var current = ""
    private let prefix: String

    init(_ prefix: String) throws {
      self.prefix = prefix
      try begin("com.example.reader.monthly")
    }

    private var original: String { prefix + "1" }

    private mutating func begin(_ product: String) throws {
      current = prefix + String(purchases.count + 1)
      purchases[current] = Purchase(product: product, start: day, end: day + 30)
      try sign(current)
    }

    private mutating func sign(_ id: String) throws {
      guard let purchase = purchases[id] else { return }
      func date(_ day: Int64) -> String { String(Samples.date(day).milliseconds) }
      var more = ""
      if let end = purchase.end { more += #","expiresDate":\#(date(end))"# }
      if purchase.isUpgraded { more += #","isUpgraded":true"# }
      if let type = purchase.revocation {
        let moment = date(purchase.revoked ?? day)
        more += #","revocationDate":\#(moment),"revocationReason":0,"revocationType":"\#(type)""#
      }
      texts.append(
        try Samples.sign(
          .transaction,
          #"{"transactionId":"\#(id)","originalTransactionId":"\#(purchase.end == nil ? id : original)","#
            + #""bundleId":"com.example.reader","environment":"Sandbox","productId":"\#(purchase.product)","#
            + #""type":"\#(purchase.end == nil ? "Consumable" : "Auto-Renewable Subscription")","#
            + #""purchaseDate":\#(date(purchase.start)),"signedDate":\#(date(day))\#(more)}"#))
    }

    private mutating func signRenewal(_ change: (inout Renewal) -> Void) throws {
      var renewal = renewal ?? Renewal()
      change(&renewal)
      self.renewal = renewal
      texts.append(
        try Samples.sign(
          .renewal,
          #"{"originalTransactionId":"\#(original)","productId":"com.example.reader.monthly","environment":"Sandbox","#
            + #""autoRenewProductId":"com.example.reader.monthly","autoRenewStatus":\#(renewal.willRenew ? 1 : 0),"#
            + (renewal.hasEnded ? #""expirationIntent":1,"# : "")
            + #""isInBillingRetryPeriod":\#(renewal.isFailing),"signedDate":\#(Samples.date(day).milliseconds)}"#))
    }

    /// One thing happens, at least a day after the one before it.
    mutating func goOn(_ chance: inout SplitMix) throws {
      day += Int64(1 + chance.below(9))
      let period = purchases[current] ?? Purchase(product: "", start: 0)
      switch chance.below(8) {
      case 0, 1:
        day = max(day, period.end ?? day)
        try begin(period.product)
      case 2 where period.revocation == nil:
        purchases[current]?.isUpgraded = true
        try sign(current)
        day += 1
        try begin(period.product.hasSuffix("monthly") ? "com.example.reader.yearly" : "com.example.reader.monthly")
      case 3:
        purchases["\(prefix)9\(purchases.count)"] = Purchase(product: "com.example.reader.coins", start: day)
        try sign("\(prefix)9\(purchases.count - 1)")
      case 4:
        purchases[current]?.end = period.end.map { $0 + 5 }
        try sign(current)
      case 5:
        let known = purchases.filter { !$0.value.isUpgraded }.keys.sorted()
        let id = known[chance.below(known.count)]
        let types = ["REFUND_FULL", "FAMILY_REVOKE", "ASSIGNMENT_REVOKE"]
        let revocation = purchases[id]?.revocation
        purchases[id]?.revocation = revocation == nil ? types[chance.below(3)] : nil
        purchases[id]?.revoked = revocation == nil ? day : nil
        try sign(id)
      case 6: try signRenewal { $0.willRenew.toggle() }
      default:
        let (isFailing, hasEnded) = [(true, false), (false, false), (false, true)][chance.below(3)]
        try signRenewal { ($0.isFailing, $0.hasEnded) = (isFailing, hasEnded) }
      }
    }

    /// What happened since, in the words of ``HistoryChange``; sorted.
    func changes(since before: Life) -> [String] {
      var found: [String] = []
      let words = [
        "REFUND_FULL": "refunded", "FAMILY_REVOKE": "no-longer-shared", "ASSIGNMENT_REVOKE": "seat-taken-back",
      ]
      for (id, now) in purchases {
        let end = now.isUpgraded ? "replaced" : now.revocation.flatMap { words[$0] }
        guard let old = before.purchases[id] else {
          let isFirst = id == original || now.end == nil
          let causes = [isFirst ? "bought" : "renewed", end].compactMap(\.self)
          found.append("added \(id) " + causes.joined(separator: " "))
          continue
        }
        if old == now { continue }
        let hadEnded = old.isUpgraded || old.revocation != nil
        let isLonger = old.end != now.end
        let cause =
          switch (hadEnded, end) {
          case (false, let end?): end
          case (true, "replaced"?) where !old.isUpgraded: "replaced"
          case (true, nil): "refund-taken-back"
          default: isLonger ? "extended" : "unexplained"
          }
        found.append("changed \(id) \(cause)")
      }
      guard let renewal else { return found.sorted() }
      guard let old = before.renewal else { return (found + ["added renewal not-told"]).sorted() }
      var causes: [String] = []
      if renewal.isFailing, !old.isFailing { causes.append("payment-failed") }
      if renewal.hasEnded, !old.hasEnded { causes.append("ended") }
      if old.isFailing, !renewal.isFailing, !renewal.hasEnded { causes.append("payment-recovered") }
      if old.willRenew, !renewal.willRenew, !causes.contains("ended") {
        // What was taken back no longer renews: the customer turned nothing off.
        causes.append(purchases[current]?.revocation == nil ? "auto-renew-off" : "ended")
      }
      if !old.willRenew, renewal.willRenew { causes.append("auto-renew-on") }
      if renewal != old, causes.isEmpty { causes = ["next-period"] }
      if !causes.isEmpty { found.append("changed renewal " + causes.joined(separator: " ")) }
      return found.sorted()
    }

    var history: PurchaseHistory { get throws { try Samples.status(texts, at: day).history } }
  }

  private static func life(_ prefix: String, _ steps: Int, _ chance: inout SplitMix) throws -> [Life] {
    var lives = [try Life(prefix)]
    for _ in 0..<steps {
      var life = lives[lives.count - 1]
      try life.goOn(&chance)
      lives.append(life)
    }
    return lives
  }

  private static func words(_ change: HistoryChange) -> String {
    "\(change.kind.rawValue) \(change.subject == .renewal ? "renewal" : change.purchase?.transactionID ?? "") "
      + change.causes.map(\.rawValue).joined(separator: " ")
  }

  @Test("everything that happened is told once, and nothing of what stayed", arguments: 1...UInt64(16))
  func events(seed: UInt64) throws {
    var chance = SplitMix(seed: seed)
    let lives = try Self.life("", 9, &chance)
    let after = lives[lives.count - 1]
    let merged = try after.history
    for before in [0, 3, 5, 8].map({ lives[$0] }) {
      let difference = HistoryDifference(try before.history, merged, at: Samples.date(1_000))
      let expected = after.changes(since: before)
      #expect(difference.changes.map(Self.words).sorted() == expected, "seed \(seed), after \(before.texts.count)")
    }
    let same = HistoryDifference(merged, merged, at: Samples.date(1_000))
    #expect(same.changes.isEmpty && same.doubts.isEmpty && same.verdict == .same, "seed \(seed)")
  }

  @Test("an end that is later by less than a second is the same end: receipts have no milliseconds")
  func milliseconds() {
    for (later, cause) in [(1_999, nil), (2_000, .extended)] as [(Int64, HistoryChange.Cause?)] {
      var (old, new) = (PurchaseRecord(), PurchaseRecord())
      (old.expires, new.expires) = (Instant(milliseconds: 1_000), Instant(milliseconds: later))
      #expect(HistoryChange.Cause(from: old, to: new) == cause)
    }
  }

  @Test("two lives that share no identifier are never paired, whatever their dates", arguments: 1...UInt64(10))
  func strangers(seed: UInt64) throws {
    var chance = SplitMix(seed: seed)
    // Of the same days and products.
    var again = chance
    let one = try Self.life("10", 1 + Int(seed % 8), &chance)
    let other = try Self.life("20", 1 + Int(seed % 8), &again)
    let pairs = [(one.count - 1, other.count - 1), (0, other.count - 1), (one.count - 1, 0)]
    for (left, right) in pairs {
      let difference = HistoryDifference(try one[left].history, try other[right].history, at: Samples.date(1_000))
      #expect(difference.changes.allSatisfy { $0.kind != .changed }, "seed \(seed)")
      #expect(difference.unchangedCount == 0 && difference.doubts == [.nothingShared], "seed \(seed)")
      let purchases = difference.changes.filter { $0.subject == .purchase }
      #expect(purchases.count == one[left].purchases.count + other[right].purchases.count, "seed \(seed)")
    }
  }
}
