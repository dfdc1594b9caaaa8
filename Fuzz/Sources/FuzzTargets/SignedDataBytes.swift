@testable import ReceiptBase
import ReceiptKit
@testable import ReceiptReading

extension FuzzTarget {
  /// No envelope that is made up is authentic; seeds that are genuine stay so only while their bytes are the same.
  static let signedData = FuzzTarget(name: "signed-data", usualLength: 3584) { input in
    let signed = try SignedData(input)
    requirePlain(input, is: signed)
    let receipt = try Receipt(payload: signed.payload)
    let time = receipt.creationDate.map { Authenticity.JudgedAt($0.instant, source: .receiptCreationDate) }
    let authenticity = Authenticator().authenticate(signed, judgedAt: time)
    require(authenticity.verdict != .testSigned, "no anchor was given")
    require(
      authenticity.steps.allSatisfy { $0.outcome != .failed } == (authenticity.verdict == .authentic)
        || authenticity.verdict == .unsigned,
      "a verdict follows from its steps")
  }
}

/// Traps if an envelope that is taken apart without OpenSSL has other parts than OpenSSL finds.
func requirePlain(_ input: [UInt8], is signed: SignedData?) {
  guard let plain = SignedData(plain: input, limits: ASN1Limits(), read: Authenticator().certificates) else { return }
  require(signed != nil, "OpenSSL reads what is plain: \(Base64.encode(input))")
  guard let signed else { return }
  require(
    plain.payload == signed.payload && plain.contentType == signed.contentType
      && plain.certificates.map(\.der) == signed.certificates.map(\.der) && plain.signers == signed.signers,
    "plain parts are those of OpenSSL: \(Base64.encode(input))")
}
