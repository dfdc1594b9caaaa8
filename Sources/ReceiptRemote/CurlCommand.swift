import ReceiptKit

/// The curl command for one try of ``VerifyReceiptClient``.
///
/// The command is meant for a bug report, for another machine, or for a network that requires a proxy, which curl
/// supports and this library does not.
///
/// The body goes through a pipe, so that neither the receipt nor the secret is an argument, which other users of a
/// machine could see. The command does not contain the secret: the shell reads it from its source when the command
/// runs.
package struct CurlCommand: Sendable {
  /// The source of the shared secret for the shell.
  package enum SecretSource: Equatable, Sendable {
    /// A file.
    case file(String)
    /// An environment variable; its name needs no quoting.
    case environment(String)
  }

  /// The request; its password is not used.
  package var request: VerifyReceiptRequest
  /// The source of the secret; `nil` without a secret.
  package var secret: SecretSource?
  /// The file with the token that the server requires; `nil` without a token.
  package var tokenFile: String?
  /// The server.
  package var endpoint: Endpoint
  /// The value of curl's `--connect-timeout`.
  package var connectTimeout: Duration
  /// The value of curl's `--max-time`.
  package var timeout: Duration

  /// Makes a command; see the properties.
  package init(
    request: VerifyReceiptRequest, secret: SecretSource?, tokenFile: String? = nil, endpoint: Endpoint,
    connectTimeout: Duration, timeout: Duration
  ) {
    self.request = request
    self.secret = secret
    self.tokenFile = tokenFile
    self.endpoint = endpoint
    self.connectTimeout = connectTimeout
    self.timeout = timeout
  }

  /// Lines for a POSIX shell.
  package var text: String {
    let curl = """
      curl --silent --show-error --connect-timeout \(connectTimeout.decimal) --max-time \(timeout.decimal) \\
        --header 'Content-Type: application/json' --data-binary @- \\
        \(Self.quoted(endpoint.url))\(authorization)

      """
    // printf is a builtin of every shell, so its arguments do not appear in process lists.
    var shown = request
    shown.password = secret == nil ? nil : VerifyReceiptRequest.mask
    let parts = Self.split(shown.body, at: VerifyReceiptRequest.mask)
    guard let secret, let (before, after) = parts else {
      return "printf %s \(Self.quoted(String(decoding: shown.body, as: UTF8.self))) |\n  " + curl
    }
    let reading =
      switch secret {
      case .file(let path): "tr -d '\\r\\n' <\(Self.quoted(path))"
      case .environment(let name): "printf %s \"$\(name)\""
      }
    return """
      {
        printf %s \(Self.quoted(before))
        \(reading)
        printf %s \(Self.quoted(after))
      } |
        \(curl)
      """
  }

  /// The header with the token. It completes the line and adds lines, which curl reads from a descriptor: an argument
  /// would be visible to other users.
  private var authorization: String {
    guard let tokenFile else { return "" }
    return """
       --header @/dev/fd/3 3<<HEADER
      Authorization: Bearer $(tr -d '\\r\\n' <\(Self.quoted(tokenFile)))
      HEADER
      """
  }

  /// Any text as one word for a POSIX shell.
  static func quoted(_ text: String) -> String {
    var quoted = "'"
    for scalar in text.unicodeScalars {
      if scalar == "'" { quoted += "'\\''" } else { quoted.unicodeScalars.append(scalar) }
    }
    return quoted + "'"
  }

  /// The text before and after the only occurrence of a text; base64 cannot contain the mask.
  private static func split(_ bytes: [UInt8], at text: String) -> (String, String)? {
    let mask = Array(text.utf8)
    guard let start = bytes.indices.first(where: { bytes[$0...].starts(with: mask) }) else { return nil }
    return (
      String(decoding: bytes[..<start], as: UTF8.self), String(decoding: bytes[(start + mask.count)...], as: UTF8.self)
    )
  }
}

extension Duration {
  /// Seconds with three decimals at most, `30` or `0.25`, in curl's format.
  var decimal: String {
    let (seconds, attoseconds) = components
    let milliseconds = Int(attoseconds / 1_000_000_000_000_000)
    guard milliseconds > 0 else { return "\(seconds)" }
    var digits = String(String(1_000 + milliseconds).dropFirst())
    while digits.hasSuffix("0") { digits.removeLast() }
    return "\(seconds).\(digits)"
  }
}
