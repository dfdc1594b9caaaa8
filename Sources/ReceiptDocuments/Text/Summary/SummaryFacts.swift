/// A summary as words for programs: the page of `serve` makes a reply to the customer of it.
///
/// No schema: it is the program's own, and both ends are of one version.
package struct SummaryFacts: Sendable {
  private let summary: PurchaseSummary

  package init(_ summary: PurchaseSummary) {
    self.summary = summary
  }

  package func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("obstacle", summary.obstacle.map(Self.name))
      writer.member("is_test", summary.isTest)
      writer.member("is_of_unknown_environment", summary.isOfUnknownEnvironment)
      writer.member("known_until", summary.knownUntil?.rfc3339)
      writer.objects("findings", summary.lines) { writer, line in
        Self.write(line.holding, to: &writer)
        writer.member("product", line.productID?.displayed(limit: 200))
        writer.member("is_auto_renew_off", line.isAutoRenewOff)
      }
    }
  }

  private static func write(_ holding: Holding, to writer: inout JSONWriter) {
    let state = holding.state
    switch state {
    case .active where holding.origin == .familyShare: write("shared", state, to: &writer)
    case .active:
      write(holding.origin == .trial ? "trial" : "subscribed", state, to: &writer)
      writer.member("is_paid", holding.origin == .purchase)
    case .gracePeriod, .graceWithoutEnd: write("grace_period", state, to: &writer)
    case .billingRetry: write("billing_retry", state, to: &writer)
    case .refunded(_, let share, _): write(share == nil ? "refunded" : "refunded_in_part", state, to: &writer)
    case .noLongerShared: write("no_longer_shared", state, to: &writer)
    case .replaced: write("replaced", state, to: &writer)
    case .expired: write("expired", state, to: &writer)
    case .lapsed: write("over", state, to: &writer)
    case .notStarted: write("begins", state, to: &writer)
    case .bought: write("bought", state, to: &writer)
    case .renewalOnly: write("renewal_only", state, to: &writer)
    case .seatTakenBack, .moved, .earlierOnly, .unknown: write("unknown", nil, to: &writer)
    }
  }

  private static func write(_ name: String, _ state: Holding.State?, to writer: inout JSONWriter) {
    writer.member("finding", name)
    writer.member("date", state?.instant?.rfc3339)
  }

  private static func name(_ obstacle: PurchaseSummary.Obstacle) -> String {
    switch obstacle {
    case .partlyRead: "partly_read"
    case .otherApp: "other_app"
    case .noApp: "no_app"
    case .notProven: "not_proven"
    case .incomplete: "incomplete"
    case .xcode: "xcode"
    case .notSigned: "not_signed"
    case .refusedByApple: "refused_by_apple"
    case .appOnly: "app_only"
    case .noPurchaseInThis: "no_purchase_in_this"
    case .noPurchases: "no_purchases"
    }
  }
}
