/// Where the payload lies in an envelope, found by position: it has to work for envelopes that OpenSSL refuses.
///
///     0 ContentInfo, 1 [0], 2 SignedData, 3 EncapsulatedContentInfo, 4 [0], 5 OCTET STRING
enum EnvelopePayload {
  /// The contents of the primitive elements of eContent; several where BER splits them.
  ///
  /// The pieces of a constructed OCTET STRING have to be OCTET STRINGs (X.690, 8.7.3.2). OpenSSL joins pieces of any type, and what it
  /// joins is what was signed.
  static func chunks(_ bytes: [UInt8], _ limits: ASN1Limits) -> [Range<Int>] {
    var path: [ASN1Header] = []
    var chunks: [Range<Int>] = []
    // What was found before the bytes break counts.
    try? ASN1Walk(limits: limits).visit(bytes.span, 0..<bytes.count) { node in
      path.removeSubrange(min(node.depth, path.count)...)
      path.append(node.header)
      guard node.depth >= 5, path.count == node.depth + 1, isContent(path), !node.header.isConstructed,
        !node.header.isEndOfContents
      else { return }
      chunks.append(node.header.contents)
    }
    return chunks
  }

  private static func isContent(_ path: [ASN1Header]) -> Bool {
    path[3].tagClass == .universal && path[3].tag == Int(ASN1Tag.sequence) && path[4].tagClass == .contextSpecific
      && path[4].tag == 0 && path[5].tagClass == .universal && path[5].tag == Int(ASN1Tag.octetString)
  }
}

/// Names of the parts of an envelope (RFC 5652, 5.1), by depth and tag.
struct EnvelopeNames {
  private var sets = 0

  mutating func name(of header: ASN1Header, depth: Int) -> String? {
    switch (depth, header.tagClass, header.tag) {
    case (3, .universal, 17):
      sets += 1
      return sets == 1 ? "digestAlgorithms" : "signerInfos"
    case (3, .universal, 2): return "version"
    case (3, .universal, 16): return "encapContentInfo"
    case (3, .contextSpecific, 0): return "certificates"
    case (3, .contextSpecific, 1): return "crls"
    case (5, .universal, 4): return nil
    default: return nil
    }
  }
}
