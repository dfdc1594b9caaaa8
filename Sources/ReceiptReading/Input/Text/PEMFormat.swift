/// PEM (RFC 7468), even with text before and after its block, and without its last line.
enum PEMFormat: InputFormat {
  private static let begin = Array("-----BEGIN ".utf8)
  private static let end = Array("-----END".utf8)
  private static let dashes = Array("-----".utf8)
  private static let longestLabel = 64

  static func read(_ input: InputText) throws(ReceiptError) -> InputFinding? {
    let bytes = input.bytes
    var searchStart = input.core.lowerBound
    var firstForeign: ReceiptError?
    while let start = bytes.firstOffset(of: begin, in: searchStart..<input.core.upperBound) {
      guard let labelEnd = bytes.firstOffset(of: dashes, in: start + begin.count..<input.core.upperBound),
        labelEnd - start - begin.count <= longestLabel
      else { break }
      let label = String(decoding: bytes[start + begin.count..<labelEnd], as: UTF8.self)
      let bodyStart = labelEnd + dashes.count
      let bodyEnd = bytes.firstOffset(of: end, in: bodyStart..<input.core.upperBound)
      if let foreign = refusal(label, at: start) {
        firstForeign = firstForeign ?? foreign
        searchStart = bodyEnd ?? input.core.upperBound
        continue
      }
      return try block(input, start, bodyStart..<(bodyEnd ?? input.core.upperBound))
    }
    if let firstForeign { throw firstForeign }
    return nil
  }

  private static func block(
    _ input: InputText, _ start: Int, _ body: Range<Int>
  ) throws(ReceiptError) -> InputFinding {
    var finding = try Base64Format.finding(input.bytes, body, .pem)
    // Line breaks are part of PEM, so they are not repairs.
    finding.repairs.removeAll { $0.kind == .lineBreaks }
    let isWhole = body.upperBound < input.core.upperBound
    if !isWhole { finding.repairs.append(InputRepair(.missingEndOfPEM, count: 1)) }
    let block = start..<lastLineEnd(input, body.upperBound)
    if block != input.core { finding.repairs.append(input.repair(around: block)) }
    finding.remainingInput += input.remainingInput(around: block)
    return finding
  }

  /// The end of the END line that begins here.
  private static func lastLineEnd(_ input: InputText, _ start: Int) -> Int {
    let limit = input.core.upperBound
    let label = min(start + end.count, limit)
    let dashes = input.bytes.firstOffset(of: dashes, in: label..<min(label + longestLabel, limit))
    return dashes.map { $0 + self.dashes.count } ?? label
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
    return name.map { ForeignASN1.keyOrCertificate($0, at: offset) }
  }
}
