extension ReferenceEntry {
  /// The words of `redact`.
  static let redaction: [ReferenceEntry] = [
    ReferenceEntry(
      .redaction, "redacted",
      "In a document: identifying values were replaced by pseudonyms, and nothing in it was signed by Apple.",
      .developer, "Use it for tests and reports only. Whom a pseudonym stands for knows only who has the key."),
    ReferenceEntry(
      .redaction, "replaced",
      "A pseudonym stands in the place of the value: the same one wherever the same value stood."),
    ReferenceEntry(.redaction, "removed", "The value is gone: it was a password or a shared secret."),
    ReferenceEntry(.redaction, "moved", "Another moment stands in the place of the date, by --shift or --coarsen."),
    ReferenceEntry(
      .redaction, "signed_again",
      "A test authority signed it again. Everybody can sign with its key: it proves nothing."),
    ReferenceEntry(
      .redaction, "kept", "The value is what it was.", .sender,
      "Look whether it may be told; --product-ids, --bundle-id, --shift and --coarsen keep less."),
  ]
}
