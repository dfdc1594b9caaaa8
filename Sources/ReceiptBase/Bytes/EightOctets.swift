/// Tests of eight octets at once, in a word. The result is 0 if no octet passes the test; otherwise the upper bit of an
/// octet is set.
///
/// `x - 1 & ~x` has the upper bit of an octet set if the octet is 0, or if it borrows from such an octet below it. So a
/// result of 0 is exact, but the position of a set bit is not.
enum EightOctets {
  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let upper: UInt64 = 0x8080_8080_8080_8080

  /// Returns a number other than 0 if an octet of the word is this ASCII octet.
  @inline(__always)
  static func marks(_ octet: UInt8, in word: UInt64) -> UInt64 {
    let difference = word ^ ones &* UInt64(octet)
    return (difference &- ones) & ~difference & upper
  }

  /// Returns a number other than 0 if an octet of the word is less than the blank.
  @inline(__always)
  static func marksControls(in word: UInt64) -> UInt64 { (word &- ones &* 0x20) & ~word & upper }

  /// Returns a number other than 0 if an octet of the word is not ASCII.
  @inline(__always)
  static func marksBeyondASCII(in word: UInt64) -> UInt64 { word & upper }
}
