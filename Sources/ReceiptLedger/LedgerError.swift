/// Why a ledger could not do what it was asked for. Nothing of the transaction that failed was recorded.
public struct LedgerError: Error, Equatable, Sendable {
  /// What went wrong, for programs to branch on.
  public enum Code: String, CaseIterable, Sendable {
    /// The file or its folder cannot be opened, made or written.
    case inaccessible
    /// The file is no ledger: another program's database, or no database.
    case notALedger = "not_a_ledger"
    /// A newer version of this software made it. It was not touched.
    case newerVersion = "newer_version"
    /// Another process kept it locked for longer than was waited.
    case locked
    /// The disk is full.
    case full
    /// The file is damaged.
    case damaged
    /// The ledger is for another environment.
    case otherEnvironment = "other_environment"
    /// A notification or an answer is about an app that the ledger is not for, or about none.
    case otherApp = "other_app"
    /// Nothing says for which apps the ledger is, or is to be.
    case unnamedApps = "unnamed_apps"
    /// An order, an account or an app has a name that cannot be remembered.
    case unusableName = "unusable_name"
    /// What was asked for is not there: events that were pruned, a file that exists.
    case unavailable
    /// A defect in this software.
    case defect
  }

  /// The class of failure.
  public var code: Code
  /// One sentence without a final full stop.
  public var message: String
  /// What to try next, if anything is known to help.
  public var hint: String?

  /// Makes an error.
  public init(_ code: Code, _ message: String, hint: String? = nil) {
    self.code = code
    self.message = message
    self.hint = hint
  }
}
