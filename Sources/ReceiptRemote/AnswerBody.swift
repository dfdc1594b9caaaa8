import AsyncHTTPClient
import NIOCore
import ReceiptKit

/// Reads the body of an answer, with limits on size and time.
struct AnswerBody {
  let endpoint: Endpoint
  let maximumBytes: Int
  /// The timeout of the whole try, for messages.
  let timeout: Duration

  /// How the reader ended.
  private enum Ending: Sendable {
    case whole([UInt8])
    case failed(RemoteFault)
    /// It was stopped after so many bytes.
    case stopped(Int)
    case timeIsUp
  }

  /// The whole body.
  ///
  /// - Parameters:
  ///   - announced: `Content-Length`, if present.
  ///   - within: the time limit for the body.
  func collect(
    _ body: HTTPClientResponse.Body, announced: String?, within: Duration
  ) async throws(RemoteFault) -> [UInt8] {
    if let announced = announced.flatMap({ Int($0) }), announced > maximumBytes { throw tooLarge(announced.grouped) }
    let ending = await withTaskGroup(of: Ending.self) { group in
      group.addTask { await read(body) }
      group.addTask {
        try? await Task.sleep(for: within)
        return .timeIsUp
      }
      defer { group.cancelAll() }
      let first = await group.next() ?? .timeIsUp
      guard case .timeIsUp = first else { return first }
      // The cancelled reader reports how far it came, unless it finished at this very moment.
      group.cancelAll()
      return await group.next() ?? .timeIsUp
    }
    switch ending {
    case .whole(let bytes): return bytes
    case .failed(let fault): throw fault
    case .stopped(let count):
      throw RemoteFault(
        .answerUnfinished,
        "\(endpoint.host) began to answer and did not end within \(timeout.text): \(count.grouped) bytes came",
        hint: "try again; --timeout gives it longer")
    case .timeIsUp:
      throw RemoteFault(.answerUnfinished, "\(endpoint.host) did not end its answer within \(timeout.text)")
    }
  }

  private func read(_ body: HTTPClientResponse.Body) async -> Ending {
    var bytes: [UInt8] = []
    do {
      for try await chunk in body {
        guard chunk.readableBytes <= maximumBytes - bytes.count else {
          return .failed(tooLarge("more than \(maximumBytes.grouped)"))
        }
        bytes.append(contentsOf: chunk.readableBytesView)
      }
    } catch {
      if Task.isCancelled { return .stopped(bytes.count) }
      return .failed(TransportError(error, endpoint, timeout: timeout).fault(afterBytes: bytes.count))
    }
    return Task.isCancelled ? .stopped(bytes.count) : .whole(bytes)
  }

  private func tooLarge(_ size: String) -> RemoteFault {
    RemoteFault(
      .answerTooLarge, "\(endpoint.host) answered with \(size) bytes; the limit is \(maximumBytes.grouped)",
      hint: "no answer of Apple's is that large; look at who answered")
  }
}

extension Duration {
  /// `30 s`, `0.25 s`: seconds with two decimals at most.
  public var text: String {
    let (seconds, attoseconds) = components
    let hundredths = Int64(attoseconds / 10_000_000_000_000_000)
    if hundredths == 0 { return "\(seconds) s" }
    let digits = hundredths < 10 ? "0\(hundredths)" : hundredths % 10 == 0 ? "\(hundredths / 10)" : "\(hundredths)"
    return "\(seconds).\(digits) s"
  }
}
