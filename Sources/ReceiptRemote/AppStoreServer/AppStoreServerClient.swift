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
    var asked = servers
    if let server = pages.server, let endpoint = servers[server] {
      asked = RemoteServers(only: server, endpoint)
    }
    let answer = try await page(request, asked, progress)
    if let fault = pages.take(answer) {
      throw AppStoreServerFailure(fault: fault, record: answer.record, revision: request.revisionToGoOn(after: fault))
    }
    if let identifier = pages.missing, !answer.hasMore, try await !isOther(identifier, than: pages, answer, progress) {
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

  /// Whether an identifier that a history lacks is another identifier for a purchase of the same customer.
  private func isOther(
    _ identifier: String, than pages: AppStoreServerPages, _ answer: AppStoreServerAnswer,
    _ progress: @Sendable (RemoteProgress) -> Void
  ) async throws(AppStoreServerFailure) -> Bool {
    guard let customer = pages.customer, let request = AppStoreServerRequest(.transaction, identifier),
      let endpoint = servers[answer.record.server]
    else { return false }
    do throws(AppStoreServerFailure) {
      let known = try await page(request, RemoteServers(only: answer.record.server, endpoint), progress)
      return known.items.first?.payload["appTransactionId"]?.stringValue == customer
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
    _ sending: AppStoreServerRequest, _ servers: RemoteServers, _ progress: @Sendable (RemoteProgress) -> Void,
    read: (HTTPAnswer, SecretMask, Endpoint, Attempts) throws(RemoteFault) -> Answer
  ) async throws(AppStoreServerFailure) -> Answer {
    var servers = servers
    if sending.isOfSandbox, let sandbox = servers[.sandbox] { servers = RemoteServers(only: .sandbox, sandbox) }
    if sending.isOfSandbox, servers[.sandbox] == nil, servers[servers.first]?.isApple == true {
      let fault = RemoteFault(
        .notSent, "Apple has this call in the sandbox only", hint: "leave out --environment production")
      throw AppStoreServerFailure(fault: fault, record: nil)
    }
    var attempts = Attempts(from: servers.first, retries, deadline: limits.deadline, clock)
    var earlier: RemoteFault?
    while true {
      guard let base = servers[attempts.server] else {
        throw AppStoreServerFailure(fault: .givenUp, record: nil)
      }
      let endpoint = base.appending(sending.target)
      progress(.asking(attempts.server, try: attempts.here + 1, of: retries.tries))
      attempts.begin()
      var fault: RemoteFault
      do throws(RemoteFault) {
        return try await attempt(sending, endpoint, attempts, read)
      } catch {
        fault = error
      }
      let canMove = attempts.server == .production && servers[.sandbox] != nil
      if fault.code == .unauthorized || fault.isUnknownIdentifier, canMove {
        if sending.call.stays {
          fault.hint = [fault.hint, "the sandbox was not asked: --environment sandbox does that"].compactMap(\.self)
            .joined(separator: "; ")
        } else if attempts.move(to: .sandbox) {
          earlier = fault
          continue
        }
      }
      if fault.isTransient, sending.isRepeatable || fault.isBeforeWork, !Task.isCancelled,
        let pause = attempts.pause(asked: fault.retryAfter)
      {
        progress(.pausing(pause, reason: fault.message, nextTry: attempts.here + 1, of: retries.tries))
        if (try? await clock.sleep(pause)) != nil { continue }
      }
      throw AppStoreServerFailure(fault: fault.following(earlier), record: attempts.record(endpoint))
    }
  }

  /// Sends one request.
  private func attempt<Answer>(
    _ sending: AppStoreServerRequest, _ endpoint: Endpoint, _ attempts: Attempts,
    _ read: (HTTPAnswer, SecretMask, Endpoint, Attempts) throws(RemoteFault) -> Answer
  ) async throws(RemoteFault) -> Answer {
    let token: BearerToken
    do throws(ReceiptError) {
      token = try credentials.token(at: clock.now())
    } catch {
      throw RemoteFault(.notSent, error.message)
    }
    var sent = endpoint
    sent.token = token
    let mask = SecretMask(token.revealed)
    do throws(RemoteFault) {
      var request = RemoteRequest(
        sending.call.method, body: sending.body, to: sent, timeout: min(limits.timeout, attempts.left),
        maximumBytes: limits.maximumAnswer, maximumErrorBytes: Self.maximumErrorBytes)
      request.contentType = sending.call.contentType
      let answer = try await transport.send(request)
      guard (200..<300).contains(answer.status) else {
        throw AppStoreServerErrorReader(rate: sending.call.rate, endpoint: endpoint, now: clock.now()).fault(answer)
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

/// The state of reading the pages of one answer. This type makes sure that the pages end, and that they belong to the
/// requested customer.
///
/// A history that was requested without a revision has every transaction of the customer, including finished
/// consumables (Apple, "Get Transaction History", version 2), and Apple signs each one again. So the identifier of the
/// request must be in it: as a transaction, as an original transaction, or as the download, which all transactions of a
/// customer name (`appTransactionId`). A family member has separate transactions for shared purchases (Apple,
/// "Supporting Family Sharing in your app"). An upgrade or a crossgrade keeps the original transaction; a migration
/// that changes it keeps the old one as `previousOriginalTransactionId`. But for a purchase that StoreKit 1 restored,
/// Apple knows several transaction identifiers (app-store-server-library-node, issue 28), and a history need not
/// contain all of them. If one is missing, Get Transaction Info tells whether it belongs to the same download.
package struct AppStoreServerPages: Sendable {
  /// The maximum number of pages, more than any history has: each page has 20 transactions.
  private static let maximum = 50_000
  /// The maximum number of consecutive empty pages. Apple sends an empty page only as the last one.
  private static let maximumEmpty = 100

  /// The number of pages so far.
  package private(set) var count = 0
  /// The next request; `nil` after the last page.
  private(set) var next: AppStoreServerRequest?
  /// The server of the first page.
  private(set) var server: RemoteServer?
  private var revisions: Set<String>
  private var latest: [JSONValue] = []
  private var environment: String?
  private var emptyPages = 0
  /// The identifier that the history must still contain; `nil` after it occurred, and for answers that need not contain
  /// it.
  private var missingIdentifier: String?
  private var hasTransactions = false
  /// The `appTransactionId` of the first transaction that names one.
  fileprivate private(set) var customer: String?
  private let purchases: Set<String>?

  /// Makes the state for a request.
  ///
  /// - Parameters:
  ///   - request: the request.
  ///   - purchases: the original transactions of the customer, if all are known. An answer with another one is
  ///     rejected.
  package init(_ request: AppStoreServerRequest, of purchases: Set<String>? = nil) {
    next = request
    revisions = Set([request.revision].compactMap(\.self))
    self.purchases = purchases
    if request.call.name == AppStoreServerCall.history.name, request.revision == nil, !request.isNarrowed {
      missingIdentifier = request.identifier
    }
  }

  /// Accepts a page.
  ///
  /// - Returns: why the page cannot be the next one; `nil` if it can.
  fileprivate mutating func take(_ answer: AppStoreServerAnswer) -> RemoteFault? {
    count += 1
    let host = answer.record.endpoint.host
    if let named = answer.environment {
      guard named == environment ?? named else {
        return RemoteFault(
          .foreignAnswer, "\(host) gave page \(count.grouped) of another environment than the pages before",
          hint: "nothing of it may be used for this app; look at what answered")
      }
      environment = named
    }
    if let fault = foreign(answer) { return fault }
    emptyPages = answer.items.isEmpty && next?.call.isSigned == true ? emptyPages + 1 : 0
    guard emptyPages < Self.maximumEmpty || !answer.hasMore else {
      return RemoteFault(
        .repeatedPage, "\(host) gave \(emptyPages.grouped) pages without anything and has more",
        hint: "ask again later from the last revision that was good")
    }
    // Apple signs again for each answer, so signing dates differ.
    let payloads = answer.items.map { $0.payload.removing("signedDate") }
    let isRepeated = !payloads.isEmpty && payloads == latest
    latest = payloads
    let moves = answer.revision.map { revisions.insert($0).inserted } ?? false
    guard isRepeated || answer.hasMore && (!moves || count == Self.maximum) else {
      server = answer.record.server
      next?.revision = answer.revision
      if !answer.hasMore { next = nil }
      return nil
    }
    return RemoteFault(
      .repeatedPage,
      isRepeated
        ? "\(host) gave a page \(count.grouped) that is the page before it"
        : moves ? "\(host) gave \(count.grouped) pages and has more" : "\(host) gave a revision that was there before",
      hint: "ask again later from the last revision that was good")
  }

  /// Why a page cannot be about the customer; `nil` if it can.
  private mutating func foreign(_ answer: AppStoreServerAnswer) -> RemoteFault? {
    let host = answer.record.endpoint.host
    for item in answer.items {
      if let purchases, let original = item.payload["originalTransactionId"]?.stringValue, !purchases.contains(original)
      {
        return RemoteFault(
          .foreignAnswer,
          "the answer of \(host) is refused as a whole: \(item.pointer) is of the purchase "
            + "\(original.displayed(limit: 100)), which is not in the customer's history",
          hint: "ask again: it may have been bought between the two answers; else look at what answered")
      }
      guard item.kind == .transaction else { continue }
      hasTransactions = true
      customer = customer ?? item.payload["appTransactionId"]?.stringValue
      let names = [
        "transactionId", "originalTransactionId", "appTransactionId", "previousOriginalTransactionId",
      ]
      if names.contains(where: { item.payload[$0]?.stringValue == missingIdentifier }) { missingIdentifier = nil }
    }
    return nil
  }

  /// The requested identifier, if the transactions so far do not contain it.
  fileprivate var missing: String? { hasTransactions ? missingIdentifier : nil }
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
