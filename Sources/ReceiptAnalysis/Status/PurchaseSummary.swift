/// The answer to "has she paid?", as far as the evidence goes: an obstacle, if there is one, and a finding for each
/// product.
///
/// A summary claims no more than its source: it does not include events that happened after the source was signed.
/// ``tone`` is good only if Apple signed everything, in production, and the customer has something now.
package struct PurchaseSummary: Sendable {
  /// The conclusion for the person who asks.
  package enum Tone: Int, Comparable, Sendable {
    /// The customer has the product.
    case good
    /// The reader must read more than the first line: the purchase is a test, or the answer is unknown.
    case caution
    /// The customer does not have the product.
    case bad

    /// Whether the left tone is better news.
    package static func < (left: Tone, right: Tone) -> Bool { left.rawValue < right.rawValue }
  }

  /// Why the findings are only claims, or why there are no findings.
  package enum Obstacle: Equatable, Sendable {
    /// Only a part of the input was read, and the rest may say the opposite.
    case partlyRead
    /// The end of the input is missing.
    case cutOff
    /// Signed data in the input was cut off, masked or left out, and what it says stands beside it without a signature.
    case signedDataCut
    /// The input is a page of an answer of the App Store Server API, and a later page is missing.
    case pageMissing
    /// The input belongs to another app than the requested one.
    case otherApp(found: String)
    /// An app was requested, but the input names none.
    case noApp
    /// The input is signed, but the signature is not proven.
    case notProven(Authenticity.Verdict)
    /// A certificate was not valid at that moment; `nil` if there is no date for judging it.
    case outsideValidity(Authenticity.JudgedAt?)
    /// The end of the signature is missing.
    case incomplete
    /// StoreKit testing in Xcode signed the input, according to the name of the certificate.
    case xcode
    /// The input is not signed: an answer of verifyReceipt, or a notification of version 1.
    case notSigned
    /// The input is an object of another program, which says what it says by itself.
    case otherProgram
    /// The input is an answer of verifyReceipt, and the receipt in it was cut off.
    case receiptCut
    /// An answer of verifyReceipt with this status.
    case refusedByApple(String)
    /// A token of a developer or of another service, and nothing about a purchase.
    case token(ForeignToken)
    /// Signed data about the app itself.
    case appOnly
    /// Signed data without a purchase.
    case noPurchaseInThis
    /// The input contains no purchase.
    case noPurchases
  }

  /// The obstacle, if there is one. It is more important than every finding, and makes the findings mere claims.
  package let obstacle: Obstacle?
  /// Whether the input is a test, for which no one paid: it is from the sandbox, from Xcode, or signed under an anchor
  /// that the user gave.
  package let isTest: Bool
  /// Whether the input is signed under Apple's anchor or under one that the user gave.
  private let isProven: Bool
  /// Whether Apple signed all statements of the input in production.
  package let isFromProduction: Bool
  /// Whether Apple signed the input, but it is not proven that the input comes from production.
  package let isOfUnknownEnvironment: Bool
  /// Whether two inputs have no purchase in common, although two inputs of one customer would have one.
  package let mayBeOfTwoCustomers: Bool
  /// The number of proven pieces and the number of all pieces; `nil` if all pieces are proven and count.
  package let provenPieces: (count: Int, all: Int)?
  /// Whether the source is the record of a ledger, which is believed although no single date and signer exist for it.
  package let isRecorded: Bool
  /// The findings: what the customer has comes first; then subscriptions before other purchases, and the newest first.
  package private(set) var lines: [Line]
  /// The findings for each subscription and each other purchase.
  private let allLines: [Line]
  /// Requested products that the input does not contain.
  package private(set) var missing: [String] = []
  /// The app that the input belongs to.
  package let bundleID: String?
  /// The app, if Apple's anchor or one that the user gave proves it, and if the whole input was read.
  package var provenBundleID: String? {
    switch obstacle {
    case nil, .appOnly?, .noPurchases?, .noPurchaseInThis?: bundleID
    case .otherApp?: isProven ? bundleID : nil
    case .noApp?, .partlyRead?, .cutOff?, .signedDataCut?, .pageMissing?, .notProven?, .outsideValidity?, .incomplete?,
      .xcode?, .notSigned?, .otherProgram?, .receiptCut?, .refusedByApple?, .token?:
      nil
    }
  }
  /// What another program's object says, if the input is one.
  package let claims: ProgramClaims?
  /// When the customer first bought or downloaded the app itself, if it is from production.
  package let appBegins: Instant?
  /// The version of the app that the customer first had, if it is from production.
  package let appFirstVersion: String?
  /// Whether an organization bought the app.
  package let isOfOrganization: Bool
  /// The kind of the source.
  package let kind: PurchaseHistory.Kind
  /// The latest moment that the source can know about.
  package let knownUntil: Instant?
  /// The moment of the question.
  package let moment: Instant

  /// The overall conclusion: from the worst obstacle, or from the first product.
  package var tone: Tone {
    guard let obstacle else {
      if !missing.isEmpty { return .bad }
      return lines.first?.tone ?? .caution
    }
    return switch obstacle {
    case .otherApp, .notProven, .outsideValidity, .refusedByApple, .token: .bad
    case .noApp, .partlyRead, .cutOff, .signedDataCut, .pageMissing, .incomplete, .xcode, .notSigned, .otherProgram,
      .receiptCut, .appOnly, .noPurchaseInThis, .noPurchases:
      .caution
    }
  }

  /// Sums up a status.
  ///
  /// - Parameters:
  ///   - status: the subscriptions and purchases, and the moment of the question.
  ///   - bundleIDs: the accepted apps; empty accepts any.
  ///   - token: the token that the input is.
  package init(_ status: SubscriptionStatus, bundleIDs: [String] = [], token: ForeignToken? = nil) {
    var status = status
    let pieces = status.history.pieces
    provenPieces = status.history.isPartlyProven ? (pieces.count(where: \.isProven), pieces.count) : nil
    // Unproven data beside proven pieces is left out.
    if status.history.isMixed, let proven = status.history.proven {
      status = SubscriptionStatus(proven, at: status.moment)
    }
    var history = status.history
    history.kind = history.judgedKind
    let verdict = history.authenticity?.verdict
    // The environment of an iOS 6 receipt is outside the signed part.
    let environment =
      history.kind == .transactionReceipt && history.environment == "Production" ? nil : history.environment
    let isTest = verdict == .testSigned || environment.map { $0 != "Production" } ?? false
    let lines = Self.lines(status)
    appBegins = history.appBegins
    appFirstVersion = history.appFirstVersion
    isOfOrganization = history.isOfOrganization
    claims = history.claims
    // An empty name is not an app.
    let app = history.bundleID.flatMap { $0.isEmpty ? nil : $0 }
    bundleID = app
    kind = history.kind
    knownUntil = history.knownUntil?.instant
    moment = status.moment
    let obstacle =
      token.map(Obstacle.token) ?? Self.obstacle(history, verdict, of: app, bundleIDs, isEmpty: lines.isEmpty)
    let isUnknown = !isTest && environment == nil
    mayBeOfTwoCustomers = history.sharesNothing
    let isLimited = obstacle != nil || isTest || isUnknown || mayBeOfTwoCustomers || provenPieces != nil
    allLines = Self.sorted(lines, floor: isLimited ? .caution : .good)
    self.lines = Self.oneForEachProduct(allLines)
    isProven = verdict?.isAtLeast(.testSigned) ?? false
    self.obstacle = obstacle
    self.isTest = isTest
    isOfUnknownEnvironment = isUnknown && obstacle == nil
    isRecorded = false
    isFromProduction =
      verdict == .authentic && environment == "Production" && history.unread.isEmpty && history.refusingStatus == nil
  }

  /// Sums up a ledger's believed record of one customer: each purchase and each renewal with the date of its statement.
  ///
  /// - Parameters:
  ///   - status: the subscriptions and purchases, and the moment of the question.
  ///   - isTest: whether the ledger is for the sandbox.
  ///   - replaced: original transactions of subscriptions that another subscription of the same group replaced, each
  ///     with the product of that other subscription.
  package init(recorded status: SubscriptionStatus, isTest: Bool, replaced: [String: String]) {
    obstacle = nil
    bundleID = nil
    knownUntil = nil
    isProven = false
    provenPieces = nil
    kind = status.history.kind
    moment = status.moment
    self.isTest = isTest
    isFromProduction = false
    isOfUnknownEnvironment = false
    mayBeOfTwoCustomers = false
    isRecorded = true
    appBegins = nil
    appFirstVersion = nil
    isOfOrganization = false
    claims = nil
    allLines = Self.sorted(Self.lines(status, replaced), floor: isTest ? .caution : .good)
    lines = Self.oneForEachProduct(allLines)
  }

  /// Leaves out subscriptions that ended or were replaced if another subscription gives access to their product.
  private static func oneForEachProduct(_ lines: [Line]) -> [Line] {
    // Products are compared byte by byte.
    let running = lines.filter { $0.isSubscription && $0.holding.access == .yes }
    let granted = Set(running.flatMap(\.holding.products).map { Array($0.utf8) })
    return lines.filter { line in
      guard line.isSubscription, line.holding.access != .yes, let product = line.productID else { return true }
      return !granted.contains(Array(product.utf8))
    }
  }

  /// Sorts the lines so that products that the customer may use come first.
  ///
  /// - Parameter floor: the best tone that a line may have.
  private static func sorted(_ lines: [Line], floor: Tone) -> [Line] {
    [Tone.good, .caution, .bad].flatMap { tone in lines.filter { $0.tone == tone } }
      .map { line in
        var line = line
        line.tone = max(line.tone, floor)
        return line
      }
  }

  /// The same summary, reduced to the requested products.
  package func about(_ asked: [String]) -> PurchaseSummary {
    guard !asked.isEmpty else { return self }
    var summary = self
    let found = asked.map { product in
      Self.oneForEachProduct(allLines.filter { $0.isOf(product) }.map { $0.about(product) })
    }
    summary.lines = Self.sorted(found.flatMap(\.self), floor: .good)
    if obstacle == nil { summary.missing = zip(asked, found).filter { $0.1.isEmpty }.map { $0.0 } }
    return summary
  }

  /// Sums up a decoded input. It may be signed data without a purchase: an app transaction, a request.
  ///
  /// - Parameters:
  ///   - decoded: the input.
  ///   - bundleIDs: the accepted apps; empty accepts any.
  ///   - moment: the moment of the question.
  package init(_ decoded: DecodedInput, bundleIDs: [String] = [], at moment: Instant) {
    if let history = try? PurchaseHistory(decoded) {
      self.init(SubscriptionStatus(history, at: moment), bundleIDs: bundleIDs)
    } else {
      self.init(withoutPurchases: decoded, bundleIDs: bundleIDs, at: moment)
    }
  }

  private init(withoutPurchases decoded: DecodedInput, bundleIDs: [String], at moment: Instant) {
    var history = PurchaseHistory(.signedAppTransaction)
    history.judgement = decoded.judgement
    history.unread = decoded.unread
    var token: ForeignToken?
    if case .jws(let signature) = decoded.document {
      history.bundleID = signature.payload["bundleId"]?.stringValue
      history.environment =
        (signature.payload["environment"] ?? signature.payload["receiptType"])?.stringValue ?? decoded.environment
      if SignedPayloadKind(signature.payload) != .appTransaction {
        history.kind = .signedHistory
      } else if history.environment == "Production" {
        var reader = FieldReader(signature.payload)
        history.appBegins = reader.milliseconds("originalPurchaseDate")
        history.appFirstVersion = reader.text("originalApplicationVersion")
      }
      token = ForeignToken(signature)
    }
    self.init(SubscriptionStatus(history, at: moment), bundleIDs: bundleIDs, token: token)
  }

  /// - Parameters:
  ///   - app: the app that the input names.
  ///   - bundleIDs: the accepted apps; empty accepts any.
  ///   - isEmpty: whether there are no findings.
  private static func obstacle(
    _ history: PurchaseHistory, _ verdict: Authenticity.Verdict?, of app: String?, _ bundleIDs: [String],
    isEmpty: Bool
  ) -> Obstacle? {
    if history.unread.isCut { return .cutOff }
    // Whole signed data would have been read instead of what stands beside it.
    let isUnsigned = history.kind == .otherProgram || history.kind == .decodedPayload
    if isUnsigned, !history.unread.isEmpty, history.unread.allSatisfy({ $0.kind == .signedData }) {
      return .signedDataCut
    }
    if !history.unread.isEmpty { return history.unread.isOnlyPages ? .pageMissing : .partlyRead }
    var otherApp: Obstacle?
    if let found = app {
      let isOurs = bundleIDs.isEmpty || bundleIDs.contains { $0.utf8.elementsEqual(found.utf8) }
      otherApp = isOurs ? nil : .otherApp(found: found)
    } else if !bundleIDs.isEmpty {
      otherApp = .noApp
    }
    switch verdict {
    // Proven.
    case .authentic?, .testSigned?:
      if let otherApp { return otherApp }
    // Signed, but not proven.
    case let verdict?:
      let authenticity = history.authenticity
      if let authenticity, verdict == .untrustedChain, authenticity.isOfXcode { return otherApp ?? .xcode }
      if authenticity?.isCut ?? false { return .incomplete }
      return verdict == .outsideValidity ? .outsideValidity(authenticity?.judgedAt) : .notProven(verdict)
    // Not signed.
    case nil:
      if let refusal = history.refusingStatus { return .refusedByApple(refusal) }
      if history.kind == .otherProgram { return .otherProgram }
      return history.isReceiptCut ? .receiptCut : .notSigned
    }
    if let refusal = history.refusingStatus { return .refusedByApple(refusal) }
    guard isEmpty else { return nil }
    return switch history.kind {
    case .signedAppTransaction: .appOnly
    case .receipt, .combined: .noPurchases
    default: .noPurchaseInThis
    }
  }

  /// Each product with its state, whether it renews while it is running, and the product of its next period.
  private static func lines(_ status: SubscriptionStatus, _ replaced: [String: String] = [:]) -> [Line] {
    let subscriptions = status.subscriptions.map { subscription in
      let other = subscription.originalTransactionID.flatMap { replaced[$0] }
      let holding = other.map { subscription.holding.replaced(by: $0) } ?? subscription.holding
      // At an earlier moment, the product that the customer has may not be the last one of the subscription.
      let isReplaced = if case .replaced = holding.state { true } else { false }
      let product = (isReplaced ? nil : holding.products.last) ?? subscription.products.last
      let isKnownToEnd = if case .lapsed = holding.state { subscription.continuation == .ends } else { false }
      let continuation = Tone(holding.state) == .good || isKnownToEnd ? subscription.continuation : .unknown
      let renewsAs = continuation == .renews ? subscription.renewal?.renewsAs : nil
      return Line(
        productID: product, holding: holding, continuation: continuation,
        nextProduct: renewsAs.flatMap { $0 == product ? nil : $0 }, tone: Tone(holding.state),
        products: subscription.products, bought: bought(holding, status),
        upcoming: subscription.upcoming(after: status.moment).compactMap(holding.notStarted), isSubscription: true,
        isNonRenewing: false)
    }
    let others = status.holdings.purchases.map { holding in
      let product = holding.products.last
      let isNonRenewing = product.map { status.isOf(.nonRenewingSubscription, $0) } ?? false
      return Line(
        productID: product, holding: holding, continuation: .unknown, nextProduct: nil,
        tone: max(Tone(holding.state), isNonRenewing ? .caution : .good), products: holding.products,
        bought: bought(holding, status), upcoming: [], isSubscription: false, isNonRenewing: isNonRenewing)
    }
    return subscriptions + others
  }

  private static func bought(_ holding: Holding, _ status: SubscriptionStatus) -> Instant? {
    guard holding.state.name == "refunded", case .transaction(let transaction?) = holding.basis else { return nil }
    return status.history.purchases.first { $0.transactionID == transaction }?.purchased
  }
}

extension PurchaseSummary.Tone {
  /// The conclusion from a state alone.
  fileprivate init(_ state: Holding.State) {
    switch state {
    case .gracePeriod, .graceWithoutEnd, .notStarted, .notBought: self = .caution
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
