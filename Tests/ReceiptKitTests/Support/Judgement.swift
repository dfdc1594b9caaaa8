@testable import ReceiptAnalysis
@testable import ReceiptDocuments
import ReceiptKit
@testable import ReceiptReading

/// What `validate` has to say of a vector under one policy, as a sidecar says it: all checks that are not named pass.
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
      throw Sidecar.Problem(message: "validate is no array")
    }
    var judgements: [Judgement] = []
    for element in elements { judgements.append(try Judgement(element)) }
    return judgements
  }

  private init(_ json: JSONValue) throws(Sidecar.Problem) {
    guard case .object(let members) = json else { throw Sidecar.Problem(message: "a judgement is no object") }
    judgesCertificates = json["at"] != nil
    let keys = ["policy", judgesCertificates ? "at" : "now", "verdict", "failed", "warning", "skipped"]
    guard members.map(\.name) == keys, let policy = json["policy"], let verdict = json["verdict"]?.stringValue,
      let date = (json["at"] ?? json["now"])?.stringValue.flatMap({ ReceiptDate($0) })
    else { throw Sidecar.Problem(message: "a judgement with the keys \(members.map(\.name))") }
    self.policy = policy
    self.verdict = verdict
    now = date.instant
    var outcomes = Dictionary(uniqueKeysWithValues: Checks.all.map { ($0.identifier, CheckOutcome.passed) })
    for outcome in [CheckOutcome.failed, .warning, .skipped] {
      guard case .array(let names)? = json[outcome.rawValue] else { throw Sidecar.Problem(message: outcome.rawValue) }
      for name in names {
        guard let name = name.stringValue, outcomes.updateValue(outcome, forKey: name) == .passed else {
          throw Sidecar.Problem(message: "\(name) is no check, or is named twice")
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
