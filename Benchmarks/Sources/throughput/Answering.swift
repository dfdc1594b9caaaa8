#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif
import ReceiptKit

/// Answers one request again and again as `serve` does, with everything but HTTP: the request is read, the receipt
/// decoded and verified under a remembered chain, and the answer written.
struct Answering {
  private let body: [UInt8]
  private let answerer = VerifyReceiptAnswerer()
  private let worker = ReceiptWorker(InputDecoder())
  private let now = Instant(milliseconds: 1_700_000_000_000)

  struct Unusable: Error {
    let message: String
  }

  /// - Parameter path: a file with the body of a request to the sandbox.
  init(path: String) throws {
    guard let file = fopen(path, "rb") else { throw Unusable(message: "\(path) cannot be read") }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    body = Array(bytes[..<fread(&bytes, 1, bytes.count, file)])
    guard answer().status == 0 else { throw Unusable(message: "the request in \(path) is not answered with status 0") }
  }

  private func answer() -> VerifyReceiptAnswer {
    answerer.answer(to: body, server: .sandbox, at: now, using: worker)
  }

  /// Answers a second, by the clock of the wall, as others work on the same cores.
  func rate(seconds: Double) -> Double {
    let start = Clock.wallSeconds
    var count = 0
    var octets = 0
    while Clock.wallSeconds - start < seconds {
      for _ in 0..<100 {
        var writer = JSONWriter(layout: .compact, reservingCapacity: 1 << 14)
        answer().write(to: &writer)
        // Only so that no answer can be left out; what it adds up to means nothing.
        octets &+= writer.bytes.count
      }
      count += 100
    }
    precondition(octets > count, "nothing was written")
    return Double(count) / (Clock.wallSeconds - start)
  }
}
