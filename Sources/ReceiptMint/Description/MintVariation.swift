extension MintSubject {
  /// The same for another customer: receipt `number` of a run. Number 0 is the subject itself.
  ///
  /// An app receipt gets another opaque value with the hash that belongs to it, and transaction identifiers that are higher by the number times a
  /// thousand; a transaction receipt gets the latter.
  ///
  /// - Throws: ``MintError/impossible(_:)`` for a payload that is given to the octet, ``MintError/openSSL(call:reason:)``.
  public func varied(_ number: Int, seed: String) throws(MintError) -> MintSubject {
    guard number > 0 else { return self }
    switch self {
    case .payload: throw MintError.impossible("a list of attributes is minted as it is: no two can differ")
    case .transaction(var transaction):
      for (key, value) in transaction.purchaseInfo where [.transactionID, .originalTransactionID].contains(key) {
        transaction.purchaseInfo[key] = Self.raised(value, number)
      }
      for index in transaction.extraEntries.indices
      where ["transaction-id", "original-transaction-id"].contains(transaction.extraEntries[index].key) {
        transaction.extraEntries[index].value = Self.raised(transaction.extraEntries[index].value, number)
      }
      return .transaction(transaction)
    case .receipt(var receipt):
      let identity = try MintIdentity(seed: seed, number: number)
      // What the description leaves out stays out.
      if receipt.opaqueValue != nil {
        receipt.opaqueValue = Array(identity.opaqueValue.prefix(receipt.order == .xcode ? 8 : 16))
      }
      if case .octets? = receipt.deviceHash { receipt.deviceHash = .device(guid: identity.deviceGUID) }
      for index in receipt.inApp.indices {
        receipt.inApp[index].transactionID = receipt.inApp[index].transactionID.map { Self.raised($0, number) }
        receipt.inApp[index].originalTransactionID =
          receipt.inApp[index].originalTransactionID.map { Self.raised($0, number) }
      }
      return .receipt(receipt)
    }
  }

  /// An identifier of no number stays as it is; so does one at the end of all numbers.
  private static func raised(_ identifier: String, _ number: Int) -> String {
    guard let value = Int64(identifier) else { return identifier }
    let (sum, overflow) = value.addingReportingOverflow(
      Int64(number).multipliedReportingOverflow(by: 1_000).partialValue)
    return overflow ? identifier : String(sum)
  }
}
