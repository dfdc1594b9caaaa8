import ReceiptAnalysis

extension ChainOptions {
  /// Makes the options for a chain of an era that is valid at a time.
  ///
  /// Certificates that were not valid at that time are replaced by valid ones, as Apple replaces certificates at their
  /// expiry: the signer's new certificate is valid for two calendar years, the intermediate's for ten. The root is
  /// never replaced.
  ///
  /// - Parameters:
  ///   - era: the era of the chain.
  ///   - date: when the receipt is made; `YYYY-MM-DDThh:mm:ssZ`, any other format leaves the chain unchanged.
  package init(_ era: Era, holdingAt date: String) {
    self.init(era)
    guard (try? DEREncoder.time(date)) != nil, let year = Int(date.prefix(4)) else { return }
    if !intermediateValidity.holds(at: date) {
      intermediateValidity = Validity(Self.newYear(year - 4), Self.newYear(year + 6))
    }
    if !signerValidity.holds(at: date) {
      signerValidity = Validity(Self.newYear(year), Self.newYear(year + 2))
    }
  }

  private static func newYear(_ year: Int) -> String {
    Validity.newYear(min(max(year, 0), 9_999))
  }
}

extension Validity {
  /// New Year's Day of a year.
  static func newYear(_ year: Int) -> String { padded(year, to: 4) + "-01-01T00:00:00Z" }

  /// Whether a time of the same format is within the validity, both ends included. Texts of this format sort
  /// chronologically.
  package func holds(at date: String) -> Bool { notBefore <= date && date <= notAfter }
}
