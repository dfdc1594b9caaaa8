import ReceiptKit
import ReceiptMint
import Testing

@testable import ReceiptLedger

@Suite("Decisions", .overBothStorages)
struct DecisionTests {
  private let shop: Shop

  init() throws { shop = try Shop() }

  @Test("a new purchase is accepted once; the same order and account get the first answer again")
  func duplicate() throws {
    let receipt = try shop.receipt(.purchase("1"))
    let first = try shop.add(receipt, order: "A")
    #expect(first.decision == .accept && first.state == .accepted && first.isGood)
    #expect(first.event == 1 && first.first == nil)
    let again = try shop.add(receipt, order: "A")
    #expect(again.decision == .duplicate && again.isGood)
    #expect(again.first?.decision == .accept && again.first?.at == first.at)
    // A fresh receipt with the same transaction is no other purchase.
    let refreshed = try shop.receipt(.purchase("1"), created: "2025-12-27T00:00:00Z")
    #expect(try shop.add(refreshed, order: "A").decision == .duplicate)
    #expect(try shop.events() == ["accepted"])
  }

  @Test("a consumable never comes again, and the answer says whose it is and since when")
  func replay() throws {
    let receipt = try shop.receipt(.purchase("1"))
    let first = try shop.add(receipt, order: "A")
    for (order, account) in [("B", "jane"), ("A", "joe"), ("C", "joe")] {
      let replay = try shop.add(receipt, order: order, account: account)
      #expect(replay.decision == .replay && !replay.isGood)
      let holder = replay.items[0].holder
      #expect(holder?.order == "A" && holder?.account == "jane" && holder?.at == first.at)
      // The same again is counted and no news.
      #expect(try shop.add(receipt, order: order, account: account).decision == .replay)
    }
    #expect(try shop.events() == ["accepted"] + Array(repeating: "replay_detected", count: 3))
  }

  struct Again: CustomTestStringConvertible {
    let name: String
    let type: Int64?
    let expires: String?
    /// Same account under another order: on the same device, on another one, on another one with --allow-restore.
    let outcomes: [LedgerDecision]
    var testDescription: String { name }
  }

  static let kinds = [
    Again(name: "consumable", type: 1, expires: nil, outcomes: [.replay, .replay, .replay]),
    Again(name: "non-consumable", type: 0, expires: nil, outcomes: [.accept, .replay, .accept]),
    Again(name: "non-renewing", type: 2, expires: nil, outcomes: [.accept, .replay, .accept]),
    Again(name: "auto-renewable", type: 3, expires: "2026-02-01T00:00:00Z", outcomes: [.accept, .replay, .accept]),
    Again(name: "unknown", type: nil, expires: nil, outcomes: [.replay, .replay, .accept]),
    Again(
      name: "unknown with expiry", type: nil, expires: "2026-02-01T00:00:00Z", outcomes: [.accept, .replay, .accept]),
  ]

