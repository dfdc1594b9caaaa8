import Foundation
import ReceiptKit
import Testing

@testable import ReceiptRemote

@Suite("The client of verifyReceipt")
struct ClientTests {
  private static let production = Endpoint.production.host
  private static let sandbox = Endpoint.sandbox.host
  private static let request = VerifyReceiptRequest(receiptData: "AAAA")

  private struct Run {
    let outcome: Result<VerifyReceiptResult, VerifyReceiptFailure>
    let hosts: [String]
    let pauses: [Duration]
    let timeouts: [Duration]

    var status: Int? { (try? outcome.get())?.response.status.code }
    var fault: RemoteFault? {
      guard case .failure(let failure) = outcome else { return nil }
      return failure.fault
    }
    var record: ExchangeRecord? {
      switch outcome {
      case .success(let result): result.record
      case .failure(let failure): failure.record
      }
    }
  }

  private func run(
    production: [FakeTransport.Reply] = [], sandbox: [FakeTransport.Reply] = [], latency: Duration = .zero,
    chance: Double = 0, servers: RemoteServers = .apple, limits: RemoteLimits = RemoteLimits(),
    retries: RetryPolicy = RetryPolicy(), request: VerifyReceiptRequest = request
  ) async -> Run {
    let clock = FakeClock(chance: chance)
    let transport = FakeTransport(production: production, sandbox: sandbox, clock: clock, latency: latency)
    let client = VerifyReceiptClient(
      servers: servers, limits: limits, retries: retries, transport: transport, clock: clock.clock)
    let outcome: Result<VerifyReceiptResult, VerifyReceiptFailure>
    do {
      outcome = .success(try await client.verify(request))
    } catch {
      outcome = .failure(error)
    }
    return Run(
      outcome: outcome, hosts: transport.calls.map(\.host), pauses: clock.pauses,
      timeouts: transport.calls.map(\.timeout))
  }

