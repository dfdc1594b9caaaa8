import ReceiptKit
import ReceiptLedger

/// The settings of the purchase service: a ledger over HTTP.
package struct ServiceSettings: Sendable {
  /// The ledger. It was checked for damage when the server started.
  package var ledger: Ledger
  /// The same ledger for reading, so that a write that waits for a lock does not block reads.
  package var reading: Ledger
  /// The rules for decisions.
  package var rules: AdmissionRules
  /// The expectations for every purchase.
  package var expectations = Expectations()
  /// Reads and proves presented receipts.
  package var decoder: InputDecoder
  /// The app's shared secret, which proves notifications of version 1.
  package var sharedSecret: Secret?
  /// The webhooks that receive events.
  package var webhooks: [Webhook]?
  /// Reads the webhooks again after a SIGHUP. Returns `nil` if they cannot be read; the server then keeps the old ones.
  package var readWebhooksAgain: (@Sendable () -> [Webhook]?)?
  /// The receivers of Apple's notifications. The ledger knows them already (``Ledger/forwardNotifications(to:)``).
  package var forwards: [Webhook]?
  /// Reads these receivers again after a SIGHUP, and tells the ledger; `nil` as for webhooks.
  package var readForwardsAgain: (@Sendable () -> [Webhook]?)?
  /// Asks Apple until the task is cancelled; `nil` if another process does. It reports faults on standard error and
  /// never throws.
  package var background: (@Sendable () async -> Void)?
  /// Asks Apple about a number that support enters; `nil` if there is no key for asking Apple. Returns Apple's answers,
  /// each of them proven and about the app of the key.
  package var lookUp: (@Sendable (AppleQuestion) async throws(AppleSilence) -> [[UInt8]])?

  /// Makes settings; see the properties.
  package init(ledger: Ledger, reading: Ledger, rules: AdmissionRules, decoder: InputDecoder) {
    self.ledger = ledger
    self.reading = reading
    self.rules = rules
    self.decoder = decoder
  }
}
