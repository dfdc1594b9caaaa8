/// The answer to "has she paid?", as far as the evidence goes: what stands in the way of one, and a finding for each product.
///
/// It claims no more than its source: what happened after the source was signed is not in it. ``tone`` is good only where Apple signed
/// everything, in production, and the customer has something now.
public struct PurchaseSummary: Sendable {
  /// What follows for the person who asks.
  public enum Tone: Int, Comparable, Sendable {
    /// She has it.
    case good
    /// Read on: it is a test, or it cannot be told.
    case caution
    /// She does not have it.
    case bad

    /// Whether the left one is better news.
    public static func < (left: Tone, right: Tone) -> Bool { left.rawValue < right.rawValue }
  }

  /// Why the findings are only claims, or why there are none.
  public enum Obstacle: Equatable, Sendable {
    /// Only a part of the input was read, and the rest may say the opposite.
    case partlyRead
    /// It is of another app than the one that was asked for.
    case otherApp(found: String?)
    /// It is signed, but not proven.
    case notProven(Authenticity.Verdict)
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

  /// What is known of one product.
  public enum Finding: Equatable, Sendable {
    /// A period is running.
    case subscribed(until: Instant, Subscription.Kind)
    /// A member of the family shares a running period.
    case shared(until: Instant)
    /// Not paid, but Apple grants access until then.
    case gracePeriod(until: Instant)
    /// Not paid, and Apple still tries to charge.
    case billingRetry(since: Instant?)
    /// Apple paid back all of it, or the given share in thousandths of a percent; the moment and the reason, if known.
    case refunded(at: Instant?, share: Int64?, reason: Int64?)
    /// A member of the family stopped sharing it.
    case noLongerShared(since: Instant?)
    /// Another subscription of its group replaced it, for this product.
    case replaced(by: String)
    /// It was over when the source was signed; why, as `expiration_intent`.
    case expired(at: Instant?, intent: Int64?)
    /// It was over after the source was signed, so that a renewal would not be in it.
    case over(at: Instant)
    /// The first period begins later.
    case begins(at: Instant)
    /// Something that does not expire by itself, this many times, the last one at this moment.
    case bought(at: Instant?, times: Int)
    /// How it renews is known, and not whether it is paid.
    case renewalOnly(renews: Bool?)
    /// No date tells.
    case unknown

    fileprivate var tone: Tone {
      switch self {
      case .subscribed, .shared, .bought: .good
      case .gracePeriod, .replaced, .over, .begins, .renewalOnly, .unknown: .caution
      case .refunded(_, let share?, _) where share < 100_000: .caution
      case .billingRetry, .refunded, .noLongerShared, .expired: .bad
      }
    }
  }

  /// One product.
  public struct Line: Equatable, Sendable {
    /// The product.
    public let productID: String?
    /// What is known of it.
    public let finding: Finding
    /// Whether something that is running renews; `nil` if the source does not tell, or if it cannot.
    public let renews: Bool?
    /// The product as which it renews, if that is another one.
    public let nextProduct: String?
    /// What follows from the finding and from the evidence.
    public let tone: Tone

    /// Whether the customer turned off auto-renew of something that is running.
    public var isAutoRenewOff: Bool { renews == false }

    /// Whether a subscription is running of which the source does not tell whether it renews.
    public var isRenewalUnknown: Bool {
      switch finding {
      case .subscribed, .shared: renews == nil
      default: false
      }
    }
  }

  /// What outranks every finding; findings are claims then.
  public let obstacle: Obstacle?
  /// Whether it is a test: of the sandbox, of Xcode, or signed by an anchor that the user gave. Nobody paid.
  public let isTest: Bool
  /// Whether Apple, or an anchor that the user gave, signed it.
  private let isProven: Bool
  /// Whether Apple signed in production all of what it says.
  public let isFromProduction: Bool
  /// Whether it is not proven that it is from production, although Apple signed it.
  public let isOfUnknownEnvironment: Bool
  /// Whether it is of receipts or answers that have no purchase in common.
  public let mayBeOfTwoCustomers: Bool
  /// Whether it is what a ledger recorded and believes, so that no date and no signer belongs to all of it.
  package let isRecorded: Bool
  /// What she has first; otherwise subscriptions before other purchases, and the newest first.
  public let lines: [Line]
  /// The app that it is of.
  public let bundleID: String?
  /// The same if Apple, or an anchor that the user gave, vouches for it and all of the input was read.
  public var provenBundleID: String? {
    switch obstacle {
    case nil, .appOnly?, .noPurchases?, .noPurchaseInThis?: bundleID
    case .otherApp?: isProven ? bundleID : nil
    case .partlyRead?, .notProven?, .xcode?, .notSigned?, .refusedByApple?: nil
    }
  }
  /// The kind of the source.
  public let kind: PurchaseHistory.Kind
  /// The moment up to which the source can know anything.
  public let knownUntil: Instant?
  /// The moment of the question.
  public let moment: Instant

