/// A CMS SignedData to be written, in any shape. Start from ``EnvelopeMinter/envelope(_:)`` and change the part under
/// test.
///
///     ContentInfo ::= SEQUENCE { contentType, content [0] EXPLICIT SignedData }
///     SignedData ::= SEQUENCE { version 1, digestAlgorithms SET OF AlgorithmIdentifier,
///       encapContentInfo SEQUENCE { eContentType, eContent [0] EXPLICIT OCTET STRING },
///       certificates [0] IMPLICIT SET OF Certificate OPTIONAL, signerInfos SET OF SignerInfo }
///     (RFC 5652 §3 and §5.1)
package struct SignedDataDescription: Sendable {
  /// The encoding of lengths.
  package enum Encoding: Hashable, Sendable {
    /// Definite lengths throughout. (This is DER except for the order of certificates, which stays as given, as in real
    /// receipts.)
    case der
    /// Indefinite lengths around the content, and the content as a constructed OCTET STRING.
    ///
    /// The constructed OCTET STRING consists of primitive ones of up to `chunkSize` octets each. `chunkSize` is at
    /// least 1. Xcode writes a single primitive one (observed).
    case ber(chunkSize: Int)
  }

  /// The payload: content octets of eContent if ``wrappings`` is 0.
  package var payload: [UInt8]
  /// The number of additional OCTET STRINGs that enclose the payload inside eContent. Synthetic receipts on the web
  /// have 1.
  package var wrappings = 0
  /// Certificates in the order in which they are written; empty: no `certificates` field.
  package var certificates: [TestCertificate]
  /// SignerInfos in the order in which they are written; empty: unsigned.
  package var signers: [SignerDescription]
  /// The encoding of lengths.
  package var encoding: Encoding = .der
  /// Whether the content is in the envelope; without it the signature is detached.
  package var hasContent = true

  /// A SignedData with definite lengths, and with the payload directly in eContent.
  package init(payload: [UInt8], certificates: [TestCertificate], signers: [SignerDescription]) {
    self.payload = payload
    self.certificates = certificates
    self.signers = signers
  }

  /// The content octets of eContent: the signed content, and the output of `openssl cms -verify`.
  package var content: [UInt8] {
    (0..<max(0, wrappings)).reduce(payload) { octets, _ in DEREncoder.octetString(octets) }
  }

  /// Signs the receipt.
  ///
  /// - Throws: ``MintError/invalidTime(_:)`` for a signing time of another format, ``MintError/openSSL(call:reason:)``.
  package func mint() throws(MintError) -> MintedReceipt {
    var signerInfos: [[UInt8]] = []
    for signer in signers { signerInfos.append(try signer.encoded(over: content)) }
    let digests = Digest.allCases.filter { digest in signers.contains { $0.digest == digest } }
    let embedded = DEREncoder.joined(certificates.map(\.der))
    let signedData: [[UInt8]] = [
      DEREncoder.integer(1),
      DEREncoder.set(digests.map { DEREncoder.algorithm($0.identifier) }),
      around(0x30, DEREncoder.objectIdentifier(.data) + (hasContent ? around(0xA0, eContent) : [])),
      certificates.isEmpty ? [] : DEREncoder.element(0xA0, embedded),
      DEREncoder.set(signerInfos),
    ]
    let content = around(0xA0, around(0x30, DEREncoder.joined(signedData)))
    return MintedReceipt(payload: payload, bytes: around(0x30, DEREncoder.objectIdentifier(.signedData) + content))
  }

  /// One constructed element around `content`, with a length in the chosen encoding.
  private func around(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
    switch encoding {
    case .der: DEREncoder.element(tag, content)
    case .ber: DEREncoder.indefinite(tag, content)
    }
  }

  private var eContent: [UInt8] {
    switch encoding {
    case .der: return DEREncoder.octetString(content)
    case .ber(let chunkSize):
      let octets = content
      let size = max(1, chunkSize)
      // `start + size` could overflow, because the size may be the largest number.
      let chunks = stride(from: 0, to: octets.count, by: size).map { start in
        DEREncoder.octetString(Array(octets[start..<(start + min(size, octets.count - start))]))
      }
      return DEREncoder.indefinite(0x24, DEREncoder.joined(chunks))
    }
  }
}
