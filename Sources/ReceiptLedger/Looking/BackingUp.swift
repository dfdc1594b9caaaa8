import GRDB
import ReceiptKit

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

extension Ledger {
  /// Writes a copy as of one moment, while others read and write.
  ///
  /// - Parameter path: where; nothing may be there. It appears there whole or not at all.
  public func backUp(to path: String) throws {
    guard access(path, F_OK) != 0 else {
      throw LedgerError(.unavailable, "'\(path)' is there already", hint: "a backup never replaces another file")
    }
    let temporary = path + ".part-\(getpid())"
    let file = LedgerFile(path: temporary)
    try file.create()
    do {
      try withoutTransaction { db in try db.execute(sql: "VACUUM INTO ?", arguments: [temporary]) }
      try Self.synchronize(temporary)
      // Unlike `rename`, it does not replace what came there meanwhile.
      guard link(temporary, path) == 0 else {
        throw LedgerError(.inaccessible, "'\(path)' cannot be made: \(String(cString: strerror(errno)))")
      }
    } catch {
      unlink(temporary)
      throw error
    }
    unlink(temporary)
  }

  private static func synchronize(_ path: String) throws {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    defer { if descriptor >= 0 { close(descriptor) } }
    guard descriptor >= 0, fsync(descriptor) == 0 else {
      throw LedgerError(.inaccessible, "the backup cannot be written: \(String(cString: strerror(errno)))")
    }
  }
}
