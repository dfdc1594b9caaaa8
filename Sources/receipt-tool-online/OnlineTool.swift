import ArgumentParser
import ReceiptCommands

/// The connected program: every command, with those that need a network or a database.
@main
struct OnlineTool: ParsableCommand {
  static let configuration = ToolFacts.configuration(
    verify: Verify.self, compare: Compare.self, history: History.self, notifications: Notifications.self,
    migrate: Migrate.self, api: APICommand.self, messages: MessagesCommand.self,
    reports: ReportsCommand.self, serve: Serve.self, ledger: LedgerCommand.self)

  static func main() {
    ProcessStart.prepare()
    ProcessStart.takeName()
    let console = Console.ofProcess()
    do throws(CommandFailure) {
      Program.run(Self.self, try ConnectedProgram.arguments(ProcessStart.arguments(console)), console).leave()
    } catch {
      console.report(error).leave()
    }
  }
}
