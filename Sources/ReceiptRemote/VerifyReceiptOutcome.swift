import ReceiptKit

/// What happened in an exchange with verifyReceipt, whatever its result.
public struct ExchangeRecord: Sendable {
  /// The server that was asked last.
  public var server: RemoteServer
  /// The URL of that server.
  package var endpoint: Endpoint
  /// The servers in the order of use, with the number of tries at each. A server that was used again occurs twice.
  public var visits: [(server: RemoteServer, tries: Int)]
  /// The time from the first try to the end.
  package var elapsed: Duration
  /// Why the client stopped although another try might have helped; `nil` if the result was final.
  package var gaveUp: GaveUp?

  /// Why a client stops trying.
  package enum GaveUp: Equatable, Sendable {
    /// All tries that the policy allows have been made.
    case triesUsedUp
    /// The pause before the next try, requested by the server or not, is longer than the remaining time.
    case deadline(pause: Duration, isAskedFor: Bool)
  }

  /// The number of all requests.
  public var tries: Int { visits.reduce(0) { $0 + $1.tries } }
}

/// An answer of verifyReceipt, with any status.
public struct VerifyReceiptResult: Sendable {
  /// The unchanged bytes of the answer. If the answer repeated the shared secret, it is rewritten on one line without
  /// it.
  public var bytes: [UInt8]
  /// The answer.
  public var response: VerifyReceiptResponse
  /// Whether the shared secret was removed from the answer.
  public var isMasked: Bool
  /// The record of the exchange.
  public var record: ExchangeRecord
}

/// Why verifyReceipt gave no answer.
public struct VerifyReceiptFailure: Error, Sendable {
  /// The last fault.
  public var fault: RemoteFault
  /// The record of the exchange; `nil` if nothing was sent.
  public var record: ExchangeRecord?
}

/// The progress of a client, for display.
public enum RemoteProgress: Sendable {
  /// The client sends a request. Tries are counted from 1 at each server.
  case asking(RemoteServer, try: Int, of: Int)
  /// The client waits before the next request.
  case pausing(Duration, reason: Message, nextTry: Int, of: Int)
}
