import ReceiptKit

/// The rules for a ledger's decisions, in addition to what `receipt-tool explain ledger-rules` says about customers.
package struct AdmissionRules: Sendable {
  /// Whether purchases that the account has may be presented again from another device, or without a known device.
  package var allowsRestore = false
  /// The age of a purchase, relative to its order, above which the purchase is reported.
  package var maximumOrderAge: DurationText?
  /// Whether Apple must confirm new purchases.
  package var asksApple = false
  /// Whether receipts are stored permanently, which polling requires.
  package var keepsReceipts = false
  /// What happens to a subscription that was bought again for another account.
  package var resubscription = ResubscriptionRule.transfer

  /// Makes rules that decide without Apple and keep no receipt.
  package init() {}
}
