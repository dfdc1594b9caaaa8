import ReceiptKit

/// The calls that send Apple data about one transaction.
extension StandIn {
  /// Set App Account Token.
  func setAppAccountToken(_ question: APIQuestion) throws -> JSONValue? {
    let current = try transaction(question.identifier, in: question.bundle, at: question.now)
    let token = try question.object()["appAccountToken"]?.stringValue ?? ""
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
    let percentage = body["consumptionPercentage"]?.wholeNumber
    guard percentage == nil || !current.isSubscription else { throw APIError(4_000_209) }
    // Apple prorates what is no subscription by the percentage.
    guard percentage != nil || current.isSubscription || body["refundPreference"] != .string("GRANT_PRORATED") else {
      throw APIError(4_000_044)
    }
    keep(
      body, question.call.parameters.filter { $0.place == .body }.map(\.name), of: current, version: 2,
      at: question.now)
    return nil
  }

  /// Send Consumption Information V1 (deprecated): numbers of enumerations.
  func consumptionV1(_ question: APIQuestion) throws -> JSONValue? {
    let current = try transaction(question.identifier, in: question.bundle, at: question.now)
    guard !current.isAssigned else { throw APIError(4_000_227) }
    guard current.isSubscription || current.type == "Consumable" else { throw APIError(4_000_047) }
    let body = try question.object()
    keep(body, RequestRules.consumptionV1.members.map(\.name), of: current, version: 1, at: question.now)
    return nil
  }

  /// Keeps the checked members, and nothing else of the body.
  private func keep(
    _ body: JSONValue, _ names: [String], of current: CurrentTransaction, version: Int, at now: Int64
  ) {
    let members = names.compactMap { name in body[name].map { JSONValue.Member(name, $0) } }
      .filter { $0.value != .null }
    receivedConsumption.note(
      ConsumptionEntry(
        date: now, transaction: current.identifier, version: version, content: .object(members)))
  }
}
