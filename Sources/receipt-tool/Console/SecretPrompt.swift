import ReceiptKit

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Asks for a secret on the terminal itself, so that standard input stays free for the receipt.
enum SecretPrompt {
  private static let maximumBytes = 4_096

  /// One line, typed without echo.
  ///
  /// The terminal is as before afterwards, also after Ctrl-C, which ends the process as it always does.
  static func read() throws -> [UInt8] {
    let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
    var saved = termios()
    guard terminal >= 0, tcgetattr(terminal, &saved) == 0 else {
      if terminal >= 0 { close(terminal) }
      throw UnusableOption(
        option: "--ask-shared-secret", source: "",
        error: ReceiptError(
          .unreadable, "there is no terminal to ask on",
          hint: "use --shared-secret-file, or the environment variable \(SecretOptions.variable)"))
    }
    defer { close(terminal) }
    var silent = saved
    // Byte by byte and without signals: a Ctrl-C comes as a byte, so that no handler has to restore the terminal.
    silent.c_lflag &= ~tcflag_t(ECHO | ECHONL | ICANON | ISIG)
    tcsetattr(terminal, TCSAFLUSH, &silent)
    // Only now: whoever sees the prompt may type.
    say("Shared secret (not shown): ", terminal)
    let line = readLine(terminal)
    tcsetattr(terminal, TCSAFLUSH, &saved)
    say("\n", terminal)
    guard let line else {
      // The status that shells give to what Ctrl-C ended.
      _exit(128 + SIGINT)
    }
    return line
  }

  /// The bytes up to the end of the line; `nil` for Ctrl-C.
  private static func readLine(_ terminal: Int32) -> [UInt8]? {
    var line: [UInt8] = []
    while line.count < maximumBytes {
      var byte: UInt8 = 0
      #if canImport(Darwin)
        let count = Darwin.read(terminal, &byte, 1)
      #elseif canImport(Musl)
        let count = Musl.read(terminal, &byte, 1)
      #else
        let count = Glibc.read(terminal, &byte, 1)
      #endif
      if count < 0, errno == EINTR { continue }
      guard count == 1 else { return line }
      switch byte {
      case 3, 28: return nil
      case 4, UInt8(ascii: "\n"), UInt8(ascii: "\r"): return line
      case 8, 127: _ = line.popLast()
      case 21: line.removeAll()
      default: line.append(byte)
      }
    }
    return line
  }

  private static func say(_ text: String, _ terminal: Int32) {
    // Nothing to do about it if the terminal does not take it: the answer is what counts.
    _ = Array(text.utf8).withUnsafeBytes { bytes in
      #if canImport(Darwin)
        Darwin.write(terminal, bytes.baseAddress, bytes.count)
      #elseif canImport(Musl)
        Musl.write(terminal, bytes.baseAddress, bytes.count)
      #else
        Glibc.write(terminal, bytes.baseAddress, bytes.count)
      #endif
    }
  }
}
