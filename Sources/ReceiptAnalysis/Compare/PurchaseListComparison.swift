/// Compares lists of purchases: `in_app`, or `latest_receipt_info` with the purchases of a receipt.
struct PurchaseListComparison {
  let context: ComparisonContext
  /// The origin of Apple's list.
  let place: AnswerPlace
  /// Whether a purchase of the receipt is a consumable, by its index.
  let isConsumable: (Int) -> Bool
  /// Whether Apple's elements may lack signed members.
  var mayLack = false
  /// Whether the list must have the receipt's order.
  let isOrdered: Bool
  /// The cause and note for a purchase that Apple's list lacks, by its index in the receipt; `nil` if a lack is not
  /// noted.
  let missing: ((Int) -> (DifferenceCause, Message))?

  func compare(
    local: [JSONValue], apple: [JSONValue], matching: PurchaseMatching, at pair: PlacePair,
    into fields: inout FieldCollector
  ) {
    let moved = isOrdered ? matching.moved : []
    var cachedSubscriptions: Set<String>?
    for (index, purchase) in apple.enumerated() {
      let pointer = JSONPointer.append(String(index), to: pair.apple)
      guard let partner = matching.partners[index] else {
        let subscriptions = cachedSubscriptions ?? Self.subscriptions(local, apple)
        cachedSubscriptions = subscriptions
        let (cause, note) = explanation(ofAdded: purchase, subscriptions)
        fields.add(
          ComparedField(
            kind: .onlyApple, pointer: pointer, apple: purchase, transactionID: Self.transactionID(purchase),
            cause: cause, note: note))
        continue
      }
      let elementPair = PlacePair(
        apple: pointer, local: JSONPointer.append(String(partner), to: pair.local),
        transactionID: Self.transactionID(local[partner]))
      if moved.contains(index) {
        fields.add(
          ComparedField(
            kind: .moved, pointer: pointer, localPointer: elementPair.local, local: .number(String(partner)),
            apple: .number(String(index)), transactionID: elementPair.transactionID,
            cause: context.isAnother ? .anotherReceipt : .reordered,
            note: "moved from index \(grouped: partner) to \(grouped: index)"))
      }
      ObjectComparison(
        place: place, context: context, local: local[partner].members, apple: purchase.members, pair: elementPair,
        mayLack: mayLack
      ).compare(into: &fields)
    }
    for index in matching.unmatchedLocal {
      guard let (cause, note) = explanation(ofMissing: index) else { continue }
      let pointer = JSONPointer.append(String(index), to: pair.local)
      fields.add(
        ComparedField(
          kind: .onlyLocal, pointer: pointer, localPointer: pointer, local: local[index],
          transactionID: Self.transactionID(local[index]), cause: cause, note: note))
    }
  }

  /// The meaning of a purchase that only Apple's list has.
  private func explanation(ofAdded purchase: JSONValue, _ subscriptions: Set<String>) -> (DifferenceCause, Message) {
    guard case .object = purchase else { return (.added, "this is not a purchase") }
    var reader = FieldReader(purchase)
    guard let date = reader.date("purchase_date") else {
      return (.added, "a purchase without a date that can be read, which the receipt does not have")
    }
    guard let madeAt = context.madeAt else { return (.added, "the receipt does not have it") }
    if date > madeAt {
      let isFirst = reader.text("original_transaction_id") == reader.text("transaction_id")
      let words: Message = isFirst ? "bought \(date.rfc3339)" : "renewed \(date.rfc3339)"
      if let objection = objection(purchase, date, words, isFirst: isFirst, subscriptions) {
        return (.impossible, objection)
      }
      return (.renewedSince, "\(words), after this receipt was signed")
    }
    if context.isAnother { return (.anotherReceipt, "") }
    return (.added, "bought \(date.rfc3339), before the receipt was made at \(madeAt.rfc3339), which does not have it")
  }

  /// Why Apple cannot have reported this later purchase.
  private func objection(
    _ purchase: JSONValue, _ date: Instant, _ words: Message, isFirst: Bool, _ subscriptions: Set<String>
  ) -> Message? {
    // The date is the start of the period, which Apple books up to a day ahead.
    if let askedAt = context.askedAt, date.milliseconds > askedAt.milliseconds + 86_400_000 {
      return "\(words), after the answer was given at \(askedAt.rfc3339)"
    }
    if let (name, note) = ServerValues(purchase.members).firstObjection(purchase.members.lazy.map(\.name)) {
      return "\(words); but `\(name.displayed(limit: 60))`: \(note)"
    }
    var reader = FieldReader(purchase)
    // `isFirst` is also true if both identifiers are missing.
    guard !isFirst, let original = reader.text("original_transaction_id") else {
      return isFirst && reader.has("transaction_id") ? nil : "\(words), without the identifiers that Apple prints"
    }
    if subscriptions.contains(original) { return nil }
    // A list without old transactions also lacks the first transaction of a subscription that began after the receipt
    // was made.
    let began = reader.date("original_purchase_date")
    if place == .latestPurchase, let began, let madeAt = context.madeAt, began > madeAt, began <= date { return nil }
    return "\(words), but nothing else speaks of the subscription \(original.displayed(limit: 40)) that it renews"
  }

  /// The meaning of a purchase that only the receipt has, by its index; `nil` if it is not worth a note.
  private func explanation(ofMissing index: Int) -> (DifferenceCause, Message)? {
    guard let missing = missing?(index) else { return nil }
    if isConsumable(index), missing.0 != .emptied {
      return (
        .consumableFinished,
        "consumable finished: it leaves newer receipts; the answer is of a newer one, or it was taken out"
      )
    }
    return missing
  }

  private static func transactionID(_ purchase: JSONValue) -> String? { purchase["transaction_id"]?.scalarText }

  /// The subscriptions in the receipt and the answer, by the identifiers of their transactions.
  ///
  /// - Parameters:
  ///   - local: signed purchases; all identifiers in them count.
  ///   - apple: the purchases of the answer; only their own identifiers count, since each could name any other.
  static func subscriptions(_ local: [JSONValue], _ apple: [JSONValue]) -> Set<String> {
    let signed = local.flatMap { [$0["transaction_id"], $0["original_transaction_id"]] }
    return Set((signed + apple.map { $0["transaction_id"] }).compactMap { $0?.scalarText })
  }
}
