import Foundation
import Testing

/// Python with the packages of Tests/requirements.txt.
enum Python {
  private static let environment = ProcessInfo.processInfo.environment

  /// The interpreter of Scripts/setup where it is, the system's otherwise.
  private static let interpreter: [String] = {
    let own = Package.root.appendingPathComponent(".build/tools/bin/python3").path
    return FileManager.default.isExecutableFile(atPath: own) ? [own] : ["python3"]
  }()

  static func run(_ arguments: [String], input: [UInt8] = []) throws -> ToolRun {
    try ToolRun(
      executable: URL(fileURLWithPath: "/usr/bin/env"), interpreter + arguments, input: input,
      environment: [
        "PATH": environment["PATH"] ?? "/usr/bin:/bin", "HOME": environment["HOME"] ?? "/",
        // Nothing is left beside the sources.
        "PYTHONDONTWRITEBYTECODE": "1",
      ])
  }

  /// Runs a script below Tests, which has to succeed.
  static func play(
    _ script: String, _ arguments: [String], sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> ToolRun {
    let run = try run([Package.root.appendingPathComponent("Tests/" + script).path] + arguments)
    #expect(run.status == 0, "\(run.stdout)\(run.stderr)", sourceLocation: sourceLocation)
    return run
  }
}
