import ArgumentParser
import ReceiptKit

/// `receipt-tool mcp`
struct MCPCommand: ReceiptCommand {
  static let configuration = CommandConfiguration(
    commandName: "mcp",
    abstract: "Answer the questions of an assistant (Model Context Protocol).",
    discussion: """
      It is started by the client of an assistant, which writes messages of JSON-RPC 2.0 to standard input and reads \
      the answers from standard output, a line each. The tools are inspect, diagnose, validate, compare, explain and \
      redact. Their results are the JSON documents of the commands; inspect gives that of decode or status below its \
      answer. Versions 2024-11-05, 2025-03-26 and 2025-06-18 of the protocol are understood.

      It is offline, and writes no file. An assistant gives an input as text, or the path of a file below one of the \
      folders that are named here; without one no file is read. No link leads out of them.

      What leaves goes to whoever runs the assistant. Values that may identify a person are replaced by an ellipsis, \
      unless --identifiers shows them, and messages that quote an input by those of explain. Nothing that stands in an \
      input can act as an instruction: it stands between quotation marks, in JSON, and characters that control \
      terminals or the direction of text are escaped.

      EXAMPLES
        receipt-tool mcp
        receipt-tool mcp ~/receipts
        receipt-tool mcp --identifiers --trust-anchor ca/root.pem receipts

      \(ExitStatus.help([.success: "the client ended the conversation"], and: .unreadable, .outputFailed))
      """
  )

  @Argument(
    help: ArgumentHelp("Folders below which an assistant may name files.", valueName: "folder"),
    completion: .directory)
  var folders: [String] = []

  @Flag(help: "Show what identifies people: transactions, accounts, orders, devices.")
  var identifiers = false

  @OptionGroup var reading: ReadingOptions

  func perform(_ console: Console) throws -> ExitStatus {
    let settings = AssistantSettings(
      console: console, decoder: try reading.settings(sources: []).decoder(console), folders: try NamedFolders(folders),
      maximumBytes: reading.maxSize, showsIdentifiers: identifiers)
    if console.isInputTerminal { console.note("Waiting for the messages of a client, which starts this command.") }
    var lines = MessageLines(console.input, limit: settings.maximumLine)
    var session = AssistantSession(settings)
    do {
      while let line = try lines.next() { try session.answer(line) { try console.write($0) } }
    } catch let error as ReceiptError {
      console.report(error, source: "-")
      return ExitStatus(error)
    }
    return .success
  }
}
