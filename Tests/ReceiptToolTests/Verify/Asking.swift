import Foundation
import LoopbackServer
import Testing

/// Runs of `verify` against a scripted server that stands in for both of Apple's.
struct Asking {
  /// Sent with every request, and in no output: every run is searched for it.
  static let secret = "5ec2e75ec2e75ec2e75ec2e75ec2e75e"

  let server: LoopbackServer
  private let scratch: Scratch
  /// A sandbox receipt with line breaks every 64 characters, which Apple would refuse.
  let receipt: String
  /// The same as Apple takes it.
  let canonical: String

  init(_ script: @escaping @Sendable (LoopbackServer.Request, Int) -> Reply) throws {
    server = try LoopbackServer(script)
    scratch = try Scratch()
    canonical = try Minted.receipt().base64
    var wrapped = ""
    for (index, character) in canonical.enumerated() {
      wrapped.append(character)
      if index % 64 == 63 { wrapped.append("\n") }
    }
    receipt = try scratch.file("receipt.txt", Array(wrapped.utf8)).path
  }

  /// Runs a test with a server that has one reply to everything.
  static func with(_ reply: Reply, _ test: (Asking) throws -> Void) throws { try with({ _, _ in reply }, test) }

  /// Runs a test and stops the server.
  static func with(
    _ script: @escaping @Sendable (LoopbackServer.Request, Int) -> Reply, _ test: (Asking) throws -> Void
  ) throws {
    let asking = try Asking(script)
    defer { asking.server.stop() }
    try test(asking)
  }

  /// The paths that were asked, in order: `production`, `sandbox`.
  var paths: [String] { server.requests.map { String($0.line.path.dropFirst()) } }

  /// Where the two servers are.
  var endpoints: [String] {
    ["--endpoint", server.url("production"), "--sandbox-endpoint", server.url("sandbox")]
  }

  /// A file beside the receipt.
  func file(_ name: String, _ bytes: some Sequence<UInt8>) throws -> String {
    try scratch.file(name, bytes).path
  }

  /// `receipt-tool verify`, with the secret in the environment.
  func verify(
    _ arguments: [String] = [], inputs: [String]? = nil, input: [UInt8] = [], environment: [String: String]? = nil,
    location: SourceLocation = #_sourceLocation
  ) throws -> ToolRun {
    let run = try ToolRun(
      ["verify"] + endpoints + arguments + (inputs ?? [receipt]), input: input,
      environment: environment ?? ["APPSTORE_SHARED_SECRET": Asking.secret])
    expectNoSecret(run, location)
    return run
  }

  /// That the secret is nowhere in what was written, in whatever case.
  func expectNoSecret(_ run: ToolRun, _ location: SourceLocation = #_sourceLocation) {
    #expect(!run.stdout.lowercased().contains(Asking.secret), "on standard output", sourceLocation: location)
    #expect(!run.stderr.lowercased().contains(Asking.secret), "on standard error", sourceLocation: location)
  }

  /// The body of a request, read by Foundation.
  func body(_ index: Int) throws -> [String: Any] {
    let requests = server.requests
    try #require(index < requests.count)
    return try #require(try JSONSerialization.jsonObject(with: Data(requests[index].body)) as? [String: Any])
  }
}
