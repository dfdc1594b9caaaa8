import ReceiptKit

/// The state of a running exchange: the server, the number of tries, the result of the last try.
struct Exchange {
  /// What to do after a try that may not be the last.
  enum Step {
    case changeServer
    case retry(after: Duration, reason: String)
  }

  private let client: VerifyReceiptClient
  private let body: [UInt8]
  private let masks: [SecretMask]
  private let began: Duration
  private(set) var server: VerifyReceiptServer
  private var visits: [(server: VerifyReceiptServer, tries: Int)]
  private var outcome: Result<MaskedResponse, RemoteFault>
  private var gaveUp: ExchangeRecord.GaveUp?
  /// Whether the current server has answered 21002 before.
  private var hasAskedToRetryOnce = false

  init(_ client: VerifyReceiptClient, _ request: VerifyReceiptRequest) throws(VerifyReceiptFailure) {
    self.client = client
    body = request.body
    guard body.count <= AppleForecast.maximumBody else {
      throw VerifyReceiptFailure(fault: .tooLargeToSend(body.count), record: nil)
    }
    let tokens = VerifyReceiptServer.allCases.compactMap { client.servers[$0]?.token?.revealed }
    masks = ([request.password].compactMap(\.self) + Set(tokens)).map(SecretMask.init)
    began = client.clock.elapsed()
    server = client.servers.first
    visits = [(client.servers.first, 0)]
    outcome = .failure(.givenUp)
  }

  /// The number of tries at the current server.
  var triesHere: Int { visits.last?.tries ?? 0 }

  private var left: Duration { client.limits.deadline - (client.clock.elapsed() - began) }

  /// Tries once, and returns the next step; `nil` at the end.
  mutating func ask() async -> Step? {
    guard let endpoint = client.servers[server] else { return nil }
    visits[visits.count - 1].tries += 1
    let limits = client.limits
    let left = left
    let reader = AnswerReader(
      endpoint: endpoint, maximumBytes: limits.maximumAnswer, now: client.clock.now(), masks: masks)
    do throws(RemoteFault) {
      let answer = try await client.transport.send(
        RemoteRequest(
          post: body, to: endpoint, timeout: min(limits.timeout, left), maximumBytes: limits.maximumAnswer))
      let masked = try reader.response(answer)
      outcome = .success(masked)
      return next(masked.response, retryAfter: reader.retryAfter(answer))
    } catch {
      var fault = error
      fault.message = masks.masking(fault.message)
      if left < limits.timeout, [.answerTimeout, .answerUnfinished].contains(fault.code) {
        fault.message += "; the deadline left this try no more"
      }
      outcome = .failure(fault)
      return fault.isTransient ? retry(after: fault.retryAfter, reason: fault.message) : nil
    }
  }

  private mutating func next(_ response: VerifyReceiptResponse, retryAfter: Duration?) -> Step? {
    switch response.followUp {
    case .accept, .giveUp: return nil
    case .askSandbox: return change(to: .sandbox)
    case .askProduction: return change(to: .production)
    case .retryOnce:
      guard !hasAskedToRetryOnce else { return nil }
      hasAskedToRetryOnce = true
      return retry(after: retryAfter, reason: "status \(response.status.code)")
    case .retry: return retry(after: retryAfter, reason: "status \(response.status.code)")
    }
  }

  /// There and back: a third change would only repeat the first.
  private mutating func change(to other: VerifyReceiptServer) -> Step? {
    guard other != server, client.servers[other] != nil, visits.count < 3 else { return nil }
    guard left > .zero else {
      gaveUp = .deadline(pause: .zero, isAskedFor: false)
      return nil
    }
    server = other
    visits.append((other, 0))
    hasAskedToRetryOnce = false
    return .changeServer
  }

  private mutating func retry(after asked: Duration?, reason: String) -> Step? {
    guard triesHere < client.retries.tries else {
      gaveUp = .triesUsedUp
      return nil
    }
    let pause = asked ?? client.retries.pause(afterTry: triesHere, random: client.clock.random())
    guard pause < left else {
      gaveUp = .deadline(pause: pause, isAskedFor: asked != nil)
      return nil
    }
    return .retry(after: pause, reason: reason)
  }

  /// The result.
  func end() throws(VerifyReceiptFailure) -> VerifyReceiptResult {
    guard let endpoint = client.servers[server] else { throw VerifyReceiptFailure(fault: .givenUp, record: nil) }
    let record = ExchangeRecord(
      server: server, endpoint: endpoint, visits: visits, elapsed: client.clock.elapsed() - began, gaveUp: gaveUp)
    do throws(RemoteFault) {
      let masked = try outcome.get()
      return VerifyReceiptResult(
        bytes: masked.bytes, response: masked.response, isMasked: masked.isMasked, record: record)
    } catch {
      throw VerifyReceiptFailure(fault: error, record: record)
    }
  }
}

extension RemoteFault {
  /// The caller no longer waits.
  static let givenUp = RemoteFault(.cancelled, "the request was given up")

  /// Rejected here, because Apple answers HTTP 413 without reading it (measured by a third party, September 2026).
  static func tooLargeToSend(_ count: Int) -> RemoteFault {
    RemoteFault(
      .requestTooLarge,
      "a request of \(count.grouped) bytes; Apple takes \(AppleForecast.maximumBody.grouped) at most. Nothing was sent",
      hint: "the largest receipt ever seen has 83 KB; was it encoded several times, or several receipts joined?")
  }
}
