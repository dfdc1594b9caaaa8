import Foundation
import Testing

/// What the README shows is what happens: every `console` block is run and compared.
@Suite("Transcripts of the README")
struct TranscriptTests {
  struct Transcript: CustomTestStringConvertible {
    let command: String
    let output: [String]
    let line: Int
    var testDescription: String { "line \(line): \(command)" }
  }

  /// Commands are lines that begin with `$ `; their output follows, up to the next command or the end of the block.
  static func transcripts() throws -> [Transcript] {
    let text = try String(contentsOf: Package.root.appendingPathComponent("README.md"), encoding: .utf8)
    var transcripts: [Transcript] = []
    var isInside = false
    for (index, line) in text.components(separatedBy: "\n").enumerated() {
      if line.hasPrefix("```") {
        isInside = line == "```console"
      } else if isInside, line.hasPrefix("$ ") {
        transcripts.append(Transcript(command: String(line.dropFirst(2)), output: [], line: index + 1))
      } else if isInside, let last = transcripts.popLast() {
        transcripts.append(Transcript(command: last.command, output: last.output + [line], line: last.line))
      }
    }
    return transcripts
  }

  @Test("every command prints what the README says", arguments: try transcripts())
  func transcript(_ transcript: Transcript) throws {
    let inherited = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let path = ToolRun.tool.deletingLastPathComponent().path + ":" + inherited
    let run = try ToolRun(
      executable: URL(fileURLWithPath: "/bin/sh"), ["-c", transcript.command + " 2>&1"],
      environment: ["PATH": path, "LC_ALL": "C.UTF-8"], directory: Package.root)
    let printed = run.stdout.components(separatedBy: "\n").dropLast()
    #expect(matches(transcript.output[...], printed[...]), "line \(transcript.line) printed:\n\(run.stdout)")
  }

  @Test("there are transcripts, and a wrong one would be noticed")
  func notEmpty() throws {
    #expect(try Self.transcripts().count >= 3)
    #expect(!matches(["one"], ["two"]))
    #expect(!matches(["one"], ["one", "two"]))
    #expect(!matches(["one", "…", "four"], ["one", "two"]))
    #expect(matches(["one", "…", "four … six"], ["one", "two", "three", "four five six"]))
  }

  /// A line `…` stands for any number of lines, `…` within a line for any text.
  private func matches(_ expected: ArraySlice<String>, _ printed: ArraySlice<String>) -> Bool {
    guard let first = expected.first else { return printed.isEmpty }
    if first.trimmingCharacters(in: .whitespaces) == "…" {
      return (0...printed.count).contains { matches(expected.dropFirst(), printed.dropFirst($0)) }
    }
    guard let line = printed.first, matches(first, line) else { return false }
    return matches(expected.dropFirst(), printed.dropFirst())
  }

  private func matches(_ expected: String, _ line: String) -> Bool {
    let parts = expected.components(separatedBy: "…")
    guard parts.count > 1 else { return expected == line }
    var rest = line[...]
    for (index, part) in parts.enumerated() where !part.isEmpty {
      guard let range = rest.range(of: part), index > 0 || range.lowerBound == line.startIndex else { return false }
      rest = rest[range.upperBound...]
    }
    return parts.last == "" || rest.isEmpty
  }
}
