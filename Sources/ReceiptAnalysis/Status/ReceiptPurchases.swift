extension PurchaseHistory {
  /// The purchases of a decoded input.
  ///
  /// - Throws: `.otherFormat` for signed data of StoreKit 2 without a purchase.
  package init(_ decoded: DecodedInput) throws(ReceiptError) { try self.init(decoded, asPiece: false) }

  init(_ decoded: DecodedInput, asPiece isPiece: Bool) throws(ReceiptError) {
    switch decoded.document {
    case .receipt(let receipt): self.init(receipt)
    case .transactionReceipt(let receipt): self.init(receipt)
    case .jws(let signature):
      try self.init(signature.payload, asPiece: isPiece)
      bundleID = bundleID ?? signature.bundleIdentifier
    }
    judgement = decoded.judgement
    environment = decoded.environment ?? environment
    unread = decoded.unread
    if let repaired = decoded.input.repaired { notes.append(repaired) }
  }

  package init(_ receipt: Receipt) {
    self.init(.receipt)
    bundleID = receipt.bundleIdentifier
    knownUntil = receipt.creationDate.map { Knowledge(instant: $0.instant, source: .receiptCreationDate) }
    if receipt.environment == .production {
      appBegins = receipt.originalPurchaseDate?.instant
      appFirstVersion = receipt.originalApplicationVersion.flatMap { $0.isEmpty ? nil : $0 }
    }
    isOfOrganization = receipt.receiptType == "ProductionVPP"
    purchases = receipt.inApp.map(PurchaseRecord.init)
    // Unknown types do not concern purchases; decode lists them.
    irregularities = receipt.irregularities.filter { $0.kind != .unknownType }
      .map { PurchaseIrregularity(.receipt, nil, $0.message) }
  }

  private init(_ receipt: TransactionReceipt) {
    self.init(.transactionReceipt)
    bundleID = receipt.bundleIdentifier
    var reader = FieldReader(names: receipt.purchaseEntries.map { JSONValue.Member($0.key, .string($0.value)) })
    var purchase = PurchaseRecord()
    purchase.productID = reader.text("product-id")
    purchase.transactionID = reader.text("transaction-id")
    reader.transactionID = purchase.transactionID
    purchase.originalTransactionID = reader.text("original-transaction-id")
    purchase.lineItemID = reader.text("web-order-line-item-id")
    purchase.quantity = reader.integer("quantity")
    purchase.purchased = reader.milliseconds("purchase-date-ms")
    purchase.originallyPurchased = reader.milliseconds("original-purchase-date-ms")
    // The value is in milliseconds, although its name does not say so; observed on every receipt of a subscription.
    purchase.expires = reader.milliseconds("expires-date")
    purchase.cancelled = reader.milliseconds("cancellation-date-ms")
    purchase.cancellationReason = reader.integer("cancellation-reason")
    purchase.isTrial = reader.flag("is-trial-period")
    purchase.isIntroductory = reader.flag("is-in-intro-offer-period")
    purchase.ownership = reader.text("in-app-ownership-type")
    purchase.groupID = reader.text("subscription-group-identifier")
    purchases = [purchase]
    irregularities = reader.irregularities
    knownUntil = purchase.purchased.map { Knowledge(instant: $0, source: .purchaseDate) }
  }
}

extension PurchaseRecord {
  /// A purchase of an app receipt.
  package init(_ purchase: InAppPurchase) {
    func text(_ value: String?) -> String? { value.flatMap { $0.isEmpty ? nil : $0 } }
    productID = text(purchase.productID)
    transactionID = text(purchase.transactionID)
    originalTransactionID = text(purchase.originalTransactionID)
    lineItemID = purchase.webOrderLineItemID.flatMap { $0 == 0 ? nil : String($0) }
    productType = purchase.productType
    quantity = purchase.quantity
    purchased = purchase.purchaseDate?.instant
    originallyPurchased = purchase.originalPurchaseDate?.instant
    expires = purchase.expiresDate?.instant
    cancelled = purchase.cancellationDate?.instant
    // An empty string has two octets and means that the date is absent. Any other unreadable value may be a date.
    isCancelledWithoutDate = cancelled == nil && purchase.attributes.contains { $0.type == 1712 && $0.value.count > 2 }
    cancellationReason = purchase.cancellationReason
    isTrial = purchase.isTrialPeriod
    isIntroductory = purchase.isInIntroOfferPeriod
    offerID = text(purchase.promotionalOfferID)
    offerKind = offerID == nil ? nil : .promotional
    // The number for family sharing was never seen, so it is passed on without interpretation.
    ownership = purchase.ownershipType.map { $0 == 0 ? "PURCHASED" : String($0) }
  }
}
