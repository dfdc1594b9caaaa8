import Foundation
import ReceiptKit
import SystemLibrary
import Testing

@testable import ReceiptMint

/// `mint --scenario`, judged by the readers.
@Suite("Scenarios")
struct ScenarioTests {
  private static let end = "2026-01-15T12:00:00Z"

  static func files(
    _ scenario: Scenario, _ environment: MintEnvironment = .sandbox, seed: String = "1"
  ) throws -> [ScenarioFile] {
    let key = "\(scenario.name) \(environment) \(seed)"
    if let files = minted.withLock({ $0[key] }) { return files }
    var options = TemplateOptions(creationDate: try #require(ReceiptDate(end)).instant)
    options.environment = environment
    let files = try scenario.files(try Mint.authority, options: options, seed: seed)
    minted.withLock { $0[key] = files }
    return files
  }

  /// Eight tests read the same files, and minting them takes longer than reading them.
  private static let minted = Locked<[String: [ScenarioFile]]>([:])

  /// The files of one event, by their kind.
  struct Event {
    let number: Int
    let moment: Instant
    let name: String
    var files: [String: [UInt8]] = [:]

    func bytes(_ kind: String) throws -> [UInt8] { try #require(files[kind], "\(number) \(kind)") }

    func json(_ kind: String) throws -> [String: Any] {
      try SignedSamples.part(1, of: String(decoding: try bytes(kind), as: UTF8.self))
    }
  }

  /// `01-2026-01-03T095900Z-SUBSCRIBED-INITIAL_BUY.notification.jws`
  static func events(_ files: [ScenarioFile]) throws -> [Event] {
    var events: [Event] = []
    #expect(files.map(\.name) == files.map(\.name).sorted())
    for file in files where file.name != "anchor.pem" {
      let parts = file.name.split(separator: ".")
      let words = try #require(parts.first).split(separator: "-")
      try #require(parts.count == 3 && words.count >= 5)
      let date = words[1...3].joined(separator: "-")
      let text = "\(date.prefix(13)):\(date.dropFirst(13).prefix(2)):\(date.dropFirst(15))"
      let number = try #require(Int(words[0]))
      if events.last?.number != number {
        events.append(
          Event(
            number: number, moment: try #require(ReceiptDate(text), "\(text)").instant,
            name: words[4...].joined(separator: "/")))
      }
      events[events.count - 1].files[String(parts[1])] = Array(file.text.utf8)
    }
    return events
  }

  static func decoder(_ files: [ScenarioFile]) throws -> InputDecoder {
    let anchor = try #require(files.last { $0.name == "anchor.pem" })
    return InputDecoder(authenticator: Authenticator(anchors: try TrustAnchor.read(Array(anchor.text.utf8))))
  }

  static let cases = Scenario.all.flatMap { scenario in
    [MintEnvironment.sandbox, .production].map { (scenario.name, $0) }
  }

  @Test("every file decodes, is test-signed at its date and tells of its app", arguments: cases)
  func proven(_ name: String, _ environment: MintEnvironment) throws {
    let files = try Self.files(try #require(Scenario.named(name)), environment)
    let decoder = try Self.decoder(files)
    let events = try Self.events(files)
    #expect(events.map(\.moment) == events.map(\.moment).sorted() && events.last?.moment.rfc3339 == Self.end)
    for event in events {
      for (kind, bytes) in event.files {
        let decoded = try decoder.decode(bytes)
        let place = "\(event.number) \(kind)"
        #expect(decoded.authenticity?.verdict == .testSigned, "\(place): \(decoded.authenticity?.reason ?? "")")
        #expect(decoded.authenticity?.judgedAt?.instant == event.moment, "\(place)")
        #expect(decoded.environment == (environment == .production ? "Production" : "Sandbox"), "\(place)")
        for part in decoded.signedParts {
          #expect(part.authenticity?.verdict == .testSigned && part.contradiction == nil, "\(place)\(part.pointer)")
        }
        let status = SubscriptionStatus(try PurchaseHistoryReader(decoder).read(bytes), at: event.moment)
        #expect(status.irregularities.isEmpty, "\(place): \(status.irregularities)")
      }
    }
  }

  @Test(
    "the pieces of a notification are the files beside it, and the receipt has the same purchases", arguments: cases)
  func agreement(_ name: String, _ environment: MintEnvironment) throws {
    let events = try Self.events(try Self.files(try #require(Scenario.named(name)), environment))
    var known: [String: [String: Any]] = [:]
    for event in events {
      let notification = try event.json("notification")
      let type = try #require(notification["notificationType"] as? String)
      let subtype = notification["subtype"] as? String
      #expect(type + (subtype.map { "/" + $0 } ?? "") == event.name)
      #expect(try SignedDataSpecification.rows.contains { $0.type == type && $0.subtype == subtype }, "\(event.name)")
      let data = try #require(notification["data"] as? [String: Any])
      #expect(
        data["signedTransactionInfo"] as? String == String(decoding: try event.bytes("transaction"), as: UTF8.self))
      #expect(
        data["signedRenewalInfo"] as? String == event.files["renewal"].map { String(decoding: $0, as: UTF8.self) })
      let transaction = try event.json("transaction")
      let bought = try #require(try InputDecoder().decode(try event.bytes("receipt")).claims)
      #expect(bought.bundleIdentifier == data["bundleId"] as? String)
      #expect(bought.appItemID ?? 0 == (data["appAppleId"] as? NSNumber)?.int64Value ?? 0)
      let identifier = try #require(transaction["transactionId"] as? String)
      let purchase = try #require(bought.inApp.first { $0.transactionID == identifier })
      func same(_ member: String, _ date: ReceiptDate?) {
        let milliseconds = (transaction[member] as? NSNumber)?.int64Value
        #expect(date?.instant.milliseconds == milliseconds, "\(event.number) \(member)")
      }
      same("purchaseDate", purchase.purchaseDate)
      same("originalPurchaseDate", purchase.originalPurchaseDate)
      same("expiresDate", purchase.expiresDate)
      same("revocationDate", purchase.cancellationDate)
      #expect(purchase.productID == transaction["productId"] as? String)
      #expect(purchase.originalTransactionID == transaction["originalTransactionId"] as? String)
      #expect(purchase.quantity == (transaction["quantity"] as? NSNumber)?.int64Value)
      // How receipts write that a purchase is shared was never seen (FORMAT.md, 1722).
      #expect(purchase.ownershipType == (transaction["inAppOwnershipType"] as? String == "PURCHASED" ? 0 : nil))
      #expect(
        purchase.webOrderLineItemID ?? 0 == (transaction["webOrderLineItemId"] as? String).flatMap { Int64($0) } ?? 0)
      // What was bought stays as it was; only a refund or a replacement adds something.
      for purchase in bought.inApp {
        let identifier = try #require(purchase.transactionID)
        let facts: [String: Any] = [
          "product": purchase.productID ?? "", "bought": purchase.purchaseDate?.text ?? "",
          "expires": purchase.expiresDate?.text ?? "", "original": purchase.originalTransactionID ?? "",
        ]
        #expect(NSDictionary(dictionary: known[identifier] ?? facts).isEqual(to: facts), "\(event.number)")
        known[identifier] = facts
      }
      #expect(bought.inApp.count == known.count)
      guard event.files["renewal"] != nil else { continue }
      let renewal = try event.json("renewal")
      for member in ["originalTransactionId", "productId", "environment", "signedDate", "appTransactionId"] {
        #expect(renewal[member] as? NSObject == transaction[member] as? NSObject, "\(event.number) \(member)")
      }
      #expect(renewal["renewalDate"] as? NSObject == transaction["expiresDate"] as? NSObject)
    }
  }

  @Test("all files of a life together contradict each other nowhere", arguments: cases)
  func together(_ name: String, _ environment: MintEnvironment) throws {
    let scenario = try #require(Scenario.named(name))
    let files = try Self.files(scenario, environment)
    var combined = CombinedHistory(PurchaseHistoryReader(try Self.decoder(files)))
    for file in files where file.name != "anchor.pem" { try combined.add(Array(file.text.utf8), from: file.name) }
    let end = try #require(ReceiptDate(Self.end)).instant
    let status = SubscriptionStatus(try combined.history(), at: end)
    #expect(status.irregularities.isEmpty, "\(status.irregularities.map(\.message))")
    #expect(status.subscriptions.first?.state.name ?? "bought" == scenario.ending.rawValue)
  }

  @Test(
    "at every date the customer has what the notification means, and in the end what the table says", arguments: cases)
  func states(_ name: String, _ environment: MintEnvironment) throws {
    let scenario = try #require(Scenario.named(name))
    let events = try Self.events(try Self.files(scenario, environment))
    for event in events {
      let meaning = try #require(NotificationMeaning.all.first { $0.name == event.name })
      let status = SubscriptionStatus(
        try PurchaseHistoryReader().read(try event.bytes("notification")), at: event.moment)
      guard let subscription = status.subscriptions.first else {
        #expect(scenario.ending == .bought && status.otherPurchases.count == 1)
        let isRefunded = status.otherPurchases.first?.cancelled != nil
        #expect(isRefunded == (meaning.access == .takeBack), "\(event.number)")
        continue
      }
      #expect(status.subscriptions.count == 1 && scenario.ending != .bought)
      let has = [.grant, .keep, .giveBack].contains(meaning.access)
      #expect(subscription.state.isActive == has, "\(event.number) \(event.name): \(subscription.state.name)")
    }
    let last = try #require(events.last)
    for kind in ["notification", "receipt", "transaction"] {
      let status = SubscriptionStatus(try PurchaseHistoryReader().read(try last.bytes(kind)), at: last.moment)
      #expect(status.subscriptions.first?.state.name ?? "bought" == scenario.ending.rawValue, "\(kind)")
    }
  }

  /// By hand, beside the table.
  @Test(
    "how they end",
    arguments: try TableCase.read("scenarios", "how they end: the state, and how many events"))
  func endings(_ row: TableCase) throws {
    let scenario = try #require(Scenario.named(row.text))
    #expect(scenario.ending.rawValue == row.words()[0])
    #expect(try Self.events(Self.files(scenario)).count == Int(row.words()[1]))
    #expect(Scenario.all.count == 21)
  }

  @Test("details that only one event has")
  func details() throws {
    func event(_ name: String, _ number: Int) throws -> Event {
      let scenario = try #require(Scenario.named(name))
      return try #require(try Self.events(Self.files(scenario)).first { $0.number == number })
    }
    let trial = try event("trial-renew-refund", 1).json("transaction")
    #expect(trial["offerDiscountType"] as? String == "FREE_TRIAL" && trial["price"] as? Int == 0)
    let request = try event("trial-renew-refund", 3).json("notification")["data"] as? [String: Any]
    #expect(request?["consumptionRequestReason"] as? String == "UNSATISFIED_WITH_PURCHASE")
    let part = try event("consumables", 4).json("transaction")
    #expect(part["revocationType"] as? String == "REFUND_PRORATED" && part["revocationPercentage"] as? Int == 40_000)
    #expect(part["quantity"] as? Int == 5 && part["price"] as? Int == 4_950)
    let grace = try event("grace-period-then-expired", 3).json("renewal")
    // The period ended at 2025-11-16T11:59:00Z: 16 days more, by Python's datetime.
    #expect(grace["gracePeriodExpiresDate"] as? Int == 1_764_676_740_000)
    let back = try event("win-back", 4).json("transaction")
    #expect(back["offerType"] as? Int == 4 && back["offerIdentifier"] as? String == "back50")
    #expect(try event("win-back", 3).json("renewal")["eligibleWinBackOfferIds"] as? [String] == ["back50", "back20"])
    #expect(try event("win-back", 5).json("transaction")["price"] as? Int == 4_990)
    let dearer = try event("price-increase-consent", 4).json("transaction")
    #expect(dearer["price"] as? Int == 5_990 && dearer["transactionReason"] as? String == "RENEWAL")
    let yearly = try event("crossgrade", 3).json("transaction")
    #expect((yearly["productId"] as? String)?.hasSuffix(".yearly") == true)
    #expect((yearly["expiresDate"] as? Int ?? 0) - (yearly["purchaseDate"] as? Int ?? 0) == 365 * 86_400_000)
    #expect(
      try event("family-sharing-revoked", 3).json("transaction")["inAppOwnershipType"] as? String == "FAMILY_SHARED")
    // Recovery in a grace period keeps the days of renewal, and otherwise does not.
    for (name, isGrace) in [("grace-period-recovered", true), ("billing-retry-recovered", false)] {
      let old = try event(name, 1).json("transaction")["expiresDate"] as? Int
      #expect((try event(name, 3).json("transaction")["purchaseDate"] as? Int == old) == isGrace)
    }
    // A gap of 90 days begins a new series, one of 45 does not.
    for (name, isNew) in [("resubscribe", true), ("win-back", false)] {
      let old = try event(name, 1).json("renewal")["recentSubscriptionStartDate"] as? Int
      #expect((try event(name, 4).json("renewal")["recentSubscriptionStartDate"] as? Int != old) == isNew)
    }
  }

  @Test("a team that grows and shrinks, and a seat that is taken back, are told rightly at every step")
  func seats() throws {
    func told(_ name: String, _ step: Int, _ kind: String = "notification") throws -> SubscriptionStatus {
      let files = try Self.files(try #require(Scenario.named(name)))
      var combined = CombinedHistory(PurchaseHistoryReader(try Self.decoder(files)))
      let events = try Self.events(files)
      for event in events.prefix(step) { try combined.add(try event.bytes(kind), from: "\(event.number)") }
      return SubscriptionStatus(try combined.history(), at: events[step - 1].moment)
    }
    // By hand: ten seats, fourteen after the addition, of which two are refunded; eight renew.
    for (step, periods, bought, givenBack, renewing) in [
      (1, 1, 10, 0, 10), (2, 1, 14, 0, 14), (3, 1, 14, 2, 14), (4, 1, 14, 2, 8), (5, 2, 8, 0, 8),
    ] as [(Int, Int, Int64, Int64, Int64)] {
      let status = try told("team-grows-and-shrinks", step)
      let subscription = try #require(status.subscriptions.first)
      let seats = subscription.wholePeriods.last?.seats
      #expect(status.subscriptions.count == 1 && subscription.wholePeriods.count == periods, "\(step)")
      #expect(seats?.bought == bought && seats?.givenBack == givenBack, "\(step)")
      #expect(subscription.renewal?.seats == renewing && subscription.holding.access == .yes, "\(step)")
      #expect(status.irregularities.isEmpty, "\(step)")
    }
    for (step, access) in [(1, Holding.Access.yes), (2, .yes), (3, .no)] {
      let subscription = try #require(try told("seat-taken-back", step).subscriptions.first)
      #expect(subscription.holding.access == access && subscription.holding.origin == .seat, "\(step)")
    }
    let scenario = try #require(Scenario.named("seat-taken-back"))
    let last = try #require(try Self.events(Self.files(scenario)).last)
    let happened = Instant(milliseconds: last.moment.milliseconds - 60_000)
    #expect(try told("seat-taken-back", 3).subscriptions.first?.state == .seatTakenBack(since: happened))
  }

  @Test("the same seed gives the same files, another seed others; Apple tells nothing of Xcode's")
  func deterministic() throws {
    let scenario = try #require(Scenario.named("upgrade"))
    let first = try Self.files(scenario).map(\.text)
    #expect(try Self.files(scenario).map(\.text) == first)
    #expect(Set(try Self.files(scenario, seed: "2").dropLast().map(\.text)).isDisjoint(with: first.dropLast()))
    #expect(throws: MintError.self) { try Self.files(scenario, .xcode) }
  }
}
