/// Compares lists of purchases: `in_app`, or `latest_receipt_info` with the purchases of a receipt.
struct PurchaseListComparison {
  let context: ComparisonContext
  /// Where Apple's list comes from.
  let place: ServerFields.Place
  /// Whether a purchase of the receipt is a consumable, by its index.
  let isConsumable: (Int) -> Bool
  /// Whether the order of the list is the receipt's.
  let isOrdered: Bool
  /// What is said of a purchase that Apple's list lacks; `nil` if that needs no word.
  let missing: (DifferenceCause, String)?

  func compare(
    local: [JSONValue], apple: [JSONValue], matching: PurchaseMatching, at pair: PlacePair,
    into fields: inout FieldCollector
  ) {
    let moved = isOrdered ? matching.moved : []
    for (index, purchase) in apple.enumerated() {
      let pointer = JSONPointer.append(String(index), to: pair.apple)
      guard let partner = matching.partners[index] else {
        let (cause, note) = added(purchase)
        fields.add(
          ComparedField(
            kind: .onlyApple, pointer: pointer, apple: purchase, transactionID: Self.transactionID(purchase),
            cause: cause, note: note))
        continue
      }
      let place = PlacePair(
        apple: pointer, local: JSONPointer.append(String(partner), to: pair.local),
        transactionID: Self.transactionID(local[partner]))
      if moved.contains(index) {
        fields.add(
          ComparedField(
            kind: .moved, pointer: pointer, localPointer: place.local, local: .number(String(partner)),
            apple: .number(String(index)), transactionID: place.transactionID,
            cause: context.isAnother ? .anotherReceipt : .reordered,
            note: "moved from index \(partner.grouped) to \(index.grouped)"))
      }
      ObjectComparison(
        place: self.place, context: context, local: local[partner].members, apple: purchase.members, pair: place
      ).compare(into: &fields)
    }
    for index in matching.unmatchedLocal {
      guard let (cause, note) = absent(index) else { continue }
      let pointer = JSONPointer.append(String(index), to: pair.local)
      fields.add(
        ComparedField(
          kind: .onlyLocal, pointer: pointer, localPointer: pointer, local: local[index],
          transactionID: Self.transactionID(local[index]), cause: cause, note: note))
    }
  }

  /// What a purchase that only Apple's list has means.
  private func added(_ purchase: JSONValue) -> (DifferenceCause, String) {
    guard case .object = purchase else { return (.added, "this is no purchase") }
    var reader = FieldReader(purchase)
    guard let date = reader.date("purchase_date") else {
      return (.added, "a purchase without a date that can be read, which the receipt does not have")
    }
    guard let madeAt = context.madeAt else { return (.added, "the receipt does not have it") }
    if date > madeAt {
      // The date is that of the period, which Apple may have booked ahead.
      let word = reader.text("original_transaction_id") == reader.text("transaction_id") ? "bought" : "renewed"
      return (.renewedSince, "\(word) \(date.rfc3339), after this receipt was signed")
    }
    if context.isAnother { return (.anotherReceipt, "") }
    return (.added, "bought \(date.rfc3339), before the receipt was made at \(madeAt.rfc3339), which does not have it")
  }

  private func absent(_ index: Int) -> (DifferenceCause, String)? {
    guard let missing else { return nil }
    if isConsumable(index), missing.0 != .emptied {
      return (
        .consumableFinished,
        "consumable finished: it leaves newer receipts; the answer is of a newer one, or it was taken out"
      )
    }
    return missing
  }

  private static func transactionID(_ purchase: JSONValue) -> String? { purchase["transaction_id"]?.scalarText }
}
