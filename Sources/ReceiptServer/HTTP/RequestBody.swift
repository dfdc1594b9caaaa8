import NIOConcurrencyHelpers
import NIOCore

/// The body of a request, piece by piece, for one reader. It counts the bytes that have arrived and were not read yet,
/// so that the connection can stop reading.
final class RequestBody: Sendable {
  /// No body. It is made for each request: what is shared could hold bytes of another client.
  static var none: RequestBody { RequestBody([]) }

  private struct State {
    var pieces: CircularBuffer<ByteBuffer> = []
    var held = 0
    var taken = 0
    /// What is read at the end: `nil`, or the reason why the body is incomplete.
    var end: Result<ByteBuffer?, any Error>?
    var reader: CheckedContinuation<ByteBuffer?, any Error>?
  }

  private let state: NIOLockedValueBox<State>
  /// Called after held bytes were read.
  private let onTaken: @Sendable () -> Void

  /// A body that has not arrived yet.
  init(onTaken: @escaping @Sendable () -> Void) {
    state = NIOLockedValueBox(State())
    self.onTaken = onTaken
  }

  /// A body that has arrived.
  init(_ bytes: [UInt8]) {
    var arrived = State()
    arrived.held = bytes.count
    arrived.end = .success(nil)
    if !bytes.isEmpty { arrived.pieces.append(ByteBuffer(bytes: bytes)) }
    state = NIOLockedValueBox(arrived)
    onTaken = {}
  }

  /// The number of bytes that have arrived and were not read.
  var heldCount: Int { state.withLockedValue { $0.held } }

  /// The number of bytes that were read.
  var takenCount: Int { state.withLockedValue { $0.taken } }

  func add(_ piece: ByteBuffer) {
    let reader = state.withLockedValue { state -> CheckedContinuation<ByteBuffer?, any Error>? in
      guard let reader = state.reader else {
        state.pieces.append(piece)
        state.held += piece.readableBytes
        return nil
      }
      state.reader = nil
      state.taken += piece.readableBytes
      return reader
    }
    reader?.resume(returning: piece)
  }

  /// Ends the body.
  ///
  /// - Parameter error: the reason, if the body is incomplete.
  func end(_ error: (any Error)? = nil) {
    let reader = state.withLockedValue { state in
      if state.end == nil { state.end = error.map(Result.failure) ?? .success(nil) }
      defer { state.reader = nil }
      return state.reader
    }
    if let error { reader?.resume(throwing: error) } else { reader?.resume(returning: nil) }
  }

  /// The next piece; `nil` at the end.
  func next() async throws -> ByteBuffer? {
    try await withCheckedThrowingContinuation { read($0) }
  }

  private func read(_ reader: CheckedContinuation<ByteBuffer?, any Error>) {
    let result = state.withLockedValue { state -> Result<ByteBuffer?, any Error>? in
      if let piece = state.pieces.popFirst() {
        state.held -= piece.readableBytes
        state.taken += piece.readableBytes
        return .success(piece)
      }
      if state.end == nil { state.reader = reader }
      return state.end
    }
    guard let result else { return }
    reader.resume(with: result)
    if case .success(.some) = result { onTaken() }
  }
}
