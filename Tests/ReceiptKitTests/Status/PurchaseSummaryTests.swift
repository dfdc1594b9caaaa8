import Foundation
import ReceiptKit
import Testing

@testable import ReceiptAnalysis
@testable import ReceiptDocuments
@testable import ReceiptMint

/// The first sentence of `inspect` and of the page.
@Suite("The answer: has she paid?")
struct PurchaseSummaryTests {
  private static func date(_ milliseconds: Any?) -> String {
    guard let milliseconds = (milliseconds as? NSNumber)?.doubleValue else { return "no date" }
    let formatter = DateFormatter()
    (formatter.locale, formatter.timeZone) = (Locale(identifier: "en_GB"), TimeZone(identifier: "UTC"))
    formatter.dateFormat = "d MMMM yyyy"
    return formatter.string(from: Date(timeIntervalSince1970: milliseconds / 1_000))
  }

  /// What the mint wrote into the notification of an event, as a supporter would say it.
  private static func expected(_ event: ScenarioTests.Event, isTest: Bool) throws -> String {
    let data = try #require(try event.json("notification")["data"] as? [String: Any])
    let transaction = try event.json("transaction")
    let end = date(transaction["expiresDate"])
    let offer = transaction["offerType"] as? Int
    if let reason = transaction["revocationReason"] as? Int, reason > 1 {
      return "Cannot tell: Apple ended it on " + date(transaction["revocationDate"])
        + "| for a reason that need not be a refund, such as a move to a bundle"
    }
    switch transaction["revocationType"] as? String {
    case "FAMILY_REVOKE"?: return "No longer shared by the family since " + date(transaction["revocationDate"])
    case "ASSIGNMENT_REVOKE"?: return "The seat was taken back on " + date(transaction["revocationDate"])
    case "REFUND_PRORATED"?: return "Refunded in part (40 %) on " + date(transaction["revocationDate"])
    case "REFUND_FULL"?: return "Refunded on " + date(transaction["revocationDate"])
    default: break
    }
    guard let status = data["status"] as? Int else { return "Bought on " + date(transaction["purchaseDate"]) }
    let renewal = try event.json("renewal")
    switch status {
    case 2:
      let reasons = [
        1: ": the customer turned off auto-renew", 2: ": the payment failed",
        3: ": the customer did not accept a higher price",
      ]
      let intent = try #require(renewal["expirationIntent"] as? Int)
      // What the number of a bundle's end means was not seen.
      return intent > 5 ? "Expired on " + end : "Expired on " + end + "|" + (try #require(reasons[intent]))
    case 3: return "Payment failed: not paid since " + end
    case 4: return "Payment failed; access continues until " + date(renewal["gracePeriodExpiresDate"])
    default: break
    }
    let off = renewal["autoRenewStatus"] as? Int == 0 ? "|, auto-renew off" : ""
    switch transaction["inAppOwnershipType"] as? String {
    case "FAMILY_SHARED"?: return "Shared by a family member until " + end + off
    case "ASSIGNED"?: return "A seat, assigned until " + end + off
    default: break
    }
    if transaction["offerDiscountType"] as? String == "FREE_TRIAL" { return "Free trial until " + end + off }
    if offer != nil { return "Subscribed with an offer until " + end + off }
    return (isTest ? "Subscribed until " : "Subscribed: paid until ") + end + off
  }

  @Test("every life: paid, active, until when, refunded and when, retry, grace, shared", arguments: ScenarioTests.cases)
  func lives(_ name: String, _ environment: MintEnvironment) throws {
    let files = try ScenarioTests.files(try #require(Scenario.named(name)), environment)
    let decoder = try ScenarioTests.decoder(files)
    for event in try ScenarioTests.events(files) {
      var decoded = try decoder.decode(try event.bytes("notification"))
      // Nobody can mint what Apple signs, so the verdict is put in.
      if environment == .production { decoded = InspectSamples.authentic(decoded) }
      let isTest = environment != .production
      let summary = PurchaseSummary(decoded, at: event.moment)
      let text = SummaryText(summary, in: .english)
      let sentence = try #require(text.lines.first).text
      let place = "\(event.number) \(event.name): \(sentence)"
      #expect(text.lines.count == 1, "\(place)")
      for part in try Self.expected(event, isTest: isTest).split(separator: "|") {
        #expect(sentence.contains(part), "\(place), and not \(part)")
      }
      #expect(sentence.hasPrefix("Test: ") == isTest, "\(place)")
      // In small print, so that the sentence is short.
      #expect(text.remarks.contains("Test purchase: nothing was paid.") == isTest, "\(place)")
      #expect(text.remarks.contains { $0.hasPrefix("As of this notification of ") }, "\(place)")
      let isFine = ["Subscribed", "Free trial", "Shared", "A seat", "Bought"].contains { sentence.hasPrefix($0) }
      #expect((summary.tone == .good) == isFine, "\(place)")
      let data = try #require(try event.json("notification")["data"] as? [String: Any])
      #expect(summary.bundleID == data["bundleId"] as? String && summary.provenBundleID == summary.bundleID)
      // Of another app: nothing else counts.
      let other = SummaryText(PurchaseSummary(decoded, bundleIDs: ["com.example.else"], at: event.moment), in: .english)
      #expect(other.lines.map(\.text) == ["Of another app: \(summary.bundleID ?? "")."] && other.lines[0].tone == .bad)
      // That nothing was paid is as true of another app.
      #expect(other.remarks.contains { $0.hasPrefix("Test: ") } == isTest, "\(place): \(other.remarks)")
      #expect(other.remarks.contains("Test purchase: nothing was paid.") == isTest, "\(place): \(other.remarks)")
    }
  }

  @Test("a receipt beside signed data hides neither the share of a refund nor that a family stopped sharing")
  func besideReceipt() throws {
    var found = 0
    for (name, environment) in ScenarioTests.cases {
      let files = try ScenarioTests.files(try #require(Scenario.named(name)), environment)
      let decoder = try ScenarioTests.decoder(files)
      for event in try ScenarioTests.events(files) where event.files["receipt"] != nil {
        let transaction = try event.bytes("transaction")
        let alone = PurchaseSummary(try decoder.decode(transaction), at: event.moment).lines.first?.holding.state
        switch alone {
        case .refunded(_, _?, _)?, .noLongerShared?: found += 1
        default: continue
        }
        var both = CombinedHistory(PurchaseHistoryReader(decoder))
        try both.add(transaction, from: "transaction")
        try both.add(try event.bytes("receipt"), from: "receipt")
        let summary = PurchaseSummary(SubscriptionStatus(try both.history(), at: event.moment))
        #expect(summary.lines.contains { $0.holding.state == alone }, "\(name) \(event.number): \(summary.lines)")
      }
    }
    #expect(found > 1)
  }

  @Test(
    "what a receipt cannot tell from family sharing that ended, or from a partial refund, it leaves open",
    arguments: SummaryLanguage.allCases)
  func openInReceipts(_ language: SummaryLanguage) throws {
    func text(_ name: String, _ kind: String, at number: Int) throws -> (SummaryText, String) {
      let files = try ScenarioTests.files(try #require(Scenario.named(name)), .production)
      let event = try #require(try ScenarioTests.events(files).first { $0.number == number })
      let decoded = InspectSamples.authentic(try ScenarioTests.decoder(files).decode(try event.bytes(kind)))
      let text = SummaryText(decoded, at: event.moment, in: language)
      return (text, text.lines.map(\.text).joined(separator: "\n"))
    }
    let (receipt, open) = try text("family-sharing-revoked", "receipt", at: 3)
    #expect(open.says("Refunded, or no longer shared by the family, on {1}", in: language), "\(receipt)")
    let share = Message(english: "Whether all of it was refunded, or only a part, is not in it.").text(in: language)
    #expect(receipt.remarks.contains(share), "\(receipt)")
    let (signed, exact) = try text("family-sharing-revoked", "transaction", at: 3)
    #expect(
      exact.says("No longer shared by the family since {1}", in: language) && !signed.remarks.contains(share),
      "\(signed)")
    #expect(!exact.says("Refunded, or no longer shared by the family, on {1}", in: language))
    // A consumable is shared with no one.
    let (coins, refunded) = try text("consumables", "receipt", at: 4)
    #expect(
      coins.remarks.contains(share)
        && !refunded.says("Refunded, or no longer shared by the family, on {1}", in: language), "\(coins)")
    #expect(try text("consumables", "transaction", at: 4).1.says("Refunded in part ({1}) on {2}", in: language))
  }

  @Test("an empty bundle identifier names no app")
  func emptyApp() throws {
    let transaction = CombinedSamples.transaction(1, signed: 1, app: "")
    let decoded = try CombinedSamples.reader.decoder.decode(
      Array(try CombinedSamples.sign(.transaction, transaction).utf8))
    let summary = PurchaseSummary(decoded, bundleIDs: ["com.example.reader"], at: CombinedSamples.date(2))
    #expect(summary.obstacle == .noApp && summary.bundleID == nil)
  }

  @Test("the receipt of the last day says the same, as far as receipts know it", arguments: ScenarioTests.cases)
  func receipts(_ name: String, _ environment: MintEnvironment) throws {
    let scenario = try #require(Scenario.named(name))
    let files = try ScenarioTests.files(scenario, environment)
    let event = try #require(try ScenarioTests.events(files).last)
    let decoded = try ScenarioTests.decoder(files).decode(try event.bytes("receipt"))
    let summary = PurchaseSummary(decoded, at: event.moment)
    let finding = try #require(summary.lines.first).holding.state
    switch (scenario.ending, finding) {
    case (.active, .active(let until?)), (.expired, .expired(let until?, nil)):
      let claimed = try event.json("transaction")["expiresDate"] as? NSNumber
      #expect(until.milliseconds == claimed?.int64Value)
    case (.refunded, .refunded(let moment?, nil, 0)), (.refunded, .refundedOrUnshared(let moment?)):
      let claimed = try event.json("transaction")["revocationDate"] as? NSNumber
      #expect(moment.milliseconds == claimed?.int64Value)
    case (.bought, .bought): break
    default: Issue.record("\(finding)")
    }
    // Of what ended less than 28 days ago a receipt does not say whether a grace period runs.
    if case .expired(let end?, _) = finding {
      for (days, isOpen) in [(1, true), (27, true), (29, false)] as [(Int64, Bool)] {
        let asked = PurchaseSummary(decoded, at: end.adding(DurationText(seconds: days * 86_400)))
        let remark = "A receipt does not say whether a billing grace period is running."
        #expect(SummaryText(asked, in: .english).remarks.contains(remark) == isOpen, "\(days)")
      }
    }
    // A year later nobody knows from it whether what was running was renewed.
    let later = PurchaseSummary(decoded, at: event.moment.adding(DurationText(seconds: 400 * 86_400)))
    if scenario.ending == .active {
      guard case .lapsed = later.lines.first?.holding.state else { Issue.record("\(later.lines)"); return }
      for (language, asked) in [
        (SummaryLanguage.english, "restore"), (.german, "wiederherzustellen"), (.chinese, "恢复购买"),
      ] {
        let text = SummaryText(later, in: language)
        // A test needs no question to a customer; with an anchor that was given, all of it is a test.
        #expect(!(text.lines.map(\.text) + text.remarks).contains { $0.contains(asked) }, "\(text)")
      }
      #expect(later.tone == .caution)
    } else {
      #expect(later.lines == summary.lines)
    }
  }

  @Test(
    "what is not proven is said first, and its contents are claims",
    arguments: try TableCase.read("answers", "what is said first of what is not proven"))
  func obstacles(_ row: TableCase) throws {
    let (name, sentence) = (row.text, row.expected[0])
    let decoder = try InputDecoder.ofVectors
    let decoded = try decoder.decode(
      try PackageFiles.read("TestReceipts/\(name)\(name.hasPrefix("jws") ? ".jws" : ".b64")"))
    let summary = PurchaseSummary(decoded, at: InspectSamples.now)
    let text = SummaryText(summary, in: .english)
    #expect(text.lines.map(\.text) == [sentence] && summary.tone != .good && summary.provenBundleID == nil)
    #expect(!text.remarks.contains { $0.contains("paid until") })
    // What to do, what it claims, and the app.
    #expect(
      text.remarks.dropLast().allSatisfy { $0.hasPrefix("It claims: ") || $0.hasPrefix("Ask the ") }
        && text.remarks.count > 1)
    #expect(PurchaseSummary(decoded, bundleIDs: ["com.example.reader"], at: InspectSamples.now).tone != .good)
  }

  @Test("a receipt of Xcode that is empty says so, and one of another app is that first of all")
  func xcode() throws {
    let decoder = InputDecoder(authenticator: Authenticator(anchors: []))
    func summary(_ name: String, _ apps: [String] = []) throws -> PurchaseSummary {
      PurchaseSummary(
        try decoder.decode(try PackageFiles.read("TestReceipts/\(name).b64")), bundleIDs: apps, at: InspectSamples.now)
    }
    let other = try summary("xcode", ["com.example.else"])
    #expect(other.tone == .bad && other.provenBundleID == nil)
    let text = SummaryText(other, in: .english)
    #expect(text.lines.map(\.text) == ["Of another app: \(try #require(other.bundleID))."])
    #expect(!text.remarks.isEmpty && text.remarks.allSatisfy { $0.hasPrefix("It claims: ") })
    #expect(try summary("xcode", [try #require(other.bundleID)]).obstacle == .xcode)
    var empty = ReceiptDescription.xcodeSample
    empty.inApp = []
    let minted = try decoder.decode(try InspectSamples.xcodeEnvelope(empty).mint().bytes)
    let none = SummaryText(minted, at: InspectSamples.now)
    #expect(none.lines.map(\.text) == ["No purchases, in a test receipt made by Xcode."])
  }

  @Test("what is over among several products says what to ask for")
  func overAmongSeveral() throws {
    var receipt = InspectSamples.variety
    receipt.inApp = ["1", "2"].map { number in
      var purchase = InAppDescription.subscriptionSample(transactionID: number, productID: "com.example." + number)
      purchase.originalTransactionID = number
      return purchase
    }
    receipt.receiptType = "Production"
    receipt.creationDate = "2025-12-26T18:00:00Z"
    let decoded = InspectSamples.authentic(try InspectSamples.decode(receipt))
    // 2025-12-26T18:13:07Z
    let end = Instant(milliseconds: 1_766_772_787_000)
    func remarks(_ days: Int64) -> [String] {
      SummaryText(decoded, at: end.adding(DurationText(seconds: days * 86_400))).remarks
    }
    let over =
      "Whether it was renewed after that cannot be told: ask the customer to restore purchases and send it again."
    #expect(remarks(400).contains(over) && !remarks(-1).contains(over))
  }

  @Test("what the customer has to do stands below the answer, and not in it", arguments: SummaryLanguage.allCases)
  func askBelow(_ language: SummaryLanguage) throws {
    var receipt = InspectSamples.variety
    (receipt.receiptType, receipt.creationDate) = ("Production", "2025-12-26T18:00:00Z")
    receipt.inApp = [.subscriptionSample()]
    let decoded = InspectSamples.authentic(try InspectSamples.decode(receipt))
    // A year after 2025-12-26T18:13:07Z.
    let text = SummaryText(decoded, at: Instant(milliseconds: 1_798_308_787_000), in: language)
    func asks(_ text: String) -> Bool {
      ["restore purchases", "wiederherzustellen", "恢复购买"].contains { text.contains($0) }
    }
    #expect(text.lines.count == 1 && !asks(text.lines[0].text) && text.remarks.contains(where: asks), "\(text)")
  }

  @Test("signed data about no purchase says what to ask for")
  func withoutPurchases() throws {
    for (kind, sentence) in [
      ("app-transaction", "Test: Cannot tell: this is about the app itself"),
      ("notification-test", "Test: Cannot tell: it is not about a purchase"),
    ] {
      let decoder = try InputDecoder.ofVectors
      let decoded = try decoder.decode(try PackageFiles.read("TestReceipts/jws-\(kind).jws"))
      let text = SummaryText(decoded, at: InspectSamples.now)
      #expect(text.lines.count == 1 && text.lines[0].text.hasPrefix(sentence) && text.lines[0].tone == .caution)
    }
  }

  @Test("several products: one line each, what she has first, and how many are left out")
  func several() throws {
    var receipt = InspectSamples.variety
    let decoded = InspectSamples.authentic(try InspectSamples.decode(receipt))
    let text = SummaryText(decoded, at: InspectSamples.now)
    #expect(text.lines.first?.text == "Test purchases: nothing was paid." && text.lines.first?.tone == .caution)
    #expect(text.lines.dropFirst().map(\.tone) == text.lines.dropFirst().map(\.tone).sorted())
    #expect(
      text.lines.contains {
        $0.text.hasPrefix("Refunded on 1 December 2025 because of a reported problem with the app — ")
      })
    receipt.receiptType = "Production"
    receipt.inApp = (0..<25).map { number in
      var purchase = InAppDescription.subscriptionSample(
        transactionID: "\(4_000_000_000_000_000 + number)", productID: "com.example.test.\(number)")
      purchase.originalTransactionID = purchase.transactionID
      (purchase.productType, purchase.expiresDate) = (1, "")
      return purchase
    }
    let many = PurchaseSummary(InspectSamples.authentic(try InspectSamples.decode(receipt)), at: InspectSamples.now)
    #expect(many.lines.count == 25 && many.tone == .good && !many.isTest)
    let short = SummaryText(many, in: .english)
    #expect(short.lines.count == 10 && short.remarks.first == "And 15 more, below.")
    let often = Holding(.bought(at: InspectSamples.now, times: 1_234), of: ["coins"], by: .nothing)
    #expect(short.words(often).text(in: .german).hasPrefix("1.234-mal gekauft"))
  }

