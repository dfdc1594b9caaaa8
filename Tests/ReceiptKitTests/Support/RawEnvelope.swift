import ReceiptKit
import ReceiptMint
import Testing

/// A SignedData written octet by octet: what the mint does not write, and genuine parts in forged places.
struct RawEnvelope {
  /// Content octets of eContent; `nil` leaves it out.
  var content: [UInt8]?
  /// The element of eContent, where that is to be another one than an OCTET STRING of ``content``.
  var contentElement: [UInt8]?
  /// DER certificates in the order in which they are written.
  var certificates: [[UInt8]]
  var signers: [RawSigner]

  init(content: [UInt8]?, certificates: [[UInt8]], signers: [RawSigner]) {
    self.content = content
    self.certificates = certificates
    self.signers = signers
  }

  /// The parts of an envelope that exists.
  init(_ bytes: [UInt8]) throws {
    let signed = try SignedData(bytes)
    content = signed.payload
    certificates = signed.certificates.map(\.der)
    signers = try signed.signers.map { signer in
      var raw = RawSigner(
        naming: signed.certificates[try #require(signer.certificateIndex)].der, digest: .sha1, signer.signature)
      if signer.digestAlgorithm == "2.16.840.1.101.3.4.2.1" { raw.digest = TestOID.sha256 }
      return raw
    }
  }

  var encoded: [UInt8] {
    let inner: [[UInt8]] = [
      DEREncoder.integer(1),
      DEREncoder.set(signers.map { TestOID.algorithm($0.digest) }),
      DEREncoder.sequence(
        DEREncoder.objectIdentifier(TestOID.data),
        content.map { DEREncoder.context(0, contentElement ?? DEREncoder.octetString($0)) } ?? []),
      certificates.isEmpty ? [] : DEREncoder.element(0xA0, Array(certificates.joined())),
      DEREncoder.set(signers.map(\.encoded)),
    ]
    let signedData = DEREncoder.context(0, DEREncoder.sequence(inner))
    return DEREncoder.sequence(DEREncoder.objectIdentifier(TestOID.signedData), signedData)
  }
}

/// One SignerInfo of a ``RawEnvelope``; nothing in it has to fit.
struct RawSigner {
  var issuerAndSerialNumber: [UInt8]
  var digest: OID
  var signatureAlgorithm = TestOID.rsaEncryption
  /// Encoded attributes of [0]; `nil` leaves the field out, an empty array writes it empty.
  var signedAttributes: [[UInt8]]?
  var signature: [UInt8]

  init(naming certificate: [UInt8], digest: ReceiptMint.Digest, _ signature: [UInt8]) {
    issuerAndSerialNumber = CertificateParts(certificate).issuerAndSerialNumber
    self.digest = digest == .sha1 ? TestOID.sha1 : TestOID.sha256
    self.signature = signature
  }

  var encoded: [UInt8] {
    DEREncoder.sequence(
      DEREncoder.integer(1), issuerAndSerialNumber, TestOID.algorithm(digest),
      signedAttributes.map { DEREncoder.element(0xA0, Array($0.joined())) } ?? [],
      TestOID.algorithm(signatureAlgorithm), DEREncoder.octetString(signature))
  }
}

enum TestOID {
  static let data = OID(1, 2, 840, 113549, 1, 7, 1)
  static let signedData = OID(1, 2, 840, 113549, 1, 7, 2)
  static let rsaEncryption = OID(1, 2, 840, 113549, 1, 1, 1)
  static let md5 = OID(1, 2, 840, 113549, 2, 5)
  static let sha1 = OID(1, 3, 14, 3, 2, 26)
  static let sha256 = OID(2, 16, 840, 1, 101, 3, 4, 2, 1)
  static let sha1WithRSA = OID(1, 2, 840, 113549, 1, 1, 5)
  static let sha256WithRSA = OID(1, 2, 840, 113549, 1, 1, 11)
  static let pss = OID(1, 2, 840, 113549, 1, 1, 10)
  static let ecdsa = OID(1, 2, 840, 10045, 4, 3, 2)
  static let contentType = OID(1, 2, 840, 113549, 1, 9, 3)
  static let messageDigest = OID(1, 2, 840, 113549, 1, 9, 4)

  static func algorithm(_ identifier: OID) -> [UInt8] {
    DEREncoder.sequence(DEREncoder.objectIdentifier(identifier), DEREncoder.null)
  }

  static func attribute(_ type: OID, _ value: [UInt8]) -> [UInt8] {
    DEREncoder.sequence(DEREncoder.objectIdentifier(type), DEREncoder.set([value]))
  }
}
