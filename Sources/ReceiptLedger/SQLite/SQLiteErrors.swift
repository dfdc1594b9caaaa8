import GRDB
import ReceiptKit

extension SQLiteStorage {
  /// Runs a closure and converts SQLite's errors to errors that users can act on.
  static func convertingErrors<T>(_ path: String, _ body: () throws -> T) throws -> T {
    do {
      return try body()
    } catch let error as DatabaseError {
      throw ledgerError(error, path)
    } catch let error as StoredDamage {
      throw damaged(path, error.text)
    }
  }

  /// - Parameter what: the fault, without a final full stop.
  static func damaged(_ path: String, _ what: Message) -> LedgerError {
    LedgerError(
      .damaged, "the ledger '\(path)' is damaged: \(what)",
      hint: "take the last `ledger backup`, or save what can be read with sqlite3's .recover")
  }

  private static func ledgerError(_ error: DatabaseError, _ path: String) -> LedgerError {
    let text = error.message ?? "SQLite's error \(error.extendedResultCode.rawValue)"
    switch error.resultCode {
    case .SQLITE_BUSY, .SQLITE_LOCKED:
      return LedgerError(
        .locked, "the ledger '\(path)' is locked by another process", hint: "--wait waits longer for it to finish")
    case .SQLITE_FULL:
      return LedgerError(
        .full, "the disk is full: nothing of this was recorded in '\(path)'", hint: "make room, then run it again")
    case .SQLITE_IOERR:
      return LedgerError(
        .inaccessible, "the ledger '\(path)' cannot be read or written: \(text); nothing of this was recorded",
        hint: "look at the disk: it may be full, or the file may have reached a limit of its size")
    case .SQLITE_CORRUPT, .SQLITE_NOTADB:
      return damaged(path, "\(text)")
    case .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_AUTH:
      return LedgerError(
        .inaccessible, "the ledger '\(path)' cannot be written: \(text)",
        hint: "the file and its folder have to be writable: SQLite keeps its log beside the file")
    default:
      return LedgerError(.defect, "SQLite says of '\(path)': \(text) (\(error.extendedResultCode.rawValue))")
    }
  }
}
