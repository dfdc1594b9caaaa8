import Foundation
import ReceiptKit
import ReceiptMint

/// Minted transaction receipts and the certificates behind them.
enum TransactionReceiptFixture {
  private static let shared = Result { () throws(MintError) in
    try TestAuthority(seed: "receipt-kit transaction tests", keySize: .bits1024)
  }

  static var authority: TestAuthority { get throws { try shared.get() } }

  static func chain(_ version: TransactionVersion) throws -> TransactionChain {
    try authority.transactionChain(version)
  }

  /// The sample, at a time at which the certificates of `version` are valid.
  static func description(_ version: TransactionVersion) -> TransactionDescription {
    var description = TransactionDescription.sample
    description.purchaseInfo[.purchaseDateMS] = String(instant(version).milliseconds)
    return description
  }

  static func instant(_ version: TransactionVersion) -> Instant {
    switch version {
    case .two: Instant(milliseconds: 1_447_821_281_000)
    case .three: Instant(milliseconds: 1_595_439_548_000)
    case .four: Instant(milliseconds: 1_766_774_387_000)
    }
  }

  static func minted(_ version: TransactionVersion, flaw: SignerDescription.Flaw? = nil) throws -> MintedTransaction {
    try chain(version).mint(description(version), flaw: flaw)
  }

  static func anchor(_ certificate: TestCertificate) throws -> TrustAnchor {
    TrustAnchor(try Certificate(der: certificate.der))
  }

  /// A receipt around any octets, `nil` for an entry that is not there.
  static func receipt(blob: [UInt8]?, purchaseInfo: [UInt8]) throws(ReceiptError) -> TransactionReceipt {
    var text = "{\n"
    if let blob { text += "\t\"signature\" = \"\(Data(blob).base64EncodedString())\";\n" }
    text += "\t\"purchase-info\" = \"\(Data(purchaseInfo).base64EncodedString())\";\n}"
    return try TransactionReceipt(Array(text.utf8))
  }

  /// The judgement at the receipt's own date.
  static func judge(_ receipt: TransactionReceipt, _ anchors: [TrustAnchor] = []) -> Authenticity {
    let judgedAt = receipt.purchaseInstant.map { Authenticity.JudgedAt($0, source: .purchaseDate) }
    return Authenticator(anchors: anchors).authenticate(receipt, judgedAt: judgedAt)
  }
}
