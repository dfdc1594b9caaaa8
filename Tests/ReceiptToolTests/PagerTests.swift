import Foundation
import ReceiptMint
import Testing

/// Long reports on a terminal: Python's `pty` plays the scenes (Tests/Fixtures/terminal.py).
@Suite("The pager", .serialized, .enabled(if: PseudoTerminal.canRun, PseudoTerminal.missing))
struct PagerTests {
  private static let inherited = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"

  private let scratch: Scratch
  /// A pager that shows nothing, and keeps what it was given.
  private let pager: String
  private var kept: String { scratch.path + "/kept" }

  init() throws {
    scratch = try Scratch()
    let file = try scratch.file(
      "pager", "#!/bin/sh\necho \"LESS=$LESS LV=$LV $LESSCHARSET\" >\"$KEPT\"\ncat >>\"$KEPT\"\n".utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: file.path)
    pager = file.path
  }

  private func play(
    _ arguments: [String], _ environment: [String: String] = [:], _ steps: [[Any]] = [],
    size: (rows: Int, columns: Int) = (24, 80)
  ) throws -> PseudoTerminal.Scene {
    try PseudoTerminal.play(
      steps, arguments, showsOutput: true, size: size,
      environment: ["PATH": Self.inherited, "KEPT": kept, "NO_COLOR": "1"].merging(environment) { $1 })
  }

  /// What the pager was given: the first line is its environment.
  private func keptLines() throws -> [String] {
    defer { try? FileManager.default.removeItem(atPath: kept) }
    return try String(contentsOfFile: kept, encoding: .utf8).components(separatedBy: "\n")
  }

  private func hasKept() -> Bool { FileManager.default.fileExists(atPath: kept) }

  /// A receipt with so many purchases that no pipe holds its report.
  private func longReceipt() throws -> String {
    let receipt = try Minted.receipt { $0.inApp = Array(repeating: .subscriptionSample(), count: 1_000) }
    return try scratch.file("long.b64", receipt.base64.utf8).path
  }

  @Test("a report that is longer than the screen goes through it, whole, with LESS and LV as git sets them")
  func long() throws {
    let report = try ToolRun(["explain"], environment: ["COLUMNS": "80"]).stdout
    for (environment, settings) in [
      (["PAGER": pager], "LESS=FRX LV=-c utf-8"),
      (["RECEIPT_TOOL_PAGER": pager, "PAGER": "false"], "LESS=FRX LV=-c utf-8"),
      (["PAGER": pager, "LESS": "S", "LV": ""], "LESS=S LV= utf-8"),
      (["PAGER": "cat | '\(pager)'"], "LESS=FRX LV=-c utf-8"),
    ] {
      let scene = try play(["explain"], environment)
      #expect(scene.status == 0 && scene.shown == "", "\(environment): \(scene.shown)")
      let lines = try keptLines()
      #expect(lines.first == settings)
      #expect(lines.dropFirst().joined(separator: "\n") == report)
    }
  }

  @Test("what fits, what is JSON, and what is not to go through it is printed at once")
  func without() throws {
    let report = try ToolRun(["explain"], environment: ["COLUMNS": "80"]).stdout
    for (arguments, environment, rows) in [
      (["explain", "--no-pager"], ["PAGER": pager], 24), (["explain"], ["PAGER": ""], 24),
      (["explain"], ["PAGER": "cat"], 24), (["explain"], ["RECEIPT_TOOL_PAGER": "", "PAGER": pager], 24),
      (["explain"], ["PAGER": pager], 10_000), (["explain"], ["PAGER": pager, "TERM": "dumb"], 24),
      // No less to be found.
      (["explain"], ["PATH": scratch.path], 24),
    ] as [([String], [String: String], Int)] {
      let scene = try play(arguments, environment, size: (rows, 80))
      #expect(scene.status == 0 && !hasKept(), "\(arguments) \(environment)")
      #expect(scene.shown.utf8.count >= report.utf8.count && scene.shown.contains("21002"))
    }
    #expect(try play(["explain", "--json"], ["PAGER": pager]).status == 0)
    #expect(try ToolRun(["explain"], environment: ["PAGER": pager, "KEPT": kept]).status == 0)
    #expect(!hasKept())
    // One line less than the screen has, and as many.
    let short = try ToolRun(["explain", "21002"], environment: ["COLUMNS": "80"]).stdout
    let count = short.components(separatedBy: "\n").count - 1
    _ = try play(["explain", "21002"], ["PAGER": pager], size: (count + 1, 80))
    #expect(!hasKept())
    _ = try play(["explain", "21002"], ["PAGER": pager], size: (count, 80))
    #expect(hasKept())
  }

