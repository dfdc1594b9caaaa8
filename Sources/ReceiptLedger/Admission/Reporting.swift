import ReceiptKit

extension Admission {
  /// Finds irregularities of a presentation that may still be honoured.
  func reports(on presentation: Presentation, _ decision: Decision) throws -> [Decision.Report] {
    var reports: [Decision.Report] = []
    func report(_ kind: LedgerReport, _ text: String?) {
      if let text { reports.append(Decision.Report(kind: kind, text: text)) }
    }
    let new = decision.items.filter { $0.outcome == .new && $0.isAsked }.map(\.purchase)
    if decision.decision == .accept || decision.decision == .pending, let reuse = try reuse(of: presentation, new) {
      reports.append(reuse)
    }
    report(.accountMismatch, mismatch(presentation))
    report(.staleReceipt, staleness(presentation, new))
    report(.familyShared, sharing(new))
    for item in decision.items {
      guard let resubscription = item.resubscription else { continue }
      if resubscription.obstacle != nil {
        report(.notTransferred, resubscription.text)
      } else if decision.decision == .accept {
        report(.transferred, resubscription.text)
      }
    }
    return reports
  }

  private func reuse(of presentation: Presentation, _ new: [PurchaseRecord]) throws -> Decision.Report? {
    if db.unknown.contains(order: presentation.order) { return nil }
    let rows = try db.rows(
      """
      SELECT n.account, p.product_id FROM presentation n LEFT JOIN purchase p ON p.presentation_id = n.id
      WHERE n.order_id = ? AND n.state IN ('accepted', 'verified', 'pending')
      GROUP BY n.account, p.product_id ORDER BY min(n.id), p.product_id NULLS FIRST LIMIT 100
      """, [presentation.order])
    guard !rows.isEmpty else { return nil }
    let accounts = try rows.map { try $0.name("account") }
    if let other = accounts.first(where: { !$0.isSame(as: presentation.account) }) {
      return Decision.Report(
        kind: .orderReused, text: Mention.reuse(of: presentation.order, by: other), account: other)
    }
    let before = Set(try rows.compactMap { try $0["product_id"] as String? })
    guard let product = new.lazy.compactMap(\.productID).first(where: { !before.contains($0) }), !before.isEmpty else {
      return nil
    }
    let products = before.sorted().joined(separator: ", ")
    return Decision.Report(
      kind: .orderReused, text: "order \(presentation.order) was used before for \(products), now for \(product)")
  }

  private func mismatch(_ presentation: Presentation) -> String? {
    guard let given = presentation.applicationUsername else { return nil }
    let expected = Array(presentation.account.utf8).accountHash
    return given.lowercased() == expected
      ? nil : "applicationUsername is not the hash of account \(presentation.account), which is \(expected)"
  }

  private func staleness(_ presentation: Presentation, _ new: [PurchaseRecord]) -> String? {
    guard let limit = rules.maximumOrderAge else { return nil }
    let ordered = presentation.orderedAt ?? now
    // The oldest of the order's purchases is checked; otherwise a new purchase beside it would hide it.
    guard let oldest = new.compactMap(\.purchased).min(),
      ordered.milliseconds - oldest.milliseconds > limit.milliseconds
    else { return nil }
    return "the purchase of \(oldest.rfc3339) is older than its order of \(ordered.rfc3339) by more than \(limit.text)"
  }

  private func sharing(_ new: [PurchaseRecord]) -> String? {
    let shared = new.filter { $0.ownership.map { $0 != "PURCHASED" && $0 != "ASSIGNED" } ?? false }
    guard let first = shared.first, let ownership = first.ownership else { return nil }
    return "transaction \(first.transactionID ?? "") is not the customer's own purchase (ownership \(ownership))"
      + (shared.count > 1 ? ", nor are \(shared.count - 1) more" : "")
  }
}
