import ReceiptKit
import SystemLibrary

/// Reads a secret from the terminal itself, so that standard input stays free for the receipt.
package enum SecretPrompt {
  private static let maximumBytes = 4_096

  /// Reads one line, typed without echo.
  ///
  /// The terminal's mode is restored afterwards, even after Ctrl-C, which ends the process as usual (``TerminalMode``).
  package static func read(_ console: Console) throws -> [UInt8] {
    let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
    guard terminal >= 0, let mode = TerminalMode.hold(terminal, for: .secret, canMove: console.canMove) else {
      if terminal >= 0 { close(terminal) }
      throw UnusableOption(
        option: "--ask-shared-secret", source: "",
        error: ReceiptError(
          .unreadable, "there is no terminal to ask on",
          hint: "use --shared-secret-file, or the environment variable \(ToolFacts.secretVariable)"))
    }
    defer { close(terminal) }
    // The prompt comes last: the user may type as soon as it is visible.
    say("Shared secret (not shown): ", terminal)
    var keys = TerminalKeys(mode, limit: maximumBytes)
    readLine(terminal, &keys)
    TerminalMode.release()
    say("\n", terminal)
    return keys.text
  }

  /// Reads up to the end of the line.
  private static func readLine(_ terminal: Int32, _ keys: inout TerminalKeys) {
    while !keys.isTooLong, keys.event == nil {
      var byte: UInt8 = 0
      let count = SystemLibrary.read(terminal, &byte, 1)
      if count < 0, errno == EINTR { continue }
      guard count == 1, byte != UInt8(ascii: "\n"), byte != UInt8(ascii: "\r") else { return }
      keys.take([byte])
    }
  }

  private static func say(_ text: String, _ terminal: Int32) {
    // A failed write to the terminal is ignored: only the user's input matters.
    _ = Array(text.utf8).withUnsafeBytes { SystemLibrary.write(terminal, $0.baseAddress, $0.count) }
  }
}
