extension MutableRawSpan {
  /// Copies octets, sixteen at a time. Up to fifteen more may be written after `count`; the next write overwrites them.
  ///
  /// Both spans are checked for the whole copy at once, before the first octet; near the end of a source the copy goes
  /// octet by octet.
  ///
  /// - Returns: the position after the octets.
  @inlinable @inline(__always)
  package mutating func copy(_ source: RawSpan, _ start: Int, _ count: Int, at position: Int) -> Int {
    let rounded = (count &+ 15) & ~15
    guard start >= 0, count >= 0, source.byteCount &- start >= rounded else {
      return copyExactly(source, start, count, at: position)
    }
    precondition(position >= 0 && byteCount &- position >= rounded)
    // The only write to memory without a check of its own: it writes `rounded` octets, and the code above checked that
    // both spans have as many.
    withUnsafeMutableBytes { output in
      source.withUnsafeBytes { input in
        guard let to = output.baseAddress, let from = input.baseAddress else { return }
        var index = 0
        while index < rounded {
          let octets = (from + (start &+ index)).loadUnaligned(as: SIMD2<UInt64>.self)
          (to + (position &+ index)).storeBytes(of: octets, as: SIMD2<UInt64>.self)
          index &+= 16
        }
      }
    }
    return position &+ count
  }

  /// Copies octets near the end of a source, octet by octet.
  @usableFromInline @inline(never)
  package mutating func copyExactly(_ source: RawSpan, _ start: Int, _ count: Int, at position: Int) -> Int {
    for index in 0..<count { _ = put(source.byte(start + index), at: position + index) }
    return position + count
  }

  @inlinable @inline(__always)
  package mutating func put(_ byte: UInt8, at position: Int) -> Int {
    storeBytes(of: byte, toByteOffset: position, as: UInt8.self)
    return position + 1
  }

  /// Writes two decimal digits of a number below 100.
  @inlinable @inline(__always)
  package mutating func putPair(_ number: Int, at position: Int) -> Int {
    storeBytes(of: Self.pair(number).littleEndian, toByteOffset: position, as: UInt16.self)
    return position + 2
  }

  /// Two decimal digits of a number below 100, the first in the lower octet.
  @inlinable @inline(__always)
  package static func pair(_ number: Int) -> UInt16 {
    // For numbers below 100, the same as a division by 10, and faster.
    let tens = UInt16(truncatingIfNeeded: (number &* 103) >> 10)
    let ones = UInt16(truncatingIfNeeded: number) &- tens &* 10
    return 0x3030 &+ (ones << 8 | tens)
  }

  /// Writes eight octets, the first of which is in the lowest bits.
  @inlinable @inline(__always)
  package mutating func putWord(_ word: UInt64, at position: Int) {
    storeBytes(of: word.littleEndian, toByteOffset: position, as: UInt64.self)
  }

  /// Writes the ten decimal digits of a number below 10^10, with leading zeros.
  @inlinable @inline(__always)
  package mutating func putTenDigits(_ number: UInt64, at position: Int) {
    let (high, low) = number.quotientAndRemainder(dividingBy: 100_000_000)
    _ = putEight(low, at: putPair(Int(truncatingIfNeeded: high), at: position))
  }

  /// Writes a number in decimal digits, which takes at most 20 octets. The function may also overwrite up to seven
  /// octets after them.
  @inlinable @inline(__always)
  package mutating func putDecimal(_ number: Int64, at position: Int) -> Int {
    var position = position
    if number < 0 { position = put(UInt8(ascii: "-"), at: position) }
    return putDecimal(magnitude: number.magnitude, at: position)
  }

  @inlinable @inline(__always)
  package mutating func putDecimal(magnitude: UInt64, at position: Int) -> Int {
    if magnitude < 10 { return put(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: magnitude), at: position) }
    if magnitude < 100_000_000 { return putLeading(magnitude, at: position) }
    let (high, low) = magnitude.quotientAndRemainder(dividingBy: 100_000_000)
    if high < 100_000_000 { return putEight(low, at: putLeading(high, at: position)) }
    let (highest, middle) = high.quotientAndRemainder(dividingBy: 100_000_000)
    return putEight(low, at: putEight(middle, at: putLeading(highest, at: position)))
  }

  /// Writes the digits of a number below 10^8 that is not 0, without leading zeros.
  @inlinable @inline(__always)
  package mutating func putLeading(_ number: UInt64, at position: Int) -> Int {
    let digits = Self.eightDigits(number)
    let zeros = digits.trailingZeroBitCount & ~7
    storeBytes(
      of: ((digits &+ 0x3030_3030_3030_3030) >> UInt64(truncatingIfNeeded: zeros)).littleEndian,
      toByteOffset: position, as: UInt64.self)
    return position + 8 - zeros / 8
  }

  /// Writes the eight decimal digits of a number below 10^8, with leading zeros.
  @inlinable @inline(__always)
  package mutating func putEight(_ number: UInt64, at position: Int) -> Int {
    storeBytes(
      of: (Self.eightDigits(number) &+ 0x3030_3030_3030_3030).littleEndian, toByteOffset: position, as: UInt64.self)
    return position + 8
  }

  /// The eight decimal digits of a number below 10^8, the first in the lowest octet.
  ///
  /// The number is halved three times, all parts at once. No part overflows, so the arithmetic needs no checks.
  @inlinable @inline(__always)
  package static func eightDigits(_ number: UInt64) -> UInt64 {
    // Multiplying and shifting divides by 100, and then by 10.
    let fours = number / 10_000 | (number % 10_000) << 32
    let highPairs = ((fours &* 10_486) >> 20) & 0x0000_007F_0000_007F
    let pairs = highPairs | (fours &- highPairs &* 100) << 16
    let tens = ((pairs &* 103) >> 10) & 0x000F_000F_000F_000F
    return tens | (pairs &- tens &* 10) << 8
  }
}
