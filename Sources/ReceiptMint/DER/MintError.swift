import COpenSSL

/// Why minting failed. Never contains key material.
public enum MintError: Error, Equatable, Sendable {
  /// An OpenSSL call failed: the name of the call, and the command that prints OpenSSL's reason ("unknown" without
  /// one).
  ///
  /// The texts of the reasons are not loaded, because that would take longer than most operations here.
  case openSSL(call: String, reason: String)
  /// A time in a certificate template, given here, is not `YYYY-MM-DDThh:mm:ssZ`.
  case invalidTime(String)
  /// The request cannot be met; the text is the reason.
  case impossible(String)
  /// A given private key cannot be used; the text is the reason.
  case unusableKey(String)

  /// The error for a failed `call`; empties OpenSSL's error queue of this thread.
  static func failed(_ call: String) -> MintError {
    let code = ERR_peek_error()
    ERR_clear_error()
    guard code != 0 else { return .openSSL(call: call, reason: "unknown") }
    return .openSSL(call: call, reason: "`openssl errstr \(String(code, radix: 16))` names it")
  }
}
