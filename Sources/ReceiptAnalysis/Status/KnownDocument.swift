extension JSONText {
  /// Whether it is an answer of verifyReceipt or a notification of version 1; both contain purchases without a receipt.
  package var isAnswerOrNotification: Bool {
    memberNodes != nil && (self["unified_receipt"]?.memberNodes != nil || PurchaseHistory.isResponse(self))
  }
}
