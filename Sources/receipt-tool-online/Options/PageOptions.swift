import ArgumentParser
import ReceiptCommands
import ReceiptKit
import ReceiptServer

/// The presets of the pages of `serve`, which apply until the reader chooses something else.
struct PageOptions: ParsableArguments {
  @Option(
    name: .customLong("bundle-id"),
    help: ArgumentHelp(
      """
      The app that the page checks for, unless its reader enters another one; also the app of a new ledger, and of \
      --products. Repeat for more. (default: the apps of --ledger)
      """,
      valueName: "id"))
  var bundleIDs: [String] = []

  @Option(
    help: ArgumentHelp(
      "The language of the pages and of replies until their reader chooses another one: en, de or zh-Hans. (default: "
        + "the browser's)",
      valueName: "language"))
  var language: SummaryLanguage?

  @Option(
    name: .customLong("reply-file"),
    help: ArgumentHelp(
      """
      Greeting and closing of replies to customers, as JSON: {"en": {"greeting": "Dear reader,", "closing": "Your \
      Reader team"}}, also for de and zh; request says how customers send a receipt. (default: neutral texts)
      """,
      valueName: "file"),
    completion: .file())
  var replyFile: String?

  @Flag(
    help: """
      For a rehearsal of support staff: write replies to test purchases as to real ones. The pages say so at their top.
      """)
  var rehearsal = false

  func validate() throws {
    for app in bundleIDs {
      if let problem = LedgerName.problem(app: app) {
        throw UsageError("--bundle-id '\(app.displayed(limit: 60))' cannot be an app: \(problem)")
      }
    }
  }

  /// The settings of the page.
  ///
  /// - Parameter apps: the apps of the ledger; empty without a ledger.
  func settings(_ apps: [String], _ console: Console) throws -> PageSettings {
    var settings = PageSettings()
    settings.bundleIdentifiers = bundleIDs.isEmpty ? apps : bundleIDs
    settings.language = language
    if let replyFile { settings.frames = try Self.frames(replyFile, console) }
    settings.frames.isRehearsal = rehearsal
    return settings
  }

  private static func frames(_ file: String, _ console: Console) throws -> ReplyFrames {
    do throws(ReceiptError) {
      let bytes = try console.read(file, maximumBytes: ReplyFrames.maximumBytes, searchesDirectories: false)
      do throws(ExpectationError) {
        return try ReplyFrames(bytes)
      } catch {
        throw ReceiptError(.invalidJSON, error.message, hint: error.hint)
      }
    } catch {
      throw UnusableOption(option: "--reply-file", source: file, error: error)
    }
  }
}
