extension JSONNode {
  /// The elements of a list of purchases or renewals; empty for `null` and `{}`, `nil` for any other shape.
  ///
  /// In answers about iOS 6 receipts, `latest_receipt_info` is one object instead of a list.
  var purchaseList: [Self]? {
    if let elementNodes { return Array(elementNodes) }
    switch shallow {
    case .null: return []
    case .object: return memberNodes.map { $0.contains { _ in true } } ?? false ? [self] : []
    default: return nil
    }
  }
}
