/// The differences between two histories of purchases (receipts, answers or signed data), usually of one customer at
/// two moments.
///
/// Changes are described from the earlier to the later history. If a part of a history is proven, only that part
/// counts. No clock and no network is used: the moment of the question is an argument.
package struct HistoryDifference: Sendable {
  /// One of the two histories, in the given order. Raw values are stable and appear in JSON output.
  package enum Side: String, CaseIterable, Sendable {
    /// The first history.
    case first
    /// The second history.
    case second

    /// The other side.
    package var other: Side { self == .first ? .second : .first }
  }

  /// The result. Raw values are stable and appear in JSON output and in `explain`.
  package enum Verdict: String, CaseIterable, Sendable {
    /// Both histories are proven, and make the same statements about the purchases of one app.
    case same
    /// The statements of the two histories differ.
    case differs
    /// Nothing differs, but there is a ``Doubt``.
    case unsure
  }

  /// Why the two histories cannot be relied on, or do not belong together.
  package enum Doubt: Equatable, Sendable {
    /// The histories belong to two apps, given here; `nil` for a history that names no app.
    case twoApps(String?, String?)
    /// The histories come from two environments.
    case twoEnvironments(String, String)
    /// The histories belong to two customers of the app.
    case twoCustomers
    /// The histories have no purchase and no subscription in common.
    case nothingShared
    /// This history, or a part of it, is not proven, was not read, or was refused.
    case notProven(Side)
  }

  /// One of the two histories, with what follows from it at the moment of the question.
  package struct JudgedHistory: Sendable {
    /// The purchases that count, and the moment of the question.
    package let status: SubscriptionStatus
    /// The answer to "has she paid?" from this history alone.
    package let summary: PurchaseSummary

    init(_ history: PurchaseHistory, at moment: Instant) {
      // If only a part is proven, that part is compared. The answer is about all of it, and says what is not proven.
      let counted = history.isMixed ? history.proven ?? history : history
      status = SubscriptionStatus(counted, at: moment)
      summary = PurchaseSummary(SubscriptionStatus(history, at: moment))
    }

    /// The history that counts.
    package var history: PurchaseHistory { status.history }
  }

  private let first: JudgedHistory
  private let second: JudgedHistory
  /// Which of the two knows the later state; `nil` if both are from the same moment, or if one has no date.
  package let newer: Side?
  /// The time between the two in milliseconds; `nil` if one has no date.
  package let distance: Int64?
  /// Why the result cannot be relied on, the most important reason first.
  package let doubts: [Doubt]
  /// All differences: purchases by date, then renewal information.
  package let changes: [HistoryChange]
  /// The number of purchases that both histories describe alike.
  package let unchangedCount: Int

  /// Compares two histories.
  ///
  /// - Parameters:
  ///   - first: one of the histories.
  ///   - second: the other history.
  ///   - moment: the moment at which "active" is judged.
  package init(_ first: PurchaseHistory, _ second: PurchaseHistory, at moment: Instant) {
    let one = JudgedHistory(first, at: moment)
    let other = JudgedHistory(second, at: moment)
    self.first = one
    self.second = other
    if let left = one.history.knownUntil?.instant, let right = other.history.knownUntil?.instant {
      newer = if left == right { nil } else { left > right ? .first : .second }
      let (difference, overflow) = left.milliseconds.subtractingReportingOverflow(right.milliseconds)
      distance = overflow ? .max : Int64(clamping: difference.magnitude)
    } else {
      newer = nil
      distance = nil
    }
    var matching = HistoryMatching(
      newer == .first ? other : one, newer == .first ? one : other, isOrdered: newer != nil)
    matching.compare()
    doubts = Self.doubts(one, other, sharesNothing: matching.sharesNothing)
    changes = matching.changes(areTogether: !doubts.contains(where: \.isOfTwo))
    unchangedCount = matching.unchanged
  }

  /// One of the two histories.
  package subscript(side: Side) -> JudgedHistory { side == .first ? first : second }

  /// The side from which changes are described: the earlier history, or the first one if the dates do not determine it.
  package var before: Side { newer == .first ? .second : .first }
  /// The side to which changes are described.
  package var after: Side { before.other }

  /// Whether the two do not belong together, so that their differences mean nothing.
  package var isOfTwo: Bool { doubts.contains(where: \.isOfTwo) }

  /// Whether both dates are proven, so that one history is certainly the newer one.
  package var isAgeProven: Bool {
    !doubts.contains { if case .notProven = $0 { true } else { false } }
  }

  /// The result.
  package var verdict: Verdict {
    if !changes.isEmpty { return .differs }
    return doubts.isEmpty ? .same : .unsure
  }

  /// The number of changes of a kind.
  package func count(_ kind: HistoryChange.Kind) -> Int { changes.count { $0.kind == kind } }

  /// The products for which the two answer "has she paid?" differently.
  package var changedProducts: [String?] {
    let summaries = [before, after].map { self[$0].summary }
    let answers = summaries.map { Dictionary(grouping: $0.lines, by: \.productID) }
    var seen: Set<String?> = []
    return summaries.flatMap(\.lines).map(\.productID).filter { product in
      guard seen.insert(product).inserted else { return false }
      return !(answers[0][product] ?? []).elementsEqual(answers[1][product] ?? []) { $0.saysSame(as: $1) }
    }
  }

  /// Whether the later history answers "has she paid?" differently. An obstacle to an answer counts as the answer.
  package var isAnswerChanged: Bool {
    let earlier = self[before].summary
    let later = self[after].summary
    guard earlier.obstacle == later.obstacle else { return true }
    return earlier.obstacle == nil && (earlier.isTest != later.isTest || !changedProducts.isEmpty)
  }

  private static func doubts(_ first: JudgedHistory, _ second: JudgedHistory, sharesNothing: Bool) -> [Doubt] {
    var doubts: [Doubt] = []
    let one = first.history
    let other = second.history
    // Renewal information alone names no app.
    let isSilent = [one, other].contains { $0.bundleID == nil && $0.kind == .signedRenewal }
    if !isSilent, !(one.bundleID ?? "").utf8.elementsEqual((other.bundleID ?? "").utf8) {
      doubts.append(.twoApps(one.bundleID, other.bundleID))
    }
    if let left = one.environment, let right = other.environment, left != right {
      doubts.append(.twoEnvironments(left, right))
    }
    if let left = one.customerID, let right = other.customerID, left != right { doubts.append(.twoCustomers) }
    if sharesNothing, doubts.isEmpty { doubts.append(.nothingShared) }
    for (side, judged) in [(Side.first, first), (.second, second)] where !judged.isReliable {
      doubts.append(.notProven(side))
    }
    return doubts
  }
}

