import ReceiptKit

/// The result of one request.
package enum AppleReply: Sendable {
  /// An answer of verifyReceipt, with any status.
  case answer(VerifyReceiptResponse)
  /// An answer of the App Store Server API: signed data about a customer's purchases.
  case signed([SignedPurchase])
  /// An answer of the App Store Server API that is not proven, or is about something else.
  case unproven(reason: String)
  /// The App Store Server API knows no such subscription.
  case unknown(reason: String)
  /// The App Store Server API does not accept the key.
  case refusedKey(reason: String)
  /// The server requests a later retry, after this number of milliseconds if it states a time.
  case later(reason: String, retryAfter: Int64?)
  /// No answer.
  case unreachable(reason: String)
}

/// The client for Apple's servers. The ledger itself does no networking.
package protocol AppleVerifier: Sendable {
  /// Asks one of verifyReceipt's two servers once, without retrying; it must end within ``timeout``.
  ///
  /// - Parameters:
  ///   - receipt: the receipt without wrappings, to be sent in base64.
  ///   - server: the server to ask.
  func ask(_ receipt: [UInt8], at server: LedgerEnvironment) async -> AppleReply

  /// The maximum duration of one call, in milliseconds: leases are longer.
  var timeout: Int64 { get }
}

/// The client for the App Store Server API. It asks about subscriptions by their identifiers, without a receipt.
package protocol SubscriptionSource: Sendable {
  /// The app about which the client asks.
  var bundleID: String { get }

  /// Asks for the state of each subscription of a customer once, without retrying.
  ///
  /// - Parameter original: the original transaction of one of these subscriptions.
  func statuses(of original: String) async -> AppleReply

  /// Asks for the customer's refunded purchases once, without retrying.
  func refunds(of original: String) async -> AppleReply

  /// The maximum duration of both calls together, in milliseconds: leases are longer.
  var timeout: Int64 { get }
}

/// The meaning of an answer for an order. Raw values appear in the ledger and in its documents.
package enum AnswerMeaning: String, CaseIterable, Sendable {
  /// The receipt is valid.
  case valid
  /// Apple refuses the receipt permanently.
  case refused
  /// Apple refuses the receipt in a way that can be temporary. The request is repeated, and the refusal is believed
  /// only after several of them.
  case doubtful
  /// Apple asks for a later retry.
  case later
  /// No answer.
  case unreachable
  /// The receipt belongs to the other server.
  case elsewhere
  /// The shared secret is wrong, or the key is not accepted. The answer says nothing about the receipt or the
  /// subscription.
  case wrongSecret = "wrong_secret"

  init(_ reply: AppleReply) {
    switch reply {
    case .later: self = .later
    case .unreachable: self = .unreachable
    case .answer(let response): self.init(response)
    case .signed: self = .valid
    case .unproven: self = .later
    case .unknown: self = .refused
    case .refusedKey: self = .wrongSecret
    }
  }

  private init(_ response: VerifyReceiptResponse) {
    let code = response.status.code
    // Apple can mark any status as temporary. These four are an answer all the same: valid, or of the other server.
    if response.isRetryable == true, ![0, 21006, 21007, 21008].contains(code) {
      self = .later
      return
    }
    switch code {
    // 21006: valid, but the subscription is over; only about iOS 6 receipts (Apple, "status").
    case 0, 21006: self = .valid
    case 21003, 21010: self = .refused
    case 21002: self = .doubtful
    case 21004: self = .wrongSecret
    case 21007, 21008: self = .elsewhere
    case 21100...21199: self = response.isRetryable == false ? .refused : .doubtful
    // 21000 and 21001 are about the request, and other statuses are unknown: the customer has paid, so ask again.
    default: self = .later
    }
  }
}
