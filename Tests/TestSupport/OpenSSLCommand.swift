import Foundation

/// The `openssl` program, which shares no code with what is tested.
public enum OpenSSLCommand {
  /// What a run left behind.
  public struct Outcome {
    /// Its exit status.
    public let status: Int32
    /// What it wrote to standard output.
    public let output: [UInt8]
    /// What it wrote to standard error.
    public let errors: String
    /// Standard output as text.
    public var text: String { String(decoding: output, as: UTF8.self) }
  }

  /// The program: OpenSSL 3, not macOS's LibreSSL, whose `cms` lacks options.
  public static let program: String = {
    let homebrew = ["/opt/homebrew/opt/openssl@3/bin/openssl", "/usr/local/opt/openssl@3/bin/openssl"]
    return homebrew.first { FileManager.default.isExecutableFile(atPath: $0) } ?? "openssl"
  }()

  /// Runs `openssl` with `arguments` in a new directory that holds `files`. Output goes to files, so that no pipe can
  /// fill up.
  public static func run(_ arguments: [String], files: [String: [UInt8]] = [:]) throws -> Outcome {
    let manager = FileManager.default
    let directory = manager.temporaryDirectory.appendingPathComponent("receipt-openssl-\(UUID().uuidString)")
    try manager.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? manager.removeItem(at: directory) }
    for (name, bytes) in files.merging(["stdout": [], "stderr": []], uniquingKeysWith: { given, _ in given }) {
      try Data(bytes).write(to: directory.appendingPathComponent(name))
    }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [program] + arguments
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
}
