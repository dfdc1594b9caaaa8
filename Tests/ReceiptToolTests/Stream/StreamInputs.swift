import Foundation
import ReceiptMint
import Testing

/// Inputs and tools that the tests of streams share.
enum StreamInputs {
  static let anchor = ["--trust-anchor", Package.vectors.appendingPathComponent("root.pem").path]

  /// Every vector as one line: what has several lines has its line breaks taken out, as a table would store it.
  static func vectorLines() throws -> [[UInt8]] {
    try FileManager.default.contentsOfDirectory(atPath: Package.vectors.path).sorted()
      .filter { !$0.hasSuffix(".json") && !$0.hasSuffix("pem") && !$0.hasSuffix(".der") || $0 == "pem.pem" }
      .map { try line(Package.vectors.appendingPathComponent($0)) }
  }

  /// The published receipts, a line each.
  static func publishedLines() throws -> [[UInt8]] {
    try Package.realReceiptFiles().map { try line(Package.realReceipts.appendingPathComponent($0)) }
  }

  private static func line(_ file: URL) throws -> [UInt8] {
    try [UInt8](Data(contentsOf: file)).filter { $0 != 0x0A && $0 != 0x0D }
  }

  /// Lines as a file holds them.
  static func joined(_ lines: [[UInt8]]) -> [UInt8] { lines.flatMap { $0 + [0x0A] } }

  /// Different receipts, under one chain.
  static func receipts(_ count: Int) throws -> [String] {
    try (0..<count).map { index in
      try Minted.receipt {
        $0.bundleIdentifier = "com.example.app\(index)"
        $0.inApp[0].transactionID = String(index)
      }.base64
    }
  }

  /// Decodes a stream: the run, and its documents.
  static func decode(_ arguments: [String], _ text: String) throws -> (ToolRun, [[String: Any]]) {
    let run = try ToolRun(["decode", "--stream"] + arguments, input: Array(text.utf8))
    return (run, try run.documents())
  }

  /// Whether the peak of a process's memory can be asked for.
  static let canMeasure = (try? shell("python3 -c 'import resource'", directory: Package.root))?.status == 0

  /// Runs a command line of the shell with the tool in the PATH.
  static func shell(_ command: String, directory: URL) throws -> ToolRun {
    let inherited = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    // Servers of other tests make this process ignore SIGPIPE, and Python ignores SIGXFSZ; children inherit that, and
    // no shell can take it back.
    let program = """
      import os, signal, sys
      for number in signal.SIGPIPE, signal.SIGXFSZ: signal.signal(number, signal.SIG_DFL)
      os.execv('/bin/sh', ['sh', '-c', sys.argv[1]])
      """
    return try ToolRun(
      executable: URL(fileURLWithPath: "/usr/bin/env"), ["python3", "-c", program, command],
      environment: [
        "PATH": ToolRun.program(because: "pipes, signals and redirections of a shell").deletingLastPathComponent().path
          + ":" + inherited, "LC_ALL": "C.UTF-8",
      ],
      directory: directory)
  }
}

extension [String: Any] {
  /// `error.code`
  var errorCode: String? { (self["error"] as? [String: Any])?["code"] as? String }

  /// `receipt.bundle_id`
  var bundleIdentifier: String? { (self["receipt"] as? [String: Any])?["bundle_id"] as? String }
}
