/// The format of a text that a pseudonym keeps, because readers check it.
///
/// Every text has exactly one, and its pseudonym has the same: the permutations of the formats cannot meet.
enum TextFormat: Hashable {
  /// Decimal digits: as many of them, as many zeros in front, and on the same side of the limits of number types.
  case digits(leadingZeros: Int, limits: Int)
  /// A UUID; its version and variant stay.
  case uuid(isUppercase: Bool)
  /// Hexadecimal digits of one case, a digit and a letter at least.
  case hexadecimal(isUppercase: Bool)
  /// Fewer than 12 letters, digits and signs of ASCII; every letter and digit stays one.
  case plain
  /// 12 to 128 of them. Which places have letters and which digits stays nowhere: of so many places it would tell values apart
  /// for somebody who only guesses them.
  case long(Cases)
  /// Anything else, and what may be base64 (20 characters and more, capitals and others): where base64 has its capitals, digits
  /// and signs tells of the octets that it encodes. It becomes a word of letters that says nothing.
  case opaque

  /// Which letters a long text has. A text of one case keeps it.
  enum Cases: UInt8 { case none, lower, upper, both }

  init(_ text: [UInt8]) {
    if text.allSatisfy(\.isDigit) {
      let zeros = text.prefix { $0 == UInt8(ascii: "0") }.count
      self = .digits(leadingZeros: zeros, limits: TextFormat.limits(below: text.dropFirst(zeros)))
    } else if let format = TextFormat.hexadecimal(text) {
      self = format
    } else {
      self = TextFormat.isPlain(text) ? TextFormat.signed(text) : .opaque
    }
  }

  /// Whether a text is made of letters, digits and signs that identifiers and base64 are made of.
  static func isPlain(_ text: [UInt8]) -> Bool {
    text.allSatisfy { $0.isDigit || $0.isLetter || TextFormat.signs.contains($0) }
  }

  private static func signed(_ text: [UInt8]) -> TextFormat {
    guard text.count >= 12 else { return .plain }
    let cases = Cases(of: text)
    return text.count > 128 || (text.count >= 20 && cases == .both) ? .opaque : .long(cases)
  }

  /// They stay where they are.
  private static let signs = Set("-_.:/+=".utf8)

  /// The largest number that JavaScript reads exactly, and those of 64-bit integers: a number that fits shall fit.
  private static let maxima = ["9007199254740991", "9223372036854775807", "18446744073709551615"].map { Array($0.utf8) }

  private static func limits(below digits: ArraySlice<UInt8>) -> Int {
    maxima.count { $0.count < digits.count || ($0.count == digits.count && $0.lexicographicallyPrecedes(digits)) }
  }

  private static func hexadecimal(_ text: [UInt8]) -> TextFormat? {
    let dashes = [8, 13, 18, 23]
    let isUUID = text.count == 36 && dashes.allSatisfy { text[$0] == UInt8(ascii: "-") }
    guard isUUID || text.count >= 8 else { return nil }
    let digits = isUUID ? text.indices.filter { !dashes.contains($0) }.map { text[$0] } : text
    let letters = digits.filter { !$0.isDigit }
    guard isUUID || (!letters.isEmpty && letters.count < digits.count) else { return nil }
    for isUppercase in [false, true] {
      let first = UInt8(ascii: isUppercase ? "A" : "a")
      guard letters.allSatisfy({ $0 >= first && $0 < first + 6 }) else { continue }
      return isUUID ? .uuid(isUppercase: isUppercase) : .hexadecimal(isUppercase: isUppercase)
    }
    return nil
  }

  /// The symbols that may stand at a place; nil: the place keeps what it has.
  func alphabet(at index: Int, of text: [UInt8]) -> [UInt8]? {
    let character = text[index]
    switch self {
    case .digits(let zeros, _):
      if index < zeros { return nil }
      return index == zeros ? Alphabet.digitsButZero : Alphabet.digits
    case .uuid(let isUppercase):
      if character == UInt8(ascii: "-") || index == 14 || index == 19 { return nil }
      return isUppercase ? Alphabet.uppercaseHexadecimal : Alphabet.hexadecimal
    case .hexadecimal(let isUppercase): return isUppercase ? Alphabet.uppercaseHexadecimal : Alphabet.hexadecimal
    case .plain:
      if character.isDigit { return Alphabet.digits }
      guard character.isLetter else { return nil }
      return character < UInt8(ascii: "a") ? Alphabet.uppercase : Alphabet.lowercase
    case .long(let cases): return character.isDigit || character.isLetter ? cases.alphabet : nil
    case .opaque: return nil
    }
  }
}

extension TextFormat.Cases {
  init(of text: [UInt8]) {
    let hasLower = text.contains { $0.isLetter && $0 >= UInt8(ascii: "a") }
    let hasUpper = text.contains { $0.isLetter && $0 < UInt8(ascii: "a") }
    self = hasLower ? (hasUpper ? .both : .lower) : hasUpper ? .upper : .none
  }

  fileprivate var alphabet: [UInt8] {
    switch self {
    case .none: Alphabet.digits
    case .lower: Alphabet.digitsAndLowercase
    case .upper: Alphabet.digitsAndUppercase
    case .both: Alphabet.digitsAndLetters
    }
  }
}

enum Alphabet {
  static let digits = Array("0123456789".utf8)
  static let lowercase = Array("abcdefghijklmnopqrstuvwxyz".utf8)
  static let uppercase = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8)
  static let digitsButZero = Array(digits.dropFirst())
  static let digitsAndLowercase = digits + lowercase
  static let digitsAndUppercase = digits + uppercase
  static let digitsAndLetters = digits + lowercase + uppercase
  static let hexadecimal = digits + lowercase.prefix(6)
  static let uppercaseHexadecimal = digits + uppercase.prefix(6)
}

extension UInt8 {
  var isDigit: Bool { self >= 0x30 && self <= 0x39 }
  var isLetter: Bool { (self | 0x20) >= 0x61 && (self | 0x20) <= 0x7A }
}
