/// Other data that Apple signs and that people mistake for receipts.
enum ForeignPayload {
  /// The error for a payload that is not a SET of attributes, depending on its actual kind.
  static func error(for payload: [UInt8], otherwise error: ReceiptError) -> ReceiptError {
    guard payload.starts(with: "<?xml".utf8) || payload.starts(with: "bplist".utf8) else { return error }
    return notAReceipt("a signed property list (a provisioning or configuration profile)")
  }

  /// Rejects App Attest receipts. They have the framing of an app receipt, but attribute 6 says `ATTEST` or `RECEIPT`
  /// (Apple, "Assessing fraud risk"), or the names in their certificates mention attestation.
  static func refuseAppAttest(_ receipt: Receipt, _ certificates: [Certificate]) throws(ReceiptError) {
    let saysSo = receipt.attributes.contains { attribute in
      guard attribute.type == 6 else { return false }
      let value = receipt.payload[attribute.value]
      return ["ATTEST", "RECEIPT"].contains {
        value.elementsEqual($0.utf8) || value.dropFirst(2).elementsEqual($0.utf8)
      }
    }
    guard saysSo || certificates.contains(where: \.speaksOfAttestation) else { return }
    throw notAReceipt("an App Attest receipt").withCause(.appAttest)
  }

  private static func notAReceipt(_ name: String) -> ReceiptError {
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
