import ReceiptKit
import SystemLibrary

/// Lines from a terminal, of any length; Ctrl-D ends them at any position.
struct TerminalLines {
  private let descriptor: Int32
  /// The key that ends the lines; 0 if the terminal has none.
  private let end: UInt8
  private var isOver = false

  /// - Returns: `nil` if this is not a terminal, or it cannot be read in this way.
  init?(_ console: Console, _ descriptor: Int32, isQuiet: Bool) {
    guard isatty(descriptor) == 1, var mode = TerminalMode.hold(descriptor, for: .lines, canMove: console.canMove)
    else { return nil }
    self.descriptor = descriptor
    end = withUnsafeBytes(of: &mode.c_cc) { $0[Int(VEOF)] }
    if !isQuiet { console.note("Paste the lines; they are not shown. Ctrl-D ends them, Ctrl-C cancels.") }
  }

  /// Returns what `read` would return; 0 is the end.
  mutating func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    guard !isOver else { return 0 }
    let count = readSome(descriptor, into: buffer)
    guard count > 0, end > 0, let key = buffer[..<count].firstIndex(of: end) else {
      if count <= 0 { finish() }
      return count
    }
    finish()
    return key
  }

  private mutating func finish() {
    isOver = true
    TerminalMode.release()
  }
}
