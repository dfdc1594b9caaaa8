/// The templates for a receipt and for its purchases. This is a class, because it is passed on for every receipt.
final class RowTemplates: Sendable {
  let receipt: RowTemplate
  let purchase: RowTemplate
  /// The index of the row for the array of purchases.
  let purchasesRow: Int
  /// The rows before that row, and the rows after it, one bit each.
  var before: UInt64 { (1 << UInt64(truncatingIfNeeded: purchasesRow)) - 1 }
  var after: UInt64 { ~(before << 1 | 1) }

  /// - Parameter depth: the depth of the receipt's members; a purchase's members are two levels deeper.
  private init(_ layout: JSONWriter.Layout, depth: Int) {
    receipt = RowTemplate(Receipt.table, layout: layout, depth: depth)
    purchase = RowTemplate(InAppPurchase.table, layout: layout, depth: depth + 2)
    purchasesRow = receipt.rows.firstIndex { $0.kind == .purchases } ?? receipt.rows.count
  }

  static let compact = RowTemplates(.compact, depth: 0)

  /// The templates for a layout. On one line, the depth has no effect.
  static func templates(_ layout: JSONWriter.Layout, depth: Int) -> RowTemplates {
    layout == .compact ? compact : RowTemplates(layout, depth: depth)
  }
}
