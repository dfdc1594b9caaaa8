/// Whether the customer may use products: see ``Holdings``. What cannot be told fails.
struct ProductsCheck: Check {
  let identifier = "products"
  let subject = CheckSubject.content
  let summary =
    "Was every product bought that should have been, and is what counts of it not refunded: of consumables any purchase, of "
    + "subscriptions the current period, of others the latest purchase?"
  let remedy = CheckRemedy(
    .customer,
    "Restore purchases with the account that bought, or renew the subscription; consumables leave the receipt once the app has "
      + "finished them, so the developer must keep track of those.")

  func isRequested(by expectations: Expectations) -> Bool { !expectations.products.isEmpty }

  func run(_ context: CheckContext) -> CheckFinding {
    let products = context.expectations.products
    guard !products.isEmpty else { return .skipped("no product was expected") }
    let expected = products.joined(separator: " and ")
    guard let history = try? PurchaseHistory(context.decoded) else {
      return .skipped(expected: expected, "its purchases cannot be read")
    }
    let judged = products.map { product in (product, ProductOwnership(product, history, at: context.now)) }
    let owned = judged.filter { $0.1.access == .yes }.map { "\($0): \($1.words)" }
    let found = owned.isEmpty ? "none of them" : owned.joined(separator: "; ")
    let problems = judged.filter { $0.1.access != .yes }.map { "\($0): \($1.words)" }
    return problems.isEmpty
      ? .passed(expected: expected, found: found) : .failed(expected: expected, found: found, problems.summarized())
  }
}
