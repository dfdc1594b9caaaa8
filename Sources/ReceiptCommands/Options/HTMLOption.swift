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
  func write(_ report: [UInt8], _ console: Console) throws(UnwrittenOutput) -> ExitStatus {
    guard let file else { return .success }
    guard file != "-" else {
      try console.write(report)
      return .success
    }
    do throws(OutputFile.Failure) {
      try OutputFile.create(file, report)
    } catch {
      console.report(message: error.message, hint: error.hint)
      return .outputFailed
    }
    try console.write(file.terminalSafe + "\n")
    return .success
  }
}
