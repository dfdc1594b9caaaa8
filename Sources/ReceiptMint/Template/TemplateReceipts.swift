import ReceiptAnalysis

extension ReceiptTemplate {
  /// Receipt `number` of a run: the same for the same seed and options, but different for every number.
  ///
  /// - Throws: ``MintError/openSSL(call:reason:)`` if hashing fails.
  package func subject(_ options: TemplateOptions, seed: String, number: Int = 0) throws(MintError) -> MintSubject {
    let maker = TemplateMaker(
      template: self, options: options, identity: try MintIdentity(seed: seed, number: number),
      environment: options.environment ?? environment)
    return self == .legacy ? .transaction(maker.transaction()) : .receipt(maker.receipt())
  }
}

/// Makes the receipts of templates.
struct TemplateMaker {
  let template: ReceiptTemplate
  let options: TemplateOptions
  let identity: MintIdentity
  let environment: MintEnvironment
  /// The periods of a subscription; empty for other products.
  let subscriptionPeriods: [TemplatePeriod]

  init(
    template: ReceiptTemplate, options: TemplateOptions, identity: MintIdentity, environment: MintEnvironment
  ) {
    self.template = template
    self.options = options
    self.identity = identity
    self.environment = environment
    subscriptionPeriods = Self.periods(template, options)
  }

  var isSandbox: Bool { environment.isSandbox }

  func receipt() -> ReceiptDescription {
    var receipt = environment == .xcode ? xcode() : store()
    receipt.inApp = purchases()
    guard environment == .xcode else { return receipt }
    receipt.inApp = receipt.inApp.enumerated().map { Self.reduced($1, to: $0) }
    return receipt
  }

  /// The attributes of receipts of Apple's servers since 2020.
  private func store() -> ReceiptDescription {
    let created = options.creationDate.rfc3339
    // In the sandbox some values are always the same (observed).
    var receipt = ReceiptDescription.sandboxSample()
    receipt.receiptType = environment.receiptType
    receipt.bundleIdentifier = options.bundleIdentifier
    receipt.applicationVersion = options.applicationVersion
    receipt.opaqueValue = identity.opaqueValue
    receipt.deviceHash = .device(guid: options.deviceGUID ?? identity.deviceGUID)
    receipt.attribute6 = identity.attribute6
    receipt.attribute7 = identity.attribute7
    receipt.creationDate = created
    if !isSandbox {
      receipt.appItemID = identity.storeID(.app)
      receipt.secondCreationDate = created
      receipt.developerID = identity.storeID(.developer)
      receipt.downloadID = identity.downloadID
      receipt.versionExternalIdentifier = identity.storeID(.version) / 10
      receipt.originalPurchaseDate = firstInstalled.rfc3339
      receipt.originalApplicationVersion = "1"
    }
    if let version = options.originalApplicationVersion { receipt.originalApplicationVersion = version }
    switch template {
    case .vpp:
      // Without attribute 15 verifyReceipt prints null.
      receipt.downloadID = nil
      receipt.expirationDate = options.creationDate.adding(days: 365).rfc3339
    case .mac:
      receipt.platform = 2
      receipt.osVersion = 150_101
      // Fractions were observed on macOS only.
      if !isSandbox {
        receipt.secondCreationDate = Instant(milliseconds: options.creationDate.milliseconds - 869).rfc3339
        receipt.originalPurchaseDate = Instant(milliseconds: firstInstalled.milliseconds + 131).rfc3339
      }
    default: break
    }
    return receipt
  }

  /// The attributes of receipts of StoreKit testing (observed on 5).
  private func xcode() -> ReceiptDescription {
    var receipt = ReceiptDescription.xcodeSample
    receipt.bundleIdentifier = options.bundleIdentifier
    receipt.applicationVersion = options.applicationVersion
    receipt.opaqueValue = Array(identity.opaqueValue.prefix(8))
    receipt.deviceHash = .device(guid: options.deviceGUID ?? identity.deviceGUID)
    receipt.creationDate = options.creationDate.rfc3339
    receipt.originalApplicationVersion = options.originalApplicationVersion
    return receipt
  }

  /// Purchases of StoreKit testing lack 1705, 1706, 1707, 1711 and 1713, and are numbered from 0 (observed).
  private static func reduced(_ purchase: InAppDescription, to number: Int) -> InAppDescription {
    var reduced = InAppDescription()
    reduced.quantity = purchase.quantity
    reduced.productID = purchase.productID
    reduced.transactionID = String(number)
    reduced.purchaseDate = purchase.purchaseDate
    reduced.expiresDate = purchase.expiresDate
    reduced.cancellationDate = purchase.cancellationDate
    reduced.cancellationReason = purchase.cancellationReason
    reduced.isInIntroOfferPeriod = purchase.isInIntroOfferPeriod
    return reduced
  }

  /// When the app came to the device: before any purchase in it, for all options.
  private var firstInstalled: Instant {
    let first = subscriptionPeriods.first?.start ?? options.creationDate
    return first.adding(days: -400)
  }
}

extension Instant {
  func adding(days: Int64) -> Instant { adding(seconds: days * 86_400) }

  func adding(seconds: Int64) -> Instant { Instant(milliseconds: milliseconds + seconds * 1_000) }
}
