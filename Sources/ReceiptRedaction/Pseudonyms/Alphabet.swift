import ReceiptKit

/// The possible symbols of a place: digits, then small letters, then capitals, with the number of each.
struct Alphabet {
  private let firstDigit: UInt8
  private let digits: UInt8
  private let lowercase: UInt8
  private let uppercase: UInt8

  private init(firstDigit: UInt8 = 0, digits: UInt8 = 0, lowercase: UInt8 = 0, uppercase: UInt8 = 0) {
    self.firstDigit = firstDigit
    self.digits = digits
    self.lowercase = lowercase
    self.uppercase = uppercase
  }

  static let digits = Alphabet(digits: 10)
  static let digitsButZero = Alphabet(firstDigit: 1, digits: 9)
  static let lowercase = Alphabet(lowercase: 26)
  static let uppercase = Alphabet(uppercase: 26)
  static let digitsAndLowercase = Alphabet(digits: 10, lowercase: 26)
  static let digitsAndUppercase = Alphabet(digits: 10, uppercase: 26)
  static let digitsAndLetters = Alphabet(digits: 10, lowercase: 26, uppercase: 26)
  static let hexadecimal = Alphabet(digits: 10, lowercase: 6)
  static let uppercaseHexadecimal = Alphabet(digits: 10, uppercase: 6)

  /// The number of the last symbol; the first one has 0.
  var highest: UInt8 { digits + lowercase + uppercase - 1 }

  // The operators below wrap: for the symbols of an alphabet, at most 62, no step overflows an octet. A symbol or a
  // number that is not in the alphabet would give a wrong symbol instead of ending the process.

  /// The number of a symbol of the alphabet.
  func number(of symbol: UInt8) -> UInt8 {
    if symbol.isASCIIDigit { return symbol &- UInt8(ascii: "0") &- firstDigit }
    if symbol >= UInt8(ascii: "a") { return symbol &- UInt8(ascii: "a") &+ digits }
    return symbol &- UInt8(ascii: "A") &+ digits &+ lowercase
  }

  /// The symbol with a number.
  func symbol(_ number: UInt8) -> UInt8 {
    if number < digits { return UInt8(ascii: "0") &+ firstDigit &+ number }
    let letter = number &- digits
    return letter < lowercase ? UInt8(ascii: "a") &+ letter : UInt8(ascii: "A") &+ (letter &- lowercase)
  }
}
