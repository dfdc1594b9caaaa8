import Foundation
import Testing

enum JQ {
  private static let environment = ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"]

  static func run(_ arguments: [String], _ input: [UInt8] = []) throws -> ToolRun {
    try ToolRun(
      executable: URL(fileURLWithPath: "/usr/bin/env"), ["jq"] + arguments, input: input, environment: environment)
  }

  static let isHere = (try? run(["--version"]))?.status == 0
}

/// `jq` prints what it reads in its own layout: what the tool writes is that already, to the octet.
@Suite("jq", .enabled(if: JQ.isHere, "there is no jq in PATH"))
struct JQLayoutTests {
  /// None with numbers above 2^53, which jq 1.6 rounds.
  private static let vectors = [
    "sandbox-subscription.b64", "xcode.b64", "empty.b64", "odd-values.b64", "unknown-attribute.b64", "consumable.b64",
    "unsigned.b64", "vpp.b64",
  ]

  @Test("prints the tool's documents as they are", arguments: vectors, [[], ["--compact"], ["--attributes"]])
  func layout(_ vector: String, _ options: [String]) throws {
    let ours = try ToolRun(["decode", "--trust-anchor", "root.pem"] + options + [vector], directory: Package.vectors)
    #expect(ours.status == 0 && ours.stdout.count > 1_000)
    let theirs = try JQ.run(options == ["--compact"] ? ["-c", "."] : ["."], Array(ours.stdout.utf8))
    #expect(theirs.status == 0)
    let isSame = theirs.stdout == ours.stdout
    #expect(isSame)
  }
}
