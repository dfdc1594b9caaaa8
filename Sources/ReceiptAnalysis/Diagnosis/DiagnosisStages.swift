extension [Diagnosis.Stage] {
  /// Makes the stages for an input of which none was reached.
  private static var unreached: Self {
    Diagnosis.Stage.Name.allCases.map { Diagnosis.Stage(name: $0, outcome: .notReached, detail: "") }
  }

  /// Makes the stages for an input that failed at one stage, so that the later ones were not reached.
  init(failedAt name: Diagnosis.Stage.Name, _ detail: Message) {
    self = .unreached
    set(name, .failed, detail)
  }

  /// Makes the stages for bytes that were found but could not be read to the end.
  init(_ input: RecognizedInput, failedWith error: ReceiptError) {
    self = .unreached
    setDecoded(input)
    switch error.code {
    case .invalidASN1, .invalidEnvelope, .invalidPropertyList: set(.envelope, .failed, error.message)
    default:
      if case .payload = input.content {} else { set(.envelope, .passed, "") }
      set(.payload, .failed, error.message)
    }
  }

  /// Makes the stages for an input that was read to its end. The judgement decides the later stages.
  init(_ decoded: DecodedInput) {
    self = .unreached
    setDecoded(decoded.input)
    switch decoded.document {
    case .jws:
      set(.envelope, .passed, "a JWS (three parts)")
      set(.payload, .passed, decoded.summary)
    case .receipt(let receipt):
      if case .payload = decoded.input.content {
        set(.envelope, .failed, "the input has no envelope")
      } else {
        let count = decoded.authenticity?.certificates.count ?? 0
        set(.envelope, .passed, count == 1 ? "PKCS#7 with 1 certificate" : "PKCS#7 with \(count) certificates")
      }
      let purchases = receipt.inApp.count
      let irregularities = receipt.irregularities.count
      let content: Message =
        purchases == 1
        ? "\(grouped: receipt.attributes.count) attributes, 1 purchase"
        : "\(grouped: receipt.attributes.count) attributes, \(grouped: purchases) purchases"
      set(
        .payload, .passed,
        irregularities == 0 ? content : "\(content), irregularities: \(grouped: irregularities)")
    case .transactionReceipt:
      set(.envelope, .passed, "a property list")
      set(.payload, .passed, "one purchase")
    }
    // Data that developers sign has no certificates. It is judged by its rules, and by the key if that is known.
    if case .jws(let signature) = decoded.document, ForeignToken(signature) != nil { return }
    for step in decoded.authenticity?.steps ?? [] {
      let outcome: Diagnosis.Stage.Outcome =
        switch step.outcome {
        case .passed: .passed
        case .failed: .failed
        case .skipped: .notReached
        }
      set(Self.stage(step.name), outcome, step.isReached ? step.detail : "")
    }
  }

  private static func stage(_ step: Authenticity.Step.Name) -> Diagnosis.Stage.Name {
    switch step {
    case .signerCertificate: .signer
    case .chain: .chain
    case .validity: .time
    case .markerOIDs: .purpose
    case .signature: .signature
    }
  }

  private mutating func setDecoded(_ input: RecognizedInput) {
    let layers = input.layers.map(\.rawValue).joined(separator: ", ")
    let name = input.formatName
    set(.decoded, .passed, layers.isEmpty ? Message(english: name) : "\(Message(english: name)), out of \(layers)")
  }

  private mutating func set(_ name: Diagnosis.Stage.Name, _ outcome: Diagnosis.Stage.Outcome, _ detail: Message) {
    guard let index = firstIndex(where: { $0.name == name }) else { return }
    self[index].outcome = outcome
    self[index].detail = detail
  }
}
