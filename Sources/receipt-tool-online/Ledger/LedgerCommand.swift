import ArgumentParser
import ReceiptCommands
import ReceiptKit
import ReceiptLedger

/// `receipt-tool ledger`
struct LedgerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: ConnectedCommand.ledger.rawValue,
    abstract: ConnectedCommand.ledger.abstract,
    discussion: """
      A record of every receipt that was presented. It tells a new purchase from one that was presented before, for \
      another order or by another account, asks Apple until there is an answer, and numbers every change. Any number \
      of processes may use it at the same time.

      EXAMPLES
        receipt-tool ledger add --bundle-id com.example.app \\
          --order 1001 --account jane receipt.b64
        receipt-tool ledger show 1001
        receipt-tool ledger events
        receipt-tool explain ledger-rules

      \(ExitStatus.help(
        [
          .success: "all is well; each subcommand says what that means",
          .negative: "it is not; each subcommand says what that means",
          .outputFailed: "the output cannot be written, or the ledger cannot be read or written",
          .tryAgain: "Apple has to be asked, or asks to be asked again",
        ], and: .notAReceipt, .unreadable, .unreachable))
      """,
    subcommands: [
      LedgerAdd.self, LedgerRun.self, LedgerNotify.self, LedgerEvents.self, LedgerShow.self,
      LedgerEntitlementsCommand.self, LedgerConsentCommand.self, LedgerConsumptionCommand.self,
      LedgerList.self, LedgerStats.self, LedgerAppsCommand.self,
      LedgerMergeCommand.self, LedgerTransferCommand.self,
      LedgerEraseCommand.self, LedgerExport.self, LedgerImport.self, LedgerCheck.self, LedgerPrune.self,
      LedgerBackup.self,
      LedgerMove.self,
    ]
  )
}

/// A command that works with a ledger.
protocol LedgerSubcommand: ReceiptCommand {
  var ledger: LedgerOptions { get }
  /// Runs the command. Errors of the ledger may be thrown.
  func performOnLedger(_ console: Console) throws -> ExitStatus
}

extension LedgerSubcommand {
  /// Turns the errors of a ledger into a message and a status.
  func perform(_ console: Console) throws -> ExitStatus {
    do {
      return try performOnLedger(console)
    } catch let error as LedgerError {
      let path = error.code == .locked ? try? ledger.path(console) : nil
      let holder = path.flatMap { LedgerFile(path: $0).lockHolder() }
      console.report(message: holder.map { "\(error.message): \($0)" } ?? error.message, hint: error.hint)
      return ExitStatus(error)
    }
  }
}

extension ExitStatus {
  init(_ error: LedgerError) {
    switch error.code {
    case .inaccessible, .notALedger, .newerVersion, .locked, .full, .damaged, .erasureKey: self = .outputFailed
    case .otherEnvironment, .otherApp, .unnamedApps, .unusableName: self = .usage
    case .unavailable: self = .unreadable
    case .unknownAccount: self = .negative
    case .defect: self = .defect
    }
  }

  /// The exit status of a decision, for scripts.
  init(_ decision: Decision) { self.init(code: decision.exitCode) }
}
