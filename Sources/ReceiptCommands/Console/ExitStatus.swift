import ReceiptKit
import SystemLibrary

/// The exit status of the process. The numbers from 64 on are those of BSD's sysexits.h.
package enum ExitStatus: Int32, CaseIterable, Comparable {
  /// The command succeeded, and every requested verdict is positive.
  case success = 0
  /// The verdict is negative: for example, the receipt is not authentic although `--require` demands it.
  case negative = 1
  /// The command line cannot be parsed.
  case usage = 64
  /// The input is not a receipt.
  case notAReceipt = 65
  /// The input cannot be read.
  case unreadable = 66
  /// Apple could not be reached or did not take the token, the answer was not Apple's, or the server cannot listen on
  /// an address.
  case unreachable = 69
  /// A defect in this tool.
  case defect = 70
  /// The output cannot be written, or a ledger cannot be read or written.
  case outputFailed = 74
  /// Try again later: Apple must be asked first, or Apple requests a later retry.
  case tryAgain = 75
  /// The connected program is missing or must not be run, or the system lacks what both need.
  case misinstalled = 78

  /// The status with this number. A number without a name here can only be a defect.
  package init(code: Int32) { self = ExitStatus(rawValue: code) ?? .defect }

  package init(_ error: ReceiptError) { self.init(code: error.exitCode) }

  init(_ verdict: DocumentVerdict) { self.init(code: verdict.exitCode) }

  /// Later cases are worse; a batch ends with the worst status of its items.
  package static func < (better: ExitStatus, worse: ExitStatus) -> Bool { better.rawValue < worse.rawValue }

  /// Ends the process without running exit handlers: libcrypto's clean-up alone takes 0.2 ms, and is not needed.
  package func leave() -> Never {
    TerminalMode.release()
    _exit(rawValue)
  }
}
