import ReceiptCommands

extension Console {
  /// One without streams and environment, for what is tested below the command line.
  static let silent = Console(input: -1, output: -1, error: -1, environment: { _ in nil })
}