  @Test("months have names, and days are those of UTC", arguments: SummaryLanguage.allCases)
  func months(_ language: SummaryLanguage) throws {
    let formatter = DateFormatter()
    let locale = [SummaryLanguage.english: "en_GB", .german: "de_DE", .chinese: "zh_CN"][language]
    (formatter.locale, formatter.timeZone) = (Locale(identifier: try #require(locale)), TimeZone(identifier: "UTC"))
    formatter.dateFormat = language == .chinese ? "y年M月d日" : language == .german ? "d. MMMM y" : "d MMMM y"
    for month in 0..<24 {
      let instant = Instant(milliseconds: 1_700_006_399_000 + Int64(month) * 2_629_800_000)
      let date = Date(timeIntervalSince1970: Double(instant.milliseconds) / 1_000)
      #expect(language.date(instant, withTime: false) == formatter.string(from: date))
    }
  }

  @Test(
    "the language is that of the first tag with a table",
    arguments: [
      ("de_DE.UTF-8", SummaryLanguage.german), ("de-CH", .german), ("zh_CN.UTF-8", .chinese), ("zh-Hans-HK", .chinese),
      ("zh-Hant", .english), ("zh_TW", .english), ("C", .english), ("fr_FR", .english), ("", .english), ("DE", .german),
      ("de@euro", .german), ("deu", .english),
    ])
  func language(_ tag: String, _ language: SummaryLanguage) {
    #expect(SummaryLanguage(firstOf: [tag]) == language)
    #expect(SummaryLanguage(firstOf: ["fr", tag, "en"]) == language)
  }
}
