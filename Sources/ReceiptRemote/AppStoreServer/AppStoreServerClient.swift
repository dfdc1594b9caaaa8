import ReceiptKit
import SystemLibrary

/// Asks the App Store Server API, with retries and within limits.
///
/// Every request has its own token, made for the server that receives it. All signed data in an answer is proven, and
/// must belong to the app that asks.
package struct AppStoreServerClient: Sendable {
  /// The allowed servers.
  package var servers: RemoteServers
  /// Limits on the time and size of one answer.
  package var limits: RemoteLimits
  /// The number of tries at a server.
  package var retries: RetryPolicy
  private let credentials: AppStoreServerCredentials
  private let decoder: InputDecoder
  /// The cached chains. Apple signs everything with one chain, and verifying it is most of the cost of a proof. Only
  /// one answer is proven at a time.
  private let chains = Locked(JWSChains())
  private let transport: any RemoteTransport
  private let clock: RemoteClock

  /// Apple's errors have less than 200 bytes.
  private static let maximumErrorBytes = 64 << 10

  /// Makes a client.
  ///
  /// - Parameters:
  ///   - credentials: sign the token of each request.
  ///   - servers: the allowed servers.
  ///   - limits: limits on time and size.
  ///   - retries: the number of tries at a server, and the pauses between them.
  ///   - authenticator: decides whom to trust: Apple, and the user's anchors for servers other than Apple's.
  ///   - transport: carries the requests.
  ///   - clock: the time, and the pauses.
  package init(
    credentials: AppStoreServerCredentials, servers: RemoteServers = .appStoreServer,
    limits: RemoteLimits = RemoteLimits(), retries: RetryPolicy = RetryPolicy(),
    authenticator: Authenticator = Authenticator(), transport: any RemoteTransport, clock: RemoteClock = .system
  ) {
    self.credentials = credentials
    self.servers = servers
    self.limits = limits
    self.retries = retries
    self.transport = transport
    self.clock = clock
    decoder = InputDecoder(authenticator: authenticator)
  }

  /// Asks for the next page of an answer; an answer without pages is one page.
  ///
  /// Production is asked first, and the sandbox on 4040010 and on HTTP 401 (Apple documents the former; App Review and
  /// TestFlight need the latter, observed by third parties in September 2026). Further pages are requested from the
  /// server of the first one.
  ///
  /// - Parameters:
  ///   - pages: the request, and its progress.
  ///   - progress: receives the state, for display.
  /// - Returns: a page; `nil` after the last one.
  /// - Throws: the reason for the missing answer. No message contains a secret. Earlier pages stay proven.
  package func next(
    of pages: inout AppStoreServerPages, progress: @Sendable (RemoteProgress) -> Void = { _ in }
  ) async throws(AppStoreServerFailure) -> AppStoreServerAnswer? {
    guard let request = pages.next else { return nil }
    var allowed = servers
    if let server = pages.server, let endpoint = servers[server] {
      allowed = RemoteServers(only: server, endpoint)
    }
    let answer = try await page(request, allowed, progress)
    if let fault = pages.take(answer) {
      throw AppStoreServerFailure(fault: fault, record: answer.record, revision: request.revisionToGoOn(after: fault))
    }
    if let identifier = pages.missingIdentifier, !answer.hasMore,
      try await !isOfCustomer(identifier, of: pages, answer, progress)
    {
      throw AppStoreServerFailure(
        fault: RemoteFault(
          .foreignAnswer,
          """
          the history that \(answer.record.endpoint.host) gave is refused as a whole: \(identifier), which was asked \
          for, is not in it
          """,
          hint: "it is of another customer; nothing of it may be used"), record: answer.record)
    }
    return answer
  }

  /// Whether an identifier that a history lacks is of the same customer, as Get Transaction Info says: another
  /// identifier of one of the purchases.
  private func isOfCustomer(
    _ identifier: String, of pages: AppStoreServerPages, _ answer: AppStoreServerAnswer,
    _ progress: @Sendable (RemoteProgress) -> Void
  ) async throws(AppStoreServerFailure) -> Bool {
    guard let customer = pages.customer, let request = AppStoreServerRequest(.transaction, identifier),
      let endpoint = servers[answer.record.server]
    else { return false }
    do throws(AppStoreServerFailure) {
      let transaction = try await page(request, RemoteServers(only: answer.record.server, endpoint), progress)
      return transaction.items.first?.payload["appTransactionId"]?.stringValue == customer
    } catch {
      guard error.fault.code == .apiRefused else { throw error }
      return false
    }
  }

  /// Makes a change at Apple once.
  ///
  /// - Parameters:
  ///   - change: what to change.
  ///   - progress: receives the state, for display.
  /// - Returns: Apple's answer. Only TLS protects it.
  /// - Throws: the reason for the missing confirmation. See ``AppStoreServerFailure/mayBeDone``.
  package func change(
    _ change: AppStoreServerRequest, progress: @Sendable (RemoteProgress) -> Void = { _ in }
  ) async throws(AppStoreServerFailure) -> AppStoreServerConfirmation {
    do throws(AppStoreServerFailure) {
      return try await exchange(change, servers, progress) {
        (answer: HTTPAnswer, mask: SecretMask, endpoint: Endpoint, attempts: Attempts) throws(RemoteFault) in
        // 202 has no body.
        let document = answer.body.isEmpty ? nil : try self.document(answer, mask, change.call.title, endpoint)
        if let objection = change.objection(to: document) {
          throw RemoteFault(
            .notAnAnswer, "\(endpoint.host) gave no answer of \(change.call.title): \(objection)",
            hint: "look at what answered, and at proxies on the way")
        }
        if case .purchase = change.call.answer, let document {
          _ = try self.proven(answer.body, document, of: change, endpoint, attempts)
        }
        return AppStoreServerConfirmation(bytes: answer.body, document: document, record: attempts.record(endpoint))
      }
    } catch {
      var failure = error
      failure.mayBeDone = failure.record != nil && !failure.fault.isBeforeWork
      throw failure
    }
  }

  /// Requests one page.
  private func page(
    _ request: AppStoreServerRequest, _ servers: RemoteServers, _ progress: @Sendable (RemoteProgress) -> Void
  ) async throws(AppStoreServerFailure) -> AppStoreServerAnswer {
    do throws(AppStoreServerFailure) {
      return try await exchange(request, servers, progress) {
        (answer: HTTPAnswer, mask: SecretMask, endpoint: Endpoint, attempts: Attempts) throws(RemoteFault) in
        let document = try self.document(answer, mask, request.call.title, endpoint)
        return try self.proven(answer.body, document, of: request, endpoint, attempts)
      }
    } catch {
      var failure = error
      failure.revision = request.revisionToGoOn(after: failure.fault)
      throw failure
    }
  }

  /// Sends until there is an answer of 2xx, or no more tries are left.
  private func exchange<Answer>(
    _ request: AppStoreServerRequest, _ servers: RemoteServers, _ progress: @Sendable (RemoteProgress) -> Void,
    read: (HTTPAnswer, SecretMask, Endpoint, Attempts) throws(RemoteFault) -> Answer
  ) async throws(AppStoreServerFailure) -> Answer {
    var servers = servers
    if request.isOfSandbox, let sandbox = servers[.sandbox] { servers = RemoteServers(only: .sandbox, sandbox) }
    // Servers other than Apple's may have such a call in production, too.
    if request.isOfSandbox, servers[.sandbox] == nil, servers[servers.first]?.isApple == true {
      let fault = RemoteFault(
        .notSent, "Apple has this call in the sandbox only", hint: "leave out --environment production")
      throw AppStoreServerFailure(fault: fault, record: nil)
    }
    var attempts = Attempts(from: servers.first, retries, deadline: limits.deadline, clock)
    var faultOfProduction: RemoteFault?
    while true {
      guard let base = servers[attempts.server] else {
        throw AppStoreServerFailure(fault: .givenUp, record: nil)
      }
      let endpoint = base.appending(request.target)
      progress(.asking(attempts.server, try: attempts.triesHere + 1, of: retries.tries))
      attempts.begin()
      var fault: RemoteFault
      do throws(RemoteFault) {
        return try await attempt(request, endpoint, attempts, read)
      } catch {
        fault = error
      }
      let canMove = attempts.server == .production && servers[.sandbox] != nil
      if fault.code == .unauthorized || fault.isUnknownIdentifier, canMove {
        if request.call.asksOneServer {
          fault.hint = [fault.hint, "the sandbox was not asked: --environment sandbox does that"].compactMap(\.self)
            .joined(separator: "; ")
        } else if attempts.move(to: .sandbox) {
          faultOfProduction = fault
          continue
        }
      }
      let mayTryAgain = fault.isTransient && (request.isRepeatable || fault.isBeforeWork) && !Task.isCancelled
      if mayTryAgain, let pause = attempts.pause(asked: fault.retryAfter) {
        progress(.pausing(pause, reason: fault.message, nextTry: attempts.triesHere + 1, of: retries.tries))
        if (try? await clock.sleep(pause)) != nil { continue }
      }
      throw AppStoreServerFailure(fault: fault.following(faultOfProduction), record: attempts.record(endpoint))
    }
  }

  /// Sends one request.
  private func attempt<Answer>(
    _ request: AppStoreServerRequest, _ endpoint: Endpoint, _ attempts: Attempts,
    _ read: (HTTPAnswer, SecretMask, Endpoint, Attempts) throws(RemoteFault) -> Answer
  ) async throws(RemoteFault) -> Answer {
    let token: BearerToken
    do throws(ReceiptError) {
      token = try credentials.token(at: clock.now())
    } catch {
      throw RemoteFault(.notSent, error.message)
    }
    var authorized = endpoint
    authorized.token = token
    let mask = SecretMask(token.revealed)
    do throws(RemoteFault) {
      var sent = RemoteRequest(
        request.call.method, body: request.body, to: authorized, timeout: min(limits.timeout, attempts.left),
        maximumBytes: limits.maximumAnswer, maximumErrorBytes: Self.maximumErrorBytes)
      sent.contentType = request.call.contentType
      let answer = try await transport.send(sent)
      guard (200..<300).contains(answer.status) else {
        throw AppStoreServerErrorReader(rate: request.call.rate, endpoint: endpoint, now: clock.now()).fault(answer)
      }
      return try read(answer, mask, endpoint, attempts)
    } catch {
      var fault = error
      fault.message = mask.masking(fault.message)
      throw fault
    }
  }

  /// The JSON of an answer, without the token.
  private func document(
    _ answer: HTTPAnswer, _ mask: SecretMask, _ title: String, _ endpoint: Endpoint
  ) throws(RemoteFault) -> JSONValue {
    let document: JSONValue
    do throws(ReceiptError) {
      document = try JSONValue(
        answer: answer.body, maximumBytes: limits.maximumAnswer, of: "the App Store Server API")
    } catch {
      throw RemoteFault(
        RemoteFault.Code(ofAnswer: error.code),
        "\(endpoint.host) gave no answer of \(title): \(error.message)",
        hint: "look at what answered, and at proxies on the way")
    }
    guard mask.masking(document) == nil else {
      throw RemoteFault(
        .notAnAnswer, "\(endpoint.host) repeats the token in its answer, which was refused",
        hint: "Apple never does; look at what answered")
    }
    return document
  }

  /// Proves the signed data in an answer.
  private func proven(
    _ bytes: [UInt8], _ document: JSONValue, of request: AppStoreServerRequest, _ endpoint: Endpoint,
    _ attempts: Attempts
  ) throws(RemoteFault) -> AppStoreServerAnswer {
    let reader = AppStoreServerAnswerReader(
      request: request, bundleIdentifier: credentials.bundleIdentifier, server: attempts.server, endpoint: endpoint,
      decoder: decoder)
    let answer = AppStoreServerAnswer(bytes: bytes, document: document, record: attempts.record(endpoint))
    return try chains.withLock { (chains) throws(RemoteFault) in try reader.proven(answer, chains) }
  }
}

