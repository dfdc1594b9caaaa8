import ReceiptKit

@testable import ReceiptMint

/// Vectors that anybody can make with `receipt-tool mint`: every template, and every flaw.
extension VectorList {
  private static let date = "2025-12-26T18:39:47Z"

  /// One template with its options, here and on the command line.
  private struct Variant: Sendable {
    let name: String
    let template: ReceiptTemplate
    var arguments: [String] = []
    var change: @Sendable (inout TemplateOptions) -> Void = { _ in }
    var recipe: @Sendable (inout MintRecipe) -> Void = { _ in }
    var irregularities: [(kind: String, type: Int64?)] = []
    var date = VectorList.date
  }

  private static let variants: [Variant] =
    ReceiptTemplate.allCases.filter { ![.large, .legacy].contains($0) }.map {
      Variant(name: $0.rawValue, template: $0)
    } + [
      Variant(name: "large", template: .large, arguments: ["--purchases", "25"], change: { $0.purchases = 25 }),
      Variant(
        name: "subscription-history", template: .subscription,
        arguments: ["--renewals", "4", "--period", "1mo", "--trial", "--intro", "--gap", "--cancelled"],
        change: {
          ($0.renewals, $0.period) = (4, .months(1))
          ($0.hasTrial, $0.hasIntroductoryOffer, $0.hasGap, $0.isCancelled) = (true, true, true, true)
        }),
      Variant(
        name: "first-era", template: .consumable, arguments: ["--quantity", "7"], change: { $0.quantity = 7 },
        date: "2015-08-13T07:50:46Z"),
      Variant(
        name: "g7-era", template: .empty, arguments: ["--environment", "production"],
        change: { $0.environment = .production }, date: "2023-02-22T14:30:15Z"),
      Variant(name: "renewed-certificate", template: .empty, date: "2028-02-29T12:00:00Z"),
      Variant(
        name: "ber", template: .nonConsumable, arguments: ["--ber", "--digest", "sha1"],
        recipe: { ($0.isBER, $0.digest) = (true, .sha1) }),
      Variant(
        name: "double-wrapped-again", template: .empty, arguments: ["--double-wrapped"],
        recipe: { $0.wrappings = 1 }, irregularities: [("double_wrapped", nil)]),
      Variant(
        name: "added-attribute", template: .empty, arguments: ["--attribute", "4711.2:DEAD"],
        recipe: { $0.extraAttributes = [RawAttribute(type: 4_711, version: 2, value: [0xDE, 0xAD])] },
        irregularities: [("unknown_type", 4_711)]),
      Variant(
        name: "vpp-sandbox", template: .vpp, arguments: ["--environment", "vpp-sandbox"],
        change: { $0.environment = .vppSandbox }),
    ]

  func mintedTemplates() throws -> [Vector] {
    try Self.variants.map { variant in
      let (subject, output) = try mint(variant)
      guard case .receipt(let receipt) = subject else { throw MintError.impossible("no app receipt") }
      var vector = Vector(
        name: "template-" + variant.name, what: "A minted receipt: " + variant.template.summary,
        bytes: Array(VectorText.base64(output.bytes).utf8),
        anchor: variant.template == .xcode ? "xcode.pem" : "root.pem",
        expectation: .receipt(
          .init(verdict: "test-signed", failedStep: nil, receipt: receipt, irregularities: variant.irregularities)))
      vector.template = variant.template.rawValue
      vector.mint = arguments(variant)
      return vector
    } + [try mintedTransaction()]
  }

  /// Its issuer is not embedded and not given, so that no chain leads anywhere.
  private func mintedTransaction() throws -> Vector {
    let variant = Variant(name: "legacy", template: .legacy)
    let (subject, output) = try mint(variant)
    guard case .transaction(let transaction) = subject else { throw MintError.impossible("no transaction receipt") }
    var vector = Vector(
      name: "template-legacy", what: "A minted receipt: " + variant.template.summary,
      bytes: Array(VectorText.base64(output.bytes).utf8), anchor: nil,
      expectation: .transactionReceipt(verdict: "untrusted-chain", failedStep: "chain", transaction))
    vector.template = variant.template.rawValue
    vector.mint = arguments(variant)
    return vector
  }

