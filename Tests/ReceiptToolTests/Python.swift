import Foundation

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
}
