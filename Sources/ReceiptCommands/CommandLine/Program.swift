import ArgumentParser
import ReceiptKit
import SystemLibrary

/// Runs a program on a command line.
package enum Program {
  /// Parses and runs.
  ///
  /// - Parameters:
  ///   - root: the root command.
  ///   - arguments: the arguments, without the name of the program.
  /// - Returns: the status with which the process ends.
  package static func run(
    _ root: any ParsableCommand.Type, _ arguments: ArraySlice<String>, _ console: Console
  ) -> ExitStatus {
    let status: ExitStatus
    chooseLanguage(arguments, console)
    do {
      switch try Invocation(arguments, of: root, console) {
      case .decode(let sources):
        status = try Decoding(input: InputSettings(sources: sources)).perform(console)
      case .run(let command): status = try command.perform(console)
      case .print(let text, let requested):
        try console.write(text)
        status = requested
        if status == .usage {
          console.report(
            message: "nothing else was done: help or version stands beside other words, or is the name of a file here",
            hint: "a file of this name is meant behind --, or with ./ in front")
        }
      }
    } catch {
      status = report(error, CommandPath.find(arguments, in: root).command, arguments, console)
    }
    do throws(UnwrittenOutput) {
      return try console.finish() ? status : .outputFailed
    } catch {
      return report(error, console)
    }
  }

  /// Errors of the command line itself are in the language of `--language`, too, so it is read before the command.
  private static func chooseLanguage(_ arguments: ArraySlice<String>, _ console: Console) {
    let options = arguments.prefix { $0 != "--" }
    let name = "--language"
    let values =
      zip(options, options.dropFirst()).filter { $0.0 == name }.map(\.1)
      + options.filter { $0.hasPrefix(name + "=") }.map { String($0.dropFirst(name.utf8.count + 1)) }
    guard let language = values.last.flatMap(SummaryLanguage.init(argument:)) else { return }
    console.chosenLanguage.withLock { $0 = language }
  }

  /// A closed pipe is reported here only if SIGPIPE is ignored; otherwise that signal has ended the process.
  private static func report(_ unwritten: UnwrittenOutput, _ console: Console) -> ExitStatus {
    console.report(
      message: "standard output cannot be written: \(errorText(unwritten.code))", hint: nil)
    return .outputFailed
  }

  /// Removes the password or token of a URL from a message that may quote the arguments. If an argument is a pasted
  /// key, the message quotes no argument.
  private static func withoutCredentials(_ message: Message, _ arguments: ArraySlice<String>) -> Message {
    guard !arguments.contains(where: { $0.contains("PRIVATE KEY") }) else {
      return "an argument is a private key: put it into a file and give that file's path"
    }
    return message.mappingTexts { text in
      arguments.reduce(text) { text, argument in
        // ArgumentParser quotes the text after the equals sign.
        let value = argument.hasPrefix("--") ? argument.drop { $0 != "=" }.dropFirst() : argument[...]
        return value.lastIndex(of: "@").map { text.replacing(value, with: "********" + value[$0...]) } ?? text
      }
    }
  }

  /// Reports a fault of the command line, or of a file or URL that it names.
  private static func report(
    _ error: any Error, _ command: CommandPath, _ arguments: ArraySlice<String>, _ console: Console
  ) -> ExitStatus {
    switch error {
    case let unwritten as UnwrittenOutput: return report(unwritten, console)
    case let unusable as UnusableOption:
      let isNamed = unusable.source.isEmpty || unusable.error.message.description.hasPrefix(unusable.source)
      let origin = isNamed ? unusable.option : unusable.option + " " + unusable.source
      return console.report(
        CommandFailure(
          "\(origin): \(unusable.error.message)", hint: unusable.error.hint, status: unusable.exitStatus))
    case let failure as CommandFailure: return console.report(failure)
    default:
      let usage = error as? UsageError ?? UsageError(Message(english: command.root.message(for: error)))
      // `command` may be a group. The command that ran is its default, and the hint names the help of that one.
      var command = command
      _ = command.descendToDefault()
      console.report(message: withoutCredentials(usage.message, arguments), hint: usage.hint ?? command.helpText)
      return .usage
    }
  }
}
