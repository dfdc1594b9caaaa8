import ReceiptKit
import ReceiptMint

/// Signs redacted receipts and signed data, in their original form.
///
/// Every certificate says TEST, REDACTED and "not Apple". The keys are derived from a public seed: the signature only
/// makes the result readable as a receipt, and proves nothing. So all redacted receipts of all users have the same
/// root, and all redacted signed data has another one.
package struct RedactionAuthority: Sendable {
  private let authority: TestAuthority
  /// A validity that covers every possible date of a receipt and of signed data, including moved dates.
  private static let validity = Validity("1950-01-01T00:00:00Z", "9999-12-31T23:59:59Z")

  /// Makes the authority; its keys are made on demand, 0.2 s each.
  ///
  /// - Throws: `.defect` if OpenSSL cannot start.
  package init() throws(ReceiptError) {
    authority = try minting { () throws(MintError) in try TestAuthority(seed: "receipt-tool redact 1") }
  }

  /// The certificates that vouch for all redacted receipts, in PEM, one after another, for `--trust-anchor`.
  ///
  /// For receipts these are the root, the certificate that replaces Xcode's, and the issuer of iOS 6 receipts, which do
  /// not embed it. For signed data they are the root and the certificate that replaces Xcode's.
  ///
  /// - Throws: `.defect` if OpenSSL cannot make them.
  package func anchorsPEM() throws(ReceiptError) -> String {
    try minting { () throws(MintError) in
      try root().pem + xcodeCertificate().pem + transactionIssuer().pem + signedDataRoot().pem
        + xcodeSignedDataCertificate().pem
    }
  }

  /// The signer that replaces Apple's servers, or Xcode.
  func signer(asXcode isXcode: Bool) throws(ReceiptError) -> JWSSigner {
    try minting { () throws(MintError) in
      JWSSigner(isXcode ? SigningChain(selfSigned: try xcodeSignedDataCertificate()) : try signedDataChain())
    }
  }

  /// Signs a payload of signed data.
  func signJWS(_ payload: JSONValue, with signer: JWSSigner) throws(ReceiptError) -> String {
    try minting { () throws(MintError) in try signer.sign(payload) }
  }

  /// Signs the payload of a receipt, with the digest, lengths and wrappings of the original receipt.
  func signReceipt(
    _ payload: [UInt8], like decoded: DecodedInput, _ receipt: Receipt
  ) throws(ReceiptError) -> MintedReceipt {
    var isIndefinite = false
    // The length of the outermost element in BER (X.690, 8.1.3.6).
    if case .signedData(let encoded) = decoded.input.content { isIndefinite = encoded.dropFirst().first == 0x80 }
    let isWrapped = receipt.irregularities.contains { $0.kind == .doubleWrapped }
    let digest: Digest = decoded.authenticity?.digestAlgorithm == .sha1 ? .sha1 : .sha256
    return try minting { () throws(MintError) in
      // An envelope with one certificate and indefinite lengths is from Xcode; one with three certificates and definite
      // lengths is from Apple.
      let minter =
        isIndefinite
        ? EnvelopeMinter(xcode: try xcodeCertificate())
        : EnvelopeMinter(try receiptChain(digest))
      var envelope = minter.envelope(payload: payload)
      envelope.wrappings = isWrapped ? 1 : 0
      return try envelope.mint()
    }
  }

  /// Signs an iOS 6 transaction receipt, with the same version of signature, or with version 3 if that is not known.
  func signTransaction(
    _ description: TransactionDescription, like receipt: TransactionReceipt
  ) throws(ReceiptError) -> MintedTransaction {
    let version = receipt.signatureBlob?.first.flatMap(TransactionVersion.init) ?? .three
    return try minting { () throws(MintError) in
      let issuer = try transactionIssuer()
      let signer = try issue(
        "PurchaseReceiptCertificate", key: "transaction signer \(version.rawValue)", size: version.keySize, by: issuer,
        digest: version.digest, markers: [.transactionSignerMarker])
      let chain = TransactionChain(root: try root(), issuer: issuer, signer: signer, version: version)
      return try chain.mint(description)
    }
  }

  private func xcodeCertificate() throws(MintError) -> TestCertificate {
    try issue("StoreKit", key: "StoreKit", isAuthority: true)
  }

  private func transactionIssuer() throws(MintError) -> TestCertificate {
    try issue(
      "Receipt Intermediate", key: "intermediate", by: try root(), isAuthority: true, markers: [.intermediateMarker])
  }

  private func receiptChain(_ digest: Digest) throws(MintError) -> SigningChain {
    let intermediate = try issue(
      "Receipt Intermediate", key: "intermediate", by: try root(), digest: digest, isAuthority: true,
      markers: [.intermediateMarker])
    let signer = try issue(
      "Receipt Signing", key: "signer", by: intermediate, digest: digest, markers: [.receiptSignerMarker])
    return SigningChain(root: try root(), intermediate: intermediate, signer: signer, digest: digest)
  }

  private func root() throws(MintError) -> TestCertificate {
    try issue("Receipt Root", key: "root", isAuthority: true)
  }

  private func signedDataChain() throws(MintError) -> SigningChain {
    let root = try signedDataRoot()
    let intermediate = try issue(
      "Signed Data Intermediate", key: "signed data intermediate", curve: .p384, by: root, isAuthority: true,
      markers: [.intermediateMarker])
    let signer = try issue(
      "Signed Data Signing", key: "signed data signer", curve: .p256, by: intermediate, markers: [.receiptSignerMarker])
    return SigningChain(root: root, intermediate: intermediate, signer: signer, digest: .sha256)
  }

  private func signedDataRoot() throws(MintError) -> TestCertificate {
    try issue("Signed Data Root", key: "signed data root", curve: .p384, isAuthority: true)
  }

  private func xcodeSignedDataCertificate() throws(MintError) -> TestCertificate {
    try issue("StoreKit Signed Data", key: "StoreKit signed data", curve: .p256, isAuthority: true)
  }

  private func issue(
    _ role: String, key: String, size: KeySize? = nil, curve: EllipticCurve? = nil, by issuer: TestCertificate? = nil,
    digest: Digest = .sha256, isAuthority: Bool = false, markers: [OID] = []
  ) throws(MintError) -> TestCertificate {
    var template = CertificateTemplate(
      subject: DistinguishedName(role: "REDACTED \(role)"), keyLabel: key, validity: Self.validity, digest: digest)
    template.keySize = size
    template.curve = curve
    template.isAuthority = isAuthority
    // The certificate that replaces Xcode's is its own issuer and signs receipts, so it has both key usages.
    template.keyUsage =
      isAuthority ? [.certificateSigning, .revocationListSigning, .digitalSignature] : .digitalSignature
    template.markers = markers
    return try authority.issue(template, by: issuer)
  }
}

/// Errors in minting are defects, never faults of the input.
private func minting<Value>(_ body: () throws(MintError) -> Value) throws(ReceiptError) -> Value {
  do throws(MintError) {
    return try body()
  } catch {
    throw ReceiptError(.defect, "the redacted receipt cannot be signed: \(String(describing: error))")
  }
}
