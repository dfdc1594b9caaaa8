import ArgumentParser

/// `receipt-tool mint`: the group; `receipt-tool mint …` is `receipt-tool mint receipt …`.
struct Mint: ParsableCommand {
  /// The exit statuses that the mint shares with other commands, with their meanings here.
  static let statuses: KeyValuePairs<ExitStatus, String> = [
    .success: "all was minted or listed", .notAReceipt: "the description cannot be minted",
  ]

  static let configuration = CommandConfiguration(
    commandName: "mint",
    abstract: "Make receipts and signed data to test with, sound ones and flawed ones, under a test authority.",
    usage: """
      receipt-tool mint [<options>] [<description>]
      receipt-tool mint <subcommand>
      """,
    discussion: """
      Nothing that is minted can be taken for Apple's: every certificate says TEST, and no verifier that trusts Apple \
      takes it. Its root is what --trust-anchor takes everywhere.

      `mint` alone is `mint receipt`; its options are these.

      EXAMPLES
        receipt-tool mint --template subscription --renewals 12 --trial
        receipt-tool mint init ca
        receipt-tool mint --template empty --ca ca > empty.b64
        receipt-tool mint --template list
        receipt-tool mint --flaw list
        receipt-tool mint --template consumable --flaw bad-signature
        receipt-tool mint --jws transaction --ca ca
        receipt-tool mint --notification DID_RENEW --ca ca

      \(ExitStatus.help(Self.statuses, and: .unreadable))
      """,
    subcommands: [MintReceipt.self, MintInit.self],
    defaultSubcommand: MintReceipt.self
  )
}
