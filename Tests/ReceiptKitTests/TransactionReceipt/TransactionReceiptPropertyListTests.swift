import ReceiptKit
import Testing

@testable import ReceiptReading

@Suite("Transaction receipt: property list")
struct TransactionReceiptPropertyListTests {
  /// A list and the keys and values in it, one after the other.
  struct Good: CustomTestStringConvertible {
    let text: String
    let parts: [String]
    var testDescription: String { text }
    init(_ text: String, _ parts: String...) { (self.text, self.parts) = (text, parts) }
  }

  /// A list, the offset of its fault, and a word of the message.
  struct Bad: CustomTestStringConvertible {
    let text: String
    let offset: Int
    let word: String
    var testDescription: String { text }
    init(_ text: String, _ offset: Int, _ word: String) { (self.text, self.offset, self.word) = (text, offset, word) }
  }

  static let good: [Good] = [
    Good("{}"),
    Good(" \t\r\n{ \u{0B}\u{0C} } \n"),
    Good(#"{ "a" = "b"; }"#, "a", "b"),
    Good(#"{"a"="b";}"#, "a", "b"),
    Good("{\n\t\"a-b\" = \"1\";\n\t\"c\" = \"\";\n}", "a-b", "1", "c", ""),
    Good("{ a = b; }", "a", "b"),
    Good("{ purchase-date_1.$/: = 2015-11-18; }", "purchase-date_1.$/:", "2015-11-18"),
    Good("{ 'it' = 'say \"x\"'; }", "it", "say \"x\""),
    Good(#"{ z = 1; a = 2; z = 3; }"#, "z", "1", "a", "2", "z", "3"),
    Good(#"{ a = "\"\\\n\t\r\a\b\f\v\'\q"; }"#, "a", "\"\\\n\t\r\u{07}\u{08}\u{0C}\u{0B}'q"),
    Good("{ a = \"x\\\ny\"; }", "a", "x\ny"),
    Good(#"{ a = "\101\7\0608"; }"#, "a", "A\u{07}08"),
    Good(#"{ a = "\U00e9\UE9!\U20ac"; }"#, "a", "é\u{E9}!€"),
    Good(#"{ a = "\Ud83d\Ude00"; }"#, "a", "😀"),
    Good(#"{ a = "é€😀"; }"#, "a", "é€😀"),
    Good("{ a = \"{ ( < ; = // /* \"; }", "a", "{ ( < ; = // /* "),
    Good("// first\n{ /* a = 1; */ b /**/ = // two\r2 /***/ ; } // end", "b", "2"),
    Good("{ a = http://b/c; }", "a", "http://b/c"),
  ]

  static let bad: [Bad] = [
    Bad("", 0, "'{' expected"),
    Bad("  ", 2, "the end found"),
    Bad("[]", 0, "'[' found"),
    Bad("{", 1, "key expected"),
    Bad("{ a", 3, "'=' expected"),
    Bad("{ a }", 4, "'}' found"),
    Bad("{ a; }", 3, "'=' expected"),
    Bad("{ a = }", 6, "value expected"),
    Bad("{ a = b }", 8, "';' expected"),
    Bad("{ a = b;", 8, "key expected"),
    Bad("{ a = b;; }", 8, "key expected"),
    Bad("{ a = b, }", 7, "',' found"),
    Bad("{ = b; }", 2, "key expected"),
    Bad("{ a = b; } x", 11, "1 bytes follow"),
    Bad("{}{}", 2, "follow"),
    Bad("{}\0", 2, "follow"),
    Bad(#"{ a = "b; }"#, 6, "closing quotation mark"),
    Bad(#"{ a = "b\"#, 9, "ends in an escape"),
    Bad(#"{ a = "b\""#, 6, "closing quotation mark"),
    Bad("{ a = 'b\"; }", 6, "closing quotation mark"),
    Bad("{ /* a = b; }", 2, "closing */"),
    Bad("{ /*/ }", 2, "closing */"),
    Bad("{ / = b", 7, "';' expected"),
    Bad(#"{ a = "\200"; }"#, 7, "octal"),
    Bad(#"{ a = "\777"; }"#, 7, "octal"),
    Bad(#"{ a = "\Uxyz"; }"#, 9, "hexadecimal"),
    Bad(#"{ a = "\Ud83d"; }"#, 7, "half"),
    Bad(#"{ a = "\Ude00\Ud83d"; }"#, 7, "half"),
    Bad(#"{ a = "\Ud83d\U0041"; }"#, 7, "half"),
    Bad("{ a = { b = c; }; }", 6, "dictionary"),
    Bad("{ a = (b, c); }", 6, "array"),
    Bad("{ a = <00ff>; }", 6, "data"),
    Bad("{ {} = b; }", 2, "dictionary"),
    Bad("{ é = b; }", 2, "'é' found"),
    Bad("({ a = b; })", 0, "'(' found"),
    Bad("bplist00", 0, "'b' found"),
    Bad("<?xml version=\"1.0\"?><plist/>", 0, "'<' found"),
  ]

  @Test(arguments: good) func reads(_ row: Good) throws {
    let entries = try PropertyList.entries(Array(row.text.utf8))
    #expect(entries.flatMap { [$0.key, $0.value] } == row.parts)
  }

  @Test(arguments: bad) func refuses(_ row: Bad) throws {
    let error = try #require(throws: ReceiptError.self) { try PropertyList.entries(Array(row.text.utf8)) }
    #expect(error.code == .invalidPropertyList)
    #expect(error.offset == row.offset, "\(error.message)")
    #expect(error.message.description.contains(row.word), "\(error.message)")
    #expect(error.message.description.contains("byte \(row.offset)"), "\(error.message)")
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