  @Test("links to Apple's pages where the terminal shows them, and never through a pager or into a file")
  func links() throws {
    let link = "\u{1B}]8;;https://developer.apple.com/documentation/appstorereceipts/status\u{1B}\\"
    for (environment, isShown) in [
      (["FORCE_HYPERLINK": "1"], true), (["TERM_PROGRAM": "WezTerm"], true), (["VTE_VERSION": "7200"], true),
      (["TERM": "xterm-kitty"], true), (["VTE_VERSION": "4600"], false), (["TERM": "xterm-256color"], false),
      (["TERM_PROGRAM": "Apple_Terminal"], false), (["TERM_PROGRAM": "vscode", "FORCE_HYPERLINK": "0"], false),
      (["TERM_PROGRAM": "vscode", "TERM": "dumb"], false),
    ] {
      let scene = try play(["explain", "21002"], environment)
      #expect(scene.status == 0 && scene.shown.contains(link) == isShown, "\(environment): \(scene.shown)")
      #expect(scene.shown.contains("\u{1B}]") == isShown, "\(environment)")
    }
    _ = try play(["explain", "21002"], ["FORCE_HYPERLINK": "1", "PAGER": pager], size: (3, 80))
    #expect(
      try keptLines().dropFirst().joined(separator: "\n")
        == ToolRun(["explain", "21002"], environment: ["COLUMNS": "80", "FORCE_HYPERLINK": "1"]).stdout)
    let notification = try ToolRun(["mint", "--notification", "DID_RENEW"]).stdout
    let file = try scratch.file("notification.jws", notification.utf8).path
    let scene = try play(["inspect", "--no-pager", file], ["FORCE_HYPERLINK": "1"], size: (200, 80))
    let page = "https://developer.apple.com/documentation/appstoreservernotifications/notificationtype"
    #expect(scene.shown.contains("\u{1B}]8;;" + page))
  }

  @Test("the exit status is the tool's, also when the pager is quit early, and errors go where the report goes")
  func status() throws {
    let long = try longReceipt()
    for pager in [pager, "true", "false", "head -n 1"] {
      let environment = ["PAGER": pager]
      #expect(try play(["inspect", long], environment).status == 0, "\(pager)")
      #expect(try play(["inspect", "--require", "authentic", long], environment).status == 1, "\(pager)")
      #expect(try play(["inspect", long, scratch.path + "/missing"], environment).status == 66, "\(pager)")
    }
    // The error breaks at the width of the terminal.
    let kept = try keptLines()
    #expect(kept.contains { $0.hasPrefix("error: ") } && kept.joined().replacing(" ", with: "").contains("/missing"))
    for pager in ["/nowhere/pager", "no-such-pager -x"] {
      let missing = try play(["explain"], ["PAGER": pager])
      #expect(missing.status == 0 && missing.shown.contains("21002"), "\(missing.shown)")
      #expect(missing.shown.contains("the pager '\(pager)' cannot be run"), "\(missing.shown)")
    }
    // Only the shell knows whether this one can be run.
    for pager in ["'/nowhere/pager'", "cat | /nowhere/pager"] {
      let missing = try play(["explain"], ["PAGER": pager])
      #expect(missing.status == 0 && missing.shown.contains("21002"), "\(missing.shown)")
      #expect(missing.shown.contains("cannot be run"), "\(missing.shown)")
    }
  }

  @Test("diagnose, status, validate, compare and ledger show have it as well")
  func commands() throws {
    let long = try longReceipt()
    let answer = try scratch.file("answer.json", Array(#"{"status":21002}"#.utf8)).path
    for arguments in [
      ["diagnose", long], ["status", long], ["validate", "--text", long], ["compare", long, "--response", answer],
    ] {
      let scene = try play(arguments, ["PAGER": pager], size: (3, 80))
      #expect(try keptLines().count > 3, "\(arguments)")
      #expect(scene.shown == "", "\(arguments)")
    }
    let database = scratch.path + "/ledger.sqlite"
    let anchor = try scratch.file("root.pem", try Minted.anchor().utf8).path
    let added = try ToolRun([
      "ledger", "add", "--database", database, "--trust-anchor", anchor, "--allow-test-signed", "--environment",
      "sandbox",
      "--bundle-id", "com.example.test", "--order", "1001", "--account", "jane", long,
    ])
    #expect(added.stdout.contains("decision"), "\(added.stderr)")
    let scene = try play(["ledger", "show", "jane", "--database", database], ["PAGER": pager], size: (3, 80))
    #expect(scene.status == 0)
    #expect(try keptLines().count > 3)
  }

  @Test("the offline program's pager can open no connection")
  func network() throws {
    let file = scratch.path + "/socket"
    let script = "import socket,sys\ntry:\n  socket.socket()\n  r='open'\nexcept OSError as e:\n  r=e.strerror\n"
    try scratch.file("asks.py", (script + "open('\(file)','w').write(r)\nsys.stdin.read()\n").utf8)
    #expect(try play(["explain"], ["PAGER": "python3 \(scratch.path)/asks.py"]).status == 0)
    let said = try String(contentsOfFile: file, encoding: .utf8)
    #if os(Linux)
      #expect(said == "Operation not permitted")
    #endif
  }

  @Test("less shows it, Ctrl-C leaves less alone, and q ends both", .enabled(if: Less.isThere, "less is not here"))
  func less() throws {
    let long = try longReceipt()
    for (keys, status) in [("q", 1), ("Gq", 1), ("\u{3}", -SIGINT)] as [(String, Int32)] {
      let scene = try play(
        ["inspect", "--require", "authentic", long], [:],
        [["await", "Environment"], ["type", keys], ["running"], ["type", "q"]])
      #expect(scene.status == status, "\(keys): \(scene.shown.suffix(200))")
      #expect(scene.noted == [keys == "\u{3}" ? "running" : "ended"], "\(keys)")
    }
  }
}

private enum Less {
  static let isThere = (try? PosixShell.run("less --version", environment: [:]))?.status == 0
}
