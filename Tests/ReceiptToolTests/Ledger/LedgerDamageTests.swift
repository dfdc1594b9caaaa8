import Foundation
import ReceiptKit
import ReceiptLedger
import Testing

/// A damaged ledger is status 74 with what is wrong, whatever is asked of it, and nobody gets what another has.
///
/// `DAMAGED_LEDGERS=2000` in the environment damages more of them.
@Suite("ledger, damaged")
struct LedgerDamageTests {
  private static let factor =
    Double(ProcessInfo.processInfo.environment["DAMAGED_LEDGERS"].flatMap(Int.init) ?? 100) / 100

  /// Codes that a damaged file may end with: a changed letter in the name of its app makes it the ledger of another
  /// one.
  private static let codes: Set<LedgerError.Code> = [
    .damaged, .notALedger, .newerVersion, .unavailable, .unnamedApps, .inaccessible, .otherApp,
    .unknownAccount,
  ]

  @Test("in this process nothing traps, and all that is thrown says that the file is damaged", .thorough)
  func library() throws {
    let damaged = try DamagedLedger()
    let folder = try Scratch()
    let path = folder.path + "/ledger.sqlite"
    let decoder = InputDecoder(
      authenticator: Authenticator(
        anchors: try TrustAnchor.read(Array(try Data(contentsOf: URL(fileURLWithPath: damaged.tool.anchor))))))
    var expectations = Expectations()
    expectations.allowsTestSigned = true
    let now = Instant(milliseconds: 1_767_225_600_000)
    func presentation(_ receipt: String, _ order: String, _ account: String) -> Presentation {
      Presentation(
        order: order, account: account,
        receipt: PresentedReceipt(
          Array(receipt.utf8), worker: ReceiptWorker(decoder),
          validator: Validator(expectations: expectations, now: now),
          environment: .sandbox))
    }
    let known = presentation(damaged.owned, "1", "jane")
    let stolen = presentation(damaged.owned, "theft", "joe")
    let fresh = presentation(damaged.fresh, "fresh", "joe")
    let statement = try AppleStatement(Array(try Data(contentsOf: damaged.notification)))
    var verifying = AdmissionRules()
    verifying.asksApple = true
    var seen: [String: Int] = [:]
    for number in 0..<Int(100 * Self.factor) {
      let what = try damaged.write(number, to: path)
      func attempt(_ name: String, _ body: (Ledger) throws -> Void) {
        do {
          try body(Ledger(path: path))
          seen["good", default: 0] += 1
        } catch let error as LedgerError {
          #expect(Self.codes.contains(error.code), "\(what), \(name): \(error.code) \(error.message)")
          seen[error.code.rawValue, default: 0] += 1
        } catch {
          Issue.record("\(what), \(name): \(error)")
        }
      }
      attempt("show") { ledger in
        for name in ["1", "jane", "T1", "K3", "kim", "nobody"] { _ = try ledger.history(of: name, now: now) }
      }
      attempt("list") { ledger in _ = try ledger.list(nil, limit: 100, now: now) }
      for state in ListedState.allCases {
        attempt("list \(state)") { ledger in _ = try ledger.list(state, limit: 100, now: now) }
      }
      attempt("stats") { ledger in _ = try ledger.statistics(now: now) }
      attempt("events") { ledger in _ = try ledger.events(since: 0) }
      attempt("events since 5") { ledger in _ = try ledger.events(since: 5) }
      attempt("export") { ledger in try ledger.exportPurchases { _ in } }
      attempt("export orders") { ledger in try ledger.exportOrders { _ in } }
      attempt("check") { ledger in _ = try ledger.check() }
      attempt("theft") { ledger in
        let decision = try ledger.add(stolen, rules: AdmissionRules(), now: now)
        #expect(!decision.isGood && decision.state != .pending, "\(what): accepted twice")
      }
      attempt("add known") { ledger in _ = try ledger.add(known, rules: AdmissionRules(), now: now) }
      attempt("add") { ledger in _ = try ledger.add(fresh, rules: verifying, now: now) }
      attempt("notify") { ledger in
        _ = try ledger.receiveUnsigned(statement, provenBy: DamagedLedger.secret, now: now)
      }
      attempt("prune") { ledger in
        _ = try ledger.prune(before: now, isTrial: number % 3 == 0)
        try ledger.shrink()
      }
      attempt("backup") { ledger in try ledger.backUp(to: folder.path + "/copy-\(number)") }
      try? FileManager.default.removeItem(atPath: folder.path + "/copy-\(number)")
      attempt("transfer") { ledger in
        _ = try ledger.transfer(transaction: "K3", to: "jack", now: now)
      }
      attempt("merge") { ledger in _ = try ledger.merge(account: "joe", into: "jane", now: now) }
      attempt("erase") { ledger in _ = try ledger.erase(account: "jane", now: now) }
    }
    // The damage is such that it is found, and such that there is something to find.
    #expect(seen["damaged", default: 0] > 200 && seen["good", default: 0] > 200, "\(seen)")
  }

  @Test("every command of the tool ends with a status and a message of its own")
  func tool() throws {
    let damaged = try DamagedLedger()
    let tool = damaged.tool
    let apple = try LoopbackApple { _ in .init(#"{"status":21003}"#) }
    let (owned, fresh) = (
      try tool.scratch.file("owned.b64", damaged.owned.utf8).path,
      try tool.scratch.file("fresh.b64", damaged.fresh.utf8).path
    )
    let adding = ["--trust-anchor", tool.anchor, "--allow-test-signed", "--bundle-id", LedgerTool.bundle]
    let secret = ["--shared-secret-file", damaged.secretFile.path]
    let commands: [[String]] = [
      ["add"] + adding + [owned, "--order", "theft", "--account", "joe"],
      ["add"] + adding + [fresh, "--order", "fresh", "--account", "joe", "--verify"], ["show", "jane"], ["list"],
      ["stats"], ["events"], ["export"], ["export", "--orders", "--format", "csv"], ["check"],
      ["run", "--poll"] + apple.options, ["notify"] + secret + [damaged.notification.path],
      ["apps"], ["prune", "--older-than", "1d"],
    ]
    for number in 0..<Int(8 * Self.factor) {
      let path = tool.scratch.path + "/damaged.sqlite"
      // Other damage than that of the test above.
      let what = try damaged.write(100_000 + number, to: path)
      for command in commands {
        let run = try ToolRun(["ledger", command[0], "--database", path] + command.dropFirst())
        let place: Comment = "\(what), \(command[0]): \(run.status) \(run.stderr)"
        #expect([0, 1, 65, 66, 74, 75].contains(run.status), place)
        if run.status == 74 || run.status == 66 {
          #expect(run.stderr.hasPrefix("error: ") && run.stderr.contains(path), place)
        }
        if command.contains(owned) { #expect(run.status != 0 && run.status != 75, place) }
      }
    }
    withExtendedLifetime(apple) {}
  }
}
