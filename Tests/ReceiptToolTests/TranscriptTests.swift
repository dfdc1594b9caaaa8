import Foundation
import Testing

/// What README and docs show is what happens: every `console` block is run and compared.
@Suite("Transcripts of README and docs")
struct TranscriptTests {
  /// One command and what it prints.
  struct Step {
    let command: String
    var output: [String]
    let place: String
  }

  /// The commands of one block, which are run one after the other in one shell.
  struct Transcript: CustomTestStringConvertible {
    var steps: [Step]
    var testDescription: String { "\(steps[0].place): \(steps[0].command)" }
  }

  /// Commands are lines that begin with `$ `; their output follows, up to the next command or the end of the block.
  static func transcripts() throws -> [Transcript] {
    let docs = Package.root.appendingPathComponent("docs").path
    let pages = try FileManager.default.contentsOfDirectory(atPath: docs).filter { $0.hasSuffix(".md") }.sorted()
    return try (["README.md"] + pages.map { "docs/" + $0 }).flatMap(transcripts)
  }

  private static func transcripts(of page: String) throws -> [Transcript] {
    let text = try Package.text(page)
    var transcripts: [Transcript] = []
    var block: Transcript?
    for (index, line) in text.components(separatedBy: "\n").enumerated() {
      if line.hasPrefix("```") {
        if let block, !block.steps.isEmpty { transcripts.append(block) }
        block = line == "```console" ? Transcript(steps: []) : nil
      } else if line.hasPrefix("$ ") {
        block?.steps.append(Step(command: String(line.dropFirst(2)), output: [], place: "\(page) line \(index + 1)"))
      } else if let last = block?.steps.indices.last {
        block?.steps[last].output.append(line)
      }
    }
    return transcripts
  }

  @Test("every command prints what the page says", arguments: try transcripts())
  func transcript(_ transcript: Transcript) throws {
    let inherited = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let path =
      ToolRun.program(because: "a shell runs what the page says").deletingLastPathComponent().path + ":" + inherited
    let scratch = try Scratch()
    let mark = "==== \(UUID().uuidString)"
    let script = transcript.steps.map { $0.command + " 2>&1\necho '\(mark)'" }.joined(separator: "\n")
    let run = try ToolRun(
      executable: URL(fileURLWithPath: "/bin/sh"), ["-c", script],
      environment: ["PATH": path, "LC_ALL": "C.UTF-8", "XDG_DATA_HOME": scratch.path], directory: Package.root)
    let printed = run.stdout.components(separatedBy: "\n").dropLast().split(
      separator: mark, omittingEmptySubsequences: false)
    #expect(printed.count == transcript.steps.count + 1)
    for (step, printed) in zip(transcript.steps, printed) {
      #expect(
        matches(step.output[...], printed), "\(step.place) printed:\n\(printed.joined(separator: "\n"))")
    }
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
