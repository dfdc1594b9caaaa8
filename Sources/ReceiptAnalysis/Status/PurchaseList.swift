extension JSONNode {
  /// The elements of a list of purchases or renewals; empty for `null`, `nil` for any other shape.
  ///
  /// In answers about iOS 6 receipts, `latest_receipt_info` is one object instead of a list.
  var purchaseList: [Self]? {
    if let elementNodes { return Array(elementNodes) }
    switch shallow {
    case .null: return []
    case .object: return [self]
    default: return nil
    }
  }
}
