import HTTPTypes
import NIOConcurrencyHelpers
import ReceiptKit
import ReceiptLedger

/// `POST /v1/notifications`: the URL for App Store server notifications, versions 1 and 2.
///
/// Apple sends no token, so that anybody may send here: what is not proven changes nothing.
struct NotificationRoute: Sendable {
  private let service: ServiceSettings
  private let settings: ServerSettings
  private let reader: BodyReader
  private let counts: NotificationCounts
  private let news: EventNews
  private let places = Places(working: 2, waiting: 64)

  init(
    _ service: ServiceSettings, _ settings: ServerSettings, _ reader: BodyReader, _ counts: NotificationCounts,
    _ news: EventNews
  ) {
    (self.service, self.settings, self.reader, self.counts) = (service, settings, reader, counts)
    self.news = news
  }

  var route: Route {
    Route("/v1/notifications", [.post], isOpen: true, operation: Self.operation) { call in
      try await reader.answer(call, limit: limit) { body in
        guard await places.enter() else {
          counts.add(.delayed)
          throw Problem.busy
        }
        defer { places.leave() }
        return try await answer(body)
      }
    }
  }

  /// The largest body. Notifications of version 2 have about 20 KB. Those of version 1 have a receipt in them, of which
  /// verifyReceipt takes 3 MiB, and the latest hundred purchases; without the shared secret none is believed.
  private var limit: Int { service.sharedSecret == nil ? 64 << 10 : 4 << 20 }

  private func answer(_ body: [UInt8]) async throws -> Reply {
    do {
      let statement = try await Workshop.run { try ReceivedStatement(body, service.decoder) }
      let taken = try await take(statement)
      if let doubt = taken.doubt { throw Self.refused(doubt) }
      counts.add(taken.isNew || !taken.events.isEmpty ? .taken : .known)
      if !taken.events.isEmpty { news.wake() }
      var writer = JSONWriter(layout: .compact)
      writer.object { writer in writer.member("events", taken.events.count) }
      writer.endLine()
      return .json(writer)
    } catch let error as ReceiptError {
      counts.add(.refused)
      throw Problem.body(error.message, hint: error.hint)
    } catch let problem as Problem {
      counts.add(problem.status == .badRequest ? .refused : .delayed)
      throw problem
    }
  }

  private func take(_ statement: ReceivedStatement) async throws -> TakenStatement {
    // Of what is not signed and not proven nothing is recorded, and no lock is waited for: anybody can send it.
    if case .unsigned(let statement) = statement, !(service.sharedSecret.map(statement.carries) ?? false) {
      throw Self.refused("it does not carry the shared secret, or none is set up")
    }
    return try await LedgerThreads.run(settings.log, isWriting: true) { [service, settings] in
      do {
        return try service.ledger.take(
          statement, provenBy: service.sharedSecret, allowsTestSigned: service.expectations.allowsTestSigned,
          now: settings.clock())
      } catch let error as LedgerError where error.code == .otherApp {
        throw Self.refused("it is about an app that is not served here")
      } catch let error as LedgerError where error.code == .otherEnvironment {
        throw Self.refused("it is about another environment than \(service.ledger.environment.rawValue)")
      }
    }
  }

  private static func refused(_ reason: String) -> Problem {
    Problem(.notification, "The notification is not believed", .badRequest, reason)
  }

  private static let operation = Operation(
    "notifications", "Take in a server notification of Apple's",
    "The URL for App Store Connect. No token is asked for, because Apple sends none: a notification of version 2 is believed if it and all "
      + "signed data in it are proven, one of version 1 if it has the app's shared secret. 200 is sent once it is recorded; with 503 Apple "
      + "sends it again later.",
    body: [("application/json", "any")],
    answers: [
      Operation.Answer(
        code: "200", description: "Taken in, now or before: the number of events that it caused",
        content: [("application/json", "any")]),
      Operation.Answer(
        code: "400", description: "Not believed, or not for this ledger: sending it again does not help",
        content: Operation.problem),
    ])
}

/// How many may work at one time, and how many may wait for that. No token is asked for here, and what others need is not used up.
private final class Places: Sendable {
  private struct State {
    var free: Int
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state: NIOLockedValueBox<State>
  private let most: Int

  init(working: Int, waiting: Int) {
    state = NIOLockedValueBox(State(free: working))
    most = waiting
  }

  /// Takes a place, perhaps later; `false` if too many wait already.
  func enter() async -> Bool {
    enum Answer { case now, never, later }
    let answer = state.withLockedValue { state -> Answer in
      if state.free > 0 {
        state.free -= 1
        return .now
      }
      return state.waiting.count < most ? .later : .never
    }
    guard answer == .later else { return answer == .now }
    await withCheckedContinuation { continuation in
      let isFree = state.withLockedValue { state in
        if state.free > 0 {
          state.free -= 1
          return true
        }
        state.waiting.append(continuation)
        return false
      }
      if isFree { continuation.resume() }
    }
    return true
  }

  func leave() {
    let next = state.withLockedValue { state -> CheckedContinuation<Void, Never>? in
      guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
      state.free += 1
      return nil
    }
    next?.resume()
  }
}

/// What became of notifications.
final class NotificationCounts: Sendable {
  enum Outcome: String, CaseIterable { case taken, known, refused, delayed }

  private let counts = NIOLockedValueBox<[Outcome: Int]>([:])

  func add(_ outcome: Outcome) { counts.withLockedValue { $0[outcome, default: 0] += 1 } }

  /// By name, for the figures.
  var all: [(name: String, count: Int)] {
    let counts = counts.withLockedValue { $0 }
    return Outcome.allCases.map { ($0.rawValue, counts[$0] ?? 0) }
  }
}
