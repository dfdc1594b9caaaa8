import ArgumentParser
import ReceiptCommands
import ReceiptKit
import ReceiptRemote

/// The options for asking the App Store Server API, shared by all commands that do so.
struct AppStoreServerOptions: ParsableArguments {
  @OptionGroup var key: KeyOptions

  @OptionGroup var exchange: ExchangeOptions

  @Option(
    trustAnchors: "Also trust the certificates in this file (PEM or DER) in answers of a server that is not Apple's.")
  var trustAnchors: [String] = []

  /// Judges the inputs of the command, and the answers.
  func decoder(_ console: Console, maximumBytes: Int = 16 << 20) throws -> InputDecoder {
    try InputSettings(sources: [], trustAnchors: trustAnchors, maximumBytes: maximumBytes).decoder(console)
  }
}
