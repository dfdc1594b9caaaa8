import ReceiptKit

/// Asks the App Store Server API, with retries and within limits. It only reads.
///
/// Every request carries a token of its own, made for the server that it goes to. Whatever an answer holds that is signed is proven, and
/// has to be of the app that asks.
public struct AppStoreServerClient: Sendable {
  /// The allowed servers.
  public var servers: RemoteServers
  /// Limits on the time and size of one answer.
  public var limits: RemoteLimits
  /// The number of tries at a server.
  public var retries: RetryPolicy
  private let credentials: AppStoreServerCredentials
  private let decoder: InputDecoder
  private let transport: any RemoteTransport
  private let clock: RemoteClock

  /// Errors have less than 200 bytes.
  private static let maximumErrorBytes = 64 << 10

  /// Makes a client.
  ///
  /// - Parameters:
  ///   - credentials: sign the token of each request.
  ///   - servers: the allowed servers.
  ///   - limits: limits on time and size.
  ///   - retries: the number of tries at a server, and the pauses between them.
  ///   - authenticator: whom to trust: Apple, and anchors of the user's for servers that are not Apple's.
  ///   - transport: carries the requests.
  ///   - clock: the time, and the pauses.
  public init(
    credentials: AppStoreServerCredentials, servers: RemoteServers = .appStoreServer,
    limits: RemoteLimits = RemoteLimits(), retries: RetryPolicy = RetryPolicy(),
    authenticator: Authenticator = Authenticator(), transport: any RemoteTransport, clock: RemoteClock = .system
  ) {
    (self.credentials, self.servers, self.limits, self.retries) = (credentials, servers, limits, retries)
    (self.transport, self.clock) = (transport, clock)
    decoder = InputDecoder(authenticator: authenticator)
  }

  /// Asks, and hands over each page of the answer as it comes; no more than one is kept.
  ///
  /// Production is asked first, and the sandbox on 4040010 and on HTTP 401 (Apple documents the former; App Review and TestFlight need
  /// the latter, observed by third parties in September 2026). Further pages are asked where the first one came from.
  ///
  /// - Parameters:
  ///   - request: what is asked.
  ///   - progress: takes the state, for display.
  ///   - take: takes a page; returns whether to go on.
  /// - Throws: why no usable answer came. No secret is in any message. Pages that were handed over before stay proven.
  public func ask(
    _ request: AppStoreServerRequest, progress: @Sendable (RemoteProgress) -> Void = { _ in },
    take: (AppStoreServerAnswer) -> Bool
  ) async throws(AppStoreServerFailure) {
    var request = request
    var pages = PageSequence(request)
    var servers = servers
    while true {
      let answer = try await page(request, servers, progress)
      if let fault = pages.fault(answer, host: answer.record.endpoint.host) {
        throw AppStoreServerFailure(fault: fault, record: answer.record, revision: request.revision)
      }
      guard take(answer), answer.hasMore else { return }
      request.revision = answer.revision
      guard let endpoint = servers[answer.record.server] else { return }
      servers = RemoteServers(only: answer.record.server, endpoint)
    }
  }

  /// One page.
  private func page(
    _ request: AppStoreServerRequest, _ servers: RemoteServers, _ progress: @Sendable (RemoteProgress) -> Void
  ) async throws(AppStoreServerFailure) -> AppStoreServerAnswer {
    var attempts = Attempts(from: servers.first, retries, deadline: limits.deadline, clock)
    var earlier: RemoteFault?
    while true {
      guard let base = servers[attempts.server] else {
        throw AppStoreServerFailure(fault: .givenUp, record: nil, revision: request.revision)
      }
      let endpoint = base.appending(request.target)
      progress(.asking(attempts.server, try: attempts.here + 1, of: retries.tries))
      attempts.begin()
      let fault: RemoteFault
      do throws(RemoteFault) {
        return try await attempt(request, endpoint, attempts)
      } catch {
        fault = error
      }
      let canMove = attempts.server == .production && servers[.sandbox] != nil
      if fault.code == .unauthorized || fault.apiCode == 4_040_010, canMove, attempts.move(to: .sandbox) {
        earlier = fault
        continue
      }
      if fault.isTransient, !Task.isCancelled, let pause = attempts.pause(asked: fault.retryAfter) {
        progress(.pausing(pause, reason: fault.message, nextTry: attempts.here + 1, of: retries.tries))
        if (try? await clock.sleep(pause)) != nil { continue }
      }
      throw AppStoreServerFailure(
        fault: fault.following(earlier), record: attempts.record(endpoint), revision: request.revision)
    }
  }

