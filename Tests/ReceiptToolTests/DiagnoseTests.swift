import Foundation
import ReceiptKit
import ReceiptMint
import Testing

@Suite("diagnose, run as a program")
struct DiagnoseTests {
  private static let clock = ["--at", "2026-11-21"]

  /// What people send: name, bytes, further arguments, exit status, cause.
  private static func inputs() throws -> [(
    name: String, bytes: [UInt8], options: [String], status: Int32, cause: String
  )] {
    let minted = try Minted.receipt()
    let base64 = minted.base64
    let xcode = try EnvelopeMinter(xcode: try Minted.authority.get().xcodeCertificate()).mint(.xcodeSample).base64
    let other = ["--bundle-id", "com.example.other", "--device-guid", "00:11:22:33:44:55"]
    return [
      ("forged", Array(base64.utf8), [], 0, "untrusted-chain"),
      ("xcode", Array((xcode + "\n").utf8), [], 0, "xcode-receipt"),
      ("request", Array("{\"receipt-data\": \"\(base64)\"}\n".utf8), other, 0, "untrusted-chain"),
      ("column", Array(base64.utf8.prefix(2_000)), [], 65, "column-limit"),
      ("number", Array("2000000000000001\n".utf8), [], 65, "transaction-identifier"),
      ("jws", try vector("jws-transaction"), [], 0, "storekit2-jws"),
      ("jws-cut", Array(try vector("jws-transaction").prefix(4_000)), [], 65, "column-limit"),
      (
        "jws-several", try vector("jws-transaction") + [0x0A] + (try vector("jws-renewal")), [], 65,
        "several-signed-data"
      ),
      ("api-token", Array("Authorization: Bearer \(apiToken)\n".utf8), [], 0, "token-early"),
      (
        "hostile", try Minted.receipt { $0.bundleIdentifier = "\u{1B}[31m\u{202E}com.example" }.bytes, [], 0,
        "untrusted-chain"
      ),
    ]
  }

  private static func vector(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: Package.vectors.appendingPathComponent("\(name).jws")))
  }

  /// As Apple describes the tokens of the App Store Server API; the signature is zeros.
  private static let apiToken =
    [
      #"{"alg":"ES256","kid":"2X9R4HXF34","typ":"JWT"}"#,
      #"{"iss":"57246542-96fe-1a63-e053-0824d011072a","iat":1795240800,"exp":1795244400,"aud":"appstoreconnect-v1","bid":"com.example.reader"}"#,
    ].map { Data($0.utf8).base64EncodedString().replacingOccurrences(of: "=", with: "") }.joined(separator: ".") + "."
    + String(repeating: "A", count: 86)

  @Test("says what the files in Golden say, within 80 columns")
  func golden() throws {
    for input in try Self.inputs() {
      let run = try ToolRun(
        ["diagnose"] + Self.clock + input.options, input: input.bytes, environment: ["COLUMNS": "80"])
      #expect(run.status == input.status && run.stderr == "", "\(input.name): \(run.stderr)")
      let file = Package.root.appendingPathComponent("Tests/ReceiptToolTests/Golden/diagnose-\(input.name).txt")
      if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] != nil { try Data(run.stdout.utf8).write(to: file) }
      #expect(run.stdout == (try String(contentsOf: file, encoding: .utf8)), "\(input.name)")
      for line in run.stdout.components(separatedBy: "\n") { #expect(line.count <= 80, "\(line)") }
      #expect(!run.stdout.unicodeScalars.contains("\u{1B}") && !run.stdout.unicodeScalars.contains("\u{202E}"))
    }
  }

  @Test(
    "a receipt that Apple signed: only the newline at its end is wrong",
    .enabled(if: Package.hasRealReceipts, Package.withoutRealReceipts))
  func published() throws {
    let run = try ToolRun(
      ["diagnose", "sandbox-sha1-g7.b64"] + Self.clock, environment: ["COLUMNS": "100"], directory: Package.realReceipts
    )
    #expect(run.status == 0)
    for words in [
      "both        21002: a newline at offset 7492; Apple takes only unbroken base64",
      "production  21007: it is a sandbox receipt; send it to sandbox", "certificates-expired", "\n  1. Encode without",
    ] {
      #expect(run.stdout.contains(words), "\(words)")
    }
    let canonical = try ToolRun(["diagnose", "--canonical", "sandbox-sha1-g7.b64"], directory: Package.realReceipts)
    let given = try String(
      contentsOf: Package.realReceipts.appendingPathComponent("sandbox-sha1-g7.b64"), encoding: .utf8)
    #expect(canonical.stdout + "\n" == given)
  }

  @Test(
    "--json is valid by its schema, one line for each of several", .enabled(if: SchemaCheck.canRun, SchemaCheck.missing)
  )
  func json() throws {
    let scratch = try Scratch()
    let inputs = try Self.inputs()
    for input in inputs { try scratch.file(input.name, input.bytes) }
    let names = inputs.map(\.name) + ["missing"]
    let run = try ToolRun(["diagnose", "--json"] + Self.clock + names, directory: scratch.url)
    #expect(run.status == 66)
    try #require(run.lines.count == names.count)
    try SchemaCheck.expectValid(run.lines, "diagnose-1")
    for (document, input) in zip(try run.documents(), inputs) {
      #expect(document["cause"] as? String == input.cause, "\(input.name)")
      #expect(document["source"] as? String == input.name)
      #expect(document["readable"] as? Bool == (input.status == 0))
    }
    let alone = try ToolRun(["diagnose", "--json", "column"] + Self.clock, directory: scratch.url)
    #expect(alone.status == 65)
    let compact = try ToolRun(["diagnose", "--json", "column", "column"] + Self.clock, directory: scratch.url)
    #expect(try alone.json() as NSDictionary == compact.documents()[0] as NSDictionary)
    // A document that says nothing is none.
    try SchemaCheck.expectWrong(["{}"], "diagnose-1")
    try SchemaCheck.expectRefused(compact.lines[0], "diagnose-1", [("column-limit", "Column Limit")])
  }
}

