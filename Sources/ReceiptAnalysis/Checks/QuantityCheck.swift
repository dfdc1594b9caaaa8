extension Check {
  /// Whether every purchase has a positive quantity.
  static let quantity = Check(
    "quantity", .content,
    summary: "Is the quantity of every purchase at least 1?",
    ifFailed: .developer, "Deliver nothing for the purchases named, and look at where the receipt comes from.",
    isRequested: { _ in false }
  ) { context in
    guard !context.purchases.isEmpty else { return .skipped("there are no purchases") }
    let expected: Message = "at least 1"
    let wrong = context.purchases.compactMap { purchase -> Message? in
      guard let quantity = purchase.quantity, quantity < 1 else { return nil }
      return "\(purchase.words) has quantity \(quantity)"
    }
    if !wrong.isEmpty { return .failed(expected: expected, wrong.summarized()) }
    let without = context.purchases.count { $0.quantity == nil }
    if without == context.purchases.count { return .skipped(expected: expected, "no purchase says how many") }
    if without > 0 { return .warning(expected: expected, "\(without) purchases do not say how many") }
    let largest = context.purchases.compactMap(\.quantity).max() ?? 0
    return .passed(expected: expected, found: "at most \(largest)")
  }
}
