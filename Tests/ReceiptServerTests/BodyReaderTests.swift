import HTTPTypes
import HummingbirdCore
import NIOCore
import ReceiptKit
import Testing

@testable import ReceiptServer

@Suite("Memory of bodies and answers")
struct BodyReaderTests {
  private func call(_ body: [UInt8]) -> Call {
    let head = HTTPRequest(method: .post, scheme: "http", authority: "localhost", path: "/v1/decode")
    return Call(Request(head: head, body: RequestBody(buffer: ByteBuffer(bytes: body))))
  }

  private func answer(_ reader: BodyReader, body: Int, answer: Int) async throws -> Reply {
    try await reader.answer(call([UInt8](repeating: 0, count: body)), limit: 1_000) { _ in
      Reply(type: nil, .bytes([UInt8](repeating: 0, count: answer)))
    }
  }

  @Test("an answer is counted until it has been sent, and one for which there is no room is 503")
  func answers() async throws {
    let reader = BodyReader(bytesInMemory: 10_000)
    var held: [Reply] = [try await answer(reader, body: 10, answer: 6_000)]
    let refusal = await #expect(throws: Problem.self) { try await answer(reader, body: 10, answer: 6_000) }
    #expect(refusal?.status == .serviceUnavailable && refusal?.name == "busy")
    held.append(try await answer(reader, body: 1_000, answer: 4_000))
    await #expect(throws: Problem.self) { try await answer(reader, body: 10, answer: 1) }
    held.removeFirst()
    // Nothing of what was refused is still counted.
    held.append(try await answer(reader, body: 1_000, answer: 6_000))
    #expect(held.count == 2)
    held = []
    held.append(try await answer(reader, body: 1, answer: 10_000))
  }

  @Test("a body counts while its answer is made, and no longer")
  func bodies() async throws {
    let reader = BodyReader(bytesInMemory: 1_500)
    for _ in 0..<10 { _ = try await answer(reader, body: 1_000, answer: 1_000) }
    let inner = try await reader.answer(call([UInt8](repeating: 0, count: 1_000)), limit: 1_000) { _ in
      #expect(!MemoryShare(reader.budget).resize(to: 501))
      #expect(MemoryShare(reader.budget).resize(to: 500))
      return Reply(type: nil, .bytes([]))
    }
    #expect(MemoryShare(reader.budget).resize(to: 1_500))
    #expect(inner.status == .ok)
    await #expect(throws: Problem.self) { try await answer(reader, body: 1_001, answer: 1) }
    #expect(MemoryShare(reader.budget).resize(to: 1_500))
  }
}
