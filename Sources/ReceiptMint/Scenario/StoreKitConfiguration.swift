import ReceiptAnalysis

/// The products of an app, as Xcode keeps them in a StoreKit configuration (`.storekit`).
///
/// Apple documents the use of the file but not its format. The members that are read here are those of files in public
/// repositories, of versions 1.0, 1.1, 3.0 and 4.0 and a later version. No member is refused; ``unread`` lists those
/// that are not read.
package struct StoreKitConfiguration: Sendable {
  /// One product that is sold.
  struct Product: Sendable {
    enum Kind: String, Sendable {
      case consumable = "Consumable"
      case nonConsumable = "NonConsumable"
      case nonRenewing = "NonRenewingSubscription"
      case subscription = "RecurringSubscription"

      /// `type` of a transaction.
      var transactionType: String {
        switch self {
        case .consumable: "Consumable"
        case .nonConsumable: "Non-Consumable"
        case .nonRenewing: "Non-Renewing Subscription"
        case .subscription: "Auto-Renewable Subscription"
        }
      }
    }

    var identifier: String
    var kind: Kind
    /// Thousandths of the currency's unit.
    var price: Int64?
    var isShareable: Bool
    /// The length of a subscription's period in days.
    var days: Int64?
    /// The identifier of a subscription's group.
    var group: String?
    /// The level in the group; 1 is the best.
    var level: Int64
    var offers: [Offer]
  }

  struct Offer: Sendable {
    /// The offer with the `offerType` of a transaction, without the price.
    var offer: SignedOffer
    var price: Int64?
    var days: Int64?
  }

  /// The version of the format: `4.0`; `nil` if the file does not say.
  package let version: String?
  /// The names of members that have a value but are not read, each once and with its place:
  /// `subscriptionGroups[].subscriptions[].localizations`; at most 100.
  package let unread: [String]
  /// Whether files of this version were examined.
  package var isKnownVersion: Bool { version.map(Self.versions.contains) ?? false }
  let products: [Product]
  /// The storefront in which the products are sold; that of the United States, if the file names no known storefront.
  let storefront: Storefront

  /// The versions of the files that were examined.
  private static let versions = ["1.0", "1.1", "3.0", "4.0"]

  /// Reads a file.
  ///
  /// - Parameter bytes: JSON; untrusted.
  /// - Throws: `.invalidJSON` for anything else, `.otherFormat` for JSON without products.
  package init(_ bytes: [UInt8]) throws(ReceiptError) {
    let root = try JSONReader(maximumDepth: 32, maximumValues: 1_000_000).read(bytes)
    var reader = ConfigurationReader()
    products = reader.products(root)
    guard !products.isEmpty else {
      throw ReceiptError(
        .otherFormat, "no StoreKit configuration with products",
        hint: "Xcode makes one: File, New, StoreKit Configuration File; synchronized with an app it has its products")
    }
    version = reader.version(root)
    storefront = reader.storefront(root)
    unread = reader.unread
  }
}

/// Reads the members that are known, and notes the others.
private struct ConfigurationReader {
  private(set) var unread: [String] = []

  /// Notes the members of an object that have a value but are not in `known`.
  private mutating func noteMembers(of value: JSONValue, but known: Set<String>, at place: String) {
    guard case .object(let members) = value else { return }
    for member in members where !known.contains(member.name) && !member.value.isEmpty {
      note(place + member.name.displayed(limit: 40))
    }
  }

  private mutating func note(_ place: String) {
    if unread.count < Self.maximumUnread, !unread.contains(place) { unread.append(place) }
  }

  /// The maximum number of unread members that are noted.
  private static let maximumUnread = 100

  func version(_ root: JSONValue) -> String? {
    guard let version = root["version"], let major = version["major"]?.wholeNumber else { return nil }
    return "\(major).\(version["minor"]?.wholeNumber ?? 0)"
  }

  /// The storefront that the settings name. Without one it is the United States, as in Xcode.
  mutating func storefront(_ root: JSONValue) -> Storefront {
    for name in Self.countrySettings {
      guard let value = root["settings"]?[name], value != .null else { continue }
      if let storefront = value.stringValue.flatMap(Storefront.init) { return storefront }
      note("settings." + name)
    }
    return .usa
  }

  /// The settings that may name a country. The first one that names a country counts.
  private static let countrySettings = ["_storefront", "_locale"]

  mutating func products(_ root: JSONValue) -> [StoreKitConfiguration.Product] {
    var known: Set = ["products", "nonRenewingSubscriptions", "subscriptionGroups", "version", "identifier"]
    // Otherwise, `settings` is noted as unread.
    if case .object(let settings)? = root["settings"], settings.allSatisfy({ Self.countrySettings.contains($0.name) }) {
      known.insert("settings")
    }
    noteMembers(of: root, but: known, at: "")
    var products: [StoreKitConfiguration.Product] = []
    for name in ["products", "nonRenewingSubscriptions"] {
      products += objects(root, name, at: "").compactMap { product($0, nil, at: name + "[].") }
    }
    for group in objects(root, "subscriptionGroups", at: "") {
      let place = "subscriptionGroups[]."
      noteMembers(of: group, but: ["id", "name", "subscriptions"], at: place)
      products += objects(group, "subscriptions", at: place).compactMap {
        product($0, group["id"]?.stringValue ?? "", at: place + "subscriptions[].")
      }
    }
    return products
  }

