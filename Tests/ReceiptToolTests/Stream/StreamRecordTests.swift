import Foundation
import ReceiptKit
import TestSupport
import Testing

@Suite("Records of streams", .serialized)
struct StreamRecordTests {
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
    #expect(documents.compactMap { $0["id"] as? Int } == [2, 3, 4, 5, 9, 11])
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

  @Test("an empty last line is no input, in any pieces; an empty line before it is one")
  func emptyLastLine() throws {
    let receipt = try StreamInputs.receipts(1)[0]
    for (text, count) in [
      ("\(receipt)\n\n", 1), ("\(receipt)\r\n\r\n", 1), ("\(receipt)\n", 1), ("\(receipt)\n\n\n", 2),
      ("\(receipt)\n\n\(receipt)\n\n", 3), ("\n", 1),
    ] {
      let run = try ToolRun(["decode", "--stream"], input: Array(text.utf8))
      #expect(try run.documents().count == count, "\(text.utf8.count)")
      #expect(run.status == (count == 1 && text != "\n" ? 0 : 65))
    }
    let members = #"{"r":"\#(receipt)"}"# + "\n\n"
    #expect(try ToolRun(["decode", "--field", "r"], input: Array(members.utf8)).status == 0)
    let table = "r,x\n\(receipt),1\n\n"
    #expect(try ToolRun(["decode", "--csv", "--field", "r"], input: Array(table.utf8)).status == 0)
  }

  @Test("a name that is in no line is refused at the end, as a table refuses it at the beginning")
  func absentName() throws {
    let receipt = try StreamInputs.receipts(1)[0]
    let lines = String(repeating: #"{"id":1,"shop":null,"r":"\#(receipt)"}"# + "\n", count: 3)
    for (arguments, words) in [
      (["--id-field", "order"], "no line has a value of 'order', which --id-field names"),
      (["--keep", "id,shop"], "no line has a value of 'shop', which --keep names"), (["--id-field", "id"], ""),
    ] {
      let run = try ToolRun(["decode", "--field", "r", "--jobs", "2"] + arguments, input: Array(lines.utf8))
      #expect(try run.documents().count == 3)
      #expect(run.status == (words.isEmpty ? 0 : 65) && (words.isEmpty || run.stderr.contains(words)), "\(run.stderr)")
    }
  }

  @Test("several sources, each with its own lines and columns; one that is missing stops none")
  func sources() throws {
    let receipts = try StreamInputs.receipts(2)
    let scratch = try Scratch()
    try scratch.file("a", "id,receipt\n1,\(receipts[0])\n".utf8)
    try scratch.file("b", "receipt,x,id\n\(receipts[1]),,2\n".utf8)
    let run = try ToolRun(
      ["decode", "--stream", "--csv", "--field", "receipt", "--id-field", "id", "a", "none", "b"],
      directory: scratch.url)
    let documents = try run.documents()
    #expect(documents.map { $0["source"] as? String } == ["a", "none", "b"])
    #expect(documents.map { $0["line"] as? Int } == [2, nil, 2])
    #expect(documents.map { $0["id"] as? String } == ["1", nil, "2"])
    #expect(documents.map(\.bundleIdentifier) == ["com.example.app0", nil, "com.example.app1"])
    #expect(run.status == 66)
    #expect(run.stderr.hasPrefix("error: none cannot be read"))
  }

  @Test("the command line")
  func usage() throws {
    let wrong: [[String]] = [
      ["--id-field", "a"], ["--csv"], ["--delimiter", ";"], ["--stream", "--delimiter", ";"], ["--bom"], ["-q"],
      ["--format", "csv", "--delimiter", ":"], ["--stream", "--csv"], ["--stream", "--keep", "a"],
      ["--stream", "--id-field", "a"],
      ["--stream", "--csv", "--tsv", "--field", "a"], ["--stream", "--jobs", "0"], ["--jobs", "2"],
      ["--stream", "--field", "a", "--keep", "b,"],
      ["--stream", "--field", "a", "--keep", "b,c,b"], ["--stream", "--field", "a", "--keep", "b", "--keep", "b"],
      ["--stream", "--in-app"], ["--format", "csv", "--compact"],
      ["--stream", "--field", "a", "--field", "b"], ["--stream", "--summary", "a", "--summary", "b"],
    ]
    for arguments in wrong {
      let run = try ToolRun(["decode"] + arguments)
      #expect(run.status == 64, "\(arguments)")
      #expect(run.stdout == "", "\(arguments)")
    }
    for (text, name) in [(["--text"], "--text"), (["--format", "text"], "--format text")] {
      let run = try ToolRun(["validate", "--stream"] + text)
      #expect(run.status == 64)
      #expect(run.stderr.hasPrefix("error: \(name) and --stream exclude each other\n"))
    }
    for name in ["--field", "--id-field", "--summary", "--jobs"] {
      for arguments in [[name, ""], [name + "="]] {
        let run = try ToolRun(["decode", "--stream", "--field", "a"].filter { $0 != name } + arguments)
        #expect(run.status == 64)
        #expect(run.stderr.hasPrefix("error: \(name) has an empty value\n"), "\(run.stderr)")
      }
    }
    #expect(try ToolRun(["diagnose", "--stream", "--canonical"]).status == 64)
    let unwritable = try ToolRun(["decode", "--stream", "--summary", "/nowhere/s"])
    #expect(unwritable.status == 74)
    #expect(unwritable.stderr.hasPrefix("error: /nowhere/s cannot be written: "))
  }

  @Test("sources that have no lines: an empty path, a folder, an app")
  func noLines() throws {
    let scratch = try Scratch()
    try scratch.file("Some.app/Contents/_MASReceipt/receipt", [0x30])
    let empty = try ToolRun(["decode", "--stream", ""], directory: scratch.url)
    #expect(empty.status == 66)
    #expect(empty.stderr.hasPrefix("error: an empty path was given\nhint: a variable of the shell may be unset"))
    let app = try ToolRun(["decode", "--stream", "Some.app"], directory: scratch.url)
    #expect(app.status == 66)
    #expect(app.stderr.hasPrefix("error: Some.app is a directory\nhint: --stream reads files of lines; without it"))
  }

  @Test("a line that is JSON and no object is a record that is not what was announced")
  func noObjects() throws {
    let lines = [#"["x"]"#, "null", "true", " 1 ", #""x""#, "[]", "[", #""x"#, "nul", "1 2", "x"]
    let (_, documents) = try StreamInputs.decode(["--field", "r"], lines.joined(separator: "\n") + "\n")
    #expect(
      documents.map(\.errorCode) == lines.indices.map { $0 < 6 ? "invalid_record" : "invalid_json" }, "\(documents)")
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
