import ReceiptKit
import SystemLibrary

/// Why a server did not start, and the remedy.
package struct StartError: Error {
  /// The fault.
  package let message: Message
  /// What to try next.
  package let hint: Message

  static func noToken(_ address: ListenAddress) -> StartError {
    StartError(
      message: "\(address) can be reached from other machines, and no token is asked for",
      hint: "give --token-file FILE, or listen on 127.0.0.1")
  }

  static func unknownHost(_ address: ListenAddress) -> StartError {
    StartError(
      message: "'\(address.host)' is neither an address nor a known name", hint: "127.0.0.1 and [::1] always are")
  }

  /// Why the server cannot listen on an address.
  ///
  /// - Parameter code: `errno` of the call that failed.
  init(_ code: CInt, _ address: ListenAddress) {
    switch code {
    case EADDRINUSE:
      self.init(
        message: "\(address) is in use: another program listens there",
        hint: "end it, or choose another port: --listen \(address.withPortZero) takes a free one and prints it")
    case EACCES, EPERM:
      self.init(
        message: "\(address) needs rights that you do not have",
        hint: "ports below 1024 are the administrator's; choose one above: --listen \(address.withPortZero)")
    case EADDRNOTAVAIL:
      self.init(message: "\(address.host) is not an address of this machine", hint: "127.0.0.1 and [::1] always are")
    default:
      self.init(
        message: "cannot listen on \(address): \(errorText(code))",
        hint: "--listen takes another address and port")
    }
  }

  private init(message: Message, hint: Message) {
    self.message = message
    self.hint = hint
  }
}

extension ListenAddress {
  fileprivate var withPortZero: String { String(description.dropLast(String(port).count)) + "0" }
}
