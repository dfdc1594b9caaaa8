import ReceiptKit

/// The parts of rows and events that are JSON.
enum Details {
  /// The maximum number of purchases in one event; an order is about one or a few.
  private static let maximumListed = 1_000

  /// The data of a presentation that has no column; `nil` without any.
  static func text(_ decision: Decision) -> String? {
    guard !decision.failures.isEmpty || !decision.reports.isEmpty else { return nil }
    var writer = JSONWriter(layout: .compact, reservingCapacity: 256)
    writer.object { writer in
      if !decision.failures.isEmpty { writer.failures(decision.failures) }
      if !decision.reports.isEmpty { writer.reports(decision.reports) }
    }
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  static func purchases(_ purchases: [PurchaseRecord], to writer: inout JSONWriter) {
    let listed = purchases.prefix(maximumListed)
    if listed.count == 1 {
      writer.member("product_id", listed[0].productID)
      return
    }
    writer.member("transactions", listed.compactMap(\.transactionID))
    writer.member("product_ids", Array(Set(listed.compactMap(\.productID))).sorted())
  }
}

extension JSONWriter {
  mutating func failures(_ failures: [PresentedReceipt.Failure]) {
    objects("failed_checks", failures) { writer, failure in
      writer.member("check", failure.check)
      writer.member("expected", failure.expected)
      writer.member("found", failure.found)
      writer.member("reason", failure.reason)
    }
  }

  mutating func reports(_ reports: [Decision.Report]) {
    objects("reports", reports) { writer, report in
      writer.member("report", report.kind.rawValue)
      writer.member("text", report.text)
    }
  }

  mutating func heldBy(_ holder: Decision.Holder?) {
    key("held_by")
    guard let holder else { return null() }
    object { writer in
      writer.member("order", holder.order)
      writer.member("account", holder.account)
      writer.member("at", holder.at?.rfc3339)
    }
  }
}
