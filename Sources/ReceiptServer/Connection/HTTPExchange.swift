import HTTPTypes

/// One request on a connection, and its answer. Only the connection's event loop uses it.
final class HTTPExchange {
  /// Where the body of the request goes.
  enum Destination {
    /// There is no body, or the connection discards it.
    case discarded
    /// The connection collects it, within a share of the memory budget, and then has it answered.
    case connection(WholeBody, MemoryShare)
    /// A task reads it.
    case task
  }

  let call: Call
  let began = ContinuousClock.now
  var record: RequestRecord
  /// Whether the client speaks HTTP/1.0, which has no interim answers and no chunks.
  let isHTTP10: Bool
  /// Whether the connection ends after the answer.
  var isLast: Bool
  /// Whether the client waits to be told that the body is wanted.
  var isExpecting: Bool

  var destination = Destination.discarded
  /// The number of bytes of the body that have arrived.
  var arrived = 0
  /// Whether the whole request has arrived.
  var hasArrived = false
  /// Whether each line of the body is answered on arrival, without a limit on the number of lines.
  var isStreaming = false
  /// What the connection has collected.
  var bytes: [UInt8] = []

  init(_ call: Call, route: String, method: String, isHTTP10: Bool, isLast: Bool) {
    self.call = call
    self.isHTTP10 = isHTTP10
    self.isLast = isLast
    record = RequestRecord(route: route, method: method)
    isExpecting = !isHTTP10 && call.hasBody && call.headers[.expect]?.lowercased() == "100-continue"
  }

  /// Whether the answer has begun.
  var hasBegun: Bool { record.code != 0 }

  /// The number of missing bytes of the body, if it is known.
  var rest: Int? { call.hasBody ? call.announcedLength.map { $0 - arrived } : 0 }

  /// Lets go of what the connection has collected.
  func discardBody() {
    destination = .discarded
    bytes = []
  }
}
