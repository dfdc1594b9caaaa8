/// The facts about an attribute type that reading does not need: for the reference, and for code that rewrites
/// payloads.
package struct AttributeFacts: Sendable {
  /// The source of a fact.
  package enum Source: Sendable {
    /// Apple documents the fact.
    case documented
    /// The fact was observed by comparing receipts with verifyReceipt's answers for them.
    case observed
    /// Observed in this many cases: `894 of 897`.
    case counted(String)
    /// Consistent with all receipts seen.
    case inferred
  }

  /// How `redact` treats the value; `nil` replaces it, because its meaning is unknown.
  package let redaction: FieldRule?
  package let meaning: String
  package let source: Source
  /// One entry for each key under which verifyReceipt prints the value, unless another row has it.
  package let keys: [AttributeKey]

  package init(redaction: FieldRule?, meaning: String, source: Source, keys: [AttributeKey]) {
    self.redaction = redaction
    self.meaning = meaning
    self.source = source
    self.keys = keys
  }
}

/// The meaning of a key of verifyReceipt's JSON. The key of a date represents its three forms.
package struct AttributeKey: ExpressibleByStringLiteral, Sendable {
  package let meaning: String
  /// What a developer does with the value, if that is not obvious.
  package let advice: String
  package let source: AttributeFacts.Source

  package init(_ meaning: String, advice: String = "", _ source: AttributeFacts.Source = .documented) {
    self.meaning = meaning
    self.advice = advice
    self.source = source
  }

  package init(stringLiteral meaning: String) { self.init(meaning) }
}
