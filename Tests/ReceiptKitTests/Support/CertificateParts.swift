import ReceiptKit
import ReceiptMint

@testable import ReceiptReading

/// A well-formed DER certificate cut into the elements of its TBSCertificate, to be put together otherwise.
///
///     TBSCertificate ::= SEQUENCE { [0] version, serialNumber, signature, issuer, validity, subject, subjectPublicKeyInfo, [3] }
struct CertificateParts {
  var elements: [[UInt8]] = []

  init(_ der: [UInt8]) {
    let bytes = der.span
    func children(_ range: Range<Int>) -> [ASN1Header] {
      var cursor = ASN1Cursor(range)
      var found: [ASN1Header] = []
      while !cursor.isAtEnd, let header = try? cursor.next(bytes) { found.append(header) }
      return found
    }
    guard let certificate = children(0..<der.count).first, let tbs = children(certificate.contents).first else {
      return
    }
    elements = children(tbs.contents).map { Array(der[$0.start..<$0.contents.upperBound]) }
  }

  var issuer: [UInt8] {
    get { elements[3] }
    set { elements[3] = newValue }
  }

  var subject: [UInt8] {
    get { elements[5] }
    set { elements[5] = newValue }
  }

  /// Adds an encoded extension at the end.
  mutating func append(extension encoded: [UInt8]) {
    guard let old = elements.last, let list = try? ASN1Header(old.span, at: 0, end: old.count),
      let inner = try? ASN1Header(old.span, at: list.contents.lowerBound, end: old.count)
    else { return }
    elements[elements.count - 1] = DEREncoder.context(3, DEREncoder.element(0x30, Array(old[inner.contents]) + encoded))
  }

  var issuerAndSerialNumber: [UInt8] { DEREncoder.sequence(elements[3], elements[1]) }

  /// The certificate with its changed names, signed anew.
  func signed(by issuer: TestCertificate, digest: ReceiptMint.Digest = .sha256) throws -> [UInt8] {
    let algorithm = TestOID.algorithm(digest == .sha1 ? TestOID.sha1WithRSA : TestOID.sha256WithRSA)
    var elements = elements
    elements[2] = algorithm
    let tbs = DEREncoder.sequence(elements)
    return DEREncoder.sequence(tbs, algorithm, DEREncoder.bitString(try issuer.sign(tbs, digest: digest)))
  }
}