  @Test("production is asked first, and alone if it knows the receipt")
  func productionFirst() async throws {
    let run = await run(production: [.status(0, more: #","x":1.50"#)], sandbox: [.status(0)])
    #expect(run.hosts == [Self.production])
    let result = try run.outcome.get()
    #expect(String(decoding: result.bytes, as: UTF8.self) == #"{"status":0,"x":1.50}"#)
    #expect(result.record.server == .production && result.record.tries == 1 && result.record.gaveUp == nil)
  }

  @Test("21007 leads to the sandbox, with the same body")
  func sandboxFallback() async throws {
    let clock = FakeClock()
    let transport = FakeTransport(production: [.status(21007)], sandbox: [.status(0)], clock: clock)
    let client = VerifyReceiptClient(transport: transport, clock: clock.clock)
    let request = VerifyReceiptRequest(receiptData: "AAAA", password: "12345678", excludesOldTransactions: true)
    let result = try await client.verify(request)
    #expect(transport.calls.map(\.host) == [Self.production, Self.sandbox])
    #expect(Set(transport.calls.map(\.body)) == [String(decoding: request.body, as: UTF8.self)])
    #expect(result.record.server == .sandbox && result.record.endpoint == .sandbox)
    #expect(result.record.visits.map(\.tries) == [1, 1])
    #expect(clock.pauses == [])
  }

  @Test("21008 leads to production, where the sandbox was asked first or second")
  func productionFallback() async throws {
    let back = await run(production: [.status(21007), .status(0)], sandbox: [.status(21008)])
    #expect(back.hosts == [Self.production, Self.sandbox, Self.production])
    #expect(back.status == 0)
    #expect(back.record?.visits.map(\.server) == [.production, .sandbox, .production])
  }

  @Test("servers that point at each other are asked three times in all")
  func pingPong() async throws {
    let run = await run(production: [.status(21007)], sandbox: [.status(21008)])
    #expect(run.hosts == [Self.production, Self.sandbox, Self.production])
    #expect(run.status == 21007)
  }

  @Test("a server that was chosen is asked alone")
  func fixed() async throws {
    let one = await run(production: [.status(21007)], servers: RemoteServers(only: .production, .production))
    #expect(one.hosts == [Self.production] && one.status == 21007)
    let other = await run(sandbox: [.status(21008)], servers: RemoteServers(only: .sandbox, .sandbox))
    #expect(other.hosts == [Self.sandbox] && other.status == 21008)
    // Each sends to itself: no server says that, and no client should go in circles.
    let odd = await run(production: [.status(21008)])
    #expect(odd.hosts == [Self.production] && odd.status == 21008)
  }

  @Test(
    "what Apple may take back is tried again",
    arguments: [
      (.status(21005), 4), (.status(21009), 4), (.status(21100, more: #","is_retryable":true"#), 4),
      (.status(21199, more: #","is-retryable":"1""#), 4), (.status(21150, more: #","is-retryable":1"#), 4),
      (.status(21002), 2), (.status(21100), 1), (.status(21199, more: #","is_retryable":false"#), 1),
      (.status(21000), 1), (.status(21003), 1), (.status(21004), 1), (.status(21006), 1), (.status(21010), 1),
      (.status(4711), 1),
    ] as [(FakeTransport.Reply, Int)])
  func statuses(_ reply: FakeTransport.Reply, _ tries: Int) async {
    let run = await run(production: [reply])
    #expect(run.hosts.count == tries)
    guard case .status(let status, _, _) = reply else { return }
    #expect(run.status == status)
    #expect(run.record?.gaveUp == (tries == 4 ? .triesUsedUp : nil))
  }

  @Test(
    "so is what a network does, and not what stays",
    arguments: RemoteFault.Code.allCases)
  func faults(_ code: RemoteFault.Code) async {
    let lasting: Set<RemoteFault.Code> = [
      .certificate, .tls, .invalidHTTP, .redirect, .requestTooLarge, .httpStatus, .htmlPage, .answerTooLarge,
      .invalidEncoding, .notAnAnswer, .unauthorized, .apiRefused, .unprovenAnswer, .foreignAnswer, .repeatedPage,
      .notSent, .cancelled,
    ]
    let failing = await run(production: [.fault(code)])
    #expect(failing.hosts.count == (lasting.contains(code) ? 1 : 4))
    #expect(failing.fault?.code == code)
    let once = await run(production: [.fault(code), .status(0)])
    #expect(once.status == (lasting.contains(code) ? nil : 0))
  }

  @Test("every fault can be looked up", arguments: RemoteFault.Code.allCases)
  func explained(_ code: RemoteFault.Code) {
    #expect(Reference.answer("error_code:" + code.rawValue).entries.count == 1)
  }

  @Test("every value of a request can be looked up")
  func values() {
    for reason in ExtendReason.allCases {
      #expect(Reference.answer("extendReasonCode=\(reason.value)").entries.count == 1)
    }
    for value in ConsumptionInformation.DeliveryStatus.allCases.map({ "deliveryStatus=" + $0.rawValue })
      + ConsumptionInformation.RefundPreference.allCases.map({ "refundPreference=" + $0.rawValue })
    { #expect(Reference.answer(value).entries.count == 1, "\(value)") }
  }

  @Test("21002 that goes away was temporary, and each server is asked twice")
  func temporary() async {
    let gone = await run(production: [.status(21002), .status(0)])
    #expect(gone.status == 0 && gone.hosts.count == 2)
    let both = await run(production: [.status(21002), .status(21007)], sandbox: [.status(21002), .status(0)])
    #expect(both.hosts == [Self.production, Self.production, Self.sandbox, Self.sandbox] && both.status == 0)
    let broken = await run(production: [.status(21002), .fault(.connectionClosed), .status(21002)])
    #expect(broken.hosts.count == 3 && broken.status == 21002)
  }

  @Test("pauses double up to the cap, with half of each by chance")
  func backoff() async {
    let policy = RetryPolicy(tries: 7, base: .seconds(1), cap: .seconds(8))
    let limits = RemoteLimits(timeout: .seconds(30), deadline: .seconds(900))
    let shortest = await run(production: [.status(21005)], chance: 0, limits: limits, retries: policy)
    #expect(shortest.pauses == [0.5, 1, 2, 4, 4, 4].map { .seconds($0) })
    let middle = await run(production: [.status(21005)], chance: 0.5, limits: limits, retries: policy)
    #expect(middle.pauses == [0.75, 1.5, 3, 6, 6, 6].map { .seconds($0) })
  }

  @Test("Retry-After is honoured, from busy servers and beside a status, in seconds and as a date")
  func retryAfter() async {
    let after: [(name: String, value: String)] = [("retry-after", "7")]
    let busy = await run(production: [.http(503, after), .status(0)])
    #expect(busy.pauses == [.seconds(7)] && busy.status == 0)
    let beside = await run(production: [.status(21005, fields: after), .status(0)])
    #expect(beside.pauses == [.seconds(7)] && beside.status == 0)
    let dated = await run(production: [.http(429, [("Retry-After", "Sun, 06 Nov 1994 08:49:47 GMT")]), .status(0)])
    #expect(dated.pauses == [.seconds(10)] && dated.status == 0)
  }

  @Test("nobody waits beyond the deadline: not for Retry-After, not for a slow server")
  func deadline() async {
    let limits = RemoteLimits(timeout: .seconds(30), deadline: .seconds(50))
    let later = await run(production: [.http(503, [("Retry-After", "50")])], limits: limits)
    #expect(later.hosts.count == 1 && later.pauses == [])
    #expect(later.record?.gaveUp == .deadline(pause: .seconds(50), isAskedFor: true))
    #expect(later.fault?.code == .serverBusy)
    // 30 s, a pause of 0.25 s, and what is left for the second try.
    let slow = await run(production: [.status(0)], latency: .seconds(40), limits: limits)
    #expect(slow.timeouts == [.seconds(30), .seconds(19.75)])
    #expect(slow.fault?.code == .answerTimeout)
    #expect(slow.record?.elapsed == .seconds(50))
    let answer = await run(production: [.status(21005, fields: [("Retry-After", "3600")])], limits: limits)
    #expect(answer.status == 21005 && answer.hosts.count == 1)
    let change = await run(
      production: [.status(21007)], sandbox: [.status(0)], latency: .seconds(20),
      limits: RemoteLimits(timeout: .seconds(30), deadline: .seconds(20)))
    #expect(change.status == 21007 && change.hosts.count == 1)
  }

  @Test(
    "an HTTP status is not an answer",
    arguments: [
      (301, RemoteFault.Code.redirect, 1), (302, .redirect, 1), (308, .redirect, 1), (400, .httpStatus, 1),
      (403, .httpStatus, 1), (404, .httpStatus, 1), (407, .httpStatus, 1), (408, .serverBusy, 4),
      (413, .requestTooLarge, 1), (429, .serverBusy, 4), (500, .serverBusy, 4), (502, .serverBusy, 4),
      (503, .serverBusy, 4), (599, .serverBusy, 4),
    ])
  func httpStatuses(_ status: Int, _ code: RemoteFault.Code, _ tries: Int) async {
    let run = await run(production: [.http(status, [("Location", "https://elsewhere.example/login")])])
    #expect(run.fault?.code == code && run.hosts.count == tries)
    #expect(run.fault?.message.contains("\(status)") ?? false)
    if code == .redirect { #expect(run.fault?.message.contains("https://elsewhere.example/login") ?? false) }
  }

  @Test(
    "a body that is not an answer is named",
    arguments: [
      ("", .emptyAnswer, 4), (" \n", .emptyAnswer, 4), ("<html><body>Log in</body></html>", .htmlPage, 1),
      ("<?xml version=\"1.0\"?><error/>", .htmlPage, 1), (#"{"status":0,"receipt":{"in_"#, .truncatedAnswer, 4),
      ("[]", .notAnAnswer, 1), ("{}", .notAnAnswer, 1), ("hello", .notAnAnswer, 1),
      (#"{"status":"x"}"#, .notAnAnswer, 1), (#"{"status":"0"}"#, .notAnAnswer, 1),
      (#"{"status":0,"status":21002}"#, .notAnAnswer, 1), (#"{"status":21002,"status":0}"#, .notAnAnswer, 1),
      (#"{"status":21007,"status":0}"#, .notAnAnswer, 1), (#"{"status":0,"st\u0061tus":0}"#, .notAnAnswer, 1),
      (#"{"status":0,"receipt":{},"receipt":{}}"#, .notAnAnswer, 1),
    ] as [(String, RemoteFault.Code, Int)])
  func bodies(_ text: String, _ code: RemoteFault.Code, _ tries: Int) async {
    let run = await run(production: [.text(text)])
    #expect(run.fault?.code == code && run.hosts.count == tries)
    #expect(run.fault?.message.hasPrefix(Self.production) ?? false)
  }

  @Test("a request that Apple would refuse for its size is not sent")
  func tooLarge() async {
    // {"receipt-data":"..."} has 19 characters besides the receipt; 3,145,728 is the limit that was measured.
    for (count, calls) in [(3_145_709, 1), (3_145_710, 0)] {
      let run = await run(
        production: [.status(0)],
        request: VerifyReceiptRequest(receiptData: String(repeating: "A", count: count)))
      #expect(run.hosts.count == calls)
      #expect((run.fault?.code == .requestTooLarge) == (calls == 0))
    }
  }

  @Test("a secret that a server repeats is taken out of answers and messages")
  func echo() async throws {
    let request = VerifyReceiptRequest(receiptData: "AAAA", password: "s3cr3ts3cr3t")
    let answer = await run(production: [.text(#"{ "status": 0, "x": "your s3cr3ts3cr3t" }"#)], request: request)
    let result = try answer.outcome.get()
    #expect(result.isMasked)
    #expect(String(decoding: result.bytes, as: UTF8.self) == #"{"status":0,"x":"your ********"}"#)
    #expect(result.response.document["x"] == .string("your ********"))
    let redirect = await run(
      production: [.http(302, [("Location", "https://x.example/?s3cr3ts3cr3t")])], request: request)
    #expect(redirect.fault?.message.contains("https://x.example/?********") ?? false)
    let status = await run(
      production: [.text(#"{"status":12345678}"#)],
      request: VerifyReceiptRequest(receiptData: "AAAA", password: "12345678"))
    #expect(status.fault?.code == .notAnAnswer && status.fault?.message.contains("12345678") == false)
    let other = await run(production: [.status(0, more: #", "x" : "other""#)], request: request)
    #expect(String(decoding: try other.outcome.get().bytes, as: UTF8.self) == #"{"status":0, "x" : "other"}"#)
  }

  @Test("a client that is cancelled stops")
  func cancelled() async {
    let clock = FakeClock()
    let transport = FakeTransport(production: [.status(21005)], clock: clock)
    var real = clock.clock
    real.sleep = { try await Task.sleep(for: $0) }
    let client = VerifyReceiptClient(
      limits: .init(deadline: .seconds(9_000)), retries: RetryPolicy(base: .seconds(1_000), cap: .seconds(1_000)),
      transport: transport, clock: real)
    let task = Task { try? await client.verify(Self.request) }
    while transport.calls.isEmpty { await Task.yield() }
    task.cancel()
    #expect(await task.value?.response.status.code == 21005)
    #expect(transport.calls.count == 1)
  }
}
