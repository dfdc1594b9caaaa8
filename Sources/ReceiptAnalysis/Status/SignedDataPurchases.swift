extension PurchaseHistory {
  /// The claims of the payload of a signed object of StoreKit 2 or of the App Store Server API.
  ///
  /// Sources: Apple's documentation of JWSTransactionDecodedPayload, JWSRenewalInfoDecodedPayload and
  /// responseBodyV2DecodedPayload.
  ///
  /// An AppTransaction contains no purchase. It can be a piece of a combined history, whose other pieces must have the
  /// same app and customer.
  ///
  /// - Throws: `.otherFormat` if the payload is neither a transaction nor renewal information nor a notification. As a
  ///   piece, an AppTransaction is accepted, too.
  init(_ payload: JSONValue, asPiece isPiece: Bool) throws(ReceiptError) {
    switch SignedPayloadKind(payload) {
    case .notification?: self.init(notificationV2: payload)
    case .transaction? where payload["productId"] != nil:
      self.init(.signedTransaction)
      readTransaction(payload)
    case .renewal?:
      self.init(.signedRenewal)
      readRenewal(payload)
    case .appTransaction? where isPiece:
      self.init(.signedAppTransaction)
      var reader = FieldReader(payload)
      finish(&reader, PurchaseStatement(date: reader.milliseconds("receiptCreationDate")))
    default:
      throw Self.withoutPurchases(SignedPayloadKind(payload))
    }
  }

  /// The error for a kind of signed data that contains no purchase.
  static func withoutPurchases(_ kind: SignedPayloadKind?) -> ReceiptError {
    let words: Message =
      switch kind {
      case .appTransaction?: "an AppTransaction: it is about the app, and about no purchase in it"
      case .realtime?: "a request of retention messaging: it is about no purchase"
      default: "a JWS that is neither a transaction nor renewal information nor a notification"
      }
    return ReceiptError(.otherFormat, words, hint: "receipt-tool inspect shows what is in it")
  }

  /// The decoded payload of a notification of version 2: claims.
  package init(notificationV2 payload: JSONValue) {
    self.init(membersOfNotification: payload)
    guard let type = notificationType else { return }
    guard let moment = knownUntil?.instant else {
      // Without its date, nothing says what the customer may use after it.
      notifications[0].advice = NotificationAdvice(type, notificationSubtype, nil, of: nil)
      return
    }
    let outcome = NotificationOutcome(self, at: moment)
    notifications[0].advice = outcome.advice
    notifications[0].access = outcome.holding?.access
  }

  /// The same without what follows from it: ``NotificationRecord/advice`` and ``NotificationRecord/access``.
  fileprivate init(membersOfNotification payload: JSONValue) {
    self.init(.notificationV2)
    var reader = FieldReader(members: payload.members)
    notificationType = reader.text("notificationType")
    notificationSubtype = reader.text("subtype")
    let uuid = reader.text("notificationUUID")
    let data = payload["data"] ?? .null
    knownUntil = reader.milliseconds("signedDate").map { Knowledge(instant: $0, source: .signedDate) }
    irregularities = reader.irregularities
    var dataReader = FieldReader(members: data.members)
    bundleID = dataReader.text("bundleId")
    environment = dataReader.text("environment")
    // A program that decodes a notification may rename the decoded members.
    for (name, decoded) in [("signedTransactionInfo", "transactionInfo"), ("signedRenewalInfo", "renewalInfo")] {
      guard let value = data[name] ?? data[decoded], value != .null else { continue }
      guard let inner = Self.payload(value) else {
        irregularities.append(PurchaseIrregularity(.unreadableValue, nil, "`\(name)` is not a readable JWS"))
        continue
      }
      if inner == .null {
        notes.append("`\(name)` is signed, and says nothing: its payload is null.")
        continue
      }
      if name == "signedTransactionInfo" { readTransaction(inner) } else { readRenewal(inner) }
    }
    readStatus(&dataReader)
    irregularities += dataReader.irregularities
    guard let notificationType else { return }
    notifications = [
      NotificationRecord(
        uuid: uuid, type: notificationType, subtype: notificationSubtype,
        transactionID: purchases.first?.transactionID ?? renewals.first?.originalTransactionID,
        productID: purchases.first?.productID ?? renewals.first?.productID,
        statement: PurchaseStatement(date: knownUntil?.instant))
    ]
  }

  /// Makes a history from the decoded payloads of a transaction and of its renewal information, which are only claims.
  package init(transaction: JSONValue, renewal: JSONValue?) {
    self.init(.signedHistory)
    readTransaction(transaction)
    if let renewal { readRenewal(renewal) }
  }

  /// Reads `status`, which is signed with the notification and describes its subscription.
  private mutating func readStatus(_ reader: inout FieldReader) {
    guard let code = reader.integer("status") else { return }
    let original = purchases.first.flatMap { $0.originalTransactionID ?? $0.transactionID }
    guard let original = original ?? renewals.first?.originalTransactionID else { return }
    // The inner parts were signed for this notification and are not newer than it. Their dates count if it has none.
    let dates = [knownUntil?.instant, purchases.first?.statement?.date, renewals.first?.statement?.date]
    let date = dates.compactMap(\.self).max()
    statuses = [
      StatusRecord(originalTransactionID: original, code: code, statement: PurchaseStatement(date: date))
    ]
  }

  /// The payload of a JWS inside another JWS. Programs that decode a notification may have decoded it, too.
  private static func payload(_ value: JSONValue) -> JSONValue? {
    if case .object = value { return value }
    return value.stringValue.flatMap(JSONWebSignature.init(text:))?.payload
  }

  private mutating func readTransaction(_ payload: JSONValue) {
    var reader = FieldReader(payload)
    var purchase = PurchaseRecord()
    purchase.transactionID = reader.text("transactionId")
    reader.transactionID = purchase.transactionID
    purchase.productID = reader.text("productId")
    purchase.originalTransactionID = reader.text("originalTransactionId")
    purchase.previousOriginalTransactionID = reader.text("previousOriginalTransactionId")
    purchase.lineItemID = reader.text("webOrderLineItemId")
    purchase.accountToken = reader.text("appAccountToken")?.lowercased()
    purchase.isRenewal = reader.text("transactionReason").map { $0 == "RENEWAL" }
    purchase.productType = reader.text("type").flatMap { Self.productTypes[$0] }
    purchase.quantity = reader.integer("quantity")
    purchase.additionalReason = reader.text("additionalTransactionReason")
    if reader.has("multiSeatInfo") {
      var seats = FieldReader(members: payload["multiSeatInfo"]?.members ?? [])
      seats.transactionID = purchase.transactionID
      purchase.isForSeats = true
      purchase.revokedSeats = seats.integer("revokedSeatQuantity")
      irregularities += seats.irregularities
    }
    purchase.purchased = reader.milliseconds("purchaseDate")
    purchase.originallyPurchased = reader.milliseconds("originalPurchaseDate")
    purchase.expires = reader.milliseconds("expiresDate")
    purchase.cancelled = reader.milliseconds("revocationDate")
    // Any member of a revocation counts as one, even if the date is missing or unreadable.
    purchase.isCancelledWithoutDate =
      purchase.cancelled == nil
      && ["revocationDate", "revocationType", "revocationPercentage"].contains { reader.has($0) }
    purchase.cancellationReason = reader.integer("revocationReason")
    // An unreadable value counts as `true`: if in doubt, the period was ended.
    purchase.isUpgraded = reader.flag("isUpgraded") ?? (reader.has("isUpgraded") ? true : nil)
    purchase.ownership = reader.text("inAppOwnershipType")
    purchase.groupID = reader.text("subscriptionGroupIdentifier")
    purchase.price = reader.integer("price")
    purchase.currency = reader.text("currency")
    purchase.revocationType = reader.text("revocationType")
    purchase.revocationPercentage = reader.integer("revocationPercentage")
    readCommitment(payload, purchase.transactionID) { reader in
      purchase.commitmentEnds = reader.milliseconds("commitmentExpiresDate")
      purchase.commitmentPeriod = reader.integer("billingPeriodNumber")
      purchase.commitmentPeriods = reader.integer("totalBillingPeriods")
    }
    purchase.statement = PurchaseStatement(date: reader.milliseconds("signedDate"), isTransaction: true)
    let isTrial = reader.text("offerDiscountType") == "FREE_TRIAL"
    // An absent value means that no offer applied; the format has no other way to say this.
    let offerType = reader.integer("offerType")
    purchase.isTrial = isTrial
    purchase.isIntroductory = offerType == 1 && !isTrial
    purchase.offerID = reader.text("offerIdentifier")
    purchase.offerKind = offerType.flatMap { Self.offerKinds[$0] }
    finish(&reader, purchase.statement)
    // This reader's irregularities are dropped, because `finish` has reported a value that cannot be read.
    var customer = FieldReader(payload)
    purchase.customerID = customer.text("appTransactionId")
    purchases.append(purchase)
  }

  private mutating func readRenewal(_ payload: JSONValue) {
    var reader = FieldReader(payload)
    var renewal = RenewalRecord()
    renewal.originalTransactionID = reader.text("originalTransactionId")
    reader.transactionID = renewal.originalTransactionID
    renewal.productID = reader.text("productId")
    renewal.renewsAs = reader.text("autoRenewProductId")
    renewal.willRenew = reader.flag("autoRenewStatus")
    renewal.renewsOn = reader.milliseconds("renewalDate")
    renewal.expirationIntent = reader.integer("expirationIntent")
    renewal.isInBillingRetry = reader.flag("isInBillingRetryPeriod")
    renewal.graceExpires = reader.milliseconds("gracePeriodExpiresDate")
    renewal.priceIncrease = reader.flag("priceIncreaseStatus").map { $0 ? .agreedOrTold : .pending }
    readCommitment(payload, renewal.originalTransactionID) { reader in
      renewal.commitmentEnds = reader.milliseconds("commitmentRenewalDate")
      renewal.commitmentRenews = reader.flag("commitmentAutoRenewStatus")
    }
    renewal.offerID = reader.text("offerIdentifier")
    renewal.offerKind = reader.integer("offerType").flatMap { Self.offerKinds[$0] }
    renewal.leavesBundle = reader.flag("willUnbundle")
    renewal.seats = reader.integer("renewalQuantity")
    renewal.price = reader.integer("renewalPrice")
    renewal.currency = reader.text("currency")
    if case .array(let offers)? = reader["eligibleWinBackOfferIds"] {
      renewal.winBackOffers = offers.compactMap(\.stringValue)
    }
    renewal.statement = PurchaseStatement(date: reader.milliseconds("signedDate"))
    finish(&reader, renewal.statement)
    renewals.append(renewal)
  }

  /// Reads `commitmentInfo`, which only monthly payments of a commitment have.
  private mutating func readCommitment(
    _ payload: JSONValue, _ transaction: String?, _ read: (inout FieldReader) -> Void
  ) {
    var reader = FieldReader(members: payload["commitmentInfo"]?.members ?? [])
    reader.transactionID = transaction
    read(&reader)
    irregularities += reader.irregularities
  }

  /// Takes what all payloads say about their app and customer, and the irregularities of the reader.
  private mutating func finish(_ reader: inout FieldReader, _ statement: PurchaseStatement?) {
    bundleID = bundleID ?? reader.text("bundleId")
    environment = environment ?? reader.text("environment")
    customerID = customerID ?? reader.text("appTransactionId")
    knownUntil = knownUntil ?? statement?.date.map { Knowledge(instant: $0, source: .signedDate) }
    irregularities += reader.irregularities
  }

  private static let offerKinds: [Int64: PurchaseRecord.OfferKind] = [
    2: .promotional, 3: .code, 4: .winBack, 5: .retention,
  ]

  static let productTypes: [String: ProductType] = [
    "Auto-Renewable Subscription": .autoRenewableSubscription, "Non-Consumable": .nonConsumable,
    "Consumable": .consumable, "Non-Renewing Subscription": .nonRenewingSubscription,
  ]
}

extension ProductType {
  /// The word of signed data (`type` of JWSTransactionDecodedPayload); `nil` for kinds that it does not have.
  package var storeKitName: String? { PurchaseHistory.productTypes.first { $0.value == self }?.key }
}

extension NotificationOutcome {
  /// What the decoded payload of a notification says.
  ///
  /// - Parameter now: the moment of the question if the notification does not say when it was signed.
  package init(of payload: JSONValue, at now: Instant) {
    self.init(PurchaseHistory(membersOfNotification: payload), at: now)
  }
}
