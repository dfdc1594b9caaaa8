import ReceiptKit
import TestSupport

/// What `validate` has to say of a vector under one policy, as a sidecar says it: checks that are not named pass
/// or are skipped as ``JudgementDefaults`` has it.
struct Judgement {
  let policy: JSONValue
  /// As of when dates are judged.
  let now: Instant
  /// Whether certificates are judged then too.
  let judgesCertificates: Bool
  let verdict: String
  let outcomes: [String: CheckOutcome]

  static func all(_ json: JSONValue) throws(Sidecar.Problem) -> [Judgement] {
    guard case .array(let elements) = json, !elements.isEmpty else {
      throw Sidecar.Problem(message: "validate is not an array")
    }
    var judgements: [Judgement] = []
    for element in elements { judgements.append(try Judgement(element)) }
    return judgements
  }

  private init(_ json: JSONValue) throws(Sidecar.Problem) {
    guard case .object(let members) = json else { throw Sidecar.Problem(message: "a judgement is not an object") }
    judgesCertificates = json["at"] != nil
    let named: [CheckOutcome] = [.failed, .warning, .skipped, .passed].filter { json[$0.rawValue] != nil }
    let keys = ["policy", judgesCertificates ? "at" : "now", "verdict"] + named.map(\.rawValue)
    guard members.map(\.name) == keys, case .object(let expected)? = json["policy"],
      let verdict = json["verdict"]?.stringValue,
      let date = (json["at"] ?? json["now"])?.stringValue.flatMap({ ReceiptDate($0) })
    else { throw Sidecar.Problem(message: "a judgement with the keys \(members.map(\.name))") }
    policy = .object(expected)
    self.verdict = verdict
    now = date.instant
    var outcomes: [String: CheckOutcome] = [:]
    for check in Check.all.map(\.identifier) {
      outcomes[check] = JudgementDefaults.skips(check, expected.map(\.name)) ? .skipped : .passed
    }
    var seen: Set<String> = []
    for outcome in named {
      guard case .array(let names)? = json[outcome.rawValue] else { throw Sidecar.Problem(message: outcome.rawValue) }
      for name in names.map({ $0.stringValue ?? "" }) {
        guard let usual = outcomes.updateValue(outcome, forKey: name), usual != outcome, seen.insert(name).inserted
        else {
          throw Sidecar.Problem(message: "\(name) is not a check, is named twice, or need not be named")
        }
      }
    }
    self.outcomes = outcomes
  }

  /// The policy as `--policy` reads it.
  func expectations() throws(ExpectationError) -> Expectations {
    var writer = JSONWriter(layout: .compact)
    writer.value(policy)
    return try Policy(writer.bytes).expectations
  }
}
