import ReceiptKit
import ReceiptMint
import TestSupport
import Testing

@testable import ReceiptLedger

/// Random sequences of presentations, replays, restores, refunds, answers and crashes, against a model in memory that
/// knows nothing of tables.
@Suite("Properties", .overBothStorages, .thorough)
struct PropertyTests {
  @Test("no transaction for two accounts, no accepted order lost, no event sequence broken", arguments: 0..<24)
  func sequences(_ seed: Int) async throws {
    var world = try World(seed: UInt64(seed))
    for _ in 0..<50 { try await world.step() }
    try world.finish()
  }

  @Test("the model can tell a wrong decision from a right one")
  func modelIsStrict() throws {
    var model = Model()
    let coins = Good.consumable(0)
    #expect(model.decide([coins], order: "A", account: "jane", receipt: "1", asksApple: false) == .accept)
    #expect(model.decide([coins], order: "B", account: "jane", receipt: "1", asksApple: false) == .replay)
    #expect(model.decide([coins], order: "A", account: "jane", receipt: "1", asksApple: false) == .duplicate)
  }
}

/// What can be bought.
enum Good: Hashable {
  case consumable(Int)
  /// A product that is kept, and its restored copy of this number (0: the purchase itself).
  case kept(Int, copy: Int)
  /// A subscription and its period.
  case period(Int, Int)

  var transaction: String {
    switch self {
    case .consumable(let number): "c\(number)"
    case .kept(let number, let copy): copy == 0 ? "k\(number)" : "k\(number)-\(copy)"
    case .period(let number, let period): period == 0 ? "s\(number)" : "s\(number)-\(period)"
    }
  }

  /// What the model remembers it by.
  var key: String {
    if case .kept(let number, _) = self { "k\(number)" } else { transaction }
  }

  var family: String {
    switch self {
    case .consumable: transaction
    case .kept(let number, _): "k\(number)"
    case .period(let number, _): "s\(number)"
    }
  }

  var comesAgain: Bool { if case .consumable = self { false } else { true } }

  var minted: InAppDescription {
    switch self {
    case .consumable: .purchase(transaction)
    case .kept(let number, _): .purchase(transaction, original: "k\(number)", product: "kept\(number)", type: 0)
    case .period(let number, let period):
      .monthly(
        transaction, original: "s\(number)", from: "2025-0\(period + 1)-01T00:00:00Z",
        to: "2025-0\(period + 2)-01T00:00:00Z")
    }
  }
}

/// The rules once more, as simply as they can be said.
struct Model {
  struct Holder: Equatable {
    var order: String
    var account: String
    var isPending: Bool
    var isRefunded = false
    /// What it waits for, by number.
    var question = 0
  }

  /// An order that waits for Apple.
  struct Question {
    var number: Int
    var presented: [String]
    /// What it would have.
    var keys: [String] = []
    /// The questions that decide it, where it restores what still waits itself.
    var follows: Set<Int> = []
  }

  private(set) var holders: [String: Holder] = [:]
  private var families: [String: [String]] = [:]
  private var refusedReceipts: Set<String> = []
  /// What waits for Apple, oldest first.
  private(set) var waiting: [Question] = []
  private var questions = 0

  private func owner(of family: String) -> String? {
    families[family]?.lazy.compactMap { holders[$0]?.account }.first
  }

  private func outcome(_ good: Good, _ order: String, _ account: String) -> PurchaseOutcome {
    if let owner = owner(of: good.family), owner != account { return .replay }
    guard let holder = holders[good.key] else { return .new }
    if holder.account != account { return .replay }
    if holder.order == order { return .duplicate }
    guard good.comesAgain else { return .replay }
    return holder.isRefunded ? .refunded : .restored
  }

