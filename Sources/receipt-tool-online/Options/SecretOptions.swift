import ArgumentParser
import ReceiptCommands
import ReceiptKit
import ReceiptRemote

/// The source of the shared secret: a file, a prompt, or the environment; never an argument, which every user can read.
struct SecretOptions: ParsableArguments {
  @Option(
    name: .customLong("shared-secret-file"),
    help: ArgumentHelp(
      """
      Read the app-specific shared secret from this file: 8 characters or more, letters, digits, hyphen, dot and \
      underscore. Apple asks for it with auto-renewable subscriptions. Without this option it is taken from the \
      environment variable APPSTORE_SHARED_SECRET, if that is set.
      """,
      valueName: "file"),
    completion: .file())
  var file: String?

  @Flag(name: .customLong("ask-shared-secret"), help: "Ask for the shared secret on the terminal; it is not shown.")
  var asks = false

  func validate() throws {
    guard !(asks && file != nil) else {
      throw UsageError("--ask-shared-secret", excludes: "--shared-secret-file")
    }
    guard file != "-" else {
      throw UsageError("--shared-secret-file takes no -; use a file, the environment or --ask-shared-secret")
    }
  }

  /// The values of these options, without ArgumentParser.
  var settings: SecretSettings { SecretSettings(file: file, asks: asks) }
}

/// The source of the shared secret: a file, a prompt, or otherwise the environment.
struct SecretSettings {
  static let variable = ToolFacts.secretVariable

  var file: String?
  var asks = false

  /// The secret, or `nil` if none was given.
  ///
  /// - Throws: `UnusableOption`, without quoting the secret.
  func secret(_ console: Console) throws -> SharedSecret? {
    if let file { return try console.sharedSecret(file) }
    if asks { return try Self.secret(try console.askSecret(), "--ask-shared-secret", source: "") }
    guard let value = console.environment(Self.variable) else { return nil }
    return try Self.secret(Array(value.utf8), "the environment variable", source: Self.variable)
  }

  /// The source of the secret in a shell command.
  func source(_ console: Console) -> CurlCommand.SecretSource? {
    if let file { return .file(file) }
    return asks || console.environment(Self.variable) != nil ? .environment(Self.variable) : nil
  }

  private static func secret(_ bytes: [UInt8], _ option: String, source: String) throws -> SharedSecret {
    do throws(InvalidSecret) {
      return try SharedSecret(bytes)
    } catch {
      throw UnusableOption(secret: source, option, error)
    }
  }
}
