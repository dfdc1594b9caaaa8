/// Whether the customer may use products: see ``Holdings``. An unknown answer fails the check.
struct ProductsCheck: Check {
  let identifier = "products"
  let subject = CheckSubject.content
  let summary =
    """
    Was every product bought that should have been, and is what counts of it not refunded: of consumables any \
    purchase, of subscriptions the current period, of others the latest purchase?
    """
  let remedy = CheckRemedy(
    .customer,
    """
    Restore purchases with the account that bought, or renew the subscription; consumables leave the receipt once the \
    app has finished them, so the developer must keep track of those.
    """)

  func isRequested(by expectations: Expectations) -> Bool {
    !expectations.products.isEmpty || !expectations.transactions.isEmpty
  }

  func run(_ context: CheckContext) -> CheckFinding {
    let (products, transactions) = (context.expectations.products, context.expectations.transactions)
    guard !products.isEmpty || !transactions.isEmpty else { return .skipped("no product was expected") }
    let expected = (products + transactions.map { "transaction \($0)" }).joined(separator: " and ")
    guard let history = try? PurchaseHistory(context.decoded) else {
      return .skipped(expected: expected, "its purchases cannot be read")
    }
    let judged = products.map { product in (product, ProductOwnership(product, history, at: context.now)) }
    let named = transactions.map { ($0, TransactionSearch($0, context)) }
    let owned =
      judged.filter { $0.1.access == .yes }.map { "\($0): \($1.words)" }
      + named.filter(\.1.isFound).map { "\($0): \($1.words)" }
    let found = owned.isEmpty ? "none of them" : owned.joined(separator: "; ")
    let problems =
      judged.filter { $0.1.access != .yes }.map { "\($0): \($1.words)" }
      + named.filter { !$0.1.isFound }.map { "\($0): \($1.words)" }
    return problems.isEmpty
      ? .passed(expected: expected, found: found) : .failed(expected: expected, found: found, problems.summarized())
  }
}

/// Searches the judged input for a transaction, by any of the identifiers that customers and servers use.
private struct TransactionSearch {
  let isFound: Bool
  /// The finding, without the number and without a final full stop.
  let words: String

  init(_ identifier: String, _ context: CheckContext) {
    let places: [(String, (PurchaseRecord) -> Bool)] = [
      ("", { $0.transactionID == identifier }),
      (" is another id of it", { $0.otherTransactionIDs.contains(identifier) }),
      (" is its original transaction", { $0.originalTransactionID == identifier }),
      (" is its order line", { $0.lineItemID == identifier }),
      (" is the subscription that it continues", { $0.previousOriginalTransactionID == identifier }),
    ]
    for (place, matches) in places {
      guard let purchase = context.purchases.first(where: matches) else { continue }
      (isFound, words) = (true, place.isEmpty ? purchase.name : "\(purchase.name); the number\(place)")
      return
    }
    (isFound, words) = (false, "it is not in it; " + context.decoded.reasonsForMissing)
  }
}

extension DecodedInput {
  /// Why a requested purchase may be missing, the most frequent reason first; without a final full stop.
  package var reasonsForMissing: String {
    switch document {
    case .receipt:
      let made = madeAt.map { " (\($0.rfc3339))" } ?? ""
      return
        """
        likely, in this order: it was bought after the receipt was made\(made), so that a newer receipt has it; it \
        was restored under another id; it is a consumable that the app has finished; it is of another environment, \
        account or app
        """
    case .transactionReceipt: return "an iOS 6 receipt holds one purchase only"
    case .jws:
      return "signed data tells only of what it was asked for: the App Store Server API knows it, if anything does"
    }
  }
}
