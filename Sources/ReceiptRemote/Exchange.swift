import ReceiptKit

/// The state of a running exchange with verifyReceipt: the server, the number of tries, the result of the last try.
struct Exchange {
  /// What to do after a try that may not be the last.
  enum Step {
    case changeServer
    case retry(after: Duration, reason: Message)
  }

  let client: VerifyReceiptClient
  private let body: [UInt8]
  let masks: [SecretMask]
  private(set) var attempts: Attempts
  /// The result of the last try.
  private var outcome: Result<VerifyReceiptResult, RemoteFault>
  /// Whether the current server has answered 21002 before.
  private var hasAskedToRetryOnce = false

  init(_ client: VerifyReceiptClient, _ request: VerifyReceiptRequest) throws(VerifyReceiptFailure) {
    self.client = client
    body = request.body
    guard body.count <= AppleForecast.maximumBody else {
      throw VerifyReceiptFailure(fault: .tooLargeToSend(body.count), record: nil)
    }
    let tokens = RemoteServer.allCases.compactMap { client.servers[$0]?.token?.revealed }
    masks = ([request.password].compactMap(\.self) + Set(tokens)).map(SecretMask.init)
    attempts = Attempts(
      from: client.servers.first, client.retries, deadline: client.limits.deadline, client.clock)
    outcome = .failure(.givenUp)
  }

  /// The number of tries at the current server.
  var triesHere: Int { attempts.triesHere }

  /// The current server.
  var server: RemoteServer { attempts.server }

  /// Tries once, and returns the next step; `nil` at the end.
  mutating func ask() async -> Step? {
    guard let endpoint = client.servers[server] else { return nil }
    attempts.begin()
    let limits = client.limits
    let left = attempts.left
    do throws(RemoteFault) {
      let answer = try await client.transport.send(
        RemoteRequest(
          body: body, to: endpoint, timeout: min(limits.timeout, left), maximumBytes: limits.maximumAnswer))
      let result = try result(answer, from: endpoint)
      outcome = .success(result)
      return next(after: result.response, retryAfter: answer.retryAfter(now: client.clock.now()))
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

  /// What to do after an answer; `nil` if it is final.
  private mutating func next(after response: VerifyReceiptResponse, retryAfter: Duration?) -> Step? {
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

  /// Changes the server at most twice, there and back: a third change would only repeat the first.
  private mutating func change(to other: RemoteServer) -> Step? {
    guard other != server, client.servers[other] != nil, attempts.visits.count < 3, attempts.move(to: other) else {
      return nil
    }
    hasAskedToRetryOnce = false
    return .changeServer
  }

  private mutating func retry(after asked: Duration?, reason: Message) -> Step? {
    attempts.pause(asked: asked).map { .retry(after: $0, reason: reason) }
  }

  /// The result.
  func end() throws(VerifyReceiptFailure) -> VerifyReceiptResult {
    guard let endpoint = client.servers[server] else { throw VerifyReceiptFailure(fault: .givenUp, record: nil) }
    let record = attempts.record(endpoint)
    do throws(RemoteFault) {
      var result = try outcome.get()
      // Why the client gave up was decided after the answer.
      result.record = record
      return result
    } catch {
      throw VerifyReceiptFailure(fault: error, record: record)
    }
  }
}

extension RemoteFault {
  /// The fault for a caller that no longer waits.
  static let givenUp = RemoteFault(.cancelled, "the request was given up")

  /// Rejected here, because Apple answers HTTP 413 without reading it (measured by a third party, September 2026).
  static func tooLargeToSend(_ count: Int) -> RemoteFault {
    RemoteFault(
      .requestTooLarge,
      "a request of \(count.grouped) bytes; Apple takes \(AppleForecast.maximumBody.grouped) at most. Nothing was sent",
      hint: "the largest receipt ever seen has 83 KB; was it encoded several times, or several receipts joined?")
  }
}
