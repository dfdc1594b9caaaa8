import Foundation
import Testing

/// The manual pages, one for each command, at 80 columns: what people copy from them is whole.
@Suite("Manual pages")
struct ManualTests {
  private static let generator = ToolRun.program(because: "generate-manual is built beside it")
    .deletingLastPathComponent().appendingPathComponent("generate-manual")
  private static let environment = ProcessInfo.processInfo.environment

  @Test(
    "there is a page for each command, no warning, and no option and no command is hyphenated or broken",
    .enabled(if: CompletionTests.has("groff"), "groff is not here"),
    .enabled(if: FileManager.default.isExecutableFile(atPath: generator.path), "generate-manual was not built"))
  func whole() throws {
    let scratch = try Scratch()
    let made = try ToolRun(
      executable: Package.root.appendingPathComponent("Scripts/manual"),
      [ToolRun.program(because: "Scripts/manual starts it").path, scratch.path],
      environment: Self.environment)
    try #require(made.status == 0, "\(made.stderr)")
    let tree = try CommandTree.shared()
    let names = tree.commands.map(\.name) + tree.groups
    #expect(
      try Set(FileManager.default.contentsOfDirectory(atPath: scratch.path)) == Set(names.map { Self.page($0) + ".1" }))

    for command in tree.commands {
      let page = try Page(scratch, Self.page(command.name))
      for option in command.options where option.name != "--no-allow-test-signed" {
        #expect(page.words.contains(option.name), "\(command.name): \(option.name)")
      }
    }
    for name in names {
      let page = try Page(scratch, Self.page(name))
      #expect(page.lines.contains { $0.hasPrefix("     \(Self.page(name)) -- ") }, "no line for whatis: \(name)")
      for line in page.lines { #expect(!line.hasSuffix("-") || line.hasSuffix(" -"), "\(name): \(line)") }
      let help = try ToolRun(name.split(separator: " ").map(String.init) + ["--help"], environment: ["COLUMNS": "1000"])
      let lines = help.stdout.components(separatedBy: "\n")
      let examples = lines.filter { $0.hasPrefix("  receipt-tool ") }.map { $0.trimmingCharacters(in: .whitespaces) }
      #expect(!examples.isEmpty && examples.allSatisfy(page.texts.contains), "\(name): \(examples)")
      // Every command has exit statuses of its own; the page has them once, in their section.
      let statuses = lines.drop { $0 != "EXIT STATUS" }.dropFirst().prefix { $0.hasPrefix("  ") }
      #expect(!statuses.isEmpty, "\(name)")
      for status in statuses.compactMap({ $0.split(separator: " ").first }) {
        #expect(page.section("EXIT STATUS").contains { $0.split(separator: " ").first == status }, "\(name): \(status)")
      }
      // A page names those above and below it.
      let below = names.filter { $0 != "" && $0.split(separator: " ").dropLast().joined(separator: " ") == name }
      let named = page.section("COMMANDS").filter { $0.hasPrefix("     receipt-tool") }
      #expect(
        Set(named.map { $0.trimmingCharacters(in: .whitespaces) }) == Set(below.map { Self.page($0) + "(1)" }),
        "\(name)")
      let seen = page.section("SEE ALSO").joined(separator: " ").trimmingCharacters(in: .whitespaces)
      #expect(name == "" ? seen == "" : seen.hasSuffix("receipt-tool(1)"), "\(name): \(seen)")
    }
  }

  /// `ledger add` is on the page `receipt-tool-ledger-add`.
  private static func page(_ command: String) -> String {
    (["receipt-tool"] + command.split(separator: " ")).joined(separator: "-")
  }

  /// A page as a terminal shows it.
  private struct Page {
    let lines: [String]
    let texts: Set<String>
    let words: Set<String>

    init(_ folder: Scratch, _ name: String) throws {
      let run = try ToolRun(
        executable: URL(fileURLWithPath: "/usr/bin/env"),
        ["groff", "-Tascii", "-mdoc", "-ww", "-rLL=80n", "-P-cbou", folder.path + "/\(name).1"],
        environment: environment)
      #expect(run.status == 0 && run.stderr == "", "\(name): \(run.stderr)")
      lines = run.stdout.components(separatedBy: "\n")
      texts = Set(lines.map { $0.trimmingCharacters(in: .whitespaces) })
      words = Set(lines.flatMap { $0.split { " ,;:()[]".contains($0) }.map(String.init) })
    }

    /// The lines below a title.
    func section(_ title: String) -> [String] {
      Array(lines.drop { $0 != title }.dropFirst().prefix { $0.isEmpty || $0.hasPrefix(" ") })
    }
  }
}