  @Test("what may come again under another order, by kind of product and device", arguments: kinds)
  func again(_ kind: Again) throws {
    let receipt = try shop.receipt(.purchase("9", original: "8", type: kind.type, expires: kind.expires))
    let devices = [try DeviceGUID("00:1B:63:84:45:E6"), try DeviceGUID("00:1B:63:84:45:E7")]
    #expect(try shop.add(receipt, order: "A") { $0.device = devices[0] }.decision == .accept)
    let cases = [(devices[0], false), (devices[1], false), (devices[1], true)]
    for (index, (device, allowed)) in cases.enumerated() {
      shop.rules.allowsRestore = allowed
      let decision = try shop.add(receipt, order: "B\(index)") { $0.device = device }
      #expect(decision.decision == kind.outcomes[index], "case \(index)")
      if decision.decision == .accept { #expect(decision.items.map(\.outcome) == [.restored]) }
      // Nobody else gets it, whatever is allowed.
      #expect(try shop.add(receipt, order: "C\(index)", account: "joe").decision == .replay)
    }
    #expect(try shop.ledger.check() == [])
  }

  @Test("a restored copy has another transaction and is the same product; a renewal is a new period")
  func originals() throws {
    let bought = try shop.receipt(.purchase("1", product: "pro", type: 0))
    let restored = try shop.receipt(.purchase("2", original: "1", product: "pro", type: 0))
    #expect(try shop.add(bought, order: "A").decision == .accept)
    #expect(try shop.add(restored, order: "B", account: "joe").decision == .replay)
    #expect(try shop.add(restored, order: "B").items.map(\.outcome) == [.restored])
    let period = InAppDescription.monthly(
      "11", original: "10", from: "2025-11-01T00:00:00Z", to: "2025-12-01T00:00:00Z")
    let next = InAppDescription.monthly("12", original: "10", from: "2025-12-01T00:00:00Z", to: "2026-01-01T00:00:00Z")
    #expect(try shop.add(shop.receipt(period), order: "S").decision == .accept)
    #expect(try shop.add(shop.receipt(next), order: "T", account: "joe").decision == .replay)
    let renewed = try shop.add(shop.receipt(period, next), order: "T")
    #expect(renewed.decision == .accept)
    #expect(renewed.items.map(\.outcome) == [.restored, .new])
  }

  @Test("an order is about what it names; what belongs to another account is reported all the same")
  func focus() throws {
    #expect(try shop.add(shop.receipt(.purchase("1")), order: "A").decision == .accept)
    let both = try shop.receipt(.purchase("1"), .purchase("2"), .purchase("3", product: "gems"))
    let second = try shop.add(both, order: "B") { $0.transactions = ["2"] }
    #expect(second.decision == .accept)
    #expect(second.items.map(\.outcome) == [.other, .new, .other])
    let gems = try shop.add(both, order: "C", account: "joe") { $0.products = ["gems"] }
    #expect(gems.decision == .accept)
    #expect(gems.items.map(\.outcome) == [.replay, .replay, .new])
    let none = try shop.add(both, order: "D") { $0.products = ["swords"] }
    #expect(none.decision == .reject && none.failures.map(\.check) == ["purchase"])
    // The same reasons as `validate --transaction` has, one after the other.
    let reason = none.failures[0].reason ?? ""
    let reasons = try shop.decoder.decode(both).reasonsForMissing
    #expect(reason == "nothing in the receipt is what the order is about; " + reasons.description)
    #expect(reason.contains("bought after the receipt was made (2025-12-26T18:39:47Z)"), "\(reason)")
    #expect(try shop.add(shop.receipt(), order: "E").decision == .reject)
    // What stands beside something new is history; alone it is a replay.
    let more = try shop.receipt(.purchase("1"), .purchase("4"))
    #expect(try shop.add(more, order: "F").items.map(\.outcome) == [.known, .new])
  }

  @Test("a refused receipt is recorded with the checks that failed, and can come again when it is good")
  func rejected() throws {
    shop.expectations.bundleIdentifiers = ["com.example.other"]
    let receipt = try shop.receipt(.purchase("1"))
    let refused = try shop.add(receipt, order: "A")
    #expect(refused.decision == .reject && refused.failures.map(\.check) == ["bundle_identifier"])
    #expect(try shop.add(receipt, order: "A").first?.decision == .reject)
    shop.expectations.bundleIdentifiers = []
    #expect(try shop.add(receipt, order: "A").decision == .accept)
    let garbage = try shop.add(Array("no receipt".utf8), order: "B")
    #expect(garbage.decision == .reject && garbage.receipt.unreadable?.code == .notAReceipt)
    #expect(try shop.events() == ["rejected", "accepted", "rejected"])
  }

  @Test("a good receipt with something beside it that is not read is rejected, and alone it is accepted")
  func unread() throws {
    let shop = try Shop()
    let receipt = try shop.receipt([.purchase("1")])
    let signed = "eyJhbGciOiJFUzI1NiJ9.eyJ0cmFuc2FjdGlvbklkIjoiMiIsInJldm9jYXRpb25EYXRlIjoxfQ.AAAAAAAAAAAA"
    let body = #"{"receipt-data":"\#(Base64.encode(receipt))","signedTransactionInfo":"\#(signed)"}"#
    let partial = try shop.add(Array(body.utf8), order: "1")
    #expect(partial.decision == .reject && partial.failures.map(\.check) == ["input"])
    #expect(try shop.add(receipt, order: "1").decision == .accept)
  }

  @Test("production takes only what Apple signed; a sandbox ledger takes no production")
  func environments() throws {
    let sandbox = try shop.receipt(.purchase("1"))
    let validator = Validator(expectations: shop.expectations, now: shop.now)
    let judged = PresentedReceipt(
      sandbox, worker: ReceiptWorker(shop.decoder), validator: validator, environment: .production)
    #expect(judged.failures.map(\.check) == ["environment"])
    let production = try shop.receipt(.purchase("2")) { $0.receiptType = "Production" }
    for environment in LedgerEnvironment.allCases {
      let judged = PresentedReceipt(
        production, worker: ReceiptWorker(shop.decoder), validator: validator, environment: environment)
      #expect(judged.failures.map(\.check) == ["environment"])
    }
    #expect(throws: LedgerError.self) { try Ledger(path: shop.path, environment: .production) }
    #expect(try Ledger(path: shop.path).environment == .sandbox)
  }

  @Test("odd presentations are reported, and honoured")
  func reports() throws {
    shop.rules.maximumOrderAge = try DurationText("1h")
    let receipt = try shop.receipt(.purchase("1", at: "2025-12-26T17:43:07Z"))
    let ordered = try #require(ReceiptDate("2025-12-26T18:43:08Z")).instant
    let first = try shop.add(receipt, order: "A") {
      $0.orderedAt = ordered
      $0.applicationUsername = Array("joe".utf8).accountHash
    }
    #expect(first.decision == .accept && first.reports.map(\.kind) == [.accountMismatch, .staleReceipt])
    let fine = try shop.add(shop.receipt(.purchase("2")), order: "B") {
      $0.orderedAt = Instant(milliseconds: ordered.milliseconds - 1_000)
      // As Apple's programming guide prints it, of the name of the account (SHA-256 of "jane" by sha256sum).
      $0.applicationUsername = "81f8f6dd-e88365f3-928796ec-7aa53f72-820b06db-8664f5fe-76a7eb13-e24546a2"
    }
    #expect(fine.reports.map(\.kind) == [])
    shop.rules.maximumOrderAge = nil
    var shared = InAppDescription.purchase("3", type: 0)
    shared.ownershipType = 1
    #expect(try shop.add(shop.receipt(shared), order: "C").reports.map(\.kind) == [.familyShared])
    let reused = try shop.add(shop.receipt(.purchase("4", product: "gems")), order: "A")
    #expect(reused.decision == .accept && reused.reports.map(\.kind) == [.orderReused])
    let other = try shop.add(shop.receipt(.purchase("5")), order: "A", account: "joe")
    #expect(other.reports.map(\.kind) == [.orderReused])
    #expect(try shop.add(shop.receipt(.purchase("6")), order: "A").reports.map(\.kind) == [.orderReused])
    #expect(try shop.events().count { $0 == "order_reused" } == 3)
  }

  @Test("what Apple took back is not honoured, and a receipt that tells of a refund is believed")
  func refunds() throws {
    let refunded = InAppDescription.refunded("1")
    #expect(try shop.add(shop.receipt(.purchase("1")), order: "B").decision == .accept)
    let told = try shop.add(shop.receipt(refunded), order: "B")
    #expect(told.decision == .duplicate && told.isRefunded && !told.isGood)
    #expect(try shop.add(shop.receipt(refunded), order: "B").isRefunded)
    #expect(try shop.events() == ["accepted", "refunded"])
    #expect(try shop.ledger.list(.refunded, limit: 10, now: shop.now).map(\.transactionID) == ["1"])
  }

  @Test("presentations of one call see each other, and are all recorded or none")
  func batches() throws {
    let receipt = try shop.receipt(.purchase("1"))
    let batch = [("A", "jane"), ("A", "jane"), ("B", "joe")].map {
      shop.presentation(receipt, order: $0.0, account: $0.1)
    }
    let decisions = try shop.ledger.add(batch, rules: shop.rules, now: shop.now)
    #expect(decisions.map(\.decision) == [.accept, .duplicate, .replay])
  }
}
