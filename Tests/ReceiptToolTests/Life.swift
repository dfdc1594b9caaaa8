import Foundation
import Testing

/// A scenario as `mint` writes it, the names of its files by kind.
struct Life {
  let scratch: Scratch
  let names: [String]

  init(_ scenario: String = "trial-renew-refund", seed: Int = 1) throws {
    scratch = try Scratch()
    let folder = scratch.path + "/life"
    let run = try ToolRun(["mint", "--scenario", scenario, "--seed", "\(seed)", "--output", folder])
    #expect(run.status == 0)
    names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
  }

  var url: URL { scratch.url.appendingPathComponent("life") }

  func all(_ kind: String) -> [String] { names.filter { $0.contains(".\(kind).") } }

  func file(_ number: Int, _ kind: String) throws -> String {
    try #require(all(kind).first { $0.hasPrefix("0\(number)-") })
  }

  func text(_ name: String) throws -> String {
    try String(contentsOf: url.appendingPathComponent(name), encoding: .utf8)
  }

  /// `compare` with the anchor of the scenario.
  func compare(
    _ receipt: String, _ files: [String], _ arguments: [String] = [], input: [UInt8] = []
  ) throws -> ToolRun {
    try ToolRun(
      ["compare", "--trust-anchor", "anchor.pem", receipt] + files.flatMap { ["--transactions", $0] } + arguments,
      input: input, directory: url)
  }
}
