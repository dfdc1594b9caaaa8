import ReceiptKit

extension Decision {
  /// The data of a presentation that has no column, as JSON without ``mentions``; `nil` without any.
  var details: String? {
    guard !failures.isEmpty || !reports.isEmpty else { return nil }
    var writer = JSONWriter(layout: .compact, reservingCapacity: 256)
    writer.object { writer in
      if !failures.isEmpty { writer.failures(failures, hasNames: false) }
      if !reports.isEmpty { writer.reports(reports, hasNames: false) }
    }
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// The names that ``details`` lacks.
  var mentions: [Mention] {
    reports.compactMap(\.account).map { Mention(kind: .account, name: $0) }
      + failures.flatMap(\.expectedNames).map { Mention(kind: .wanted, name: $0) }
      + failures.compactMap(\.refusedTransaction).map { Mention(kind: .refused, name: $0) }
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

  /// - Parameter hasNames: whether to write texts with the names of ``Decision/mentions``.
  mutating func failures(_ failures: [PresentedReceipt.Failure], hasNames: Bool = true) {
    objects("failed_checks", failures) { writer, failure in
      writer.member("check", failure.check)
      writer.member("expected", hasNames || failure.expectedNames.isEmpty ? failure.expected : nil)
      writer.member("found", failure.found)
      writer.member("reason", hasNames ? failure.reason : failure.reasonWithoutName ?? failure.reason)
    }
  }

  /// - Parameter hasNames: whether to write texts with the names of ``Decision/mentions``.
  mutating func reports(_ reports: [Decision.Report], hasNames: Bool = true) {
    objects("reports", reports) { writer, report in
      writer.member("report", report.kind.rawValue)
      writer.member("text", hasNames || report.account == nil ? report.text : nil)
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
