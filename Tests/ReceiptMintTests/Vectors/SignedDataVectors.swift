import ReceiptKit

@testable import ReceiptMint

/// Vectors of signed data, which anybody can make with `receipt-tool mint`: every kind, and every flaw.
extension VectorList {
  private static let date = "2026-01-15T12:00:00Z"

  /// One JWS with its options, here and on the command line.
  private struct Variant: Sendable {
    let name: String
    let kind: SignedPayloadKind
    var template: ReceiptTemplate?
    var notification: String?
    var arguments: [String] = []
    var date = VectorList.date
    var change: @Sendable (inout TemplateOptions) -> Void = { _ in }
    var flaws: [JWSFlaw] = []

    init(
      _ name: String, _ kind: SignedPayloadKind, _ template: ReceiptTemplate? = nil, notification: String? = nil,
      arguments: [String] = [], date: String = VectorList.date,
      change: @escaping @Sendable (inout TemplateOptions) -> Void = { _ in }
    ) {
      self.name = name
      self.kind = kind
      self.template = template
      self.notification = notification
      self.arguments = arguments
      self.date = date
      self.change = change
    }
  }

  private static let sound: [Variant] =
    [
      Variant("transaction", .transaction),
      Variant("transaction-production", .transaction, arguments: ["--environment", "production"]) {
        $0.environment = .production
      },
      Variant("transaction-intro", .transaction, arguments: ["--intro", "--renewals", "0"]) {
        ($0.hasIntroductoryOffer, $0.renewals) = (true, 0)
      },
      Variant("transaction-refunded", .transaction, arguments: ["--cancelled"]) { $0.isCancelled = true },
      Variant("transaction-consumable", .transaction, .consumable, arguments: ["--quantity", "3"]) { $0.quantity = 3 },
      Variant("transaction-non-consumable", .transaction, .nonConsumable),
      Variant("transaction-family", .transaction, .family),
      Variant("transaction-signer-of-2021", .transaction, date: "2022-09-02T12:41:32Z"),
      Variant("renewal", .renewal), Variant("app-transaction", .appTransaction),
      Variant("app-transaction-production", .appTransaction, arguments: ["--environment", "production"]) {
        $0.environment = .production
      },
      Variant("realtime", .realtime),
    ]
    + [
      "DID_RENEW", "DID_FAIL_TO_RENEW/GRACE_PERIOD", "REFUND", "TEST", "RENEWAL_EXTENSION/SUMMARY",
      "EXTERNAL_PURCHASE_TOKEN/CREATED", "RESCIND_CONSENT",
    ].map { name in
      let file = String(name.lowercased().map { $0 == "_" || $0 == "/" ? "-" : $0 })
      return Variant("notification-" + file, .notification, notification: name)
    }

  func signedData() throws -> [Vector] {
    let sound = try Self.sound.map { variant in
      let (text, data, _) = try mint(variant)
      return vector("jws-" + variant.name, "Minted signed data: " + variant.kind.summary, variant, text, data, .sound)
    }
    let flawed = try JWSFlaw.all.map { flaw in
      var variant = Variant(flaw.name, flaw.needsContents ? .notification : .transaction)
      if flaw.needsContents { variant.notification = "DID_RENEW" }
      variant.arguments = ["--flaw", flaw.name]
      variant.flaws = [flaw]
      let (text, _, _) = try mint(variant)
      let what = flaw.needsContents ? "A notification with a flaw: " : "A signed transaction with a flaw: "
      var vector = vector("jws-flaw-" + flaw.name, what + flaw.summary, variant, text, nil, flaw.promise)
      vector.flaw = flaw.name
      return vector
    }
    return sound + flawed + (try xcodeSignedData())
  }

  /// With Xcode's certificate as anchor, and without it.
  private func xcodeSignedData() throws -> [Vector] {
    let variant = Variant("xcode", .transaction, arguments: ["--environment", "xcode"]) { $0.environment = .xcode }
    let (text, data, _) = try mint(variant)
    var known = vector(
      "jws-xcode", "A transaction of StoreKit testing in Xcode, with Xcode's certificate as anchor", variant, text,
      data,
      .sound)
    known.anchor = "xcode-jws.pem"
    var unknown = vector(
      "jws-xcode-unknown", "A transaction of StoreKit testing in Xcode, without an anchor", variant, text, data,
      .failed("untrusted-chain", step: "chain", checks: "certificate_chain"))
    unknown.mint = nil
    return [known, unknown]
  }

  /// The certificate that signed them.
  func xcodeSignedDataAnchor() throws -> TestCertificate {
    try authority.xcodeSignedDataCertificate(holdingAt: Self.date)
  }

  private func vector(
    _ name: String, _ what: String, _ variant: Variant, _ text: String, _ data: JWSDescription?, _ promise: FlawPromise
  ) -> Vector {
    let payload = data.map { OrderedJSON($0.payload) }
    let environment =
      variant.kind == .realtime || variant.kind == .renewal || data == nil
      ? nil : data.flatMap { $0.payload[$0.kind.environmentMember]?.stringValue }
    var vector = Vector(
      name: name, suffix: "jws", what: what, bytes: Array(text.utf8), layers: [],
      expectation: promise.error.map(Vector.Expectation.error)
        ?? .signedData(
          .init(
            kind: variant.kind.rawValue, promise: promise,
            environment: environment ?? (variant.arguments.contains("production") ? "Production" : "Sandbox"),
            payload: payload)))
    vector.mint = arguments(variant)
    return vector
  }

  private func mint(_ variant: Variant) throws -> (text: String, data: JWSDescription, minter: JWSMinter) {
    var options = TemplateOptions(creationDate: ReceiptDate(variant.date)?.instant ?? Instant(milliseconds: 0))
    options.bundleIdentifier = VectorReceipts.bundle
    variant.change(&options)
    let data = try SignedDataTemplate(
      variant.kind, template: variant.template, notification: variant.notification.flatMap(NotificationTemplate.named),
      options: options
    ).description(seed: Self.seed)
    let minter = try JWSMinter(
      authority, flaws: variant.flaws, signedAt: variant.date, isXcode: data.isXcode)
    return (try minter.mint(data), data, minter)
  }

  private func arguments(_ variant: Variant) -> [String] {
    (variant.notification.map { ["--notification", $0] } ?? ["--jws", variant.kind.rawValue])
      + (variant.template.map { ["--template", $0.rawValue] } ?? [])
      + ["--seed", Self.seed, "--creation-date", variant.date, "--bundle-id", VectorReceipts.bundle]
      + variant.arguments
  }
}

extension OrderedJSON {
  /// What the mint was told to write.
  init(_ value: JSONValue) {
    self =
      switch value {
      case .null: .null
      case .bool(let flag): flag ? .true : .false
      case .number(let digits): Int64(digits).map(OrderedJSON.number) ?? .null
      case .string(let text): .text(text)
      case .array(let elements): .list(elements.map(OrderedJSON.init))
      case .object(let members): .object(members.map { ($0.name, OrderedJSON($0.value)) })
      }
  }
}
