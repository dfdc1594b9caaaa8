import ReceiptKit
import ReceiptMint
import TestSupport
import Testing

@testable import ReceiptLedger

/// `add`, `notify`, `run`, `merge` and `erase` never make what `check` calls unsound, whatever comes.
@Suite("A ledger never contradicts itself", .overBothStorages)
struct SoundnessTests {
  @Test(
    "two consumables, or two non-renewing purchases, of one original transaction are two accounts' own",
    arguments: [1, 2])
  func oneOriginal(_ type: Int64) throws {
    let shop = try Shop()
    for (transaction, account) in [("T1", "jane"), ("T2", "joe")] {
      let receipt = try shop.receipt(.purchase(transaction, original: "O", type: type))
      #expect(try shop.add(receipt, order: account, account: account).decision == .accept)
    }
    #expect(try shop.ledger.check() == [])
  }

  @Test("a stored state that does not follow is named with what differs")
  func staleSubscription() throws {
    let shop = try Shop()
    let receipt = try shop.receipt(.purchase("T1", original: "T1", type: 3, expires: "2027-03-01T00:00:00Z"))
    #expect(try shop.add(receipt, order: "A").decision == .accept)
    #expect(try shop.ledger.check() == [])
    try shop.ledger.write { db in _ = try db.connection.run("UPDATE subscription SET expires_at = 1000", []) }
    let texts = try shop.ledger.check().filter { $0.rule == "state_follows" }.map(\.text)
    #expect(texts.count == 1)
    #expect(texts.first?.contains("to 1970-01-01T00:00:01Z), not ") == true, "\(texts)")
    #expect(texts.first?.hasSuffix("to 2027-03-01T00:00:00Z)") == true, "\(texts)")
  }

  @Test("a consumable says nothing of whose the kept products of its original transaction are")
  func mixed() throws {
    let shop = try Shop()
    for (transaction, type, account) in [("T1", 0, "jane"), ("T2", 1, "joe")] as [(String, Int64, String)] {
      let receipt = try shop.receipt(.purchase(transaction, original: "O", type: type))
      #expect(try shop.add(receipt, order: account, account: account).decision == .accept)
    }
    let copy = try shop.receipt(.purchase("T3", original: "O", type: 0))
    #expect(try shop.add(copy, order: "3", account: "joe").decision == .replay)
    #expect(try shop.ledger.check() == [])
  }

  @Test("a receipt from before a refund, presented again, says nothing new about its subscription")
  func olderReceipt() throws {
    let shop = try Shop()
    let receipt = try shop.receipt([
      .purchase("T1", original: "T1", type: 3, expires: "2027-03-01T00:00:00Z"),
      .purchase("T2", original: "T1", type: 3, expires: "2027-07-01T00:00:00Z"),
    ])
    #expect(try shop.add(receipt, order: "1").decision == .accept)
    let refund = Said.purchase("T2", original: "T1", from: "2025-12-26", to: "2027-07-01", cancelled: "2025-12-28")
    _ = try shop.ledger.record(try Said.notification("REFUND", [refund]), now: shop.now)
    #expect(try shop.ledger.check() == [])
    // Only now the receipt is kept, so that its subscription is looked at again.
    shop.rules.keepsReceipts = true
    #expect(try shop.add(receipt, order: "1").decision == .duplicate)
    #expect(try shop.ledger.check() == [])
  }

  @Test("a purchase that an order presents under another original transaction leaves the subscription where it was")
  func otherOriginal() throws {
    let shop = try Shop()
    let said = Said.purchase("T2", original: "T1", from: "2025-12-26", to: "2027-08-01")
    _ = try shop.ledger.record(try Said.notification("DID_RENEW", [said]), now: shop.now)
    // Until Apple answers, the order has its own purchases only.
    shop.rules.asksApple = true
    let receipt = try shop.receipt([.purchase("T1", type: 3, expires: "2027-01-01T00:00:00Z")])
    #expect(try shop.add(receipt, order: "1").decision == .pending)
    let first = Said.purchase("T1", from: "2025-12-26", to: "2027-01-01")
    _ = try shop.ledger.record(try Said.notification("DID_RENEW", [first, said]), now: shop.now)
    let other = try shop.receipt([.purchase("T2", original: "T3", type: 3, expires: "2027-08-01T00:00:00Z")])
    // What the receipt says is learned, whatever becomes of an order.
    #expect(try shop.add(other, order: "2") { $0.products = ["another"] }.decision == .reject)
    #expect(try shop.add(other, order: "3").decision == .pending)
    #expect(try shop.ledger.check() == [])
  }

  @Test(
    "after any sequence of presentations, answers, notifications, merges and erasures", .thorough, arguments: 0..<20)
  func sequences(_ seed: Int) async throws {
    var story = RandomHistory(shop: try Shop(), chance: SplitMix(seed: UInt64(seed)))
    var steps: [String] = []
    for _ in 0..<40 {
      steps.append(try await story.step())
      let flaws = try story.shop.ledger.check()
      #expect(flaws == [], "seed \(seed): \(steps.joined(separator: "; "))")
      guard flaws.isEmpty else { return }
    }
  }
}

/// Presentations, answers and notifications by chance, in which few names are many things: an identifier is a
/// consumable here, a period there, and its own original or another's.
struct RandomHistory {
  let shop: Shop
  var chance: SplitMix
  /// The transactions that accounts had which were erased.
  private var erased: Set<String> = []
  /// The documents of all decisions, and everything that notifications said.
  private(set) var transcript: [String] = []

  /// How many customers there are; with more than three a shop like others, in which erasures and merges are rare.
  private let customers: Int
  private var isLarge: Bool { customers > 3 }

  init(shop: Shop, chance: SplitMix, customers: Int = 3) {
    (self.shop, self.chance, self.customers) = (shop, chance, customers)
  }

