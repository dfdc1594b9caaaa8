extension Check {
  /// Whether a receipt that expires (from the Volume Purchase Program) is still valid.
  static let expirationDate = Check(
    "expiration_date", .content,
    summary: "Is the receipt itself still good? Those of the Volume Purchase Program end when the licence is revoked.",
    ifFailed: .customer, "Ask the administrator of the device to assign a licence again, then refresh the receipt.",
    isRequested: { _ in false }
  ) { context in
    guard let receipt = context.receipt else { return .skipped(context.saysNothing) }
    guard let expiration = receipt.expirationDate?.instant else {
      // Purchases have attributes of their own, whose irregularities are in the same list.
      let hasAttribute = receipt.attributes.contains { $0.type == expirationDateType }
      let isOdd = receipt.irregularities.contains { $0.attributeType == expirationDateType }
      return hasAttribute && isOdd
        ? .failed("the receipt has an expiration date that cannot be read") : .skipped("the receipt does not expire")
    }
    let expected: Message = "after \(context.now.rfc3339)"
    guard context.now < expiration else {
      return .failed(expected: expected, found: .value(expiration.rfc3339), "the receipt has expired")
    }
    return .passed(expected: expected, found: .value(expiration.rfc3339))
  }

  /// The type of the attribute `expiration_date`.
  private static let expirationDateType: Int64 = 21
}
