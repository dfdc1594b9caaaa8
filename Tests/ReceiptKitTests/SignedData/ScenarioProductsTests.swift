import Foundation
import ReceiptKit
import Testing

@testable import ReceiptMint

/// Scenarios with the products of a StoreKit configuration. What is expected is read from the file by Foundation.
@Suite("Scenarios with an app's own products")
struct ScenarioProductsTests {
  private static let end = "2026-01-15T12:00:00Z"
  private static let bundle = "com.example.reader"

  private static func file() throws -> [UInt8] { try PackageFiles.read("Tests/Fixtures/reader.storekit") }

  /// The products of a file by their identifiers; those of subscriptions with `group`.
  private static func facts(_ bytes: [UInt8]) throws -> [String: [String: Any]] {
    let root = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
    var products = root["products"] as? [[String: Any]] ?? []
    for group in root["subscriptionGroups"] as? [[String: Any]] ?? [] {
      for var product in group["subscriptions"] as? [[String: Any]] ?? [] {
        product["group"] = group["id"]
        products.append(product)
      }
    }
    return Dictionary(uniqueKeysWithValues: products.map { ($0["productID"] as? String ?? "", $0) })
  }

  private static let days = ["P1W": 7, "P2W": 14, "P1M": 30, "P2M": 60, "P3M": 90, "P1Y": 365]
  private static let discounts = ["free": "FREE_TRIAL", "payAsYouGo": "PAY_AS_YOU_GO", "payUpFront": "PAY_UP_FRONT"]
  private static let lists = ["introductoryOffer": 1, "adHocOffers": 2, "codeOffers": 3, "winbackOffers": 4]

