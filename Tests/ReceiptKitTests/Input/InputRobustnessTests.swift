import ReceiptKit
import TestSupport
import Testing

private typealias S = InputSamples

/// Whatever the input: an answer or a `ReceiptError`, never a trap, and never bytes that are not one whole element.
@Suite("Input: damage at random", .thorough)
struct InputRobustnessTests {
  private static let small = S.contentInfo(noise: 150)
  private static let smallBER: [UInt8] =
    [0x30, 0x80] + S.oid + [0xA0, 0x80] + S.element(0x04, S.noise(150)) + [0, 0, 0, 0]

  private func check(_ input: [UInt8]) {
    guard let found = try? InputRecognizer().recognize(input), case .signedData(let bytes) = found.content else {
      return
    }
    #expect(bytes.first == 0x30 && bytes.count > 2)
    #expect(found.layers.count <= 9)
  }

  @Test("cut after every byte: reported as cut", arguments: [small, smallBER])
  func truncation(_ original: [UInt8]) throws {
    for count in 2..<original.count {
      let error = try #require(throws: ReceiptError.self) {
        try InputRecognizer().recognize(Array(original.prefix(count)))
      }
      #expect(error.code == .truncated)
      #expect(error.offset == count)
    }
    let text = Array(S.base64(original).utf8)
    let complete = (original.count * 8 + 5) / 6
    for count in 4..<complete {
      let error = try #require(throws: ReceiptError.self) { try InputRecognizer().recognize(Array(text.prefix(count))) }
      #expect(error.code == .truncated, "\(count) of \(text.count)")
    }
  }

  @Test("a request cut after every byte: whole, cut, or named", arguments: [small, smallBER])
  func truncatedRequest(_ original: [UInt8]) throws {
    let start = "{\"password\":\"x\",\"receipt-data\":\""
    let text = Array((start + S.base64(original) + "\"}").utf8)
    let complete = start.utf8.count + (original.count * 8 + 5) / 6
    for count in 1..<text.count {
      do {
        let found = try InputRecognizer().recognize(Array(text.prefix(count)))
        #expect(found.content == .signedData(original))
        #expect(count >= complete)
      } catch {
        #expect(count < complete)
        if count >= start.utf8.count + 64 { #expect(error.code == .truncated) }
      }
    }
  }

  @Test("every single bit flipped, as bytes and as text", arguments: [small, smallBER])
  func bitFlips(_ original: [UInt8]) {
    for var bytes in [original, Array(S.base64(original).utf8), S.propertyList] {
      for index in bytes.indices {
        for bit in 0..<8 {
          bytes[index] ^= 1 << UInt8(bit)
          check(bytes)
          bytes[index] ^= 1 << UInt8(bit)
        }
      }
    }
  }

  @Test("random mutations of every form", arguments: try InputDamage.all.get())
  func mutations(_ damage: InputDamage) {
    var generator = SplitMix(seed: 7)
    let original = damage.apply(S.base64(Self.small)).pasted
    let interesting = Array("\\\"'{}[]<>=+-_% \n\r&:;,.0x\u{FEFF}".utf8) + [0, 0x30, 0x31, 0x80, 0xFF]
    for _ in 0..<60 {
      var bytes = original
      for _ in 0..<Int.random(in: 1...4, using: &generator) where !bytes.isEmpty {
        let index = Int.random(in: bytes.indices, using: &generator)
        let byte = interesting[Int.random(in: interesting.indices, using: &generator)]
        switch Int.random(in: 0..<5, using: &generator) {
        case 0: bytes[index] = byte
        case 1: bytes.insert(byte, at: index)
        case 2: bytes.remove(at: index)
        case 3: bytes.removeSubrange(index..<min(index + 9, bytes.count))
        default: bytes.insert(contentsOf: bytes.prefix(index), at: index)
        }
      }
      check(bytes)
    }
  }

  @Test("random bytes and random characters")
  func noise() {
    var generator = SplitMix(seed: 11)
    let characters = Array("MIIeyJ0123abc+/=-_{}[]\":,.\\%<> \n\t&".utf8)
    for _ in 0..<3_000 {
      let count = Int.random(in: 0..<80, using: &generator)
      check((0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) })
      check((0..<count).map { _ in characters[Int.random(in: characters.indices, using: &generator)] })
    }
  }

  /// Quadratic work on 64 KiB would take minutes.
  @Test(
    "long runs take linear time", .timeLimit(.minutes(1)),
    arguments: try TableCase.read("values", "repeated for 64 KiB"))
  func linearTime(_ row: TableCase) {
    let piece = row.text
    let count = (1 << 16) / piece.utf8.count
    let run = Array(String(repeating: piece, count: count).utf8)
    check(run)
    check(Array("{\"receipt-data\":\"".utf8) + run)
    check(Array("MII".utf8) + run + Array("MII".utf8))
    check([0x30, 0x80] + run)
  }
}
