/// The rules for a report of external purchases.
///
/// Source: Apple, "External Purchase Server API" 1.2.0. Faults have the numbers of ``ExternalPurchaseError``.
extension RequestRules {
  private typealias Member = RequestMember

  /// Send External Purchase Report.
  package static let report = RequestRules(
    [
      Member("requestIdentifier", .uuid, missing: 4),
      Member("externalPurchaseId", .text(maximum: 255), invalid: 4, longer: 19),
      Member(
        "status", .word(["LINE_ITEM", "NO_LINE_ITEM", "UNRECOGNIZED_TOKEN", "DUPLICATE_TOKEN"]), invalid: 7,
        missing: 4),
      Member("lineItems", .list(lineItem), optional: true, invalid: 9),
    ], faultsOfCombinations: reportFaults)

  private static let lineItem = [
    Member("lineItemId", text, invalid: 4, longer: 19), Member("creationDate", number, invalid: 15, missing: 4),
    Member("restatement", .flag, optional: true), Member("erroneouslySubmitted", .flag, optional: true),
    Member("pricingCurrency", text, invalid: 4, longer: 19),
    Member("reportingCurrency", .word(currencies), invalid: 7, missing: 4),
    Member("amountTaxExclusive", number, invalid: 15, missing: 4),
    Member("amountTaxInclusive", number, invalid: 15, missing: 4),
    Member("netAmountTaxExclusive", number, invalid: 15, missing: 4),
    Member("taxAmount", number, invalid: 15, missing: 4),
    Member("taxCountry", text, invalid: 4, longer: 19),
    Member("eventType", .word(["BUY", "REFUND"]), invalid: 7, missing: 4),
    Member("productType", .word(["ONE_TIME_BUY", "SUBSCRIPTION"]), optional: true, invalid: 7),
    Member("productIdentifier", text, optional: true, invalid: 4, longer: 19),
    Member("quantity", .number(1...Int64.max), optional: true, invalid: 16),
    Member(
      "subscriptionEvent", .word(["SUBSCRIPTION_START", "RENEWAL", "SUBSCRIPTION_CHANGE", "SUBSCRIPTION_PAYMENT"]),
      optional: true, invalid: 7),
    Member("subscriptionStartDate", number, optional: true, invalid: 15),
    Member("subscriptionEndDate", number, optional: true, invalid: 15),
    Member("subscriptionDaysOfPaidService", number, optional: true, invalid: 15),
    Member("referenceLineItemId", text, optional: true, invalid: 4, longer: 19),
  ]
  private static let text = Member.Kind.text(maximum: 255)
  private static let number = Member.Kind.number(0...Int64.max)

  /// The currencies that Apple supports (Apple, "reportingCurrency").
  private static let currencies = [
    "AED", "AUD", "BGN", "BRL", "CAD", "CHF", "CLP", "CNY", "COP", "CZK", "DKK", "EGP", "EUR", "GBP", "HKD", "HUF",
    "IDR", "ILS", "INR", "JPY", "KRW", "KZT", "MXN", "MYR", "NGN", "NOK", "NZD", "PEN", "PHP", "PKR", "PLN", "QAR",
    "RON", "RUB", "SAR", "SEK", "SGD", "THB", "TRY", "TWD", "TZS", "USD", "VND", "ZAR",
  ]

  /// The further members that each kind of line item needs, and those that it may have.
  private static let kinds: [(event: String, product: String?, needed: [String], allowed: [String])] = [
    ("BUY", "ONE_TIME_BUY", ["productIdentifier", "quantity"], ["productType"]),
    (
      "BUY", "SUBSCRIPTION",
      [
        "productIdentifier", "quantity", "subscriptionEvent", "subscriptionStartDate", "subscriptionEndDate",
        "subscriptionDaysOfPaidService",
      ], ["productType", "referenceLineItemId"]
    ),
    ("REFUND", nil, ["referenceLineItemId"], []),
  ]
  /// The members that belong to some kinds of line items only.
  private static let kindMembers: Set = [
    "productType", "productIdentifier", "quantity", "subscriptionEvent", "subscriptionStartDate",
    "subscriptionEndDate", "subscriptionDaysOfPaidService", "referenceLineItemId",
  ]

