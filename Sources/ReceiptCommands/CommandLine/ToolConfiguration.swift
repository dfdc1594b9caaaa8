import ArgumentParser

extension ToolFacts {
  /// The configuration of the root command: `receipt-tool FILE` is `receipt-tool decode FILE`.
  ///
  /// The parameters are the commands that differ between the programs.
  package static func configuration(
    verify: any ParsableCommand.Type, compare: any ParsableCommand.Type, history: any ParsableCommand.Type,
    notifications: any ParsableCommand.Type, migrate: any ParsableCommand.Type, api: any ParsableCommand.Type,
    messages: any ParsableCommand.Type,
    reports: any ParsableCommand.Type, serve: any ParsableCommand.Type, ledger: any ParsableCommand.Type
  ) -> CommandConfiguration {
    CommandConfiguration(
      commandName: name,
      abstract: "Read App Store receipts, and see who signed them.",
      discussion: """
        Give it a receipt in any common form: base64 (also wrapped, URL-safe, percent-encoded or quoted), a \
        verifyReceipt request or response, PEM, hex, DER, an app bundle. It is recognised by its content. Nothing is \
        uploaded, except by \(uploading.dropLast().joined(separator: ", ")) and \(uploading.last ?? "").

        EXAMPLES
          receipt-tool receipt.b64           # its content and its signer, as JSON
          pbpaste | receipt-tool             # the same from the clipboard
          receipt-tool inspect receipt.b64   # the same for people
          receipt-tool validate --bundle-id com.example.app receipt.b64
          receipt-tool --in-app receipt.b64 | jq -r '.[].product_id'

        \(ExitStatus.help(
          [
            .success: "success",
            .negative: "a check failed",
            .unreachable: "Apple was not reached, or an address cannot be listened on",
            .outputFailed: "the output cannot be written, or a ledger cannot be read or written",
            .tryAgain: "not now: Apple has to be asked, or asks to be asked again",
          ], and: .notAReceipt, .unreadable, .misinstalled))
        """,
      version: version,
      subcommands: [
        Decode.self, Inspect.self, Validate.self, Status.self, Diagnose.self, verify, compare, Diff.self, history,
        migrate, notifications, api, messages, reports, Token.self, Offer.self, Mint.self, Redact.self, serve, ledger,
        Explain.self, MCPCommand.self,
        AccountHashCommand.self,
        VersionCommand.self,
      ],
      defaultSubcommand: Decode.self)
  }
}
