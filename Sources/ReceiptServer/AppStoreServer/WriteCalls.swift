import ReceiptKit

/// The calls that send Apple data about one transaction.
extension StandIn {
  /// Set App Account Token.
  func setAppAccountToken(_ question: APIQuestion) throws -> JSONValue? {
    let current = try transaction(question.identifier, in: question.bundle, at: question.now)
    guard let token = try question.object().text("appAccountToken", otherwise: 4_000_183), token.utf8.isUUID
    else { throw APIError(4_000_183) }
    guard current.identifier == current.original else { throw APIError(4_000_187) }
    guard !current.isShared else { throw APIError(4_000_185) }
    guard !current.isAssigned else { throw APIError(4_000_227) }
    writes.withLockedValue { $0.set(token.lowercased(), of: current.original, at: question.now) }
    return nil
  }

  /// Finish Transaction.
  func finishTransaction(_ question: APIQuestion) throws -> JSONValue? {
    let current = try transaction(question.identifier, in: question.bundle, at: question.now)
    writes.withLockedValue { writes in
      // A second call changes nothing.
      if writes.finished[current.identifier].map({ $0 > question.now }) ?? true {
        writes.finished[current.identifier] = question.now
      }
    }
    return nil
  }

  /// Send Consumption Information. The information is checked and kept, but has no effect: the scenario determines
  /// whether Apple refunds.
  func consumption(_ question: APIQuestion) throws -> JSONValue? {
    let current = try transaction(question.identifier, in: question.bundle, at: question.now)
    guard !current.isAssigned else { throw APIError(4_000_227) }
    let body = try question.object()
    // Information about customers who did not consent must not be sent.
    guard try body.flag("customerConsented", otherwise: 4_000_035) == true else { throw APIError(4_000_035) }
    guard try body.flag("sampleContentProvided", otherwise: 4_000_041) != nil else { throw APIError(4_000_041) }
    let deliveries = [
      "DELIVERED", "UNDELIVERED_QUALITY_ISSUE", "UNDELIVERED_WRONG_ITEM", "UNDELIVERED_SERVER_OUTAGE",
      "UNDELIVERED_OTHER",
    ]
    guard let delivery = try body.word("deliveryStatus", deliveries, otherwise: 4_000_036) else {
      throw APIError(4_000_036)
    }
    // The codes of these two are not known: Apple's documentation names them without numbers.
    let percentage = try body.number("consumptionPercentage", in: 0...100_000, otherwise: 4_000_000)
    guard delivery == "DELIVERED" || (percentage ?? 0) == 0 else { throw APIError(4_000_000) }
    guard percentage == nil || !current.isSubscription else { throw APIError(4_000_209) }
    let preference = try body.word(
      "refundPreference", ["DECLINE", "GRANT_FULL", "GRANT_PRORATED"], otherwise: 4_000_044)
    if preference == "GRANT_PRORATED", !current.isSubscription {
      guard let percentage, (1..<100_000).contains(percentage) else { throw APIError(4_000_044) }
    }
    keep(
      body,
      [
        "customerConsented", "sampleContentProvided", "deliveryStatus", "consumptionPercentage", "refundPreference",
      ], of: current, version: 2, at: question.now)
    return nil
  }

  /// Send Consumption Information V1 (deprecated): numbers of enumerations.
  func consumptionV1(_ question: APIQuestion) throws -> JSONValue? {
    let current = try transaction(question.identifier, in: question.bundle, at: question.now)
    guard !current.isAssigned else { throw APIError(4_000_227) }
    guard current.isSubscription || current.type == "Consumable" else { throw APIError(4_000_047) }
    let body = try question.object(.consumptionV1)
    keep(body, RequestRules.consumptionV1.members.map(\.name), of: current, version: 1, at: question.now)
    return nil
  }

  /// Keeps the checked members, and nothing else of the body.
  private func keep(
    _ body: JSONValue, _ names: [String], of current: CurrentTransaction, version: Int, at now: Int64
  ) {
    let members = names.compactMap { name in body.present(name).map { JSONValue.Member(name, $0) } }
    receivedConsumption.note(
      ConsumptionEntry(
        date: now, transaction: current.identifier, version: version, content: .object(members)))
  }
}
