/// A call of the Advanced Commerce API from a server.
///
/// Sources: a third party's client for paths and codes, and the models of Apple's library (3.1.2) for bodies.
package enum AdvancedCommerceCall: String, CaseIterable, Sendable {
  case cancel
  case changeMetadata = "change-metadata"
  case changePrice = "change-price"
  case migrate
  case revoke
  case requestRefund = "request-refund"

  /// The path before the transaction.
  package var path: String {
    switch self {
    case .cancel: "subscription/cancel"
    case .changeMetadata: "subscription/changeMetadata"
    case .changePrice: "subscription/changePrice"
    case .migrate: "subscription/migrate"
    case .revoke: "subscription/revoke"
    case .requestRefund: "transaction/requestRefund"
    }
  }

  /// Apple's name of the call.
  package var title: String {
    switch self {
    case .cancel: "Cancel a Subscription"
    case .changeMetadata: "Change Subscription Metadata"
    case .changePrice: "Change Subscription Price"
    case .migrate: "Migrate a Subscription to Advanced Commerce API"
    case .revoke: "Revoke Subscription"
    case .requestRefund: "Request Transaction Refund"
    }
  }

  private typealias Member = RequestMember

  /// The rules for the request.
  package var rules: RequestRules {
    switch self {
    case .cancel: RequestRules(Self.commonMembers)
    case .changeMetadata:
      RequestRules(
        Self.commonMembers + [
          Member("descriptors", .object([Self.effective] + Self.descriptors(optional: true)), optional: true),
          Member(
            "items",
            .list(
              [Self.sku("currentSKU", missing: 4_000_169), Self.effective, Self.sku("SKU", optional: true)]
                + Self.descriptors(optional: true)), optional: true, missing: 4_000_101),
          Self.taxCode(optional: true),
        ],
        faultsOfCombinations: { request in
          guard case .object? = request["descriptors"] else { return [] }
          guard ["description", "displayName"].allSatisfy({ request["descriptors"]?[$0] ?? .null == .null })
          else { return [] }
          return [RequestFault(4_000_165, "descriptors", "has neither a description nor a displayName")]
        })
    case .changePrice:
      RequestRules(
        Self.commonMembers + [
          Self.items([
            Self.sku("SKU"), Member("price", Self.amount, invalid: 4_000_086, missing: 4_000_109),
            Member("dependentSKUs", .each(.text(maximum: 128)), optional: true, invalid: 4_000_122, longer: 4_000_087),
          ]), Self.currency,
        ])
    case .migrate:
      RequestRules(
        Self.commonMembers + [
          Member("targetProductId", .text(maximum: 255), invalid: 4_000_167, missing: 4_000_166),
          Member("descriptors", .object(Self.descriptors(optional: false)), missing: 4_000_103),
          Self.items([Self.sku("SKU")] + Self.descriptors(optional: false)), Self.taxCode(optional: false),
          Member("renewalItems", .list([Self.sku("SKU")] + Self.descriptors(optional: false)), optional: true),
        ])
    case .revoke:
      RequestRules(
        Self.commonMembers + Self.refundMembers + [
          Self.refundPreference, Member("revokeSeatQuantity", .number(1...Int64(Int32.max)), optional: true),
        ])
    case .requestRefund:
      RequestRules(
        Self.commonMembers + [
          Self.items(
            [Self.sku("SKU")] + Self.refundMembers + [
              Member("revoke", .flag), Member("refundAmount", Self.amount, optional: true, invalid: 4_000_154),
            ]), Self.refundPreference, Self.currency,
        ], faultsOfCombinations: Self.amountFaults)
    }
  }

  /// Only refunds of the type CUSTOM have an amount, and each of them needs one.
  private static func amountFaults(_ request: JSONValue) -> [RequestFault] {
    guard case .array(let items)? = request["items"] else { return [] }
    return items.enumerated().flatMap { index, item -> [RequestFault] in
      let isCustom = item["refundType"] == .string("CUSTOM")
      let amount = item["refundAmount"] ?? .null
      let place = "items[\(index)].refundAmount"
      if isCustom, amount == .null { return [RequestFault(4_000_153, place, "is missing")] }
      return isCustom || amount == .null ? [] : [RequestFault(4_000_155, place, "goes with the refundType CUSTOM only")]
    }
  }

  private static let commonMembers = [
    Member(
      "requestInfo",
      .object([
        Member("requestReferenceId", .uuid, invalid: 4_000_081, missing: 4_000_080),
        Member("appAccountToken", .uuid, optional: true, invalid: 4_000_033),
        Member("consistencyToken", .text(maximum: 4_096), optional: true, invalid: 4_000_082),
      ]), missing: 4_000_079),
    Member("storefront", .text(maximum: 255), optional: true, invalid: 4_000_028),
  ]
  /// Milliunits of the currency.
  private static let amount = Member.Kind.number(0...Int64.max)
  private static let currency = Member("currency", .text(maximum: 255), optional: true, invalid: 4_000_053)
  private static let effective = Member("effective", .word(["IMMEDIATELY", "NEXT_BILL_CYCLE"]), missing: 4_000_111)
  private static let refundPreference = Member("refundRiskingPreference", .flag, missing: 4_000_159)
  private static let refundMembers = [
    Member("refundType", .word(PayloadWords.refundType.values.map(\.code)), invalid: 4_000_123, missing: 4_000_157),
    Member("refundReason", .word(PayloadWords.refundReason.values.map(\.code)), invalid: 4_000_124, missing: 4_000_156),
  ]

  private static func items(_ members: [Member]) -> Member {
    Member("items", .list(members), invalid: 4_000_102, missing: 4_000_101)
  }

  private static func taxCode(optional: Bool) -> Member {
    Member("taxCode", .text(maximum: 255), optional: optional, invalid: 4_000_127, missing: 4_000_099)
  }

  private static func sku(_ name: String, optional: Bool = false, missing: Int64 = 4_000_105) -> Member {
    Member(name, .text(maximum: 128), optional: optional, invalid: 4_000_122, missing: missing, longer: 4_000_087)
  }

  private static func descriptors(optional: Bool) -> [Member] {
    [
      Member(
        "description", .text(maximum: 45), optional: optional, invalid: 4_000_119, missing: 4_000_107, longer: 4_000_088
      ),
      Member(
        "displayName", .text(maximum: 30), optional: optional, invalid: 4_000_118, missing: 4_000_106, longer: 4_000_089
      ),
    ]
  }
}
