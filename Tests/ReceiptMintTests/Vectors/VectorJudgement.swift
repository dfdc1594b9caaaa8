import ReceiptKit

/// What `validate` has to say of a vector under one policy: which checks fail, warn or are skipped; all others pass.
struct VectorJudgement: Sendable {
  /// All checks, in the order of reports.
  static let checks = Checks.all.map(\.identifier)

  /// The checks that are about one expectation, with the keys of a policy that give it.
  private static let askedBy: [String: [String]] = [
    "bundle_identifier": ["bundle_id"], "environment": ["environment"],
    "application_version": ["app_version", "min_app_version"],
    "original_application_version": ["original_version_below"], "device_hash": ["device_guid"], "products": ["product"],
    "active_subscription": ["active"],
  ]

  /// The clock, or `--at`.
  enum Time: Sendable {
    case now(String)
    case at(String)
  }

  let policy: [(String, OrderedJSON)]
  let time: Time
  let verdict: String
  let failed: [String]
  let warned: [String]
  let skipped: [String]

  /// - Parameters:
  ///   - skipped: checks that are skipped although they were asked for or need not be asked for. What the policy does not ask
  ///     for, and what only few receipts have (an expiry, a document around them), is skipped anyway.
  ///   - passed: checks of the latter kind that do pass.
  init(
    _ policy: [(String, OrderedJSON)], _ time: Time, _ verdict: String, failed: [String] = [], warned: [String] = [],
    skipped: [String] = [], passed: [String] = []
  ) {
    self.policy = policy
    self.time = time
    self.verdict = verdict
    self.failed = failed
    self.warned = warned
    let keys = Set(policy.map(\.0))
    let rare = ["request_bundle", "expiration_date"]
    let unasked = Self.checks.filter { check in
      rare.contains(check) || Self.askedBy[check].map { keys.isDisjoint(with: $0) } ?? false
    }
    let others = Set(skipped + unasked).subtracting(failed + warned + passed)
    self.skipped = Self.checks.filter(others.contains)
  }

  var json: OrderedJSON {
    let moment: (String, OrderedJSON) =
      switch time {
      case .now(let text): ("now", .text(text))
      case .at(let text): ("at", .text(text))
      }
    return .object([
      ("policy", .object(policy)), moment, ("verdict", .text(verdict)), ("failed", .list(failed.map(OrderedJSON.text))),
      ("warning", .list(warned.map(OrderedJSON.text))), ("skipped", .list(skipped.map(OrderedJSON.text))),
    ])
  }
}