  /// One request.
  private func attempt(
    _ request: AppStoreServerRequest, _ endpoint: Endpoint, _ attempts: Attempts
  ) async throws(RemoteFault) -> AppStoreServerAnswer {
    let token: BearerToken
    do throws(ReceiptError) {
      token = try credentials.token(at: clock.now())
    } catch {
      throw RemoteFault(.unreachable, error.message)
    }
    var sent = endpoint
    sent.token = token
    let mask = SecretMask(token.revealed)
    do throws(RemoteFault) {
      let answer = try await transport.send(
        RemoteRequest(
          get: sent, timeout: min(limits.timeout, attempts.left), maximumBytes: limits.maximumAnswer,
          maximumErrorBytes: Self.maximumErrorBytes))
      guard (200..<300).contains(answer.status) else {
        throw AppStoreServerErrorReader(call: request.call, endpoint: endpoint, now: clock.now()).fault(answer)
      }
      return try read(answer, mask, request, endpoint, attempts)
    } catch {
      var fault = error
      fault.message = mask.masking(fault.message)
      throw fault
    }
  }

  private func read(
    _ answer: HTTPAnswer, _ mask: SecretMask, _ request: AppStoreServerRequest, _ endpoint: Endpoint,
    _ attempts: Attempts
  ) throws(RemoteFault) -> AppStoreServerAnswer {
    let document: JSONValue
    do throws(ReceiptError) {
      document = try ResponseText(answer.body, maximumBytes: limits.maximumAnswer).document()
    } catch {
      throw RemoteFault(
        AnswerReader.codes[error.code] ?? .notAnAnswer,
        "\(endpoint.host) gave no answer of \(request.call.title): \(error.message)",
        hint: "look at what answered, and at proxies on the way")
    }
    guard mask.masking(document) == nil else {
      throw RemoteFault(
        .notAnAnswer, "\(endpoint.host) repeats the token in its answer, which was refused",
        hint: "Apple never does; look at what answered")
    }
    let content = try AppStoreServerAnswerReader(
      request: request, bundleIdentifier: credentials.bundleIdentifier, server: attempts.server, endpoint: endpoint,
      decoder: decoder
    ).content(document)
    return AppStoreServerAnswer(
      bytes: answer.body, document: document, items: content.items,
      verdict: content.items.map(\.authenticity.verdict).min { $0.strength < $1.strength },
      environment: content.environment, revision: content.revision, hasMore: content.hasMore,
      record: attempts.record(endpoint))
  }
}

/// What was seen of the pages of one answer, so that it comes to an end.
private struct PageSequence {
  /// More than any history has: 20 transactions each.
  private static let maximum = 50_000

  private(set) var count = 0
  private var revisions: Set<String>
  private var latest: [JSONValue] = []
  private var environment: String?

  init(_ request: AppStoreServerRequest) { revisions = Set([request.revision].compactMap(\.self)) }

  /// Why the pages cannot be a sequence; `nil` if they can.
  mutating func fault(_ answer: AppStoreServerAnswer, host: String) -> RemoteFault? {
    count += 1
    if let named = answer.environment {
      guard named == environment ?? named else {
        return RemoteFault(
          .foreignAnswer, "\(host) gave page \(count.grouped) of another environment than the pages before",
          hint: "nothing of it may be used for this app; look at what answered")
      }
      environment = named
    }
    // Signatures are made anew each time, and so are their dates.
    let payloads = answer.items.map { $0.payload.without("signedDate") }
    let isRepeated = !payloads.isEmpty && payloads == latest
    latest = payloads
    let moves = answer.revision.map { revisions.insert($0).inserted } ?? false
    guard isRepeated || answer.hasMore && (!moves || count == Self.maximum) else { return nil }
    return RemoteFault(
      .repeatedPage,
      isRepeated
        ? "\(host) gave a page \(count.grouped) that is the page before it"
        : moves ? "\(host) gave \(count.grouped) pages and has more" : "\(host) gave a revision that was there before",
      hint: "ask again later from the last revision that was good")
  }
}

extension JSONValue {
  fileprivate func without(_ name: String) -> JSONValue {
    guard case .object(let members) = self else { return self }
    return .object(members.filter { $0.name != name })
  }
}

extension RemoteFault {
  /// The fault of the sandbox, with what production said before.
  fileprivate func following(_ production: RemoteFault?) -> RemoteFault {
    guard let production else { return self }
    var fault = self
    switch (production.code, code) {
    case (.unauthorized, .unauthorized):
      fault.message = "neither production nor the sandbox accepts the token: \(message)"
    case (.unauthorized, .apiRefused):
      fault.message = "production does not accept the token (HTTP 401), the sandbox does: \(message)"
      fault.hint =
        "so key, issuer, bundle id and clock are right: production refuses every call of an app that was never released"
    case (_, .unauthorized):
      fault.message =
        "production accepts the token and does not know the identifier (4040010), the sandbox does not: \(message)"
    case (_, .apiRefused) where production.apiCode == apiCode:
      fault.message = "neither production nor the sandbox knows the identifier: \(message)"
      fault.hint = "look at the identifier, and whether it is of this app"
    default: fault.message = "\(production.message); then \(message)"
    }
    return fault
  }
}
