import ArgumentParser
import ReceiptKit
import ReceiptRemote

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Where the shared secret comes from: a file, a prompt, the environment; never an argument, which everybody on the machine can read.
struct SecretOptions: ParsableArguments {
  static let variable = "APPSTORE_SHARED_SECRET"

  @Option(
    name: .customLong("shared-secret-file"),
    help: ArgumentHelp(
      "Read the app-specific shared secret from this file. Apple asks for it with auto-renewable subscriptions. Without this option it is taken from the environment variable APPSTORE_SHARED_SECRET, if that is set.",
      valueName: "file"),
    completion: .file())
  var file: String?

  @Flag(name: .customLong("ask-shared-secret"), help: "Ask for the shared secret on the terminal; it is not shown.")
  var asks = false

  func validate() throws {
    guard !(asks && file != nil) else {
      throw ValidationError("--ask-shared-secret and --shared-secret-file exclude each other")
    }
    guard file != "-" else {
      throw ValidationError("--shared-secret-file takes no -; use a file, the environment or --ask-shared-secret")
    }
  }

  /// The secret, or `nil` if none is given.
  ///
  /// - Throws: `UnusableOption`, which quotes nothing of it.
  func secret() throws -> SharedSecret? {
    if let file { return try secret(inFile: file) }
    if asks { return try Self.secret(try SecretPrompt.read(), "--ask-shared-secret", source: "") }
    guard let value = getenv(Self.variable).map({ String(cString: $0) }), !value.isEmpty else { return nil }
    return try Self.secret(Array(value.utf8), "the environment variable", source: Self.variable)
  }

  /// Where a shell finds it.
  var source: CurlCommand.SecretSource? {
    if let file { return .file(file) }
    let isSet = getenv(Self.variable).map { $0.pointee != 0 } ?? false
    return asks || isSet ? .environment(Self.variable) : nil
  }

  private func secret(inFile file: String) throws -> SharedSecret {
    let option = "--shared-secret-file"
    let bytes: [UInt8]
    do throws(ReceiptError) {
      bytes = try InputFile.read(file, maximumBytes: 4_096, searchesDirectories: false)
    } catch {
      throw UnusableOption(option: option, source: Self.shown(file), error: Self.hidden(error, file))
    }
    let secret = try Self.secret(bytes, option, source: Self.shown(file))
    var information = stat()
    if stat(file, &information) == 0, information.st_mode & S_IFMT == S_IFREG, information.st_mode & S_IROTH != 0 {
      Console.note("note: everybody on this machine can read \(file); chmod 600 keeps the secret yours")
    }
    return secret
  }

  private static func secret(_ bytes: [UInt8], _ option: String, source: String) throws -> SharedSecret {
    do throws(InvalidSharedSecret) {
      return try SharedSecret(bytes)
    } catch {
      throw UnusableOption(
        option: option, source: source,
        error: ReceiptError(
          .invalidEncoding, "this is no shared secret: \(error.reason)",
          hint: "App Store Connect shows it under the app's information: 32 hexadecimal digits"))
    }
  }

  /// Who gives the secret where its file belongs must not read it in an error message.
  private static func shown(_ file: String) -> String {
    looksLikeSecret(file) ? "(its argument looks like a secret)" : file
  }

  private static func hidden(_ error: ReceiptError, _ file: String) -> ReceiptError {
    guard looksLikeSecret(file) else { return error }
    return ReceiptError(
      .unreadable, "there is no such file", hint: "put the secret into a file and give that file's path")
  }

  private static func looksLikeSecret(_ text: String) -> Bool {
    guard let secret = try? SharedSecret(Array(text.utf8)) else { return false }
    return secret.looksLikeApples
  }
}
