import NIOConcurrencyHelpers
import NIOCore

/// The body of a request, piece by piece, for one reader. It counts the bytes that have arrived and were not read yet,
/// so that the connection can stop reading.
final class RequestBody: AsyncSequence, Sendable {
  typealias Element = ByteBuffer

  /// No body.
  static let none = RequestBody([])

  private enum End {
    case complete
    case broken(any Error)
  }

  private struct State {
    var pieces: CircularBuffer<ByteBuffer> = []
    var held = 0
    var taken = 0
    var end: End?
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
    arrived.end = .complete
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
      if state.end == nil { state.end = error.map(End.broken) ?? .complete }
      defer { state.reader = nil }
      return state.reader
    }
    if let error { reader?.resume(throwing: error) } else { reader?.resume(returning: nil) }
  }

  func makeAsyncIterator() -> Iterator { Iterator(body: self) }

  struct Iterator: AsyncIteratorProtocol {
    fileprivate let body: RequestBody

    func next() async throws -> ByteBuffer? {
      try await withCheckedThrowingContinuation { body.read($0) }
    }
  }

  private func read(_ reader: CheckedContinuation<ByteBuffer?, any Error>) {
    let result = state.withLockedValue { state -> Result<ByteBuffer?, any Error>? in
      if let piece = state.pieces.popFirst() {
        state.held -= piece.readableBytes
        state.taken += piece.readableBytes
        return .success(piece)
      }
      switch state.end {
      case .complete?: return .success(nil)
      case .broken(let error)?: return .failure(error)
      case nil:
        state.reader = reader
        return nil
      }
    }
    guard let result else { return }
    reader.resume(with: result)
    if case .success(.some) = result { onTaken() }
  }
}
