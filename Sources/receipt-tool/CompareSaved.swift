import ArgumentParser
import ReceiptCommands

/// `receipt-tool compare` with a saved answer or signed data.
struct Compare: ReceiptCommand {
  static let configuration = CompareOptions.configuration

  @OptionGroup var options: CompareOptions

  func perform(_ console: Console) throws -> ExitStatus {
    guard let status = try options.compareWithSaved(console) else {
      throw UsageError("an answer or --transactions is missing")
    }
    return status
  }
}
