import ReceiptKit
import Testing

/// What people paste without a receipt in it: named, with what to paste instead.
@Suite("Printed objects, errors and sentences")
struct PrintedObjectTests {
  private static let receipt = Result {
    let text = try PackageFiles.line("consumable.b64")
    return (text, try #require(Base64.decodeCanonical(Array(text.utf8), 0..<text.utf8.count)))
  }

  /// Sound and damaged, without a receipt or with one: the cause that has to be among the findings, and where there
  /// are words, the only one.
  @Test(
    "every form that people print is read or named, sound and damaged, and no answer asks for base64 alone",
    arguments: try TableCase.read("printed-objects", "forms") + TableCase.read("printed-objects", "named"))
  func everyForm(_ row: TableCase) throws {
    let (text, octets) = try Self.receipt.get()
    let digits = hexadecimal(octets)
    let half = String(text.prefix(text.utf8.count / 2))
    let pasted = [
      ("$HALFPERCENT", InputDamage.percent(half)), ("$HALFDIGITS", String(digits.prefix(digits.utf8.count / 4 * 2))),
      ("$HALF", half), ("$PERCENT", InputDamage.percent(text)), ("$DIGITS", digits), ("$TEXT", text),
      ("$COUNT", "\(text.count)"),
    ].reduce(row.text) { $0.replacing($1.0, with: $1.1) }
    let diagnosis = Diagnostician().diagnose(pasted)
    // What is printed: a hint that stands in the error alone is not seen.
    let said = diagnosis.said
    #expect(diagnosis.findings.contains { $0.cause.rawValue == row.expected[0] }, "\(diagnosis.cause) \(said)")
    #expect(!said.contains { $0.contains("paste the receipt's base64 text itself") || $0.contains("MIGH") })
    #expect((diagnosis.canonical == text) == ["$TEXT", "$PERCENT", "$DIGITS"].contains(where: row.text.contains))
    guard row.expected.count > 1 else { return }
    #expect(diagnosis.cause.rawValue == row.expected[0] && said.joined(separator: "\n").contains(row.expected[1]))
  }

  @Test("reports of App Store Connect are named", arguments: try TableCase.read("printed-objects", "reports"))
  func reports(_ row: TableCase) throws {
    let said = Diagnostician().diagnose(row.bytes).summary
    let isReport = "\(said)".contains("a report of App Store Connect")
    #expect(isReport == !row.expected.isEmpty, "\(said)")
  }

  @Test("a piece of a receipt is named, wherever it is cut out of the base64 text")
  func pieces() throws {
    let (text, _) = try Self.receipt.get()
    for start in 300..<304 {
      let piece = String(text.dropFirst(start).prefix(1_200))
      #expect("\(Diagnostician().diagnose(piece).summary)".contains("piece of a receipt"), "\(start)")
    }
    // Base64 of anything else.
    let other = Base64.encode(Array(repeating: [1, 22, 20, 50, 48, 7], count: 200).flatMap(\.self))
    #expect(!"\(Diagnostician().diagnose(other).summary)".contains("piece"))
  }

  @Test("JSON is JSON, whatever its texts hold, and an error of the API is explained by its number")
  func others() throws {
    let (text, _) = try Self.receipt.get()
    let damaged = #"{"note":"a => b","receipt":"\#(text.prefix(400))!\#(text.dropFirst(401))"}"#
    #expect(Diagnostician().diagnose(damaged).cause != .printedObject)
    let known = Diagnostician().diagnose(#"{"errorCode":4040010,"errorMessage":"Not found."}"#)
    #expect(known.findings[0].message.contains("transaction"))
    for row in try TableCase.read("printed-objects", "other texts") {
      let cause = Diagnostician().diagnose(row.bytes).cause
      #expect(![.printedObject, .apiError, .externalPurchaseToken, .transactionIdentifier].contains(cause), "\(row)")
    }
  }

  @Test("bytes that a program printed with escapes or as numbers are read; what is cut or no such text is told")
  func printedBytes() throws {
    let (text, octets) = try Self.receipt.get()
    func printed(_ others: [UInt8: String], _ escape: (UInt8) -> String) -> String {
      octets.map { others[$0] ?? ((0x20..<0x7F).contains($0) ? String(UnicodeScalar($0)) : escape($0)) }.joined()
    }
    func hex(_ octet: UInt8) -> String { #"\x"# + hexadecimal([octet]) }
    // repr() of CPython; blob literals of DuckDB; bytea_output = escape of PostgreSQL.
    let python = printed([0x09: #"\t"#, 0x0A: #"\n"#, 0x0D: #"\r"#, 0x5C: #"\\"#, 0x27: #"\'"#], hex)
    let duck = printed([0x22: #"\x22"#, 0x27: #"\x27"#, 0x5C: #"\x5C"#]) {
      hex($0).uppercased().replacing("X", with: "x")
    }
    let octal = printed([0x5C: #"\\"#]) { octet in
      let digits = String(octet, radix: 8)
      return #"\"# + String(repeating: "0", count: 3 - digits.count) + digits
    }
    let go = "[" + octets.map { "\($0)" }.joined(separator: " ") + "]"
    let node = "<Buffer " + octets.map { hexadecimal([$0]) }.joined(separator: " ") + ">"
    for (name, form, end) in [
      ("Python", "b'\(python)", "'"), ("DuckDB", duck, ""), ("PostgreSQL", octal, ""), ("Go", go, ""),
      ("Node", node, ""),
    ] {
      let diagnosis = Diagnostician().diagnose((form + end))
      #expect(diagnosis.canonical == text, "\(name): \(diagnosis.summary)")
      #expect(diagnosis.findings.contains { $0.cause == .hexadecimal }, "\(name)")
      let half = Diagnostician().diagnose(form.prefix(form.count / 2))
      #expect(half.cause == .truncated, "\(name): \(half.cause) \(half.summary)")
    }
    for broken in [duck.replacing(#"\x82"#, with: #"\q82"#), go.replacing("130", with: "300")] {
      #expect(Diagnostician().diagnose(broken).canonical == nil)
    }
  }
}
