extension Receipt {
  /// The purchases as the App Store Server API would tell of them, as far as the receipt does: payloads of transactions
  /// without a date of signing, in the order of the receipt.
  ///
  /// Names are those of ``TransactionMember``, types those of ``PayloadTable/transaction``. A receipt does not name the
  /// group of a subscription, a price, a storefront, the customer, or how a discount is paid.
  ///
  /// - Parameter environment: as signed data names it.
  package func transactions(environment: String) -> [JSONValue] {
    var writer = JSONWriter(layout: .compact)
    writer.receipt(self)
    // Our own text: the limits for untrusted input do not apply.
    guard let local = try? JSONReader(maximumValues: .max).read(writer.bytes),
      case .array(let purchases)? = local["in_app"], purchases.count == inApp.count
    else { return [] }
    let types = Dictionary(
      PayloadTable.transaction.members.map { ($0.name, $0.type) }, uniquingKeysWith: { first, _ in first })
    return zip(purchases, inApp).map { purchase, source in
      var values: [String: JSONValue] = ["environment": .string(environment)]
      values["bundleId"] = bundleIdentifier.map(JSONValue.string)
      values["type"] = source.productType?.signedName.map(JSONValue.string)
      for member in TransactionMember.ofTransaction {
        values[member.signed] = types[member.signed].flatMap { member.signedValue(of: purchase, $0) }
      }
      return .object(
        PayloadTable.transaction.members.compactMap { row in values[row.name].map { .init(row.name, $0) } })
    }
  }
}

extension TransactionMember {
  /// What signed data says where a purchase of a receipt says this; `nil` if it says nothing.
  fileprivate func signedValue(of purchase: JSONValue, _ type: PayloadType) -> JSONValue? {
    if let told { return told(purchase) }
    if case .milliseconds = type {
      var reader = FieldReader(names: purchase.members)
      return reader.date(receipt).map { .number(String($0.milliseconds)) }
    }
    guard let text = purchase[receipt]?.scalarText, !text.isEmpty else { return nil }
    switch type {
    case .integer: return Int64(text).map { .number(String($0)) }
    case .flag: return text == "true" ? .bool(true) : nil
    case .enumeration(let words):
      // Receipts have numbers of which no one knows the word.
      guard words[text] != nil else { return nil }
      return Int64(text).map { .number(String($0)) } ?? .string(text)
    default: return .string(text)
    }
  }
}

extension ProductType {
  /// The word of signed data (`type` of JWSTransactionDecodedPayload); `nil` for kinds that it does not have.
  package var signedName: String? { PurchaseHistory.productTypes.first { $0.value == self }?.key }
}
