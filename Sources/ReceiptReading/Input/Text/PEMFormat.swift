extension InputText {
  private static let beginOfPEM = Array("-----BEGIN ".utf8)
  private static let endOfPEM = Array("-----END".utf8)
  private static let dashes = Array("-----".utf8)
  private static let longestLabel = 64

  /// PEM (RFC 7468), even with text before and after its block, and without its last line.
  func readPEM() throws(ReceiptError) -> InputFinding? {
    var searchStart = core.lowerBound
    var firstForeign: ReceiptError?
    while let start = bytes.firstOffset(of: Self.beginOfPEM, in: searchStart..<core.upperBound) {
      guard let labelEnd = bytes.firstOffset(of: Self.dashes, in: start + Self.beginOfPEM.count..<core.upperBound),
        labelEnd - start - Self.beginOfPEM.count <= Self.longestLabel
      else { break }
      let label = String(decoding: bytes[start + Self.beginOfPEM.count..<labelEnd], as: UTF8.self)
      let bodyStart = labelEnd + Self.dashes.count
      let bodyEnd = bytes.firstOffset(of: Self.endOfPEM, in: bodyStart..<core.upperBound)
      if let foreign = Self.refusal(label, at: start) {
        firstForeign = firstForeign ?? foreign
        searchStart = bodyEnd ?? core.upperBound
        continue
      }
      return try readBlockOfPEM(start, bodyStart..<(bodyEnd ?? core.upperBound))
    }
    if let firstForeign { throw firstForeign }
    return nil
  }

  private func readBlockOfPEM(_ start: Int, _ body: Range<Int>) throws(ReceiptError) -> InputFinding {
    var finding = try InputFinding.base64(bytes, body, .pem)
    // Line breaks are part of PEM, so they are not repairs.
    finding.repairs.removeAll { $0.kind == .lineBreaks }
    let isWhole = body.upperBound < core.upperBound
    if !isWhole { finding.repairs.append(InputRepair(.missingEndOfPEM, count: 1)) }
    let block = start..<endLineEnd(body.upperBound)
    if block != core { finding.repairs.append(repair(around: block)) }
    finding.remainingInput += remainingInput(around: block)
    return finding
  }

  /// The end of the END line that begins here.
  private func endLineEnd(_ start: Int) -> Int {
    let limit = core.upperBound
    let label = min(start + Self.endOfPEM.count, limit)
    let dashes = bytes.firstOffset(of: Self.dashes, in: label..<min(label + Self.longestLabel, limit))
    return dashes.map { $0 + Self.dashes.count } ?? label
  }

  /// The labels of RFC 7468 that are not receipts; an unknown label is tried.
  private static func refusal(_ label: String, at offset: Int) -> ReceiptError? {
    let name: Message? =
      switch label {
      case "CERTIFICATE", "X509 CERTIFICATE", "TRUSTED CERTIFICATE": "a certificate (PEM)"
      case "CERTIFICATE REQUEST", "NEW CERTIFICATE REQUEST": "a certificate signing request (PEM)"
      case "X509 CRL": "a certificate revocation list (PEM)"
      case _ where label.hasSuffix("PRIVATE KEY"): "a private key (PEM)"
      case _ where label.hasSuffix("PUBLIC KEY"): "a public key (PEM)"
      case _ where label.hasPrefix("PGP ") || label.hasPrefix("OPENSSH "): "a PGP or SSH block"
      default: nil
      }
    return name.map { ReceiptError.keyOrCertificate($0, isSecret: label.hasSuffix("PRIVATE KEY"), at: offset) }
  }
}
