import ReceiptKit

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Standard output is data, standard error is talk.
enum Console {
  /// Writes all of it to standard output, or ends the process: output that is cut off must not look like success.
  static func write(_ bytes: [UInt8]) {
    guard writeAll(bytes, to: STDOUT_FILENO) else {
      let reason = String(cString: strerror(errno))
      report(message: "standard output cannot be written: \(reason)", hint: nil)
      ExitStatus.outputFailed.leave()
    }
  }

  /// Writes text to standard output.
  static func write(_ text: String) {
    write(Array(text.utf8))
  }

  /// Says on standard error what is wrong and what to try.
  static func report(message: String, hint: String?) {
    // A line break in a file name or a certificate's subject must not write lines of its own.
    var text = "error: " + message.terminalSafe + "\n"
    if let hint { text += "hint: " + hint.terminalSafe + "\n" }
    _ = writeAll(Array(text.utf8), to: STDERR_FILENO)
  }

  /// Says on standard error what is wrong with one input.
  static func report(_ error: ReceiptError, source: String) {
    // A file that cannot be read is named in the message already.
    let origin = source == "-" || error.code == .unreadable ? "" : source + ": "
    report(message: origin + error.message, hint: error.hint)
  }

  /// Says something on standard error that is neither data nor an error.
  static func note(_ text: String) {
    _ = writeAll(Array((text.terminalSafe + "\n").utf8), to: STDERR_FILENO)
  }

  /// Writes all of it, or says that it could not; `errno` says why.
  static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        #if canImport(Darwin)
          Darwin.write(descriptor, buffer.baseAddress.map { $0 + written }, bytes.count - written)
        #elseif canImport(Musl)
          Musl.write(descriptor, buffer.baseAddress.map { $0 + written }, bytes.count - written)
        #else
          Glibc.write(descriptor, buffer.baseAddress.map { $0 + written }, bytes.count - written)
        #endif
      }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return false }
      written += count
    }
    return true
  }
}