@Suite("diagnose and the vectors of TestReceipts")
struct DiagnoseVectorTests {
  @Test("a diagnosis is readable exactly where decode reads, with the same verdict; it always has a cause")
  func vectors() throws {
    let files = try Package.vectorFiles()
    #expect(files.count > 25)
    let anchors = ["root.pem", "xcode.pem"].flatMap { ["--trust-anchor", $0] }
    let decoded = try ToolRun(["decode", "--compact"] + anchors + files, directory: Package.vectors).documents()
    let diagnosed = try ToolRun(["diagnose", "--json"] + anchors + files, directory: Package.vectors).documents()
    try #require(decoded.count == files.count && diagnosed.count == files.count)
    for (file, (decode, diagnosis)) in zip(files, zip(decoded, diagnosed)) {
      #expect(diagnosis["readable"] as? Bool == (decode["error"] == nil), "\(file)")
      let verdict = (decode["authenticity"] as? [String: Any])?["verdict"] as? String
      #expect(diagnosis["verdict"] as? String == verdict, "\(file)")
      let steps = try #require(diagnosis["next_steps"] as? [String])
      #expect(!steps.isEmpty, "\(file)")
    }
  }

  @Test("the words of the schemas are those that the library can write")
  func words() throws {
    func text(_ name: String) throws -> String {
      try Package.text("Schemas/\(name).schema.json")
    }
    let diagnose = try text("diagnose-1")
    let explain = try text("explain-1")
    for word in Diagnosis.Stage.Name.allCases.map(\.rawValue) + Diagnosis.Stage.Outcome.allCases.map(\.rawValue)
      + Authenticity.Verdict.allCases.map(\.rawValue)
    {
      #expect(diagnose.contains("\"\(word)\""), "\(word)")
    }
    for word in ReferenceEntry.Kind.allCases.map(\.rawValue) { #expect(explain.contains("\"\(word)\""), "\(word)") }
    for word in ReferenceEntry.Actor.allCases.map(\.rawValue) {
      #expect(explain.contains("\"\(word)\"") && diagnose.contains("\"\(word)\""), "\(word)")
    }
  }
}
