import ReceiptKit

/// A statement that was handed in as a server notification: signed, or not.
package enum ReceivedStatement: Sendable {
  /// A notification of version 2.
  ///
  /// `body` is the body of Apple's request; `nil` if it came another way.
  case signed(SignedNotification, body: [UInt8]? = nil)
  /// A notification of version 1, or a saved answer of verifyReceipt.
  case unsigned(AppleStatement)

  /// Reads a statement, and proves it if it is signed.
  package init(_ bytes: [UInt8], _ decoder: InputDecoder) throws(ReceiptError) {
    if let notification = try SignedNotification(bytes, decoder: decoder) {
      self = .signed(notification)
    } else {
      self = .unsigned(try AppleStatement(bytes))
    }
  }

  /// The statements about purchases that it contains.
  package var history: PurchaseHistory {
    switch self {
    case .signed(let notification, _): notification.history
    case .unsigned(let statement): statement.history
    }
  }

  /// The app that the statement is about.
  package var bundleID: String? {
    switch self {
    case .signed(let notification, _): notification.claims.bundleIDs.first
    case .unsigned(let statement): statement.history.bundleID
    }
  }

  /// Whether only the shared secret can prove the statement.
  package var needsSecret: Bool { if case .unsigned = self { true } else { false } }
}