  private mutating func account() -> String {
    let number = chance.below(customers)
    return isLarge ? "customer \(number)" : ["jane", "joe", "kim"][number]
  }

  private static let types: [Int64?] = [nil, 0, 1, 2, 3, 4, 7]

  mutating func step() async throws -> String {
    shop.rules.asksApple = chance.below(3) == 0
    shop.rules.allowsRestore = chance.below(4) == 0
    shop.rules.keepsReceipts = chance.below(4) == 0
    shop.now.milliseconds += Int64(chance.below(isLarge ? 200_000 : 20_000_000))
    var kind = chance.below(12)
    if isLarge, kind > 8 { kind = chance.below(40) == 0 ? 9 + chance.below(2) : 0 }
    switch kind {
    case 0..<6:
      let owner = chance.below(customers)
      let place = chance.below(8)
      let purchases = (0...chance.below(isLarge ? 2 : 3)).map {
        isLarge ? purchase(of: owner, (place + 3 * $0) % 8) : purchase()
      }
      let receipt = try shop.receipt(purchases)
      let isHonest = isLarge && chance.below(8) > 0
      let order =
        isHonest ? "O of \(purchases[0].transactionID ?? "")" : "O\(chance.below(isLarge ? 4 * customers : 5))"
      let account = isHonest ? "customer \(owner)" : account()
      let products = chance.below(isLarge ? 20 : 3) == 0 ? ["p\(chance.below(2))"] : []
      let decision = try shop.add(receipt, order: order, account: account) { $0.products = products }
      let again = decision.items.filter { $0.outcome == .new }.compactMap(\.purchase.transactionID)
      #expect(erased.isDisjoint(with: again), "erased, and new again")
      var writer = JSONWriter(layout: .compact, reservingCapacity: 1_024)
      decision.write(source: "-", to: &writer)
      transcript.append(String(decoding: writer.bytes, as: UTF8.self))
      return
        "\(purchases.map { "\($0.transactionID ?? "") of \($0.originalTransactionID ?? "")" }) \(decision.decision)"
    case 6..<8:
      let said = (0...chance.below(2)).map { _ in self.said() }
      let events = try shop.ledger.record(try Said.notification("DID_RENEW", said), now: shop.now)
      transcript += events.map { "\($0)" }
      return "notification \(said)"
    case 8:
      let status = [0, 0, 21003, 21010][chance.below(4)]
      shop.now.milliseconds += isLarge ? 600_000 : 86_400_000
      // One at a time: the answers to several arrive in any order.
      try await shop.run(ScriptedVerifier([try .status(status)])) { $0.jobs = 1 }
      return "Apple: \(status)"
    case 9: return try merge()
    case 10: return try erase()
    default:
      transcript.append("\(try shop.ledger.prune(before: shop.now, isTrial: false))")
      return "prune"
    }
  }

  private mutating func merge() throws -> String {
    let first = account()
    var names = [first, account()]
    while names[1] == first { names[1] = account() }
    let refused = Shop.error { _ = try shop.ledger.merge(account: names[0], into: names[1], now: shop.now) }
    #expect(refused == nil || refused?.code == .unknownAccount)
    return "merge \(names[0]) into \(names[1])"
  }

  private mutating func erase() throws -> String {
    let account = account()
    let history = try shop.ledger.history(of: account, as: .account, now: shop.now)
    let refused = Shop.error { _ = try shop.ledger.erase(account: account, now: shop.now) }
    #expect(refused?.code == (history.subjects.isEmpty ? .unknownAccount : nil))
    erased.formUnion(history.purchases.filter { $0.account == account }.compactMap(\.record.transactionID))
    #expect(try shop.ledger.history(of: account, as: .account, now: shop.now).subjects == [])
    return "erase \(account)"
  }

  private mutating func names() -> (transaction: String, original: String) {
    if isLarge {
      let owner = chance.below(customers)
      return ("t\(owner)-\(chance.below(8))", "t\(owner)-\(chance.below(2))")
    }
    let transaction = "t\(chance.below(8))"
    return (transaction, chance.below(2) == 0 ? transaction : "t\(chance.below(3))")
  }

  /// One of the purchases of a customer, the same whenever it comes.
  private mutating func purchase(of owner: Int, _ place: Int) -> InAppDescription {
    let type = Self.types[(owner + place) % 7]
    let isPeriod = type == nil || type == 3
    var purchase = InAppDescription.purchase(
      "t\(owner)-\(place)", original: isPeriod ? "t\(owner)-\(place % 2)" : "t\(owner)-\(place)",
      product: "p\(place % 2)",
      type: type, expires: isPeriod ? "2027-0\(1 + place)-01T00:00:00Z" : nil)
    if chance.below(30) == 0 { purchase.cancellationDate = "2025-12-26T18:00:00Z" }
    return purchase
  }

  private mutating func purchase() -> InAppDescription {
    let (transaction, original) = names()
    var purchase = InAppDescription.purchase(
      transaction, original: original, product: "p\(chance.below(2))", type: Self.types[chance.below(7)],
      expires: chance.below(3) == 0 ? "2026-0\(1 + chance.below(9))-01T00:00:00Z" : nil)
    if chance.below(6) == 0 { purchase.cancellationDate = "2025-12-26T18:00:00Z" }
    return purchase
  }

  private mutating func said() -> String {
    let (transaction, original) = names()
    return Said.purchase(
      transaction, original: original, product: "p\(chance.below(2))", from: "2025-12-0\(1 + chance.below(9))",
      to: chance.below(2) == 0 ? "2026-0\(1 + chance.below(9))-01" : nil,
      cancelled: chance.below(5) == 0 ? "2025-12-20" : nil)
  }
}
