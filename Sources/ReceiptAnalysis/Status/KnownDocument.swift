extension JSONText {
  /// Whether the document is an answer of verifyReceipt or a notification of version 1. Both contain purchases without
  /// a receipt.
  package var isAnswerOrNotification: Bool {
    memberNodes != nil && (self["unified_receipt"]?.memberNodes != nil || PurchaseHistory.isResponse(self))
  }
}
