/// Reads dates in the form of nearly every receipt, `2020-07-22T17:39:08Z`, eight octets at a time.
///
/// ``ReceiptDate`` reads these dates with the same result. For any other form the result is `nil`, and ``ReceiptDate``
/// must read the date.
@usableFromInline package enum CanonicalDate {
  @inlinable package static var length: Int { 20 }

  /// The milliseconds since 1970 of the date at an offset, or `nil` if the date has another form or does not exist.
  @inlinable @inline(__always)
  package static func milliseconds(_ bytes: RawSpan, at start: Int) -> Int64? {
    guard start >= 0, bytes.byteCount >= length, start <= bytes.byteCount - length else { return nil }
    // The remainder of each octet after XOR with its template: the value of a digit, or zero for the marks between.
    let first = bytes.word(start) ^ 0x2D30_302D_3030_3030  // 0000-00-
    let second = bytes.word(start + 8) ^ 0x3030_3A30_3054_3030  // 00T00:00
    let third = bytes.word(start + 12) ^ 0x5A30_303A_3030_3A30  // 0:00:00Z
    // Adding 0x76 sets bit 7 of an octet above 9; adding 0x7F sets bit 7 of an octet that is not 0. A carry into the
    // next octet needs an octet whose bit 7 is already set, which the check covers, too.
    let odd =
      (first | (first &+ 0x7F76_767F_7676_7676)) | (second | (second &+ 0x7676_7F76_767F_7676))
      | (third | (third &+ 0x7F76_767F_7676_7F76))
    guard odd & 0x8080_8080_8080_8080 == 0 else { return nil }
    let year = pair(first, 0) * 100 + pair(first, 2)
    let hour = pair(second, 3)
    let minute = pair(second, 6)
    let seconds = pair(third, 5)
    guard year >= 1, hour < 24, minute < 60, seconds < 60,
      let date = CivilDate(year: year, month: pair(first, 5), day: pair(second, 0))
    else { return nil }
    return Int64(date.daysSince1970 * 86_400 + hour * 3_600 + minute * 60 + seconds) * 1_000
  }

  /// The number of two digits whose values are the octets at `index` and after it.
  @inlinable @inline(__always)
  static func pair(_ word: UInt64, _ index: UInt64) -> Int {
    Int(truncatingIfNeeded: word >> (8 * index) & 0xFF) * 10 + Int(truncatingIfNeeded: word >> (8 * index + 8) & 0xFF)
  }
}
