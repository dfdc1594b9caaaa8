import ArgumentParser
import ReceiptCommands
import ReceiptKit
import ReceiptLedger

/// The ledger of a command.
struct LedgerOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      The ledger's file, or a PostgreSQL database: postgres://USER@HOST/NAME. Without it: ledger.sqlite in \
      $XDG_DATA_HOME/receipt-tool, or in ~/.local/share/receipt-tool.
      """,
      valueName: "file|url"),
    completion: .file())
  var database: String?

  @Option(
    help: ArgumentHelp(
      "How long to wait for another process that keeps the ledger locked. (default: 30s)", valueName: "time"),
    transform: DurationText.argument)
  var wait: DurationText?

  /// Opens the ledger, and creates the folder of the default path if necessary.
  ///
  /// - Parameters:
  ///   - environment: the required environment.
  ///   - apps: the apps of a new ledger; with `nil` a missing one is not created.
  ///   - erasureKey: the path of the key of erased purchases, if one was given.
  func open(
    _ console: Console, environment: LedgerEnvironment? = nil, makingFor apps: [String]? = nil,
    erasureKey: String? = nil
  ) throws -> Ledger {
    let path = try path(console)
    if database == nil, !(apps ?? []).isEmpty { try LedgerFile.createFolders(for: path) }
    return try Self.open(
      path, console, environment: environment, makingFor: apps, patience: patience, erasureKey: erasureKey)
  }

  /// Opens the ledger of another option, and prints its notes.
  ///
  /// - Parameter patience: the time to wait for another process that keeps it locked, in seconds.
  static func open(
    _ path: String, _ console: Console, environment: LedgerEnvironment? = nil, makingFor apps: [String]? = nil,
    patience: Double = 30, erasureKey: String? = nil
  ) throws -> Ledger {
    let ledger = try Ledger(
      path: path, environment: environment, makingFor: apps, lockTimeout: patience, erasureKey: erasureKey)
    console.opened(database: LedgerFile(path: path).resolvedPath)
    for note in ledger.notes { console.note("note: \(note)") }
    return ledger
  }

  private var patience: Double { wait.map { Double($0.milliseconds) / 1_000 } ?? 30 }

  /// Creates a ledger from an export, and the folder of the default path if necessary.
  ///
  /// - Parameter lines: the lines of the export.
  /// - Returns: the number of rows.
  func make(from lines: Ledger.ExportedLines, _ console: Console) throws -> Int {
    let path = try path(console)
    if database == nil { try LedgerFile.createFolders(for: path) }
    return try Ledger.imported(from: lines, at: path, lockTimeout: patience)
  }

  /// The path of the ledger, even if it does not exist.
  func path(_ console: Console) throws -> String {
    try database ?? Self.usualPath(console)
  }

  private static func usualPath(_ console: Console) throws -> String {
    if let data = console.folder("XDG_DATA_HOME") { return data + "/receipt-tool/ledger.sqlite" }
    if let home = console.folder("HOME") { return home + "/.local/share/receipt-tool/ledger.sqlite" }
    throw UsageError("neither XDG_DATA_HOME nor HOME is set; say where the ledger is with --database")
  }
}

/// Whom a ledger believes beside Apple.
struct LedgerTrustOptions: ParsableArguments {
  @Option(trustAnchors: "Also trust the certificates in this file; needs --allow-test-signed.")
  var anchors: [String] = []

  @Flag(
    name: .customLong(ExpectationRow.allowsTestSigned.name),
    help: ArgumentHelp(stringLiteral: ExpectationRow.allowsTestSigned.help))
  var allowsTestSigned = false
}

/// The key of erased purchases.
struct ErasureKeyOptions: ParsableArguments {
  @Option(
    name: .customLong("erasure-key"),
    help: ArgumentHelp(
      "The file with the key of erased purchases. (default: DATABASE.erasure-key; none for PostgreSQL)",
      valueName: "file"),
    completion: .file())
  var file: String?

  func validate() throws {
    guard file != "-" else { throw UsageError("--erasure-key takes no -; it is a file that stays") }
  }

  /// The path, if one was given. An existing file is checked immediately.
  func path(_ console: Console) throws -> String? {
    guard let file, OutputFile.exists(file) else { return file }
    do throws(ReceiptError) {
      _ = try console.readPrivate(file, maximumBytes: 4_096)
    } catch {
      throw UnusableOption(option: "--erasure-key", source: file, error: error)
    }
    return file
  }
}
