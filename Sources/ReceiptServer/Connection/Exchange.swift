/// One request on a connection, and its answer. Only the connection's event loop uses it.
final class Exchange {
  let call: Call
  let began = ContinuousClock.now
  var record: RequestRecord
  /// Whether the client speaks HTTP/1.0, which has no interim answers and no chunks.
  let isOld: Bool
  /// Whether the connection ends after the answer.
  var isLast: Bool
  /// Whether the whole request has arrived.
  var hasArrived = false
  /// Whether the head of the answer has been written.
  var hasBegun = false

  /// Processes the body and makes the answer, on the event loop; `nil` if something else does this.
  var whole: WholeBody?
  /// The body for ``whole``, as far as it has arrived.
  var bytes: [UInt8] = []
  /// The body's share of the memory budget.
  var share: MemoryShare?
  /// The body for a task that reads it.
  var source: RequestBody?

  init(_ call: Call, route: String, method: String, isOld: Bool, isLast: Bool) {
    self.call = call
    self.isOld = isOld
    self.isLast = isLast
    record = RequestRecord(route: route, method: method)
  }
}
