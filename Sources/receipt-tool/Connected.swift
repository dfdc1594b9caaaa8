import ArgumentParser
import ReceiptCommands

/// The name of a command of the connected program, and its description in `receipt-tool --help`.
protocol Connected: ParsableCommand {
  static var command: ConnectedCommand { get }
}

extension Connected {
  static var configuration: CommandConfiguration {
    CommandConfiguration(commandName: command.rawValue, abstract: command.abstract)
  }
}

struct Verify: Connected {
  static let command = ConnectedCommand.verify
}

struct History: Connected {
  static let command = ConnectedCommand.history
}

struct Notifications: Connected {
  static let command = ConnectedCommand.notifications
}

struct APICommand: Connected {
  static let command = ConnectedCommand.api
}

struct MessagesCommand: Connected {
  static let command = ConnectedCommand.messages
}

struct ReportsCommand: Connected {
  static let command = ConnectedCommand.reports
}

struct Serve: Connected {
  static let command = ConnectedCommand.serve
}

struct Ledger: Connected {
  static let command = ConnectedCommand.ledger
}
