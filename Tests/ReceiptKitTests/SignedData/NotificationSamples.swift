/// One notification for each row of SIGNED-DATA.md, section 4, with what Apple would send in it.
enum NotificationSamples {
  private typealias Sample = SignedDataSamples

  static func payload(_ type: String, _ subtype: String?) -> String {
    Sample.notification(type, subtype, content(type, subtype))
  }

  private static func content(_ type: String, _ subtype: String?) -> String {
    switch (type, subtype) {
    case ("SUBSCRIBED", "INITIAL_BUY"?):
      let offer = #","offerType":1,"offerDiscountType":"FREE_TRIAL","offerPeriod":"P1W""#
      let week = Sample.signed + 7 * 86_400_000
      return Sample.data(
        Sample.transaction(offer, from: Sample.signed, expires: week, reason: "PURCHASE"), Sample.renewal(ends: week),
        status: 1)
    case ("SUBSCRIBED", _):
      return Sample.data(Sample.transaction(from: Sample.signed, reason: "PURCHASE"), Sample.renewal(), status: 1)
    case ("DID_CHANGE_RENEWAL_PREF", "UPGRADE"?):
      let product = "com.example.reader.premium"
      return Sample.data(
        Sample.transaction(from: Sample.signed, reason: "PURCHASE", product: product), Sample.renewal(product: product),
        status: 1)
    case ("DID_CHANGE_RENEWAL_PREF", "DOWNGRADE"?), ("OFFER_REDEEMED", "DOWNGRADE"?):
      let renewal = Sample.renewal(offer(type), product: "com.example.reader.lite")
      return Sample.data(Sample.transaction(), renewal, status: 1)
    case ("DID_CHANGE_RENEWAL_STATUS", nil), ("DID_CHANGE_RENEWAL_STATUS", "AUTO_RENEW_DISABLED"?):
      return Sample.data(Sample.transaction(), Sample.renewal(status: 0), status: 1)
    case ("OFFER_REDEEMED", _): return Sample.data(Sample.transaction(offer(type)), Sample.renewal(), status: 1)
    case ("DID_FAIL_TO_RENEW", nil), ("GRACE_PERIOD_EXPIRED", nil):
      return Sample.data(
        Sample.transaction(expires: Sample.signed),
        Sample.renewal(#","isInBillingRetryPeriod":true"#, ends: Sample.signed),
        status: 3)
    case ("DID_FAIL_TO_RENEW", _):
      let grace = #","isInBillingRetryPeriod":true,"gracePeriodExpiresDate":1796623200000"#
      return Sample.data(
        Sample.transaction(expires: Sample.signed), Sample.renewal(grace, ends: Sample.signed), status: 4)
    case ("EXPIRED", _):
      let intents = ["VOLUNTARY": 1, "BILLING_RETRY": 2, "PRICE_INCREASE": 3, "PRODUCT_NOT_FOR_SALE": 4]
      let more =
        #","expirationIntent":\#(subtype.flatMap { intents[$0] } ?? 5),"eligibleWinBackOfferIds":["back.50","back.20"]"#
      return Sample.data(
        Sample.transaction(expires: Sample.signed), Sample.renewal(more, status: 0, ends: Sample.signed), status: 2)
    case ("PRICE_INCREASE", _):
      let renewal = Sample.renewal(#","priceIncreaseStatus":\#(subtype == "ACCEPTED" ? 1 : 0)"#)
      return Sample.data(Sample.transaction(), renewal, status: 1)
    case ("REFUND", "SEATS"?):
      return Sample.data(
        Sample.transaction(seats(revoked: 2), quantity: 10), Sample.renewal(#","renewalQuantity":8"#), status: 1)
    case ("DID_CHANGE_RENEWAL_PREF", "INCREASE_QUANTITY"?), ("DID_CHANGE_RENEWAL_PREF", "DECREASE_QUANTITY"?):
      let added = #","additionalTransactionReason":"SEAT_ADDITION""#
      let tiers = #","renewalQuantity":8,"multiSeatInfo":{"renewalPriceTiers":[{"price":9990,"quantity":8}]}"#
      return Sample.data(
        Sample.transaction(seats() + (subtype == "INCREASE_QUANTITY" ? added : ""), quantity: 10),
        Sample.renewal(tiers),
        status: 1)
    case ("UNCLAIM_SEATS", _):
      return #""unclaimInfo":{"environment":"Production","appAppleId":1234567890,"bundleId":"com.example.reader","#
        + #""unclaimSeatIds":["0d6f7d0e-7d5a-4a41-8a2b-94b0e9a0a001","b2158121-7af9-49d4-9561-1f588205523e"]}"#
    case ("REFUND", _):
      let revocation =
        #","revocationDate":\#(Sample.signed),"revocationReason":1,"revocationType":"REFUND_PRORATED","revocationPercentage":60500"#
      return Sample.data(Sample.transaction(revocation), Sample.renewal(status: 0), status: 5)
    case ("REVOKE", _):
      let revocation = #","revocationDate":\#(Sample.signed),"revocationType":"FAMILY_REVOKE""#
      return Sample.data(Sample.purchase("Non-Consumable", revocation, quantity: 1, ownership: "FAMILY_SHARED"))
    case ("REFUND_DECLINED", _), ("REFUND_REVERSED", _), ("ONE_TIME_CHARGE", _):
      return Sample.data(Sample.purchase("Consumable"))
    case ("CONSUMPTION_REQUEST", _):
      return Sample.data(Sample.purchase("Consumable"), nil, #","consumptionRequestReason":"UNINTENDED_PURCHASE""#)
    case ("RENEWAL_EXTENSION", "SUMMARY"?):
      return #""summary":{"environment":"Production","appAppleId":1234567890,"bundleId":"com.example.reader","#
        + #""productId":"com.example.reader.monthly","requestIdentifier":"0d6f7d0e-7d5a-4a41-8a2b-94b0e9a0a001","#
        + #""storefrontCountryCodes":["CAN","USA","MEX"],"succeededCount":5000,"failedCount":30}"#
    case ("EXTERNAL_PURCHASE_TOKEN", _):
      return #""externalPurchaseToken":{"externalPurchaseId":"b2158121-7af9-49d4-9561-1f588205523e","#
        + #""tokenCreationDate":\#(Sample.bought),"appAppleId":1234567890,"bundleId":"com.example.reader","#
        + #""tokenType":"ACQUISITION","tokenExpirationDate":\#(Sample.nextEnd)}"#
    case ("RESCIND_CONSENT", _):
      return #""appData":{"appAppleId":1234567890,"bundleId":"com.example.reader","environment":"Production","#
        + #""signedAppTransactionInfo":"\#(Sample.jws(Sample.appTransaction))"}"#
    case ("METADATA_UPDATE", _), ("MIGRATION", _), ("PRICE_CHANGE", _):
      return Sample.data(Sample.transaction(advanced(type)), Sample.renewal(), status: 1)
    case ("TEST", _): return Sample.data(nil, environment: "Sandbox")
    default: return Sample.data(Sample.transaction(), Sample.renewal(), status: 1)
    }
  }

  /// Ten.
  private static func seats(revoked: Int? = nil) -> String {
    #","multiSeatInfo":{"invitationManagement":"APPLE","priceTiers":[{"price":10990,"quantity":5},{"price":8990,"quantity":5}]"#
      + (revoked.map { #","revokedSeatQuantity":\#($0)"# } ?? "") + "}"
  }

  private static func offer(_ type: String) -> String {
    guard type == "OFFER_REDEEMED" else { return "" }
    return #","offerType":3,"offerIdentifier":"winter","offerDiscountType":"PAY_AS_YOU_GO","offerPeriod":"P3M""#
  }

  private static func advanced(_ type: String) -> String {
    (type == "MIGRATION" ? #","previousOriginalTransactionId":"1000000000000001""# : "")
      + #","advancedCommerceInfo":{"descriptors":{"description":"All books","displayName":"Reader"},"estimatedTax":1590,"#
      + #""items":[{"SKU":"books","description":"Books","displayName":"Books","price":6990,"offer":{"period":"P1M","#
      + #""periodCount":2,"price":3990,"reason":"WIN_BACK"}},{"SKU":"news","description":"News","displayName":"News","#
      + #""price":3000,"refunds":[{"refundAmount":1500,"refundDate":\#(Sample.signed),"refundReason":"LEGAL","#
      + #""refundType":"PRORATED"}]}],"period":"P1M","requestReferenceId":"0d6f7d0e-7d5a-4a41-8a2b-94b0e9a0a001","#
      + #""taxCode":"C003-00-1","taxExclusivePrice":8400,"taxRate":"0.19"}"#
  }
}
