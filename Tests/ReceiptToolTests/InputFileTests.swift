import Foundation
import ReceiptKit
import Testing

@testable import ReceiptCommands

import SystemLibrary

@Suite("Input file")
struct InputFileTests {
  private func failure(_ argument: String, maximumBytes: Int = 100) throws -> ReceiptError {
    try #require(throws: ReceiptError.self) { try Console.silent.read(argument, maximumBytes: maximumBytes) }
  }

  @Test("a file up to the limit and not beyond")
  func file() throws {
    let scratch = try Scratch()
    let bytes = [UInt8](repeating: 7, count: 100_000)
    try scratch.file("file", bytes)
    #expect(try Console.silent.read(scratch.path + "/file", maximumBytes: 100_000) == bytes)
    let error = try failure(scratch.path + "/file", maximumBytes: 99_999)
    #expect(error.code == .inputTooLarge && error.message.description.contains("100,000"))
    #expect(!error.message.description.contains("file"))
    #expect(error.hint?.description.contains("--max-size") == true)
  }

  @Test("a file whose name is not UTF-8 is found, as an argument and in a folder", .enabled(if: Self.takesAnyName))
  func foreignName() throws {
    let receipt = Array(try Data(contentsOf: Package.vectors.appendingPathComponent("consumable.b64")))
    let scratch = try Scratch()
    try scratch.file("r.b64", receipt)
    let program = ToolRun.program(because: "the arguments of a process are tried").path
    func run(_ script: String) throws -> ToolRun {
      try ToolRun(
        executable: URL(fileURLWithPath: "/bin/sh"), ["-c", script, program], environment: ["PATH": "/usr/bin:/bin"],
        directory: scratch.url)
    }
    // Latin-1, and a name in UTF-8 with a character that stands for a byte.
    for name in [#"caf\351.b64"#, #"a\377\376\200b"#, #"\364\217\273\251"#] {
      let file = "f=$(printf '\(name)'); mkdir -p folder; cp r.b64 \"folder/$f\"; "
      let one = try run(file + #""$0" decode --compact "folder/$f""#)
      #expect(one.status == 0 && one.stdout.contains("bundle_id"), "\(name): \(one.stderr)")
      let text = try run(file + #""$0" inspect "folder/$f""#)
      #expect(text.status == 0 && text.stderr.isEmpty, "\(name): \(text.stderr)")
      let folder = try run(file + "cd folder; for f in *; do \"$0\" decode -- \"$f\" || exit 9; done")
      #expect(folder.status == 0, "\(name): \(folder.stderr)")
    }
    let missing = try run("\"$0\" decode \"$(printf 'no\\351')\"")
    #expect(missing.status == 66, "\(missing.stderr)")
    #expect(FileName.text([0x61, 0xE9]) != FileName.text([0x61, 0xEA]))
    // The name of an account or an order is never one of these.
    for byte in UInt8(0x80)...0xFF { #expect(LedgerName.problem(FileName.text([byte])) != nil, "\(byte)") }
    for bytes: [UInt8] in [[0xE9], [0x61, 0xFF, 0x62], Array("é\u{10FEE9}".utf8), Array("naïve".utf8)] {
      #expect(FileName.bytes(FileName.text(bytes)).dropLast().map { UInt8(bitPattern: $0) } == bytes)
    }
  }

  /// The file systems of macOS take UTF-8 only.
  private static var takesAnyName: Bool {
    #if os(Linux)
      true
    #else
      false
    #endif
  }

  @Test("a device that never ends is read to the limit")
  func device() throws {
    #expect(try Console.silent.read("/dev/null", maximumBytes: 10).isEmpty)
    #expect(try failure("/dev/zero", maximumBytes: 1 << 20).code == .inputTooLarge)
    #expect(try failure("/dev/zero", maximumBytes: 0).code == .inputTooLarge)
  }

  @Test("a named pipe")
  func pipe() throws {
    let scratch = try Scratch()
    let path = scratch.path + "/pipe"
    #expect(mkfifo(path, 0o600) == 0)
    // Opened for both, so that neither end waits for the other; five bytes fit into any pipe.
    let writer = open(path, O_RDWR)
    #expect(write(writer, [1, 2, 3, 4, 5] as [UInt8], 5) == 5)
    #expect(try failure(path, maximumBytes: 4).code == .inputTooLarge)
    close(writer)
  }

  @Test("the receipt inside a directory, by preference")
  func directories() throws {
    let scratch = try Scratch()
    for name in ["App.app", "App.app/Contents", "App.app/Contents/_MASReceipt", "StoreKit", "empty"] {
      try scratch.directory(name)
    }
    try scratch.file("App.app/Contents/_MASReceipt/receipt", [1])
    try scratch.file("StoreKit/sandboxReceipt", [2])
    #expect(try Console.silent.read(scratch.path + "/App.app", maximumBytes: 100) == [1])
    #expect(try Console.silent.read(scratch.path + "/App.app/Contents/", maximumBytes: 100) == [1])
    #expect(try Console.silent.read(scratch.path + "/StoreKit", maximumBytes: 100) == [2])
    try scratch.file("StoreKit/receipt", [3])
    #expect(try Console.silent.read(scratch.path, maximumBytes: 100) == [3])
    let error = try failure(scratch.path + "/empty")
    #expect(error.code == .unreadable && error.message.description.contains("directory") && error.hint != nil)
  }

  @Test("a place in a directory that cannot be looked at")
  func closed() throws {
    let scratch = try Scratch()
    try scratch.directory("App.app/Contents")
    // A link to itself is closed even to the superuser.
    #expect(symlink("_MASReceipt", scratch.path + "/App.app/Contents/_MASReceipt") == 0)
    let error = try failure(scratch.path + "/App.app")
    #expect(error.code == .unreadable && error.message.description.contains("_MASReceipt/receipt cannot be looked for"))
    try scratch.file("App.app/receipt", [1])
    #expect(try Console.silent.read(scratch.path + "/App.app", maximumBytes: 100) == [1])
    if geteuid() != 0 {
      try scratch.directory("Other.app/Contents")
      #expect(chmod(scratch.path + "/Other.app/Contents", 0) == 0)
      #expect(try failure(scratch.path + "/Other.app").message.description.contains(String(cString: strerror(EACCES))))
      #expect(chmod(scratch.path + "/Other.app/Contents", 0o700) == 0)
    }
  }

  @Test("a directory where a plain file is wanted, and an empty path")
  func plain() throws {
    let scratch = try Scratch()
    try scratch.file("receipt", [1])
    let error = try #require(throws: ReceiptError.self) {
      try Console.silent.read(scratch.path, maximumBytes: 100, searchesDirectories: false)
    }
    #expect(error.code == .unreadable && error.message.description.hasSuffix("is a directory"))
    #expect(try failure("").message == "an empty path was given")
    let run = try ToolRun(["--trust-anchor", scratch.path, scratch.path])
    #expect(run.status == 66 && run.stderr.contains("is a directory"))
  }

  @Test("standard input that cannot be read")
  func standardInput() throws {
    let shell = URL(fileURLWithPath: "/bin/sh")
    for redirection in ["<&-", "< /tmp"] {
      let run = try ToolRun(
        executable: shell,
        [
          "-c", "\"$0\" \(redirection)",
          ToolRun.program(because: "a standard input that is closed or a directory").path,
        ])
      #expect(run.status == 66 && run.stderr.contains("standard input"), "\(run.stderr)")
      #expect(!run.stderr.contains("copy the file"))
    }
  }

  @Test("what is not there, and a receipt in place of a path")
  func missing() throws {
    let missing = try failure("/nonexistent/receipt")
    #expect(missing.code == .unreadable && missing.message.description.contains("/nonexistent/receipt"))
    #expect(
      try failure("2000000123456789").hint?.description.contains("`receipt-tool history 2000000123456789` asks Apple")
        == true)
    #expect(try failure("20261125.b64").hint?.description.hasPrefix("check the path") == true)
    let text = "MII" + String(repeating: "A", count: 5_000)
    for argument in [text, String(text.prefix(210)), String(text.prefix(150))] {
      let error = try failure(argument)
      #expect(error.code == .unreadable && !error.message.description.contains("AAAA"))
      #expect(error.message.description.contains("pasted as an argument"))
      #expect(error.hint?.description.contains("standard input") == true)
    }
    let middle = String(repeating: "QUJD", count: 40)
    #expect(try failure(middle).message.description.utf8.count < 130)
  }
}
