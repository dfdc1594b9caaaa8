extension JSONValue {
  /// `receipt` as `decode` prints it, so that the comparison uses exactly what people see.
  ///
  /// - Throws: `.otherFormat` for a JWS, which is not a receipt.
  init(receiptOf decoded: DecodedInput) throws(ReceiptError) {
    var writer = JSONWriter(layout: .compact)
    switch decoded.document {
    case .receipt(let receipt): writer.receipt(receipt)
    case .transactionReceipt(let receipt): receipt.writeReceipt(to: &writer)
    case .jws:
      throw ReceiptError(
        .otherFormat,
        "signed data of StoreKit 2 (a JWS) and no receipt; verifyReceipt never answers it",
        hint: "compare an app receipt or an iOS 6 transaction receipt; --transactions takes signed data beside it")
    }
    // This text was written by this software, so the limits for untrusted input do not apply.
    self = try JSONReader(maximumValues: .max).read(writer.bytes)
  }

  /// The purchases of a receipt: `in_app`, or an iOS 6 transaction receipt itself.
  var purchases: [JSONValue] {
    if let list = self["in_app"] { return list.purchaseList ?? [] }
    return self["transaction_id"] == nil ? [] : [self]
  }
}
