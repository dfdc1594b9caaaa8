@testable import ReceiptBase
import ReceiptKit
@testable import ReceiptReading

extension FuzzTarget {
  /// No envelope that is made up is authentic; seeds that are genuine stay so only while their bytes are the same.
  static let signedData = FuzzTarget(name: "signed-data") { input in
    let signed = try SignedData(input)
    let receipt = try Receipt(payload: signed.payload)
    let time = receipt.creationDate.map { Authenticity.JudgedAt($0.instant, source: .receiptCreationDate) }
    let authenticity = Authenticator().authenticate(signed, judgedAt: time)
    require(authenticity.verdict != .testSigned, "no anchor was given")
    require(
      authenticity.steps.allSatisfy { $0.outcome != .failed } == (authenticity.verdict == .authentic)
        || authenticity.verdict == .unsigned,
      "a verdict follows from its steps")
  }
}
