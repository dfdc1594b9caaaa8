import ReceiptKit

extension LedgerEntitlements {
  /// Writes the JSON document of `ledger entitlements`.
  ///
  /// - Parameter frames: the greeting and closing of replies to the customer; `nil` writes no replies.
  package func write(to writer: inout JSONWriter, replies frames: ReplyFrames? = nil) {
    write(at: moment, frames, to: &writer)
  }

  /// SHA-256 of the document without the moment, so that it changes only if the answer does.
  package func digest(replies frames: ReplyFrames?) -> [UInt8] {
    var writer = JSONWriter(layout: .compact, reservingCapacity: 1 << 10)
    write(at: nil, frames, to: &writer)
    return DigestAlgorithm.sha256.digest(writer.bytes)
  }

  private func write(at moment: Instant?, _ frames: ReplyFrames?, to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("schema", "receipt-tool/ledger-entitlements/1")
      writer.member("account", account)
      writer.member("environment", environment.rawValue)
      writer.member("at", moment?.rfc3339)
      writer.objects("entitlements", entitlements) { writer, entitlement in
        writer.member("product_id", entitlement.productID)
        writer.member("kind", entitlement.kind)
        writer.member("state", entitlement.state)
        writer.member("since", entitlement.since?.rfc3339)
        writer.member("until", entitlement.until?.rfc3339)
        writer.key("will_renew")
        if let willRenew = entitlement.willRenew { writer.bool(willRenew) } else { writer.null() }
        writer.member("subscription_group_identifier", entitlement.groupID)
        writer.commitment(entitlement.commitment)
        writer.member("price_consent", entitlement.priceIncrease?.name)
        Self.write(entitlement.purchase, to: &writer)
      }
      writer.objects("replaced", replaced) { writer, replaced in
        writer.member("product_id", replaced.productID)
        writer.member("subscription_group_identifier", replaced.groupID)
        writer.member("replaced_by", replaced.by)
        Self.write(replaced.purchase, to: &writer)
      }
      writer.objects("unjudged", unjudged) { writer, purchase in Self.write(purchase, to: &writer) }
      if let summary {
        writer.key("summary")
        summary.write(to: &writer)
      }
      if let frames, let findings { findings.writeReplies(frames, to: &writer) }
    }
    writer.endLine()
  }

  private static func write(_ purchase: Proof, to writer: inout JSONWriter) {
    writer.member("transaction_id", purchase.transactionID)
    writer.member("original_transaction_id", purchase.originalTransactionID)
    writer.member("bundle_id", purchase.bundleID)
    writer.member("order", purchase.order)
    writer.member("refused_order", purchase.refusedOrder)
    writer.member("receipt_sha256", purchase.sha256.map { hexadecimal($0) })
    writer.member("verified", purchase.isVerified)
    writer.member("signed_at", purchase.signedAt?.rfc3339)
  }

  /// The report of `ledger entitlements` for people. It ends with a line feed.
  package func text(_ layout: TextLayout) -> String {
    var page = TextPage(layout)
    if entitlements.isEmpty { page.line(StyledText("nothing")) }
    if !unjudged.isEmpty {
      let names = unjudged.map(\.transactionID).joined(separator: ", ")
      page.paragraph(StyledText("Not judged, because they may be consumables: \(names)"))
    }
    for replaced in replaced {
      page.paragraph(
        StyledText(
          """
          Replaced in subscription group \(replaced.groupID): \(replaced.productID), transaction \
          \(replaced.purchase.transactionID), by transaction \(replaced.by)
          """
        ))
    }
    guard !entitlements.isEmpty else { return page.text }
    page.table(
      ["PRODUCT", "STATE", "UNTIL", "GROUP", "ORDER", "TRANSACTION"],
      entitlements.map { entitlement in
        [
          entitlement.productID, entitlement.state, entitlement.until?.utcMinute ?? "-", entitlement.groupID,
          entitlement.purchase.order ?? "-", entitlement.purchase.transactionID,
        ]
      }, states: entitlements.map(\.state), indent: 0)
    return page.text
  }
}
