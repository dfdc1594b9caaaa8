/// Questions about eight octets at once, in a word: the answer is 0, or has the upper bit of an octet set.
///
/// `x - 1 & ~x` has the upper bit of an octet set if it is 0, or by a borrow from such a one below it: so "none" is
/// exact, and which one is not.
enum EightOctets {
  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let upper: UInt64 = 0x8080_8080_8080_8080

  /// Whether one of them is this octet of ASCII.
  @inline(__always)
  static func marks(_ octet: UInt8, in word: UInt64) -> UInt64 {
    let difference = word ^ ones &* UInt64(octet)
    return (difference &- ones) & ~difference & upper
  }

  /// Whether one of them is below the blank.
  @inline(__always)
  static func marksControls(in word: UInt64) -> UInt64 { (word &- ones &* 0x20) & ~word & upper }

  /// Whether one of them is not ASCII.
  @inline(__always)
  static func marksBeyondASCII(in word: UInt64) -> UInt64 { word & upper }
}
