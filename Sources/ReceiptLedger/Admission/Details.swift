import ReceiptKit

extension Decision {
  /// The data of a presentation that has no column, as JSON; `nil` without any.
  var details: String? {
    guard !failures.isEmpty || !reports.isEmpty else { return nil }
    var writer = JSONWriter(layout: .compact, reservingCapacity: 256)
    writer.object { writer in
      if !failures.isEmpty { writer.failures(failures) }
      if !reports.isEmpty { writer.reports(reports) }
    }
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}

extension JSONWriter {
  /// Writes the purchases of an event, at most 1,000 of them; an order is about one or a few.
  mutating func purchases(_ purchases: [PurchaseRecord]) {
    let listed = purchases.prefix(1_000)
    if listed.count == 1 {
      member("product_id", listed[0].productID)
      return
    }
    member("transactions", listed.compactMap(\.transactionID))
    member("product_ids", Array(Set(listed.compactMap(\.productID))).sorted())
  }

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

  mutating func heldBy(_ holder: PurchaseStore.Entry?) {
    key("held_by")
    guard let holder else { return null() }
    object { writer in
      writer.member("order", holder.order)
      writer.member("account", holder.account)
      writer.member("at", holder.at?.rfc3339)
    }
  }
}
