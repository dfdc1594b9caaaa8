import ReceiptKit
import ReceiptMint
import TestSupport
import Testing

/// Laws of the merge, over random lives of one customer: what is said does not depend on the order of the inputs, on
/// repetitions or on how they are put into documents, and a claim displaces no proof.
@Suite("Merging histories: laws")
struct HistoryMergeTests {
  private typealias Samples = CombinedSamples

  /// One statement, in the forms in which it can be given.
  private struct Statement {
    /// The JWS, or an answer of verifyReceipt.
    let text: String
    let isJWS: Bool
    let isProven: Bool
  }

  /// Statements about two subscriptions of four months and one purchase of something that is bought once.
  private static let pool = Result { () throws -> [Statement] in
    var generator = SplitMix(seed: 36)
    var pool: [Statement] = []
    func add(_ kind: SignedPayloadKind, _ payload: String) throws {
      if Bool.random(using: &generator) {
        pool.append(Statement(text: try Samples.sign(kind, payload), isJWS: true, isProven: true))
      } else if Bool.random(using: &generator) {
        pool.append(Statement(text: SignedDataSamples.jws(payload), isJWS: true, isProven: false))
      } else {
        // Decoded: nothing signs it.
        pool.append(Statement(text: payload, isJWS: false, isProven: false))
      }
    }
    func transaction(_ month: Int64, _ signed: Int64) -> String {
      let more =
        [
          "", #","isUpgraded":true"#, #","transactionReason":"RENEWAL""#, #","webOrderLineItemId":"9\#(month)""#,
          #","revocationDate":\#(Samples.date(signed - 1).milliseconds),"revocationReason":0,"revocationType":"REFUND_FULL""#,
        ].randomElement(using: &generator) ?? ""
      let text = Samples.transaction(month, signed: signed, more)
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: return text.replacing(#""originalTransactionId":"1""#, with: #""originalTransactionId":"\#(month)""#)
      case 1: return text.replacing(#""transactionId":"\#(month)""#, with: #""transactionId":"5\#(month)""#)
      case 2 where month == 1:
        return text.replacing("Auto-Renewable Subscription", with: "Non-Consumable").replacing(
          Samples.product, with: "com.example.reader.once")
      default: return text
      }
    }
    for _ in 0..<120 {
      let (month, signed) = (Int64.random(in: 1...4, using: &generator), Int64.random(in: 0...130, using: &generator))
      switch Int.random(in: 0..<5, using: &generator) {
      case 0, 1: try add(.transaction, transaction(month, signed))
      case 2:
        let more = [
          "", #","isInBillingRetryPeriod":true,"gracePeriodExpiresDate":\#(Samples.date(signed + 6).milliseconds)"#,
          #","expirationIntent":1"#, #","renewalDate":\#(Samples.date(month * 30).milliseconds)"#,
        ]
        try add(.renewal, Samples.renewal(signed: signed, more.randomElement(using: &generator) ?? ""))
      case 3:
        let status = Int.random(in: 0...5, using: &generator)
        try add(
          .notification,
          Samples.notification(
            "DID_CHANGE_RENEWAL_STATUS", nil, signed: signed, uuid: "\(pool.count)", transaction(month, signed),
            Bool.random(using: &generator) ? Samples.renewal(signed: signed) : nil, status: status == 0 ? nil : status))
      default:
        pool.append(Statement(text: Samples.answer(month: month, asked: signed), isJWS: false, isProven: false))
      }
    }
    return pool
  }

  /// What is said, without the numbers of pieces; what cannot be put together says why.
  private static func said(_ texts: [String], at day: Int64) -> String {
    do {
      let status = try Samples.status(texts, at: day)
      let holdings = status.subscriptions.map { "\($0.originalTransactionID ?? "") \($0.holding) \($0.isProven)" }
      let purchases = status.history.purchases.map { purchase in
        var purchase = purchase
        purchase.statement?.piece = nil
        return "\(purchase)"
      }
      let contradictions = status.irregularities.map(\.message.description).filter { !$0.hasPrefix("piece ") }
      let parts =
        holdings + status.holdings.purchases.map { "\($0)" } + purchases.sorted() + Set(contradictions).sorted()
      return parts.joined(separator: "\n")
    } catch { return "\(error)" }
  }

  @Test("in any order, with repetitions, and in any documents the same is said", .thorough, arguments: 1...UInt64(150))
  func laws(seed: UInt64) throws {
    var generator = SplitMix(seed: seed)
    let pool = try Self.pool.get()
    let chosen = (0..<Int.random(in: 2...8, using: &generator)).compactMap { _ in pool.randomElement(using: &generator)
    }
    let day = Int64.random(in: 0...150, using: &generator)
    let texts = chosen.map(\.text)
    let expected = Self.said(texts, at: day)
    // Commutative.
    #expect(Self.said(texts.shuffled(using: &generator), at: day) == expected, "seed \(seed)")
    // Idempotent.
    #expect(Self.said(texts + texts.shuffled(using: &generator), at: day) == expected, "seed \(seed)")
    // Associative: some are put together before the others are added.
    let signed = chosen.filter(\.isJWS).map(\.text)
    for count in 2...4 where signed.count > count {
      let groups = [signed.prefix(count), signed.dropFirst(count)].map { "[\"" + $0.joined(separator: "\",\"") + "\"]" }
      let others = chosen.filter { !$0.isJWS }.map(\.text)
      #expect(Self.said(groups + others, at: day) == expected, "seed \(seed)")
    }
  }

  @Test("what is believed is the same with and without claims", arguments: 1...UInt64(150))
  func proofs(seed: UInt64) throws {
    var generator = SplitMix(seed: seed)
    let pool = try Self.pool.get()
    let proven = (0..<Int.random(in: 1...4, using: &generator)).compactMap { _ in
      pool.filter(\.isProven).randomElement(using: &generator)
    }
    let claims = (0..<Int.random(in: 1...4, using: &generator)).compactMap { _ in
      pool.filter { !$0.isProven }.randomElement(using: &generator)
    }
    let day = Int64.random(in: 0...150, using: &generator)
    func believed(_ statements: [Statement]) -> [String]? {
      guard let status = try? Samples.status(statements.map(\.text), at: day),
        let proven = status.history.proven
      else { return nil }
      return SubscriptionStatus(proven, at: day.date).subscriptions.map { "\($0.holding)" }
        + SubscriptionStatus(proven, at: day.date).holdings.purchases.map { "\($0)" }
    }
    #expect(believed(proven + claims) == believed(proven), "seed \(seed)")
  }
}

extension Int64 {
  fileprivate var date: Instant { CombinedSamples.date(self) }
}