  @Sendable
  private static func reportFaults(_ report: JSONValue) -> [RequestFault] {
    let items: [JSONValue]? = if case .array(let items)? = report["lineItems"] { items } else { nil }
    let hasItems = report["status"] == .string("LINE_ITEM")
    if hasItems, items == nil { return [RequestFault(9, "lineItems", "is missing, which LINE_ITEM needs")] }
    if !hasItems, items != nil { return [RequestFault(10, "lineItems", "goes with the status LINE_ITEM only")] }
    var faults: [RequestFault] = []
    var known: Set<String> = []
    for (index, item) in (items ?? []).enumerated() {
      let place = "lineItems[\(index)]."
      let identifier = item["lineItemId"]?.stringValue ?? ""
      if !known.insert(identifier).inserted { faults.append(RequestFault(1, place + "lineItemId", "occurs twice")) }
      faults += itemFaults(item, place)
    }
    return faults
  }

  private static func itemFaults(_ item: JSONValue, _ place: String) -> [RequestFault] {
    var faults: [RequestFault] = []
    /// Notes a fault with its code, its member and a clause about the member, unless the rule is met.
    func demand(_ isMet: Bool, _ code: Int64, _ name: String, _ what: String) {
      if !isMet { faults.append(RequestFault(code, place + name, what)) }
    }
    func has(_ name: String) -> Bool { item[name] ?? .null != .null }
    func number(_ name: String) -> Int64 {
      if case .number(let digits)? = item[name] { Int64(digits) ?? 0 } else { 0 }
    }
    let exclusive = number("amountTaxExclusive")
    let tax = number("taxAmount")
    let (sum, overflows) = exclusive.addingReportingOverflow(tax)
    let shownSum = overflows ? "too much" : String(sum)
    demand(
      !overflows && sum == number("amountTaxInclusive"), 11, "amountTaxInclusive",
      "is \(number("amountTaxInclusive")), where amountTaxExclusive and taxAmount make \(shownSum)")
    // Apple's rule is not fully known. The remaining amount must not exceed the paid one.
    demand(
      number("netAmountTaxExclusive") <= exclusive, 12, "netAmountTaxExclusive",
      "is \(number("netAmountTaxExclusive")), more than amountTaxExclusive, \(exclusive)")
    let pricing = item["pricingCurrency"]?.stringValue ?? ""
    let reporting = item["reportingCurrency"]?.stringValue ?? ""
    // `exchangeRate` has no row in `lineItem`: only whether it is there is checked.
    if pricing == reporting {
      demand(!has("exchangeRate"), 5, "exchangeRate", "is there, and both currencies are the same")
    } else {
      demand(has("exchangeRate"), 4, "exchangeRate", "is missing, which different currencies need")
      demand(!currencies.contains(pricing), 18, "reportingCurrency", "has to be \(pricing), the pricing currency")
      demand(["EUR", "USD"].contains(reporting), 18, "reportingCurrency", "has to be EUR or USD")
    }
    demand(
      item["erroneouslySubmitted"] != .bool(true) || item["restatement"] == .bool(true), 20, "erroneouslySubmitted",
      "is true, which needs `restatement`, too")
    demand(item["referenceLineItemId"] != item["lineItemId"], 13, "referenceLineItemId", "is the line item itself")
    demand(
      !has("subscriptionEndDate") || number("subscriptionStartDate") <= number("subscriptionEndDate"), 17,
      "subscriptionEndDate", "is before subscriptionStartDate")
    demand(
      item["subscriptionEvent"] != .string("SUBSCRIPTION_PAYMENT") || number("amountTaxInclusive") > 0, 35,
      "amountTaxInclusive", "of a SUBSCRIPTION_PAYMENT is not greater than 0")
    demand(
      item["subscriptionEvent"] != .string("SUBSCRIPTION_START") || number("subscriptionDaysOfPaidService") == 0, 34,
      "subscriptionDaysOfPaidService", "is not 0 at the start")
    let kind = kinds.first {
      .string($0.event) == item["eventType"] && ($0.product.map { item["productType"] == .string($0) } ?? true)
    }
    guard let kind else {
      demand(false, 4, "productType", "is missing, which BUY needs")
      return faults
    }
    for name in kind.needed { demand(has(name), 4, name, "is missing") }
    for name in kindMembers.subtracting(kind.needed + kind.allowed).sorted() {
      demand(!has(name), 5, name, "does not go with \(kind.product ?? kind.event)")
    }
    return faults
  }
}
