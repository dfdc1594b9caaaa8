import Foundation
import Testing

@Suite("Spreadsheets of streams", .serialized)
struct StreamSheetTests {
  /// OWASP, "CSV Injection": a cell must not begin with one of these, also in their full-width forms, which spreadsheets of some
  /// languages read as the others. Numbers are no formulas: `-2.25` is one for RFC 8259 and for every spreadsheet.
  @Test("texts that a spreadsheet would run get an apostrophe, and numbers stay as they were written")
  func cells() throws {
    let receipt = try StreamInputs.receipts(1)[0]
    let cells: [(json: String, cell: String)] = [
      (#""a\u200db""#, "a\u{200D}b"), (#""\u202ea""#, "\u{202E}a"), (#""\u001b\u007f""#, "\u{241B}\u{2421}"),
      ("-2.25", "-2.25"), ("1.50", "1.50"), ("-7", "-7"), ("1e5", "1e5"),
      ("123456789012345678901234567890", "123456789012345678901234567890"),
      (#""-2.25""#, "'-2.25"), (#""=1+1""#, "'=1+1"), (#""@a""#, "'@a"), (#""+1""#, "'+1"),
      (#""\uff1d1""#, "'\u{FF1D}1"), (#""\uff0b1""#, "'\u{FF0B}1"), (#""\uff0d1""#, "'\u{FF0D}1"),
      (#""\uff201""#, "'\u{FF20}1"),
      (#""a=1""#, "a=1"), (#""\uff211""#, "\u{FF21}1"), ("true", "true"), ("null", ""),
    ]
    let lines = cells.map { #"{"r":"\#(receipt)","k":\#($0.json)}"# + "\n" }.joined()
    let run = try ToolRun(
      ["decode", "--stream", "--format", "csv", "--field", "r", "--keep", "k"], input: Array(lines.utf8))
    let rows = run.stdout.split(separator: "\n").map { $0.split(separator: ",", omittingEmptySubsequences: false) }
    #expect(rows.first?.dropFirst(2).first == "kept_k")
    #expect(rows.count > cells.count)
    for (number, expected) in zip(1..., cells) {
      let found = rows.first { $0[1] == "\(number)" }?[2]
      #expect(found.map(String.init) == expected.cell, "\(expected.json)")
    }
  }

  @Test("signed data is refused and not printed as an empty row, also in a stream")
  func signedData() throws {
    let file = Package.root.appendingPathComponent("TestReceipts/jws.jws").path
    let run = try ToolRun(["decode", "--format", "csv", file])
    #expect(
      run.status == 65 && run.stderr.contains("signed data (a JWS)") && run.stderr.contains("receipt-tool status"))
    #expect(run.stdout.contains(",other_format,"))
    let stream = try ToolRun(["decode", "--stream", "--format", "csv", file])
    #expect(stream.status == 65 && stream.stdout.contains(",other_format,"))
  }

  @Test("any text comes back as it was, and no part of it begins a formula, however a spreadsheet splits")
  func property() throws {
    let scratch = try Scratch()
    let receipt = try scratch.file("receipt", Array(try StreamInputs.receipts(1)[0].utf8)).path
    let script = Package.root.appendingPathComponent("Tests/Fixtures/csv_property.py").path
    let run = try Python.run([script, ToolRun.tool.path, receipt])
    #expect(run.status == 0 && run.stdout == "3000 texts\n", "\(run.stdout)\(run.stderr)")
  }
}
