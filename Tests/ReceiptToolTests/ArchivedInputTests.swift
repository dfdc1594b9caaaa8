import Decompression
import Foundation
import TestSupport
import Testing

/// ZIP archives, packed here with what `gzip` makes of their files.
@Suite("Archives")
struct ArchivedInputTests {
  private let scratch: Scratch
  private let receipt: [UInt8]
  init() throws {
    scratch = try Scratch()
    receipt = Array(try Data(contentsOf: Package.vectors.appendingPathComponent("consumable.b64")))
  }

  /// A file to pack, and what an archive says of it.
  private struct File {
    var name: String
    var content: [UInt8]
    var isDeflated = true
    var flags: UInt16 = 0
    var method: UInt16?
    /// As the directory has it.
    var size: Int?
    /// What stands in the local header, in the directory, and behind the compressed octets.
    var localExtra: [UInt8] = []
    var extra: [UInt8] = []
    var comment: [UInt8] = []
    var localMethod: UInt16?
    var tail: [UInt8] = []
    var isListed = true
    /// Where the directory says that it is, if not where it is.
    var place: Int?
  }

  private static func number(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  /// Deflated octets and the checksum: a member of gzip without its header of ten octets and its last eight (RFC 1952).
  private func packed(_ file: File) throws -> (octets: [UInt8], checksum: [UInt8]) {
    try scratch.file("plain", file.content)
    let run = try ToolRun(
      executable: URL(fileURLWithPath: "/bin/sh"), ["-c", "gzip -nc plain >packed.gz"],
      environment: ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"], directory: scratch.url)
    try #require(run.status == 0, "\(run.stderr)")
    let member = Array(try Data(contentsOf: scratch.url.appendingPathComponent("packed.gz")))
    let checksum = Array(member.suffix(8).prefix(4))
    return (file.isDeflated ? Array(member.dropFirst(10).dropLast(8)) : file.content, checksum)
  }

  /// APPNOTE.TXT, 4.3: local headers with the files, the central directory, its end.
  private func archive(_ files: [File], comment: String = "") throws -> [UInt8] {
    var output: [UInt8] = []
    var directory: [UInt8] = []
    for file in files {
      let packed = try packed(file)
      let octets = packed.octets + file.tail
      let name = Array(file.name.utf8)
      let method = file.method ?? (file.isDeflated ? 8 : 0)
      func common(_ method: UInt16) -> [UInt8] {
        Self.number(Int(file.flags), 2) + Self.number(Int(method), 2) + [0, 0, 0x21, 0x5B] + packed.checksum
          + Self.number(octets.count, 4) + Self.number(file.size ?? file.content.count, 4) + Self.number(name.count, 2)
      }
      if file.isListed {
        directory += [0x50, 0x4B, 1, 2, 20, 0, 20, 0] + common(method) + Self.number(file.extra.count, 2)
        directory += Self.number(file.comment.count, 2) + [UInt8](repeating: 0, count: 8)
        directory += Self.number(file.place ?? output.count, 4) + name + file.extra + file.comment
      }
      output += [0x50, 0x4B, 3, 4, 20, 0] + common(file.localMethod ?? method)
      output += Self.number(file.localExtra.count, 2) + name + file.localExtra + octets
    }
    let start = output.count
    let count = files.count(where: \.isListed)
    output += directory + [0x50, 0x4B, 5, 6, 0, 0, 0, 0] + Self.number(count, 2) + Self.number(count, 2)
    return output + Self.number(directory.count, 4) + Self.number(start, 4) + Self.number(comment.utf8.count, 2)
      + comment.utf8
  }

  private var text: File { File(name: "receipt.txt", content: receipt) }
  private let words = File(name: "read me.txt", content: Array("Hello, here is the receipt.\n".utf8))

  @Test("the receipt in an archive is read, by its place in an app or by its content, from a file and a pipe")
  func read() throws {
    let plain = try ToolRun(["--compact"], input: receipt).stdout
    let canonical = try ToolRun(["diagnose", "--canonical"], input: receipt).stdout
    let resource = File(name: "__MACOSX/._receipt.txt", content: [0, 5, 22, 7])
    let decoded = try #require(Data(base64Encoded: Data(receipt), options: .ignoreUnknownCharacters))
    let picture = File(name: "a.png", content: [0x89, 0x50, 0x4E, 0x47, 0, 1, 2])
    for (name, files) in [
      ("alone", [text]), ("stored", [File(name: "r", content: receipt, isDeflated: false)]),
      ("with words", [words, text, resource]), ("twice", [text, File(name: "copy.b64", content: receipt)]),
      (
        "in a folder",
        [File(name: "mail/", content: [], isDeflated: false), File(name: "mail/r.b64", content: receipt)]
      ),
      ("in two forms", [text, File(name: "receipt.der", content: Array(decoded))]),
      ("of an app", [picture, words, File(name: "A.app/Contents/_MASReceipt/receipt", content: receipt)]),
      ("of a container", [picture, File(name: "AppData/StoreKit/sandboxReceipt", content: receipt)]),
    ] {
      let bytes = try archive(files, comment: name == "alone" ? "a comment" : "")
      let run = try ToolRun(["--compact"], input: bytes)
      #expect(run.status == 0 && run.stdout == plain, "\(name): \(run.stderr)")
      try scratch.file("a.zip", bytes)
      let file = try ToolRun(["diagnose", "--canonical", "a.zip"], directory: scratch.url)
      #expect(file.status == 0 && file.stdout == canonical, "\(name): \(file.stderr)")
    }
  }

  private static let validate = [
    "validate", "--allow-test-signed", "--trust-anchor", Package.vectors.appendingPathComponent("root.pem").path, "-",
  ]

  /// Archives of one receipt, by the place of something else in them.
  private func beside(_ other: [UInt8]) throws -> [(place: String, archive: [UInt8])] {
    let field = [0x01, 0x99] + Self.number(other.count, 2) + other
    let folder = "A.app/Contents/_MASReceipt/receipt"
    let inner = try archive([File(name: "inner.txt", content: other)])
    try scratch.file("inner", other)
    let gzip = try ToolRun(
      executable: URL(fileURLWithPath: "/bin/sh"), ["-c", "gzip -c inner >inner.gz; cat inner.gz"],
      environment: ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"], directory: scratch.url)
    #expect(gzip.status == 0)
    let compressed = Array(try Data(contentsOf: scratch.url.appendingPathComponent("inner.gz")))
    var (extra, local, comment, name) = (text, text, text, words)
    extra.extra = field
    local.localExtra = field
    comment.comment = other
    name.name = String(decoding: other, as: UTF8.self).filter { !$0.isNewline }
    let words = words.content
    return [
      ("a file", try archive([text, File(name: "b.txt", content: other)])),
      (
        "a file beside that of an app",
        try archive([File(name: "b", content: other), File(name: folder, content: receipt)])
      ),
      ("a hidden file", try archive([text, File(name: ".b.txt", content: other)])),
      ("what macOS adds", try archive([text, File(name: "__MACOSX/._b", content: other)])),
      ("a file among words", try archive([text, File(name: "b.txt", content: words + other + words)])),
      (
        "a page's comment",
        try archive([text, File(name: "b.html", content: Array("<html><!-- ".utf8) + other + Array("-->".utf8))])
      ),
      ("a picture", try archive([text, File(name: "b.png", content: [0x89, 0x50, 0x4E, 0x47, 0] + other)])),
      ("the comment", try archive([text], comment: String(decoding: other, as: UTF8.self))),
      ("a file's comment", try archive([comment])), ("a field of the directory", try archive([extra])),
      ("a field before the file", try archive([local])), ("a name", try archive([text, name])),
      ("an archive", try archive([text, File(name: "b.zip", content: inner)])),
      (
        "an archive in an archive",
        try archive([text, File(name: "c", content: try archive([File(name: "b", content: inner)]))])
      ),
      ("a compressed file", try archive([text, File(name: "b.gz", content: compressed)])),
    ]
  }

  @Test("a second receipt is never passed over, wherever it stands; a copy of the first is none")
  func second() throws {
    let other = Array(try Data(contentsOf: Package.vectors.appendingPathComponent("vpp.b64")))
    for (copy, another) in zip(try beside(receipt), try beside(other)) {
      let one = try ToolRun(Self.validate, input: copy.archive)
      #expect(one.status == 0, "a copy in \(copy.place): \(one.stderr)")
      let two = try ToolRun(Self.validate, input: another.archive)
      #expect(two.status == 65 && two.stderr.contains("receipt"), "\(another.place): \(two.status) \(two.stderr)")
    }
  }

  @Test("an archive that two readers read in two ways is damaged")
  func contradicting() throws {
    let other = Array(try Data(contentsOf: Package.vectors.appendingPathComponent("vpp.b64")))
    var (unlisted, method, tail, shared) = (File(name: "b", content: other), text, text, text)
    unlisted.isListed = false
    method.localMethod = 0
    tail.tail = other
    shared.place = 0
    for (files, words) in [
      ([text, unlisted], "does not list"), ([unlisted, text], "does not list"), ([method], "another header"),
      ([tail], "behind the end"), ([text, shared], "share octets"),
    ] {
      let run = try ToolRun(Self.validate, input: try archive(files))
      #expect(run.status == 66 && run.stderr.contains(words), "\(words): \(run.stderr)")
    }
  }

  @Test("a second receipt in the header of compressed data is refused")
  func header() throws {
    let other = Array(try Data(contentsOf: Package.vectors.appendingPathComponent("vpp.b64")))
    let (octets, checksum) = try packed(text)
    for (content, status) in [(receipt, Int32(0)), (other, 65)] {
      // RFC 1952, 2.3: FCOMMENT.
      let member =
        [0x1F, 0x8B, 8, 0x10, 0, 0, 0, 0, 0, 3] + content + [0] + octets + checksum + Self.number(receipt.count, 4)
      let run = try ToolRun(Self.validate, input: member)
      #expect(run.status == status, "\(run.stderr)")
    }
  }

  @Test("none, several, damage, encryption and what is too large are named, with what to do")
  func refused() throws {
    let vpp = Array(try Data(contentsOf: Package.vectors.appendingPathComponent("vpp.b64")))
    let several = [text, File(name: "second.b64", content: vpp)]
    let good = try archive([text])
    var damaged = good
    damaged[60] ^= 0xFF
    let zeros = [UInt8](repeating: 0, count: 1 << 20)
    let cases: [(name: String, bytes: [UInt8], arguments: [String], status: Int32, words: String)] = [
      ("none", try archive([words, words]), [], 65, "with no receipt in it: read me.txt"),
      ("empty", try archive([File(name: "folder/", content: [])]), [], 65, "with no receipt in it"),
      ("of nothing", try archive([]), [], 65, "with no receipt in it"),
      ("several", try archive(several), [], 65, "with 2 receipts in it: receipt.txt; second.b64"),
      ("one that is none", try archive([words]), [], 65, "not a receipt"),
      ("cut", Array(good.dropLast(30)), [], 66, "has no central directory"),
      ("damaged", damaged, [], 66, "the ZIP archive"),
      ("encrypted", try archive([File(name: "r", content: receipt, flags: 1)]), [], 66, "is encrypted"),
      ("another method", try archive([File(name: "r", content: receipt, method: 12)]), [], 66, "method 12"),
      ("another size", try archive([File(name: "r", content: receipt, size: 7)]), [], 66, "another checksum"),
      ("large", try archive([File(name: "r", content: zeros)]), ["--max-size", "64K"], 65, "the limit is 65,536"),
      (
        "large together", try archive(several + [File(name: "z", content: zeros)]), ["--max-size", "512K"], 65,
        "the limit is 524,288"
      ),
      ("many", try archive(Array(repeating: words, count: 101)), [], 65, "with 101 files in it"),
    ]
    for (name, bytes, arguments, status, words) in cases {
      let run = try ToolRun(["--compact"] + arguments, input: bytes)
      #expect(run.status == status && (run.stderr + run.stdout).contains(words), "\(name): \(run.stderr)\(run.stdout)")
    }
    try scratch.file("two.zip", try archive(several))
    let hint = try ToolRun(["two.zip"], directory: scratch.url).stderr
    #expect(hint.contains("unzip -p two.zip NAME"), "\(hint)")
  }

  @Test("for inspect every file of an archive is an item, and what is hidden is refused")
  func items() throws {
    let inspect = ["inspect", "--trust-anchor", Package.vectors.appendingPathComponent("root.pem").path, "-"]
    let receipts = try ["production", "sandbox-subscription"].map {
      File(name: "\($0).b64", content: Array(try Data(contentsOf: Package.vectors.appendingPathComponent("\($0).b64"))))
    }
    let picture = File(name: "IMG_1.jpg", content: [0xFF, 0xD8, 0xFF] + [UInt8](repeating: 7, count: 300))
    let one = try ToolRun(inspect, input: try archive([receipts[0], picture]))
    #expect(one.status == 0 && one.stdout.hasPrefix("✗ Test: Expired on 26 December 2025"), "\(one.stdout)")
    #expect(one.stdout.contains("no evidence of a purchase: IMG_1.jpg."), "\(one.stdout)")
    let two = try ToolRun(inspect, input: try archive(receipts))
    #expect(two.status == 65 && two.stdout.hasPrefix("✗ These items cannot be combined"), "\(two.stdout)")
    #expect(two.stdout.contains("✗ production.b64 (com.example.reader): Test: Expired"), "\(two.stdout)")
    let cut = File(name: "cut.b64", content: Array(receipts[1].content.prefix(2_000)))
    let lowered = try ToolRun(inspect + ["--require", "test-signed"], input: try archive([receipts[0], cut]))
    #expect(lowered.status == 1 && lowered.stdout.contains("cut.b64 could not be read"), "\(lowered.stdout)")
    for hidden in [
      [receipts[0], File(name: "__MACOSX/._b", content: receipts[1].content)],
      [receipts[0], File(name: ".b.txt", content: receipts[1].content)],
    ] {
      let run = try ToolRun(inspect, input: try archive(hidden))
      #expect(run.status == 65 && run.stdout.isEmpty, "\(run.stdout)")
    }
    let many = (0...100).map { File(name: "\($0).txt", content: words.content, isDeflated: false) }
    let tooMany = try ToolRun(inspect, input: try archive(many + [receipts[0]]))
    #expect(tooMany.status == 65 && tooMany.stderr.contains("102 files"), "\(tooMany.stderr)")
    let inPicture = File(name: "b.png", content: [0x89, 0x50, 0x4E, 0x47, 0] + receipts[1].content)
    let beside = try ToolRun(inspect + ["--require", "test-signed"], input: try archive([receipts[0], inPicture]))
    #expect(beside.status == 1 && beside.stdout.contains("b.png could not be read"), "\(beside.stdout)")
  }

  @Test("where many inputs come or a server reads, an archive is named, with what to open, and nothing else is said")
  func otherRoads() throws {
    let bytes = try archive([text])
    let base64 = Data(bytes).base64EncodedString()
    let named = "a ZIP archive (an .ipa is one), not a receipt"
    let plain = String(decoding: receipt, as: UTF8.self).filter { !$0.isNewline }

    // An archive where lines are expected.
    try scratch.file("a.zip", bytes)
    for arguments in [["--stream"], ["--csv", "--field", "receipt"], ["--field", "receipt"]] {
      for (source, input) in [(["a.zip"], []), ([], bytes)] {
        let run = try ToolRun(["decode"] + arguments + source, input: input, directory: scratch.url)
        let documents = try run.documents()
        #expect(run.status == 65 && documents.map(\.errorCode) == ["other_format"], "\(run.stdout)")
        let error = documents.first?["error"] as? [String: Any]
        #expect(error?["message"] as? String == "a ZIP archive, which has no lines")
        let name = source.isEmpty ? "FILE" : "a.zip"
        #expect((error?["hint"] as? String)?.contains("unzip -p \(name) NAME | receipt-tool") == true)
      }
    }
    // Letters as an archive begins with are a line like others.
    for text in ["P", "PK", "PK\n"] {
      #expect(
        try ToolRun(["decode", "--stream"], input: Array(text.utf8)).documents().map(\.errorCode) == ["not_a_receipt"])
    }

    // The text of one in a line, a member, a cell.
    for (arguments, lines) in [
      (["--stream"], [plain, base64, plain]), (["--field", "r"], [plain, base64, plain].map { #"{"r":"\#($0)"}"# }),
      (["--csv", "--field", "r"], ["r", plain, base64, plain]),
    ] {
      let run = try ToolRun(["decode"] + arguments, input: Array(lines.joined(separator: "\n").utf8))
      let documents = try run.documents()
      #expect(documents.map(\.errorCode) == [nil, "other_format", nil], "\(run.stdout)")
      let error = documents[1]["error"] as? [String: Any]
      #expect((error?["message"] as? String)?.hasPrefix(named) == true)
      #expect((error?["hint"] as? String)?.contains("unpack it") == true)
    }

    // A body over HTTP, a line of one, and a file on the page.
    let server = try RunningServer()
    for kind in ["decode", "validate", "status"] {
      let answer = try server.ask("POST", "/v1/\(kind)", [], bytes)
      #expect(
        answer.status == 422 && answer.text.contains(named) && answer.text.contains("unpack it"), "\(answer.text)")
    }
    let lines = try server.ask(
      "POST", "/v1/decode", ["Content-Type: application/x-ndjson"], Array((base64 + "\n" + plain + "\n").utf8))
    #expect(lines.text.split(separator: "\n").map { $0.contains(named) } == [true, false], "\(lines.text)")
    let head = "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"mail.zip\"\r\n\r\n"
    let page = try server.ask(
      "POST", "/?language=en", ["Content-Type: multipart/form-data; boundary=b"],
      Array(head.utf8) + bytes + Array("\r\n--b--\r\n".utf8))
    #expect(page.status == 200 && !page.text.contains(named) && page.text.contains("Not from Apple"), "\(page.text)")
    #expect(!lines.text.contains("paste the receipt's base64 text itself"))
  }

  @Test("any change of a byte is an error or the same file, and never a crash")
  func mutated() throws {
    let good = try archive([text, words], comment: "c")
    var generator = SplitMix(seed: 39)
    for _ in 0..<3_000 {
      var bytes = good
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        // Numbers stand in the directory at the end.
        let start = Bool.random(using: &generator) ? 0 : bytes.count - 180
        bytes[Int.random(in: start..<bytes.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
      }
      guard let found = try? ZipArchive(bytes) else { continue }
      for entry in found.entries {
        guard let read = try? found.read(entry, upTo: 20_000) else { continue }
        #expect(read.elementsEqual(receipt) || read.elementsEqual(words.content))
      }
    }
    for size in [0, 1, receipt.count - 1, receipt.count, receipt.count + 1] {
      let found = try ZipArchive(good)
      let read = try found.read(found.entries[0], upTo: size)
      #expect(read.count == min(size + 1, receipt.count) && read.elementsEqual(receipt.prefix(read.count)))
    }
  }
}
