import ReceiptKit

/// Why a ledger operation failed. Nothing of the failed transaction is recorded.
package struct LedgerError: Error, Equatable, Sendable {
  /// What went wrong, for programs to branch on.
  package enum Code: String, CaseIterable, Sendable {
    /// The file or its folder cannot be opened, created or written.
    case inaccessible
    /// The file is not a ledger: another program's database, or no database.
    case notALedger = "not_a_ledger"
    /// A newer version of this software created the ledger. The ledger was not changed.
    case newerVersion = "newer_version"
    /// Another process kept the ledger locked for longer than the waiting time.
    case locked
    /// The disk is full.
    case full
    /// The file is damaged.
    case damaged
    /// The ledger is for another environment.
    case otherEnvironment = "other_environment"
    /// A notification or an answer is about an app that is not the ledger's, or names no app.
    case otherApp = "other_app"
    /// Neither the ledger nor the caller names the apps of the ledger.
    case unnamedApps = "unnamed_apps"
    /// A given name or date cannot be stored, or cannot be meant: an account that is merged into itself.
    case unusableName = "unusable_name"
    /// The key of erased purchases is missing, is the wrong one, or cannot be used.
    case erasureKey = "erasure_key"
    /// The ledger does not know the account or the transaction.
    case unknownAccount = "unknown_account"
    /// What was asked for is not there or not possible: events were pruned, an export is incomplete, the ledger to copy
    /// into has recorded something, or there is no ledger.
    case unavailable
    /// A defect in this software.
    case defect
  }

  /// The class of failure.
  package var code: Code
  /// One sentence without a final full stop.
  package var message: Message
  /// What to try next, if a remedy is known.
  package var hint: Message?

  init(_ code: Code, _ message: Message, hint: Message? = nil) {
    self.code = code
    self.message = message
    self.hint = hint
  }
}
