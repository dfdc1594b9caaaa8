/// The known facts about the use of a purchase (Apple, "ConsumptionRequest" of 1.19). The customer's consent is a
/// precondition.
package struct ConsumptionInformation: Equatable, Sendable {
  /// Whether the app delivered what was bought. Raw values are Apple's.
  package enum DeliveryStatus: String, CaseIterable, Sendable {
    case delivered = "DELIVERED"
    case qualityIssue = "UNDELIVERED_QUALITY_ISSUE"
    case wrongItem = "UNDELIVERED_WRONG_ITEM"
    case serverOutage = "UNDELIVERED_SERVER_OUTAGE"
    case other = "UNDELIVERED_OTHER"
  }

  /// The app's wish for Apple's decision. Raw values are Apple's.
  package enum RefundPreference: String, CaseIterable, Sendable {
    case decline = "DECLINE"
    case full = "GRANT_FULL"
    case prorated = "GRANT_PRORATED"
  }

  /// Whether the app delivered what was bought.
  package var deliveryStatus: DeliveryStatus
  /// Whether the customer could try the product, or had a description of it, before buying.
  package var sampleContentProvided: Bool
  /// The used share, in thousandths of a percent: 0 to 100,000; `nil` omits it, as Apple demands for subscriptions.
  package var consumptionPercentage: Int?
  /// The app's wish for Apple's decision; `nil` omits it.
  package var refundPreference: RefundPreference?

  /// Why Apple would refuse the information: its error number, and a clause; `nil` if nothing is wrong with it.
  ///
  /// Only the percentage can be at fault, so information without one, as for subscriptions, has no fault here. Apple
  /// names two of these faults without a number (``AppStoreServerError/unnumbered``): they have that of
  /// GeneralBadRequest.
  package var fault: (code: Int64, reason: Message)? {
    guard let consumptionPercentage else { return nil }
    if !(0...100_000).contains(consumptionPercentage) { return (4_000_000, "the percentage is not from 0 to 100") }
    if deliveryStatus != .delivered, consumptionPercentage != 0 {
      return (4_000_000, "what was not delivered was not used: \(deliveryStatus.rawValue) goes with 0 percent only")
    }
    if refundPreference == .prorated, [0, 100_000].contains(consumptionPercentage) {
      // InvalidRefundPreference.
      return (4_000_044, "GRANT_PRORATED needs more than 0 and less than 100 percent")
    }
    return nil
  }

  /// Apple's ConsumptionRequest. Without the customer's consent nothing may be sent, so no other value of
  /// `customerConsented` is possible.
  package var body: [UInt8] {
    var writer = JSONWriter(layout: .compact)
    writer.object { writer in
      writer.member("customerConsented", true)
      writer.member("sampleContentProvided", sampleContentProvided)
      writer.member("deliveryStatus", deliveryStatus.rawValue)
      if let consumptionPercentage { writer.member("consumptionPercentage", consumptionPercentage) }
      if let refundPreference { writer.member("refundPreference", refundPreference.rawValue) }
    }
    return writer.bytes
  }

  /// Makes information; see the properties.
  package init(
    deliveryStatus: DeliveryStatus, sampleContentProvided: Bool, consumptionPercentage: Int? = nil,
    refundPreference: RefundPreference? = nil
  ) {
    self.deliveryStatus = deliveryStatus
    self.sampleContentProvided = sampleContentProvided
    self.consumptionPercentage = consumptionPercentage
    self.refundPreference = refundPreference
  }

  /// A percentage as people write it, such as `40` or `12.5`, in thousandths of a percent.
  ///
  /// - Returns: `nil` for anything else than a number from 0 to 100 with at most three decimals.
  package static func thousandths(_ text: String) -> Int? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 2, let whole = parts.first, (1...3).contains(whole.utf8.count),
      parts.allSatisfy({ $0.utf8.allSatisfy(\.isASCIIDigit) }),
      parts.count == 1 || (1...3).contains(parts[1].utf8.count)
    else { return nil }
    let decimals = parts.count == 2 ? String(parts[1]) : ""
    let padding = String(repeating: "0", count: 3 - decimals.utf8.count)
    guard let thousandths = Int(whole + decimals + padding), thousandths <= 100_000 else { return nil }
    return thousandths
  }
}