  /// The objects in a list; anything else in its place is noted.
  private mutating func objects(_ value: JSONValue, _ name: String, at place: String) -> [JSONValue] {
    guard let list = value[name], list != .null else { return [] }
    guard case .array(let elements) = list else {
      note(place + name)
      return []
    }
    return elements.filter { if case .object = $0 { true } else { false } }
  }

  /// - Parameter group: the group of a subscription.
  private mutating func product(
    _ value: JSONValue, _ group: String?, at place: String
  ) -> StoreKitConfiguration.Product? {
    var known: Set = ["productID", "type", "displayPrice", "familyShareable", "internalID", "referenceName"]
    if group != nil {
      known.formUnion(["recurringSubscriptionPeriod", "subscriptionGroupID", "groupNumber"])
      known.formUnion(Self.offerMembers.map(\.name))
    }
    noteMembers(of: value, but: known, at: place)
    guard let identifier = value["productID"]?.stringValue, !identifier.isEmpty,
      let kind = value["type"]?.stringValue.flatMap(StoreKitConfiguration.Product.Kind.init),
      (kind == .subscription) == (group != nil)
    else {
      note(place + "productID, type")
      return nil
    }
    var product = StoreKitConfiguration.Product(
      identifier: identifier, kind: kind, price: price(value, at: place),
      isShareable: value["familyShareable"] == .bool(true), level: value["groupNumber"]?.wholeNumber ?? 1, offers: [])
    guard let group else { return product }
    product.group = value["subscriptionGroupID"]?.stringValue ?? group
    product.days = days(value, "recurringSubscriptionPeriod", at: place)
    for (name, type) in Self.offerMembers {
      // Files up to version 4 have one introductory offer; later files have a list of them.
      let all = if let one = value[name], case .object = one { [one] } else { objects(value, name, at: place) }
      product.offers += all.compactMap {
        offer($0, type, at: place + name + (name == "introductoryOffer" ? "." : "[]."))
      }
    }
    return product
  }

  /// The members that hold offers, and their `offerType`.
  private static let offerMembers: [(name: String, type: Int)] = [
    ("introductoryOffer", 1), ("introductoryOffers", 1), ("adHocOffers", 2), ("codeOffers", 3), ("winbackOffers", 4),
  ]

  private static let discounts = [
    "free": "FREE_TRIAL", "payAsYouGo": "PAY_AS_YOU_GO", "payUpFront": "PAY_UP_FRONT",
  ]

  private mutating func offer(_ value: JSONValue, _ type: Int, at place: String) -> StoreKitConfiguration.Offer? {
    let known: Set = [
      "offerID", "referenceName", "internalID", "paymentMode", "displayPrice", "subscriptionPeriod", "numberOfPeriods",
    ]
    noteMembers(of: value, but: known, at: place)
    guard let discount = value["paymentMode"]?.stringValue.flatMap({ Self.discounts[$0] }) else {
      note(place + "paymentMode")
      return nil
    }
    let length = days(value, "subscriptionPeriod", at: place)
    // An offer of the kind "pay as you go" is paid period by period, so the number of its periods does not matter for
    // the first one. No offer has more than twelve.
    let count = discount == "PAY_AS_YOU_GO" ? 1 : max(1, min(value["numberOfPeriods"]?.wholeNumber ?? 1, 12))
    let name = value["offerID"]?.stringValue ?? value["referenceName"]?.stringValue
    return StoreKitConfiguration.Offer(
      offer: SignedOffer(
        type: type, identifier: type == 1 ? nil : name, discount: discount,
        period: length == nil ? nil : value["subscriptionPeriod"]?.stringValue),
      price: discount == "FREE_TRIAL" ? 0 : price(value, at: place), days: length.map { $0 * count })
  }

  /// `"9.99"` in thousandths.
  private mutating func price(_ value: JSONValue, at place: String) -> Int64? {
    guard let displayed = value["displayPrice"], displayed != .null else { return nil }
    let parts = (displayed.stringValue ?? "").split(separator: ".", omittingEmptySubsequences: false)
    let whole = parts.first ?? ""
    let fraction = parts.count > 1 ? parts[1] : ""
    let isPrice =
      parts.count <= 2 && (1...9).contains(whole.utf8.count) && fraction.utf8.count <= 3
      && (whole + fraction).utf8.allSatisfy(\.isASCIIDigit)
    guard isPrice else {
      note(place + "displayPrice")
      return nil
    }
    return Int64(whole + fraction + String(repeating: "0", count: 3 - fraction.utf8.count))
  }

  /// Whole days of a period: a month has 30 of them, a year 365.
  private mutating func days(_ value: JSONValue, _ name: String, at place: String) -> Int64? {
    guard let text = value[name]?.stringValue else { return nil }
    let days: Int64? =
      switch text.hasPrefix("P") ? SubscriptionPeriod(text) : nil {
      case .seconds(let seconds)?: seconds / 86_400
      case .months(let months)?: Int64(months / 12 * 365 + months % 12 * 30)
      case nil: nil
      }
    if days == nil { note(place + name) }
    return days
  }
}

extension JSONValue {
  fileprivate var isEmpty: Bool {
    switch self {
    case .null: true
    case .array(let elements): elements.isEmpty
    case .object(let members): members.isEmpty
    case .string(let text): text.isEmpty
    default: false
    }
  }
}
