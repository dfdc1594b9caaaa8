import SystemLibrary

/// Finds the process that keeps a ledger locked, by asking the operating system.
package enum LockHolder {
  /// The process that holds a lock which keeps others from writing: `process 4711 (receipt-tool)`.
  ///
  /// SQLite's locks are POSIX record locks: byte 120 of the `-shm` file while a process writes to the log, and the
  /// bytes from 2^30 on of the database itself (sqlite.org/walformat.html, 2.3; sqlite.org/lockingv3.html).
  ///
  /// Closing any descriptor of a file releases every record lock of this process on it. Callers must have no connection
  /// to the ledger left.
  package static func name(ofLedgerAt path: String) -> String? {
    for (file, offset) in [(path + "-shm", 120), (path, 1 << 30)] {
      let descriptor = open(file, O_RDWR | O_CLOEXEC)
      guard descriptor >= 0 else { continue }
      defer { close(descriptor) }
      var lock = flock()
      lock.l_type = Int16(F_WRLCK)
      lock.l_whence = Int16(SEEK_SET)
      lock.l_start = off_t(offset)
      lock.l_len = offset == 120 ? 1 : 512
      guard fcntl(descriptor, F_GETLK, &lock) == 0, lock.l_type != Int16(F_UNLCK), lock.l_pid > 0 else { continue }
      return "process \(lock.l_pid)" + (command(lock.l_pid).map { " (\($0))" } ?? "")
    }
    return nil
  }

  /// The name of a process, if the system has a file with it.
  private static func command(_ process: pid_t) -> String? {
    let descriptor = open("/proc/\(process)/comm", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = bytes.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
    let name = bytes.prefix(max(0, count)).prefix { $0 != 0x0A }
    return name.isEmpty ? nil : String(decoding: name, as: UTF8.self)
  }
}
