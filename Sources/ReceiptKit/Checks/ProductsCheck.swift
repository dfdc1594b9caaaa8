/// Whether products were bought.
struct ProductsCheck: Check {
  let identifier = "products"
  let summary = "Was every product bought that should have been, and not refunded?"
  let remedy = CheckRemedy(
    .customer,
    "Restore purchases with the account that bought; consumables leave the receipt once the app has finished them, so the "
      + "developer must keep track of those.")

  func isRequested(by expectations: Expectations) -> Bool { !expectations.products.isEmpty }

  func run(_ context: CheckContext) -> CheckFinding {
    let products = context.expectations.products
    guard !products.isEmpty else { return .skipped("no product was expected") }
    var found: [String] = []
    var problems: [String] = []
    for product in products {
      let purchases = context.purchases.filter { $0.productID?.utf8.elementsEqual(product.utf8) ?? false }
      if purchases.contains(where: { !$0.isCancelled(at: context.now) }) {
        found.append(product)
      } else if let cancelled = purchases.compactMap(\.cancelled).max() {
        problems.append("\(product) was refunded, last at \(cancelled.rfc3339)")
      } else {
        problems.append("\(product) is not in the receipt")
      }
    }
    let expected = products.joined(separator: " and ")
    let foundText = found.isEmpty ? "none of them" : found.joined(separator: " and ")
    return problems.isEmpty
      ? .passed(expected: expected, found: foundText)
      : .failed(expected: expected, found: foundText, problems.summarized())
  }
}
