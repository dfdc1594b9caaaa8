import NIOCore
import NIOHTTP1
import ReceiptKit
import Testing

@testable import ReceiptServer

@Suite("Memory of bodies and answers")
struct BodyReaderTests {
  private func call(_ body: [UInt8]) -> Call {
    var call = Call(HTTPRequestHead(version: .http1_1, method: .POST, uri: "/v1/decode"))
    call.pieces = RequestBody(body)
    return call
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

  @Test("pieces are read in the order in which they arrive, before and after they are asked for")
  func pieces() async throws {
    let body = RequestBody {}
    body.add(ByteBuffer(string: "a"))
    body.add(ByteBuffer(string: "bc"))
    #expect(body.heldCount == 3 && body.takenCount == 0)
    let reader = Task {
      var text = ""
      while let piece = try await body.next() { text += String(buffer: piece) }
      return text
    }
    for _ in 0..<1_000 where body.takenCount < 3 { try await Task.sleep(for: .milliseconds(1)) }
    body.add(ByteBuffer(string: "d"))
    body.end()
    #expect(try await reader.value == "abcd")
    #expect(body.heldCount == 0 && body.takenCount == 4)
  }

  @Test("a body that ends too early is not taken for a whole one")
  func incomplete() async throws {
    let body = RequestBody {}
    body.add(ByteBuffer(string: "a"))
    body.end(HTTPParserError.invalidEOFState)
    var call = Call(HTTPRequestHead(version: .http1_1, method: .POST, uri: "/v1/decode"))
    call.pieces = body
    await #expect(throws: HTTPParserError.invalidEOFState) {
      try await BodyReader(bytesInMemory: 100).answer(call, limit: 10) { _ in Reply(type: nil, .bytes([])) }
    }
  }
}
