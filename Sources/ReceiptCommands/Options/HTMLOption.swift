import ArgumentParser
import ReceiptKit

/// `--html`: the report as an HTML file instead of text.
struct HTMLOption: ParsableArguments {
  @Option(
    name: .customLong("html"),
    help: ArgumentHelp(
      """
      Write the report as one HTML file, and print its name; - prints the report. No file is overwritten. Without it: \
      text.
      """,
      valueName: "file"),
    completion: .file())
  var file: String?

  /// The program that created the file.
  static let generator = "\(ToolFacts.name) \(ToolFacts.version)"

  var isGiven: Bool { file != nil }

  /// Creates the file, or prints the report.
  func write(_ report: [UInt8], _ console: Console) throws {
    guard let file else { return }
    guard file != "-" else { return try console.write(report) }
    try OutputFile.create(file, report)
    try console.write(file.terminalSafe + "\n")
  }
}
