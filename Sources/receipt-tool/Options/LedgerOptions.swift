import ArgumentParser
import ReceiptKit
import ReceiptLedger

import SystemLibrary

/// Which ledger a command works with.
struct LedgerOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The ledger's file. Without it: ledger.sqlite in $XDG_DATA_HOME/receipt-tool, or in ~/.local/share/receipt-tool.",
      valueName: "file"),
    completion: .file())
  var database: String?

  @Option(
    help: ArgumentHelp(
      "How long to wait for another process that keeps the ledger locked. (default: 30s)", valueName: "time"),
    transform: LengthOfTime.init)
  var wait: LengthOfTime?

  /// Opens the ledger, and the folder of the usual place if it has to be made.
  ///
  /// - Parameter apps: the apps that a new ledger is for; `nil`: a missing one is not made.
  func open(environment: Ledger.Environment? = nil, makingFor apps: [String]? = nil) throws -> Ledger {
    // A file that reaches a limit of its size must be a message, not the end of the process.
    signal(SIGXFSZ, SIG_IGN)
    let path = try path()
    if database == nil, !(apps ?? []).isEmpty { try Ledger.createFolders(for: path) }
    let ledger = try Ledger(
      path: path, environment: environment, makingFor: apps,
      patience: wait.map { Double($0.milliseconds) / 1_000 } ?? 30)
    for note in ledger.notes { Console.note("note: \(note)") }
    return ledger
  }

  /// Where the ledger is, whether or not there is one.
  func path() throws -> String {
    let path = try database ?? Self.usualPath()
    guard !path.isEmpty else { throw ValidationError("--database is empty") }
    return path
  }

  private static func usualPath() throws -> String {
    func folder(_ name: String) -> String? {
      guard let value = getenv(name) else { return nil }
      let text = String(cString: value)
      // The XDG base directory specification: what is not absolute is to be ignored.
      return text.hasPrefix("/") ? text : nil
    }
    if let data = folder("XDG_DATA_HOME") { return data + "/receipt-tool/ledger.sqlite" }
    if let home = folder("HOME") { return home + "/.local/share/receipt-tool/ledger.sqlite" }
    throw ValidationError("neither XDG_DATA_HOME nor HOME is set; say where the ledger is with --database")
  }
}

/// A length of time on the command line: `90s`, `30m`, `12h`, `16d`, `2w`.
struct LengthOfTime {
  let period: DurationText
  var milliseconds: Int64 { period.milliseconds }

  init(_ text: String) throws {
    do throws(ExpectationError) {
      period = try DurationText(text)
    } catch {
      throw ValidationError(error.message + (error.hint.map { "; \($0)" } ?? ""))
    }
  }
}
