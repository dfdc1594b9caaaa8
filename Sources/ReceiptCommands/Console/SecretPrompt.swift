import ReceiptKit
import SystemLibrary

extension Console {
  /// Reads a secret: one line, typed without echo on the terminal itself, so that standard input stays free for the
  /// receipt.
  ///
  /// The terminal's mode is restored afterwards, even after Ctrl-C, which ends the process as usual (``TerminalMode``).
  package func askSecret() throws -> [UInt8] {
    let terminal = SystemLibrary.open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
    guard terminal >= 0, let mode = TerminalMode.hold(terminal, for: .secret, canMove: canMove) else {
      if terminal >= 0 { close(terminal) }
      throw UnusableOption(
        option: "--ask-shared-secret", source: "",
        error: ReceiptError(
          .unreadable, "there is no terminal to ask on",
          hint: "use --shared-secret-file, or the environment variable \(ToolFacts.secretVariable)"))
    }
    defer { close(terminal) }
    // The prompt comes last: the user may type as soon as it is visible.
    Self.say(said("Shared secret (not shown):") + " ", terminal)
    var keys = TerminalKeys(mode, limit: 4_096)
    Self.readLine(terminal, &keys)
    TerminalMode.release()
    Self.say("\n", terminal)
    return keys.text
  }

  /// Reads up to the end of the line.
  private static func readLine(_ terminal: Int32, _ keys: inout TerminalKeys) {
    while !keys.isTooLong, keys.event == nil {
      var byte: UInt8 = 0
      let count = withUnsafeMutableBytes(of: &byte) { readSome(terminal, into: $0) }
      guard count == 1, byte != UInt8(ascii: "\n"), byte != UInt8(ascii: "\r") else { return }
      keys.take([byte])
    }
  }

  private static func say(_ text: String, _ terminal: Int32) {
    // A failed write to the terminal is ignored: only the user's input matters.
    _ = Array(text.utf8).withUnsafeBytes { SystemLibrary.write(terminal, $0.baseAddress, $0.count) }
  }
}
