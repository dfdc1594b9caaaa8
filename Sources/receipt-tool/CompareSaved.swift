import ArgumentParser
import ReceiptCommands

/// `receipt-tool compare` with a saved answer.
struct Compare: ReceiptCommand {
  static let configuration = CompareOptions.configuration

  @OptionGroup var options: CompareOptions

  func perform() throws -> ExitStatus {
    guard let file = options.response else { throw ValidationError("--response is missing") }
    return try options.compare(withSaved: file)
  }
}
