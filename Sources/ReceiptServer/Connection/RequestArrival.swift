import NIOCore

/// The arrival of the current request: its deadline, and the bytes so far.
///
/// Time counts only while the server reads. While the server is busy with earlier bytes, a client cannot send.
struct RequestArrival {
  private var deadline: NIODeadline?
  private var pausedSince: NIODeadline?
  /// Whether a head has arrived, but not the end of its body.
  private(set) var isUnderWay = false
  /// Whether the body has one input on each line, without a limit on their number.
  private(set) var isStreaming = false
  /// Bytes of the body that have arrived.
  private(set) var count = 0
  private var announced: Int?

  /// The number of missing bytes of the body, if its length was announced.
  var rest: Int? { announced.map { $0 - count } }

  /// A request must begin by then.
  mutating func wait(until deadline: NIODeadline) {
    self = RequestArrival()
    self.deadline = deadline
  }

  /// A head has arrived; the body must arrive by then, in a stream its first line.
  mutating func begin(_ headers: RequestHeaders, until deadline: NIODeadline) {
    wait(until: deadline)
    isUnderWay = true
    isStreaming = Call.isLines(headers)
    announced = headers[.contentLength].flatMap { Int($0) }
  }

  /// A piece of the body has arrived; in a stream, if a line has ended, the next one must arrive by then.
  mutating func take(_ piece: ByteBuffer, until deadline: NIODeadline) {
    count += piece.readableBytes
    if isStreaming, piece.readableBytesView.firstIndex(of: UInt8(ascii: "\n")) != nil { self.deadline = deadline }
  }

  mutating func end() { self = RequestArrival() }

  /// The bytes that arrived have been passed on.
  mutating func pause(at now: NIODeadline) {
    if isUnderWay, pausedSince == nil { pausedSince = now }
  }

  /// The server reads on.
  mutating func resume(at now: NIODeadline) {
    deadline = deadline(at: now)
    pausedSince = nil
  }

  /// The deadline for more bytes, as of now.
  func deadline(at now: NIODeadline) -> NIODeadline? {
    guard let deadline, let pausedSince else { return deadline }
    return deadline + (now - pausedSince)
  }
}
