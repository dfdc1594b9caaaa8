import Foundation
import ReceiptMint
import TestSupport
import Testing

/// `openssl dgst -verify` reads the signatures of minted iOS 6 receipts.
struct TransactionTests {
  /// Exit status of `openssl dgst` over version octet and purchase-info, with the public key of the embedded
  /// certificate.
  private func verify(_ transaction: MintedTransaction, _ version: TransactionVersion) throws -> Bool {
    let blob = transaction.signatureBlob
    let signatureLength = version == .two ? 128 : 256
    let length = blob[(1 + signatureLength)..<(5 + signatureLength)].reduce(0) { $0 << 8 | Int($1) }
    let certificate = Array(blob[(5 + signatureLength)...])
    #expect(blob[0] == version.rawValue)
    #expect(certificate.count == length)
    let key = try OpenSSLCommand.run(
      ["x509", "-inform", "DER", "-in", "certificate", "-noout", "-pubkey"], files: ["certificate": certificate])
    #expect(key.status == 0, "\(key.errors)")
    let outcome = try OpenSSLCommand.run(
      ["dgst", version == .four ? "-sha256" : "-sha1", "-verify", "key.pem", "-signature", "signature", "message"],
      files: [
        "key.pem": key.output, "signature": Array(blob[1..<(1 + signatureLength)]),
        "message": [version.rawValue] + transaction.purchaseInfo,
      ])
    return outcome.status == 0
  }

  @Test(arguments: TransactionVersion.allCases) func signature(version: TransactionVersion) throws {
    let chain = try Shared.authority.transactionChain(version)
    let transaction = try chain.mint(.sample)
    #expect(try verify(transaction, version))
    #expect(!(try verify(try chain.mint(.sample, flaw: .flippedSignature), version)))
    #expect(!(try verify(try chain.mint(.sample, flaw: .signedOther([1])), version)))

    let verdict = try OpenSSLCommand.run(
      ["verify", "-CAfile", "root.pem", "-untrusted", "issuer.pem", "-purpose", "any", "-auth_level", "0"]
        + ["-attime", version == .four ? "1766774387" : "1447821281", "signer.pem"],
      files: [
        "root.pem": Array(chain.root.pem.utf8), "issuer.pem": Array(chain.issuer.pem.utf8),
        "signer.pem": Array(chain.signer.pem.utf8),
      ])
    #expect(verdict.status == 0, "\(verdict.errors)")
  }

  @Test func textAsTheDeviceGivesIt() throws {
    var description = TransactionDescription()
    description.purchaseInfo = [.quantity: "1", .bundleIdentifier: "com.example.test"]
    description.extraEntries = [PropertyListEntry("strange", "a \"quoted\" back\\slash")]
    let transaction = try Shared.authority.transactionChain(.two).mint(description)
    let expected = """
      {
      \t"bid" = "com.example.test";
      \t"quantity" = "1";
      \t"strange" = "a \\"quoted\\" back\\\\slash";
      }
      """
    #expect(String(decoding: transaction.purchaseInfo, as: UTF8.self) == expected)
    #expect(transaction.base64.hasPrefix("ewoJInNp"))
    #expect(!transaction.propertyList.contains("environment"))
    #expect(transaction.propertyList.hasSuffix("\t\"pod\" = \"100\";\n\t\"signing-status\" = \"0\";\n}"))
    #expect(Data(base64Encoded: transaction.base64).map(Array.init) == Array(transaction.propertyList.utf8))
  }

  #if canImport(Darwin)
    /// Only Apple's Foundation still reads old-style property lists.
    @Test func foundationReadsThePropertyList() throws {
      let transaction = try Shared.authority.transactionChain(.two).mint(.sample)
      let list = try PropertyListSerialization.propertyList(from: Data(transaction.propertyList.utf8), format: nil)
      #expect((list as? [String: String])?["environment"] == "Sandbox")
    }
  #endif
}
