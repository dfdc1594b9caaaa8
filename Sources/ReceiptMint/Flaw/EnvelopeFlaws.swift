extension MintFlaw {
  /// The envelope cannot be read, or contains no receipt.
  static let envelopeFlaws: [MintFlaw] = [
    MintFlaw(
      "truncated", "the second half is missing", .unreadable("truncated"), .octets { $0.removeLast($0.count / 2) }),
    MintFlaw(
      "trailing-bytes", "four bytes follow the SET of attributes, and are signed with it",
      .unreadable("invalid_payload"),
      .envelope { envelope, _ in envelope.payload += [0xDE, 0xAD, 0xBE, 0xEF] }),
    MintFlaw(
      "detached", "the signature is there, the content is not", .unreadable("invalid_envelope"),
      .envelope { envelope, _ in envelope.hasContent = false }),
    MintFlaw(
      "foreign-payload", "the content is a text and no SET of attributes", .unreadable("invalid_payload"),
      .envelope { envelope, _ in envelope.payload = Array("Hello, world! No receipt.".utf8) }),
    MintFlaw(
      "broken-payload", "the first attribute is longer than the SET that it is in", .unreadable("invalid_payload"),
      .envelope { envelope, _ in
        envelope.payload = DEREncoder.set([[0x30, 0x7F, 0x02, 0x01, 0x00, 0x02, 0x01, 0x01, 0x04, 0x00]])
      }),
  ]
}
