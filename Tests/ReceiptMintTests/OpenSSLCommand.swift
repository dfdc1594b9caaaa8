import Foundation
import ReceiptMint

/// The `openssl` program: a reader of receipts that shares no code with the mint or with ReceiptKit's decoder.
enum OpenSSLCommand {
  /// What a run left behind.
  struct Outcome {
    let status: Int32
    let output: [UInt8]
    let errors: String
    var text: String { String(decoding: output, as: UTF8.self) }
  }

  /// OpenSSL 3, not macOS's LibreSSL, whose `cms` lacks options.
  private static let arguments: [String] = {
    let homebrew = ["/opt/homebrew/opt/openssl@3/bin/openssl", "/usr/local/opt/openssl@3/bin/openssl"]
    return [homebrew.first { FileManager.default.isExecutableFile(atPath: $0) } ?? "openssl"]
  }()

  /// Runs `openssl` with `arguments` in a new directory that holds `files`. Output goes to files, so that no pipe can fill up.
  static func run(_ arguments: [String], files: [String: [UInt8]] = [:]) throws -> Outcome {
    let manager = FileManager.default
    let directory = manager.temporaryDirectory.appendingPathComponent("receipt-mint-\(UUID().uuidString)")
    try manager.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? manager.removeItem(at: directory) }
    for (name, bytes) in files.merging(["stdout": [], "stderr": []], uniquingKeysWith: { given, _ in given }) {
      try Data(bytes).write(to: directory.appendingPathComponent(name))
    }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = self.arguments + arguments
    process.currentDirectoryURL = directory
    process.standardOutput = try FileHandle(forWritingTo: directory.appendingPathComponent("stdout"))
    process.standardError = try FileHandle(forWritingTo: directory.appendingPathComponent("stderr"))
    try process.run()
    process.waitUntilExit()
    return Outcome(
      status: process.terminationStatus,
      output: Array(try Data(contentsOf: directory.appendingPathComponent("stdout"))),
      errors: String(decoding: try Data(contentsOf: directory.appendingPathComponent("stderr")), as: UTF8.self))
  }

  /// `openssl cms -verify` against one root at `time`, `YYYY-MM-DDThh:mm:ssZ`; puts the content out if all is well.
  static func verify(_ receipt: MintedReceipt, anchor: TestCertificate, at time: String) throws -> Outcome {
    try verify(receipt.bytes, anchor: anchor, at: time)
  }

  /// The same for octets.
  static func verify(_ receipt: [UInt8], anchor: TestCertificate, at time: String) throws -> Outcome {
    let seconds = try Date(time, strategy: .iso8601).timeIntervalSince1970
    let trust = ["-CAfile", "root.pem", "-no-CApath", "-no-CAstore", "-purpose", "any", "-auth_level", "0"]
    let moment = ["-attime", String(Int(seconds))]
    return try run(
      ["cms", "-verify", "-binary", "-inform", "DER", "-in", "receipt"] + trust + moment,
      files: ["receipt": receipt, "root.pem": Array(anchor.pem.utf8)])
  }
}
