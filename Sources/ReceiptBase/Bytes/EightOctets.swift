/// Tests of eight octets at once, in a word. The result is 0 if no octet passes the test; otherwise the upper bit of an
/// octet is set.
///
/// `(x - 1) & ~x` has the upper bit of an octet set if the octet is 0, or if such an octet below it borrows from it. So
/// a result of 0 is exact, but the position of a set bit is not.
extension UInt64 {
  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let upper: UInt64 = 0x8080_8080_8080_8080

  /// A number other than 0 if an octet of the word is this ASCII octet.
  @inline(__always)
  func marks(of octet: UInt8) -> UInt64 {
    let difference = self ^ Self.ones &* UInt64(octet)
    return (difference &- Self.ones) & ~difference & Self.upper
  }

  /// A number other than 0 if an octet of the word is less than the blank.
  @inline(__always)
  var marksOfControls: UInt64 { (self &- Self.ones &* 0x20) & ~self & Self.upper }

  /// A number other than 0 if an octet of the word is not ASCII.
  @inline(__always)
  var marksBeyondASCII: UInt64 { self & Self.upper }
}
