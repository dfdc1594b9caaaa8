/// The complete input of a check.
package struct CheckContext: Sendable {
  /// The decoded input, with the judgement of its signer.
  package let decoded: DecodedInput
  package let expectations: Expectations
  /// The time at which dates are judged.
  package let now: Instant
  /// The purchases, in the order of the bytes.
  let purchases: [PurchaseRecord]

  package init(_ decoded: DecodedInput, expectations: Expectations, now: Instant) {
    self.decoded = decoded
    self.expectations = expectations
    self.now = now
    switch decoded.document {
    case .receipt(let receipt): purchases = receipt.inApp.map(PurchaseRecord.init)
    case .transactionReceipt(let receipt): purchases = [PurchaseRecord(checking: receipt)]
    case .jws: purchases = (try? PurchaseHistory(decoded))?.purchases ?? []
    }
  }

  /// The app receipt, if the input is one.
  var receipt: Receipt? {
    guard case .receipt(let receipt) = decoded.document else { return nil }
    return receipt
  }

  /// The signed data of StoreKit 2 or of the App Store Server API, if the input is such data.
  var signedData: JSONWebSignature? {
    guard case .jws(let signature) = decoded.document else { return nil }
    return signature
  }

  /// The payloads about a transaction or a renewal: the payload itself, or those of the parts of a notification.
  var signedTransactions: [JSONValue] {
    guard let signedData else { return [] }
    return [signedData.payload] + decoded.signedParts.compactMap { $0.signature?.payload }
  }

  /// The signed version of the app.
  var applicationVersion: String? {
    switch decoded.document {
    case .receipt(let receipt): receipt.applicationVersion
    case .transactionReceipt(let receipt): receipt.applicationVersion
    case .jws(let signature): signature.payload["applicationVersion"]?.stringValue
    }
  }

  /// When an app receipt was made or signed data was signed; `nil` for an iOS 6 receipt, which has only the date of its
  /// purchase.
  var madeAt: Instant? {
    if case .transactionReceipt = decoded.document { return nil }
    return decoded.madeAt
  }

  /// The result of one step of the proof.
  func step(_ name: Authenticity.Step.Name) -> Authenticity.Step? {
    decoded.authenticity?.steps.first { $0.name == name }
  }

  /// Why this document cannot answer a check that other documents can answer.
  var saysNothing: Message {
    switch decoded.document {
    case .receipt: "an app receipt says nothing of it"
    case .transactionReceipt: "an iOS 6 transaction receipt says nothing of it"
    case .jws: "signed data of this kind says nothing of it"
    }
  }
}

extension PurchaseRecord {
  /// The purchase of an iOS 6 transaction receipt, with all dates in it, including dates beyond ``Instant/writable``.
  ///
  /// Its cancellation is left out: only the check `products` judges that, and it reads a ``PurchaseHistory``.
  fileprivate init(checking receipt: TransactionReceipt) {
    self.init()
    productID = receipt.productID
    transactionID = receipt.transactionID
    quantity = receipt.quantity.flatMap { Int64($0) }
    purchased = receipt.purchaseInstant
    originallyPurchased = receipt.originalPurchaseInstant
    expires = receipt.expiresInstant
  }

  /// `transaction 1000000166965150 (monthly)`
  var name: String { words.description }

  /// The same as a part of a message.
  var words: Message {
    let product: Message = productID.map { "\($0)" } ?? "no product"
    return transactionID.map { "transaction \($0) (\(product))" } ?? "transaction without a number (\(product))"
  }
}
