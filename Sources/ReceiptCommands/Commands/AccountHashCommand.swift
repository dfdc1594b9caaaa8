import ArgumentParser
import ReceiptKit

/// `receipt-tool account-hash`
struct AccountHashCommand: ReceiptCommand {
  static let configuration = CommandConfiguration(
    commandName: "account-hash",
    abstract: "Print the hash of an account name that apps put into applicationUsername.",
    discussion: """
      SHA-256 of the name's UTF-8 bytes, in lowercase hexadecimal with a dash after every 4 bytes, as Apple's \
      programming guide shows it. Upper and lower case differ, and so does every space: give the name exactly as the \
      app has it.

      - or no name reads the name from standard input, so that it does not stay in the history of a shell. One line \
      break at its end is left out.

      EXAMPLES
        receipt-tool account-hash jane@example.com
        receipt-tool account-hash < name.txt
        printf %s jane@example.com | receipt-tool account-hash

      \(ExitStatus.help(
        [
          .success: "the hash was printed",
          .usage: "no app can have such a name, or the command line cannot be understood",
          .notAReceipt: "the name is too long",
        ], and: .unreadable))
      """
  )

  @Argument(help: ArgumentHelp("The account name; - or nothing reads it from standard input.", valueName: "name"))
  var name: String?

  func perform(_ console: Console) throws -> ExitStatus {
    var bytes = Array((name ?? "-").utf8)
    if name == nil || name == "-" {
      do throws(ReceiptError) {
        bytes = Array(try console.readName(maximumBytes: 1 << 16).withoutLineBreak)
      } catch {
        console.report(error, source: "-")
        return ExitStatus(error)
      }
    }
    // In an argument that is not UTF-8, this character stands for what could not be read.
    let isDamaged = name?.unicodeScalars.contains("\u{FFFD}") ?? false
    if let problem: Message = isDamaged ? "the account name is not valid UTF-8" : Self.problem(bytes) {
      console.report(message: problem, hint: "give the name exactly as the app has it: receipt-tool account-hash NAME")
      return .usage
    }
    try console.write(bytes.accountHash + "\n")
    return .success
  }

  /// Why no app can have hashed this name.
  private static func problem(_ name: [UInt8]) -> Message? {
    if name.isEmpty { return "the account name is empty" }
    if String(validating: name, as: UTF8.self) == nil { return "the account name is not valid UTF-8" }
    // Apple's example measures the name with strlen, so it would end at a zero byte.
    if name.contains(0) { return "the account name contains a zero byte" }
    return nil
  }
}
