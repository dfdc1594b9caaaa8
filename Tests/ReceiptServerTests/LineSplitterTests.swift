import NIOCore
import Testing

@testable import ReceiptServer

@Suite("Lines of a stream")
struct LineSplitterTests {
  private func lines(_ pieces: [String], limit: Int = 8) -> [String] {
    var splitter = LineSplitter(limit: limit)
    var found: [String] = []
    func add(_ line: LineSplitter.Line) {
      found.append("\(line.number):" + (line.bytes.map { String(decoding: $0, as: UTF8.self) } ?? "too long"))
    }
    for piece in pieces {
      splitter.take(ByteBuffer(string: piece), add)
      #expect(splitter.heldCount <= limit)
    }
    if let last = splitter.finish() { add(last) }
    return found
  }

  @Test("lines are the same however the stream is cut")
  func cuts() {
    let text = "a\nbc\r\n\n  \t\ndefghijk\n123456789\nz"
    let expected = ["1:a", "2:bc\r", "5:defghijk", "6:too long", "7:z"]
    #expect(lines([text]) == expected)
    #expect(lines(text.utf8.map { String(UnicodeScalar($0)) }) == expected)
    for cut in 0...text.utf8.count {
      let index = text.utf8.index(text.startIndex, offsetBy: cut)
      #expect(lines([String(text[..<index]), String(text[index...])]) == expected)
    }
  }

  @Test("a line break at the end makes no further line, and nothing makes none")
  func ends() {
    #expect(lines(["a\n"]) == ["1:a"])
    #expect(lines([]) == [] && lines([""]) == [] && lines(["\n\n"]) == [])
  }

  @Test("nothing of a line that is too long is kept, and the next one is whole")
  func tooLong() {
    #expect(lines(Array(repeating: "0123456", count: 1_000) + ["\nnext\n"]) == ["1:too long", "2:next"])
  }
}
