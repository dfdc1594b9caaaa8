import ReceiptKit

import SystemLibrary

/// Standard output is data, standard error is talk.
package enum Console {
  /// Writes all bytes to standard output, or ends the process: truncated output must not look like success.
  package static func write(_ bytes: [UInt8]) {
    guard !Pager.take(bytes, to: STDOUT_FILENO) else { return }
    guard writeAll(bytes, to: STDOUT_FILENO) else { leaveUnwritten(errno) }
  }

  /// The same for the contents of a buffer.
  static func write(_ buffer: borrowing OutputBuffer) {
    buffer.withUnsafeBytes { bytes in
      guard write(bytes, to: STDOUT_FILENO) == bytes.count else { leaveUnwritten(errno) }
    }
  }

  /// Writes whole lines to standard output, or ends the process; then no partial line remains in a file.
  ///
  /// - Parameter prepare: runs before the error is written to standard error.
  static func writeLines(_ lines: borrowing OutputBuffer, beforeLeaving prepare: () -> Void = {}) {
    lines.withUnsafeBytes { bytes in
      let written = write(bytes, to: STDOUT_FILENO)
      guard written < bytes.count else { return }
      let reason = errno
      removePartialLine(length: bytes[..<written].reversed().prefix { $0 != UInt8(ascii: "\n") }.count)
      prepare()
      leaveUnwritten(reason)
    }
  }

  /// A closed pipe comes here only where SIGPIPE is ignored; otherwise that signal has ended the process.
  static func leaveUnwritten(_ reason: Int32) -> Never {
    report(message: "standard output cannot be written: \(String(cString: strerror(reason)))", hint: nil)
    ExitStatus.outputFailed.leave()
  }

  /// Removes a partial line after a failed write, if possible: at the end of a regular file.
  private static func removePartialLine(length: Int) {
    var information = stat()
    guard length > 0, fstat(STDOUT_FILENO, &information) == 0, information.st_mode & S_IFMT == S_IFREG,
      lseek(STDOUT_FILENO, 0, SEEK_CUR) == information.st_size, information.st_size >= off_t(length)
    else { return }
    _ = ftruncate(STDOUT_FILENO, information.st_size - off_t(length))
  }

  /// Writes text to standard output.
  package static func write(_ text: String) {
    write(Array(text.utf8))
  }

  /// Writes a fault and its remedy to standard error.
  package static func report(message: String, hint: String?) {
    // A line break in a file name or a certificate's subject must not start a new line.
    var text = "error: " + message.terminalSafe + "\n"
    if let hint { text += "hint: " + hint.terminalSafe + "\n" }
    talk(text)
  }

  /// Writes the fault of one input to standard error.
  package static func report(_ error: ReceiptError, source: String) {
    // The message already names a file that cannot be read.
    let origin = source == "-" || error.code == .unreadable ? "" : source + ": "
    report(message: origin + error.message, hint: error.hint)
  }

  /// Writes a note to standard error that is neither data nor an error.
  package static func note(_ text: String) {
    talk(text.terminalSafe + "\n")
  }

  private static func talk(_ text: String) {
    let bytes = Array(text.utf8)
    if !Pager.take(bytes, to: STDERR_FILENO) { _ = writeAll(bytes, to: STDERR_FILENO) }
  }

  /// Draws on the terminal of standard error: the only text that may move its cursor, so it contains no external text.
  static func draw(_ text: String) {
    guard !Pager.hasTerminal else { return }
    _ = writeAll(Array(text.utf8), to: STDERR_FILENO)
  }

  /// Writes all bytes; on failure `errno` gives the reason.
  static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    bytes.withUnsafeBytes { write($0, to: descriptor) } == bytes.count
  }

  /// Writes as many bytes as possible; returns their number. If not all were written, `errno` gives the reason.
  private static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int {
    var written = 0
    while written < bytes.count {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[written...])
      #if canImport(Darwin)
        let count = Darwin.write(descriptor, rest.baseAddress, rest.count)
      #elseif canImport(Musl)
        let count = Musl.write(descriptor, rest.baseAddress, rest.count)
      #else
        let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
      #endif
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { break }
      written += count
    }
    return written
  }
}
