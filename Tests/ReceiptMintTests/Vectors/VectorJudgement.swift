import ReceiptKit
import TestSupport

/// What `validate` has to say of a vector under one policy: which checks fail, warn, are skipped or pass
/// other than ``JudgementDefaults`` has it.
struct VectorJudgement: Sendable {
  /// All checks, in the order of reports.
  static let checks = Check.all.map(\.identifier)

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
  let passed: [String]

  init(
    _ policy: [(String, OrderedJSON)], _ time: Time, _ verdict: String, failed: [String] = [], warned: [String] = [],
    skipped: [String] = [], passed: [String] = []
  ) {
    self.policy = policy
    self.time = time
    self.verdict = verdict
    self.failed = failed
    self.warned = warned
    let keys = policy.map(\.0)
    let others = Set(skipped).subtracting(failed + warned + passed)
    self.skipped = Self.checks.filter { others.contains($0) && !JudgementDefaults.skips($0, keys) }
    self.passed = passed.filter { JudgementDefaults.skips($0, keys) }
  }

  var json: OrderedJSON {
    let moment: (String, OrderedJSON) =
      switch time {
      case .now(let text): ("now", .text(text))
      case .at(let text): ("at", .text(text))
      }
    let lists = [("failed", failed), ("warning", warned), ("skipped", skipped), ("passed", passed)]
    return .object(
      [("policy", .object(policy)), moment, ("verdict", .text(verdict))]
        + lists.filter { !$0.1.isEmpty }.map { ($0.0, .list($0.1.map(OrderedJSON.text))) })
  }
}
