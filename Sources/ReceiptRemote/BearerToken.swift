import ReceiptKit

/// What a server of one's own asks to be shown: `Authorization: Bearer TOKEN` (RFC 6750).
///
/// Printing it, also by `dump` or in a debugger, shows ``VerifyReceiptRequest/mask``. 16 to 4,096 characters of printable ASCII without
/// spaces: what is shorter can be guessed, and could not be taken out of an answer that repeats it without damage.
public struct BearerToken: Hashable, Sendable, Masked {
  /// The token itself: for the head of a request, and for nothing else.
  let revealed: String

  /// Takes a token as it stands in a file; one line break at its end is left out.
  ///
  /// - Throws: why it can be no token, without quoting any of it.
  public init(_ bytes: [UInt8]) throws(InvalidBearerToken) {
    let bytes = bytes.withoutLineBreak
    guard !bytes.isEmpty else { throw InvalidBearerToken("it is empty") }
    guard bytes.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
      throw InvalidBearerToken("it is more than one word of printable ASCII")
    }
    guard bytes.count >= 16 else { throw InvalidBearerToken("it is shorter than 16 characters") }
    guard bytes.count <= 4_096 else { throw InvalidBearerToken("it is longer than 4,096 characters") }
    revealed = String(decoding: bytes, as: UTF8.self)
  }

  /// The same for who compares and never prints.
  public var secret: Secret { Secret(Array(revealed.utf8)) }
}

/// Why a text can be no ``BearerToken``.
public struct InvalidBearerToken: Error, Equatable, Sendable {
  /// What is wrong with it, as a clause about "it" and without a final full stop.
  public let reason: String

  init(_ reason: String) {
    self.reason = reason
  }
}
