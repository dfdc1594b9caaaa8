import ReceiptKit

/// What a receiver gets in one request.
package enum DeliveredMessage: Sendable {
  case event(LedgerEvent)
  case notification(ForwardedNotification)

  /// The number of the event, or of the notification.
  package var sequence: Int64 {
    switch self {
    case .event(let event): event.sequence
    case .notification(let notification): notification.sequence
    }
  }

  /// The key of messages that stay in order.
  package var deliveryOrder: String {
    switch self {
    case .event(let event): event.deliveryOrder
    case .notification(let notification): notification.deliveryOrder
    }
  }
}

extension LedgerEvent {
  /// The key of events that stay in order: their account; without an account, their subscription or purchase.
  package var deliveryOrder: String { account.map { "account " + $0 } ?? originalTransactionID ?? transactionID ?? "" }
}
