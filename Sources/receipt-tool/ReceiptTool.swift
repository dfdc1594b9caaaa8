import ArgumentParser
import ReceiptKit

/// The root command: `receipt-tool FILE` is `receipt-tool decode FILE`.
@main
struct ReceiptTool: ParsableCommand {
  /// The commands that send receipts to Apple, or to the server that is named in its place. A test compares this list, the help
  /// and the README with the commands that use a transport.
  static let uploading = ["verify", "compare", "ledger run"]

  static let configuration = CommandConfiguration(
    commandName: "receipt-tool",
    abstract: "Read App Store receipts, and see who signed them.",
    discussion: """
      Give it a receipt in any form that people have receipts in: base64 (also wrapped, URL-safe, percent-encoded or \
      quoted), a verifyReceipt request or response, PEM, hex, DER, an app bundle. It is recognised by its content. Nothing \
      is uploaded, except by \(Self.uploading.dropLast().joined(separator: ", ")) and \(Self.uploading.last ?? "").

      EXAMPLES
        receipt-tool receipt.b64           what is in it, and who signed it, as JSON
        pbpaste | receipt-tool             the same from the clipboard
        receipt-tool inspect receipt.b64   the same for people
        receipt-tool validate --bundle-id com.example.app receipt.b64
        receipt-tool --in-app receipt.b64 | jq -r '.[].product_id'

      \(ExitStatus.help([.success: "success", .negative: "a negative judgement", .unreachable: "Apple was not reached, or an address cannot be listened on", .outputFailed: "the output cannot be written, or a ledger cannot be read or written", .tryAgain: "not now: Apple has to be asked, or asks to be asked again"], and: .notAReceipt, .unreadable))
      """,
    version: "0.1.0",
    subcommands: [
      Decode.self, Inspect.self, Validate.self, Status.self, Diagnose.self, Verify.self, Compare.self, Mint.self,
      Redact.self, Serve.self, LedgerCommand.self, Explain.self, AccountHashCommand.self,
    ],
    defaultSubcommand: Decode.self
  )

  /// Parses, runs and exits; every exit goes through ``ExitStatus/leave()``.
  static func main() {
    ProcessStart.prepare()
    do {
      switch try Invocation(CommandLine.arguments.dropFirst()) {
      case .decode(let sources): try Decoding(input: InputSettings(sources: sources)).perform().leave()
      case .run(let command): try command.perform().leave()
      case .print(let text): Console.write(text)
      }
      ExitStatus.success.leave()
    } catch {
      report(error).leave()
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
  private static func report(_ error: any Error) -> ExitStatus {
    switch error {
    case let unusable as UnusableOption:
      let origin = unusable.source.isEmpty ? unusable.option : unusable.option + " " + unusable.source
      Console.report(message: "\(origin): \(unusable.error.message)", hint: unusable.error.hint)
      return unusable.error.code == .unreadable ? .unreadable : .usage
    case let unwritable as UnwritableFile:
      Console.report(message: "\(unwritable.path) cannot be written: \(unwritable.reason)", hint: nil)
      return .outputFailed
    default:
      let usage = error as? UsageError ?? UsageError(message(for: error))
      // Errors at run time refer to that command's help.
      var (command, _) = Invocation.command(CommandLine.arguments.dropFirst())
      _ = command.descendToDefault()
      Console.report(message: withoutCredentials(usage.message), hint: usage.hint ?? command.helpText)
      return .usage
    }
  }
}

/// A command that returns its own exit status.
protocol ReceiptCommand: ParsableCommand {
  func perform() throws -> ExitStatus
}
