import Foundation
import Testing

/// Tables with other delimiters than commas and tabs.
@Suite("Delimiters of tables")
struct StreamDelimiterTests {
  private func decode(_ options: [String], _ table: String) throws -> ToolRun {
    try ToolRun(
      ["decode", "--stream", "--jobs", "1", "--field", "receipt", "--id-field", "order"] + options,
      input: Array(table.utf8))
  }

  private static let delimiters = [
    (",", ","), (";", ";"), ("|", "|"), ("tab", "\t"), ("\t", "\t"), (":", ":"), (" ", " "),
  ]

  @Test("each character reads the table that is written with it, bare and quoted", .thorough, arguments: delimiters)
  func reads(_ option: String, _ delimiter: String) throws {
    let receipt = try Minted.receipt().base64
    for mark in ["", "\""] {
      for end in ["\n", "\r\n"] {
        let rows = [["order", "receipt", "note"], ["1", receipt, "a"], ["2", "hello", "b"]].map { row in
          row.map { mark + $0 + mark }.joined(separator: delimiter) + end
        }
        let run = try decode(["--csv", "--delimiter", option], rows.joined())
        let lines = try LedgerTool.lines(run.stdout)
        #expect(lines.map { $0["id"] as? String } == ["1", "2"], "\(run.stdout.prefix(300))")
        #expect(lines.first?["receipt"] != nil && lines.last?["error"] != nil)
      }
    }
    // Cells may have the delimiter and line breaks in them.
    let quoted = "\"order\"\(delimiter)\"receipt\"\n\"1\(delimiter)\n2\"\(delimiter)\"\(receipt)\"\n"
    let run = try decode(["--csv", "--delimiter", option], quoted)
    #expect(try LedgerTool.lines(run.stdout).first?["id"] as? String == "1\(delimiter)\n2")
  }

  @Test("a table that is written with another one is named with the option that reads it")
  func named() throws {
    let receipt = try Minted.receipt().base64
    for (delimiter, word, option) in [
      (";", "semicolons", "--delimiter ';'"), ("|", "bars", "--delimiter '|'"), ("\t", "tabs", "--tsv"),
      (",", "commas", "--csv"),
    ] {
      for mark in ["", "\""] {
        let table =
          ["order", "receipt"].map { mark + $0 + mark }.joined(separator: delimiter) + "\n1\(delimiter)\(receipt)\n"
        for (given, own) in [(["--csv"], ","), (["--tsv"], "\t"), (["--csv", "--delimiter", ";"], ";")]
        where own != delimiter {
          let run = try decode(given, table)
          #expect(run.status == 65, "\(given) \(delimiter)")
          #expect(run.stderr.contains("separated by \(word)") && run.stderr.contains(option), "\(given): \(run.stderr)")
        }
      }
    }
    let other = try decode(["--csv"], "a;b\n1;2\n")
    #expect(!other.stderr.contains("separated by") && other.stderr.contains("--delimiter"))
  }

  @Test("a table in UTF-16, as Excel saves Unicode text, is named", arguments: [true, false])
  func utf16(_ isLittleEndian: Bool) throws {
    let table = "order\treceipt\r\n1\t\(try Minted.receipt().base64)\r\n".utf16
    for mark in [[UInt16(0xFEFF)], []] {
      let bytes = (mark + table).flatMap { unit -> [UInt8] in
        isLittleEndian ? [UInt8(unit & 0xFF), UInt8(unit >> 8)] : [UInt8(unit >> 8), UInt8(unit & 0xFF)]
      }
      for format in ["--tsv", "--csv"] {
        let run = try ToolRun(["decode", "--stream", format, "--field", "receipt"], input: bytes)
        #expect(run.status == 65 && run.stderr.contains("UTF-16") && run.stderr.contains("CSV UTF-8"), "\(run.stderr)")
      }
    }
  }

  @Test("what cannot stand between cells is refused")
  func refused() throws {
    for value in ["", "ab", "\"", "\n", "\r", "a", "7", "é", "tabs", "\u{7F}", "\u{0B}"] {
      let run = try decode(["--csv", "--delimiter", value], "")
      #expect(run.status == 64 && run.stdout == "", "\(value)")
    }
    for options in [["--delimiter", ";"], ["--tsv", "--delimiter", ";"]] {
      #expect(try decode(options, "").status == 64)
    }
  }
}
