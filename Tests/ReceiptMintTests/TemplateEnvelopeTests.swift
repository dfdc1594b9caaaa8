import ReceiptKit
import ReceiptMint
import TestSupport
import Testing

/// Every unflawed receipt of every template, with any options, is accepted by `openssl cms -verify` under its anchor at
/// its time, and what openssl puts out is the payload.
@Suite("Templates and openssl")
struct TemplateEnvelopeTests {
  private static let dates = [
    "2007-01-01T00:00:00Z", "2015-08-13T07:50:46Z", "2015-11-12T00:00:00Z", "2020-07-22T17:39:08Z",
    "2023-02-22T14:30:15Z", "2024-06-30T00:00:00Z", "2025-12-26T18:39:47Z", "2026-08-23T14:50:03Z",
    "2035-02-09T21:40:35Z",
  ]

  private struct Choice {
    private var state: UInt64
    init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

    mutating func of(_ count: Int) -> Int {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return Int(state % UInt64(count))
    }

    mutating func flip() -> Bool { of(2) == 1 }
  }

  @Test("random options of every template", arguments: ReceiptTemplate.allCases.filter { $0 != .legacy })
  func accepted(_ template: ReceiptTemplate) throws {
    let authority = try Shared.authority
    for round in 0..<6 {
      var choice = Choice(UInt64(round + 1) &* 31 &+ UInt64(template.rawValue.count))
      // Xcode's certificate is of 2020; openssl takes the last second for over.
      let dates = Self.dates.filter { template != .xcode || ReceiptMinter.Shape.xcode.validity.holds(at: $0) }
      let date = dates[choice.of(dates.count)]
      var options = TemplateOptions(creationDate: try #require(ReceiptDate(date)).instant)
      let environments = template.environments.filter { template == .xcode || $0 != .xcode }
      options.environment = environments[choice.of(environments.count)]
      options.renewals = choice.of(5)
      options.period = choice.flip() ? .months(1) : .seconds(300)
      (options.hasTrial, options.hasIntroductoryOffer) = (choice.flip(), choice.flip())
      (options.hasGap, options.isCancelled) = (choice.flip(), choice.flip())
      options.purchases = choice.of(40)
      var recipe = MintRecipe()
      recipe.era = choice.flip() ? Era.allCases[choice.of(Era.allCases.count)] : nil
      recipe.digest = choice.flip() ? Digest.allCases[choice.of(2)] : nil
      (recipe.isBER, recipe.wrappings) = (choice.flip(), choice.of(2))
      if choice.flip() { recipe.extraAttributes = [RawAttribute(type: 4_711, version: 3, value: [1, 2, 3])] }

      let subject = try template.subject(options, seed: "openssl", number: round)
      let origin = subject.origin
      #expect(origin.date == date)
      let minter = try ReceiptMinter(
        authority, recipe, shape: origin.shape, creationDate: date, isSandbox: origin.isSandbox)
      let bytes = try minter.mint(subject).bytes
      let outcome = try OpenSSLCommand.verify(
        bytes, anchor: minter.anchors[0], at: date)
      #expect(outcome.status == 0, "round \(round), \(date): \(outcome.errors)")
      #expect(outcome.output.count > 100)
      let receipt = try Receipt(payload: outcome.output)
      #expect(receipt.receiptType == options.environment?.receiptType)
      #expect(receipt.creationDate?.text == date)
      #expect(receipt.attributes.contains { $0.type == 4_711 } == !recipe.extraAttributes.isEmpty)
    }
  }

  @Test("every flaw of signature and certificates is refused by openssl too, markers aside")
  func flaws() throws {
    let date = "2025-12-26T18:39:47Z"
    let options = TemplateOptions(creationDate: try #require(ReceiptDate(date)).instant)
    let subject = try ReceiptTemplate.subscription.subject(options, seed: "openssl")
    var refused = 0
    for flaw in MintFlaw.all {
      var recipe = MintRecipe()
      recipe.flaws = [flaw]
      let minter = try ReceiptMinter(
        try Shared.authority, recipe, shape: .apple, creationDate: date, isSandbox: true)
      let outcome = try OpenSSLCommand.verify(
        try minter.mint(subject).bytes, anchor: minter.anchors[0], at: date)
      // Of Apple's markers and of what is inside, openssl knows nothing; a date it is told.
      let isOurs =
        flaw.promise.authenticity == "test-signed" || flaw.promise.authenticity == "wrong-purpose"
        || flaw.promise.error == "invalid_payload" || flaw.name == "bad-date"
      #expect((outcome.status != 0) == !isOurs, "\(flaw.name): \(outcome.errors)")
      refused += isOurs ? 0 : 1
    }
    #expect(refused > 12)
  }
}

@Suite("Templates")
struct TemplateTests {
  private func receipt(
    _ template: ReceiptTemplate, number: Int = 0, _ change: (inout TemplateOptions) -> Void = { _ in }
  ) throws -> ReceiptDescription {
    var options = TemplateOptions(creationDate: try #require(ReceiptDate("2025-03-31T12:00:00Z")).instant)
    change(&options)
    guard case .receipt(let receipt) = try template.subject(options, seed: "templates", number: number) else {
      throw MintError.impossible("no app receipt")
    }
    return receipt
  }

  private func ordered(_ receipt: ReceiptDescription) -> [InAppDescription] {
    receipt.inApp.sorted { ($0.purchaseDate ?? "") < ($1.purchaseDate ?? "") }
  }

  @Test("a subscription has its periods one after another, the last of them going on")
  func subscription() throws {
    let plain = ordered(try receipt(.subscription) { $0.renewals = 3 })
    #expect(plain.count == 4)
    for (period, next) in zip(plain, plain.dropFirst()) { #expect(period.expiresDate == next.purchaseDate) }
    #expect(
      plain.last?.purchaseDate ?? "" < "2025-03-31T12:00:00Z" && plain.last?.expiresDate ?? "" > "2025-03-31T12:00:00Z")
    #expect(Set(plain.map(\.originalTransactionID)) == [plain[0].transactionID])
    #expect(Set(plain.map(\.transactionID)).count == 4)
    #expect(plain.allSatisfy { $0.cancellationDate == "" && $0.isTrialPeriod == false })
  }

  @Test("months are those of the calendar")
  func months() throws {
    let monthly = ordered(
      try receipt(.subscription) {
        ($0.renewals, $0.period) = (3, .months(1))
        $0.creationDate = Instant(milliseconds: $0.creationDate.milliseconds + 3_600_000)
      })
    #expect(
      monthly.map(\.purchaseDate) == [
        "2024-12-31T12:00:00Z", "2025-01-31T12:00:00Z", "2025-02-28T12:00:00Z", "2025-03-31T12:00:00Z",
      ])
    #expect(monthly.last?.expiresDate == "2025-04-30T12:00:00Z")
  }

  @Test("trial, introductory price, gap and refund are where they belong")
  func offers() throws {
    let periods = ordered(
      try receipt(.subscription) {
        ($0.renewals, $0.period) = (2, .seconds(30 * 86_400))
        ($0.hasTrial, $0.hasIntroductoryOffer, $0.hasGap, $0.isCancelled) = (true, true, true, true)
      })
    #expect(periods.map(\.isTrialPeriod) == [true, false, false, false])
    #expect(periods.map(\.isInIntroOfferPeriod) == [false, true, false, false])
    #expect(periods.map { $0.cancellationDate != "" } == [false, false, false, true])
    #expect(periods.map { $0.cancellationReason } == [nil, nil, nil, 1])
    #expect(periods[0].expiresDate == periods[1].purchaseDate && periods[1].expiresDate == periods[2].purchaseDate)
    let end = try #require(periods[2].expiresDate.flatMap { ReceiptDate($0) }).instant
    let start = try #require(periods[3].purchaseDate.flatMap { ReceiptDate($0) }).instant
    #expect(start.milliseconds - end.milliseconds == 30 * 86_400_000)
  }

  @Test("receipts of a run differ, and none shares a transaction with another")
  func numbers() throws {
    var transactions: Set<String> = []
    var opaque: Set<[UInt8]> = []
    for number in 0..<50 {
      let receipt = try receipt(.large, number: number) { $0.purchases = 7 }
      for purchase in receipt.inApp { #expect(transactions.insert(purchase.transactionID ?? "").inserted) }
      #expect(opaque.insert(receipt.opaqueValue ?? []).inserted)
      #expect(receipt.inApp.allSatisfy { Int64($0.transactionID ?? "") != nil })
    }
    #expect(transactions.count == 350)
    #expect(try receipt(.large, number: 3) == receipt(.large, number: 3))
  }

  @Test("lengths of periods")
  func periods() {
    let sound: [(String, SubscriptionPeriod)] = [
      ("5m", .seconds(300)), ("1w", .seconds(604_800)), ("30d", .seconds(2_592_000)), ("1mo", .months(1)),
      ("1y", .months(12)), ("P1W", .seconds(604_800)), ("P3M", .months(3)), ("P1Y", .months(12)),
      ("P3D", .seconds(259_200)),
    ]
    for (text, period) in sound { #expect(SubscriptionPeriod(text) == period, "\(text)") }
    for text in ["", "m", "0d", "-1d", "1", "P", "P1", "1M", "P1m", "101y", "99999999999999999999d", "1 d", "１d"] {
      #expect(SubscriptionPeriod(text) == nil, "\(text)")
    }
  }
}
