/// Searches a JSON document for lists of purchases that were not read.
struct UnreadPurchases {
  /// The places that are read in a saved answer of verifyReceipt.
  static let ofResponse: Set = [
    "/receipt", "/receipt/in_app", "/latest_receipt_info", "/latest_expired_receipt_info", "/pending_renewal_info",
    "/latest_receipt", "/status", "/environment", "/auto_renew_status", "/expiration_intent",
    "/is_in_billing_retry_period",
  ]
  /// The places that are read in a notification of version 1.
  static let ofNotification: Set = [
    "/unified_receipt", "/unified_receipt/latest_receipt_info", "/unified_receipt/latest_expired_receipt_info",
    "/unified_receipt/pending_renewal_info", "/unified_receipt/latest_receipt", "/unified_receipt/environment",
    "/latest_receipt_info", "/latest_expired_receipt_info", "/notification_type", "/environment", "/bid",
    "/cancellation_date", "/cancellation_date_ms", "/web_order_line_item_id",
  ]

  /// The names of lists of purchases and renewals (Apple, responseBody of verifyReceipt, and responseBodyV1).
  private static let names = [
    "in_app", "latest_receipt_info", "latest_expired_receipt_info", "pending_renewal_info",
  ]

  private var tally = UnreadTally()
  private let read: Set<String>
  private let transactions: Set<String>
  private let renewals: Set<String>
  private var places = JSONPlaces()

  /// Finds lists with a purchase that the history does not know.
  ///
  /// - Parameter read: the places that are read completely.
  static func find(in document: some JSONNode, except read: Set<String>, _ history: PurchaseHistory) -> [UnreadPart] {
    var search = Self(read, history)
    search.visit(document)
    return search.tally.parts
  }

  /// Rejects a document in which the name of a member that is read occurs twice.
  static func refuseRepeatedNames(in document: some JSONNode, _ read: Set<String>) throws(ReceiptError) {
    let holders =
      [("", document)]
      + ["receipt", "unified_receipt"].compactMap { name in
        document[name].map { (JSONPointer.append(name, to: ""), $0) }
      }
    for (place, holder) in holders {
      var seen: Set<String> = []
      guard let members = holder.memberNodes else { continue }
      for member in members {
        let pointer = JSONPointer.append(member.name, to: place)
        guard read.contains(pointer), !seen.insert(pointer).inserted else { continue }
        throw .repeatedName(pointer)
      }
    }
  }

  private init(_ read: Set<String>, _ history: PurchaseHistory) {
    self.read = read
    transactions = Set(history.purchases.compactMap(\.transactionID))
    renewals = Set(history.renewals.compactMap(\.originalTransactionID))
  }

  private mutating func visit(_ value: some JSONNode) {
    value.forEachChild { position, name, child in
      places.enter(at: position, name: name)
      if let name, isUnknownList(child, name) { note() }
      visit(child)
      places.leave()
    }
  }

  /// Whether a member is a list of purchases or renewals with at least one that the history does not contain.
  private func isUnknownList(_ value: some JSONNode, _ name: String) -> Bool {
    guard Self.names.contains(name), let elements = value.purchaseList else { return false }
    return elements.contains { element in
      guard element.memberNodes?.contains(where: { _ in true }) == true else { return false }
      var reader = FieldReader(element)
      if name == "pending_renewal_info" {
        return !renewals.contains(reader.text("original_transaction_id") ?? "")
      }
      return !transactions.contains(reader.text("transaction_id") ?? "")
    }
  }

  private mutating func note() {
    // `keep()` changes `places`, so it must come before the other calls.
    let place = places.keep()
    // No place in `read` is as deep as four steps, and pointers to deep places are long.
    guard places.path(to: place).count > 3 || !read.contains(places.pointer(to: place)) else { return }
    tally.add(.purchases, place: places.pattern(to: place), pointer: places.pointer(to: place))
  }
}
