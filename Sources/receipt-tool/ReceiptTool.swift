import ArgumentParser
import ReceiptCommands

/// The offline program: the commands that need neither a network nor a database, and the names of the others.
@main
struct ReceiptTool: ParsableCommand {
  static let configuration = ToolFacts.configuration(
    verify: Verify.self, compare: Compare.self, history: History.self, notifications: Notifications.self,
    api: APICommand.self, serve: Serve.self, ledger: Ledger.self)

  static func main() {
    ProcessStart.prepare()
    let arguments = ProcessStart.arguments()
    do throws(CompanionError) {
      // Before the network is denied, because the denial would survive `exec`.
      try HandOver(arguments).perform()
    } catch {
      error.leave()
    }
    ProcessStart.denyNetwork()
    Program.run(Self.self, arguments)
  }
}
