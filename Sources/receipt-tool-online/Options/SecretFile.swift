import ReceiptCommands
import ReceiptKit
import ReceiptRemote
import ReceiptServer

/// Secrets are read from files, because every user of the machine can see a command line.
extension Console {
  /// Secrets of Apple and tokens are never longer, including the line break.
  private static let maximumSecret = 4_098
  /// A thousand tokens with names.
  private static let maximumTokens = 1 << 20

  /// Reads the shared secret of an app.
  ///
  /// - Throws: an ``UnusableOption`` that names the option.
  func sharedSecret(_ file: String, isQuiet: Bool = false) throws -> SharedSecret {
    let option = "--shared-secret-file"
    return try readSecret(file, option, isQuiet: isQuiet) { (bytes) throws(InvalidSecret) in
      try SharedSecret(bytes)
    } explain: {
      UnusableOption(secret: file, option, $0)
    }
  }

  /// Reads the token of a server.
  ///
  /// - Throws: an ``UnusableOption`` that names the option.
  func token(_ file: String) throws -> BearerToken {
    try readSecret(file, "--token-file", isQuiet: false) { (bytes) throws(InvalidSecret) in
      try BearerToken(bytes)
    } explain: {
      UnusableOption(
        option: "--token-file", source: file,
        error: ReceiptError(
          .invalidEncoding, "this is not a token: \($0.reason)",
          hint: "put the token into it and nothing else, on one line; openssl rand -hex 32 makes one"))
    }
  }

  /// Reads the tokens of a server: either one token, or one line for each token.
  ///
  /// - Throws: an ``UnusableOption`` that names the option.
  func tokens(_ file: String, isQuiet: Bool) throws -> [AccessToken] {
    try readSecret(file, "--token-file", isQuiet: isQuiet, maximumBytes: Self.maximumTokens) {
      (bytes) throws(InvalidSecretFile) in
      try AccessToken.all(in: bytes)
    } explain: {
      UnusableOption(
        option: "--token-file", source: file,
        error: ReceiptError(
          .invalidEncoding, "these are no tokens: \($0.reason)",
          hint:
            """
            put one token into it and nothing else, or a line for each: name, scopes, token; openssl rand -hex 32 \
            makes one
            """
        ))
    }
  }

  /// Reads the webhooks of a server.
  ///
  /// - Throws: an ``UnusableOption`` that names the option.
  func webhooks(_ file: String, isQuiet: Bool) throws -> [Webhook] {
    try readSecret(file, "--webhook-file", isQuiet: isQuiet, maximumBytes: Self.maximumTokens) {
      (bytes) throws(InvalidSecretFile) in
      try Webhook.all(in: bytes)
    } explain: {
      UnusableOption(
        option: "--webhook-file", source: file,
        error: ReceiptError(
          .invalidEncoding, "these are no webhooks: \($0.reason)",
          hint: "a line for each: name, URL, secret; echo whsec_$(openssl rand -base64 32) makes a secret"))
    }
  }

  /// Reads the receivers of Apple's notifications of a server.
  ///
  /// - Throws: an ``UnusableOption`` that names the option.
  func forwards(_ file: String, isQuiet: Bool) throws -> [Webhook] {
    try readSecret(file, "--forward-file", isQuiet: isQuiet, maximumBytes: Self.maximumTokens) {
      (bytes) throws(InvalidSecretFile) in
      try Webhook.forwards(in: bytes)
    } explain: {
      UnusableOption(
        option: "--forward-file", source: file,
        error: ReceiptError(
          .invalidEncoding, "these are no receivers: \($0.reason)",
          hint: "a line for each: name, URL, and perhaps types=REFUND,DID_RENEW and since=2026-12-01T00:00:00Z"))
    }
  }

  private func readSecret<Value, Fault>(
    _ file: String, _ option: String, isQuiet: Bool, maximumBytes: Int = Console.maximumSecret,
    _ make: ([UInt8]) throws(Fault) -> Value,
    explain: (Fault) -> UnusableOption
  ) throws -> Value {
    let bytes: [UInt8]
    do throws(ReceiptError) {
      bytes = try readPrivate(file, maximumBytes: maximumBytes, isQuiet: isQuiet)
    } catch {
      throw Self.unusable(file, option, error)
    }
    do throws(Fault) {
      return try make(bytes)
    } catch {
      throw explain(error)
    }
  }

  private static func unusable(_ file: String, _ option: String, _ error: ReceiptError) -> UnusableOption {
    // --max-size is about inputs, which can have any size.
    if error.code == .inputTooLarge {
      let hint: Message = "put the secret into it and nothing else, on one line"
      return UnusableOption(
        option: option, source: file,
        error: ReceiptError(.inputTooLarge, "the file is larger than any secret", hint: hint))
    }
    // If a user gives the secret itself instead of its file, no error message may show it.
    if error.code == .unreadable, looksLikeSecret(file), !OutputFile.exists(file) {
      return UnusableOption(
        option: option, source: "(its argument looks like a secret)",
        error: ReceiptError(
          .unreadable, "there is no such file", hint: "put the secret into a file and give that file's path"))
    }
    return UnusableOption(option: option, source: file, error: error)
  }

  /// Whether an argument is unlikely to be a path, because it is one long word.
  private static func looksLikeSecret(_ file: String) -> Bool {
    file.utf8.count >= 24 && !file.contains("/") && !file.contains(".")
  }
}

extension UnusableOption {
  /// The error for a text that is not a shared secret.
  init(secret source: String, _ option: String, _ error: InvalidSecret) {
    self.init(
      option: option, source: source,
      error: ReceiptError(
        .invalidEncoding, "this is not a shared secret: \(error.reason)",
        hint: "App Store Connect shows it under the app's information: 32 hexadecimal digits"))
  }
}

/// Reads a file of secrets again; returns `nil` if it cannot be used, and logs the reason.
///
/// - Parameter log: receives the reason.
func reread<Value>(orLog log: ServerLog, _ read: () throws -> Value) -> Value? {
  var fault = "a file of secrets cannot be read"
  do {
    return try read()
  } catch let error as UnusableOption {
    fault = "\(error.error.message)" + (error.error.hint.map { "; \($0)" } ?? "")
  } catch {}
  log(.error, fault)
  return nil
}