extension HistoryDifference.Doubt {
  /// Whether the two do not belong together.
  var isOfTwo: Bool {
    switch self {
    case .twoApps, .twoEnvironments, .twoCustomers: true
    case .nothingShared, .notProven: false
    }
  }

  /// The word of JSON output.
  package var name: String {
    switch self {
    case .twoApps: "two-apps"
    case .twoEnvironments: "two-environments"
    case .twoCustomers: "two-customers"
    case .nothingShared: "nothing-shared"
    case .notProven: "not-proven"
    }
  }
}

extension HistoryDifference.JudgedHistory {
  /// Whether the whole history is proven and was read. An empty history is a statement, too.
  fileprivate var isReliable: Bool {
    guard history.isProven, history.unread.isEmpty, history.unproven == nil else { return false }
    switch summary.obstacle {
    case nil, .noPurchases?, .noPurchaseInThis?, .appOnly?, .otherApp?: return true
    case .noApp?, .partlyRead?, .cutOff?, .signedDataCut?, .pageMissing?, .notProven?, .outsideValidity?, .incomplete?,
      .xcode?, .notSigned?, .otherProgram?, .receiptCut?, .refusedByApple?, .token?:
      return false
    }
  }
}

extension PurchaseSummary.Line {
  /// Whether both lines mean the same for a customer, even if their evidence differs.
  fileprivate func saysSame(as other: PurchaseSummary.Line) -> Bool {
    holding.saysSame(as: other.holding)
      && (continuation == .unknown || other.continuation == .unknown || continuation == other.continuation)
  }
}
