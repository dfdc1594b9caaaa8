import ArgumentParser
import ReceiptCommands
import ReceiptKit
import ReceiptLedger
import ReceiptRemote

/// The settings for asking Apple for a ledger, from the options of `ledger run` or `serve --run`.
struct RunSettings {
  var runner = Runner.Settings()
  /// The servers to ask in place of Apple's two servers.
  var production: Endpoint?
  var sandbox: Endpoint?
  var connectTimeout = ExchangeSettings().connectTimeout
  var timeout = ExchangeSettings().timeout
  var secret = SecretSettings()
  /// The settings of the App Store Server API; with `nil`, only verifyReceipt is asked.
  var api: LedgerAPISettings?

  func checkEndpoints() throws {
    guard (production == nil) == (sandbox == nil) else {
      throw UsageError("--endpoint and --sandbox-endpoint go together: half of what is sent would go to Apple")
    }
  }

  /// - Parameter open: opens the ledger; called after the files of keys and secrets were read.
  func work(_ console: Console, _ open: () throws -> Ledger) throws -> LedgerWork {
    let access = try api?.read(console, connectTimeout: connectTimeout, timeout: timeout)
    var runner = runner
    runner.allowsTestSigned = access?.allowsTestSigned ?? false
    let secret = try secret.secret(console)
    let opened = try open()
    let api = try access.map { try LedgerAPI($0, opened, console) }
    let verifier = RemoteVerifier(
      production: production ?? .production, sandbox: sandbox ?? .sandbox, secret: secret,
      connectTimeout: connectTimeout, timeout: timeout)
    return LedgerWork(
      ledger: opened, verifier: verifier, api: api, policy: access?.consumption, settings: runner, console)
  }

  static func rate(_ text: String) throws -> Double {
    guard let number = Double(text), (0.001...1_000).contains(number) else {
      throw UsageError("'\(text)' is not a rate; use calls a second, from 0.001 to 1000")
    }
    return number
  }

  static func jobs(_ text: String) throws -> Int {
    guard let number = Int(text), (1...64).contains(number) else {
      throw UsageError("'\(text)' is not from 1 to 64")
    }
    return number
  }
}

/// The clients that ask Apple for one ledger.
struct LedgerWork: Sendable {
  let runner: Runner
  let api: LedgerAPI?
  /// Answers Apple's questions about the use of purchases; `nil` without a policy.
  let consumption: ConsumptionRunner?
  private let verifier: RemoteVerifier

  fileprivate init(
    ledger: Ledger, verifier: RemoteVerifier, api: LedgerAPI?, policy: ConsumptionPolicy?, settings: Runner.Settings,
    _ console: Console
  ) {
    self.verifier = verifier
    self.api = api
    let clock: @Sendable () -> Instant = { console.now }
    let source = api?.subscriptions
    runner = Runner(
      ledger: ledger, verifier: verifier, subscriptions: source, settings: settings, clock: clock)
    consumption = policy.flatMap { policy in
      source.map { ConsumptionRunner(ledger: ledger, sender: $0, policy: policy, settings: settings, clock: clock) }
    }
  }

  /// Answers Apple's questions that are due, on a thread that may wait.
  ///
  /// - Parameters:
  ///   - isStopped: checked before every call.
  ///   - report: receives the events of every result, in order.
  /// - Returns: `nil` without a policy.
  func answerConsumption(
    isStopped: @escaping @Sendable () -> Bool = { false }, report: @escaping @Sendable ([LedgerEvent]) -> Void
  ) throws -> ConsumptionRunner.Summary? {
    guard let consumption else { return nil }
    return try waiting { try await consumption.pass(isStopped: isStopped, report: report) }
  }

  /// Closes connections.
  func end() {
    api?.end()
    verifier.end()
  }
}
