/// Signed data inside other signed data, for example the transaction and the renewal information of a notification.
public struct SignedPart: Sendable {
  /// The place in the enclosing payload, as a JSON pointer (RFC 6901): `/data/signedTransactionInfo`.
  package let pointer: String
  /// The content; `nil` if the text at this place is not a JWS.
  package let signature: JSONWebSignature?
  /// Who signed it; `nil` from a decoder that does not verify.
  public let authenticity: Authenticity?
  /// How this part contradicts the enclosing payload or the previous part, in one sentence without a full stop; `nil`
  /// if it does not.
  package let contradiction: Message?

  /// The places of signed data inside Apple's signed payloads (Apple, responseBodyV2DecodedPayload).
  static let places: [(object: String, member: String)] = [
    ("data", "signedTransactionInfo"), ("data", "signedRenewalInfo"), ("appData", "signedAppTransactionInfo"),
  ]
}

extension InputDecoder {
  /// Decodes and judges each piece of signed data inside a payload, and compares it with the enclosing payload: the
  /// app, the environment, and the first transaction of a renewal. Apple's libraries leave both to their callers.
  func decodeParts(of signature: JSONWebSignature, chains: JWSChains?) -> [SignedPart] {
    let payload = signature.payload
    var parts: [SignedPart] = []
    var transaction: JSONValue?
    for (object, member) in SignedPart.places {
      guard let enclosing = payload[object], let value = enclosing[member], value != .null else { continue }
      let pointer = "/\(object)/\(member)"
      // The whole text must be the JWS, without anything around it.
      guard let text = value.stringValue,
        let inner = chains?.read(Array(text.utf8)) ?? JSONWebSignature(text: text), inner.text.elementsEqual(text.utf8)
      else {
        parts.append(
          SignedPart(
            pointer: pointer, signature: nil, authenticity: nil, contradiction: "`\(member)` is not a readable JWS"))
        continue
      }
      let contradiction =
        Self.contradiction(of: inner.payload, to: enclosing)
        ?? (member == "signedRenewalInfo" ? Self.contradiction(ofRenewal: inner.payload, to: transaction) : nil)
      if member == "signedTransactionInfo" { transaction = inner.payload }
      // An empty payload has no date. It is judged at the date of the whole, which was signed at the same time.
      let time = judgedAt(inner.payloadIsNull ? signature : inner)
      parts.append(
        SignedPart(
          pointer: pointer, signature: inner,
          authenticity: verifies ? authenticator.authenticate(inner, judgedAt: time, chains: chains) : nil,
          contradiction: contradiction))
    }
    return parts
  }

  /// The judgement on the whole, with the verdict on the weakest part if that verdict is weaker. A contradiction counts
  /// as `wrong-purpose`. A whole that is not proven keeps its own verdict and reason.
  static func weakest(_ whole: Authenticity, _ parts: [SignedPart]) -> Authenticity {
    guard whole.verdict.isAtLeast(.testSigned) else { return whole }
    var result = whole
    for part in parts {
      if let authenticity = part.authenticity, authenticity.verdict.strength < result.verdict.strength {
        result.demote(to: authenticity.verdict, "the signed data at \(part.pointer) in it: \(authenticity.reason)")
      }
      if let contradiction = part.contradiction, result.verdict.isAtLeast(.wrongPurpose) {
        result.demote(
          to: .wrongPurpose, "the signed data at \(part.pointer) in it does not belong to it: \(contradiction)")
      }
    }
    return result
  }

  /// How the app or the environment of signed data differs from that of the object around it.
  private static func contradiction(of inner: JSONValue, to outer: JSONValue) -> Message? {
    // An app transaction calls its environment `receiptType`.
    contradiction(inner["bundleId"], outer["bundleId"]) {
      "it is of the app \($0), and what is around it of \($1)"
    }
      ?? contradiction(inner["environment"] ?? inner["receiptType"], outer["environment"]) {
        "it is of the environment \(Message(english: $0)), and what is around it of \(Message(english: $1))"
      }
  }

  /// How two values differ, in the words for both; `nil` if they are equal or one is absent.
  private static func contradiction(
    _ found: JSONValue?, _ expected: JSONValue?, _ words: (String, String) -> Message
  ) -> Message? {
    guard let found, let expected, found != .null, expected != .null, found != expected else { return nil }
    return words(short(found), short(expected))
  }

  /// Renewal information names no app, so it counts only beside a transaction of the same subscription.
  private static func contradiction(ofRenewal renewal: JSONValue, to transaction: JSONValue?) -> Message? {
    guard let transaction, let found = renewal["originalTransactionId"],
      let expected = transaction["originalTransactionId"], found != expected
    else { return nil }
    return "it is about the subscription \(short(found)), and the transaction beside it about \(short(expected))"
  }

  private static func short(_ value: JSONValue) -> String {
    (value.stringValue ?? value.kind.description).displayed(limit: 100)
  }
}

extension Authenticity {
  /// Adopts a weaker verdict: the verdict on a part, or on a wrong signature. The whole was signed, so the step that
  /// fails is the signature.
  mutating func demote(to verdict: Verdict, _ reason: Message) {
    template = nil
    self.verdict = verdict
    self.reason = reason
    steps = steps.map { $0.name == .signature ? Step(name: .signature, outcome: .failed, detail: reason) : $0 }
  }
}
