import ArgumentParser
import ReceiptCommands
import ReceiptRemote

/// `receipt-tool messages`
struct MessagesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: ConnectedCommand.messages.rawValue,
    abstract: ConnectedCommand.messages.abstract,
    discussion: """
      The calls of Apple's Retention Messaging API: what customers see before they cancel a subscription. Images and \
      messages are uploaded under UUIDs of yours, approved by Apple (in the sandbox at once), and set as the default \
      of a product in a language; your own server can answer in their place, after a test in the sandbox.

      What Apple would refuse is refused before anything is sent: an image that is no PNG, is transparent or has \
      another size, a text that is too long, a message that is not approved. What changes something asks first.

      EXAMPLES
        receipt-tool messages images --app reader
        receipt-tool messages upload --app reader --yes "$MESSAGE" message.json
        receipt-tool messages set-default --app reader com.example.monthly \\
          en-US "$MESSAGE"

      \(AppStoreServerCall.changing)
      """,
    subcommands: AppStoreServerCall.subcommands(of: .messages))
}
