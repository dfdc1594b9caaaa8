import ReceiptAnalysis

/// Signed data by name: its kind, its product, and the options that receipts have, too.
package struct SignedDataTemplate: Sendable {
  /// The kind of the data.
  package let kind: SignedPayloadKind
  /// The product.
  package let template: ReceiptTemplate
  /// The notification, if the data is one.
  package let notification: NotificationTemplate?
  /// Product, dates and other values. Of the environments only production, sandbox and Xcode have signed data.
  package var options: TemplateOptions
  /// The device from which the data was taken; nil if a server got the data from Apple.
  package var device: DeviceGUID?

  /// The products that signed data can describe.
  package static let products: [ReceiptTemplate] = [.subscription, .consumable, .nonConsumable, .family]

  /// - Parameters:
  ///   - kind: the kind of the data.
  ///   - template: the product; nil: a consumable if the notification is about one, otherwise a subscription.
  ///   - notification: type and subtype; nil: `DID_RENEW`, if the kind is a notification.
  ///   - options: the app, the date and the other values of templates.
  /// - Throws: ``MintError/impossible(_:)`` for a product that such data cannot describe.
  package init(
    _ kind: SignedPayloadKind, template: ReceiptTemplate? = nil, notification: NotificationTemplate? = nil,
    options: TemplateOptions
  ) throws(MintError) {
    let notification =
      kind == .notification ? notification ?? NotificationTemplate.named("DID_RENEW") : nil
    var usual = ReceiptTemplate.subscription
    if case .purchase = notification?.content { usual = .consumable }
    let chosen = template ?? usual
    guard Self.products.contains(chosen) else {
      throw MintError.impossible(
        "no signed data is about \(chosen.rawValue); use \(Self.products.map(\.rawValue).joined(separator: ", "))")
    }
    let isAboutSubscription =
      switch notification?.content {
      case .subscription: true
      case nil: kind == .renewal || kind == .realtime
      default: false
      }
    guard chosen == .subscription || !isAboutSubscription else {
      throw MintError.impossible(
        "\(notification?.name ?? kind.rawValue) is about subscriptions, not \(chosen.rawValue)")
    }
    self.kind = kind
    self.template = chosen
    self.notification = notification
    self.options = options
  }

  /// Signed data `number` of a run: the same for the same seed and options, but different for every number.
  ///
  /// - Throws: ``MintError/impossible(_:)`` for an environment without signed data or a device without a UUID;
  ///   ``MintError/openSSL(call:reason:)``.
  package func description(seed: String, number: Int = 0) throws(MintError) -> JWSDescription {
    let maker = try SignedDataMaker(self, seed: seed, number: number)
    return JWSDescription(kind: kind, payload: try maker.payload())
  }
}
