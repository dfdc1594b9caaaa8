extension Check {
  /// Whether every product has a known kind.
  static let productType = Check(
    "product_type_known", .provenance,
    summary: "Is the kind of every product one of those known?",
    ifFailed: .developer,
    "Find out what the new kind of product is before delivering it; a newer version of this tool may know it.",
    isRequested: { _ in false }
  ) { context in
    guard !context.purchases.isEmpty else { return .skipped("there are no purchases") }
    let expected: Message = "numbers from 0 to 4"
    // Only app receipts have this number. For other inputs the check is skipped below.
    let types = context.receipt?.inApp.map(\.productTypeNumber) ?? [nil]
    let unknown = zip(context.purchases, types).compactMap { purchase, type -> Message? in
      guard let type, ProductType(rawValue: type) == nil else { return nil }
      return "\(purchase.words) is of type \(type)"
    }
    if !unknown.isEmpty { return .failed(expected: expected, unknown.summarized()) }
    let numbers = Set(types.compactMap(\.self)).sorted()
    // Receipts of StoreKit testing and of iOS 6 do not name the kind.
    guard !numbers.isEmpty else { return .skipped(expected: expected, "no purchase says what kind of product it is") }
    let without = types.count { $0 == nil }
    if without > 0 {
      return .warning(expected: expected, "\(without) purchases do not say what kind of product they are")
    }
    let names = numbers.compactMap { ProductType(rawValue: $0)?.name }
    return .passed(expected: expected, found: names.map(Message.init(english:)).joined(separator: ", "))
  }
}
