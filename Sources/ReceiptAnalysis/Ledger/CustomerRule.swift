/// The rule for "the same customer" for one kind of product. No other code decides this, and `explain` prints the
/// table.
package struct CustomerRule: Equatable, Sendable {
  /// The key under which a ledger stores a purchase.
  package enum Key: String, Sendable {
    /// `transaction_id`.
    case transaction = "transaction_id"
    /// `original_transaction_id`; `transaction_id` if that is absent.
    case originalTransaction = "original_transaction_id"
  }

  /// Whether the same account may present a purchase again under another order.
  package enum Again: String, Sendable {
    /// No: it is a replay.
    case never
    /// Yes, from the device that presented it first, or if no device was named; from another device with
    /// `--allow-restore`.
    case sameDevice = "same-device"
    /// Only with `--allow-restore`.
    case onlyIfAllowed = "only-if-allowed"
  }

  /// The kind of product; `nil` if the receipt does not name it.
  package let productType: ProductType?
  /// The name of the rule in documents, such as `consumable`.
  package let name: String
  package let key: Key
  /// Whether the same account may present the purchase again under another order.
  package let again: Again
  /// Whether a new transaction with a known original transaction is a new paid period instead of a restored copy.
  package let renews: Bool

  /// Every rule. A second account never gets another account's purchase: that is a replay for every kind.
  package static let all: [CustomerRule] = [
    CustomerRule(.consumable, "consumable", .transaction, .never, renews: false),
    CustomerRule(.nonConsumable, "non-consumable", .originalTransaction, .sameDevice, renews: false),
    CustomerRule(.nonRenewingSubscription, "non-renewing", .transaction, .sameDevice, renews: false),
    CustomerRule(.autoRenewableSubscription, "auto-renewable", .originalTransaction, .sameDevice, renews: true),
    CustomerRule(.freeSubscription, "free-subscription", .originalTransaction, .sameDevice, renews: true),
    unknown,
  ]

  /// iOS 6 receipts do not name the kind. Without an expiry, the product could be a consumable.
  private static let unknown = CustomerRule(
    nil, "unknown-type", .originalTransaction, .onlyIfAllowed, renews: false)

  private init(_ productType: ProductType?, _ name: String, _ key: Key, _ again: Again, renews: Bool) {
    self.productType = productType
    self.name = name
    self.key = key
    self.again = again
    self.renews = renews
  }

  /// The rule for a purchase. A purchase that has an expiry but no kind counts as a subscription.
  package static func of(_ purchase: PurchaseRecord) -> CustomerRule {
    let type = purchase.productType ?? (purchase.isSubscriptionPeriod ? .autoRenewableSubscription : nil)
    return all.first { $0.productType == type } ?? unknown
  }

  /// Whether the owning account may present the purchase again under another order.
  ///
  /// - Parameters:
  ///   - onOtherDevice: whether both presentations named their devices, and the devices differ.
  ///   - restoreIsAllowed: `--allow-restore`.
  package func mayComeAgain(onOtherDevice: Bool, restoreIsAllowed: Bool) -> Bool {
    switch again {
    case .never: false
    case .sameDevice: !onOtherDevice || restoreIsAllowed
    case .onlyIfAllowed: restoreIsAllowed
    }
  }

  /// The rule in sentences.
  package var text: String {
    let remembered = "It is remembered by \(key.rawValue)."
    let reuse =
      switch again {
      case .never: "It never comes again: under another order it is a replay, also for the same account."
      case .sameDevice:
        "The same account may present it again under another order; from another device (--device-guid) only with "
          + "--allow-restore."
      case .onlyIfAllowed:
        """
        The receipt does not say what kind of product it is, so it is taken for a consumable; with --allow-restore \
        the same account may present it again under another order.
        """
      }
    guard renews else { return "\(remembered) \(reuse) For a second account it is always a replay, and reported." }
    return
      """
      \(remembered) \(reuse) A new transaction under a known original one is a new period, and belongs to whom that \
      belongs. For a second account it is a replay, and reported, unless it was bought again for that one (`explain \
      resubscriptions`).
      """
  }
}
