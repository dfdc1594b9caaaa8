/// What is known of an attribute type beside how it is read: for the reference, and for those who rewrite payloads.
///
/// A class, so that a row is still copied quickly where receipts are read.
package final class AttributeFacts: Sendable {
  /// Who says so.
  package enum Source: Sendable {
    /// Apple documents it.
    case documented
    /// Receipts were compared with what verifyReceipt answered for them.
    case observed
    /// The same, so often: `894 of 897`.
    case counted(String)
    /// It fits what was seen.
    case inferred
  }

  /// How `redact` treats the value; `nil` replaces it, because its meaning is unknown.
  package let redaction: FieldRule?
  package let meaning: String
  package let source: Source
  /// One for each key under which verifyReceipt prints it, unless another row tells.
  package let keys: [AttributeKey]

  package init(redaction: FieldRule?, meaning: String, source: Source, keys: [AttributeKey]) {
    self.redaction = redaction
    self.meaning = meaning
    self.source = source
    self.keys = keys
  }
}

/// What a key of verifyReceipt's JSON means; that of a date stands for its three forms.
package struct AttributeKey: ExpressibleByStringLiteral, Sendable {
  package let meaning: String
  /// What a developer does with it, where that is not plain.
  package let advice: String
  package let source: AttributeFacts.Source

  package init(_ meaning: String, advice: String = "", _ source: AttributeFacts.Source = .documented) {
    self.meaning = meaning
    self.advice = advice
    self.source = source
  }

  package init(stringLiteral meaning: String) { self.init(meaning) }
}
