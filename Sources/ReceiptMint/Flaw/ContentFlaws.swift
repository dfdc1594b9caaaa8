extension MintFlaw {
  /// The signature is valid, but the content is impossible.
  static let contentFlaws: [MintFlaw] = [
    MintFlaw(
      "duplicate-attribute", "the bundle identifier is there twice, with different values", sound("attributes"),
      .description { receipt in
        receipt.extraAttributes.append(.utf8(2, (receipt.bundleIdentifier ?? "com.example") + ".other"))
      }),
    MintFlaw(
      "bad-date", "the receipt was made on a day that does not exist",
      .failed("outside-validity", step: "validity", checks: "certificate_chain", "attributes"),
      .description { receipt in receipt.creationDate = "2025-02-30T00:00:00Z" }),
    MintFlaw(
      "bad-purchase-date", "a purchase was made in a month that does not exist", sound("attributes"),
      .description { receipt in change(&receipt) { $0.purchaseDate = "2025-13-01T00:00:00Z" } }),
    MintFlaw(
      "bad-number", "the quantity of a purchase is a text", sound("attributes"),
      .description { receipt in
        change(&receipt) { purchase in
          purchase.quantity = nil
          purchase.extraAttributes.append(.utf8(1701, "one"))
        }
      }),
    MintFlaw(
      "dates-out-of-order", "a purchase expires before it is made", sound("purchase_dates"),
      .description { receipt in change(&receipt) { $0.expiresDate = "2001-01-01T00:00:00Z" } }),
    MintFlaw(
      "duplicate-transaction", "one transaction is there twice, with different quantities",
      sound("duplicate_transactions"), isUsualInXcode: true,
      .description { receipt in
        // A receipt without purchases gets one.
        change(&receipt) { _ in }
        guard var second = receipt.inApp.first else { return }
        let (more, overflows) = (second.quantity ?? 1).addingReportingOverflow(1)
        second.quantity = overflows ? 1 : more
        receipt.inApp.append(second)
      }),
    MintFlaw(
      "zero-quantity", "nothing was bought in a purchase", sound("quantity"),
      .description { receipt in change(&receipt) { $0.quantity = 0 } }),
    MintFlaw(
      "unknown-product-type", "a product is of an unknown kind", sound("product_type_known"),
      .description { receipt in change(&receipt) { $0.productType = 99 } }),
    MintFlaw(
      "expired-receipt", "the receipt itself has expired, as those of the Volume Purchase Program do",
      sound("expiration_date"),
      .description { receipt in receipt.expirationDate = receipt.creationDate }),
  ]

  /// The proof holds, and this check of the content fails.
  private static func sound(_ check: String) -> FlawPromise { .failed("test-signed", checks: check) }

  /// Changes the first purchase. A receipt without purchases gets one.
  private static func change(_ receipt: inout ReceiptDescription, _ change: (inout InAppDescription) -> Void) {
    if receipt.inApp.isEmpty {
      var purchase = InAppDescription()
      purchase.quantity = 1
      purchase.productID = (receipt.bundleIdentifier ?? "com.example") + ".pro"
      purchase.transactionID = "2000000000000001"
      purchase.originalTransactionID = purchase.transactionID
      purchase.purchaseDate = receipt.creationDate
      purchase.originalPurchaseDate = receipt.creationDate
      purchase.productType = 0
      receipt.inApp = [purchase]
    }
    change(&receipt.inApp[0])
  }
}
