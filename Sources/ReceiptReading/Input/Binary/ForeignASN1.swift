extension InputText {
  private static let elsewhere: Message =
    "this is ASN.1 of another kind; a receipt begins 30 82 .. .. 06 09 2a 86 48 86 f7 0d 01 07 02"

  private static let integer: UInt8 = 0x02
  private static let octetString: UInt8 = 0x04
  private static let objectIdentifier: UInt8 = 0x06
  private static let sequence: UInt8 = 0x30

  /// Throws unless the element starts like a SignedData or a receipt payload, or is too short to tell. The first
  /// elements inside the outermost one name other ASN.1.
  ///
  /// - Parameter contentStart: the start of these elements.
  func refuseForeignASN1(contentStart: Int) throws(ReceiptError) {
    guard contentStart < bytes.count else { return }
    let content = bytes[contentStart...]
    if bytes[0] == 0x31 {
      guard content.first == Self.sequence else {
        throw ReceiptError(
          .notAReceipt, "an ASN.1 SET, but not of SEQUENCEs as the payload of a receipt is", offset: contentStart,
          hint: Self.elsewhere)
      }
      return
    }
    switch content.first {
    case Self.objectIdentifier: try Self.refuseOtherContentType(content)
    case Self.integer:
      if let name = Self.nameOfKey(content) { throw .keyOrCertificate(name, isSecret: true, at: contentStart) }
      throw Self.foreign(Self.nameOfBareSignedData(content), at: contentStart)
    case Self.sequence: throw Self.foreign(Self.nameOfCertificate(bytes, contentStart), at: contentStart)
    default: throw Self.foreign(nil, at: contentStart)
    }
  }

  /// Rejects other content types of PKCS#7, which differ only in their last byte (RFC 2315, 14).
  private static func refuseOtherContentType(_ content: ArraySlice<UInt8>) throws(ReceiptError) {
    let expected = OuterElement.signedDataOID
    let found = content.prefix(expected.count)
    if expected.starts(with: found) { return }
    let offset = content.startIndex
    guard found.count == expected.count, expected.dropLast().elementsEqual(found.dropLast()), let last = found.last
    else {
      throw ReceiptError(
        .invalidEnvelope,
        "the content type at byte \(offset) is not that of a PKCS#7 SignedData (1.2.840.113549.1.7.2)",
        offset: offset, hint: elsewhere)
    }
    let name =
      switch last {
      case 1: "Data"
      case 3: "EnvelopedData"
      case 4: "SignedAndEnvelopedData"
      case 5: "DigestedData"
      case 6: "EncryptedData"
      default: "content type 1.2.840.113549.1.7.\(last)"
      }
    throw ReceiptError(
      .otherFormat, "PKCS#7 \(name), not the SignedData that a receipt is", offset: offset, hint: elsewhere)
  }

  /// A private key, or what holds one: PKCS#12 (RFC 7292), PKCS#8 (RFC 5958), PKCS#1 (RFC 8017), SEC 1 (RFC 5915). Each
  /// begins with its version, an INTEGER. That of PKCS#8 is 1 if the public key is in it, too.
  private static func nameOfKey(_ content: ArraySlice<UInt8>) -> Message? {
    let start = Array(content.prefix(4))
    guard start.count == 4 else { return nil }
    switch (start[1], start[2], start[3]) {
    case (1, 3, sequence): return "a PKCS#12 container (.p12)"
    case (1, 0, sequence), (1, 1, sequence): return "a private key (PKCS#8)"
    case (1, 0, integer): return "a private key (PKCS#1)"
    case (1, 1, octetString): return "a private key (SEC 1)"
    default: return nil
    }
  }

  /// SignedData without its ContentInfo: a version, then the SET of digest algorithms (RFC 2315, 9.1).
  private static func nameOfBareSignedData(_ content: ArraySlice<UInt8>) -> Message? {
    content.starts(with: [integer, 1, 1, 0x31]) ? "a PKCS#7 SignedData without the ContentInfo around it" : nil
  }

  /// What begins with a SEQUENCE: a certificate, a certificate request, a revocation list or a public key (RFC 5280,
  /// RFC 2986).
  private static func nameOfCertificate(_ bytes: [UInt8], _ innerStart: Int) -> Message? {
    guard let start = OuterElement.contentStart(of: bytes, at: innerStart), start < bytes.count else { return nil }
    switch bytes[start] {
    case 0xA0: return "a certificate"
    case objectIdentifier: return "a public key"
    case integer:
      guard let next = OuterElement.contentStart(of: bytes, at: start), next < bytes.count else { return nil }
      // A version 1 certificate starts with its serial number; requests and lists start with small version numbers.
      if next - start == 2, bytes[start + 1] == 1 {
        return bytes[next] == 0 ? "a certificate signing request" : "a certificate or a certificate revocation list"
      }
      return "a certificate"
    default: return nil
    }
  }

  /// The error for ASN.1 of another kind, which holds no secret.
  ///
  /// - Parameter name: what it is; `nil` if that is not known.
  private static func foreign(_ name: Message?, at offset: Int) -> ReceiptError {
    guard let name else {
      return ReceiptError(
        .invalidEnvelope, "an ASN.1 SEQUENCE, but its first element at byte \(offset) is not a content type",
        offset: offset, hint: elsewhere)
    }
    return .keyOrCertificate(name, isSecret: false, at: offset)
  }
}

extension ReceiptError {
  /// The error for a key or a certificate.
  ///
  /// - Parameter isSecret: whether a private key is in it.
  static func keyOrCertificate(_ name: Message, isSecret: Bool, at offset: Int) -> ReceiptError {
    let hint: Message =
      isSecret
      ? "keep it to yourself, and revoke it if it was sent anywhere; a receipt contains no keys"
      : "certificates are not receipts; paste the receipt itself"
    let error = ReceiptError(.otherFormat, "\(name), not a receipt", offset: offset, hint: hint)
    return isSecret ? error.withCause(.privateKey) : error
  }
}
