import ReceiptKit

/// What an exchange took, whatever came of it.
public struct ExchangeRecord: Sendable {
  /// The server that was asked last.
  public var server: VerifyReceiptServer
  /// Where that is.
  public var endpoint: Endpoint
  /// The servers that were asked, in order, with the number of tries at each. A server occurs twice where it was asked again.
  public var visits: [(server: VerifyReceiptServer, tries: Int)]
  /// From the first try to the end.
  public var elapsed: Duration
  /// Why it was not tried again although that might have helped; `nil` if the end was final.
  public var gaveUp: GaveUp?

  /// Why a client stops trying.
  public enum GaveUp: Equatable, Sendable {
    /// As often as the policy allows.
    case triesUsedUp
    /// The pause before the next try, asked for by the server or not, is longer than what the deadline leaves.
    case deadline(pause: Duration, isAskedFor: Bool)
  }

  /// All requests that were made.
  public var tries: Int { visits.reduce(0) { $0 + $1.tries } }
}

/// An answer of verifyReceipt: any status.
public struct VerifyReceiptResult: Sendable {
  /// The answer's bytes as they came. If it repeated the shared secret, the same without it, rewritten on one line.
  public var bytes: [UInt8]
  /// The answer.
  public var response: VerifyReceiptResponse
  /// Whether the answer repeated the shared secret, which was taken out.
  public var isMasked: Bool
  /// What it took.
  public var record: ExchangeRecord
}

/// No answer of verifyReceipt.
public struct VerifyReceiptFailure: Error, Sendable {
  /// What happened last.
  public var fault: RemoteFault
  /// What it took; `nil` if nothing was sent.
  public var record: ExchangeRecord?
}

/// What a client is doing, for whoever waits.
public enum VerifyReceiptProgress: Sendable {
  /// It asks; `number` counts from 1 at each server.
  case asking(VerifyReceiptServer, try: Int, of: Int)
  /// It waits before it asks again.
  case pausing(Duration, reason: String, nextTry: Int, of: Int)
}
