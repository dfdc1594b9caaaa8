import Foundation
import TestSupport
import Testing

import SystemLibrary

/// Closing a file drops all record locks of the process on it. A process that had lost SQLite's lock on its ledger,
/// because it had looked into the file itself, lost its log as well when the next process closed the ledger, and what
/// it recorded afterwards.
@Suite("ledger, used beside serve")
struct LedgerBesideServeTests {
  /// A ledger, and instances of the purchase service over it.
  private final class Shop {
    let tool: LedgerTool
    let tokens: URL
    private var minted = 0

    init() throws {
      tool = try LedgerTool()
      tokens = try tool.scratch.file("tokens", PurchaseServiceTests.Service.tokens.utf8)
    }

    func serve() throws -> RunningServer {
      try RunningServer(
        ["--ledger", tool.database, "--token-file", tokens.path]
          + tool.adding.filter { $0 != "--database" && $0 != tool.database }, needs: .signals)
    }

    func receipt() throws -> String {
      minted += 1
      return try LedgerTool.receipt([LedgerTool.coins("T\(minted)")])
    }

    /// What a server answers to a purchase: the status and the decision.
    func present(_ receipt: String, _ order: String, _ account: String, to server: RunningServer) throws -> String {
      let answer = try server.post(
        "/v1/purchases", LedgerTool.line(receipt, order: order, account: account),
        ["Authorization: Bearer \(PurchaseServiceTests.Service.shop)"])
      return "\(answer.status) \(try answer.json()["decision"] as? String ?? "")"
    }

    func isLocked(by server: RunningServer) throws -> Bool {
      guard RecordLocks.areKnown else { return true }
      return try RecordLocks.sharers(of: tool.database).contains(server.process)
    }
  }

  /// What another process does with the ledger meanwhile, and the statuses that it may end with.
  enum Other: String, CaseIterable {
    case stats, add, run, backup, check, export, erase, move, list, show, events, prune, notify, apps, merge, serve,
      killed
  }

  private func use(_ shop: Shop, _ other: Other) throws {
    let tool = shop.tool
    var statuses: Set<Int32> = [0]
    let run: ToolRun
    switch other {
    case .add: run = try tool.add(shop.receipt(), order: "beside", account: "jim")
    case .run:
      let apple = try LoopbackApple { .init(LedgerTool.valid($0.receipt)) }
      run = try tool.run("run", apple.options)
    case .backup: run = try tool.run("backup", [tool.scratch.path + "/copy.sqlite"])
    case .erase:
      run = try tool.run("erase", ["joe"])
      // A reader that had not ended may have kept the log.
      statuses = [0, 75]
    case .move:
      // Nothing answers there, once the ledger was read and found sound.
      run = try tool.run("move", ["postgres://shop@127.0.0.1:1/shop?connect_timeout=2"])
      statuses = [74]
    case .show: run = try tool.run("show", ["jane"])
    case .prune: run = try tool.run("prune", ["--older-than", "1d"])
    case .notify:
      run = try tool.run("notify", [tool.database])
      #expect(run.stderr.contains("is the ledger of this command, and no input"), "\(run.stderr)")
      statuses = [66]
    case .merge: run = try tool.run("merge", ["jill", "jane"])
    case .serve, .killed:
      let second = try shop.serve()
      let receipt = try shop.receipt()
      #expect(try shop.present(receipt, "beside", "jim", to: second) == "200 accept")
      second.signal(other == .killed ? SIGKILL : SIGTERM)
      #expect(second.waitForEnd() == (other == .killed ? -SIGKILL : 0))
      return
    case .stats, .check, .export, .list, .events, .apps: run = try tool.run(other.rawValue)
    }
    #expect(statuses.contains(run.status), "\(other): \(run.status) \(run.stderr)")
  }

  @Test("what serve acknowledged is there after its end, and is granted once", arguments: Other.allCases)
  func beside(_ other: Other) throws {
    let shop = try Shop()
    let receipts = try (0..<4).map { _ in try shop.receipt() }
    let server = try shop.serve()
    #expect(try shop.isLocked(by: server), "at its start")
    #expect(try shop.present(receipts[0], "first", "jane", to: server) == "200 accept")
    #expect(try shop.present(receipts[1], "erased", "joe", to: server) == "200 accept")
    #expect(try shop.present(receipts[2], "merged", "jill", to: server) == "200 accept")
    try use(shop, other)
    #expect(try shop.isLocked(by: server), "after \(other)")
    #expect(try shop.present(receipts[3], "second", "jane", to: server) == "200 accept")
    // A copy has what was acknowledged before it.
    let copy = shop.tool.scratch.path + "/copy of it.sqlite"
    #expect(try shop.tool.run("backup", [copy]).status == 0)
    let copied = try ToolRun(["ledger", "show", "second", "--database", copy])
    #expect(copied.status == 0, "\(copied.stderr)")
    #expect(try shop.isLocked(by: server), "until its end")
    #expect(server.end() == 0)
    if RecordLocks.areKnown { #expect(try RecordLocks.sharers(of: shop.tool.database) == []) }
    let again = try shop.serve()
    #expect(try shop.present(receipts[3], "theft", "mallory", to: again) == "409 replay")
    #expect(try shop.present(receipts[3], "second", "jane", to: again) == "200 duplicate")
    #expect(try shop.present(receipts[0], "theft", "mallory", to: again) == "409 replay")
    #expect(again.end() == 0)
    let check = try shop.tool.run("check")
    #expect(check.status == 0, "\(check.stderr)")
  }
}
