import Foundation
import Testing

@testable import ReceiptCommands

@Suite("Tables in streams", .serialized)
struct StreamTableTests {
  private static let columns = ["--field", "receipt", "--id-field", "id"]

  /// What Python makes of a table `t` that it writes, as arrays of texts; `d` is the delimiter, `receipt` a receipt.
  private func expected(_ script: String, _ option: String, in scratch: Scratch) throws -> [[String]] {
    try scratch.file("receipt", try StreamInputs.receipts(1)[0].utf8)
    let start = """
      import csv, json, random, re, sys
      r = random.Random(7); receipt = open("receipt").read(); d = "," if sys.argv[1] == "--csv" else "\\t"

      """
    try scratch.file("script.py", (start + script).utf8)
    let run = try StreamInputs.shell("python3 script.py \(option)", directory: scratch.url)
    try #require(run.status == 0, "\(run.stderr)")
    return try run.stdout.split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String])
    }
  }

  /// Python's `csv` writes and reads the same tables: names, cells with line breaks, delimiters and quotation marks,
  /// bare cells with quotation marks in the middle.
  @Test("tables with commas, as Python's csv reads them")
  func quoted() throws {
    let scratch = try Scratch()
    let rows = try expected(
      """
      pieces = ["a", '"', "\\n", "\\r\\n", ",", "\\t", " ", "é", '""']
      def cell(): return "".join(r.choice(pieces) for _ in range(r.randrange(6)))
      with open("t", "w", newline="") as f:
          f.write("\\ufeff"); w = csv.writer(f, lineterminator=r.choice(["\\n", "\\r\\n"]))
          w.writerow(["note\\nof two lines", "receipt", "more", "id"])
          for i in range(300):
              w.writerow([cell(), receipt, cell(), i])
              if i % 7 == 0: f.write(d.join(['b"are', receipt, 'x"y" z', str(1000 + i)]) + "\\n")
      for row in csv.DictReader(open("t", newline="", encoding="utf-8-sig")):
          print(json.dumps([row["id"], row["note\\nof two lines"], row["more"]]))
      """, "--csv", in: scratch)
    #expect(rows.count > 340)
    let numbers = try check(rows, "--csv", note: "note\nof two lines", in: scratch)
    // Lines are numbered as an editor numbers them.
    let lines = try String(contentsOf: scratch.url.appendingPathComponent("t"), encoding: .utf8).utf8.split(
      separator: 0x0A, omittingEmptySubsequences: false)
    #expect(numbers == Set(numbers).sorted())
    #expect(numbers.last.map { $0 < lines.count && $0 > rows.count } == true)
  }

  /// `text/tab-separated-values`, as IANA has registered it: a record is a line, and cells are what is between the
  /// tabs.
  @Test("tables with tabs: quotation marks are characters like others")
  func tabs() throws {
    let scratch = try Scratch()
    let rows = try expected(
      """
      pieces = ["a", '"', ",", " ", "é", '""', "\\\\n"]
      def cell(): return "".join(r.choice(pieces) for _ in range(r.randrange(5)))
      with open("t", "w", newline="") as f:
          f.write(d.join(['"note"', "receipt", "more", "id"]) + "\\n")
          for i in range(300): f.write(d.join([cell(), receipt, cell(), str(i)]) + r.choice(["\\n", "\\r\\n"]))
      for line in open("t", newline="").read().split("\\n")[1:-1]:
          cells = line.rstrip("\\r").split(d)
          print(json.dumps([cells[3], cells[0], cells[2]]))
      """, "--tsv", in: scratch)
    #expect(rows.count == 300)
    #expect(try check(rows, "--tsv", note: "\"note\"", in: scratch) == Array(2...301))
  }

  /// Runs the table `t` and compares identifiers and what is kept; answers the numbers of the lines.
  private func check(_ rows: [[String]], _ option: String, note: String, in scratch: Scratch) throws -> [Int] {
    let run = try ToolRun(
      ["decode", "--stream", option] + Self.columns + ["--keep", note + ",more", "t"], directory: scratch.url)
    let documents = try run.documents()
    let found = documents.map { document -> [String]? in
      let kept = document["kept"] as? [String: String] ?? [:]
      return [document["id"] as? String ?? "", kept[note] ?? "", kept["more"] ?? ""]
    }
    // Differences one by one: all of it would be hard to read.
    #expect(found.count == rows.count)
    for (found, row) in zip(found, rows) where found != row { Issue.record("\(found ?? []) is not \(row)") }
    #expect(documents.allSatisfy { $0.bundleIdentifier == "com.example.app0" })
    #expect(run.status == 0)
    return documents.compactMap { $0["line"] as? Int }
  }

  /// Names that were not quoted when the table was written. Every receipt has to stay with its own order.
  @Test("marks that open no cell cost their own lines, and no receipt goes to another row")
  func strayMarks() throws {
    let receipts = try StreamInputs.receipts(6)
    let names = ["order", "\"Big\" Joe", "\"Slim", "x", "\"Slim", "y"]
    func table(_ delimiter: String) -> String {
      var rows = [["id", "name", "receipt"]]
      for index in names.indices.dropFirst() { rows.append([String(index), names[index], receipts[index]]) }
      return rows.map { $0.joined(separator: delimiter) + "\n" }.joined()
    }
    let (tabs, all) = try StreamInputs.decode(["--tsv", "--keep", "name"] + Self.columns, table("\t"))
    #expect(all.map { $0["id"] as? String } == ["1", "2", "3", "4", "5"])
    #expect(all.map { ($0["kept"] as? [String: String])?["name"] } == Array(names.dropFirst()))
    #expect(all.map(\.bundleIdentifier) == (1...5).map { "com.example.app\($0)" })
    #expect(tabs.status == 0)

    let (commas, documents) = try StreamInputs.decode(["--csv"] + Self.columns, table(","))
    #expect(documents.map(\.errorCode) == ["invalid_record", "invalid_record", nil, "invalid_record", nil])
    #expect(documents.map { $0["line"] as? Int } == [2, 3, 4, 5, 6])
    #expect(documents.map { $0["id"] as? String } == [nil, nil, "3", nil, "5"])
    #expect(documents.compactMap(\.bundleIdentifier) == ["com.example.app3", "com.example.app5"])
    #expect(commas.status == 65)
  }

  /// The rule in a few lines of Python: cells by one regular expression, and where none matches, the record ends with
  /// the line in which the cell opens. Chunks of every size, from single bytes to everything, have to give the same.
  @Test("any mixture of marks, delimiters and line breaks, in pieces of any size")
  func mixtures() throws {
    let scratch = try Scratch()
    let rows = try expected(
      #"""
      pieces = ['"', '"', ',', ',', '\n', '\n', '\r\n', '\r', 'a', 'b', '""', '","', '"\n', ',"']
      text = "id,receipt\n" + "".join(r.choice(pieces) for _ in range(6000))
      open("t", "w", newline="").write(text)
      cell = re.compile(r'"(?:[^"]|"")*"(?=,|\r?\n|\r?\Z)|(?!")[^,\n]*')
      def behind(at): return (text.find("\n", at) + 1) or len(text)
      at = text.index("\n") + 1; line = 2
      while at < len(text):
          start = at; cells = []
          while True:
              match = cell.match(text, at)
              if not match:
                  cells = []; at = behind(at)
                  break
              value = match[0]; at = match.end()
              if value[:1] == '"': value = value[1:-1].replace('""', '"')
              elif text[at:at + 1] != "," and value.endswith("\r"): value = value[:-1]
              cells.append(value)
              if text[at:at + 1] != ",":
                  at = behind(at)
                  break
              at += 1
          empty = text[start:at] in ("\n", "\r\n", "\r")
          print(json.dumps([str(line), "empty" if empty else cells[0] if len(cells) == 2 else "bad"]))
          line += text.count("\n", start, at)
      """#, "--csv", in: scratch)
    #expect(rows.count > 500)
    #expect(rows.count { $0[1] != "bad" && $0[1] != "empty" } > 30)
    let whole = try ToolRun(["decode", "--stream", "--csv"] + Self.columns + ["t"], directory: scratch.url)
    let found = try whole.documents().map { document -> [String] in
      let line = (document["line"] as? Int).map { "\($0)" } ?? ""
      if let identifier = document["id"] as? String { return [line, identifier] }
      return [line, document.errorCode == "empty_input" ? "empty" : "bad"]
    }
    #expect(found.count == rows.count)
    for (found, row) in zip(found, rows) where found != row { Issue.record("\(found) is not \(row)") }
    // A limit that cells of a few lines exceed.
    for limit in ["", " --max-size 20"] {
      let command = "receipt-tool decode --stream --csv --field receipt --id-field id --jobs 3" + limit
      let whole = try StreamInputs.shell(command + " < t", directory: scratch.url)
      #expect(whole.stdout.contains("input_too_large") == (limit != ""))
      for size in [1, 7, 1_000] {
        let pieces = try StreamInputs.shell("dd bs=\(size) if=t 2>/dev/null | " + command, directory: scratch.url)
        #expect(pieces.stdout == whole.stdout, "\(size) \(limit)")
      }
    }
  }

  @Test("a quotation mark that is never closed costs its own line, also at the limit of a line")
  func openQuote() throws {
    let receipts = try StreamInputs.receipts(3)
    let table = "id,receipt\n1,\(receipts[0])\n2,\"\(receipts[1])\n3,\(receipts[2])\n4,\(receipts[0])"
    for arguments in [[], ["--max-size", "9000"]] {
      let (run, documents) = try StreamInputs.decode(["--csv"] + Self.columns + arguments, table)
      #expect(documents.map { $0["id"] as? String } == ["1", nil, "3", "4"])
      #expect(documents.map(\.errorCode) == [nil, "invalid_record", nil, nil])
      #expect(documents.map { $0["line"] as? Int } == [2, 3, 4, 5])
      #expect(run.status == 65)
    }
  }

  @Test("a quoted cell that is longer than a line may be, however it is read")
  func longCells() throws {
    let scratch = try Scratch()
    let receipt = try StreamInputs.receipts(1)[0]
    let long = String(repeating: "three\nlines\n\"\"", count: 2_000)
    let beyond = "1,\"x\ny\"," + String(repeating: "z", count: 20_000)
    try scratch.file("t", "id,note,receipt\n0,\"\(long)\",\(receipt)\n\(beyond)\n2,,\(receipt)\n".utf8)
    let arguments = "decode --stream --csv --field receipt --id-field id --max-size 9K"
    let whole = try StreamInputs.shell("receipt-tool \(arguments) t", directory: scratch.url)
    let documents = try whole.documents()
    // The first line is lost; those behind it are lines of their own, of too few cells or none; then come the last two.
    #expect(documents.dropLast().allSatisfy { $0.errorCode != nil })
    #expect(documents.first?.errorCode == "invalid_record")
    #expect(documents.dropLast().last?.errorCode == "input_too_large")
    #expect(documents.suffix(2).map { $0["line"] as? Int } == [4_003, 4_005])
    #expect(documents.last?["id"] as? String == "2")
    let pieces = try StreamInputs.shell(
      "dd bs=512 if=t 2>/dev/null | receipt-tool \(arguments)", directory: scratch.url)
    #expect(pieces.stdout.replacingOccurrences(of: "\"source\":\"-\"", with: "\"source\":\"t\"") == whole.stdout)
  }

  /// A piece is about 1 MiB of records: as many as that many bytes make, whatever the lines are. Then they are told
  /// apart again.
  @Test("lines that each open a cell are read in as many pieces as others")
  func manyOpenCells() throws {
    let scratch = try Scratch()
    var format = RecordFormat(maximumBytes: 16 << 20)
    (format.shape, format.field) = (.quotedTable(delimiter: UInt8(ascii: ",")), "r")
    for line in ["x\"y,\"z", "1,\"a", "1,\"", "1,\"\"\"", "\"a\",\"\"\"b", "1,2"] {
      let count = 1_000_000 / (line.utf8.count + 1)
      let file = try scratch.file("t", ("id,r\n" + String(repeating: line + "\n", count: count)).utf8)
      let reader = ChunkReader([file.path], format, .silent)
      var chunk = Chunk()
      var chunks = 0
      var records = 0
      while reader.next(&chunk) {
        chunks += 1
        #expect(chunk.failure == nil)
        chunk.withBytes(chunk.records.upperBound) { bytes in
          var position = chunk.records.lowerBound
          while position < bytes.count {
            position = RecordCutter.endOfRecord(bytes, from: position, format.quotes)
            records += 1
          }
        }
      }
      #expect(chunks <= 3, "\(line)")
      // The mark of the next line closes the cell.
      let lines = line == "1,\"" || line == "1,\"\"\"" ? 2 : 1
      #expect(records == count / lines, "\(line): \(records) of \(count)")
    }
  }

  @Test("a table without the column, without cells, without anything")
  func wrongTables() throws {
    let receipt = try StreamInputs.receipts(1)[0]
    let cases: [(table: String, codes: [String?], lines: [Int?])] = [
      ("id,data\n1,x\n", ["invalid_record"], [nil]), ("", ["empty_input"], [nil]), ("\n1,x\n", ["empty_input"], [nil]),
      ("id,receipt\n1\n\n2,\(receipt)\n", ["invalid_record", "empty_input", nil], [2, 3, 4]), ("id,receipt\n", [], []),
      ("id,receipt", [], []), ("id,receipt\n1,\(receipt),\n2,\(receipt)\n", ["invalid_record", nil], [2, 3]),
      ("id,receipt,id\n1,\(receipt),2\n", ["invalid_record"], [nil]),
      ("id,\"receipt\n1,\(receipt)\n", ["invalid_record"], [nil]),
    ]
    for expected in cases {
      let (run, documents) = try StreamInputs.decode(["--csv"] + Self.columns, expected.table)
      #expect(documents.map(\.errorCode) == expected.codes, "\(expected.table.prefix(20))")
      #expect(documents.map { $0["line"] as? Int } == expected.lines, "\(expected.table.prefix(20))")
      #expect(run.status == (expected.codes.isEmpty ? 0 : 65))
    }
  }
}
