import NIOCore
import NIOHTTP1

/// The arrival of the current request: its deadline, and the bytes so far.
///
/// Time counts only while the server reads. While the server is busy with earlier bytes, a client cannot send.
struct RequestArrival {
  private var deadline: NIODeadline?
  private var pausedSince: NIODeadline?
  /// Whether the head of a request has arrived, but not the end of its body.
  private(set) var isUnderWay = false
  /// Whether the route answers each line of the body on arrival, without a limit on the number of lines.
  private(set) var isStreaming = false
  /// Bytes of the body that have arrived.
  private(set) var count = 0
  private var announced: Int?

  /// The number of missing bytes of the body, if its length was announced.
  var rest: Int? { announced.map { $0 - count } }

  /// Records that a request must begin by the deadline.
  mutating func wait(until deadline: NIODeadline) {
    self = RequestArrival()
    self.deadline = deadline
  }

  /// Records that a head has arrived; the body must arrive by the deadline.
  mutating func begin(_ headers: HTTPHeaders, until deadline: NIODeadline) {
    wait(until: deadline)
    isUnderWay = true
    announced = headers[.contentLength].flatMap { Int($0) }
  }

  /// Records that the route takes the body line by line; the first line must arrive by the deadline.
  ///
  /// The route decides this, not the client: otherwise, a client could keep any request open by sending a line now and
  /// then.
  mutating func stream(until deadline: NIODeadline) {
    guard isUnderWay else { return }
    isStreaming = true
    self.deadline = deadline
  }

  /// Records a piece of the body. In a stream, after a line has ended, the next line must arrive by the deadline.
  mutating func take(_ piece: ByteBuffer, until deadline: NIODeadline) {
    count += piece.readableBytes
    if isStreaming, piece.readableBytesView.firstIndex(of: UInt8(ascii: "\n")) != nil { self.deadline = deadline }
  }

  mutating func end() { self = RequestArrival() }

  /// Records that all arrived bytes have been passed on.
  mutating func pause(at now: NIODeadline) {
    if isUnderWay, pausedSince == nil { pausedSince = now }
  }

  /// Records that the server reads again.
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
