/// The answer to "has she paid?", as far as the evidence goes: what stands in the way of one, and a finding for each
/// product.
///
/// It claims no more than its source: what happened after the source was signed is not in it. ``tone`` is good only
/// where Apple signed everything, in production, and the customer has something now.
package struct PurchaseSummary: Sendable {
  /// What follows for the person who asks.
  package enum Tone: Int, Comparable, Sendable {
    /// She has it.
    case good
    /// Read on: it is a test, or it cannot be told.
    case caution
    /// She does not have it.
    case bad

    /// Whether the left one is better news.
    package static func < (left: Tone, right: Tone) -> Bool { left.rawValue < right.rawValue }
  }

  /// Why the findings are only claims, or why there are none.
  package enum Obstacle: Equatable, Sendable {
    /// Only a part of the input was read, and the rest may say the opposite.
    case partlyRead
    /// It is of another app than the one that was asked for.
    case otherApp(found: String)
    /// It does not say which app it is of, and one was asked for.
    case noApp
    /// It is signed, but not proven.
    case notProven(Authenticity.Verdict)
    /// A certificate was not valid at that moment; `nil` if it has no date at which one could be judged.
    case outsideValidity(Authenticity.JudgedAt?)
    /// The end of the signature is missing.
    case incomplete
    /// StoreKit testing in Xcode signed it, by the name of its certificate.
    case xcode
    /// It is not signed: an answer of verifyReceipt, a notification of version 1.
    case notSigned
    /// An answer of verifyReceipt with this status.
    case refusedByApple(String)
    /// Signed data about the app itself.
    case appOnly
    /// Signed data that is about no purchase.
    case noPurchaseInThis
    /// No purchase is in it.
    case noPurchases
  }

  /// One product.
  package struct Line: Equatable, Sendable {
    /// The product.
    package private(set) var productID: String?
    /// What the customer may use of it.
    package private(set) var holding: Holding
    /// Whether something that is running renews; `nil` if the source does not tell, or if it cannot.
    package private(set) var renews: Bool?
    /// The product as which it renews, if that is another one.
    package private(set) var nextProduct: String?
    /// What follows from that and from the evidence.
    package internal(set) var tone: Tone
    /// Every product of it, also those that were replaced.
    let products: [String]
    /// When that was bought which Apple took back, if the source tells.
    package let bought: Instant?

    /// Whether it is of this product, compared byte by byte.
    fileprivate func isOf(_ product: String) -> Bool { products.contains { $0.utf8.elementsEqual(product.utf8) } }

    /// What it says of one of its products, which another one may have replaced.
    fileprivate func about(_ product: String) -> Line {
      guard let current = productID, !holding.isOf(product), !current.utf8.elementsEqual(product.utf8) else {
        return self
      }
      var line = self
      (line.productID, line.holding) = (product, holding.replaced(by: current))
      (line.renews, line.nextProduct, line.tone) = (nil, nil, max(tone, .caution))
      return line
    }

    /// Whether the customer turned off auto-renew of something that is running.
    package var isAutoRenewOff: Bool { renews == false }

    /// Whether a subscription is running of which the source does not tell whether it renews.
    package var isRenewalUnknown: Bool {
      if case .active = holding.state { renews == nil } else { false }
    }
  }

  /// What outranks every finding; findings are claims then.
  package let obstacle: Obstacle?
  /// Whether it is a test: of the sandbox, of Xcode, or signed by an anchor that the user gave. Nobody paid.
  package let isTest: Bool
  /// Whether Apple, or an anchor that the user gave, signed it.
  private let isProven: Bool
  /// Whether Apple signed in production all of what it says.
  package let isFromProduction: Bool
  /// Whether it is not proven that it is from production, although Apple signed it.
  package let isOfUnknownEnvironment: Bool
  /// Whether two of its inputs have no purchase in common, where those of one customer would.
  package let mayBeOfTwoCustomers: Bool
  /// Whether it is what a ledger recorded and believes, so that no date and no signer belongs to all of it.
  package let isRecorded: Bool
  /// What she has first; otherwise subscriptions before other purchases, and the newest first.
  package private(set) var lines: [Line]
  /// Products that were asked for and are not in it.
  package private(set) var missing: [String] = []
  /// The app that it is of.
  package let bundleID: String?
  /// The same if Apple, or an anchor that the user gave, vouches for it and all of the input was read.
  package var provenBundleID: String? {
    switch obstacle {
    case nil, .appOnly?, .noPurchases?, .noPurchaseInThis?: bundleID
    case .otherApp?: isProven ? bundleID : nil
    case .noApp?, .partlyRead?, .notProven?, .outsideValidity?, .incomplete?, .xcode?, .notSigned?, .refusedByApple?:
      nil
    }
  }
  /// The kind of the source.
  package let kind: PurchaseHistory.Kind
  /// The moment up to which the source can know anything.
  package let knownUntil: Instant?
  /// The moment of the question.
  package let moment: Instant

  /// What follows from all of it: that of the worst obstacle, or of the first product.
  package var tone: Tone {
    guard let obstacle else { return missing.isEmpty ? lines.first?.tone ?? .caution : .bad }
    return switch obstacle {
    case .otherApp, .notProven, .outsideValidity, .refusedByApple: .bad
    case .noApp, .partlyRead, .incomplete, .xcode, .notSigned, .appOnly, .noPurchaseInThis, .noPurchases: .caution
    }
  }

  /// Sums up a status.
  ///
  /// - Parameters:
  ///   - status: the subscriptions and purchases, and the moment of the question.
  ///   - bundleIDs: the apps that it has to be of one of; empty if any will do.
  package init(_ status: SubscriptionStatus, bundleIDs: [String] = []) {
    var status = status
    // What is not proven of several pieces is left out.
    if status.history.isMixed, let proven = status.history.proven {
      status = SubscriptionStatus(proven, at: status.moment)
    }
    let history = status.history
    let verdict = history.authenticity?.verdict
    // The environment of an iOS 6 receipt stands outside of what was signed.
    let environment =
      history.kind == .transactionReceipt && history.environment == "Production" ? nil : history.environment
    let isTest = verdict == .testSigned || environment.map { $0 != "Production" } ?? false
    let lines = Self.lines(status)
    // An empty name names no app.
    let app = history.bundleID.flatMap { $0.isEmpty ? nil : $0 }
    (bundleID, kind, knownUntil, moment) = (app, history.kind, history.knownUntil?.instant, status.moment)
    let obstacle = Self.obstacle(history, verdict, of: app, bundleIDs, isEmpty: lines.isEmpty)
    let isUnknown = !isTest && environment == nil
    mayBeOfTwoCustomers = history.sharesNothing
    self.lines = Self.sorted(
      lines, floor: obstacle != nil || isTest || isUnknown || mayBeOfTwoCustomers ? .caution : .good)
    isProven = verdict?.isAtLeast(.testSigned) ?? false
    (self.obstacle, self.isTest, isOfUnknownEnvironment) = (obstacle, isTest, isUnknown && obstacle == nil)
    isRecorded = false
    isFromProduction =
      verdict == .authentic && environment == "Production" && history.unread.isEmpty && history.refusal == nil
  }

  /// Sums up what a ledger recorded of one customer, and believes: each purchase and each renewal with the date of its
  /// statement.
  ///
  /// - Parameters:
  ///   - status: the subscriptions and purchases, and the moment of the question.
  ///   - isTest: whether the ledger is for the sandbox.
  ///   - replaced: original transactions of subscriptions that another one of their group replaced, with the product of
  ///     that one.
  package init(recorded status: SubscriptionStatus, isTest: Bool, replaced: [String: String]) {
    (obstacle, bundleID, knownUntil, isProven) = (nil, nil, nil, false)
    (kind, moment, self.isTest) = (status.history.kind, status.moment, isTest)
    (isFromProduction, isOfUnknownEnvironment, mayBeOfTwoCustomers, isRecorded) = (false, false, false, true)
    lines = Self.sorted(Self.lines(status, replaced), floor: isTest ? .caution : .good)
  }

  /// What she has first.
  private static func sorted(_ lines: [Line], floor: Tone) -> [Line] {
    [Tone.good, .caution, .bad].flatMap { tone in lines.filter { $0.tone == tone } }
      .map { line in
        var line = line
        line.tone = max(line.tone, floor)
        return line
      }
  }

  /// The same about products that were asked for, and about no other one.
  package func about(_ asked: [String]) -> PurchaseSummary {
    guard !asked.isEmpty else { return self }
    var summary = self
    let found = asked.map { product in lines.filter { $0.isOf(product) }.map { $0.about(product) } }
    summary.lines = Self.sorted(found.flatMap(\.self), floor: .good)
    if obstacle == nil { summary.missing = zip(asked, found).filter { $0.1.isEmpty }.map { $0.0 } }
    return summary
  }

  /// Sums up a decoded input, also signed data that is about no purchase: an app transaction, a request.
  ///
  /// - Parameters:
  ///   - decoded: the input.
  ///   - bundleIDs: the apps that it has to be of one of; empty if any will do.
  ///   - moment: the moment of the question.
  package init(_ decoded: DecodedInput, bundleIDs: [String] = [], at moment: Instant) {
    if let history = try? PurchaseHistory(decoded) {
      self.init(SubscriptionStatus(history, at: moment), bundleIDs: bundleIDs)
    } else {
      self.init(withoutPurchases: decoded, bundleIDs: bundleIDs, at: moment)
    }
  }

  /// Reads and sums up an input: also a saved answer of verifyReceipt and a notification of version 1, whose own lists
  /// count.
  ///
  /// - Throws: what ``InputDecoder/decode(_:)`` throws.
  package init(
    _ bytes: [UInt8], _ decoder: InputDecoder, bundleIDs: [String] = [], at moment: Instant
  ) throws(ReceiptError) {
    if let history = try? PurchaseHistoryReader(decoder).read(bytes) {
      self.init(SubscriptionStatus(history, at: moment), bundleIDs: bundleIDs)
    } else {
      self.init(try decoder.decode(bytes), bundleIDs: bundleIDs, at: moment)
    }
  }

  private init(withoutPurchases decoded: DecodedInput, bundleIDs: [String], at moment: Instant) {
    var history = PurchaseHistory(.signedAppTransaction)
    history.judgement = decoded.judgement
    history.unread = decoded.unread
    if case .jws(let signature) = decoded.document {
      history.bundleID = signature.payload["bundleId"]?.stringValue
      history.environment =
        (signature.payload["environment"] ?? signature.payload["receiptType"])?.stringValue ?? decoded.environment
      if SignedPayloadKind(signature.payload) != .appTransaction { history.kind = .signedHistory }
    }
    self.init(SubscriptionStatus(history, at: moment), bundleIDs: bundleIDs)
  }

  private static func obstacle(
    _ history: PurchaseHistory, _ verdict: Authenticity.Verdict?, of app: String?, _ bundleIDs: [String],
    isEmpty: Bool
  ) -> Obstacle? {
    if !history.unread.isEmpty { return .partlyRead }
    var otherApp: Obstacle?
    if let found = app {
      let isOurs = bundleIDs.isEmpty || bundleIDs.contains { $0.utf8.elementsEqual(found.utf8) }
      otherApp = isOurs ? nil : .otherApp(found: found)
    } else if !bundleIDs.isEmpty {
      otherApp = .noApp
    }
    switch verdict {
    case .authentic?, .testSigned?:
      if let otherApp { return otherApp }
    case let verdict?:
      let authenticity = history.authenticity
      if let authenticity, verdict == .untrustedChain, authenticity.isOfXcode { return otherApp ?? .xcode }
      if authenticity?.isCut ?? false { return .incomplete }
      return verdict == .outsideValidity ? .outsideValidity(authenticity?.judgedAt) : .notProven(verdict)
    case nil:
      if let refusal = history.refusal { return .refusedByApple(refusal) }
      return .notSigned
    }
    if let refusal = history.refusal { return .refusedByApple(refusal) }
    guard isEmpty else { return nil }
    return switch history.kind {
    case .signedAppTransaction: .appOnly
    case .receipt, .combined: .noPurchases
    default: .noPurchaseInThis
    }
  }

  /// Each product with what is known of it, whether it renews while it is running, and as which other product.
  private static func lines(_ status: SubscriptionStatus, _ replaced: [String: String] = [:]) -> [Line] {
    let subscriptions = status.subscriptions.map { subscription in
      let other = subscription.originalTransactionID.flatMap { replaced[$0] }
      let holding = other.map { subscription.holding.replaced(by: $0) } ?? subscription.holding
      let product = subscription.products.last
      let renewal = Tone(holding.state) == .good ? subscription.renewal : nil
      let next = renewal?.willRenew == true ? renewal?.renewsAs.flatMap { $0 == product ? nil : $0 } : nil
      return Line(
        productID: product, holding: holding, renews: renewal?.willRenew, nextProduct: next, tone: Tone(holding.state),
        products: subscription.products, bought: bought(holding, status))
    }
    let others = status.holdings.purchases.map { holding in
      Line(
        productID: holding.products.last, holding: holding, renews: nil, nextProduct: nil, tone: Tone(holding.state),
        products: holding.products, bought: bought(holding, status))
    }
    return subscriptions + others
  }

  private static func bought(_ holding: Holding, _ status: SubscriptionStatus) -> Instant? {
    guard holding.state.name == "refunded", case .transaction(let transaction?) = holding.basis else { return nil }
    return status.history.purchases.first { $0.transactionID == transaction }?.purchased
  }
}

extension PurchaseSummary.Tone {
  /// What follows from an answer by itself.
  fileprivate init(_ state: Holding.State) {
    switch state {
    case .gracePeriod, .graceWithoutEnd, .notStarted: self = .caution
    case .refunded(_, let share?, _) where share < 100_000: self = .caution
    default:
      switch state.access {
      case .yes: self = .good
      case .no: self = .bad
      case .unknown: self = .caution
      }
    }
  }
}
