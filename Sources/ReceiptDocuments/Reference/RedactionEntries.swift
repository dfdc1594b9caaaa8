/// The words of `redact`.
enum RedactionEntries {
  static let all: [ReferenceEntry] = [
    entry(
      "redacted",
      "In a document: identifying values were replaced by pseudonyms, and nothing in it was signed by Apple.",
      .developer, "Use it for tests and reports only. Whom a pseudonym stands for knows only who has the key."),
    entry("replaced", "A pseudonym stands in the place of the value: the same one wherever the same value stood."),
    entry("removed", "The value is gone: it was a password or a shared secret."),
    entry("moved", "Another moment stands in the place of the date, by --shift or --coarsen."),
    entry("signed_again", "A test authority signed it again. Everybody can sign with its key: it proves nothing."),
    entry(
      "kept", "The value is what it was.", .sender,
      "Look whether it may be told; --product-ids, --bundle-id, --shift and --coarsen keep less."),
  ]

  private static func entry(
    _ key: String, _ meaning: String, _ actor: ReferenceEntry.Actor = .nobody, _ action: String = ""
  ) -> ReferenceEntry {
    ReferenceEntry(.redaction, key, meaning, actor, action, source: FactSource.here)
  }
}
