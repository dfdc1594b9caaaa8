import ReceiptCommands
import ReceiptKit
import ReceiptRemote

/// The report about an exchange on standard error.
struct StatusLine {
  let console: Console
  /// Whether the request contained a shared secret.
  let hasSecret: Bool
  /// The name of the input; empty for a single input.
  let origin: String

  /// Reports the result on standard error, and returns the exit status.
  func say(_ outcome: RemoteCall.Outcome, source: String) -> ExitStatus {
    switch outcome {
    case .success(let result):
      let status = ExitStatus(result)
      console.note(text(result))
      if result.response.status.isValid, !result.response.holdsReceipt {
        console.note("note: the answer holds no receipt, so that it says nothing of what was bought")
      }
      if result.isMasked {
        console.note("note: the server repeated the \(hasSecret ? "shared secret" : "token"); it is masked here")
      }
      if status != .success, let hint = hint(result, source: source) { console.note("hint: " + hint) }
      return status
    case .failure(let failure):
      console.report(message: text(failure), hint: hint(failure))
      return ExitStatus(failure.fault)
    }
  }

  /// `status 21002 malformed: ... (production; 2 tries, 0.52 s)`
  private func text(_ result: VerifyReceiptResult) -> String {
    let status = result.response.status
    return "\(origin)status \(status.code) \(status.name): \(status.explanation) (\(result.record.cost))"
  }

  /// The remedy for a status, if one is known.
  private func hint(_ result: VerifyReceiptResult, source: String) -> String? {
    switch result.response.status.code {
    case 21004 where !hasSecret:
      return
        """
        no shared secret was sent; give it with --shared-secret-file, \(SecretSettings.variable) or --ask-shared-secret
        """
    case 21004: return "the secret is another app's, or a new one was generated in App Store Connect"
    case 21002: return "`receipt-tool diagnose \(source.shellQuoted)` says what Apple may object to"
    case 21007, 21008:
      if Set(result.record.visits.map(\.server)).count > 1 {
        return "each server sends it to the other, so that neither knows it; look at what answers there"
      }
      return result.response.status.code == 21007
        ? "it is a sandbox receipt, and the sandbox was not to be asked"
        : "it is a receipt of production, and production was not to be asked"
    default:
      return result.record.gaveUp?.words
    }
  }

  /// The reason for the missing answer.
  private func text(_ failure: VerifyReceiptFailure) -> String {
    let cost = failure.record.map { " (\($0.cost))" } ?? ""
    return "\(origin)not answered: \(failure.fault.message)\(cost)"
  }

  /// The remedy for a missing answer.
  private func hint(_ failure: VerifyReceiptFailure) -> String? {
    let fault = failure.fault
    guard let gaveUp = failure.record?.gaveUp else { return fault.hint }
    switch (fault.code, gaveUp) {
    // Only waiting helps here, and --deadline limits the wait.
    case (.serverBusy, _), (.connectionClosed, _), (.emptyAnswer, _), (.truncatedAnswer, _),
      (.answerTimeout, .deadline), (.answerUnfinished, .deadline):
      return gaveUp.words
    default: return fault.hint ?? gaveUp.words
    }
  }
}

extension ExchangeRecord {
  /// `production, then sandbox; 3 tries, 0.52 s`
  var cost: String {
    let names = visits.map(\.server.rawValue).joined(separator: ", then ")
    let place = endpoint.isApple ? names : names + " at " + endpoint.url
    return "\(place); \(tries) \(tries == 1 ? "try" : "tries"), \(elapsed.text)"
  }
}

extension ExchangeRecord.GaveUp {
  /// Why no further try was made, and the remedy.
  var words: String {
    switch self {
    case .triesUsedUp: "it was tried as often as --tries allows; send it again later"
    case .deadline(let pause, true):
      "the server asks to wait \(pause.text), which is longer than --deadline leaves; send it again after that"
    case .deadline: "--deadline left no time for another try; send it again later"
    }
  }
}
