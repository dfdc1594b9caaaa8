import ReceiptKit

extension [UInt8] {
  /// The same JSON with `\u` escapes for characters that could act on a terminal.
  ///
  /// Such characters occur only in strings, except for carriage returns between the lines, which are left out.
  var jsonForTerminal: [UInt8] {
    var text = ""
    for scalar in String(decoding: self, as: UTF8.self).unicodeScalars where scalar != "\r" {
      if scalar == "\n" || scalar == "\t" || String(scalar).terminalSafe.unicodeScalars.count == 1 {
        text.unicodeScalars.append(scalar)
      } else {
        for unit in String(scalar).utf16 {
          // 0x1_0000 gives five digits, of which the first is always 1.
          let fiveDigits = String(0x1_0000 + Int(unit), radix: 16)
          text += "\\u" + String(fiveDigits.dropFirst())
        }
      }
    }
    return Array((text.hasSuffix("\n") ? text : text + "\n").utf8)
  }
}

extension String {
  /// The text with every line made safe for terminals.
  var terminalSafeLines: String {
    split(separator: "\n", omittingEmptySubsequences: false).map { String($0).terminalSafe }.joined(separator: "\n")
  }
}
