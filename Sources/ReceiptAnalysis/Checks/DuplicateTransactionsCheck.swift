extension Check {
  /// Whether a transaction identifier occurs more than once.
  static let duplicateTransactions = Check(
    "duplicate_transactions", .provenance,
    summary: "Does every purchase have a transaction identifier of its own?",
    ifFailed: .developer, "Count a transaction once, by its identifier, however often it is delivered.",
    isRequested: { _ in false }
  ) { context in
    guard !context.purchases.isEmpty else { return .skipped("there are no purchases") }
    var counts: [String: Int] = [:]
    for purchase in context.purchases { counts[purchase.transactionID ?? "", default: 0] += 1 }
    let without = counts.removeValue(forKey: "") ?? 0
    let duplicates = counts.filter { $0.value > 1 }.sorted { $0.key < $1.key }
      .map { "\($0.key) occurs \($0.value) times" as Message }
    let expected: Message = "every transaction_id once"
    if !duplicates.isEmpty {
      let reason = duplicates.summarized()
      // Observed: StoreKit testing numbers transactions from "0", again after every reset.
      return context.receipt?.environment == .xcode
        ? .warning(expected: expected, "\(reason), which happens in Xcode") : .failed(expected: expected, reason)
    }
    if without > 0 { return .warning(expected: expected, "\(without) purchases have no transaction_id") }
    return .passed(expected: expected, found: "\(counts.count) different ones")
  }
}
