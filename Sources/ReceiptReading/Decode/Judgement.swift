/// Whether a receipt, or other signed data, may be believed, with the proof if there is one.
///
/// ``Authenticity/Verdict`` is one word, ``Authenticity`` gives the steps that led to it, and a judgement also holds
/// the document if it is proven. Functions that grant something take the proof and not the claims, so a call without a
/// proof does not compile.
public enum Judgement: Sendable {
  /// Apple signed the receipt.
  case authentic(AuthenticReceipt)
  /// An anchor that the user gave proves the receipt: a test authority, or the certificate that Xcode exports.
  case testSigned(TestSignedReceipt)
  /// The receipt is not proven; ``Authenticity/reason`` says why.
  case untrusted(Authenticity)

  /// The signer, with each step of the proof.
  public var authenticity: Authenticity {
    switch self {
    case .authentic(let receipt): receipt.authenticity
    case .testSigned(let receipt): receipt.authenticity
    case .untrusted(let authenticity): authenticity
    }
  }

  /// The receipt that Apple signed, if Apple did.
  public var authenticReceipt: AuthenticReceipt? {
    guard case .authentic(let receipt) = self else { return nil }
    return receipt
  }
}

/// A receipt, a notification or other signed data that Apple signed. Only verification creates a value of this type.
public struct AuthenticReceipt: Sendable {
  /// The claims, which are proven to be Apple's.
  public let document: DecodedInput.Document
  /// The steps of the proof.
  public let authenticity: Authenticity

  /// The app receipt; `nil` for an iOS 6 transaction receipt and for signed data.
  public var receipt: Receipt? {
    guard case .receipt(let receipt) = document else { return nil }
    return receipt
  }
}

/// A receipt or other signed data that is proven only by an anchor that the user gave. Only verification creates a
/// value of this type.
public struct TestSignedReceipt: Sendable {
  /// The claims. The owner of ``Authenticity/anchor`` makes them, not Apple.
  public let document: DecodedInput.Document
  /// The steps of the proof.
  public let authenticity: Authenticity
}
