/// PEM (RFC 7468), also with text before and behind its block and without its last line.
enum PEMFormat: InputFormat {
  private static let begin = Array("-----BEGIN ".utf8)
  private static let dashes = Array("-----".utf8)

  static func read(_ input: InputText) throws(ReceiptError) -> InputFinding? {
    let bytes = input.bytes
    var searchStart = input.core.lowerBound
    var firstForeign: ReceiptError?
    var found: (bytes: [UInt8], finding: InputFinding)?
    while let start = bytes.firstOffset(of: begin, in: searchStart..<input.core.upperBound) {
      guard let labelEnd = bytes.firstOffset(of: dashes, in: start + begin.count..<input.core.upperBound),
        labelEnd - start - begin.count <= 64
      else { break }
      let label = String(decoding: bytes[start + begin.count..<labelEnd], as: UTF8.self)
      let bodyStart = labelEnd + dashes.count
      let bodyEnd = bytes.firstOffset(of: Array("-----END".utf8), in: bodyStart..<input.core.upperBound)
      if let foreign = refusal(label, at: start) {
        firstForeign = firstForeign ?? foreign
        searchStart = bodyEnd ?? input.core.upperBound
        continue
      }
      let body = bodyStart..<(bodyEnd ?? input.core.upperBound)
      if let found {
        // What another block holds matters only if it is another receipt.
        if let other = try? Base64Format.decodeRepairing(bytes, body).bytes, other != found.bytes,
          ASN1Format.isSignedData(other)
        {
          throw SeveralReceipts.inText(at: start)
        }
      } else {
        found = try block(bytes, body, isWhole: bodyEnd != nil)
      }
      searchStart = body.upperBound
    }
    if let found { return found.finding }
    if let firstForeign { throw firstForeign }
    return nil
  }

  private static func block(
    _ bytes: [UInt8], _ body: Range<Int>, isWhole: Bool
  ) throws(ReceiptError) -> (bytes: [UInt8], finding: InputFinding) {
    var (decoded, repairs) = try Base64Format.decodeRepairing(bytes, body)
    // Line breaks are what PEM is made of.
    repairs.removeAll { $0.what == "line breaks removed" }
    if !isWhole { repairs.append(InputRepair("missing END line of PEM supplied", count: 1)) }
    return (decoded, .inner(decoded, .pem, repairs: repairs))
  }

  /// The labels of RFC 7468 that are not receipts; an unknown label is tried.
  private static func refusal(_ label: String, at offset: Int) -> ReceiptError? {
    let name: String? =
      switch label {
      case "CERTIFICATE", "X509 CERTIFICATE", "TRUSTED CERTIFICATE": "a certificate (PEM)"
      case "CERTIFICATE REQUEST", "NEW CERTIFICATE REQUEST": "a certificate signing request (PEM)"
      case "X509 CRL": "a certificate revocation list (PEM)"
      case _ where label.hasSuffix("PRIVATE KEY"): "a private key (PEM)"
      case _ where label.hasSuffix("PUBLIC KEY"): "a public key (PEM)"
      case _ where label.hasPrefix("PGP ") || label.hasPrefix("OPENSSH "): "a PGP or SSH block"
      default: nil
      }
    guard let name else { return nil }
    let hint =
      name.contains("private key")
      ? "keep it to yourself; a receipt contains no keys" : "certificates are not receipts; paste the receipt itself"
    return ReceiptError(.otherFormat, "\(name), not a receipt", offset: offset, hint: hint)
  }
}