  /// Thousandths of a displayed price.
  private static func price(_ value: [String: Any]) throws -> Int {
    let text = try #require(value["displayPrice"] as? String)
    return NSDecimalNumber(decimal: try #require(Decimal(string: text)) * 1_000).intValue
  }

  private static func files(
    _ scenario: Scenario, _ bytes: [UInt8], first product: String? = nil
  ) throws -> [ScenarioFile] {
    var options = TemplateOptions(creationDate: try #require(ReceiptDate(end)).instant)
    options.bundleIdentifier = bundle
    return try scenario.files(
      try Mint.authority, options: options, seed: "1", products: try StoreKitConfiguration(bytes), first: product)
  }

  /// The transactions as they were at last, by their identifiers.
  private static func transactions(_ events: [ScenarioTests.Event]) throws -> [[String: Any]] {
    var last: [String: [String: Any]] = [:]
    for event in events {
      let transaction = try event.json("transaction")
      last[try #require(transaction["transactionId"] as? String)] = transaction
    }
    return last.sorted { $0.key < $1.key }.map(\.value)
  }

  @Test(
    "every transaction is of a product of the file, with its price, period, group and offers",
    arguments: Scenario.all.map(\.name))
  func products(_ name: String) throws {
    let bytes = try Self.file()
    let facts = try Self.facts(bytes)
    let scenario = try #require(Scenario.named(name))
    let events = try ScenarioTests.events(try Self.files(scenario, bytes))
    for transaction in try Self.transactions(events) {
      let fact = try #require(facts[transaction["productId"] as? String ?? ""], "\(transaction)")
      #expect(transaction["subscriptionGroupIdentifier"] as? String == fact["group"] as? String)
      let length = (transaction["expiresDate"] as? Int).flatMap { expires in
        (transaction["purchaseDate"] as? Int).map { (expires - $0) / 86_400_000 }
      }
      let price = try #require(transaction["price"] as? Int)
      guard let type = transaction["offerType"] as? Int else {
        // Added seats are cheaper in the scenario, and belong to a period that has begun.
        let isAdded = transaction["multiSeatInfo"] != nil && transaction["additionalTransactionReason"] != nil
        let quantity = transaction["multiSeatInfo"] == nil ? transaction["quantity"] as? Int ?? 1 : 1
        let usual = try Self.price(fact) * quantity
        #expect(isAdded || price == usual || name.hasPrefix("price-increase"))
        let period = (fact["recurringSubscriptionPeriod"] as? String).flatMap { Self.days[$0] }
        #expect(isAdded || length == period)
        continue
      }
      let offers = Self.lists.filter { $0.value == type }.flatMap { list in
        (fact[list.key] as? [String: Any]).map { [$0] } ?? fact[list.key] as? [[String: Any]] ?? []
      }
      let offer = try #require(
        offers.first {
          Self.discounts[$0["paymentMode"] as? String ?? ""] == transaction["offerDiscountType"] as? String
        })
      #expect(
        transaction["offerIdentifier"] as? String == (type == 1 ? nil : offer["offerID"] ?? offer["referenceName"])
          as? String)
      #expect(transaction["offerPeriod"] as? String == offer["subscriptionPeriod"] as? String)
      #expect(length == Self.days[offer["subscriptionPeriod"] as? String ?? ""])
      let expected = offer["paymentMode"] as? String == "free" ? 0 : try Self.price(offer)
      #expect(price == expected)
    }
  }

  /// A file of the first version with one product, by the year.
  private static let first = Array(
    """
    {"products":[],"settings":{},"subscriptionGroups":[{"id":"9C0FFEE1","localizations":[],"name":"All",\
    "subscriptions":[{"adHocOffers":[],"displayPrice":"89.5","familyShareable":false,"groupNumber":1,\
    "internalID":"1","introductoryOffer":null,"localizations":[],"productID":"all.yearly",\
    "recurringSubscriptionPeriod":"P1Y","referenceName":"all",\
    "subscriptionGroupID":"9C0FFEE1","type":"RecurringSubscription"}]}],"version":{"major":1,"minor":0}}
    """.utf8)

  /// Those that sell one subscription only.
  private static let single = Scenario.all.map(\.name).filter {
    !["upgrade", "downgrade", "crossgrade", "consumables", "one-time-charge"].contains($0)
  }

  @Test("what is minted agrees with itself, and ends as the scenario does", arguments: Scenario.all.map(\.name))
  func agreement(_ name: String) throws {
    let scenario = try #require(Scenario.named(name))
    for bytes in [try Self.file()] + (Self.single.contains(name) ? [Self.first] : []) {
      let files = try Self.files(scenario, bytes)
      let decoder = try ScenarioTests.decoder(files)
      let events = try ScenarioTests.events(files)
      #expect(events.last?.moment.rfc3339 == Self.end && events.map(\.moment) == events.map(\.moment).sorted())
      var combined = CombinedHistory(PurchaseHistoryReader(decoder))
      for file in files where file.name != "anchor.pem" { try combined.add(Array(file.text.utf8), from: file.name) }
      let end = try #require(ReceiptDate(Self.end)).instant
      let status = SubscriptionStatus(try combined.history(), at: end)
      #expect(status.irregularities.isEmpty, "\(status.irregularities.map(\.message))")
      #expect(status.subscriptions.first?.state.name ?? "bought" == scenario.ending.rawValue)
      for event in events {
        let meaning = try #require(NotificationMeaning.all.first { $0.name == event.name })
        let status = SubscriptionStatus(
          try PurchaseHistoryReader(decoder).read(try event.bytes("notification")), at: event.moment)
        guard let subscription = status.subscriptions.first else { continue }
        let has = [.grant, .keep, .giveBack].contains(meaning.access)
        #expect(subscription.state.isActive == has, "\(event.number) \(event.name): \(subscription.state.name)")
      }
    }
  }

  @Test("which products take which parts, and a first one that was chosen")
  func parts() throws {
    func sold(_ name: String, _ first: String? = nil) throws -> [String] {
      let events = try ScenarioTests.events(
        try Self.files(try #require(Scenario.named(name)), try Self.file(), first: first.map { Self.bundle + "." + $0 })
      )
      return try Self.transactions(events).compactMap {
        ($0["productId"] as? String).map { String($0.dropFirst(Self.bundle.count + 1)) }
      }
    }
    #expect(try sold("upgrade") == ["monthly", "plus.weekly", "plus.weekly"])
    #expect(try sold("downgrade") == ["plus.weekly", "monthly"])
    #expect(try sold("crossgrade") == ["monthly", "yearly"])
    #expect(try sold("consumables") == ["stars10", "stars10", "stars50"])
    #expect(try sold("one-time-charge") == ["lifetime"])
    let lost = try ScenarioTests.events(try Self.files(try #require(Scenario.named("win-back")), try Self.file()))[2]
    #expect(try lost.json("renewal")["eligibleWinBackOfferIds"] as? [String] == ["come-back"])
    // It has no trial, so that the scenario's own applies.
    #expect(try sold("trial-renew-refund", "news.quarterly") == ["news.quarterly", "news.quarterly"])
    #expect(try sold("upgrade", "yearly") == ["yearly", "plus.weekly", "plus.weekly"])
    for (name, first, words) in [
      ("upgrade", "plus.weekly", "no other subscription in the group"),
      ("upgrade", "none", "has no auto-renewable subscription"),
      ("consumables", "lifetime", "has no consumable"),
      ("upgrade", "news.quarterly", "no other subscription in the group"),
    ] {
      let error = #expect(throws: MintError.self) { try sold(name, first) }
      guard case .impossible(let reason)? = error else {
        Issue.record("\(name): \(String(describing: error))")
        continue
      }
      #expect(reason.contains(words), "\(reason)")
    }
  }

  @Test("the version and what is not read are told; nothing that is unknown is refused")
  func unread() throws {
    let configuration = try StoreKitConfiguration(try Self.file())
    #expect(configuration.version == "4.0" && configuration.isKnownVersion)
    #expect(
      configuration.unread == [
        "appPolicies", "settings", "subscriptionOffersKeyPair", "products[].localizations",
        "subscriptionGroups[].subscriptions[].codeOffers[].eligibility",
        "subscriptionGroups[].subscriptions[].codeOffers[].isStackable",
        "subscriptionGroups[].subscriptions[].winbackOffers[].isStackable",
      ])
    let old = try StoreKitConfiguration(Self.first)
    #expect(old.version == "1.0" && old.isKnownVersion && old.unread.isEmpty)
    // Lists of introductory offers and billing plans are in newer files.
    let later = try StoreKitConfiguration(
      Array(
        """
        {"version":{"major":9,"minor":1},"new":1,"products":[{"productID":"p","type":"Rental","displayPrice":"1"}],
         "nonRenewingSubscriptions":{},
         "subscriptionGroups":[{"id":"1","subscriptions":[
           {"productID":"a","type":"RecurringSubscription","recurringSubscriptionPeriod":"P1M","displayPrice":"1,99",
            "groupNumber":"x","billingPlans":[{}],
            "introductoryOffers":[{"paymentMode":"free","subscriptionPeriod":"P3D"},{"paymentMode":"barter"},7]},
           {"productID":"b","type":"RecurringSubscription","recurringSubscriptionPeriod":"now"},
           {"type":"RecurringSubscription"}]}]}
        """.utf8))
    #expect(later.version == "9.1" && !later.isKnownVersion)
    #expect(later.products.map(\.identifier) == ["a", "b"])
    #expect(later.products[0].price == nil && later.products[0].days == 30 && later.products[1].days == nil)
    #expect(later.products[0].offers.map(\.days) == [3])
    let places = ["new", "products[].productID, type", "nonRenewingSubscriptions"]
    let inside = [
      "billingPlans", "displayPrice", "introductoryOffers[].paymentMode", "recurringSubscriptionPeriod",
      "productID, type",
    ]
    #expect(later.unread == places + inside.map { "subscriptionGroups[].subscriptions[]." + $0 })
    let unnumbered = String(decoding: Self.first, as: UTF8.self).replacing(
      #","version":{"major":1,"minor":0}"#, with: "")
    #expect(try StoreKitConfiguration(Array(unnumbered.utf8)).version == nil)
    for (text, code) in [
      ("", ReceiptError.Code.invalidJSON), ("{", .invalidJSON), ("[]", .otherFormat), ("{}", .otherFormat),
      (#"{"products":[]}"#, .otherFormat), (#"{"subscriptionGroups":7}"#, .otherFormat),
    ] {
      let error = #expect(throws: ReceiptError.self) { try StoreKitConfiguration(Array(text.utf8)) }
      #expect(error?.code == code || text.isEmpty && error != nil, "\(text): \(String(describing: error))")
    }
  }

  /// Numbers of Apple's list of storefronts.
  @Test("prices are in the currency of the storefront that the file names, otherwise of its locale")
  func storefronts() throws {
    let text = String(decoding: try Self.file(), as: UTF8.self)
    func sold(_ storefront: String, _ locale: String) throws -> [String] {
      let changed = text.replacing("\"_storefront\" : \"DEU\"", with: "\"_storefront\" : \(storefront)")
        .replacing("\"_locale\" : \"de_DE\"", with: "\"_locale\" : \(locale)")
      let files = try Self.files(try #require(Scenario.named("cancel-auto-renew")), Array(changed.utf8))
      let event = try #require(try ScenarioTests.events(files).first)
      let transaction = try event.json("transaction")
      #expect(try event.json("renewal")["currency"] as? String == transaction["currency"] as? String)
      return try ["storefront", "storefrontId", "currency"].map { try #require(transaction[$0] as? String) }
    }
    let (germany, usa) = (["DEU", "143443", "EUR"], ["USA", "143441", "USD"])
    #expect(try sold("\"DEU\"", "\"de_DE\"") == germany)
    #expect(try sold("\"JPN\"", "\"de_DE\"") == ["JPN", "143462", "JPY"])
    #expect(try sold("null", "\"de_DE\"") == germany && sold("\"ZZZ\"", "\"de_DE@rg=dezzzz\"") == germany)
    for other in ["null", "7", "\"\"", "\"@\"", "\"de\"", "\"_\""] {
      #expect(try sold(other, other) == usa, "\(other)")
    }
    let unknown = try StoreKitConfiguration(Array(text.replacing("\"DEU\"", with: "\"ZZZ\"").utf8))
    #expect(unknown.unread.contains("settings._storefront") && !unknown.unread.contains("settings._locale"))
  }

  @Test("numbers and texts of any kind in the place of others are no crash")
  func hostile() throws {
    let text = String(decoding: try Self.file(), as: UTF8.self)
    for value in [
      "9223372036854775807", "-1", "1e99", "null", "[]", "{}", "true", "\"\"", #""999999999.999""#, #""P100Y""#,
      #""P9999999M""#,
    ] {
      for member in [
        "groupNumber", "displayPrice", "recurringSubscriptionPeriod", "subscriptionPeriod", "numberOfPeriods", "type",
        "version",
      ] {
        let pattern = try Regex(#""\#(member)" : ("[^"]*"|[0-9]+)"#)
        let changed = text.replacing(pattern, with: "\"\(member)\" : \(value)")
        guard let configuration = try? StoreKitConfiguration(Array(changed.utf8)) else { continue }
        for scenario in Scenario.all {
          _ = try? scenario.length(products: configuration)
        }
      }
    }
  }
}
