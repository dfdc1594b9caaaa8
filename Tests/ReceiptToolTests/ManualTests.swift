import Foundation
import Testing

/// The manual page at 80 columns: what people copy from it is whole.
@Suite("Manual page")
struct ManualTests {
  private static let generator = ToolRun.tool.deletingLastPathComponent().appendingPathComponent("generate-manual")

  @Test(
    "no option and no command is hyphenated or broken",
    .enabled(if: CompletionTests.has("groff"), "groff is not here"),
    .enabled(if: FileManager.default.isExecutableFile(atPath: generator.path), "generate-manual was not built"))
  func whole() throws {
    let scratch = try Scratch()
    let environment = ProcessInfo.processInfo.environment
    let made = try ToolRun(
      executable: Package.root.appendingPathComponent("Scripts/manual"), [ToolRun.tool.path, scratch.path],
      environment: environment)
    try #require(made.status == 0, "\(made.stderr)")
    let run = try ToolRun(
      executable: URL(fileURLWithPath: "/usr/bin/env"),
      ["groff", "-Tascii", "-mdoc", "-rLL=80n", "-P-cbou", scratch.path + "/receipt-tool.1"], environment: environment)
    #expect(run.status == 0 && run.stderr == "", "\(run.stderr)")
    let lines = run.stdout.components(separatedBy: "\n")
    for line in lines { #expect(!line.hasSuffix("-") || line.hasSuffix(" -"), "\(line)") }
    let words = Set(lines.flatMap { $0.split { " ,;:()[]".contains($0) }.map(String.init) })
    let texts = lines.map { $0.trimmingCharacters(in: .whitespaces) }
    for command in try CommandTree().commands {
      for option in command.options where option.name != "--no-allow-test-signed" {
        #expect(words.contains(option.name), "\(option.name)")
      }
      let help = try ToolRun(command.words + ["--help"], environment: ["COLUMNS": "1000"]).stdout
      for line in help.components(separatedBy: "\n") where line.hasPrefix("  receipt-tool ") {
        let example = line.trimmingCharacters(in: .whitespaces)
        #expect(texts.contains(example), "\(example)")
      }
    }
  }
}
