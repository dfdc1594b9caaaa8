import ReceiptKit

/// One of verifyReceipt's two servers. Raw values appear in the ledger and in its documents.
public enum AppleEndpoint: String, CaseIterable, Sendable {
  /// The App Store's.
  case production
  /// The sandbox's.
  case sandbox
}

/// What came of asking once.
public enum AppleReply: Sendable {
  /// An answer of verifyReceipt, whatever its status.
  case answer(VerifyReceiptResponse)
  /// The server asks to come back later, after so many milliseconds if it says.
  case later(reason: String, retryAfter: Int64?)
  /// Nobody answered.
  case unreachable(reason: String)
}

/// Who asks Apple. A ledger knows nothing of networks.
public protocol AppleVerifier: Sendable {
  /// Asks one server once, without retrying; it must end within ``timeout``.
  ///
  /// - Parameter receipt: the receipt without wrappings, to be sent in base64.
  func ask(_ receipt: [UInt8], at endpoint: AppleEndpoint) async -> AppleReply

  /// How long one call can take, in milliseconds: leases are longer.
  var timeout: Int64 { get }
}

/// What an answer means for an order. Raw values appear in the ledger and in its documents.
public enum AnswerMeaning: String, CaseIterable, Sendable {
  /// The receipt is valid.
  case valid
  /// Apple refuses it for good.
  case refused
  /// Apple refuses it in a way that is known to pass: asked again, and believed only after ``Patience``.
  case doubtful
  /// Apple asks to come back later.
  case later
  /// Nobody answered.
  case unreachable
  /// The receipt is the other server's.
  case elsewhere
  /// The shared secret is wrong: nothing is known of the receipt.
  case wrongSecret = "wrong_secret"

  init(_ reply: AppleReply) {
    switch reply {
    case .later: self = .later
    case .unreachable: self = .unreachable
    case .answer(let response): self.init(response)
    }
  }

  private init(_ response: VerifyReceiptResponse) {
    let code = response.status.code
    // Whatever the status is called, Apple says that it will pass.
    if response.isRetryable == true, ![0, 21006, 21007, 21008].contains(code) {
      self = .later
      return
    }
    switch code {
    // 21006: valid, but the subscription is over; only about iOS 6 receipts (FORMAT.md).
    case 0, 21006: self = .valid
    case 21003, 21010: self = .refused
    case 21002: self = .doubtful
    case 21004: self = .wrongSecret
    case 21007, 21008: self = .elsewhere
    case 21100...21199: self = response.isRetryable == false ? .refused : .doubtful
    // 21000 and 21001 are about the request, and nobody knows what others are: the customer has paid, so ask again.
    default: self = .later
    }
  }
}

/// When an answer is believed that is known to pass. What waits for Apple was found authentic here, and somebody paid; Apple's trouble
/// lasts minutes or hours.
enum Patience {
  /// How often it has to come.
  static let answers = 3
  /// How long after the first one it has to come still, in milliseconds.
  static let length: Int64 = 24 * 3_600_000

  /// Whether it is believed this time.
  ///
  /// - Parameters:
  ///   - count: how often it came before.
  ///   - first: when it came first.
  static func isOver(after count: Int, since first: Instant?, now: Instant) -> Bool {
    guard let first else { return false }
    return count + 1 >= answers && now.milliseconds - first.milliseconds >= length
  }
}

/// How long to wait before asking again.
public struct Backoff: Equatable, Sendable {
  /// The delay after the first failure, in milliseconds, before jitter.
  public var first: Int64
  /// The longest delay, in milliseconds.
  public var longest: Int64

  /// Doubles from half a minute to six hours unless told otherwise.
  public init(first: Int64 = 30_000, longest: Int64 = 6 * 3_600_000) {
    self.first = max(0, first)
    self.longest = max(self.first, longest)
  }

  /// The delay after so many failures, 1 for the first.
  ///
  /// - Parameter fraction: from 0 to 1, by chance: those who failed together must not come back together. The delay is half of its
  ///   full length, and this much of the other half.
  public func delay(afterFailure count: Int, fraction: Double) -> Int64 {
    var delay = first
    for _ in 1..<max(1, min(count, 62)) where delay < longest { delay = min(delay * 2, longest) }
    return delay / 2 + Int64(Double(delay - delay / 2) * min(max(fraction, 0), 1))
  }
}
