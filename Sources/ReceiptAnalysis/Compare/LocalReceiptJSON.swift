extension JSONValue {
  /// `receipt` as `decode` prints it, so that the comparison uses exactly what people see.
  ///
  /// - Throws: `.otherFormat` for a JWS, which is not a receipt.
  init(receiptOf decoded: DecodedInput) throws(ReceiptError) {
    switch decoded.document {
    case .receipt(let receipt): self = try .printed { $0.receipt(receipt) }
    case .transactionReceipt(let receipt): self = try .printed { receipt.writeReceipt(to: &$0) }
    case .jws:
      throw ReceiptError(
        .otherFormat,
        "signed data of StoreKit 2 (a JWS) and no receipt; verifyReceipt never answers it",
        hint: "compare an app receipt or an iOS 6 transaction receipt; --transactions takes signed data beside it")
    }
  }

  /// What this software writes, as a value. The limits for untrusted input do not apply.
  static func printed(_ write: (inout JSONWriter) -> Void) throws(ReceiptError) -> JSONValue {
    var writer = JSONWriter(layout: .compact)
    write(&writer)
    return try JSONReader(maximumValues: .max).read(writer.bytes)
  }

  /// The purchases of a receipt: `in_app`, or an iOS 6 transaction receipt itself.
  var purchases: [JSONValue] {
    if let list = self["in_app"] { return list.purchaseList ?? [] }
    return self["transaction_id"] == nil ? [] : [self]
  }
}