  mutating func decide(
    _ goods: [Good], order: String, account: String, receipt: String, asksApple: Bool
  ) -> LedgerDecision {
    let outcomes = goods.map { outcome($0, order, account) }
    let good: LedgerDecision = asksApple ? .pending : .accept
    // The order again: whatever else is in the receipt is for other orders.
    if outcomes.contains(.duplicate) { return .duplicate }
    let presented = [receipt, order, account]
    if outcomes.contains(.new) {
      // What Apple refused once is refused to everybody.
      if refusedReceipts.contains(receipt) {
        last[presented] = false
        return .reject
      }
      questions += 1
      var keys: [String] = []
      for (good, outcome) in zip(goods, outcomes) where outcome == .new && holders[good.key] == nil {
        holders[good.key] = Holder(order: order, account: account, isPending: asksApple, question: questions)
        families[good.family, default: []].append(good.key)
        keys.append(good.key)
      }
      if asksApple { waiting.append(Question(number: questions, presented: presented, keys: keys)) }
      last[presented] = true
      return good
    }
    if outcomes.contains(.replay) {
      last[presented] = false
      return .replay
    }
    guard outcomes.contains(.restored) else {
      last[presented] = false
      return .reject
    }
    // The same receipt for the same order and account, if the last answer to it was good.
    if last[presented] == true { return .duplicate }
    last[presented] = true
    questions += 1
    var question = Question(number: questions, presented: presented)
    for (good, outcome) in zip(goods, outcomes) where outcome == .restored {
      if let holder = holders[good.key], holder.isPending { question.follows.insert(holder.question) }
    }
    if asksApple { waiting.append(question) }
    return good
  }

  private var last: [[String]: Bool] = [:]

  mutating func apple(isValid: Bool) {
    var good: Set<Int> = []
    for question in waiting where question.follows.isEmpty {
      // What was refunded before Apple was asked is not confirmed.
      let isRefunded = !question.keys.isEmpty && question.keys.allSatisfy { holders[$0]?.isRefunded ?? true }
      if isValid, !isRefunded { good.insert(question.number) }
      if !isValid { refusedReceipts.insert(question.presented[0]) }
      for key in question.keys {
        guard let holder = holders[key], holder.isPending else { continue }
        holders[key]?.isPending = false
        if !isValid, !holder.isRefunded { holders[key] = nil }
      }
    }
    for question in waiting {
      let isGood = question.follows.isEmpty ? good.contains(question.number) : !question.follows.isDisjoint(with: good)
      if !isGood { last[question.presented] = false }
    }
    waiting = []
  }

  mutating func refund(_ key: String) { holders[key]?.isRefunded = true }
}

/// A ledger and the model of it, and a source of chances.
struct World {
  private static let accounts = ["jane", "joe", "kim"]
  private static let goods: [Good] =
    (0..<5).map { .consumable($0) } + (0..<2).flatMap { kept in (0..<3).map { .kept(kept, copy: $0) } }
    + (0..<2).flatMap { subscription in (0..<4).map { .period(subscription, $0) } }

  private let shop: Shop
  private var ledger: Ledger
  private var model = Model()
  private var chance: SplitMix
  private let asksApple: Bool
  private var receipts: [String: PresentedReceipt] = [:]
  /// Who was told that he has something.
  private var told: [String: String] = [:]
  private var accepted: [(goods: [Good], order: String, account: String)] = []

  init(seed: UInt64) throws {
    shop = try Shop()
    ledger = shop.ledger
    chance = SplitMix(seed: seed)
    asksApple = seed % 2 == 1
    shop.rules.asksApple = asksApple
  }

  mutating func step() async throws {
    shop.now.milliseconds += Int64(chance.below(5_000)) - 1_000
    switch chance.below(20) {
    case 0..<14: try present()
    case 14..<16: try await answer()
    case 16..<17: try refund()
    case 17..<19: try crash()
    default: ledger = try Ledger(path: shop.path)
    }
    let sequences = try ledger.events(since: 0).map(\.sequence)
    #expect(sequences == (0..<sequences.count).map { Int64($0) + 1 })
  }

  private mutating func choose() throws -> (goods: [Good], receipt: String, presentation: Presentation) {
    let drawn: [Good] = (0...chance.below(3)).map { _ in Self.goods[chance.below(Self.goods.count)] }
    let goods = Set(drawn).sorted { $0.transaction < $1.transaction }
    // One copy of a product that is kept: two would be duplicates of each other in one receipt.
    var families: Set<String> = []
    let chosen = goods.filter { good in
      if case .kept = good { families.insert(good.family).inserted } else { true }
    }
    let name = chosen.map(\.transaction).joined(separator: " ")
    let receipt: PresentedReceipt
    if let known = receipts[name] {
      receipt = known
    } else {
      receipt = shop.presentation(try shop.receipt(chosen.map(\.minted)), order: "", account: "").receipt
      receipts[name] = receipt
    }
    #expect(receipt.failures.isEmpty)
    let order = "O\(chance.below(6))"
    let account = Self.accounts[chance.below(Self.accounts.count)]
    return (chosen, name, Presentation(order: order, account: account, receipt: receipt))
  }

