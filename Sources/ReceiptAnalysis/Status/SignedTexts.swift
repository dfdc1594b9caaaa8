extension JSONText {
  /// The texts of all signed data in an answer of the App Store Server API, in order; `nil` for fewer than two.
  package var signedTexts: [String]? { SignedHistory(self)?.texts }
}
