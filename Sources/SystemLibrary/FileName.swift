/// File names in strings, also those whose bytes are not UTF-8.
///
/// To the system a name is any bytes, and a `String` would replace those that are not UTF-8, so that the file would not
/// be found. Here each byte of such a name from 0x80 on becomes a character for private use, U+10FE00 plus the byte.
/// ``bytes(_:)`` turns it back.
package enum FileName {
  /// The character for byte 0, which is never used: only bytes from 0x80 on are replaced.
  private static let first: UInt32 = 0x10_FE00
  private static let range: ClosedRange<UInt32> = first + 0x80...first + 0xFF

  /// The string for a name.
  package static func text(_ bytes: [UInt8]) -> String {
    // A name that has such characters itself is replaced, too: otherwise ``bytes(_:)`` would change it.
    if let text = String(validating: bytes, as: UTF8.self), !mayStandForBytes(text) { return text }
    var text = ""
    for byte in bytes {
      guard byte >= 0x80, let scalar = Unicode.Scalar(first + UInt32(byte)) else {
        text.unicodeScalars.append(Unicode.Scalar(byte))
        continue
      }
      text.unicodeScalars.append(scalar)
    }
    return text
  }

  /// The bytes of a name and a zero, as functions of the system take them.
  package static func bytes(_ text: String) -> [CChar] {
    guard mayStandForBytes(text) else { return Array(text.utf8CString) }
    var bytes: [CChar] = []
    for scalar in text.unicodeScalars {
      if range.contains(scalar.value) {
        bytes.append(CChar(truncatingIfNeeded: scalar.value - first))
      } else {
        bytes += String(scalar).utf8CString.dropLast()
      }
    }
    return bytes + [0]
  }

  /// The arguments of this process, of which Swift gives those that are not UTF-8 with characters replaced.
  package static var arguments: [String] {
    let arguments = CommandLine.arguments
    guard arguments.contains(where: { $0.unicodeScalars.contains { $0 == "\u{FFFD}" } || mayStandForBytes($0) }) else {
      return arguments
    }
    return arguments.indices.map { index in
      guard index < Int(CommandLine.argc), let argument = CommandLine.unsafeArgv[index] else { return arguments[index] }
      return text(UnsafeBufferPointer(start: argument, count: strlen(argument)).map { UInt8(bitPattern: $0) })
    }
  }

  /// The first byte of these characters in UTF-8 is the highest that there is, so that nearly every name is decided by
  /// a quick look.
  private static func mayStandForBytes(_ text: String) -> Bool {
    text.utf8.contains(0xF4) && text.unicodeScalars.contains { range.contains($0.value) }
  }
}
