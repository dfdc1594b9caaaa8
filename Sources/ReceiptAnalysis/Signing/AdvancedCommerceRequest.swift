/// A request of Advanced Commerce that an app hands to StoreKit.
///
/// Source: the models of Apple's server libraries (3.1.2), which check the same limits.
package struct AdvancedCommerceRequest {
  /// What it breaks, each as a clause that begins with the place; empty for a request in order.
  package private(set) var faults: [String] = []

  package init(_ request: JSONValue) {
    guard case .object = request else {
      faults = ["the request is \(request.kind), where it has to be an object"]
      return
    }
    if let name = request.repeatedName { faults.append("`\(name.displayed(limit: 60))` occurs twice") }
    let operation = request["operation"]?.stringValue ?? ""
    guard let members = Self.operations[operation] else {
      let known = Self.operations.keys.sorted().joined(separator: ", ")
      faults.append("`operation` has to be one of \(known)")
      return
    }
    check(request, Self.all + members, "")
  }

  private struct Member {
    let name: String
    let kind: Kind
    let isRequired: Bool

    init(_ name: String, _ kind: Kind, optional: Bool = false) {
      (self.name, self.kind, isRequired) = (name, kind, !optional)
    }
  }

  private indirect enum Kind {
    case text(maximum: Int)
    case uuid
    case flag
    case number(ClosedRange<Int64>)
    case word([String])
    case object([Member])
    case list([Member])
  }

  private static let name = Kind.text(maximum: 255)
  /// Milliunits of the currency.
  private static let price = Kind.number(0...Int64.max)
  private static let period = Kind.word(["P1W", "P1M", "P2M", "P3M", "P6M", "P1Y"])
  private static let effective = Kind.word(["IMMEDIATELY", "NEXT_BILL_CYCLE"])
  private static let sku = Member("SKU", .text(maximum: 128))
  private static let descriptors = [
    Member("description", .text(maximum: 45)), Member("displayName", .text(maximum: 30)),
  ]
  private static let item = [sku] + descriptors + [Member("price", price)]
  private static let offer = Member(
    "offer",
    .object([
      Member("period", .word(["P3D", "P1W", "P2W", "P1M", "P2M", "P3M", "P6M", "P9M", "P1Y"])),
      Member("periodCount", .number(1...12)), Member("price", price),
      Member("reason", .word(["ACQUISITION", "WIN_BACK", "RETENTION"])),
    ]), optional: true)
  private static let prorated = Member("proratedPrice", price, optional: true)
  private static let storefront = Member("storefront", name, optional: true)

  private static let all = [
    Member("version", .word(["1"])),
    Member(
      "requestInfo",
      .object([
        Member("requestReferenceId", .uuid), Member("appAccountToken", .uuid, optional: true),
        Member("consistencyToken", .text(maximum: 4_096), optional: true),
      ])),
  ]

  private static let operations: [String: [Member]] = [
    "CREATE_ONE_TIME_CHARGE": [
      Member("currency", name), Member("taxCode", name), storefront, Member("item", .object(item)),
    ],
    "CREATE_SUBSCRIPTION": [
      Member("currency", name), Member("taxCode", name), Member("period", period), storefront,
      Member("descriptors", .object(descriptors)), Member("items", .list(item + [offer])),
      Member("previousTransactionId", name, optional: true),
    ],
    "MODIFY_SUBSCRIPTION": [
      Member("transactionId", name), Member("retainBillingCycle", .flag), storefront,
      Member("currency", name, optional: true), Member("taxCode", name, optional: true),
      Member("addItems", .list(item + [offer, prorated]), optional: true),
      Member(
        "changeItems",
        .list(
          item + [
            Member("currentSKU", .text(maximum: 128)), Member("effective", effective),
            Member("reason", .word(["UPGRADE", "DOWNGRADE", "APPLY_OFFER"])), offer, prorated,
          ]), optional: true),
      Member("removeItems", .list([sku]), optional: true),
      Member(
        "periodChange", .object([Member("effective", effective), Member("period", period)]), optional: true),
      Member(
        "descriptors",
        .object([
          Member("effective", effective), Member("description", .text(maximum: 45), optional: true),
          Member("displayName", .text(maximum: 30), optional: true),
        ]), optional: true),
    ],
    "REACTIVATE_SUBSCRIPTION": [
      Member("transactionId", name), storefront, Member("items", .list([sku]), optional: true),
    ],
  ]

  private mutating func check(_ object: JSONValue, _ members: [Member], _ place: String) {
    for member in members {
      let name = place + member.name
      switch object[member.name] {
      case nil, .null?: if member.isRequired { faults.append("`\(name)` is missing") }
      case let value?: check(value, member.kind, name)
      }
    }
  }

  private mutating func check(_ value: JSONValue, _ kind: Kind, _ name: String) {
    switch (kind, value) {
    case (.text(let maximum), .string(let text)):
      if text.isEmpty { faults.append("`\(name)` is empty") }
      if text.unicodeScalars.count > maximum { faults.append("`\(name)` is longer than \(maximum) characters") }
    case (.uuid, .string(let text)): if !text.utf8.isUUID { faults.append("`\(name)` is no UUID") }
    case (.flag, .bool): break
    case (.number(let range), .number(let digits)):
      if !(Int64(digits).map(range.contains) ?? false) {
        let most = range.upperBound == .max ? "" : " to \(range.upperBound)"
        faults.append("`\(name)` has to be a whole number from \(range.lowerBound)\(most)")
      }
    case (.word(let words), .string(let text)):
      if !words.contains(text) { faults.append("`\(name)` has to be \(words.joined(separator: ", "))") }
    case (.object(let members), .object): check(value, members, name + ".")
    case (.list(let members), .array(let elements)):
      if elements.isEmpty { faults.append("`\(name)` is empty") }
      for (index, element) in elements.enumerated() {
        guard case .object = element else {
          faults.append("`\(name)[\(index)]` is \(element.kind), where an object belongs")
          continue
        }
        check(element, members, "\(name)[\(index)].")
      }
    default: faults.append("`\(name)` is \(value.kind), which is the wrong type")
    }
  }
}
