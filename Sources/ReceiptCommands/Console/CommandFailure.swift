import ReceiptKit

/// Why a command ends without a result. ``Program`` reports it, and ends with its status.
package struct CommandFailure: Error {
  package let message: Message
  package let hint: Message?
  package let status: ExitStatus

  package init(_ message: Message, hint: Message? = nil, status: ExitStatus) {
    self.message = message
    self.hint = hint
    self.status = status
  }

  /// The fault of one input. The message for an unreadable file already names the file.
  package init(_ error: ReceiptError, source: String) {
    let message = error.code == .unreadable ? error.message : error.message.of(source)
    self.init(message, hint: error.hint, status: ExitStatus(error))
  }

  /// A file that cannot be written.
  init(unwritable path: String, _ reason: String) {
    self.init("\(path) cannot be written: \(reason)", status: .outputFailed)
  }

  /// The same failure with the name of its input, and with another hint if it has none.
  package func of(_ source: String, hint other: Message? = nil) -> CommandFailure {
    CommandFailure(message.of(source), hint: hint ?? other, status: status)
  }
}

extension Message {
  /// The message after the name of the input that it is about; standard input has none.
  package func of(_ source: String) -> Message { source == "-" ? self : "\(source): \(self)" }
}
