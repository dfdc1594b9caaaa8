extension JSONValue {
  /// Whether it is an answer of verifyReceipt or a notification of version 1, which have purchases without a receipt.
  package var isAnswerOrNotification: Bool {
    guard case .object = self else { return false }
    return PurchaseHistory(notificationV1: self) != nil || PurchaseHistory(verifyReceiptResponse: self) != nil
  }
}
