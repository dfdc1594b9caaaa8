/// The environment of a ledger. Raw values are those of `--environment`.
package enum LedgerEnvironment: String, CaseIterable, Sendable {
  /// The App Store, and the Volume Purchase Program.
  case production
  /// Test accounts, TestFlight, App Review.
  case sandbox

  /// The environment for Apple's word; `nil` for Xcode's word and for unknown words.
  ///
  /// Notifications call production PROD, answers call it Production.
  init?(named name: String) {
    switch name.lowercased() {
    case "production", "prod": self = .production
    case "sandbox": self = .sandbox
    default: return nil
    }
  }
}
