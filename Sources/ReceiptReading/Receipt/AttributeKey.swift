/// The meaning of a key of verifyReceipt's JSON. The key of a date represents its three forms.
package struct AttributeKey: ExpressibleByStringLiteral, Sendable {
  package let meaning: String
  /// What a developer does with the value, if that is not obvious.
  package let advice: String
  package let source: AttributeRow.Source

  package init(_ meaning: String, advice: String = "", _ source: AttributeRow.Source = .documented) {
    self.meaning = meaning
    self.advice = advice
    self.source = source
  }

  package init(stringLiteral meaning: String) { self.init(meaning) }
}
