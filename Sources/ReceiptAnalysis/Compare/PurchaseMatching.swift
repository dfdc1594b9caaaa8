/// Matches the purchases of the receipt with Apple's purchases.
///
/// It matches by transaction identifier first and then, because people edit identifiers, by other values that are
/// specific to a purchase. The time is linear in the number of purchases for any input.
struct PurchaseMatching {
  /// For each of Apple's purchases, the index of the receipt's purchase.
  private(set) var partners: [Int?]
  /// The number of purchases that were matched by their transaction identifier.
  private(set) var matchedByID = 0
  /// Purchases that only the receipt has, in its order.
  private(set) var unmatchedLocal: [Int]

  init(local: [JSONValue], apple: [JSONValue]) {
    partners = Array(repeating: nil, count: apple.count)
    unmatchedLocal = Array(local.indices)
    let ours = local.map(PurchaseKeys.init)
    let theirs = apple.map(PurchaseKeys.init)
    // The first pass compares product and date, too: one identifier may have been edited into another's.
    matchedByID = pair(ours, theirs, by: \.transactionProductAndDate) + pair(ours, theirs, by: \.transactionID)
    _ = pair(ours, theirs, by: \.lineItem)
    // If both sides have identifiers and none is equal, dates match nothing: two customers may buy in the same second.
    let ourIdentifiers = Set(ours.flatMap(\.identifiers))
    let theirIdentifiers = Set(theirs.flatMap(\.identifiers))
    guard ourIdentifiers.isEmpty || theirIdentifiers.isEmpty || !ourIdentifiers.isDisjoint(with: theirIdentifiers)
    else { return }
    _ = pair(ours, theirs, by: \.productAndDate)
    pairByIndex(local, apple)
  }

  /// Pairs purchases with the same key, in order if several have it; returns the number of pairs.
  private mutating func pair(
    _ local: [PurchaseKeys], _ apple: [PurchaseKeys], by key: KeyPath<PurchaseKeys, String?>
  ) -> Int {
    var indexes: [String: [Int]] = [:]
    for index in unmatchedLocal.reversed() {
      if let text = local[index][keyPath: key] { indexes[text, default: []].append(index) }
    }
    var taken: Set<Int> = []
    for index in apple.indices where partners[index] == nil {
      guard let text = apple[index][keyPath: key], let partner = indexes[text]?.popLast() else { continue }
      partners[index] = partner
      taken.insert(partner)
    }
    unmatchedLocal.removeAll { taken.contains($0) }
    return taken.count
  }

  /// Pairs purchases that have the same index and are mostly equal.
  private mutating func pairByIndex(_ local: [JSONValue], _ apple: [JSONValue]) {
    var taken: Set<Int> = []
    for index in unmatchedLocal where index < apple.count && partners[index] == nil {
      let ours = local[index].members
      let theirs = apple[index].members
      let values = theirs.valuesByName
      let same = ours.count { values[$0.name]?.isIdentical(to: $0.value) ?? false }
      guard same > 0, 2 * same >= ours.count else { continue }
      partners[index] = index
      taken.insert(index)
    }
    unmatchedLocal.removeAll { taken.contains($0) }
  }

  /// The smallest set of Apple's purchases that must be moved to bring the others into the receipt's order.
  var moved: Set<Int> {
    let pairs = partners.enumerated().compactMap { index, partner in partner.map { (apple: index, local: $0) } }
    let kept = Set(pairs.map(\.local).longestRise)
    return Set(pairs.indices.filter { !kept.contains($0) }.map { pairs[$0].apple })
  }
}

/// The values that distinguish one purchase from another.
struct PurchaseKeys {
  let transactionID: String?
  let originalTransactionID: String?
  let lineItem: String?
  let productAndDate: String?
  let transactionProductAndDate: String?

  init(_ purchase: JSONValue) {
    let members = purchase.members
    /// The text of a member, even under a respelled name.
    func text(_ name: String) -> String? {
      let value = members.first { $0.name == name }?.value ?? PurchaseKeys.respelled(name, in: members)
      guard let text = value?.scalarText, !text.isEmpty, text != "null", text.utf8.count <= 200 else { return nil }
      return text
    }
    transactionID = text("transaction_id")
    originalTransactionID = text("original_transaction_id")
    lineItem = text("web_order_line_item_id").flatMap { $0 == "0" ? nil : $0 }
    let product = text("product_id")
    let date = text("purchase_date_ms")
    productAndDate = product.flatMap { product in date.map { product + "\n" + $0 } }
    let transaction = transactionID
    transactionProductAndDate = transaction.map { [$0, product ?? "", date ?? ""].joined(separator: "\n") }
  }

  var identifiers: [String] { [transactionID, originalTransactionID, lineItem].compactMap(\.self) }

  private static func respelled(_ name: String, in members: [JSONValue.Member]) -> JSONValue? {
    // In nearly all cases, the name is absent, not respelled. Comparing the first letter is a cheap test.
    let candidates = members.filter { $0.name.utf8.first?.asciiLowercase == name.utf8.first }
    let wanted = SearchName(name).text
    return candidates.first { SearchName($0.name).text == wanted }?.value
  }
}

extension [Int] {
  /// The indexes of the elements of a longest strictly rising subsequence, in rising order. Patience sorting takes
  /// n log n steps.
  var longestRise: [Int] {
    /// For each length, the index of the smallest number that ends a rising subsequence of that length.
    var ends: [Int] = []
    /// For each index, the one before it in such a subsequence; -1 for none.
    var previous = [Int](repeating: -1, count: count)
    for (index, number) in enumerated() {
      var low = 0
      var high = ends.count
      while low < high {
        let middle = (low + high) / 2
        if self[ends[middle]] < number { low = middle + 1 } else { high = middle }
      }
      if low > 0 { previous[index] = ends[low - 1] }
      if low == ends.count { ends.append(index) } else { ends[low] = index }
    }
    var rise: [Int] = []
    var index = ends.last ?? -1
    while index >= 0 {
      rise.append(index)
      index = previous[index]
    }
    return rise.reversed()
  }
}
