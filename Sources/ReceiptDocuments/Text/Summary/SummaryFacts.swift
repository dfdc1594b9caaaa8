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
        Self.write(line.finding, to: &writer)
        writer.member("product", line.productID?.displayed(limit: 200))
        writer.member("is_auto_renew_off", line.isAutoRenewOff)
      }
    }
  }

  private static func write(_ finding: PurchaseSummary.Finding, to writer: inout JSONWriter) {
    switch finding {
    case .subscribed(let until, let kind):
      writer.member("finding", kind == .trial ? "trial" : "subscribed")
      writer.member("date", until.rfc3339)
      writer.member("is_paid", kind == .paid)
    case .shared(let until): write("shared", until, to: &writer)
    case .gracePeriod(let until): write("grace_period", until, to: &writer)
    case .billingRetry(let since): write("billing_retry", since, to: &writer)
    case .refunded(let moment, let share, _):
      write(share == nil ? "refunded" : "refunded_in_part", moment, to: &writer)
    case .noLongerShared(let since): write("no_longer_shared", since, to: &writer)
    case .replaced: write("replaced", nil, to: &writer)
    case .expired(let end, _): write("expired", end, to: &writer)
    case .over(let end): write("over", end, to: &writer)
    case .begins(let start): write("begins", start, to: &writer)
    case .bought(let moment, _): write("bought", moment, to: &writer)
    case .renewalOnly: write("renewal_only", nil, to: &writer)
    case .unknown: write("unknown", nil, to: &writer)
    }
  }

  private static func write(_ name: String, _ date: Instant?, to writer: inout JSONWriter) {
    writer.member("finding", name)
    writer.member("date", date?.rfc3339)
  }

  private static func name(_ obstacle: PurchaseSummary.Obstacle) -> String {
    switch obstacle {
    case .partlyRead: "partly_read"
    case .otherApp: "other_app"
    case .notProven: "not_proven"
    case .xcode: "xcode"
    case .notSigned: "not_signed"
    case .refusedByApple: "refused_by_apple"
    case .appOnly: "app_only"
    case .noPurchaseInThis: "no_purchase_in_this"
    case .noPurchases: "no_purchases"
    }
  }
}
