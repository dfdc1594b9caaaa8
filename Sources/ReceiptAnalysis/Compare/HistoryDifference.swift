/// What two histories of purchases say differently: receipts, answers or signed data, as a rule of one customer at two
/// moments.
///
/// It is told from the earlier to the later one. Of a history of which a part is proven only that part counts. No clock
/// and no network is used: the moment of the question is an argument.
package struct HistoryDifference: Sendable {
  /// One of the two, in the order in which they were given. Raw values are stable and appear in JSON output.
  package enum Side: String, CaseIterable, Sendable {
    /// The one that was given first.
    case first
    /// The one that was given second.
    case second

    /// The other one.
    package var other: Side { self == .first ? .second : .first }
  }

  /// The result. Raw values are stable and appear in JSON output and in `explain`.
  package enum Verdict: String, CaseIterable, Sendable {
    /// Both are proven, and say the same of the purchases of one app.
    case same
    /// They say different things.
    case differs
    /// Nothing differs, and there is a ``Doubt``.
    case unsure
  }

  /// Why the two cannot be relied on, or do not belong together.
  package enum Doubt: Equatable, Sendable {
    /// They are of two apps; `nil` where one does not name any.
    case twoApps(String?, String?)
    /// They come from two environments.
    case twoEnvironments(String, String)
    /// They belong to two customers of the app.
    case twoCustomers
    /// No purchase and no subscription is in both.
    case nothingShared
    /// One of them, or a part of it, is not proven, not read or refused.
    case notProven(Side)
  }

  /// One of the two histories.
  package struct Part: Sendable {
    /// The purchases, and the moment of the question.
    package let status: SubscriptionStatus
    /// The answer to "has she paid?" from this one alone.
    package let summary: PurchaseSummary

    init(_ history: PurchaseHistory, at moment: Instant) {
      let counted = history.isMixed ? history.proven ?? history : history
      status = SubscriptionStatus(counted, at: moment)
      summary = PurchaseSummary(SubscriptionStatus(history, at: moment))
    }

    /// The history itself.
    package var history: PurchaseHistory { status.history }
  }

  private let first: Part
  private let second: Part
  /// Which of the two knows the later state; `nil` if both are of one moment, or if one has no date.
  package let newer: Side?
  /// How far apart the two are, in milliseconds; `nil` if one has no date.
  package let distance: Int64?
  /// Why the result cannot be relied on, the most important first.
  package let doubts: [Doubt]
  /// Everything that differs: purchases by date, then renewal information.
  package let changes: [HistoryChange]
  /// The number of purchases that both histories describe alike.
  package let unchangedCount: Int

  /// Compares two histories.
  ///
  /// - Parameters:
  ///   - first: one of the two.
  ///   - second: the other one.
  ///   - moment: "active" means active then.
  package init(_ first: PurchaseHistory, _ second: PurchaseHistory, at moment: Instant) {
    let (one, other) = (Part(first, at: moment), Part(second, at: moment))
    (self.first, self.second) = (one, other)
    let dates = [one, other].map { $0.history.knownUntil?.instant }
    if let left = dates[0], let right = dates[1] {
      newer = left == right ? nil : left > right ? .first : .second
      // Dates of receipts have four digits for the year, and their differences fit.
      let (difference, overflow) = left.milliseconds.subtractingReportingOverflow(right.milliseconds)
      distance = overflow ? .max : Int64(clamping: difference.magnitude)
    } else {
      (newer, distance) = (nil, nil)
    }
    var matching = HistoryMatching(
      newer == .first ? other : one, newer == .first ? one : other, isOrdered: newer != nil)
    matching.compare()
    doubts = Self.doubts(one, other, sharesNothing: matching.sharesNothing)
    changes = matching.changes(areTogether: !doubts.contains(where: \.isOfTwo))
    unchangedCount = matching.unchanged
  }

  /// One of the two.
  package subscript(side: Side) -> Part { side == .first ? first : second }

  /// The one from which the changes are told: the earlier one, or the first if the dates do not say which one that is.
  package var before: Side { newer == .first ? .second : .first }
  /// The one to which the changes are told.
  package var after: Side { before.other }

  /// Whether the two do not belong together, so that what differs says nothing.
  package var isOfTwo: Bool { doubts.contains(where: \.isOfTwo) }

  /// Whether both dates are proven, so that one is the newer one and does not only claim it.
  package var isAgeProven: Bool {
    !doubts.contains { if case .notProven = $0 { true } else { false } }
  }

  /// The result.
  package var verdict: Verdict {
    if !changes.isEmpty { return .differs }
    return doubts.isEmpty ? .same : .unsure
  }

  /// How many changes are of a kind.
  package func count(_ kind: HistoryChange.Kind) -> Int { changes.count { $0.kind == kind } }

  /// The products of which the two would answer "has she paid?" differently.
  package var changedProducts: [String?] {
    let summaries = [before, after].map { self[$0].summary }
    let answers = summaries.map { Dictionary(grouping: $0.lines, by: \.productID) }
    var seen: Set<String?> = []
    return summaries.flatMap(\.lines).map(\.productID).filter { product in
      guard seen.insert(product).inserted else { return false }
      return !(answers[0][product] ?? []).elementsEqual(answers[1][product] ?? []) { $0.saysSame(as: $1) }
    }
  }

  /// Whether "has she paid?" has another answer in the later one. What stands in the way of an answer is the answer.
  package var isAnswerChanged: Bool {
    let (earlier, later) = (self[before].summary, self[after].summary)
    guard earlier.obstacle == later.obstacle else { return true }
    return earlier.obstacle == nil && (earlier.isTest != later.isTest || !changedProducts.isEmpty)
  }

  private static func doubts(_ first: Part, _ second: Part, sharesNothing: Bool) -> [Doubt] {
    var doubts: [Doubt] = []
    let (one, other) = (first.history, second.history)
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
    for (side, part) in [(Side.first, first), (.second, second)] where !part.isReliable {
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

extension HistoryDifference.Part {
  /// Whether all of it is proven and was read. That there is no purchase in it is a statement, too.
  fileprivate var isReliable: Bool {
    guard history.isProven, history.unread.isEmpty, history.unproven == nil else { return false }
    switch summary.obstacle {
    case nil, .noPurchases?, .noPurchaseInThis?, .appOnly?, .otherApp?: return true
    case .noApp?, .partlyRead?, .notProven?, .outsideValidity?, .incomplete?, .xcode?, .notSigned?, .refusedByApple?:
      return false
    }
  }
}

extension PurchaseSummary.Line {
  /// Whether the two tell a customer the same, whatever their evidence is worth.
  fileprivate func saysSame(as other: PurchaseSummary.Line) -> Bool {
    holding.saysSame(as: other.holding) && (renews == nil || other.renews == nil || renews == other.renews)
  }
}
