extension PurchaseHistory {
  /// Reads a saved answer of verifyReceipt:
  ///
  ///     { "status": 0, "environment": "...", "receipt": { "in_app": [...] },
  ///       "latest_receipt_info": [...], "pending_renewal_info": [...], "latest_receipt": "..." }
  ///
  /// Returns `nil` for other documents. The purchases are those of `latest_receipt_info`, and those of `in_app` that it
  /// lacks.
  init?(verifyReceiptResponse document: some JSONNode) {
    guard Self.isResponse(document) else { return nil }
    let receipt = document["receipt"]
    self.init(.verifyReceiptResponse)
    unverifiedBecause = Self.savedAnswer
    environment = document["environment"]?.stringValue
    var reader = FieldReader(membersOf: receipt)
    bundleID = reader.text("bundle_id") ?? reader.text("bid")
    knownUntil = reader.date("request_date").map { Knowledge(instant: $0, source: .requestDate) }
    irregularities = reader.irregularities
    // An answer about an iOS 6 receipt is itself the purchase.
    let inApp = receipt?["in_app"] ?? (receipt?["product_id"] == nil ? nil : receipt)
    readLists(document, in: nil, inApp: inApp)
    if let digits = document["status"]?.numberValue, digits != "0" {
      notes.append("Apple's answer has status \(digits), not 0.")
      // 21006 says that the receipt is valid, and its subscription has expired.
      if digits != "21006" { refusingStatus = digits }
    }
  }

  /// A part of an answer alone: its `receipt`, a list of purchases, or one of them; `nil` for other documents.
  init?(partOfResponse document: some JSONNode) {
    guard MissingReceipt.isPartOfAnswer(document) else { return nil }
    self.init(.verifyReceiptResponse)
    unverifiedBecause = Self.savedAnswer
    var reader = FieldReader(membersOf: document)
    bundleID = reader.text("bundle_id")
    environment = reader.text("receipt_type").flatMap { ReceiptEnvironment(receiptType: $0)?.rawValue }
    knownUntil = reader.date("request_date").map { Knowledge(instant: $0, source: .requestDate) }
    // The members of a purchase that stands alone are read below, and what is irregular in them is reported there.
    if document["in_app"] != nil { irregularities = reader.irregularities }
    purchases = purchaseRecords(elements(document["in_app"] ?? document, "in_app"))
  }

  private static let savedAnswer: Message = "Apple's answer as saved; nothing proves that it was not edited"

  /// An App Store server notification of version 1; `nil` for other documents.
  ///
  /// It contains a whole answer in `unified_receipt`. Notifications from before 2020 have the members of an answer
  /// about an iOS 6 receipt instead, and those of a transition period have both.
  init?(notificationV1 document: some JSONNode) {
    let unified = document["unified_receipt"].flatMap { $0.memberNodes == nil ? nil : $0 }
    let isOld = document["notification_type"] != nil && Self.lists.contains { document[$0] != nil }
    guard unified != nil || isOld else { return nil }
    self.init(.notificationV1)
    unverifiedBecause = "a notification of version 1 is not signed; nothing proves that Apple sent it"
    var reader = FieldReader(membersOf: document)
    let environment = reader.text("environment") ?? unified?["environment"]?.stringValue
    // Only in these notifications, production has another word.
    self.environment = environment == "PROD" ? ReceiptEnvironment.production.rawValue : environment
    bundleID = reader.text("bid") ?? Self.lists.lazy.compactMap { document[$0]?["bid"]?.stringValue }.first
    notificationType = reader.text("notification_type")
    readLists(unified ?? document, in: unified == nil ? nil : document, inApp: nil)
    // The date of the cancellation is a member beside the transaction.
    if let cancelled = reader.date("cancellation_date"), let item = reader.text("web_order_line_item_id"),
      let index = purchases.firstIndex(where: { $0.lineItemID == item })
    {
      purchases[index].cancelled = purchases[index].cancelled ?? cancelled
    }
    irregularities += reader.irregularities
  }

