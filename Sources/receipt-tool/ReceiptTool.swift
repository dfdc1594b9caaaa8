import ArgumentParser
import ReceiptCommands

/// The offline program: the commands that need neither a network nor a database, and the names of the others.
@main
struct ReceiptTool: ParsableCommand {
  static let configuration = ToolFacts.configuration(
    verify: Verify.self, compare: Compare.self, history: History.self, notifications: Notifications.self,
    migrate: Migrate.self, api: APICommand.self, messages: MessagesCommand.self,
    reports: ReportsCommand.self, serve: Serve.self, ledger: Ledger.self)

  static func main() {
    ProcessStart.prepare()
    let console = Console.ofProcess()
    let arguments = ProcessStart.arguments(console)
    do throws(CommandFailure) {
      // This comes before the network is denied, because the denial would survive `exec`.
      try CommandForwarding(arguments).perform()
    } catch {
      console.report(error).leave()
    }
    ProcessStart.denyNetwork()
    Program.run(Self.self, arguments, console).leave()
  }
}
