import Foundation
import Testing

@Suite("Bad input in streams", .serialized)
struct StreamBadInputTests {
  @Test("bad lines are results of their own, and the stream goes on")
  func badLines() throws {
    let receipts = try StreamInputs.receipts(2)
    let lines: [(bytes: [UInt8], code: String?)] = [
      (Array(receipts[0].utf8), nil), ([], "empty_input"), (Array("no receipt".utf8), "not_a_receipt"),
      ([0xFF, 0xFE, 0xFD, 0x80], "not_a_receipt"), ([UInt8](repeating: 0, count: 100), "not_a_receipt"),
      ([UInt8](repeating: 0x41, count: 20_000), "input_too_large"),
      (Array(receipts[0].utf8.prefix(3_000)), "truncated"),
      ([UInt8](repeating: 0x41, count: 3_000_000), "input_too_large"),
      (Array("2000001092134138".utf8), "transaction_identifier"),
      (Array("\u{1B}[31mred".utf8), "not_a_receipt"), (Array(receipts[1].utf8) + [0x0D], nil),
    ]
    for jobs in ["1", "3"] {
      let run = try ToolRun(
        ["decode", "--stream", "--max-size", "10000", "--jobs", jobs], input: StreamInputs.joined(lines.map(\.bytes)))
      let documents = try run.documents()
      #expect(documents.map(\.errorCode) == lines.map(\.code))
      #expect(documents.map { $0["line"] as? Int } == Array(1...lines.count))
      #expect(documents.compactMap(\.bundleIdentifier) == ["com.example.app0", "com.example.app1"])
      #expect(run.status == 65)
      #expect(run.stderr.hasPrefix("11 inputs in "))
      #expect(run.stderr.contains("2 untrusted-chain, 9 errors (4 not_a_receipt, 2 input_too_large, "))
    }
  }

  @Test("the exit status is that of the worst line, wherever it stands")
  func worst() throws {
    let good = try StreamInputs.receipts(1)[0]
    for lines in [["nonsense", good], [good, "nonsense"], [good, "nonsense", good]] {
      let run = try ToolRun(["decode", "--stream"], input: Array(lines.joined(separator: "\n").utf8))
      #expect(run.status == 65, "\(lines.map { $0.prefix(8) })")
    }
  }

  @Test("gzip and zstd are recognised: whole, in pieces, on standard input", arguments: ["gzip", "zstd -q"])
  func compressed(_ tool: String) throws {
    let scratch = try Scratch()
    let receipts = try StreamInputs.receipts(40)
    try scratch.file("a", receipts.prefix(25).map { $0 + "\n" }.joined().utf8)
    try scratch.file("b", receipts.dropFirst(25).joined(separator: "\n").utf8)
    let made = try StreamInputs.shell(
      "for f in a b; do \(tool) -c < $f > $f.z; done; cat a.z b.z > c; cat a b > plain; : | \(tool) -c > none",
      directory: scratch.url)
    try #require(made.status == 0, "\(made.stderr)")
    let plain = try ToolRun(["decode", "--stream", "plain"], directory: scratch.url)
    #expect(try plain.documents().compactMap(\.bundleIdentifier).count == 40)
    func renamed(_ run: ToolRun) -> String {
      run.stdout.replacingOccurrences(of: #""source":"[^"]*""#, with: #""source":"plain""#, options: .regularExpression)
    }
    let file = try ToolRun(["decode", "--stream", "c"], directory: scratch.url)
    #expect(renamed(file) == plain.stdout)
    #expect(file.status == 0)
    // Byte by byte, so that not even the magic number comes in one piece.
    let slowly = try StreamInputs.shell(
      "dd bs=1 if=c 2>/dev/null | receipt-tool decode --stream", directory: scratch.url)
    #expect(renamed(slowly) == plain.stdout)
    let none = try ToolRun(["decode", "--stream", "none"], directory: scratch.url)
    #expect(none.status == 0 && none.stdout == "")
  }

  @Test(
    "compressed data that breaks ends with an error that says what came before",
    arguments: ["gzip", "zstd -q --check"])
  func broken(_ tool: String) throws {
    let scratch = try Scratch()
    // What repeats is compressed into few bytes: a cut loses many lines.
    try scratch.file("a", try StreamInputs.receipts(60).map { $0 + "\n" }.joined().utf8)
    try scratch.file("good", try StreamInputs.receipts(1)[0].utf8)
    let made = try StreamInputs.shell("\(tool) -c < a > z", directory: scratch.url)
    try #require(made.status == 0, "\(made.stderr)")
    let whole = try [UInt8](Data(contentsOf: scratch.url.appendingPathComponent("z")))
    let flipped = whole.enumerated().map { $0 == whole.count - 6 ? $1 ^ 0x55 : $1 }
    let cases: [(name: String, bytes: [UInt8], message: String)] = [
      ("cut in the middle", Array(whole.prefix(whole.count / 2)), "ends too early, after "),
      ("cut at the end", Array(whole.dropLast(2)), "ends too early, after 60 items"),
      ("other bytes behind", whole + Array("rubbish".utf8), "is damaged"),
      ("changed", flipped, "is damaged"),
    ]
    for broken in cases {
      try scratch.file("broken", broken.bytes)
      let run = try ToolRun(["decode", "--stream", "broken", "good"], directory: scratch.url)
      let documents = try run.documents()
      let good = documents.prefix { $0.errorCode == nil }
      #expect(good.count <= 60 && good.compactMap(\.bundleIdentifier).count == good.count, "\(broken.name)")
      let failure = try #require(documents.first { $0.errorCode == "unreadable" }, "\(broken.name)")
      #expect(failure["line"] == nil && failure["source"] as? String == "broken", "\(broken.name)")
      let message = (failure["error"] as? [String: Any])?["message"] as? String ?? ""
      #expect(message.contains(broken.message), "\(broken.name): \(message)")
      // The lines before it, whole and broken ones, are as many as it says.
      #expect(message.hasSuffix("after \(documents.count - 2) items"), "\(broken.name): \(message)")
      #expect(documents.last?.bundleIdentifier == "com.example.app0", "\(broken.name)")
      #expect(run.stderr.hasPrefix("error: broken: ") || run.stderr.hasPrefix("error: the "), "\(run.stderr)")
      #expect(run.status == 66, "\(broken.name)")
    }
  }

  @Test("a zstd frame that wants more memory than readers have to give is refused, and how to read it is said")
  func window() throws {
    let scratch = try Scratch()
    try scratch.file("a", try StreamInputs.receipts(1)[0].utf8)
    let made = try StreamInputs.shell(
      "cat a /dev/zero | head -c 40000000 | zstd -q --ultra -20 > z", directory: scratch.url)
    try #require(made.status == 0, "\(made.stderr)")
    let run = try ToolRun(["decode", "--stream", "z"], directory: scratch.url)
    #expect(run.status == 66)
    #expect(run.stderr.contains("hint: decompress it with `zstd -dc --long=31` and pipe that in\n"))
  }
}
