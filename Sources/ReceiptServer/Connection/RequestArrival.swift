import HTTPTypes
import NIOCore

/// How the request that is being read arrives: by when it has to be there, and how much of it is.
///
/// Time counts while the server reads. While it has enough to do with what is there, a client cannot send.
struct RequestArrival {
  private var deadline: NIODeadline?
  private var pausedSince: NIODeadline?
  /// Whether a head has arrived, and not the end of its body.
  private(set) var isUnderWay = false
  /// Whether the body is one input a line, as many as there may be.
  private(set) var isStreaming = false
  /// Bytes of the body that have arrived.
  private(set) var count = 0
  private var announced: Int?

  /// Bytes of the body that are missing, where its length was announced.
  var rest: Int? { announced.map { $0 - count } }

  /// A request has to begin by then.
  mutating func wait(until deadline: NIODeadline) {
    self = RequestArrival()
    self.deadline = deadline
  }

  /// A head has arrived; the body has to by then, in a stream its first line.
  mutating func begin(_ fields: HTTPFields, until deadline: NIODeadline) {
    wait(until: deadline)
    isUnderWay = true
    isStreaming = Call.isLines(fields)
    announced = fields[.contentLength].flatMap { Int($0) }
  }

  /// A piece of the body has arrived; in a stream, where a line has ended, the next one has to by then.
  mutating func take(_ piece: ByteBuffer, until deadline: NIODeadline) {
    count += piece.readableBytes
    if isStreaming, piece.readableBytesView.firstIndex(of: UInt8(ascii: "\n")) != nil { self.deadline = deadline }
  }

  mutating func end() { self = RequestArrival() }

  /// What has arrived has been handed on.
  mutating func pause(at now: NIODeadline) {
    if isUnderWay, pausedSince == nil { pausedSince = now }
  }

  /// More is wanted.
  mutating func resume(at now: NIODeadline) {
    deadline = deadline(at: now)
    pausedSince = nil
  }

  /// By when more has to have arrived, as it looks now.
  func deadline(at now: NIODeadline) -> NIODeadline? {
    guard let deadline, let pausedSince else { return deadline }
    return deadline + (now - pausedSince)
  }
}
