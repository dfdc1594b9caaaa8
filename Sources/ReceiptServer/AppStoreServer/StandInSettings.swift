import ReceiptKit
import ReceiptMint
import ReceiptRemote

/// The data and settings from which a stand-in for the App Store Server API answers.
package struct StandInSettings: Sendable {
  /// The content of the scenarios.
  package var data: ScenarioData
  /// Proves presented receipts, and decides whom to trust.
  package var decoder: InputDecoder
  /// Signs the answers.
  package var authority: TestAuthority
  /// The key of clients.
  package var key: ServerAPIKey
  /// The milliseconds by which the stand-in's clock advances in one millisecond of real time. 0 stops the clock, so
  /// that only requests move it.
  package var speed = 0.0
  /// The backend that receives notifications; `nil` sends none.
  package var receiver: Endpoint?
  /// The backend that is asked for retention messages of apps without their own URL; `nil` asks none.
  package var realtime: Endpoint?
  /// Whether backends on other machines may be asked.
  package var allowsRemote = false

  /// Makes settings; see the properties.
  package init(data: ScenarioData, decoder: InputDecoder, authority: TestAuthority, key: ServerAPIKey) {
    self.data = data
    self.decoder = decoder
    self.authority = authority
    self.key = key
  }
}
