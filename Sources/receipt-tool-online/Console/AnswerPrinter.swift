import ReceiptCommands
import ReceiptKit
import ReceiptRemote

/// Prints answers: Apple's own bytes for a single input, or one line of JSON for each of several inputs.
struct AnswerPrinter {
  let console: Console
  let part: VerifyDocument.Part
  let isCompact: Bool
  let isBatch: Bool
  let hasSecret: Bool

  /// Prints an answer, or the reason for a missing one.
  ///
  /// - Returns: the exit status, and whether the same receipt is worth sending again.
  func print(_ outcome: RemoteCall.Outcome, _ source: String) throws -> (status: ExitStatus, sendsAgain: Bool) {
    let line = StatusLine(console: console, hasSecret: hasSecret, origin: isBatch ? source + ": " : "")
    let sendsAgain: Bool
    switch outcome {
    case .success(let result):
      sendsAgain = ExitStatus(result) == .tryAgain
      // The answer comes first, so that notes about it are below it on a terminal.
      try show(result, ExitStatus(result), source)
    case .failure(let failure):
      let status = ExitStatus(failure.fault)
      sendsAgain = failure.fault.isTransient
      if isBatch {
        try write { writer in
          VerifyDocument.write(
            failure, source: source, exitCode: status.rawValue, sendsAgain: sendsAgain, to: &writer)
        }
      }
    }
    return (line.say(outcome, source: source), sendsAgain)
  }

  private func show(_ result: VerifyReceiptResult, _ status: ExitStatus, _ source: String) throws {
    if isBatch {
      try write { writer in
        VerifyDocument.write(
          result, part: part, source: source, exitCode: status.rawValue, sendsAgain: status == .tryAgain, to: &writer)
      }
    } else if part == .answer, !isCompact {
      try console.write(console.isTerminal ? Self.forTerminal(result.bytes) : result.bytes)
    } else if let value = part.value(of: result.response) {
      var writer = JSONWriter(layout: isCompact ? .compact : .pretty, reservingCapacity: result.bytes.count)
      writer.value(value)
      writer.endLine()
      try console.write(writer.bytes)
    } else {
      // An absent list is not an empty one: the purchases of a refused receipt are unknown.
      console.note("the answer has no \(part == .inApp ? "receipt.in_app" : part.rawValue)")
    }
  }

  private func write(_ document: (inout JSONWriter) -> Void) throws {
    var writer = JSONWriter(layout: .compact)
    document(&writer)
    try console.write(writer.bytes)
  }

  /// The same JSON with `\u` escapes for characters that could act on a terminal.
  ///
  /// Such characters occur only in strings, except for carriage returns between the lines, which are left out.
  static func forTerminal(_ bytes: [UInt8]) -> [UInt8] {
    var text = ""
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars where scalar != "\r" {
      if scalar == "\n" || scalar == "\t" || String(scalar).terminalSafe.unicodeScalars.count == 1 {
        text.unicodeScalars.append(scalar)
      } else {
        for unit in String(scalar).utf16 { text += "\\u" + String(String(0x1_0000 + Int(unit), radix: 16).dropFirst()) }
      }
    }
    return Array((text.hasSuffix("\n") ? text : text + "\n").utf8)
  }
}

extension ExitStatus {
  /// The exit status for an answer.
  init(_ result: VerifyReceiptResult) {
    switch result.response.followUp {
    case .accept: self = .success
    case .retry: self = .tryAgain
    case .giveUp, .retryOnce, .askSandbox, .askProduction: self = .negative
    }
  }

  /// The exit status without an answer.
  init(_ fault: RemoteFault) {
    switch fault.code {
    case .serverBusy: self = .tryAgain
    case .requestTooLarge: self = .notAReceipt
    case .apiRefused: self = .negative
    case .notSent: self = .defect
    default: self = .unreachable
    }
  }

  /// Whether no final answer came.
  var isUnanswered: Bool { self == .unreachable || self == .tryAgain }
}

extension String {
  /// The text with every line made safe for terminals.
  var terminalSafeLines: String {
    split(separator: "\n", omittingEmptySubsequences: false).map { String($0).terminalSafe }.joined(separator: "\n")
  }
}
