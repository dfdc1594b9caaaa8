import SystemLibrary

extension LedgerFile {
  /// The process that prevents others from writing to the ledger: `process 4711 (receipt-tool)`; `nil` if the operating
  /// system does not say.
  ///
  /// SQLite's locks are POSIX record locks: byte 120 of the `-shm` file while a process writes to the log, and the
  /// bytes from 2^30 on of the database itself (sqlite.org/walformat.html, 2.3; sqlite.org/lockingv3.html). This
  /// function looks them up in Linux's table of all locks (proc_locks(5)), because `fcntl` would need a descriptor of
  /// the file; see ``LedgerFile``.
  package func lockHolder() -> String? {
    let file = resolvedPath
    let locks = Self.contents(of: "/proc/locks", atMost: 1 << 20).split(separator: 0x0A).compactMap(RecordLock.init)
    let places: [(path: String, bytes: ClosedRange<Int64>)] = [
      (file + "-shm", 120...120), (file, (1 << 30)...(1 << 30) + 511),
    ]
    for (path, bytes) in places {
      var found = stat()
      guard stat(path, &found) == 0 else { continue }
      guard let lock = locks.first(where: { $0.keepsOthers(from: bytes, of: found) }) else { continue }
      let command = Self.contents(of: "/proc/\(lock.process)/comm", atMost: 64).prefix { $0 != 0x0A }
      return "process \(lock.process)" + (command.isEmpty ? "" : " (\(String(decoding: command, as: UTF8.self)))")
    }
    return nil
  }

  /// The contents of a file of the system; empty if it cannot be read.
  private static func contents(of path: String, atMost limit: Int) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return [] }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: limit)
    var length = 0
    while length < limit {
      let count = bytes[length...].withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 else { break }
      length += count
    }
    return Array(bytes[..<length])
  }
}

/// A line of /proc/locks: `1: POSIX  ADVISORY  WRITE 4711 08:01:1234 120 120`, with the device and the inode of the
/// file, and the first and the last byte.
private struct RecordLock {
  let process: pid_t
  private let file: Substring
  private let bytes: ClosedRange<Int64>

  /// Returns `nil` for locks of other kinds, for shared locks, and for locks that a process waits for.
  init?(_ line: ArraySlice<UInt8>) {
    let words = String(decoding: line, as: UTF8.self).split(separator: " ")
    guard words.count == 8, words[1] == "POSIX", words[3] == "WRITE", let process = pid_t(words[4]), process > 0,
      let first = Int64(words[6]), let last = words[7] == "EOF" ? Int64.max : Int64(words[7]), first <= last
    else { return nil }
    self.process = process
    file = words[5]
    bytes = first...last
  }

  func keepsOthers(from bytes: ClosedRange<Int64>, of found: stat) -> Bool {
    self.bytes.overlaps(bytes) && process != getpid() && file == Self.name(of: found)
  }

  /// The major and the minor number of the device, in two digits or more (makedev(3)), and the inode.
  private static func name(of found: stat) -> String {
    let device = UInt64(truncatingIfNeeded: found.st_dev)
    let numbers = [
      (device >> 8) & 0xFFF | (device >> 32) & 0xFFFF_F000, device & 0xFF | (device >> 12) & 0xFFFF_FF00,
    ]
    return numbers.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) + ":" }.joined() + String(found.st_ino)
  }
}
