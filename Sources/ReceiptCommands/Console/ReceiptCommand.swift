import ArgumentParser

/// A command that returns its own exit status.
package protocol ReceiptCommand: ParsableCommand {
  func perform(_ console: Console) throws -> ExitStatus
}
