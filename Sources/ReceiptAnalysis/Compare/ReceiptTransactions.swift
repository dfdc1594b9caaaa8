extension Receipt {
  /// The purchases in the form of the App Store Server API, as far as the receipt has the data: payloads of
  /// transactions without a signing date, in the order of the receipt.
  ///
  /// The names are those of ``TransactionMember``, the types those of ``PayloadTable/transaction``. A receipt names
  /// neither the group of a subscription, nor a price, a storefront, the customer, or the type of a discount. The
  /// stand-in for Apple's servers answers with these payloads.
  ///
  /// - Parameter environment: the environment, in the word of signed data.
  package func transactions(environment: String) -> [JSONValue] {
    // ``TransactionMember`` names the members of verifyReceipt, so the receipt is printed in that form first. A decoded
    // receipt can always be printed, with all its purchases.
    guard let printedReceipt = try? JSONValue.printed({ $0.receipt(self) }),
      case .array(let purchases)? = printedReceipt["in_app"], purchases.count == inApp.count
    else { return [] }
    let types = Dictionary(
      PayloadTable.transaction.members.map { ($0.name, $0.type) }, uniquingKeysWith: { first, _ in first })
    return zip(purchases, inApp).map { purchase, source in
      var values: [String: JSONValue] = ["environment": .string(environment)]
      values["bundleId"] = bundleIdentifier.map(JSONValue.string)
      values["type"] = source.productType?.storeKitName.map(JSONValue.string)
      for member in TransactionMember.ofTransaction {
        values[member.signedName] = types[member.signedName].flatMap { member.signedValue(of: purchase, $0) }
      }
      return .object(
        PayloadTable.transaction.members.compactMap { row in values[row.name].map { .init(row.name, $0) } })
    }
  }
}

extension TransactionMember {
  /// The value in signed data that corresponds to the value of a purchase in a receipt; `nil` if there is none.
  fileprivate func signedValue(of purchase: JSONValue, _ type: PayloadType) -> JSONValue? {
    if let makeSignedValue { return makeSignedValue(purchase) }
    if case .milliseconds = type {
      var reader = FieldReader(members: purchase.members)
      return reader.date(receiptName).map { .number(String($0.milliseconds)) }
    }
    guard let text = purchase[receiptName]?.scalarText, !text.isEmpty else { return nil }
    switch type {
    case .integer: return Int64(text).map { .number(String($0)) }
    case .flag: return text == "true" ? .bool(true) : nil
    case .enumeration(let words):
      // Receipts contain numbers whose word is unknown.
      guard words[text] != nil else { return nil }
      return Int64(text).map { .number(String($0)) } ?? .string(text)
    default: return .string(text)
    }
  }
}
