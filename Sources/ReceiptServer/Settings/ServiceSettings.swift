import NIOPosix
import ReceiptKit
import ReceiptLedger

/// The settings of the purchase service: a ledger over HTTP.
package struct ServiceSettings: Sendable {
  /// The ledger. It was checked for damage when the server started.
  package var ledger: Ledger
  /// The same ledger for reading, so that a write that waits for a lock does not block reads.
  package var reading: Ledger
  /// The rules for decisions.
  package var rules: AdmissionRules
  /// The expectations for every purchase.
  package var expectations = Expectations()
  /// Reads and proves presented receipts.
  package var decoder: InputDecoder
  /// The app's shared secret, which proves notifications of version 1.
  package var sharedSecret: Secret?
  /// The webhooks that receive events.
  package var webhooks: Webhooks?
  /// Reads the webhooks again after a SIGHUP. Returns `nil` if they cannot be read; the server then keeps the old ones.
  package var readWebhooksAgain: (@Sendable () -> Webhooks?)?
  /// Asks Apple until the task is cancelled; `nil` if another process does. It reports faults on standard error and
  /// never throws.
  package var background: (@Sendable () async -> Void)?
  /// Asks Apple about a number that support enters; `nil` if there is no key for asking Apple.
  package var lookUp: (@Sendable (AppleQuestion) async -> AppleFinding)?

  /// Makes settings; see the properties.
  package init(ledger: Ledger, reading: Ledger, rules: AdmissionRules, decoder: InputDecoder) {
    (self.ledger, self.reading, self.rules, self.decoder) = (ledger, reading, rules, decoder)
  }
}

/// The threads that wait for the ledger, so that the ``WorkerThreads`` continue while a commit reaches the disk.
enum LedgerThreads {
  private static func threads(_ count: Int) -> NIOThreadPool {
    // The pool is never stopped: it exists as long as the process.
    let threads = NIOThreadPool(numberOfThreads: count)
    threads.start()
    return threads
  }

  /// The kinds of work on the ledger. Each kind has its own threads, so that one kind does not wait for another.
  enum Kind {
    case reading
    /// Work that may wait for a lock.
    case writing
    /// Work that looks up the claims of an unknown sender.
    case claims
  }

  private static let reading = threads(4)
  private static let writing = threads(4)
  private static let claims = threads(1)
  private static let deciding = threads(2)
  private static let background = threads(2)

  /// Runs work that waits for the ledger or for a lock, and passes on its errors unchanged.
  static func plain<Result: Sendable>(_ work: @escaping @Sendable () throws -> Result) async throws -> Result {
    try await background.runIfActive(work)
  }

  /// Runs work on the ledger, and turns its errors into problems.
  ///
  /// - Parameters:
  ///   - log: receives the original error text, which names files; the client gets another text.
  ///   - kind: the kind of the work.
  static func run<Result: Sendable>(
    _ log: ServerLog?, _ kind: Kind = .reading, _ work: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    let threads =
      switch kind {
      case .reading: reading
      case .writing: writing
      case .claims: claims
      }
    do {
      return try await threads.runIfActive(work)
    } catch let error as LedgerError {
      throw problem(error, log)
    }
  }

  /// Runs work that decides on purchases. The work handles its errors itself.
  static func decide(_ work: @escaping @Sendable () -> Void) { deciding.submit { _ in work() } }

  /// Runs work that reads. The work handles its errors itself.
  static func read(_ work: @escaping @Sendable () -> Void) { reading.submit { _ in work() } }

  /// The problem that the client receives.
  static func problem(_ error: LedgerError, _ log: ServerLog?) -> Problem {
    if let problem = Problem(error) { return problem }
    log?(.error, error.message)
    return error.code == .erasureKey ? .erasureKey : .ledger
  }
}

extension Problem {
  /// The problem for an error of the client; `nil` for errors of the ledger itself.
  fileprivate init?(_ error: LedgerError) {
    switch error.code {
    case .unusableName:
      self = .body(error.message)
    case .unknownAccount:
      self.init(.unknown, "The name is unknown", .notFound, error.message)
    case .unavailable:
      self.init(.eventsGone, "The events are not there", .gone, error.message)
    case .otherApp, .otherEnvironment, .inaccessible, .notALedger, .newerVersion, .locked, .full, .damaged,
      .unnamedApps,
      .erasureKey, .defect:
      return nil
    }
  }

  /// The ledger cannot be read or written now. If its database is on another machine, a commit may have succeeded
  /// although its answer was lost.
  static let ledger: Problem = {
    var problem = Problem(
      .ledger, "The ledger is not available", .serviceUnavailable, "the ledger cannot be read or written now",
      hint: "send the request again: what was recorded is recognised; the log of the server says what is wrong")
    problem.fields[.retryAfter] = "5"
    return problem
  }()

  /// The key of erased purchases is missing or a different one, or nothing names it. Sending the request again does not
  /// help.
  static let erasureKey = Problem(
    .ledger, "The ledger is not available", .serviceUnavailable,
    "the key of erased purchases is missing, not the right one, or not named (--erasure-key)",
    hint: "ask the operator of the server; its log says which")
}

extension QueryParameter {
  /// A name that cannot be part of a path, because programs read it as this folder or the folder above. New accounts
  /// and orders never get such a name; older ones are requested with this parameter.
  static let name = QueryParameter(
    "name", "The name, with - in its place in the path: for `.` and `..`, which no path can have.", example: "..")
}

extension Call {
  /// The name of an account, an order or a transaction: the segment of the path in place of `{name}`, or the parameter
  /// `name` if that segment is a hyphen.
  func name(_ query: Query) throws -> String {
    guard let text = parameters["name"], var name = Query.decoded(text[...], plusIsSpace: false) else {
      throw Problem.path("the name is not percent-encoded UTF-8")
    }
    if let given = query[QueryParameter.name.name] {
      guard name == "-" else {
        throw Problem.parameter("name is given beside another one in the path; which one counts?")
      }
      name = given
    }
    if let problem = LedgerName.problem(name) { throw Problem.path(problem) }
    return name
  }
}
