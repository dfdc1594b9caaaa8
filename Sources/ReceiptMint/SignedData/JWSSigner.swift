import ReceiptAnalysis

/// Signs payloads as they are, under certificates that are at hand.
package struct JWSSigner: Sendable {
  private let header: JWSHeader

  /// Signs as Apple's servers do.
  package init(_ chain: SigningChain) { header = JWSHeader(signer: chain.signer, certificates: chain.certificates) }

  /// Signs as StoreKit testing in Xcode does, under one certificate that signed itself.
  package init(xcode certificate: TestCertificate) {
    header = JWSHeader(signer: certificate, certificates: [certificate])
  }

  /// The compact serialisation of RFC 7515 §7.1. The payload is signed as it is: objects in it are not.
  package func sign(_ payload: JSONValue) throws(MintError) -> String { try header.sign(payload) }
}
