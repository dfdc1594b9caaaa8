extension MintSubject {
  /// The same receipt for another customer: receipt `number` of a run. Number 0 is the subject itself.
  ///
  /// An app receipt gets another opaque value with the matching hash, if it has both. Its transactions and periods get
  /// identifiers that no other receipt of the run has. A transaction receipt only gets new identifiers.
  ///
  /// - Throws: ``MintError/impossible(_:)`` for a payload given as octets, for a subject without any of these values,
  ///   and if identifiers would exceed 64 bits; ``MintError/openSSL(call:reason:)``.
  package func varied(_ number: Int, seed: String) throws(MintError) -> MintSubject {
    guard number > 0 else { return self }
    let varied: MintSubject =
      switch self {
      case .payload: throw MintError.impossible("a list of attributes is minted as it is: no two can differ")
      case .transaction(let transaction): .transaction(try Self.varied(transaction, number))
      case .receipt(let receipt): .receipt(try Self.varied(receipt, number, seed))
      }
    guard varied != self else {
      throw MintError.impossible(
        """
        nothing in the description tells one receipt from another: no opaque_value, no transaction_id, no \
        web_order_line_item_id
        """
      )
    }
    return varied
  }

  private static func varied(
    _ receipt: ReceiptDescription, _ number: Int, _ seed: String
  ) throws(MintError) -> ReceiptDescription {
    var receipt = receipt
    let identity = try MintIdentity(seed: seed, number: number)
    // Values that the description omits stay absent.
    if receipt.opaqueValue != nil {
      // Xcode's opaque values have 8 octets, Apple's have 16.
      receipt.opaqueValue = Array(identity.opaqueValue.prefix(receipt.order == .xcode ? 8 : 16))
    }
    if case .octets? = receipt.deviceHash { receipt.deviceHash = .device(guid: identity.deviceGUID) }
    let transactions = IdentifierStep(
      receipt.inApp.flatMap { [$0.transactionID, $0.originalTransactionID].compactMap { $0.flatMap { Int64($0) } } })
    let lineItems = IdentifierStep(receipt.inApp.compactMap(\.webOrderLineItemID))
    for index in receipt.inApp.indices {
      var purchase = receipt.inApp[index]
      if let text = purchase.transactionID { purchase.transactionID = try transactions.raised(text, number) }
      if let text = purchase.originalTransactionID {
        purchase.originalTransactionID = try transactions.raised(text, number)
      }
      if let item = purchase.webOrderLineItemID { purchase.webOrderLineItemID = try lineItems.raised(item, number) }
      receipt.inApp[index] = purchase
    }
    return receipt
  }

  private static let transactionKeys: Set<TransactionDescription.Key> = [.transactionID, .originalTransactionID]

  private static func varied(
    _ transaction: TransactionDescription, _ number: Int
  ) throws(MintError) -> TransactionDescription {
    var transaction = transaction
    for keys in [transactionKeys, [.webOrderLineItemID]] {
      let names = Set(keys.map(\.rawValue))
      let found =
        transaction.purchaseInfo.filter { keys.contains($0.key) }.map(\.value)
        + transaction.extraEntries.filter { names.contains($0.key) }.map(\.value)
      let step = IdentifierStep(found.compactMap { Int64($0) })
      for (key, value) in transaction.purchaseInfo where keys.contains(key) {
        transaction.purchaseInfo[key] = try step.raised(value, number)
      }
      for index in transaction.extraEntries.indices where names.contains(transaction.extraEntries[index].key) {
        transaction.extraEntries[index].value = try step.raised(transaction.extraEntries[index].value, number)
      }
    }
    return transaction
  }
}

/// The increment of identifiers from one receipt of a run to the next.
///
/// The increment is larger than the range of the identifiers of one receipt, so that no identifier occurs in two
/// receipts.
private struct IdentifierStep {
  private let step: Int64?

  /// - Parameter identifiers: all identifiers of one kind in one receipt. Zero means absent, for example in sandbox
  ///   receipts.
  init(_ identifiers: [Int64]) {
    let identifiers = identifiers.filter { $0 != 0 }
    let (span, isTooWide) = (identifiers.max() ?? 0).subtractingReportingOverflow(identifiers.min() ?? 0)
    let (step, overflow) = (span / 1_000 + 1).multipliedReportingOverflow(by: 1_000)
    self.step = isTooWide || overflow ? nil : step
  }

  func raised(_ identifier: Int64, _ number: Int) throws(MintError) -> Int64 {
    guard identifier != 0 else { return 0 }
    if let (rise, isTooHigh) = step?.multipliedReportingOverflow(by: Int64(number)), !isTooHigh {
      let (sum, overflow) = identifier.addingReportingOverflow(rise)
      if !overflow { return sum }
    }
    throw MintError.impossible(
      "the identifiers of receipt \(number) would not fit into 64 bits: those of the description lie too far apart")
  }

  /// An identifier that is not a number stays unchanged.
  func raised(_ identifier: String, _ number: Int) throws(MintError) -> String {
    guard let value = Int64(identifier), value != 0 else { return identifier }
    return String(try raised(value, number))
  }
}
