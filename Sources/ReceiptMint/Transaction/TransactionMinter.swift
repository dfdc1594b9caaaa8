import ReceiptAnalysis

/// Signs iOS 6 transaction receipts.
package struct TransactionMinter: Sendable {
  private let chain: TransactionChain

  /// A minter that signs with the signer of `chain`, in the form of its version.
  package init(_ chain: TransactionChain) { self.chain = chain }

  /// Signs the receipt, with the fault of `flaw`.
  ///
  ///     signature = version octet ‖ RSA PKCS#1 v1.5 over (version octet ‖ purchase-info)
  ///                 ‖ length of the certificate, 4 octets, most significant first ‖ certificate, DER
  ///
  /// - Throws: ``MintError/openSSL(call:reason:)``.
  package func mint(
    _ transaction: TransactionDescription, flaw: SignerDescription.Flaw? = nil
  ) throws(MintError) -> MintedTransaction {
    let purchaseInfo = transaction.purchaseInfoOctets
    let signed: [UInt8] = if case .signedOther(let other) = flaw { other } else { purchaseInfo }
    let version = chain.version.rawValue
    var signature = try chain.signer.sign([version] + signed, digest: chain.version.digest)
    if flaw == .flippedSignature, let last = signature.indices.last { signature[last] ^= 1 }
    let certificate = chain.signer.der
    let length = (0..<4).map { UInt8(truncatingIfNeeded: certificate.count >> (24 - 8 * $0)) }
    let blob = [version] + signature + length + certificate

    var entries = [
      PropertyListEntry("signature", Base64.encode(blob)),
      PropertyListEntry("purchase-info", Base64.encode(purchaseInfo)),
    ]
    let unsigned = [
      ("environment", transaction.environment), ("pod", transaction.pod), ("signing-status", transaction.signingStatus),
    ]
    entries += unsigned.compactMap { key, value in value.map { PropertyListEntry(key, $0) } }
    return MintedTransaction(
      purchaseInfo: purchaseInfo, signature: signature, signatureBlob: blob,
      propertyList: PropertyListEntry.list(entries))
  }
}

/// A minted iOS 6 transaction receipt.
package struct MintedTransaction: Hashable, Sendable {
  /// The octets of `purchase-info`, decoded from base64: an old-style property list.
  package let purchaseInfo: [UInt8]
  /// The RSA signature alone, 128 or 256 octets.
  package let signature: [UInt8]
  /// The octets of `signature`, decoded from base64: version, RSA signature, length, certificate.
  package let signatureBlob: [UInt8]
  /// The whole receipt as an old-style property list.
  package let propertyList: String

  /// ``propertyList`` in base64 on one line: `transactionReceipt` in the device's form, starting `ewoJInNp`.
  package var base64: String { Base64.encode(Array(propertyList.utf8)) }
}
