/// The entries for the stages of a diagnosis and their outcomes.
enum DiagnosisEntries {
  static let all: [ReferenceEntry] = Diagnosis.Stage.Name.allCases.map(stage)

  private static func stage(_ stage: Diagnosis.Stage.Name) -> ReferenceEntry {
    let meaning =
      switch stage {
      case .decoded: "The wrappings came off and the bytes of a receipt were found."
      case .envelope: "The bytes are a signed envelope that can be taken apart."
      case .payload: "The claims of the receipt can be read."
      case .signer: "The certificate that signed is there."
      case .chain: "A chain leads from it to a trusted root."
      case .time: "The certificates were valid when the receipt was made."
      case .purpose: "The certificates were issued for signing receipts."
      case .signature: "The signature belongs to these bytes."
      }
    return ReferenceEntry(.stage, stage.rawValue, meaning)
  }
}
