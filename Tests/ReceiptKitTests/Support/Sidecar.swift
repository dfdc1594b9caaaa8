import ReceiptKit

/// What a file of TestReceipts/ has to be taken for, as its sidecar says. An unknown key is an error: an
/// expectation that no test reads would be none.
struct Sidecar {
  struct Problem: Error, Equatable {
    let message: String
  }

  enum Expectation {
    case receipt(Verdict)
    case jws(transactionID: String)
    case signedData(SignedVerdict)
    case token(Token)
    case error(String)
  }

  struct Verdict {
    let verdict: String
    let failedStep: String?
    let irregularities: [JSONValue]
    /// The whole `receipt` in Apple's order, or `nil` where only transaction identifiers are given.
    let receipt: JSONValue?
    let transactionIDs: [String]?
  }

  struct SignedVerdict {
    let verdict: String
    let failedStep: String?
    /// The payload in Apple's order; `nil` of a flaw.
    let payload: JSONValue?
  }

  struct Token {
    /// The file with the public key that should have signed it.
    let key: String?
    let at: String
    let service: String
    let cause: String
  }

  let file: String
  let anchor: String?
  let input: JSONValue?
  let environment: String?
  let expectation: Expectation
  /// What `validate` says, under one policy after another; empty where the sidecar says nothing of it.
  let judgements: [Judgement]

  private static let common: Set<String> = ["what", "file", "anchor"]
  private static let readable = common.union(["input", "environment"])
  private static let signedData = readable.union(["verdict", "failed_step", "kind", "payload"])
  private static let receipt = readable.union(["verdict", "failed_step", "irregularities"])

  init(_ json: JSONValue) throws(Problem) {
    judgements = try json["validate"].map(Judgement.all) ?? []
    guard case .object(let members) = json else { throw Problem(message: "no object") }
    let keys = members.map(\.name)
    guard Set(keys).count == keys.count else { throw Problem(message: "a key twice") }
    let required: Set<String>
    if json["error"] != nil {
      required = Self.common.union(["error"])
    } else if json["cause"] != nil {
      required = Self.common.union(["key", "at", "service", "cause"])
    } else if json["kind"] != nil {
      required = Self.signedData
    } else if json["jws_transaction_id"] != nil {
      required = Self.readable.union(["jws_transaction_id"])
    } else {
      required = Self.receipt.union([json["transaction_ids"] == nil ? "receipt" : "transaction_ids"])
    }
    guard Set(keys).subtracting(["validate"]) == required else {
      throw Problem(message: "unknown or missing keys: \(Set(keys).symmetricDifference(required).sorted())")
    }
    file = try Self.text(json, "file")
    _ = try Self.text(json, "what")
    anchor = try Self.textOrNull(json, "anchor")
    environment = try Self.textOrNull(json, "environment")
    input = json["input"]
    if json["error"] != nil {
      expectation = .error(try Self.text(json, "error"))
    } else if json["cause"] != nil {
      expectation = .token(
        Token(
          key: try Self.textOrNull(json, "key"), at: try Self.text(json, "at"),
          service: try Self.text(json, "service"), cause: try Self.text(json, "cause")))
    } else if json["kind"] != nil {
      expectation = .signedData(
        SignedVerdict(
          verdict: try Self.text(json, "verdict"), failedStep: try Self.textOrNull(json, "failed_step"),
          payload: json["payload"]))
    } else if json["jws_transaction_id"] != nil {
      expectation = .jws(transactionID: try Self.text(json, "jws_transaction_id"))
    } else {
      guard case .array(let irregularities)? = json["irregularities"] else { throw Problem(message: "irregularities") }
      var identifiers: [String]?
      if case .array(let elements)? = json["transaction_ids"] { identifiers = elements.compactMap(\.stringValue) }
      expectation = .receipt(
        Verdict(
          verdict: try Self.text(json, "verdict"), failedStep: try Self.textOrNull(json, "failed_step"),
          irregularities: irregularities, receipt: json["receipt"], transactionIDs: identifiers))
    }
  }

  private static func text(_ json: JSONValue, _ key: String) throws(Problem) -> String {
    guard let text = json[key]?.stringValue else { throw Problem(message: "\(key) is not a string") }
    return text
  }

  private static func textOrNull(_ json: JSONValue, _ key: String) throws(Problem) -> String? {
    guard let value = json[key], value != .null else { return nil }
    return try text(json, key)
  }
}