  /// What follows from all of it: that of the worst obstacle, or of the first product.
  public var tone: Tone {
    guard let obstacle else { return lines.first?.tone ?? .caution }
    return switch obstacle {
    case .otherApp, .notProven, .refusedByApple: .bad
    case .partlyRead, .xcode, .notSigned, .appOnly, .noPurchaseInThis, .noPurchases: .caution
    }
  }

  /// Sums up a status.
  ///
  /// - Parameters:
  ///   - status: the subscriptions and purchases, and the moment of the question.
  ///   - bundleIDs: the apps that it has to be of one of; empty if any will do.
  public init(_ status: SubscriptionStatus, bundleIDs: [String] = []) {
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
    let findings = Self.findings(status)
    (bundleID, kind, knownUntil, moment) = (history.bundleID, history.kind, history.knownUntil?.instant, status.moment)
    let obstacle = Self.obstacle(history, verdict, bundleIDs, isEmpty: findings.isEmpty)
    let isUnknown = !isTest && environment == nil
    mayBeOfTwoCustomers = history.sharesNothing
    lines = Self.lines(
      findings, floor: obstacle != nil || isTest || isUnknown || mayBeOfTwoCustomers ? .caution : .good)
    isProven = verdict?.isAtLeast(.testSigned) ?? false
    (self.obstacle, self.isTest, isOfUnknownEnvironment) = (obstacle, isTest, isUnknown && obstacle == nil)
    isRecorded = false
    isFromProduction =
      verdict == .authentic && environment == "Production" && history.unread.isEmpty && history.refusal == nil
  }

  /// Sums up what a ledger recorded of one customer, and believes: each purchase and each renewal with the date of its statement.
  ///
  /// - Parameters:
  ///   - status: the subscriptions and purchases, and the moment of the question.
  ///   - isTest: whether the ledger is for the sandbox.
  ///   - replaced: original transactions of subscriptions that another one of their group replaced, with the product of that one.
  package init(recorded status: SubscriptionStatus, isTest: Bool, replaced: [String: String]) {
    let findings = Self.findings(status, replaced)
    (obstacle, bundleID, knownUntil, isProven) = (nil, nil, nil, false)
    (kind, moment, self.isTest) = (status.history.kind, status.moment, isTest)
    (isFromProduction, isOfUnknownEnvironment, mayBeOfTwoCustomers, isRecorded) = (false, false, false, true)
    lines = Self.lines(findings, floor: isTest ? .caution : .good)
  }

  /// What she has first.
  private static func lines(_ findings: [(String?, Finding, Bool?, String?)], floor: Tone) -> [Line] {
    [Tone.good, .caution, .bad].flatMap { tone in findings.filter { $0.1.tone == tone } }
      .map { product, finding, renews, next in
        Line(productID: product, finding: finding, renews: renews, nextProduct: next, tone: max(finding.tone, floor))
      }
  }

  /// Sums up a decoded input, also signed data that is about no purchase: an app transaction, a request.
  ///
  /// - Parameters:
  ///   - decoded: the input.
  ///   - bundleIDs: the apps that it has to be of one of; empty if any will do.
  ///   - moment: the moment of the question.
  public init(_ decoded: DecodedInput, bundleIDs: [String] = [], at moment: Instant) {
    if let history = try? PurchaseHistory(decoded) {
      self.init(SubscriptionStatus(history, at: moment), bundleIDs: bundleIDs)
    } else {
      self.init(withoutPurchases: decoded, bundleIDs: bundleIDs, at: moment)
    }
  }

