/// A decimal number with all its digits, which binary floating point would round.
struct DecimalNumber: Equatable {
  let isNegative: Bool
  /// Values of the digits without zeros at either end; empty for zero.
  let digits: [UInt8]
  /// The power of ten of the last digit.
  let exponent: Int

  /// Reads a number in JSON's form; `nil` for anything else and for numbers that no answer needs (over 64 characters).
  init?(_ text: String) {
    guard (1...64).contains(text.utf8.count) else { return nil }
    var bytes = Array(text.utf8)[...]
    let isNegative = bytes.first == UInt8(ascii: "-")
    if isNegative { bytes = bytes.dropFirst() }
    let whole = bytes.prefix(while: \.isASCIIDigit)
    bytes = bytes.dropFirst(whole.count)
    guard !whole.isEmpty else { return nil }
    var fraction: ArraySlice<UInt8> = []
    if bytes.first == UInt8(ascii: ".") {
      fraction = bytes.dropFirst().prefix(while: \.isASCIIDigit)
      guard !fraction.isEmpty else { return nil }
      bytes = bytes.dropFirst(1 + fraction.count)
    }
    var power = 0
    if let letter = bytes.first {
      guard letter == UInt8(ascii: "e") || letter == UInt8(ascii: "E"),
        let written = Int(String(decoding: bytes.dropFirst(), as: UTF8.self)), abs(written) < 1_000
      else { return nil }
      power = written
    }
    let digits = (whole + fraction).map { $0 - UInt8(ascii: "0") }
    self.init(isNegative, digits.drop { $0 == 0 }, power - fraction.count)
  }

  /// How a number lost digits, if this is the rounded result; `nil` if this is another number.
  func rounding(of whole: DecimalNumber) -> Message? {
    guard isNegative == whole.isNegative, !digits.isEmpty, whole.exponent >= 0 else { return nil }
    if isWhatDoublesKeep(of: whole) {
      return "rounded by a JSON reader that keeps 53 bits of a number, as JavaScript's does"
    }
    guard whole.digits.count + whole.exponent > 15, digits.count < whole.digits.count else { return nil }
    if self == whole.cut(to: 15) || self == whole.rounded(to: 15) { return "cut to 15 digits, as spreadsheets do" }
    // With fewer digits, zeros at the end may just as well be a manual edit.
    guard digits.count >= 5, self == whole.rounded(to: digits.count) else { return nil }
    return "rounded to \(digits.count) digits"
  }

  /// Whether this is the nearest double of an integer, as programs print it: with its shortest digits, or with all of
  /// them.
  private func isWhatDoublesKeep(of whole: DecimalNumber) -> Bool {
    // Doubles keep every integer below 2^53.
    guard let double = Double(whole.text), double.magnitude >= 9_007_199_254_740_992 else { return false }
    if self == DecimalNumber("\(double)") { return true }
    // A double of this size is an integer. `Int64(exactly:)` would need libm, which users of the library do not link.
    guard double >= -9_223_372_036_854_775_808, double < 9_223_372_036_854_775_808 else { return false }
    return self == DecimalNumber("\(Int64(double))")
  }

  private var text: String {
    (isNegative ? "-" : "") + (digits.isEmpty ? "0" : digits.map { String($0) }.joined()) + "e\(exponent)"
  }

  /// The number truncated to this many significant digits, with zeros in place of the rest; `nil` if it has no more
  /// digits.
  private func cut(to count: Int) -> DecimalNumber? {
    guard count > 0, digits.count > count else { return nil }
    return DecimalNumber(isNegative, digits.prefix(count), exponent + digits.count - count)
  }

  /// The number rounded to this many significant digits, halves up; `nil` if it has no more digits.
  private func rounded(to count: Int) -> DecimalNumber? {
    guard count > 0, digits.count > count else { return nil }
    guard digits[count] >= 5 else { return cut(to: count) }
    var kept = Array(digits.prefix(count))
    var index = count - 1
    while index >= 0, kept[index] == 9 {
      kept[index] = 0
      index -= 1
    }
    if index >= 0 { kept[index] += 1 } else { kept.insert(1, at: 0) }
    return DecimalNumber(isNegative, kept[...], exponent + digits.count - count)
  }

  private init(_ isNegative: Bool, _ digits: ArraySlice<UInt8>, _ exponent: Int) {
    var digits = digits
    var power = exponent
    while digits.last == 0 {
      digits = digits.dropLast()
      power += 1
    }
    self.isNegative = isNegative
    self.digits = Array(digits)
    self.exponent = digits.isEmpty ? 0 : power
  }
}
