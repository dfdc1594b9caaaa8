import ReceiptAnalysis

/// Signs payloads unchanged, under existing certificates.
package struct JWSSigner: Sendable {
  private let signer: TestCertificate
  /// The first part, with the dot after it. The part is cached, because its certificates make it ten times as long as a
  /// payload.
  private let start: String

  /// Signs as Apple's servers do.
  package init(_ chain: SigningChain) {
    self.init(JWSHeader(signer: chain.signer, certificates: chain.certificates))
  }

  /// Signs as StoreKit testing in Xcode does, under one self-signed certificate.
  package init(xcode certificate: TestCertificate) {
    self.init(JWSHeader(signer: certificate, certificates: [certificate]))
  }

  private init(_ header: JWSHeader) {
    signer = header.signer
    start = Base64URL.encode(JWSMaterial.text(header.value)) + "."
  }

  /// The compact serialisation of RFC 7515 §7.1. The payload is signed unchanged: objects in it are not signed.
  package func sign(_ payload: JSONValue) throws(MintError) -> String { try sign(JWSMaterial.text(payload)) }

  /// The compact serialisation of a payload given as octets.
  package func sign(_ payload: [UInt8]) throws(MintError) -> String {
    let input = start + Base64URL.encode(payload)
    return input + "." + Base64URL.encode(try signer.ellipticKey().sign(Array(input.utf8)))
  }
}
