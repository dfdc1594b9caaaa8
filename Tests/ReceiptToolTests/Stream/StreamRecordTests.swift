import Foundation
import Testing

@Suite("Records of streams", .serialized)
struct StreamRecordTests {
  private func run(_ arguments: [String], _ text: String) throws -> (ToolRun, [[String: Any]]) {
    let run = try ToolRun(["decode", "--stream"] + arguments, input: Array(text.utf8))
    return (run, try StreamInputs.documents(run))
  }

  @Test("members of JSON: the input, the identifier, and what is kept, as they were written")
  func jsonLines() throws {
    let receipt = try StreamInputs.receipts(1)[0]
    let escaped = receipt.replacingOccurrences(of: "/", with: "\\/")
    let (run, documents) = try run(
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

      \u{20}{ "id" : 9 , "receipt" : "\(receipt)" , "id" : 10 }\r
      """)
    #expect(
      documents.map(\.errorCode) == [
        nil, nil, nil, "empty_input", "invalid_record", "invalid_json", "invalid_json", "invalid_json", "invalid_json",
        "empty_input", nil,
      ])
    #expect(documents.map { $0["line"] as? Int } == Array(1...11))
    #expect(documents.compactMap { $0["id"] as? Int } == [2, 3, 4, 5, 9])
    #expect(documents[0]["id"] as? String == "A")
    let first = run.stdout.split(separator: "\n")[0]
    #expect(first.contains(#""kept":{"big":123456789012345678901234567890,"more":{"x":[1,2.50,"é"]},"none":null}"#))
    #expect((documents[1]["kept"] as? [String: Any])?["more"] as? String == "}\"]")
    #expect(documents.filter { $0.bundleIdentifier == "com.example.app0" }.count == 4)
    #expect(run.status == 65)
  }

  /// Python's `csv` writes and reads the same tables: names, cells with line breaks, delimiters and quotation marks, bare cells
  /// with quotation marks in the middle.
  @Test("tables, as Python's csv reads them", arguments: ["--csv", "--tsv"])
  func tables(_ option: String) throws {
    let scratch = try Scratch()
    try scratch.file("receipt", try StreamInputs.receipts(1)[0].utf8)
    let script = """
      import csv, json, random, sys
      r = random.Random(7); receipt = open("receipt").read(); d = "," if sys.argv[1] == "--csv" else "\\t"
      pieces = ["a", '"', "\\n", "\\r\\n", ",", "\\t", " ", "é", '""']
      def cell(): return "".join(r.choice(pieces) for _ in range(r.randrange(6)))
      with open("t", "w", newline="") as f:
          f.write("\\ufeff"); w = csv.writer(f, delimiter=d, lineterminator=r.choice(["\\n", "\\r\\n"]))
          w.writerow(["note\\nof two lines", "receipt", "more", "id"])
          for i in range(300):
              w.writerow([cell(), receipt, cell(), i])
              if i % 7 == 0: f.write(d.join(['b"are', receipt, 'x"y" z', str(1000 + i)]) + "\\n")
              if i % 11 == 0: f.write(d.join(['"quoted"tail', receipt, '', str(2000 + i)]) + "\\n")
      for row in csv.DictReader(open("t", newline="", encoding="utf-8-sig"), delimiter=d):
          print(json.dumps([row["id"], row["note\\nof two lines"], row["more"]]))
      """
    let quoted = script.replacingOccurrences(of: "'", with: "'\\''")
    let expected = try StreamInputs.shell("python3 -c '\(quoted)' \(option)", directory: scratch.url)
    try #require(expected.status == 0, "\(expected.stderr)")
    let rows = try expected.stdout.split(separator: "\n").map {
      try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String]
    }
    #expect(rows.count > 350)
    let run = try ToolRun(
      [
        "decode", "--stream", option, "--field", "receipt", "--id-field", "id", "--keep", "note\nof two lines,more",
        "t",
      ],
      directory: scratch.url)
    let documents = try StreamInputs.documents(run)
    let found = documents.map { document -> [String]? in
      let kept = document["kept"] as? [String: String] ?? [:]
      return [document["id"] as? String ?? "", kept["note\nof two lines"] ?? "", kept["more"] ?? ""]
    }
    // Differences one by one: all of it would be hard to read.
    #expect(found.count == rows.count)
    for (found, row) in zip(found, rows) where found != row { Issue.record("\(found ?? []) is not \(row ?? [])") }
    #expect(documents.allSatisfy { $0.bundleIdentifier == "com.example.app0" })
    #expect(run.status == 0)
    // Lines are numbered as an editor numbers them.
    let lines = try String(contentsOf: scratch.url.appendingPathComponent("t"), encoding: .utf8).utf8.split(
      separator: 0x0A, omittingEmptySubsequences: false)
    let numbers = documents.compactMap { $0["line"] as? Int }
    #expect(numbers.count == rows.count)
    #expect(numbers == Set(numbers).sorted())
    #expect(numbers.last.map { $0 < lines.count && $0 > rows.count } == true)
  }

  @Test("a quotation mark that is never closed costs its own line, also at the limit of a line")
  func openQuote() throws {
    let receipts = try StreamInputs.receipts(3)
    let table = "id,receipt\n1,\(receipts[0])\n2,\"\(receipts[1])\n3,\(receipts[2])\n4,\(receipts[0])"
    for arguments in [[], ["--max-size", "9000"]] {
      let (run, documents) = try run(["--csv", "--field", "receipt", "--id-field", "id"] + arguments, table)
      #expect(documents.map { $0["id"] as? String } == ["1", nil, "3", "4"])
      #expect(documents.map(\.errorCode) == [nil, "invalid_record", nil, nil])
      #expect(documents.map { $0["line"] as? Int } == [2, 3, 4, 5])
      #expect(run.status == 65)
    }
  }

  @Test("a table without the column, without cells, without anything")
  func wrongTables() throws {
    let receipt = try StreamInputs.receipts(1)[0]
    let cases: [(table: String, codes: [String?], lines: [Int?])] = [
      ("id,data\n1,x\n", ["invalid_record"], [nil]), ("", ["empty_input"], [nil]), ("\n1,x\n", ["empty_input"], [nil]),
      ("id,receipt\n1\n\n2,\(receipt)\n", ["invalid_record", "empty_input", nil], [2, 3, 4]), ("id,receipt\n", [], []),
      ("id,receipt", [], []),
    ]
    for expected in cases {
      let (run, documents) = try run(["--csv", "--field", "receipt", "--id-field", "id"], expected.table)
      #expect(documents.map(\.errorCode) == expected.codes, "\(expected.table.prefix(20))")
      #expect(documents.map { $0["line"] as? Int } == expected.lines, "\(expected.table.prefix(20))")
      #expect(run.status == (expected.codes.isEmpty ? 0 : 65))
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
    let documents = try StreamInputs.documents(run)
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
      ["--field", "a"], ["--stream", "--csv"], ["--stream", "--keep", "a"], ["--stream", "--id-field", "a"],
      ["--stream", "--csv", "--tsv", "--field", "a"], ["--stream", "--jobs", "0"], ["--jobs", "2"],
      ["--stream", "--field", "a", "--keep", "b,"], ["--stream", "--in-app"], ["--format", "csv", "--compact"],
      ["--stream", "--field", "a", "--field", "b"], ["--stream", "--summary", "a", "--summary", "b"],
    ]
    for arguments in wrong {
      let run = try ToolRun(["decode"] + arguments)
      #expect(run.status == 64, "\(arguments)")
      #expect(run.stdout == "", "\(arguments)")
    }
    #expect(try ToolRun(["validate", "--stream", "--text"]).status == 64)
    #expect(try ToolRun(["diagnose", "--stream", "--canonical"]).status == 64)
    let unwritable = try ToolRun(["decode", "--stream", "--summary", "/nowhere/s"])
    #expect(unwritable.status == 74)
    #expect(unwritable.stderr.hasPrefix("error: /nowhere/s cannot be written: "))
  }
}
