import Foundation
import Testing

@Suite("Spreadsheets of streams", .serialized)
struct StreamSheetTests {
  /// OWASP, "CSV Injection": a cell must not begin with one of these, also in their full-width forms, which
  /// spreadsheets of some languages read as the others. Numbers are no formulas: `-2.25` is one for RFC 8259 and for
  /// every spreadsheet.
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

  @Test("tables have the delimiter and the mark that were asked for; Python reads them as it reads those with commas")
  func delimiters() throws {
    let receipt = try StreamInputs.receipts(1)[0]
    // Each delimiter alone, too: a comma or a quotation mark has a cell quoted in any case.
    let names = [#"a;b|c,d\te\"f"#, "a;b", "a|b", #"a\tb"#]
    let lines = names.map { #"{"r":"\#(receipt)","id":"\#($0)"}"# } + [#"{"r":"x","id":2}"#]
    let line = Array(lines.map { $0 + "\n" }.joined().utf8)
    let script = """
      import csv, io, json, sys
      text = sys.stdin.buffer.read().decode("utf-8-sig")
      print(json.dumps(list(csv.reader(io.StringIO(text), delimiter=sys.argv[1]))))
      """
    for command in ["decode", "validate"] {
      let plain = [command, "--format", "csv", "--field", "r", "--id-field", "id"]
      let expected = try Python.run(["-c", script, ","], input: Array(try ToolRun(plain, input: line).stdout.utf8))
        .stdout
      for delimiter in [";", "|", "tab"] {
        let run = try ToolRun(plain + ["--delimiter", delimiter, "--bom"], input: line)
        #expect(run.stdout.utf8.starts(with: [0xEF, 0xBB, 0xBF]))
        let read = try Python.run(["-c", script, delimiter == "tab" ? "\t" : delimiter], input: Array(run.stdout.utf8))
          .stdout
        #expect(read == expected && read.contains(#"a;b|c,d\te\"f"#), "\(read)")
      }
    }
  }

  @Test("validate --format csv has a row for each input, with what failed and what could not be checked")
  func validations() throws {
    let scratch = try Scratch()
    try scratch.file("good", try Minted.receipt().base64.utf8)
    try scratch.file("words", "hello\n".utf8)
    let run = try ToolRun(
      [
        "validate", "--format", "csv", "--bundle-id", "com.example.other", "--account-token",
        "7c9e6679-7425-40de-944b-e07fc1f90ae7", "good", "words",
      ], directory: scratch.url)
    let rows = run.stdout.split(separator: "\n").map { $0.split(separator: ",", omittingEmptySubsequences: false) }
    #expect(
      rows.first?.joined(separator: ",")
        == "source,verdict,authenticity,environment,failed,not_checked,reasons,error,message")
    #expect(rows.count == 3 && rows[1].prefix(4).joined(separator: ",") == "good,failed,untrusted-chain,Sandbox")
    #expect(rows[1][4].contains("bundle_identifier") && rows[1][5] == "signature account_token", "\(rows)")
    #expect(rows[2].first == "words" && rows[2][7] == "not_a_receipt" && run.status == 65)
  }

  /// The rows of a spreadsheet by the names of its columns; no cell here has a comma.
  private func rows(_ text: String) throws -> [[String: String]] {
    let lines = text.split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    let names = try #require(lines.first)
    return lines.dropFirst().map { Dictionary(uniqueKeysWithValues: zip(names, $0)) }
  }

  @Test("signed data has the columns of receipts, in the same form, also in a stream")
  func signedData() throws {
    let kinds = [
      "transaction-intro", "transaction-refunded", "renewal", "notification-refund", "app-transaction", "realtime",
    ]
    let files = kinds.map { Package.vectors.appendingPathComponent("jws-\($0).jws").path }
    let anchor = Package.vectors.appendingPathComponent("root.pem").path
    let run = try ToolRun(["decode", "--format", "csv", "--trust-anchor", anchor] + files)
    #expect(run.status == 0, "\(run.stderr)")
    let found = try rows(run.stdout)
    #expect(found.count == kinds.count && found.allSatisfy { $0["verdict"] == "test-signed" && $0["error"] == "" })
    // Python reads the same payloads; dates are in UTC and without fractions, as those of receipts.
    let script = """
      import base64, json, sys, time
      date = lambda ms: "" if ms is None else time.strftime("%Y-%m-%d %H:%M:%S", time.gmtime(ms // 1000))
      part = lambda text: json.loads(base64.urlsafe_b64decode(text.split(".")[1] + "=="))
      for file in sys.argv[1:]:
        p = part(open(file).read())
        data = p.get("data") or {}
        t = part(data["signedTransactionInfo"]) if "signedTransactionInfo" in data else p
        print(",".join(str(x) for x in [
          t.get("bundleId") or data.get("bundleId") or "", t.get("productId", ""), t.get("transactionId", ""),
          t.get("originalTransactionId", ""), date(t.get("purchaseDate")), date(t.get("expiresDate")),
          date(t.get("revocationDate")), t.get("revocationReason", ""), t.get("webOrderLineItemId", ""),
          date(t.get("receiptCreationDate")), t.get("originalApplicationVersion", ""), t.get("quantity", "")]))
      """
    let expected = try Python.run(["-c", script] + files)
    let columns = [
      "receipt_bundle_id", "product_id", "transaction_id", "original_transaction_id", "purchase_date_utc",
      "expires_date_utc", "cancellation_date_utc", "cancellation_reason", "web_order_line_item_id",
      "receipt_creation_date_utc", "receipt_original_application_version", "quantity",
    ]
    let cells = found.map { row in columns.map { row[$0] ?? "?" }.joined(separator: ",") }
    #expect(cells == expected.lines, "\(expected.stderr)")
    #expect(found[0]["is_in_intro_offer_period"] != "" && found[4]["product_id"] == "")

    let scratch = try Scratch()
    let lines = try files.map { try String(contentsOfFile: $0, encoding: .utf8) }.joined(separator: "\n") + "\n"
    let stream = try scratch.file("lines", Array(lines.utf8)).path
    let streamed = try ToolRun(["decode", "--stream", "--format", "csv", "--trust-anchor", anchor, stream])
    #expect(streamed.status == 0)
    let unplaced = { (rows: [[String: String]]) in rows.map { $0.filter { !["source", "line"].contains($0.key) } } }
    #expect(unplaced(try rows(streamed.stdout)) == unplaced(found))
  }

  @Test("an answer of the App Store Server API has a row for each piece, and the least verdict decides")
  func answers() throws {
    func jws(_ name: String) throws -> String {
      try String(contentsOf: Package.vectors.appendingPathComponent("jws-\(name).jws"), encoding: .utf8)
    }
    let scratch = try Scratch()
    let answer =
      #"{"signedTransactions":["\#(try jws("transaction"))","\#(try jws("transaction-consumable"))"],"hasMore":false}"#
    let file = try scratch.file("answer.json", Array(answer.utf8)).path
    let anchor = Package.vectors.appendingPathComponent("root.pem").path
    let run = try ToolRun(["decode", "--format", "csv", "--require", "test-signed", "--trust-anchor", anchor, file])
    #expect(run.status == 0 && run.stderr == "", "\(run.stderr)")
    #expect(Set(try rows(run.stdout).map { $0["transaction_id"] }).count == 2)
    let forged = answer.replacingOccurrences(of: try jws("transaction-consumable"), with: try jws("flaw-bad-signature"))
    let other = try ToolRun(
      ["decode", "--format", "csv", "--require", "test-signed", "--trust-anchor", anchor], input: Array(forged.utf8))
    #expect(other.status == 1)
    #expect(try rows(other.stdout).map { $0["verdict"] } == ["test-signed", "bad-signature"])
    // A third piece that is cut, and pages that are missing, have no rows: the sheet says so.
    for part in [String(try jws("transaction-refunded").prefix(900)), "<redacted>"] {
      let cut = answer.replacingOccurrences(of: "],", with: ",\"\(part)\"],")
      let partly = try ToolRun(["decode", "--format", "csv", "--trust-anchor", anchor], input: Array(cut.utf8))
      #expect(partly.stderr.contains("only a part of it was read") && partly.stderr.contains("/signedTransactions/2"))
    }
    let first = answer.replacingOccurrences(of: "false", with: "true")
    let paged = try ToolRun(["decode", "--format", "csv", "--trust-anchor", anchor], input: Array(first.utf8))
    #expect(paged.stderr.contains("more pages of the answer (hasMore)"), "\(paged.stderr)")
  }

  @Test("any text comes back as it was, and no part of it begins a formula, however a spreadsheet splits")
  func property() throws {
    let scratch = try Scratch()
    let receipt = try scratch.file("receipt", Array(try StreamInputs.receipts(1)[0].utf8)).path
    let program = ToolRun.program(because: "Python reads three thousand spreadsheets of one process after the other")
      .path
    let run = try Python.play("Fixtures/csv_property.py", [program, receipt])
    #expect(run.stdout == "3000 texts\n", "\(run.stdout)\(run.stderr)")
  }
}
