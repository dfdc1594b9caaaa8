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
    private let failing: Int

    /// - Parameter failing: the number of the question that has no answer.
    init(failing: Int) { self.failing = failing }

    func ask() async throws -> Int {
      let number = count.withLockedValue { count in
        count += 1
        return count
      }
      for await _ in gate.stream { break }
      guard number != failing else { throw Broken() }
      return number
    }
  }

  /// The answers that so many who ask at one time get.
  private func answers(_ number: Int, of shared: SharedAnswer<Int>, opening source: Source?) async -> [Int?] {
    await withTaskGroup { group in
      for _ in 0..<number { group.addImmediateTask { try? await shared.get() } }
      source?.gate.continuation.yield()
      return await group.reduce(into: []) { $0.append($1) }
    }
  }

  @Test("who asks while an answer stands gets the same, an error too, and nothing is asked twice at one time")
  func sharing() async {
    for failing in [0, 1] {
      let source = Source(failing: failing)
      let shared = SharedAnswer(lifetime: .seconds(3_600), source.ask)
      let expected = [Int?](repeating: failing == 1 ? nil : 1, count: 100)
      // These wait for it, and those find it there.
      #expect(await answers(100, of: shared, opening: source) == expected)
      #expect(await answers(100, of: shared, opening: nil) == expected)
      #expect(source.count.withLockedValue { $0 } == 1)
    }
  }

  @Test("an answer that no longer stands is asked for again")
  func expiry() async {
    let source = Source(failing: 2)
    let shared = SharedAnswer(lifetime: .zero, source.ask)
    for expected in [1, nil, 3] {
      #expect(await answers(1, of: shared, opening: source) == [expected])
    }
    #expect(source.count.withLockedValue { $0 } == 3)
  }
}
