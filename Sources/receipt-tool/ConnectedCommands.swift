import ArgumentParser
import ReceiptCommands

// The names of the commands of the connected program, with their descriptions in `receipt-tool --help`. ArgumentParser
// knows a command only by a type of its own.

extension ConnectedCommand {
  fileprivate var configuration: CommandConfiguration {
    CommandConfiguration(commandName: rawValue, abstract: abstract)
  }
}

struct Verify: ParsableCommand {
  static let configuration = ConnectedCommand.verify.configuration
}

struct History: ParsableCommand {
  static let configuration = ConnectedCommand.history.configuration
}

struct Migrate: ParsableCommand {
  static let configuration = ConnectedCommand.migrate.configuration
}

struct Notifications: ParsableCommand {
  static let configuration = ConnectedCommand.notifications.configuration
}

struct APICommand: ParsableCommand {
  static let configuration = ConnectedCommand.api.configuration
}

struct MessagesCommand: ParsableCommand {
  static let configuration = ConnectedCommand.messages.configuration
}

struct ReportsCommand: ParsableCommand {
  static let configuration = ConnectedCommand.reports.configuration
}

struct Serve: ParsableCommand {
  static let configuration = ConnectedCommand.serve.configuration
}

struct Ledger: ParsableCommand {
  static let configuration = ConnectedCommand.ledger.configuration
}
