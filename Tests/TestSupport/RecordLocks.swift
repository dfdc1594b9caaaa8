import SystemLibrary

/// The record locks on a file that the system knows of (proc_locks(5)): Linux only.
public enum RecordLocks {
  /// Whether the system says who has locks.
  public static let areKnown = SystemPart.locks.isHere

  /// SQLite's shared lock: 510 bytes from 2^30 + 2 on (sqlite.org/src/file/src/os.h, SHARED_FIRST and SHARED_SIZE).
  private static let shared = ["1073741826", "1073742335"]

  /// The processes that have SQLite's shared lock on a file, found by its inode.
  public static func sharers(of path: String) throws -> [pid_t] {
    var found = stat()
    guard stat(path, &found) == 0 else { throw Missing(path: path) }
    return lines().compactMap { line in
      let words = line.split(separator: " ").map { String($0) }
      guard words.count == 8, words[1] == "POSIX", words[3] == "READ", Array(words[6...]) == shared,
        words[5].split(separator: ":").last.map({ String($0) }) == String(found.st_ino)
      else { return nil }
      return pid_t(words[4])
    }
  }

  private struct Missing: Error {
    let path: String
  }

  private static func lines() -> [Substring] {
    guard let file = fopen("/proc/locks", "r") else { return [] }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = fread(&chunk, 1, chunk.count, file), count > 0 { bytes += chunk[..<count] }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
  }
}
