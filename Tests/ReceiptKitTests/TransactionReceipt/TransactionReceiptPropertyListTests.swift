import ReceiptKit
import Testing

@testable import ReceiptReading

@Suite("Transaction receipt: property list")
struct TransactionReceiptPropertyListTests {
  @Test(arguments: try TableCase.read("property-lists", "property lists, with their keys and values"))
  func reads(_ row: TableCase) throws {
    let entries = try PropertyList.entries(row.bytes)
    #expect(entries.flatMap { [$0.key, $0.value] } == row.expected)
  }

  @Test(arguments: try TableCase.read("property-lists", "no property lists"))
  func refuses(_ row: TableCase) throws {
    let error = try #require(throws: ReceiptError.self) { try PropertyList.entries(row.bytes) }
    let offset = row.words()[0]
    let word = String(row.expected[0].dropFirst(offset.count + 1))
    #expect(error.code == .invalidPropertyList)
    #expect("\(error.offset ?? -1)" == offset, "\(error.message)")
    #expect(error.message.contains(word), "\(error.message)")
    #expect(error.message.contains("byte \(offset)"), "\(error.message)")
  }

  @Test func offsetsOfEntries() throws {
    let entries = try PropertyList.entries(Array("{ é0 = b; }".utf8.filter { $0 < 0x80 } + Array("".utf8)))
    #expect(entries.map(\.offset) == [2])
    #expect(try PropertyList.entries(Array(#"{ "é" = b; c = d; }"#.utf8)).map(\.offset) == [2, 12])
  }

  @Test func notUTF8() throws {
    let error = try #require(throws: ReceiptError.self) { try PropertyList.entries([0x7B, 0x22, 0xC3, 0x22, 0x3D]) }
    #expect(error.offset == 1 && error.message.description.contains("UTF-8"))
  }

  @Test func nestingBombs() {
    for mark in ["{", "(", "{a=", "{a=(", "<", "/*", "\\", "\"", "'", "//"] {
      let bytes = Array(String(repeating: mark, count: 300_000).utf8)
      #expect(throws: ReceiptError.self) { try PropertyList.entries(bytes) }
      #expect(throws: ReceiptError.self) { try PropertyList.entries(Array("{a=".utf8) + bytes) }
    }
  }

  @Test func tooManyEntries() throws {
    func list(_ count: Int) -> [UInt8] { Array(("{" + String(repeating: "a=b;", count: count) + "}").utf8) }
    #expect(try PropertyList.entries(list(1_000)).count == 1_000)
    let error = try #require(throws: ReceiptError.self) { try PropertyList.entries(list(1_000_000)) }
    #expect(error.offset == 4_001)
  }

  /// Every cut, and every byte in the place of every byte, ends in a list or an error.
  @Test func cutsAndChanges() throws {
    let whole = Array(#"{ "a\U00e9\n" = 'b\101'; /* c */ d = e; } // f"#.utf8)
    let closed = try #require(whole.lastIndex(of: UInt8(ascii: "}")))
    for end in 0...whole.count {
      let isWhole = (try? PropertyList.entries(Array(whole[..<end]))) != nil
      // Behind the brace only the single slash of a comment that has just begun is wrong.
      #expect(isWhole == (end > closed && end != closed + 3), "\(end)")
    }
    for index in whole.indices {
      for byte in UInt8.min...UInt8.max {
        var changed = whole
        changed[index] = byte
        _ = try? PropertyList.entries(changed)
      }
    }
  }
}
