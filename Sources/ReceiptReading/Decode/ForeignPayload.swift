extension Receipt {
  /// Rejects App Attest receipts. They have the framing of an app receipt, but attribute 6 says `ATTEST` or `RECEIPT`
  /// (Apple, "Assessing fraud risk"), or the names in their certificates mention attestation.
  func refuseAppAttest(_ certificates: [Certificate]) throws(ReceiptError) {
    let isNamedAttestation = attributes.contains { attribute in
      guard attribute.type == 6 else { return false }
      let value = payload[attribute.value]
      // The word stands there as it is, or in a string with a header of two octets.
      return ["ATTEST", "RECEIPT"].contains {
        value.elementsEqual($0.utf8) || value.dropFirst(2).elementsEqual($0.utf8)
      }
    }
    guard isNamedAttestation || certificates.contains(where: \.speaksOfAttestation) else { return }
    throw ReceiptError.otherData("an App Attest receipt").withCause(.appAttest)
  }
}

extension ReceiptError {
  /// The error for a payload that is not a SET of attributes, if it is other data that people mistake for a receipt.
  static func foreignPayload(_ payload: [UInt8]) -> ReceiptError? {
    guard payload.starts(with: "<?xml".utf8) || payload.starts(with: "bplist".utf8) else { return nil }
    return otherData("a signed property list (a provisioning or configuration profile)")
  }

  fileprivate static func otherData(_ name: Message) -> ReceiptError {
    ReceiptError(
      .otherFormat, "this is \(name), not an App Store receipt",
      hint: "an app finds its receipt at Bundle.main.appStoreReceiptURL")
  }
}

extension Certificate {
  fileprivate var speaksOfAttestation: Bool {
    commonName.map { Array($0.utf8).firstOffset(of: Array("Attest".utf8)) != nil } ?? false
  }
}
