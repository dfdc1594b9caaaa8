import ReceiptKit

/// The app-specific shared secret of App Store Connect, which Apple asks for with auto-renewable subscriptions.
///
/// Printing it, also by `dump` or in a debugger, shows ``VerifyReceiptRequest/mask``. Apple's have 32 hexadecimal digits; other servers
/// may have others, so letters, digits, `-`, `_` and `.` are taken, 8 to 256 of them. Nothing in that alphabet needs quotation marks or
/// escapes anywhere.
public struct SharedSecret: Equatable, Sendable, Masked {
  /// The secret itself: for the body of a request, and for nothing else.
  public let revealed: String

  /// Takes a secret as it stands in a file, a variable or at a prompt; one line break at its end is left out.
  ///
  /// - Throws: why it can be no secret, without quoting any of it.
  public init(_ bytes: [UInt8]) throws(InvalidSharedSecret) {
    let bytes = bytes.withoutLineBreak
    guard !bytes.isEmpty else { throw InvalidSharedSecret("it is empty") }
    guard bytes.allSatisfy(Self.isAllowed) else {
      throw InvalidSharedSecret("it has characters other than letters, digits, - _ and .")
    }
    guard bytes.count >= 8 else { throw InvalidSharedSecret("it is shorter than 8 characters") }
    guard bytes.count <= 256 else { throw InvalidSharedSecret("it is longer than 256 characters") }
    revealed = String(decoding: bytes, as: UTF8.self)
  }

  /// The same for who compares and never prints.
  public var secret: Secret { Secret(Array(revealed.utf8)) }

  /// Whether it looks like one of Apple's: 32 hexadecimal digits.
  public var looksLikeApples: Bool {
    revealed.utf8.count == 32 && revealed.utf8.allSatisfy { Character(Unicode.Scalar($0)).isHexDigit }
  }

  private static func isAllowed(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
      true
    default: false
    }
  }
}

/// Why a text can be no ``SharedSecret``.
public struct InvalidSharedSecret: Error, Equatable, Sendable {
  /// What is wrong with it, as a clause about "it" and without a final full stop.
  public let reason: String

  init(_ reason: String) {
    self.reason = reason
  }
}
