import ReceiptKit
import ReceiptMint

extension Rewriter {
  /// A receipt, a transaction receipt or a signed object, rewritten and signed by the test authority.
  ///
  /// The result has the form used in transport: base64 or JWS.
  func rewrittenContent(of decoded: DecodedInput, at place: String) throws(ReceiptError) -> String {
    rewrittenCount += 1
    log.note(.signedAgain, .signature, place + "signature")
    switch decoded.document {
    case .receipt(let receipt):
      let payload = try rewrittenPayload(of: receipt, place)
      return try authority.signReceipt(payload, like: decoded, receipt).base64
    case .transactionReceipt(let receipt):
      return try rewrittenTransaction(receipt, place)
    case .jws(let signature):
      return try rewrittenJWS(signature, place)
    }
  }

  /// A JWS with a rewritten payload and the same number of certificates as before, one or three. Signed data inside the
  /// payload is signed first.
  ///
  /// A member that occurs twice stays twice, as in receipts, so that such a JWS is refused as before.
  private func rewrittenJWS(_ signature: JSONWebSignature, _ place: String) throws(ReceiptError) -> String {
    let payload = try rewrittenJSON(signature.payload, nil, place) ?? .null
    // Xcode signs with one certificate, Apple with three.
    var isXcode = false
    if case .array(let certificates)? = signature.header["x5c"] { isXcode = certificates.count == 1 }
    return try authority.signJWS(payload, with: try signer(asXcode: isXcode))
  }

  private func signer(asXcode isXcode: Bool) throws(ReceiptError) -> JWSSigner {
    if let known = signers[isXcode] { return known }
    let signer = try authority.signer(asXcode: isXcode)
    signers[isXcode] = signer
    return signer
  }

  /// An iOS 6 transaction receipt: entries keep their order, including the outer ones.
  private func rewrittenTransaction(_ receipt: TransactionReceipt, _ place: String) throws(ReceiptError) -> String {
    var description = TransactionDescription()
    description.extraEntries = try rewrittenEntries(receipt.purchaseEntries, place + "purchase-info")
    let minted = try authority.signTransaction(description, like: receipt)
    var outer: [PropertyListEntry] = []
    for entry in receipt.entries {
      switch entry.key {
      case "signature": outer.append(PropertyListEntry(entry.key, Base64.encode(minted.signatureBlob)))
      case "purchase-info": outer.append(PropertyListEntry(entry.key, Base64.encode(minted.purchaseInfo)))
      default: outer += try rewrittenEntries([entry], place)
      }
    }
    return Base64.encode(Array(PropertyListEntry.list(outer).utf8))
  }

  private func rewrittenEntries(
    _ entries: [TransactionReceipt.Entry], _ place: String
  ) throws(ReceiptError) -> [PropertyListEntry] {
    let members = entries.map { JSONValue.Member($0.key, .string($0.value)) }
    return try rewrittenMembers(members, place).map { PropertyListEntry($0.name, $0.value.stringValue ?? "") }
  }
}
