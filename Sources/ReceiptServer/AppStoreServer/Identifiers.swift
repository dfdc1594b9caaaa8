/// Identifiers of transactions.
extension StringProtocol {
  /// Whether the text is a decimal number with no more digits than Apple's numbers could ever have.
  var isIdentifier: Bool {
    (1...24).contains(utf8.count) && utf8.allSatisfy { (0x30...0x39).contains($0) }
  }

  /// Whether one number comes before another; neither begins with a zero.
  func precedes(identifier other: Self) -> Bool {
    (utf8.count, self) < (other.utf8.count, other)
  }
}