  /// Reads and sums up an input: also a saved answer of verifyReceipt and a notification of version 1, whose own lists count.
  ///
  /// - Throws: what ``InputDecoder/decode(_:)`` throws.
  public init(
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
    _ history: PurchaseHistory, _ verdict: Authenticity.Verdict?, _ bundleIDs: [String], isEmpty: Bool
  ) -> Obstacle? {
    if !history.unread.isEmpty { return .partlyRead }
    let isOurs = bundleIDs.isEmpty || bundleIDs.contains { $0.utf8.elementsEqual((history.bundleID ?? "").utf8) }
    switch verdict {
    case .authentic?, .testSigned?:
      if !isOurs { return .otherApp(found: history.bundleID) }
    case let verdict?:
      if let authenticity = history.authenticity, verdict == .untrustedChain, authenticity.isOfXcode {
        return isOurs ? .xcode : .otherApp(found: history.bundleID)
      }
      return .notProven(verdict)
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
  private static func findings(
    _ status: SubscriptionStatus, _ replaced: [String: String] = [:]
  ) -> [(String?, Finding, Bool?, String?)] {
    let subscriptions = status.subscriptions.map { subscription in
      let other = subscription.originalTransactionID.flatMap { replaced[$0] }
      let finding = other.map { .replaced(by: $0) } ?? Self.finding(subscription, status)
      let (product, renewal) = (subscription.products.last, finding.tone == .good ? subscription.renewal : nil)
      let next = renewal?.willRenew == true ? renewal?.renewsAs.flatMap { $0 == product ? nil : $0 } : nil
      return (product, finding, renewal?.willRenew, next)
    }
    let others = Dictionary(grouping: status.otherPurchases) { $0.productID }
      .map { product, purchases in (product, purchases.sorted(by: PurchaseRecord.isEarlier)) }
      .sorted { left, right in
        guard let first = left.1.last, let second = right.1.last else { return false }
        return PurchaseRecord.isEarlier(second, first)
      }
    return subscriptions
      + others.flatMap { product, purchases in findings(purchases, at: status.moment).map { (product, $0, nil, nil) } }
  }

  private static func finding(_ subscription: Subscription, _ status: SubscriptionStatus) -> Finding {
    let (moment, periods, renewal) = (status.moment, subscription.periods, subscription.renewal)
    let begun = periods.last { period in period.start.map { $0 <= moment } ?? false }
    switch subscription.state {
    case .active(let until):
      let running = periods.last { $0.isRunning(at: moment) }
      if running?.purchase.ownership == "FAMILY_SHARED" { return .shared(until: until) }
      return .subscribed(until: until, running?.kind ?? .unknown)
    case .gracePeriod(let until): return .gracePeriod(until: until)
    case .refunded, .billingRetry, .expired, .unknown:
      // What Apple took back, also at an unknown time, is not waited for.
      if let begun, begun.upgrade == nil, begun.purchase.isRefunded(by: moment) { return refund(begun.purchase) }
    case .notStarted(let begins): return .begins(at: begins)
    }
    switch subscription.state {
    case .billingRetry(let since): return .billingRetry(since: since)
    case .expired(let end):
      return status.knowsNoRenewal(of: subscription, after: end)
        ? .expired(at: end, intent: renewal?.expirationIntent) : .over(at: end)
    default: return periods.isEmpty ? finding(renewal, at: moment) : .unknown
    }
  }

  /// Renewal information without a period.
  private static func finding(_ renewal: RenewalRecord?, at moment: Instant) -> Finding {
    guard let renewal else { return .unknown }
    if renewal.isInBillingRetry == true {
      if let grace = renewal.graceExpires, moment < grace { return .gracePeriod(until: grace) }
      return .billingRetry(since: nil)
    }
    if let intent = renewal.expirationIntent { return .expired(at: nil, intent: intent) }
    return .renewalOnly(renews: renewal.willRenew)
  }

  /// What was kept of one product, and what was refunded; purchases are in order of time.
  private static func findings(_ purchases: [PurchaseRecord], at moment: Instant) -> [Finding] {
    let refunded = purchases.filter { $0.isRefunded(by: moment) }
    let kept = purchases.filter { !$0.isRefunded(by: moment) }
    let bought = kept.last.map { Finding.bought(at: $0.purchased, times: kept.count) }
    let findings = [bought, refunded.last.map(refund)].compactMap { $0 }
    return purchases.last?.isRefunded(by: moment) == true ? findings.reversed() : findings
  }

  private static func refund(_ purchase: PurchaseRecord) -> Finding {
    if purchase.isNoLongerShared { return .noLongerShared(since: purchase.cancelled) }
    return .refunded(
      at: purchase.cancelled, share: purchase.isRefundedInPart ? purchase.revocationPercentage : nil,
      reason: purchase.cancellationReason)
  }
}

extension PurchaseRecord {
  /// Whether it was taken back because a member of the family stopped sharing it.
  package var isNoLongerShared: Bool { revocationType == "FAMILY_REVOKE" }

  /// Whether Apple paid back a known share, and not all of it.
  fileprivate var isRefundedInPart: Bool {
    revocationType == "REFUND_PRORATED" && revocationPercentage.map { $0 < 100_000 } ?? false
  }
}
