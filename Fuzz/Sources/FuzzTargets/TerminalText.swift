import ReceiptKit

extension FuzzTarget {
  /// No input makes text for a terminal carry an escape sequence, and what is safe stays as it is.
  static let terminalText = FuzzTarget(name: "terminal-text", usualLength: 256) { input in
    let safe = String(decoding: input, as: UTF8.self).terminalSafe
    require(safe.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F ~= $0.value) }, "no control characters")
    require(safe.terminalSafe == safe, "safe text is left alone")
  }
}
