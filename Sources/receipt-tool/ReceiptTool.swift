import ArgumentParser
import ReceiptKit

/// The root command: `receipt-tool FILE` is `receipt-tool decode FILE`.
@main
struct ReceiptTool: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "receipt-tool",
    abstract: "Read App Store receipts, and see who signed them.",
    discussion: """
      Give it a receipt in any form that people have receipts in: base64 (also wrapped, URL-safe, percent-encoded or \
      quoted), a verifyReceipt request or response, PEM, hex, DER, an app bundle. It is recognised by its content. Nothing \
      is uploaded, except by verify and compare.

      EXAMPLES
        receipt-tool receipt.b64           what is in it, and who signed it, as JSON
        pbpaste | receipt-tool             the same from the clipboard
        receipt-tool inspect receipt.b64   the same for people
        receipt-tool validate --bundle-id com.example.app receipt.b64
        receipt-tool --in-app receipt.b64 | jq -r '.[].product_id'

      EXIT STATUS
        0 success, 1 a negative judgement, 64 usage, 65 not a receipt,
        66 unreadable, 69 Apple was not reached, 70 a defect in this tool,
        74 the output or a ledger cannot be written, 75 try again later
      """,
    version: "0.1.0",
    subcommands: [
      Decode.self, Inspect.self, Validate.self, Status.self, Diagnose.self, Verify.self, Compare.self, Mint.self,
      Redact.self, Serve.self, LedgerCommand.self, Explain.self, AccountHashCommand.self,
    ],
    defaultSubcommand: Decode.self
  )

  /// Parses, runs and leaves; every way out goes through ``ExitStatus/leave()``.
  static func main() {
    ProcessStart.prepare()
    do {
      if let sources = plainSources(CommandLine.arguments.dropFirst()) {
        try Decoding(input: InputSettings(sources: sources)).perform().leave()
      }
      try CommandLineRules.check(CommandLine.arguments.dropFirst())
      var command = try parseAsRoot()
      if let command = command as? any ReceiptCommand {
        try command.perform().leave()
      }
      try command.run()
      ExitStatus.success.leave()
    } catch {
      report(error).leave()
    }
  }

  /// The inputs of an invocation that has nothing but inputs: `receipt-tool FILE`, `receipt-tool decode < FILE`.
  ///
  /// ArgumentParser takes 1.2 ms to find that out, a third of the whole run (Benchmarks/README.md), so the most frequent
  /// invocation goes round it. Whatever has an option or another subcommand is ArgumentParser's.
  private static func plainSources(_ arguments: ArraySlice<String>) -> [String]? {
    var arguments = arguments
    if arguments.first == Decode.configuration.commandName {
      arguments.removeFirst()
    } else if let first = arguments.first {
      // Names are given in every configuration: deriving one from its type takes longer than all the rest here.
      guard first != "help", !configuration.subcommands.contains(where: { $0.configuration.commandName == first })
      else { return nil }
    }
    guard arguments.allSatisfy({ $0 == "-" || !$0.hasPrefix("-") }) else { return nil }
    return arguments.isEmpty ? ["-"] : Array(arguments)
  }

  /// The command whose help fits to these arguments: `receipt-tool ledger add`.
  private static func helpCommand(_ arguments: ArraySlice<String>) -> String {
    var (words, commands) = ([_commandName], configuration.subcommands)
    for argument in arguments {
      guard let next = commands.first(where: { $0.configuration.commandName == argument }) else { break }
      words.append(argument)
      commands = next.configuration.subcommands
    }
    return words.joined(separator: " ")
  }

  /// A message that quotes the URL of a server, without the password or token that may stand in it.
  private static func withoutCredentials(_ message: String) -> String {
    guard message.contains("endpoint"), let end = message.lastIndex(of: "@"),
      let quote = message.firstIndex(of: "'"), quote < end
    else { return message }
    return message[...quote] + "********" + message[end...]
  }

  /// Prints what ArgumentParser has to say: help and version on standard output, mistakes on standard error.
  private static func report(_ error: any Error) -> ExitStatus {
    if let unusable = error as? UnusableOption {
      let origin = unusable.source.isEmpty ? unusable.option : unusable.option + " " + unusable.source
      Console.report(message: "\(origin): \(unusable.error.message)", hint: unusable.error.hint)
      return unusable.error.code == .unreadable ? .unreadable : .usage
    }
    if let unwritable = error as? UnwritableFile {
      Console.report(message: "\(unwritable.path) cannot be written: \(unwritable.reason)", hint: nil)
      return .outputFailed
    }
    guard exitCode(for: error) != .success else {
      Console.write(fullMessage(for: error) + "\n")
      return .success
    }
    Console.report(
      message: Self.withoutCredentials(message(for: error)),
      hint: "\(helpCommand(CommandLine.arguments.dropFirst())) --help shows what it takes")
    return .usage
  }
}

/// A command that ends with a status of its own.
protocol ReceiptCommand: ParsableCommand {
  func perform() throws -> ExitStatus
}