  private mutating func present() throws {
    let (goods, receipt, presentation) = try choose()
    let decision = try ledger.add(presentation, rules: shop.rules, now: shop.now)
    let expected = model.decide(
      goods, order: presentation.order, account: presentation.account, receipt: receipt, asksApple: asksApple)
    #expect(decision.decision == expected, "\(receipt) for \(presentation.order) of \(presentation.account)")
    guard expected == .accept || expected == .pending else { return }
    let own = decision.items.filter { $0.outcome == .new }.compactMap(\.purchase.transactionID)
    for good in goods where own.contains(good.transaction) { note(good, presentation.account) }
    accepted.append((goods.filter { own.contains($0.transaction) }, presentation.order, presentation.account))
  }

  private mutating func note(_ good: Good, _ account: String) {
    // With Apple, what was refused may go to somebody else: the model says whether it was.
    guard !asksApple else { return }
    for name in [good.transaction, good.family] {
      #expect(told[name] == nil || told[name] == account, "\(name) for two accounts")
      told[name] = account
    }
  }

  private mutating func answer() async throws {
    let isValid = chance.below(3) > 0
    let isTemporary = chance.below(4) == 0
    let reply: AppleReply = isTemporary ? .later(reason: "busy", retryAfter: nil) : try .status(isValid ? 0 : 21003)
    shop.now.milliseconds += 24 * 3_600_000
    let now = shop.now
    var settings = Runner.Settings()
    settings.rate = 0
    _ = try await Runner(ledger: ledger, verifier: ScriptedVerifier([reply]), settings: settings) { now }.pass { _, _ in
    }
    if !isTemporary { model.apple(isValid: isValid) }
  }

  private mutating func refund() throws {
    let held = model.holders.keys.sorted()
    guard !held.isEmpty else { return }
    let key = held[chance.below(held.count)]
    let rows = try ledger.history(of: key, as: .transaction, now: shop.now).purchases.filter { $0.state != "rejected" }
    guard
      let row = rows.map(\.record).first(where: {
        $0.transactionID == key || key.hasPrefix("k") && $0.originalTransactionID == key
      })
    else {
      Issue.record("\(key) is held and not in the ledger")
      return
    }
    let text = """
      {"notification_type":"REFUND","unified_receipt":{"latest_receipt_info":[{"transaction_id":"\(row.transactionID ?? "")",
      "product_id":"x","purchase_date_ms":"1","cancellation_date_ms":"\(shop.now.milliseconds)"}]}}
      """
    _ = try ledger.record(try PurchaseHistoryReader().read(Array(text.utf8)), now: shop.now)
    model.refund(key)
  }

  /// Everything is decided and written, and the process dies before the commit.
  private mutating func crash() throws {
    struct Crash: Error {}
    let (_, _, presentation) = try choose()
    #expect(throws: Crash.self) {
      try ledger.write { db in
        _ = try Admission(
          db: db, rules: shop.rules, now: shop.now, apps: [Shop.bundle], erased: ledger.erased(db)
        ).add(presentation)
        throw Crash()
      }
    }
    ledger = try Ledger(path: shop.path)
  }

  /// What was accepted is still there, for whom it was accepted.
  mutating func finish() throws {
    #expect(try ledger.check() == [])
    var purchases: [String: [String?]] = [:]
    try ledger.exportPurchases { values in purchases[values[0] ?? ""] = values }
    for (goods, order, account) in accepted where !asksApple {
      for good in goods {
        #expect(purchases[good.transaction]?[5] == order && purchases[good.transaction]?[6] == account)
      }
    }
    for (key, holder) in model.holders {
      let row = purchases.values.first { $0[4] != "rejected" && ($0[0] == key || key.hasPrefix("k") && $0[1] == key) }
      #expect(row?[5] == holder.order && row?[6] == holder.account, "\(key)")
      #expect((row?[4] == "refunded") == holder.isRefunded, "\(key)")
    }
  }
}