  /// The lists of purchases beside a receipt. For an iOS 6 receipt, each is one object (observed).
  private static let lists = ["latest_receipt_info", "latest_expired_receipt_info"]

  /// Whether a document is an answer with purchases.
  static func isResponse(_ document: some JSONNode) -> Bool {
    let receipt = document["receipt"]
    return lists.contains { document[$0] != nil } || document["pending_renewal_info"] != nil
      || receipt?["in_app"] != nil || (document["status"] != nil && receipt?["product_id"] != nil)
  }

  /// Reads the purchases and the renewals.
  ///
  /// - Parameters:
  ///   - answer: the object that has the lists.
  ///   - enclosing: the document around that object; `nil` if the object is the document.
  ///   - inApp: the purchases of the receipt itself.
  private mutating func readLists<Node: JSONNode>(_ answer: Node, in enclosing: Node?, inApp: Node?) {
    purchases = Self.lists.flatMap { purchaseRecords(elements(answer[$0], $0)) }
    let hasLists = Self.lists.contains { answer[$0] != nil }
    let others = addMissing(elements(inApp, "in_app"))
    if hasLists, others > 0 {
      notes.append(
        others == 1
          ? "1 of the purchases is only in `in_app`, not in `latest_receipt_info`."
          : "\(grouped: others) of the purchases are only in `in_app`, not in `latest_receipt_info`.")
    }
    for list in Self.lists { _ = addMissing(elements(enclosing?[list], list)) }
    let renewals = answer["pending_renewal_info"]
    self.renewals = elements(renewals, "pending_renewal_info").map { renewalRecord($0) }
    if renewals == nil { readRenewalMembers(enclosing ?? answer) }
    guard let receipt = answer["latest_receipt"]?.stringValue.map({ Array($0.utf8) }), !receipt.isEmpty else { return }
    // It is shorter than every receipt, or begins like one and cannot be read.
    isReceiptCut =
      receipt.count < OtherText.minimumBytes
      || receipt.beginsLikeReceipt
        && (try? InputRecognizer(maximumBytes: receipt.count).recognize(receipt)) == nil
    if isReceiptCut {
      notes.append("The signed receipt in it (`latest_receipt`) was cut off. Its lists of purchases were read.")
    }
  }

  /// Adds the purchases whose transactions were not read yet, and those without an identifier.
  ///
  /// - Returns: their number.
  private mutating func addMissing(_ elements: [some JSONNode]) -> Int {
    let present = Set(purchases.compactMap(\.transactionID))
    let others = purchaseRecords(elements).filter { $0.transactionID.map { !present.contains($0) } ?? true }
    purchases += others
    return others.count
  }

  /// Reads renewal information. For an iOS 6 receipt and in old notifications, its members are in the document itself.
  private mutating func readRenewalMembers(_ document: some JSONNode) {
    let names = ["auto_renew_status", "expiration_intent", "is_in_billing_retry_period"]
    let originals = Set(purchases.compactMap(\.originalTransactionID))
    // Of several subscriptions, nothing says which one these members describe.
    guard names.contains(where: { document[$0] != nil }), originals.count < 2,
      let purchase = purchases.first(where: { $0.originalTransactionID != nil }) ?? purchases.first
    else { return }
    var renewal = renewalRecord(document)
    renewal.originalTransactionID = renewal.originalTransactionID ?? purchase.originalTransactionID
    renewal.productID = renewal.productID ?? purchase.productID
    renewals = [renewal]
  }

  private mutating func elements<Node: JSONNode>(_ value: Node?, _ name: String) -> [Node] {
    guard let value else { return [] }
    if let elements = value.purchaseList { return elements }
    irregularities.append(PurchaseIrregularity(.unreadableValue, nil, "`\(name)` is not a list of purchases"))
    return []
  }

