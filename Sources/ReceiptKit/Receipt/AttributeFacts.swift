/// What is known of an attribute type beside how it is read: for the reference, and for those who rewrite payloads.
///
/// A class, so that a row is still copied quickly where receipts are read.
final class AttributeFacts: Sendable {
  /// Who says so.
  enum Source: Sendable {
    /// Apple documents it.
    case documented
    /// Receipts were compared with what verifyReceipt answered for them.
    case observed
    /// The same, so often: `894 of 897`.
    case counted(String)
    /// It fits what was seen.
    case inferred
  }

  /// What becomes of the value when the receipt is redacted; `nil`: it is replaced, because nobody knows what it says.
  let redaction: FieldRule?
  let meaning: String
  let source: Source
  /// One for each key under which verifyReceipt prints it, unless another row tells.
  let keys: [AttributeKey]

  init(redaction: FieldRule?, meaning: String, source: Source, keys: [AttributeKey]) {
    self.redaction = redaction
    self.meaning = meaning
    self.source = source
    self.keys = keys
  }
}

/// What a key of verifyReceipt's JSON means; that of a date stands for its three forms.
struct AttributeKey: ExpressibleByStringLiteral, Sendable {
  let meaning: String
  /// What a developer does with it, where that is not plain.
  let advice: String
  let source: AttributeFacts.Source

  init(_ meaning: String, advice: String = "", _ source: AttributeFacts.Source = .documented) {
    self.meaning = meaning
    self.advice = advice
    self.source = source
  }

  init(stringLiteral meaning: String) { self.init(meaning) }
}