extension RemoteFault {
  /// Whether the server accepts the token but does not know the identifier, which the other server may know.
  fileprivate var isUnknownIdentifier: Bool {
    apiCode == 4_040_010 || apiCode == ExternalPurchaseError.notFound
  }

  /// Whether the server cannot have begun to work on the request. Apple never redirects, and a redirect is not
  /// followed.
  fileprivate var isBeforeWork: Bool {
    switch code {
    case .hostNotFound, .connectionRefused, .unreachable, .connectTimeout, .certificate, .tls, .unauthorized,
      .apiRefused, .redirect, .notSent:
      true
    // 4290000 is RateLimitExceeded.
    case .serverBusy: apiCode == 4_290_000
    default: false
    }
  }
}

extension AppStoreServerRequest {
  /// The page from which to continue after a fault; `nil` for the first page, for notifications, and if continuing
  /// makes no sense.
  fileprivate func revisionToGoOn(after fault: RemoteFault) -> String? {
    call.paging == .revision && fault.code != .apiRefused && fault.code != .foreignAnswer ? revision : nil
  }
}

extension RemoteFault {
  /// The fault of the sandbox, combined with the earlier fault of production.
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
      let unknown: Message =
        production.apiCode.map { "does not know the identifier (\($0))" } ?? "does not know the identifier"
      fault.message = "production accepts the token and \(unknown), the sandbox does not: \(message)"
    case (_, .apiRefused) where production.apiCode == apiCode:
      fault.message = "neither production nor the sandbox knows the identifier: \(message)"
      fault.hint = "look at the identifier, and whether it is of this app"
    default: fault.message = "\(production.message); then \(message)"
    }
    return fault
  }
}