  /// The purchases in a list. An element that names none is not a purchase at an unknown time; old notifications have
  /// `{}`.
  private mutating func purchaseRecords(_ elements: [some JSONNode]) -> [PurchaseRecord] {
    var records: [PurchaseRecord] = []
    for element in elements {
      let record = purchaseRecord(element)
      if record.namesPurchase {
        records.append(record)
      } else if let members = element.memberNodes, members.contains(where: { _ in true }) {
        irregularities.append(
          PurchaseIrregularity(.unreadableValue, nil, "an element of a list of purchases names no purchase"))
      }
    }
    return records
  }

  private mutating func purchaseRecord(_ value: some JSONNode) -> PurchaseRecord {
    var reader = FieldReader(value)
    var purchase = PurchaseRecord()
    purchase.transactionID = reader.text("transaction_id")
    reader.transactionID = purchase.transactionID
    purchase.productID = reader.text("product_id")
    purchase.originalTransactionID = reader.text("original_transaction_id")
    purchase.lineItemID = reader.text("web_order_line_item_id")
    purchase.quantity = reader.integer("quantity")
    purchase.purchased = reader.date("purchase_date")
    purchase.originallyPurchased = reader.date("original_purchase_date")
    // Answers about iOS 6 receipts have the text under another name.
    purchase.expires = reader.date("expires_date") ?? reader.date("expires_date_formatted")
    purchase.cancelled = reader.date("cancellation_date")
    let hasDate = ["", "_ms", "_pst"].contains { reader.has("cancellation_date" + $0) }
    purchase.isCancelledWithoutDate = hasDate && purchase.cancelled == nil
    purchase.cancellationReason = reader.integer("cancellation_reason")
    purchase.isTrial = reader.flag("is_trial_period")
    purchase.isIntroductory = reader.flag("is_in_intro_offer_period")
    let promotional = reader.text("promotional_offer_id")
    let code = reader.text("offer_code_ref_name")
    if let promotional {
      purchase.offerID = promotional
      purchase.offerKind = .promotional
    } else if let code {
      purchase.offerID = code
      purchase.offerKind = .code
    }
    purchase.isUpgraded = reader.flag("is_upgraded")
    purchase.ownership = reader.text("in_app_ownership_type")
    purchase.groupID = reader.text("subscription_group_identifier")
    irregularities += reader.irregularities
    return purchase
  }

  private mutating func renewalRecord(_ value: some JSONNode) -> RenewalRecord {
    var reader = FieldReader(value)
    var renewal = RenewalRecord()
    renewal.originalTransactionID = reader.text("original_transaction_id")
    reader.transactionID = renewal.originalTransactionID
    renewal.productID = reader.text("product_id")
    renewal.renewsAs = reader.text("auto_renew_product_id")
    renewal.willRenew = reader.flag("auto_renew_status")
    renewal.expirationIntent = reader.integer("expiration_intent")
    renewal.isInBillingRetry = reader.flag("is_in_billing_retry_period")
    renewal.graceExpires = reader.date("grace_period_expires_date")
    // Only answers about an increase that needs consent have the first member. The second one is also 1 if none is
    // needed.
    renewal.priceIncrease =
      reader.flag("price_consent_status").map { $0 ? .agreed : .pending }
      ?? reader.flag("price_increase_status").map { $0 ? .agreedOrTold : .pending }
    renewal.offerID = reader.text("promotional_offer_id") ?? reader.text("offer_code_ref_name")
    irregularities += reader.irregularities
    return renewal
  }
}

extension JSONText {
  /// Whether the document is an answer of verifyReceipt or a notification of version 1. Both contain purchases without
  /// a receipt.
  package var isAnswerOrNotification: Bool {
    memberNodes != nil && (self["unified_receipt"]?.memberNodes != nil || PurchaseHistory.isResponse(self))
  }
}

extension JSONValue {
  /// The members, if this is an object.
  var members: [Member] {
    guard case .object(let members) = self else { return [] }
    return members
  }
}
