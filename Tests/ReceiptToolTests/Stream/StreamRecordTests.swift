import Foundation
import ReceiptKit
import TestSupport
import Testing

@Suite("Records of streams", .serialized)
struct StreamRecordTests {
  @Test("Scripts/stream.txt", arguments: try CommandScript.cases("stream"))
  func script(_ one: CommandScript.Case) throws { try one.run() }

  @Test("members of JSON: the input, the identifier, and what is kept, as they were written")
  func jsonLines() throws {
    let receipt = try StreamInputs.receipts(1)[0]
    let escaped = receipt.replacingOccurrences(of: "/", with: "\\/")
    let (run, documents) = try StreamInputs.decode(
      ["--field", "receipt", "--id-field", "id", "--keep", "big,more", "--keep", "none"],
      """
      {"id":"A","receipt":"\(receipt)","big":123456789012345678901234567890,"more":{"x":[1,2.50,"\\u00e9"]}}
      {"more":"}\\"]","\\u0069d":2,"receipt":"\(escaped)"}
      {"id":3,"receipt":{"receipt-data":"\(receipt)"},"skipped":[[{"a":[]}],{"receipt":"x"}]}
      {"id":4,"receipt":null}
      {"id":5}
      {"id":6,"receipt":"\(receipt)"
      {"id":7,"receipt":"\(receipt)"} x
      ["receipt"]
      {"id":8,"receipt":"\(receipt)","big":tru}

      \u{20}{ "id" : 9 , "receipt" : "\(receipt)" , "other" : 1 , "other" : 2 }\r
      {"id":10,"receipt":"\(receipt)","\\u0069d":10}
      {"id":11,"receipt":"x","receipt":"\(receipt)"}
      {"big":1,"id":12,"receipt":"\(receipt)","big":1}
      """)
    #expect(
      documents.map(\.errorCode) == [
        nil, nil, nil, "empty_input", "invalid_record", "invalid_json", "invalid_json", "invalid_record",
        "invalid_json",
        "empty_input", nil, "invalid_record", "invalid_record", "invalid_record",
      ])
    #expect(documents.map { $0["line"] as? Int } == Array(1...14))
    #expect(documents.compactMap { $0["id"] as? Int } == [2, 3, 4, 5, 9, 11, 12])
    #expect(documents[0]["id"] as? String == "A")
    let first = run.stdout.split(separator: "\n")[0]
    #expect(first.contains(#""kept":{"big":123456789012345678901234567890,"more":{"x":[1,2.50,"é"]},"none":null}"#))
    #expect((documents[1]["kept"] as? [String: Any])?["more"] as? String == "}\"]")
    #expect(documents.filter { $0.bundleIdentifier == "com.example.app0" }.count == 4)
    #expect(run.status == 65)
  }

  @Test(
    "--field implies --stream, and reaches members inside of others; a name that stands there twice counts for nothing")
  func nested() throws {
    let receipt = try StreamInputs.receipts(1)[0]
    let text = """
      {"order":{"id":7,"receipt":"\(receipt)"}}
      {"order.receipt":"\(receipt)","order":{"id":8}}
      {"order.receipt":"\(receipt)","order":{"receipt":"\(receipt)"}}
      {"order":{"receipt":"x","receipt":"\(receipt)"}}
      {"order":{},"order":{"receipt":"\(receipt)"}}
      {"order":"\(receipt)"}
      {"order":{"receipt":"x","receipt":"\(receipt)","id":9}}

      """
    let codes = [nil, nil] + [String?](repeating: "invalid_record", count: 5)
    for (field, identifier) in [("order.receipt", "order.id"), ("/order/receipt", "/order/id")] {
      let run = try ToolRun(["decode", "--field", field, "--id-field", identifier], input: Array(text.utf8))
      let documents = try run.documents()
      #expect(documents[0].errorCode == nil && documents[0]["id"] as? Int == 7)
      #expect(documents[6]["id"] as? Int == 9)
      if field.hasPrefix("/") { continue }
      #expect(documents.map(\.errorCode) == codes)
    }
    let slashed = #"{"a/b":{"c~d":"\#(receipt)"}}"#
    let run = try ToolRun(["decode", "--field", "/a~1b/c~0d"], input: Array(slashed.utf8))
    #expect(run.status == 0, "\(run.stderr)")
  }

  /// The offsets are those of the characters `x` in the lines.
  @Test("what is wrong inside a line, and where in it")
  func placesOfFaults() throws {
    let lines = [#"{"r":"a","id":"\x"}"#, #" {"k":[1,{"a":1x}],"r":"a"}"#, #"{"id":1,"r":"a","k":tx}"#]
    let (_, documents) = try StreamInputs.decode(
      ["--field", "r", "--id-field", "id", "--keep", "k"], lines.joined(separator: "\n") + "\n")
    #expect(documents.map(\.errorCode) == Array(repeating: "invalid_json", count: 3))
    let errors = documents.compactMap { $0["error"] as? [String: Any] }
    for error in errors { #expect((error["message"] as? String)?.hasPrefix("JSON with ") == true, "\(error)") }
    let places = lines.map { Array($0.utf8).firstIndex(of: UInt8(ascii: "x")) ?? 0 }
    for (place, error) in zip(places, errors) {
      let offset = try #require(error["offset"] as? Int)
      // A backslash or a letter before it may be what is said to be wrong.
      #expect((place - 1...place).contains(offset), "\(error)")
    }
  }

  /// Also where nothing is asked for.
  @Test("a line that the reader of JSON refuses is refused as a whole")
  func oneOpinion() throws {
    let whole = #"{"r":"q","a":[1,-0.5e+3,{"b":"\u00e9\\\"x"},[],{}],"t":true,"f":false,"n":null,"u":"é"}"#
    let given = [
      #"{"r":"q","a":[,,::]}"#, #"{"r":"q","a":01}"#, #"{"r":"q","a":tru}"#, #"{"r":"q","a":"\x"}"#,
      "{\"r\":\"q\",\"a\":\"\t\"}", #"{"r":"q","a":"\ud800"}"#, #"{"r":"q","a":[1 2]}"#, #"{"r":"q",}"#,
      #"{"r":"q" "a":1}"#, #"{"r":"q","a":{"b"}}"#, #"{"r":"q","a":-}"#, #"{"r":"q","a":1.}"#, #"{"r":"q","a":+1}"#,
      #"{"r":"q"}}"#, #"{"r":"q","a":[}]}"#, #"{"r":"q","\x":1}"#,
    ]
    let lines = [whole] + given
    #expect(throws: Never.self) { try JSONReader().read(Array(whole.utf8)) }
    var numbers = SplitMix(seed: 34)
    let characters = Array(#"{}[]:,"\ueE+-.019tfnx \#t"#.utf8)
    var mutants: [[UInt8]] = []
    while mutants.count < 4_000 {
      var mutant = Array(whole.utf8)
      for _ in 0...numbers.below(3) {
        let place = numbers.below(mutant.count)
        let character = characters[numbers.below(characters.count)]
        switch numbers.below(4) {
        case 0: mutant[place] = character
        case 1: mutant.insert(character, at: place)
        case 2: mutant.remove(at: place)
        // Not UTF-8, mostly.
        default: mutant[place] = UInt8(truncatingIfNeeded: numbers.next() | 0x80)
        }
      }
      mutants.append(mutant)
    }
    let all = lines.map { Array($0.utf8) } + mutants
    let scratch = try Scratch()
    try scratch.file("in", Array(all.joined(separator: [0x0A])))
    let run = try ToolRun(["decode", "--stream", "--field", "r", "in"], directory: scratch.url)
    let documents = run.stdout.split(separator: "\n")
    try #require(documents.count == all.count)
    var accepted = 0
    for (line, document) in zip(all, documents) {
      let isRefused = document.contains(#""code":"invalid_json""#)
      let value = try? JSONReader().read(line)
      // What is no receipt may be called JSON itself.
      if let first = value?["r"]?.stringValue?.utf8.first, "{[\"".utf8.contains(first) { continue }
      if value != nil { accepted += 1 }
      #expect(isRefused == (value == nil), "\(String(decoding: line, as: UTF8.self))")
    }
    #expect(accepted > 150)
    for (line, document) in zip(all, documents).dropFirst().prefix(given.count) {
      #expect(document.contains(#""code":"invalid_json""#), "\(String(decoding: line, as: UTF8.self))")
    }
  }

  @Test("files with a byte-order mark each, put together")
  func marks() throws {
    let receipt = try StreamInputs.receipts(1)[0]
    let line = "\u{FEFF}{\"r\":\"\(receipt)\"}\n"
    let (run, documents) = try StreamInputs.decode(["--field", "r"], line + line)
    #expect(documents.compactMap(\.bundleIdentifier).count == 2)
    #expect(run.status == 0)
  }
}