  /// Every flaw, of one subscription.
  func mintedFlaws() throws -> [Vector] {
    try MintFlaw.all.map { flaw in
      var variant = Variant(name: flaw.name, template: .subscription, arguments: ["--flaw", flaw.name])
      variant.recipe = { $0.flaws = [flaw] }
      let (subject, output) = try mint(variant)
      guard case .receipt(var receipt) = subject else { throw MintError.impossible("no app receipt") }
      if case .description(let change) = flaw.change { change(&receipt) }
      let expectation: Vector.Expectation =
        if let error = flaw.promise.error {
          .error(error)
        } else {
          .receipt(
            .init(
              verdict: flaw.promise.authenticity ?? "", failedStep: flaw.promise.failedStep, receipt: receipt,
              irregularities: FlawExpectation.irregularities[flaw.name] ?? []))
        }
      var vector = Vector(
        name: "flaw-" + flaw.name, what: "A subscription with a flaw: " + flaw.summary,
        bytes: Array(VectorText.base64(output.bytes).utf8), expectation: expectation)
      vector.judgements = flaw.promise.error == nil ? [FlawExpectation.judgement(flaw)] : []
      vector.flaw = flaw.name
      vector.template = variant.template.rawValue
      vector.mint = arguments(variant)
      return vector
    }
  }

  private func mint(_ variant: Variant) throws -> (MintSubject, MintedOutput) {
    let moment = ReceiptDate(variant.date)?.instant ?? Instant(milliseconds: 0)
    var options = TemplateOptions(creationDate: moment)
    options.bundleIdentifier = VectorReceipts.bundle
    variant.change(&options)
    var recipe = MintRecipe()
    variant.recipe(&recipe)
    let subject = try variant.template.subject(options, seed: Self.seed)
    let minter = try ReceiptMinter(
      authority, recipe, shape: subject.origin.shape, creationDate: variant.date, isSandbox: subject.origin.isSandbox)
    return (subject, try minter.mint(subject))
  }

  private func arguments(_ variant: Variant) -> [String] {
    ["--template", variant.template.rawValue, "--seed", Self.seed, "--creation-date", variant.date]
      + ["--bundle-id", VectorReceipts.bundle] + variant.arguments
  }
}

/// What the checks of `validate` that do not fail say of a flaw.
enum FlawExpectation {
  private static let allowed: [(String, OrderedJSON)] = [("allow_test_signed", .true)]

  /// What is odd about the payload.
  static let irregularities: [String: [(kind: String, type: Int64?)]] = [
    "duplicate-attribute": [("duplicate", 2)], "bad-date": [("odd_value", 12)],
    "bad-purchase-date": [("odd_value", 1_704)], "bad-number": [("odd_value", 1_701)],
  ]

  /// The judgement a few minutes after the receipt was made; for one that expires, after that.
  static func judgement(_ flaw: MintFlaw) -> VectorJudgement {
    let skipped: [String] =
      switch flaw.promise.authenticity {
      case "unsigned": ["certificate_chain", "marker_oids"]
      case "untrusted-chain", "outside-validity": ["signature", "marker_oids"]
      case "wrong-purpose": ["signature"]
      default: []
      }
    let warned: [String: [String]] = ["bad-purchase-date": ["purchase_dates"], "bad-number": ["quantity"]]
    return VectorJudgement(
      allowed, .now("2025-12-26T19:00:00Z"), "failed", failed: flaw.promise.failedChecks,
      warned: warned[flaw.name] ?? [], skipped: skipped + (flaw.name == "bad-date" ? ["creation_date"] : []))
  }
}
