import ReceiptKit

import SystemLibrary

/// How the process ends. The numbers from 64 on are those of BSD's sysexits.h.
enum ExitStatus: Int32, CaseIterable, Comparable {
  /// It could be done, and every judgement that was asked for is positive.
  case success = 0
  /// A negative judgement: not authentic although `--require` asked for it.
  case negative = 1
  /// The command line cannot be understood.
  case usage = 64
  /// The input is not a receipt.
  case notAReceipt = 65
  /// The input cannot be read.
  case unreadable = 66
  /// Apple could not be reached, what answered was not Apple, or an address cannot be listened on.
  case unreachable = 69
  /// A defect in this tool.
  case defect = 70
  /// The output cannot be written, or a ledger cannot be read or written.
  case outputFailed = 74
  /// Not now: Apple has to be asked, or asks to try again later.
  case tryAgain = 75

  /// The status with this number; what has no name here can only be a defect.
  init(code: Int32) { self = ExitStatus(rawValue: code) ?? .defect }

  init(_ error: ReceiptError) { self.init(code: error.exitCode) }

  init(_ verdict: DocumentVerdict) { self.init(code: verdict.exitCode) }

  /// Later in the list is worse; a batch ends with the worst of its items.
  static func < (better: ExitStatus, worse: ExitStatus) -> Bool { better.rawValue < worse.rawValue }

  /// Ends the process without running exit handlers: libcrypto's clean-up alone takes 0.2 ms, and nothing needs it.
  func leave() -> Never {
    TerminalMode.release()
    _exit(rawValue)
  }
}
