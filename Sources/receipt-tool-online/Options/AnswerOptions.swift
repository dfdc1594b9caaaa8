import ArgumentParser
import ReceiptCommands

/// The options that determine which receipts `serve` accepts as good.
struct AnswerOptions: ParsableArguments {
  @Option(
    trustAnchors:
      "Also trust the certificates in this file (PEM or DER): the one that Xcode exports, or a test authority's.")
  var trustAnchors: [String] = []

  @Option(
    name: .customLong("shared-secret-file"),
    help: ArgumentHelp(
      "Answer 21004 to receipts with subscriptions that come without the secret in this file.", valueName: "file"),
    completion: .file())
  var sharedSecretFile: String?

  @Flag(
    name: .customLong("apple-quirks"),
    help: "Answer as Apple does in practice: 21002 instead of 21003.")
  var appleQuirks = false
}
