/// The `latest_receipt` of an answer compared with its `latest_receipt_info`: signed purchases with reported ones.
public struct LatestReceiptComparison: Sendable {
  /// The decoded receipt; `nil` if it cannot be read.
  public let decoded: DecodedInput?
  /// Why the receipt cannot be read. Users often shorten `latest_receipt` before they save or publish an answer, so
  /// this is not a failure.
  public let error: ReceiptError?
  /// Every place where the two differ.
  ///
  /// Pointers refer to the answer, and to the document that `decode` makes of `latest_receipt`.
  package let fields: [ComparedField]
  /// The number of equal fields.
  package let equalCount: Int

  init(_ text: String, of response: VerifyReceiptResponse, beside local: DecodedInput, decoder: InputDecoder) {
    var fields = FieldCollector(keepsEqual: false)
    do throws(ReceiptError) {
      let latest = try decoder.decode(Array(text.utf8))
      try Self.compare(latest, response, local, &fields)
      decoded = latest
      error = nil
    } catch {
      decoded = nil
      self.error = error
    }
    self.fields = fields.fields
    equalCount = fields.equalCount
  }

  private static func compare(
    _ latest: DecodedInput, _ response: VerifyReceiptResponse, _ local: DecodedInput, _ fields: inout FieldCollector
  ) throws(ReceiptError) {
    let rendered = try JSONValue(receiptOf: latest)
    func add(_ name: String, _ ours: String?, _ theirs: String?, _ cause: DifferenceCause, _ note: Message) {
      fields.add(
        ComparedField(
          kind: .different, pointer: "/latest_receipt", localPointer: name, local: ours.map(JSONValue.string),
          apple: theirs.map(JSONValue.string), cause: cause, note: note))
    }
    let isOtherApp = local.bundleIdentifier != latest.bundleIdentifier
    if isOtherApp {
      add(
        "/receipt/bundle_id", local.bundleIdentifier, latest.bundleIdentifier, .anotherReceipt,
        "the latest_receipt of the answer is another app's")
    }
    let verdict = latest.authenticity?.verdict
    if let ours = local.authenticity?.verdict, [.authentic, .testSigned].contains(ours),
      !(verdict?.isAtLeast(ours) ?? false)
    {
      add(
        "/authenticity/verdict", ours.rawValue, verdict?.rawValue, .unproven,
        "the latest_receipt of the answer is proven less well than the receipt")
    }
    guard response.document["latest_receipt_info"] != nil else { return }
    let purchases = rendered.purchases
    let reported = response.latestReceiptInfo
    let newestDates = datesIfSingle(reported)
    PurchaseListComparison(
      context: ComparisonContext(
        madeAt: latest.madeAt, isProven: latest.authenticity?.verdict.isAtLeast(.testSigned) ?? false,
        isAnother: isOtherApp),
      // For iOS 6 purchases, Apple reports members other than those that it signed (seen in genuine answers).
      place: .latestPurchase, isConsumable: latest.isConsumable, mayLack: rendered["in_app"] == nil, isOrdered: false
    ) { index in
      if isOtherApp { return (.anotherReceipt, "") }
      if reported.isEmpty { return (.emptied, "signed in latest_receipt, but latest_receipt_info is empty") }
      if let newestDates, isOld(purchases[index], newestDates) {
        return (.oldExcluded, "not among the transactions asked for (exclude-old-transactions)")
      }
      return (.missing, "signed in latest_receipt, but not in latest_receipt_info")
    }.compare(
      local: purchases, apple: reported, matching: PurchaseMatching(local: purchases, apple: reported),
      at: PlacePair(apple: "/latest_receipt_info", local: "/receipt/in_app"), into: &fields)
  }

  /// The date of the only transaction of each subscription, as exclude-old-transactions requests; `nil` for a list with
  /// several transactions of one subscription, or with one that lacks its identifier or date.
  private static func datesIfSingle(_ purchases: [JSONValue]) -> [String: Instant]? {
    var dates: [String: Instant] = [:]
    for purchase in purchases {
      guard let (original, date) = transaction(purchase), dates.updateValue(date, forKey: original) == nil else {
        return nil
      }
    }
    return dates
  }

  /// Whether a list with these dates has a transaction of the same subscription that is not earlier.
  private static func isOld(_ purchase: JSONValue, _ newestDates: [String: Instant]) -> Bool {
    guard let (original, date) = transaction(purchase), let newest = newestDates[original] else { return false }
    return date <= newest
  }

  private static func transaction(_ purchase: JSONValue) -> (original: String, date: Instant)? {
    var reader = FieldReader(purchase)
    guard let original = reader.text("original_transaction_id"), let date = reader.date("purchase_date") else {
      return nil
    }
    return (original, date)
  }
}

extension DecodedInput {
  /// When the input was made: the creation date, the purchase date of an iOS 6 transaction receipt, or the signing date
  /// of signed data.
  package var madeAt: Instant? {
    switch document {
    case .receipt(let receipt): receipt.creationDate?.instant
    case .transactionReceipt(let receipt): receipt.purchaseInstant
    case .jws(let signature): signature.signedAt
    }
  }

  /// The bundle identifier that the input claims.
  package var bundleIdentifier: String? {
    switch document {
    case .receipt(let receipt): receipt.bundleIdentifier
    case .transactionReceipt(let receipt): receipt.bundleIdentifier
    case .jws(let signature): signature.bundleIdentifier
    }
  }

  /// Whether a purchase, by its index, is a consumable.
  func isConsumable(_ index: Int) -> Bool {
    guard case .receipt(let receipt) = document, receipt.inApp.indices.contains(index) else { return false }
    return receipt.inApp[index].productType == .consumable
  }
}
