import Foundation
import ReceiptKit
import ReceiptMint
import Testing

@testable import ReceiptLedger

/// A ledger is for named apps: whoever has an app of their own has genuine receipts for products of any name.
@Suite("The apps of a ledger", .overBothStorages)
struct AppsTests {
  private let shop: Shop

  init() throws { shop = try Shop() }

  private func stranger(_ transaction: String, bundle: String = "com.example.stranger") throws -> [UInt8] {
    try shop.receipt(.purchase(transaction)) { $0.bundleIdentifier = bundle }
  }

  @Test("none is made for no app, nor for what can be no app; then there is no file")
  func making() {
    let path = shop.file("new.sqlite")
    #expect(Shop.error { _ = try Ledger(path: path) }?.code == .unavailable)
    #expect(Shop.error { _ = try Ledger(path: path, makingFor: []) }?.code == .unnamedApps)
    for name in ["", "a\0b", "a b", " com.example", "com.example.*", "com.example\n", "\u{FFFD}", "com\u{85}"] {
      let refused = Shop.error { _ = try Ledger(path: path, makingFor: ["com.example.good", name]) }
      #expect(refused?.code == .unusableName, "\(name.debugDescription)")
    }
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test(
    "a receipt of any other app is rejected, however much alike the names are, and whatever the caller expects",
    arguments: [
      "com.example.stranger", "com.example.Test", "COM.EXAMPLE.TEST", "com.example.test.", "com.example.test2",
      "com.example", "com.example.test ", "com.example.te\u{301}st", "com.example.tes\u{74}\u{200D}",
      "xcom.example.test",
      "com.example.test\n", "*", "%",
    ])
  func strangers(_ bundle: String) throws {
    let decision = try shop.add(stranger("1", bundle: bundle), order: "A")
    #expect(decision.decision == .reject && !decision.isGood)
    #expect(decision.failures.last?.check == "bundle_identifier")
    #expect(decision.failures.last?.expected == Shop.bundle)
    // What such a receipt tells of refunds is not believed either.
    let refunded = try shop.receipt(.refunded("2")) { $0.bundleIdentifier = bundle }
    #expect(try shop.add(refunded, order: "B").decision == .reject)
    for transaction in ["1", "2"] {
      #expect(try shop.add(shop.receipt(.purchase(transaction)), order: "C\(transaction)").decision == .accept)
    }
    // Naming it to `validate` alone does not admit it.
    shop.expectations.bundleIdentifiers = [bundle]
    let named = try shop.add(stranger("3", bundle: bundle), order: "D")
    #expect(named.decision == .reject && named.failures.filter { $0.check == "bundle_identifier" }.count == 1)
  }

  @Test("the reason names the app and the way to add it, and no command with the stranger's text in it")
  func reason() throws {
    let bundle = "com.evil; rm -rf ~"
    let first = try #require(try shop.add(stranger("1", bundle: bundle), order: "A").failures.last)
    #expect(first.found == bundle && first.reason?.contains("not for the app com.evil") == true)
    #expect(first.reason?.contains("--bundle-id") == true)
    try shop.add(shop.receipt(.purchase("2")), order: "B")
    let second = try #require(try shop.add(stranger("3", bundle: bundle), order: "C").failures.last)
    #expect(second.reason?.hasSuffix("`receipt-tool ledger apps add` names more apps") == true)
  }

  @Test("an identifier with a NUL character is refused, and not remembered as what stands before it")
  func cutOff() throws {
    let cut = try shop.add(stranger("1", bundle: "com.example.test\0.evil"), order: "A")
    #expect(cut.decision == .reject && cut.receipt.bundleID == nil)
    let transaction = try shop.add(shop.receipt(.purchase("72\0zz")), order: "B")
    #expect(transaction.decision == .reject && transaction.failures.map(\.check).contains("input"))
    #expect(try shop.ledger.read { db in try db.value("SELECT count(*) FROM purchase") as Int? } == 0)
  }

  @Test("apps are added on purpose, and stay")
  func adding() throws {
    #expect(Shop.error { try shop.ledger.add(apps: ["com.example.stranger", ""]) }?.code == .unusableName)
    let apps = try shop.ledger.apps()
    #expect(apps.named == [Shop.bundle] && apps.others.isEmpty)
    try shop.ledger.add(apps: ["com.example.stranger", Shop.bundle])
    #expect(try shop.add(stranger("1"), order: "A").decision == .accept)
    // What an `add` says later neither widens nor narrows what the ledger is for.
    let other = try Ledger(path: shop.path, makingFor: ["com.example.third"])
    #expect(try other.apps().named == ["com.example.stranger", Shop.bundle])
    #expect(try shop.add(stranger("2", bundle: "com.example.third"), order: "B").decision == .reject)
  }

  @Test("what was added on purpose is not replaced by what a later `add` says, although nothing was accepted yet")
  func addedFirst() throws {
    try shop.ledger.add(apps: ["com.example.more"])
    let again = try Ledger(path: shop.path, environment: .production, makingFor: ["com.example.third"])
    #expect(try again.apps().named == ["com.example.more", Shop.bundle])
    #expect(again.environment == .production)
  }

  @Test("until something was accepted, the last to say it decides what it is for; then it is settled")
  func mistakes() throws {
    #expect(try shop.add(stranger("1"), order: "A").decision == .reject)
    #expect(Shop.error { _ = try Ledger(path: shop.path, environment: .production) }?.code == .otherEnvironment)
    let second = try Ledger(path: shop.path, environment: .production, makingFor: ["com.example.stranger"])
    #expect(try second.environment == .production && second.apps().named == ["com.example.stranger"])
    // Whoever had it open for what it was before accepts nothing for it any more.
    #expect(Shop.error { try shop.add(shop.receipt(.purchase("2")), order: "B") }?.code == .otherEnvironment)
    let third = try Ledger(path: shop.path, environment: .sandbox, makingFor: [Shop.bundle])
    #expect(try third.apps().named == [Shop.bundle])
    #expect(try shop.add(shop.receipt(.purchase("2")), order: "B").decision == .accept)
    let late = Shop.error { _ = try Ledger(path: shop.path, environment: .production, makingFor: [Shop.bundle]) }
    #expect(late?.code == .otherEnvironment)
    #expect(try Ledger(path: shop.path, makingFor: ["com.example.stranger"]).apps().named == [Shop.bundle])
    #expect(try shop.events() == ["rejected", "accepted"])
    #expect(try shop.ledger.check() == [])
  }

  @Test("Apple is not asked about apps that are not named, and what it answers about them is not taken in")
  func notAsked() async throws {
    try shop.ledger.add(apps: ["com.example.stranger"])
    shop.rules.asksApple = true
    #expect(try shop.add(stranger("1"), order: "A").decision == .pending)
    #expect(try shop.add(shop.receipt(.purchase("2")), order: "B").decision == .pending)
    // As in a ledger that is older than the names of its apps.
    try shop.ledger.write { db in try db.run("DELETE FROM app WHERE bundle_id <> ?", [Shop.bundle])
    }
    let others = try shop.ledger.apps().others
    #expect(others.map(\.bundleID) == ["com.example.stranger"] && others.map(\.orders) == [1])
    let apple = ScriptedVerifier([try .status(0)])
    #expect(try await shop.run(apple).calls == 1)
    #expect(try shop.events() == ["pending", "pending", "verified"])
    let now = shop.now
    let runner = Runner(ledger: shop.ledger, verifier: apple, settings: Runner.Settings()) { now }
    #expect(try runner.nextDue() == nil)
    try shop.ledger.add(apps: ["com.example.stranger"])
    #expect(try runner.nextDue() != nil)
    #expect(try await shop.run(apple).calls == 1)
  }

  @Test("a ledger without apps tells what it has, and takes nothing in until they are named")
  func unnamed() async throws {
    try shop.ledger.add(apps: ["com.example.stranger"])
    try shop.add(shop.receipt(.purchase("1")), order: "A")
    try shop.add(shop.receipt(.purchase("2")), order: "B")
    try shop.add(stranger("3"), order: "C")
    try shop.ledger.write { db in try db.run("DELETE FROM app") }
    let apps = try shop.ledger.apps()
    #expect(apps.named.isEmpty && apps.others.map(\.orders) == [2, 1])
    #expect(apps.others.map(\.bundleID) == [Shop.bundle, "com.example.stranger"])
    let refused = Shop.error { try shop.add(shop.receipt(.purchase("4")), order: "D") }
    #expect(refused?.code == .unnamedApps)
    #expect(
      refused?.hint?.contains("ledger apps add") == true && refused?.hint?.contains("\(Shop.bundle) (2)") == true)
    #expect(
      Shop.error { _ = try shop.ledger.receiveUnsigned(Said.statement("REFUND", []), provenBy: nil, now: shop.now) }?
        .code
        == .unnamedApps)
    await #expect(throws: LedgerError.self) { try await shop.run(ScriptedVerifier([try .status(0)])) }
    #expect(try shop.ledger.events(since: 0).count == 3)
    try shop.ledger.add(apps: [Shop.bundle])
    #expect(try shop.add(shop.receipt(.purchase("4")), order: "D").decision == .accept)
    #expect(try shop.add(stranger("5"), order: "E").decision == .reject)
    #expect(try shop.ledger.check() == [])
  }
}
