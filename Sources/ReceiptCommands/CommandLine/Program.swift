import ArgumentParser
import ReceiptKit

/// A command that returns its own exit status.
package protocol ReceiptCommand: ParsableCommand {
  func perform() throws -> ExitStatus
}

/// Runs a program on a command line.
package enum Program {
  /// Parses, runs and exits; every exit goes through ``ExitStatus/leave()``.
  ///
  /// - Parameters:
  ///   - root: the root command.
  ///   - arguments: without the name of the program.
  package static func run(_ root: any ParsableCommand.Type, _ arguments: ArraySlice<String>) -> Never {
    do {
      switch try Invocation(arguments, of: root) {
      case .decode(let sources): try Decoding(input: InputSettings(sources: sources)).perform().leave()
      case .run(let command): try command.perform().leave()
      case .print(let text, let status):
        Console.write(text)
        if status == .usage {
          Console.report(message: "nothing else was done, because help or version stands beside other words", hint: nil)
        }
        status.leave()
      }
    } catch {
      report(error, CommandPath.find(arguments, in: root).0).leave()
    }
  }

  /// A message that quotes the URL of a server, without the password or token that it may contain.
  private static func withoutCredentials(_ message: String) -> String {
    guard message.contains("endpoint"), let end = message.lastIndex(of: "@"),
      let quote = message.firstIndex(of: "'"), quote < end
    else { return message }
    return message[...quote] + "********" + message[end...]
  }

  /// Reports a fault of the command line, or of a file or URL in it.
  private static func report(_ error: any Error, _ command: CommandPath) -> ExitStatus {
    switch error {
    case let unusable as UnusableOption:
      let isNamed = unusable.source.isEmpty || unusable.error.message.hasPrefix(unusable.source)
      let origin = isNamed ? unusable.option : unusable.option + " " + unusable.source
      Console.report(message: "\(origin): \(unusable.error.message)", hint: unusable.error.hint)
      return unusable.exitStatus
    case let unwritable as UnwritableFile:
      Console.report(message: "\(unwritable.path) cannot be written: \(unwritable.reason)", hint: nil)
      return .outputFailed
    default:
      let usage = error as? UsageError ?? UsageError(command.root.message(for: error))
      // Errors at run time refer to that command's help.
      var command = command
      _ = command.descendToDefault()
      Console.report(message: withoutCredentials(usage.message), hint: usage.hint ?? command.helpText)
      return .usage
    }
  }
}
