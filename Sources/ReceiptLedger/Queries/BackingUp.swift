import GRDB
import ReceiptKit

import SystemLibrary

extension Ledger {
  /// Writes a copy as of one moment, while other processes read and write.
  ///
  /// - Parameter path: the path of the copy, where no file may exist. It appears there completely or not at all.
  public func backUp(to path: String) throws {
    guard access(path, F_OK) != 0 else { throw Self.isThere(path) }
    let isNew = try LedgerFile(path: path, name: "backup").create { temporary in
      try withoutTransaction { db in
        do {
          try db.execute(sql: "VACUUM INTO ?", arguments: [temporary])
        } catch let error as DatabaseError {
          throw Self.backupError(error, path)
        }
      }
      try Self.synchronize(temporary)
    }
    guard isNew else { throw Self.isThere(path) }
  }

  private static func isThere(_ path: String) -> LedgerError {
    LedgerError(.inaccessible, "'\(path)' is there already", hint: "a backup never replaces another file")
  }

  /// The error for a fault of the copy; faults of the ledger itself are reported as everywhere.
  private static func backupError(_ error: DatabaseError, _ path: String) -> any Error {
    switch error.resultCode {
    case .SQLITE_FULL: LedgerError(.full, "the disk is full: there is no backup at '\(path)'", hint: "make room there")
    case .SQLITE_IOERR, .SQLITE_CANTOPEN, .SQLITE_READONLY, .SQLITE_PERM:
      LedgerError(
        .inaccessible, "the backup '\(path)' cannot be written: \(error.message ?? "")",
        hint: "look at its disk: it may be full, or the file may have reached a limit of its size")
    default: error
    }
  }

  private static func synchronize(_ path: String) throws {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    defer { if descriptor >= 0 { close(descriptor) } }
    guard descriptor >= 0, fsync(descriptor) == 0 else {
      throw LedgerError(.inaccessible, "the backup cannot be written: \(String(cString: strerror(errno)))")
    }
  }
}
