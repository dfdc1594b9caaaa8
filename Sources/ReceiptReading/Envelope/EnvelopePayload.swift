extension SignedData {
  /// The contents of the primitive elements of eContent; more than one if BER splits them.
  static func contentChunks(_ bytes: [UInt8], _ limits: ASN1Limits) -> [Range<Int>] {
    var chunks: [Range<Int>] = []
    // Pieces that were found before a fault count, too.
    try? visitContent(bytes, limits) { if !$0.isConstructed { chunks.append($0.contents) } }
    return chunks
  }

  /// Scans an envelope before OpenSSL sees it, and checks the pieces of a constructed eContent.
  ///
  /// The pieces must be OCTET STRINGs (X.690, 8.7.3.2). OpenSSL joins pieces of any type, so without this check two
  /// readers could disagree about what was signed.
  ///
  /// - Throws: `.invalidASN1` for ASN.1 that the scan rejects, `.invalidEnvelope` for a piece of another type.
  static func checkContent(_ bytes: [UInt8], _ limits: ASN1Limits) throws(ReceiptError) {
    var foreign: Int?
    try visitContent(bytes, limits) { header in
      let isOctets = header.tagClass == .universal && header.tag == Int(ASN1Tag.octetString)
      if !isOctets, foreign == nil { foreign = header.start }
    }
    guard let foreign else { return }
    throw ReceiptError(
      .invalidEnvelope,
      "the content of the envelope has a piece at byte \(grouped: foreign) that is not an OCTET STRING",
      offset: foreign, hint: "readers differ in what such an envelope signs; take the receipt again from the device")
  }

  /// Visits eContent and its parts, which it finds by position. So it also works for envelopes that OpenSSL rejects.
  ///
  ///     0 ContentInfo, 1 [0], 2 SignedData, 3 EncapsulatedContentInfo, 4 [0], 5 OCTET STRING
  private static func visitContent(
    _ bytes: [UInt8], _ limits: ASN1Limits, _ visit: (ASN1Header) -> Void
  ) throws(ReceiptError) {
    // The element and those around it, outermost first.
    var path: [ASN1Header] = []
    try limits.visit(bytes.span, 0..<bytes.count) { header, depth in
      path.removeSubrange(min(depth, path.count)...)
      path.append(header)
      guard depth >= 5, path.count == depth + 1, !header.isEndOfContents else { return }
      let isContent =
        path[3].tagClass == .universal && path[3].tag == Int(ASN1Tag.sequence)
        && path[4].tagClass == .contextSpecific && path[4].tag == 0 && path[5].tagClass == .universal
        && path[5].tag == Int(ASN1Tag.octetString)
      if isContent { visit(header) }
    }
  }
}
