/// The format of a text that a pseudonym keeps, because readers check it.
///
/// Every text has exactly one format, and its pseudonym has the same format, so results of different formats cannot
/// collide.
enum TextFormat: Hashable {
  /// Decimal digits: keeps their number, the leading zeros, and the position relative to the limits of number types.
  case digits(leadingZeros: Int, limits: Int)
  /// A UUID, of which version and variant are kept.
  case uuid(isUppercase: Bool)
  /// Eight or more hexadecimal digits of one case, with at least one digit and one letter.
  case hexadecimal(isUppercase: Bool)
  /// Fewer than 12 letters, digits and signs of ASCII; the kind of each character is kept.
  case plain
  /// 12 to 128 of these characters. The places of letters and digits are not kept: with so many places they would
  /// confirm a guessed value.
  case long(Cases)
  /// Any other text, and text that may be base64: 20 characters and more, with capitals and other characters.
  ///
  /// In base64 the places of capitals, digits and signs reveal the encoded octets. Such a text becomes a meaningless
  /// word of letters.
  case opaque

  /// The cases of the letters in a long text. A text in a single case keeps it.
  enum Cases: UInt8 { case none, lower, upper, both }

  init(_ text: [UInt8]) {
    let found = Characters(text)
    if found.digits == text.count {
      let zeros = text.prefix { $0 == UInt8(ascii: "0") }.count
      self = .digits(leadingZeros: zeros, limits: TextFormat.limits(below: text.dropFirst(zeros)))
    } else if let format = TextFormat.hexadecimal(text, found) {
      self = format
    } else {
      self = found.others == 0 ? TextFormat.signed(text, found.cases) : .opaque
    }
  }

  /// Whether a text consists only of letters, digits and the signs of identifiers and base64.
  static func isPlain(_ text: [UInt8]) -> Bool { Characters(text).others == 0 }

  private static func signed(_ text: [UInt8], _ cases: Cases) -> TextFormat {
    guard text.count >= 12 else { return .plain }
    return text.count > 128 || (text.count >= 20 && cases == .both) ? .opaque : .long(cases)
  }

  /// The largest number that JavaScript reads exactly, and the largest 64-bit integers. Numbers must stay in their
  /// range.
  private static let maxima = ["9007199254740991", "9223372036854775807", "18446744073709551615"].map { Array($0.utf8) }

  private static func limits(below digits: ArraySlice<UInt8>) -> Int {
    guard digits.count >= 16 else { return 0 }
    return maxima.count {
      $0.count < digits.count || ($0.count == digits.count && $0.lexicographicallyPrecedes(digits))
    }
  }

  private static func hexadecimal(_ text: [UInt8], _ found: Characters) -> TextFormat? {
    let isUUID = text.count == 36 && found.dashes == 4 && [8, 13, 18, 23].allSatisfy { text[$0] == UInt8(ascii: "-") }
    let count = isUUID ? 32 : text.count
    guard isUUID || (count >= 8 && found.digits > 0) else { return nil }
    let isUppercase = found.digits + found.lowercaseHexadecimal != count
    guard !isUppercase || found.digits + found.uppercaseHexadecimal == count else { return nil }
    return isUUID ? .uuid(isUppercase: isUppercase) : .hexadecimal(isUppercase: isUppercase)
  }

  /// The possible symbols of a place; nil: the place is kept.
  func alphabet(at index: Int, of text: [UInt8]) -> Alphabet? {
    let character = text[index]
    switch self {
    case .digits(let zeros, _):
      if index < zeros { return nil }
      return index == zeros ? .digitsButZero : .digits
    case .uuid(let isUppercase):
      // Version and variant stand at 14 and 19 (RFC 9562, 4).
      if character == UInt8(ascii: "-") || index == 14 || index == 19 { return nil }
      return isUppercase ? .uppercaseHexadecimal : .hexadecimal
    case .hexadecimal(let isUppercase): return isUppercase ? .uppercaseHexadecimal : .hexadecimal
    case .plain:
      if character.isASCIIDigit { return .digits }
      guard character.isASCIILetter else { return nil }
      return character < UInt8(ascii: "a") ? .uppercase : .lowercase
    case .long(let cases): return character.isASCIIDigit || character.isASCIILetter ? cases.alphabet : nil
    case .opaque: return nil
    }
  }
}

extension TextFormat.Cases {
  init(of text: [UInt8]) { self = Characters(text).cases }

  fileprivate var alphabet: Alphabet {
    switch self {
    case .none: .digits
    case .lower: .digitsAndLowercase
    case .upper: .digitsAndUppercase
    case .both: .digitsAndLetters
    }
  }
}

/// The number of characters of each kind in a text.
private struct Characters {
  private(set) var digits = 0
  private(set) var lowercaseHexadecimal = 0
  private(set) var uppercaseHexadecimal = 0
  private(set) var dashes = 0
  /// Characters other than letters, digits and the signs that stay in place.
  private(set) var others = 0
  private var lowercase = 0
  private var uppercase = 0

  init(_ text: [UInt8]) {
    // Counts of array elements cannot overflow.
    for character in text {
      switch character {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digits &+= 1
      case UInt8(ascii: "a")...UInt8(ascii: "f"): lowercaseHexadecimal &+= 1
      case UInt8(ascii: "A")...UInt8(ascii: "F"): uppercaseHexadecimal &+= 1
      case UInt8(ascii: "g")...UInt8(ascii: "z"): lowercase &+= 1
      case UInt8(ascii: "G")...UInt8(ascii: "Z"): uppercase &+= 1
      case UInt8(ascii: "-"): dashes &+= 1
      // `.` and `/` are adjacent in ASCII.
      case UInt8(ascii: "_"), UInt8(ascii: ".")...UInt8(ascii: "/"), UInt8(ascii: ":"), UInt8(ascii: "+"),
        UInt8(ascii: "="):
        break
      default: others &+= 1
      }
    }
  }

  var cases: TextFormat.Cases {
    let hasLower = lowercase + lowercaseHexadecimal > 0
    return uppercase + uppercaseHexadecimal > 0 ? (hasLower ? .both : .upper) : hasLower ? .lower : .none
  }
}
