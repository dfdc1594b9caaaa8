import ReceiptKit
import TestSupport
import Testing

/// Texts are taken in at two depths: as trees, and by where their values stand. Both have to find the same in them.
@Suite("JSON text")
struct JSONTextTests {
  private static let seeds = [
    #"{"receipt-data":"\u004dII\ud83d\ude00","a":[1,-2.5e+3,true,false,null,"é",{}],"":{"b" : [ [] , {"c":"d"} ] }}"#,
    #" [ "a" , {"a\"b":{"a":0}} , [ ] , -0.0E-7 ] "#, #""text""#, "12", " null ",
    #"{"a":1,"a":2,"\u0061":3,"K":4,"a\u0301":5}"#,
  ]
  private static let pieces = [
    "{", "}", "[", "]", ",", ":", "\"", "\\", "\\u00", "\\ud800", "e", "-", "0", "9", ".", "true", "nul", " ", "\n",
    "\u{0}", "é",
    "\u{212A}",
  ]

  private func compare(_ bytes: [UInt8], _ reader: JSONReader = JSONReader()) -> Bool {
    let tree = Result { () throws(JSONError) in try reader.tree(bytes, 0..<bytes.count) }
    let text = Result { () throws(JSONError) in try reader.outline(bytes, 0..<bytes.count).tree }
    switch (tree, text) {
    case (.success(let tree), .success(let text)):
      #expect(text == tree, "\(String(decoding: bytes, as: UTF8.self))")
      return true
    case (.failure(let one), .failure(let other)):
      #expect(one.message == other.message && one.offset == other.offset)
    default: Issue.record("only one of two accepts \(String(decoding: bytes, as: UTF8.self))")
    }
    return false
  }

  @Test("accepts and refuses what the tree's reader does, with the same words and offsets")
  func same() {
    var generator = SplitMix(seed: 22)
    var accepted = 0
    for round in 0..<20_000 {
      var bytes = Array(Self.seeds[round % Self.seeds.count].utf8)
      for _ in 0..<Int.random(in: 0...3, using: &generator) where !bytes.isEmpty {
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        switch Int.random(in: 0...3, using: &generator) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
        case 1: bytes.remove(at: place)
        case 2: bytes.removeSubrange(place...)
        default:
          bytes.insert(
            contentsOf: Self.pieces[Int.random(in: 0..<Self.pieces.count, using: &generator)].utf8, at: place)
        }
      }
      if compare(bytes) { accepted += 1 }
      if compare(bytes, JSONReader(maximumDepth: 2, maximumValues: 6)) { accepted += 1 }
    }
    #expect(accepted > 4_000)
  }

  @Test("finds the members that the tree finds", arguments: seeds)
  func members(_ seed: String) throws {
    let bytes = Array(seed.utf8)
    let (tree, text) = (try JSONReader().read(bytes), try JSONReader().outline(bytes, 0..<bytes.count))
    for name in ["a", "", "b", "c", "K", "\u{212A}", "\u{E1}", "receipt-data", "receipt-dat", "receipt-data1", "a\"b"] {
      #expect(text[name]?.tree == tree[name], "\(name)")
    }
    #expect(text.stringValue == tree.stringValue)
    #expect(text.numberValue == tree.numberValue)
  }

  @Test("lays compact text out as the writer does, wherever the pieces end", arguments: seeds, [1, 2, 7, 1_000])
  func layout(_ seed: String, _ size: Int) throws {
    let value = try JSONReader().read(Array(seed.utf8))
    var (compact, pretty) = (JSONWriter(layout: .compact), JSONWriter(layout: .pretty))
    compact.value(value)
    pretty.value(value)
    var indenter = JSONIndenter()
    var output = OutputBuffer()
    for start in stride(from: 0, to: compact.bytes.count, by: size) {
      indenter.append(Array(compact.bytes[start...].prefix(size)), to: &output)
    }
    #expect(output.bytes == pretty.bytes)
  }
}
