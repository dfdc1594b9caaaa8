import Foundation
import Testing

/// A POSIX shell and the programs that the tests need there.
enum PosixShell {
  static let withoutCurl: Comment = "there is no curl here"
  static let hasCurl = (try? run("curl --version", environment: [:]))?.status == 0

  static func run(_ script: String, environment: [String: String]) throws -> ToolRun {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    return try ToolRun(
      executable: URL(fileURLWithPath: "/bin/sh"), ["-c", script],
      environment: environment.merging(["PATH": path]) { given, _ in given })
  }
}
