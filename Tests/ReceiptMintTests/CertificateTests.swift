import ReceiptMint
import TestSupport
import Testing

/// What `openssl x509 -text` reads in the minted certificates.
struct CertificateTests {
  private func text(_ certificate: TestCertificate) throws -> String {
    let outcome = try OpenSSLCommand.run(
      ["x509", "-noout", "-text", "-nameopt", "RFC2253", "-in", "certificate.pem"],
      files: ["certificate.pem": Array(certificate.pem.utf8)])
    #expect(outcome.status == 0, "\(outcome.errors)")
    return outcome.text
  }

  @Test func signer() throws {
    let text = try text(try Shared.authority.chain().signer)
    #expect(text.contains("1.2.840.113635.100.6.11.1: \n"))
    #expect(!text.contains("1.2.840.113635.100.6.2.1:"))
    #expect(text.contains("Signature Algorithm: sha256WithRSAEncryption"))
    #expect(text.contains("X509v3 Basic Constraints: critical\n                CA:FALSE"))
    #expect(text.contains("X509v3 Key Usage: critical\n                Digital Signature\n"))
    #expect(text.contains("Subject: C=ZZ,O=receipt-tool TEST PKI (not Apple),CN=TEST Receipt Signing (not Apple)"))
    #expect(text.contains("Not Before: Jul 24 14:50:03 2024 GMT"))
    #expect(text.contains("Not After : Aug 23 14:50:02 2026 GMT"))
    #expect(text.contains("Public-Key: (1024 bit)"))
    #expect(text.contains("Exponent: 65537"))
  }

  @Test func intermediateAndRoot() throws {
    let chain = try Shared.authority.chain()
    let intermediate = try text(chain.intermediate)
    #expect(intermediate.contains("1.2.840.113635.100.6.2.1: \n"))
    #expect(!intermediate.contains("1.2.840.113635.100.6.2.1: critical"))
    #expect(intermediate.contains("CA:TRUE, pathlen:0"))
    #expect(intermediate.contains("Certificate Sign, CRL Sign"))
    let root = try text(chain.root)
    #expect(root.contains("Signature Algorithm: sha1WithRSAEncryption"))
    #expect(root.contains("CA:TRUE"))
    #expect(!root.contains("1.2.840.113635"))
  }

  @Test func markersCanBeLeftOut() throws {
    var options = ChainOptions(.sha1)
    options.hasSignerMarker = false
    options.hasIntermediateMarker = false
    for certificate in try Shared.authority.chain(options).certificates {
      let text = try text(certificate)
      #expect(!text.contains("1.2.840.113635"))
      #expect(text.contains("Signature Algorithm: sha1WithRSAEncryption"))
    }
  }

  @Test func xcode() throws {
    let text = try text(try Shared.authority.xcodeCertificate())
    #expect(text.contains("Serial Number: 1 (0x1)"))
    #expect(text.contains("OU=StoreKit,CN=StoreKit"))
    #expect(text.contains("O=receipt-tool TEST PKI (not Apple)"))
    #expect(text.contains("Code Signing"))
    #expect(!text.contains("Key Identifier"))
  }

  @Test func everyNameSaysTest() throws {
    let authority = try Shared.authority
    var certificates = [try authority.xcodeCertificate(), try authority.unrelatedCertificate()]
    for era in Era.allCases { certificates += try authority.chain(ChainOptions(era)).certificates }
    for version in TransactionVersion.allCases {
      let chain = try authority.transactionChain(version)
      certificates += [chain.signer, chain.issuer]
    }
    for certificate in certificates {
      for name in [certificate.subject, certificate.issuer] {
        let encoded = String(decoding: name.encoded, as: UTF8.self)
        #expect(encoded.contains("TEST"))
        #expect(encoded.contains("not Apple"))
        #expect(!encoded.contains("Apple Inc."))
      }
    }
  }

  @Test func distinctCertificatesHaveDistinctSerialNumbers() throws {
    let authority = try Shared.authority
    var options = ChainOptions()
    let first = try authority.chain(options)
    options.signerValidity.notAfter = "2026-08-23T14:50:03Z"
    let second = try authority.chain(options)
    #expect(first.signer.serialNumber != second.signer.serialNumber)
    #expect(first.intermediate.der == second.intermediate.der)
  }

  /// UTCTime until 2049, GeneralizedTime from 2050 (RFC 5280 §4.1.2.5).
  @Test func validityBeyond2049() throws {
    var options = ChainOptions()
    options.signerValidity = Validity("2049-12-31T23:59:59Z", "2050-01-01T00:00:00Z")
    let signer = try Shared.authority.chain(options).signer
    #expect(try text(signer).contains("Not After : Jan  1 00:00:00 2050 GMT"))
    let listing = try OpenSSLCommand.run(
      ["asn1parse", "-inform", "DER", "-in", "certificate"], files: ["certificate": signer.der])
    #expect(listing.text.contains("UTCTIME           :491231235959Z"))
    #expect(listing.text.contains("GENERALIZEDTIME   :20500101000000Z"))
  }
}
