/// `2020-07-22 17:39:08` as three overlapping words: the date, its day and its time.
///
/// Its arithmetic is not checked for overflow: numbers have two digits, positions are in reserved memory, and every
/// store is checked by its span.
@usableFromInline package struct ClockText {
  @inlinable package static var length: Int { 19 }

  /// `2020-07-`
  @usableFromInline let date: UInt64
  /// `22 17:39`
  @usableFromInline var day: UInt64
  /// `17:39:08`
  @usableFromInline var time: UInt64

  /// Reads a date that is known to have the form of ``CanonicalDate``.
  @inlinable @inline(__always)
  package init(_ source: RawSpan, at position: Int) {
    let text = source.extracting(droppingFirst: position)
    date = text.word(0)
    // 0x74 turns the T in the third octet into a space.
    day = text.word(8) ^ 0x74_0000
    time = text.word(11)
  }

  /// The same moment on a clock that is behind by some hours, less than a day.
  ///
  /// - Returns: `nil` if that moment is in another month.
  @inlinable @inline(__always)
  package func movedBack(hours: Int) -> ClockText? {
    let hour = ClockText.number(time) &- hours
    // One if the result is on the day before, otherwise zero. The code has no branch, because the processor could not
    // predict it.
    let borrowed = Int(truncatingIfNeeded: UInt(bitPattern: hour) >> 63)
    let dayOfMonth = ClockText.number(day) &- borrowed
    guard dayOfMonth > 0 else { return nil }
    var moved = self
    moved.day = day & ~0xFFFF | UInt64(MutableRawSpan.pair(dayOfMonth))
    moved.time = time & ~0xFFFF | UInt64(MutableRawSpan.pair(hour &+ 24 &* borrowed))
    return moved
  }

  @inlinable @inline(__always)
  package func put(to out: inout MutableRawSpan, at position: Int) {
    out.putWord(date, at: position)
    out.putWord(day, at: position &+ 8)
    out.putWord(time, at: position &+ 11)
  }

  /// The number of the two digits in the lowest octets.
  @inlinable @inline(__always)
  static func number(_ word: UInt64) -> Int {
    Int(truncatingIfNeeded: word & 0x0F) &* 10 &+ Int(truncatingIfNeeded: word >> 8 & 0x0F)
  }
}
