import NIOConcurrencyHelpers
import Testing

@testable import ReceiptServer

@Suite("An answer that many share")
struct SharedAnswerTests {
  private struct Broken: Error {}

  /// Answers with the number of questions, once it is let go.
  private final class Source: Sendable {
    let count = NIOLockedValueBox(0)
    let gate = AsyncStream<Void>.makeStream()

    func ask() async throws -> Int {
      let number = count.withLockedValue { count in
        count += 1
        return count
      }
      for await _ in gate.stream { break }
      guard number != 2 else { throw Broken() }
      return number
    }
  }

  @Test("who asks within a second gets the same, an error too, and nothing is asked twice at one time")
  func sharing() async throws {
    let source = Source()
    let shared = SharedAnswer(source.ask)
    func get(_ answers: AsyncStream<Int?>.Continuation) { shared.get { answers.yield(try? $0.get()) } }
    for (number, expected) in [(1, 1), (2, nil), (3, 3)] as [(Int, Int?)] {
      let (answers, continuation) = AsyncStream<Int?>.makeStream()
      for _ in 0..<100 { get(continuation) }
      source.gate.continuation.yield()
      var seen = 0
      for await answer in answers {
        #expect(answer == expected)
        seen += 1
        // The first hundred waited; the rest finds the answer there.
        if seen == 100 { for _ in 0..<100 { get(continuation) } }
        if seen == 200 { break }
      }
      #expect(source.count.withLockedValue { $0 } == number)
      try await Task.sleep(for: .milliseconds(1_100))
    }
  }
}
