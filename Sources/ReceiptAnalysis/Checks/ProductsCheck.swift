extension Check {
  /// Whether the customer may use products: see ``Holdings``. An unknown answer fails the check.
  static let products = Check(
    "products", .content,
    summary: """
      Was every product bought that should have been, and is what counts of it not refunded: of consumables any \
      purchase, of subscriptions the current period, of others the latest purchase?
      """,
    ifFailed: .customer,
    """
    Restore purchases with the account that bought, or renew the subscription; consumables leave the receipt once the \
    app has finished them, so the developer must keep track of those.
    """,
    isRequested: { !$0.products.isEmpty || !$0.transactions.isEmpty }
  ) { context in
    let products = context.expectations.products
    let transactions = context.expectations.transactions
    guard !products.isEmpty || !transactions.isEmpty else { return .skipped("no product was expected") }
    let expected = (products + transactions.map { "transaction \($0)" }).joined(separator: " and ")
    guard let history = try? PurchaseHistory(context.decoded) else {
      return .skipped(expected: .value(expected), "its purchases cannot be read")
    }
    let judged = products.map { (product: $0, ownership: ProductOwnership($0, history, at: context.now)) }
    let named = transactions.map { (identifier: $0, words: transaction($0, context)) }
    let owned =
      judged.filter { $0.ownership.access == .yes }.map { "\($0.product): \($0.ownership.words)" as Message }
      + named.compactMap { identifier, words in words.map { "\(identifier): \($0)" } }
    let found: Message = owned.isEmpty ? "none of them" : owned.joined(separator: "; ")
    let problems: [Message] =
      judged.filter { $0.ownership.access != .yes }.map { "\($0.product): \($0.ownership.words)" }
      + named.filter { $0.words == nil }.map {
        "\($0.identifier): \("it is not in it" as Message); \(context.decoded.reasonsForMissing)"
      }
    return problems.isEmpty
      ? .passed(expected: .value(expected), found: found)
      : .failed(expected: .value(expected), found: found, problems.summarized())
  }

  /// Describes the transaction that has this identifier, or that customers and servers know by it.
  ///
  /// - Returns: words without a final full stop; `nil` if the judged input contains no such transaction.
  private static func transaction(_ identifier: String, _ context: CheckContext) -> Message? {
    let places: [(Message?, (PurchaseRecord) -> Bool)] = [
      (nil, { $0.transactionID == identifier }),
      ("the number is another id of it", { $0.otherTransactionIDs.contains(identifier) }),
      ("the number is its original transaction", { $0.originalTransactionID == identifier }),
      ("the number is its order line", { $0.lineItemID == identifier }),
      ("the number is the subscription that it continues", { $0.previousOriginalTransactionID == identifier }),
    ]
    for (words, matches) in places {
      if let purchase = context.purchases.first(where: matches) {
        return words.map { "\(purchase.name); \($0)" } ?? "\(purchase.name)"
      }
    }
    return nil
  }
}

extension DecodedInput {
  /// Why a requested purchase may be missing, the most frequent reason first; without a final full stop.
  package var reasonsForMissing: Message {
    switch document {
    case .receipt:
      let rest: Message = """
        so that a newer receipt has it; it was restored under another id; it is a consumable that the app has \
        finished; it is of another environment, account or app
        """
      return madeAt.map {
        "likely, in this order: it was bought after the receipt was made (\($0.rfc3339)), \(rest)"
      } ?? "likely, in this order: it was bought after the receipt was made, \(rest)"
    case .transactionReceipt: return "an iOS 6 receipt holds one purchase only"
    case .jws:
      return "signed data tells only of what it was asked for: the App Store Server API knows it, if anything does"
    }
  }
}
