/// The tries of one exchange: servers, pauses and the deadline. The client decides what an answer means.
struct Attempts {
  private let clock: RemoteClock
  private let retries: RetryPolicy
  private let deadline: Duration
  private let start: Duration
  /// The servers in the order of use, the current one last.
  private(set) var visits: [(server: RemoteServer, tries: Int)]
  /// Why there is no further try; `nil` as long as there may be one.
  private(set) var gaveUp: ExchangeRecord.GaveUp?

  init(from server: RemoteServer, _ retries: RetryPolicy, deadline: Duration, _ clock: RemoteClock) {
    self.retries = retries
    self.deadline = deadline
    self.clock = clock
    start = clock.elapsed()
    visits = [(server, 0)]
  }

  /// The current server.
  var server: RemoteServer { visits[visits.count - 1].server }

  /// The number of tries at the current server.
  var triesHere: Int { visits[visits.count - 1].tries }

  /// The remaining time.
  var left: Duration { deadline - elapsed }

  var elapsed: Duration { clock.elapsed() - start }

  /// Counts a try.
  mutating func begin() { visits[visits.count - 1].tries += 1 }

  /// Changes to another server, if there is time for it.
  ///
  /// - Returns: whether there was time.
  mutating func move(to other: RemoteServer) -> Bool {
    guard left > .zero else {
      gaveUp = .deadline(pause: .zero, isAskedFor: false)
      return false
    }
    visits.append((other, 0))
    return true
  }

  /// The pause before another try; `nil` if there is no further try.
  ///
  /// - Parameter asked: the pause that the server requested.
  mutating func pause(asked: Duration?) -> Duration? {
    guard triesHere < retries.tries else {
      gaveUp = .triesUsedUp
      return nil
    }
    let pause = asked ?? retries.pause(afterTry: triesHere, random: clock.random())
    guard pause < left else {
      gaveUp = .deadline(pause: pause, isAskedFor: asked != nil)
      return nil
    }
    return pause
  }

  /// The record of the exchange.
  ///
  /// - Parameter endpoint: the last URL.
  func record(_ endpoint: Endpoint) -> ExchangeRecord {
    ExchangeRecord(server: server, endpoint: endpoint, visits: visits, elapsed: elapsed, gaveUp: gaveUp)
  }
}
