import ArgumentParser
import ReceiptCommands
import ReceiptKit
import ReceiptRemote

/// A call of Apple's as a type, because ArgumentParser knows a command only by a type of its own.
protocol CallRow {
  static var call: AppStoreServerCall { get }
}

/// A place in the list of subcommands, as a type: `Next<Next<First>>` is the third.
private protocol Place {
  static var number: Int { get }
}

private enum First: Place { static let number = 0 }

private enum Next<Before: Place>: Place { static var number: Int { Before.number + 1 } }

/// The call at a place.
private enum ListedCall<Number: Place>: CallRow {
  static var call: AppStoreServerCall { AppStoreServerCall.subcommands[Number.number] }
}

extension AppStoreServerCall {
  /// The calls with a subcommand.
  fileprivate static let subcommands = (all + [anyCommerce]).filter { $0.command != nil }

  /// The subcommands of a command, in the order of the list.
  static func subcommands(of group: Command.Group) -> [any ParsableCommand.Type] {
    subcommands(of: group, from: First.self)
  }

  private static func subcommands<Number: Place>(
    of group: Command.Group, from number: Number.Type
  ) -> [any ParsableCommand.Type] {
    guard Number.number < subcommands.count else { return [] }
    let rest = subcommands(of: group, from: Next<Number>.self)
    return subcommands[Number.number].command?.group == group ? [APICall<ListedCall<Number>>.self] + rest : rest
  }
}

/// `receipt-tool api transaction` and all other subcommands that make one call of Apple's.
struct APICall<Row: CallRow>: ReceiptCommand {
  static var configuration: CommandConfiguration { Row.call.configuration }

  @OptionGroup var arguments: APIArguments<Row>

  /// Changes nothing: the output is always JSON.
  @OptionGroup var json: JSONOption

  @OptionGroup(title: "Asking") var options: AppStoreServerOptions

  func validate() throws {
    guard !(arguments.has(.raw) && arguments.has(.compact)) else { throw UsageError("--raw", excludes: "--compact") }
    guard arguments[.revision] == nil || Row.call.hasRevisions else {
      throw UsageError("\(Row.call.title) has no revisions, and takes no --since-revision")
    }
  }

  func perform(_ console: Console) throws -> ExitStatus {
    let planned = try PlannedCall(Row.call, arguments.values(console), file: arguments[.file], console)
    return try options.asking(console) { connection, decoder in
      if planned.call.change != nil { return try planned.change(connection, isConfirmed: arguments.has(.yes), console) }
      if planned.call.isSigned {
        let form = SignedForm(isRaw: arguments.has(.raw), isCompact: arguments.has(.compact))
        return try planned.read(connection, decoder, since: arguments[.revision], form, console)
      }
      try connection.askForAll(planned.request(since: nil)) { try console.writeAnswer($0.bytes) }
      return .success
    }
  }
}
