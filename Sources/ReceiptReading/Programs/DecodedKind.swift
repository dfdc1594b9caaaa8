/// The kind of payload of Apple's that an object without a signature looks like. Anyone could have written it.
package enum DecodedKind: Sendable {
  case transaction, renewal, notification, appTransaction, realtime

  /// The kind of an object that looks like a payload without its signature; `nil` if it does not have Apple's shape.
  ///
  /// Other programs use some of Apple's names, so one name is never enough, and an object with a state of its own is
  /// theirs.
  package init?(_ value: some JSONNode) {
    guard value.form == .object, let members = value.memberNodes else { return nil }
    let names = Set(members.lazy.map(\.name))
    func has(_ some: String...) -> Bool { some.contains(where: names.contains) }
    let isAboutSomething = has("data", "summary", "externalPurchaseToken", "appData", "unclaimInfo")
    if has("notificationType"), has("notificationUUID") || isAboutSomething {
      self = .notification
    } else if has("receiptCreationDate", "originalApplicationVersion"),
      has("bundleId", "receiptType", "appTransactionId")
    {
      self = .appTransaction
    } else if has("transactionId", "originalTransactionId"), has("productId"), has("purchaseDate"),
      has("signedDate", "inAppOwnershipType", "deviceVerification", "bundleId") || Self.hasProductType(value),
      !names.contains(where: ProgramMember.contradictsApple)
    {
      self = .transaction
    } else if has("originalTransactionId", "autoRenewProductId"),
      has(
        "autoRenewStatus", "renewalDate", "expirationIntent", "isInBillingRetryPeriod", "recentSubscriptionStartDate"),
      // A row of a program's own table has one of these, too.
      !has("status", "state", "expiresDate", "expirationDate")
    {
      self = .renewal
    } else if has("userLocale"), has("requestIdentifier") {
      self = .realtime
    } else {
      return nil
    }
  }

  /// Whether an object has one of Apple's types of products: `Non-Consumable`. Programs have types of their own.
  private static func hasProductType(_ value: some JSONNode) -> Bool {
    guard let type = value["type"]?.stringValue else { return false }
    return type.contains("-") || type == "Consumable"
  }

  /// Whether an object is a purchase in an answer of verifyReceipt, by the names that Apple gives its members there.
  static func isPurchaseOfAnswer(_ value: some JSONNode) -> Bool {
    // Rows of databases have these names, too, with dates in forms of their own and other columns.
    let zones = ["Etc/GMT", "America/Los_Angeles"]
    let isDated =
      value["purchase_date_ms"] != nil
      || value["purchase_date"]?.stringValue.map { zones.contains(where: $0.hasSuffix) } ?? false
    let others =
      ["revocation_date", "notification_type"].contains { value[$0] != nil }
      || value.memberNodes?.contains {
        $0.name != ProgramMember.surroundingWords && ProgramMember.contradictsApple($0.name)
      } ?? false
    // Words beside it that may say otherwise change nothing where Apple's answer says that it was taken back.
    let isDoubtful = value[ProgramMember.surroundingWords]?.shallow == .bool(true)
    let isTakenBack = ["cancellation_date", "cancellation_date_ms"].contains {
      value[$0]?.stringValue?.isEmpty == false
    }
    return isDated && !others && (!isDoubtful || isTakenBack)
      && ["product_id", "transaction_id", "original_transaction_id"].allSatisfy { value[$0] != nil }
  }
}
