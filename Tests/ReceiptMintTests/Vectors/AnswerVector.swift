import ReceiptMint

/// A saved answer of verifyReceipt to sandbox-subscription, with everything that Apple adds. Self-made, by the rules of
/// FORMAT.md.
extension VectorList {
  func answer(to receipt: ReceiptDescription) throws -> Vector {
    let apple = AppleAnswer()
    let asked = "2026-01-15T10:20:30Z"
    var latest = receipt
    latest.creationDate = asked
    var renewal = InAppDescription.subscriptionSample(
      transactionID: "2000000000000004", productID: "com.example.reader.monthly")
    (renewal.purchaseDate, renewal.originalPurchaseDate) = ("2026-01-09T08:59:59Z", "2025-11-02T09:00:00Z")
    renewal.expiresDate = "2026-02-09T08:59:59Z"
    renewal.webOrderLineItemID = 2_000_000_000_000_104
    latest.inApp.append(renewal)

    let base64 = VectorText.base64(try EnvelopeMinter(try authority.chain()).mint(latest).bytes)
    let group: [(String, OrderedJSON)] = [("subscription_group_identifier", .text("20000001"))]
    let told = latest.inApp.reversed().map { OrderedJSON.object(apple.purchase($0).members + group) }
    var members = apple.receipt(receipt).members
    let place = (members.firstIndex { $0.0 == "receipt_creation_date_pst" } ?? 0) + 1
    members.insert(contentsOf: apple.date("request_date", asked), at: place)
    let document = OrderedJSON.object([
      ("status", .number(0)), ("environment", .text("Sandbox")), ("receipt", .object(members)),
      ("latest_receipt_info", .list(told)), ("latest_receipt", .text(base64)),
      (
        "pending_renewal_info",
        .list([
          .object([
            ("auto_renew_product_id", .text("com.example.reader.monthly")),
            ("product_id", .text("com.example.reader.monthly")),
            ("original_transaction_id", .text("2000000000000001")), ("auto_renew_status", .text("1")),
          ])
        ])
      ),
    ])
    return Vector(
      name: "verifyreceipt-answer", suffix: "body",
      what:
        "The answer of verifyReceipt to sandbox-subscription after one more renewal; its latest receipt has that too",
      bytes: Array((document.text() + "\n").utf8), layers: ["verifyReceipt-response", "base64"],
      expectation: .receipt(.init(verdict: "test-signed", failedStep: nil, receipt: latest)))
  }
}

extension OrderedJSON {
  fileprivate var members: [(String, OrderedJSON)] {
    guard case .object(let members) = self else { return [] }
    return members
  }
}
