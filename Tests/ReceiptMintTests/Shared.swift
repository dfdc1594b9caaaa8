import Foundation
import ReceiptMint
import TestSupport

/// What several suites mint with: keys are made once.
enum Shared {
  private static let small = Result { () throws(MintError) in
    try TestAuthority(seed: "receipt-mint tests", keySize: .bits1024)
  }

  /// 1024-bit keys.
  static var authority: TestAuthority { get throws { try small.get() } }

  static func hex(_ octets: some Sequence<UInt8>) -> String {
    octets.map { octet in
      let digits = String(octet, radix: 16)
      return digits.count < 2 ? "0" + digits : digits
    }
    .joined()
  }
}

extension OpenSSLCommand {
  /// `openssl cms -verify` against one root at `time`, `YYYY-MM-DDThh:mm:ssZ`; puts the content out if all is well.
  static func verify(_ receipt: MintedReceipt, anchor: TestCertificate, at time: String) throws -> Outcome {
    try verify(receipt.bytes, anchor: anchor, at: time)
  }

  /// The same for octets.
  static func verify(_ receipt: [UInt8], anchor: TestCertificate, at time: String) throws -> Outcome {
    let seconds = try Date(time, strategy: .iso8601).timeIntervalSince1970
    let trust = ["-CAfile", "root.pem", "-no-CApath", "-no-CAstore", "-purpose", "any", "-auth_level", "0"]
    let moment = ["-attime", String(Int(seconds))]
    return try run(
      ["cms", "-verify", "-binary", "-inform", "DER", "-in", "receipt"] + trust + moment,
      files: ["receipt": receipt, "root.pem": Array(anchor.pem.utf8)])
  }
}
