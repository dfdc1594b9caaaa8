import ReceiptCommands
import ReceiptKit
import ReceiptRemote

/// Sends requests for a command, which is synchronous: only commands that use a network have tasks and threads.
struct RemoteCall {
  /// The result of a request.
  typealias Outcome = Result<VerifyReceiptResult, VerifyReceiptFailure>

  private let console: Console
  private let client: VerifyReceiptClient
  private let transport: HTTPTransport
  private let secret: SharedSecret?
  private let excludesOldTransactions: Bool

  init(_ options: RemoteOptions, _ console: Console) throws {
    self.console = console
    // Steps that can fail come before the transport is created, because it must be shut down.
    secret = try options.secret.settings.secret(console)
    let servers = try options.servers(token: try options.token(console))
    excludesOldTransactions = options.excludesOldTransactions
    let exchange = options.exchange.settings
    transport = exchange.transport()
    client = VerifyReceiptClient(
      servers: servers, limits: exchange.limits, retries: RetryPolicy(tries: exchange.tries), transport: transport)
  }

  /// Whether every request contains a shared secret.
  var hasSecret: Bool { secret != nil }

  /// Sends a request, and reports waiting times on standard error.
  func ask(about receipt: UploadableReceipt) -> Outcome {
    let request = VerifyReceiptRequest(
      receiptData: receipt.base64, password: secret?.revealed, excludesOldTransactions: excludesOldTransactions)
    let notes = WaitNotes(console)
    defer { notes.stop() }
    let client = client
    return waiting {
      do throws(VerifyReceiptFailure) {
        return .success(try await client.verify(request, progress: notes.report))
      } catch {
        return .failure(error)
      }
    }
  }

  /// Closes connections.
  func end() { transport.end() }
}

extension HTTPTransport {
  /// Closes connections, and returns when that is done.
  func end() { waiting { await self.shutdown() } }
}

extension RemoteCall {
  /// Reports the result on standard error, and returns the exit status.
  ///
  /// - Parameter isNamed: whether the report names the input, because there are several.
  func report(_ outcome: Outcome, source: String, isNamed: Bool = false) -> ExitStatus {
    let named = isNamed ? source : "-"
    switch outcome {
    case .success(let result):
      console.note(text(result).of(named))
      if result.response.status.isValid, !result.response.holdsReceipt {
        console.note("note: the answer holds no receipt, so that it says nothing of what was bought")
      }
      if result.isMasked {
        console.note(
          hasSecret
            ? "note: the server repeated the shared secret; it is masked here"
            : "note: the server repeated the token; it is masked here")
      }
      if outcome.status != .success, let hint = hint(result, source: source) { console.note("hint: \(hint)") }
    case .failure(let failure):
      console.report(message: text(failure).of(named), hint: hint(failure))
    }
    return outcome.status
  }

  /// `status 21002 malformed: ... (production; 2 tries, 0.52 s)`
  private func text(_ result: VerifyReceiptResult) -> Message {
    let status = result.response.status
    let explanation = Message(english: status.explanation)
    return "status \(status.code) \(status.name): \(explanation) (\(result.record.cost))"
  }

  /// The remedy for a status, if one is known.
  private func hint(_ result: VerifyReceiptResult, source: String) -> Message? {
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
  private func text(_ failure: VerifyReceiptFailure) -> Message {
    failure.record.map { "not answered: \(failure.fault.message) (\($0.cost))" }
      ?? "not answered: \(failure.fault.message)"
  }

  /// The remedy for a missing answer.
  private func hint(_ failure: VerifyReceiptFailure) -> Message? {
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

extension RemoteCall.Outcome {
  /// The exit status for an answer, or for its absence.
  var status: ExitStatus {
    switch self {
    case .success(let result):
      switch result.response.followUp {
      case .accept: .success
      case .retry: .tryAgain
      case .giveUp, .retryOnce, .askSandbox, .askProduction: .negative
      }
    case .failure(let failure): ExitStatus(failure.fault)
    }
  }

  /// Whether the same receipt is worth sending again.
  var isWorthRepeating: Bool {
    switch self {
    case .success: status == .tryAgain
    case .failure(let failure): failure.fault.isTransient
    }
  }
}

extension ExitStatus {
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
}

extension ExchangeRecord {
  /// `production, then sandbox; 3 tries, 0.52 s`
  var cost: Message {
    let names = visits.map { Message(english: $0.server.rawValue) }.joined { "\($0), then \($1)" }
    let place: Message = endpoint.isApple ? names : "\(names) at \(endpoint.url)"
    return tries == 1 ? "\(place); 1 try, \(elapsed.text)" : "\(place); \(tries) tries, \(elapsed.text)"
  }
}

extension ExchangeRecord.GaveUp {
  /// Why no further try was made, and the remedy.
  var words: Message {
    switch self {
    case .triesUsedUp: "it was tried as often as --tries allows; send it again later"
    case .deadline(let pause, true):
      "the server asks to wait \(pause.text), which is longer than --deadline leaves; send it again after that"
    case .deadline: "--deadline left no time for another try; send it again later"
    }
  }
}
