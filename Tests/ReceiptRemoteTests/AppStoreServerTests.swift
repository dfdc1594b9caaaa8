import Foundation
import ReceiptKit
import ReceiptMint
import Testing

@testable import ReceiptRemote

/// Servers by a script. Error codes, members and rules are those of Apple's documentation; signed data is minted.
@Suite("The client of the App Store Server API")
struct AppStoreServerTests {
  private static let production = "https://api.storekit.apple.com"
  private static let sandbox = "https://api.storekit-sandbox.apple.com"

  /// The moment of `FakeClock`.
  private static let now = Instant(milliseconds: 784_111_777_000)

  /// Minted signed data under one authority.
  private struct Minted {
    let minter: JWSMinter
    let authenticator: Authenticator

    init() throws {
      minter = try JWSMinter(
        TestAuthority(seed: "App Store Server API"), signedAt: "2026-01-01T00:00:00Z")
      authenticator = Authenticator(
        anchors: try minter.anchors.map { TrustAnchor(try Certificate(der: $0.der)) })
    }

    func payload(
      _ kind: SignedPayloadKind, notification: NotificationTemplate? = nil, changes: [String: String] = [:]
    ) throws -> JWSDescription {
      var options = TemplateOptions(creationDate: Instant(milliseconds: 1_767_225_600_000))
      options.bundleIdentifier = "com.example.reader"
      options.environment = .production
      var data = try SignedDataTemplate(kind, notification: notification, options: options).description(seed: "api")
      guard case .object(var members) = data.payload else { return data }
      for (name, value) in changes {
        let index = members.firstIndex { $0.name == name }
        let member = JSONValue.Member(name, .string(value))
        if let index { members[index] = member } else { members.append(member) }
      }
      data.payload = .object(members)
      return data
    }

    func sign(_ kind: SignedPayloadKind, _ changes: [String: String] = [:]) throws -> String {
      try minter.mint(try payload(kind, changes: changes))
    }
  }

  private static func credentials() throws -> AppStoreServerCredentials {
    try AppStoreServerCredentials(
      key: InAppPurchaseKey(OpenSSL.key()), keyIdentifier: "2X9R4HXF34",
      issuerIdentifier: "57246542-96fe-1a63-e053-0824d011072a", bundleIdentifier: "com.example.reader")
  }

  private struct Run {
    var answers: [AppStoreServerAnswer] = []
    var failure: AppStoreServerFailure?
    var urls: [String] = []
    var tokens: [String] = []
    var pauses: [Duration] = []

    var code: RemoteFault.Code? { failure?.fault.code }
  }

  /// Asks once.
  ///
  /// - Parameters:
  ///   - host: a server that is not Apple's; nil: Apple's two.
  ///   - script: what is answered to a URL; nil ends the test.
  private func run(
    _ call: AppStoreServerCall, _ identifier: String = "80042231041057", revision: String? = nil, host: String? = nil,
    authenticator: Authenticator = Authenticator(),
    script: @escaping @Sendable (String, _ call: Int) -> HTTPAnswer
  ) async throws -> Run {
    let clock = FakeClock()
    let transport = ScriptedTransport(script)
    let request = try #require(AppStoreServerRequest(call, identifier, revision: revision))
    let servers =
      try host.map { RemoteServers(only: .production, try Endpoint($0)) } ?? RemoteServers.appStoreServer
    let client = AppStoreServerClient(
      credentials: try Self.credentials(), servers: servers, authenticator: authenticator, transport: transport,
      clock: clock.clock)
    var run = Run()
    do {
      var pages = AppStoreServerPages(request)
      while let answer = try await client.next(of: &pages) { run.answers.append(answer) }
    } catch {
      run.failure = error
    }
    run.urls = transport.requests.map(\.endpoint.url)
    run.tokens = transport.requests.compactMap(\.endpoint.token?.revealed)
    run.pauses = clock.pauses
    return run
  }

  private static func error(_ code: Int64, _ fields: [(name: String, value: String)] = []) -> HTTPAnswer {
    HTTPAnswer(
      status: Int(code / 10_000), fields: fields, body: Array(#"{"errorCode":\#(code),"errorMessage":"x"}"#.utf8))
  }

  private static func json(_ text: String) -> HTTPAnswer { HTTPAnswer(status: 200, body: Array(text.utf8)) }

  @Test("each call has Apple's path, by GET, with a token of its own that is in nothing else")
  func paths() async throws {
    for (call, target) in [
      (AppStoreServerCall.transaction, "/inApps/v1/transactions/42"), (.history, "/inApps/v2/history/42"),
      (.statuses, "/inApps/v1/subscriptions/42"), (.refunds, "/inApps/v2/refund/lookup/42"),
      (.order, "/inApps/v1/lookup/42"), (.appTransaction, "/inApps/v1/transactions/appTransactions/42"),
    ] {
      let run = try await run(call, "42") { _, _ in Self.error(4_040_010) }
      #expect(run.urls == [Self.production + target, Self.sandbox + target])
      #expect(Set(run.tokens).count == 2 && run.code == .apiRefused && run.failure?.fault.apiCode == 4_040_010)
      let said = "\(run.failure.map { "\($0)" } ?? "")"
      for token in run.tokens { #expect(!said.contains(token)) }
    }
    let revision = try await run(.history, "42", revision: "a b/+é") { _, _ in Self.error(4_000_005) }
    #expect(revision.urls == [Self.production + "/inApps/v2/history/42?revision=a%20b%2F%2B%C3%A9"])
    for identifier in ["", "a/b", "1?x", "é", "..", String(repeating: "1", count: 65)] {
      #expect(AppStoreServerRequest(.history, identifier) == nil, "\(identifier)")
    }
    for product in ["", ".", "..", String(repeating: "p", count: 256)] {
      #expect(AppStoreServerRequest(.massExtension, ["productId": product, "id": Self.uuid]) == nil, "\(product)")
    }
    #expect(
      AppStoreServerRequest(.massExtension, ["productId": "a/..", "id": Self.uuid])?.target
        .hasSuffix("/a%2F../" + Self.uuid) == true)
  }

  @Test("what Apple has in the sandbox only is asked there alone")
  func sandboxOnly() async throws {
    for (call, target) in [
      (AppStoreServerCall.groups, "/groups/v1/currentGroups/42"), (.groupMembers, "/groups/v1/group/42"),
      (.seats, "/groups/v1/transactions/42/seats"),
    ] {
      let run = try await run(call, "42") { _, _ in Self.error(4_040_010) }
      #expect(run.urls == [Self.sandbox + target] && run.code == .apiRefused)
      let own = try await self.run(call, "42", host: "http://127.0.0.1:1") { _, _ in Self.error(4_040_010) }
      #expect(own.urls == ["http://127.0.0.1:1" + target])
      // Apple's production is never asked for it.
      let production = try await self.run(call, "42", host: Self.production) { _, _ in Self.error(4_040_010) }
      #expect(production.urls == [] && production.code == .notSent)
    }
  }

  @Test("pages without signed data follow each other, and end")
  func members() async throws {
    let run = try await run(.groupMembers, "42") { _, call in
      Self.json(#"{"members":[],"hasMore":\#(call < 150),"paginationToken":"t\#(call)"}"#)
    }
    #expect(run.failure == nil && run.answers.count == 150)
    #expect(run.urls.last?.hasPrefix(Self.sandbox + "/groups/v1/group/42?paginationToken=t") == true)
  }

  @Test("the sandbox is asked on 4040010 and on 401, and nowhere else; what both said is told")
  func environments() async throws {
    let missing = try await run(.transaction) { _, _ in Self.error(4_040_010) }
    #expect(missing.failure?.fault.message.contains("neither production nor the sandbox knows") ?? false)
    let refused = try await run(.transaction) { _, _ in HTTPAnswer(status: 401) }
    #expect(refused.urls.count == 2 && refused.code == .unauthorized)
    #expect(refused.failure?.fault.message.contains("neither production nor the sandbox accepts") ?? false)
    let unreleased = try await run(.transaction) { url, _ in
      url.hasPrefix(Self.production) ? HTTPAnswer(status: 401) : Self.error(4_040_010)
    }
    #expect(unreleased.failure?.fault.hint?.contains("never released") ?? false)
    for code: Int64 in [4_040_001, 4_040_005, 4_000_006, 4_030_004, 5_000_000] {
      let run = try await run(.transaction) { _, _ in Self.error(code) }
      #expect(run.urls.count == 1 && run.code == .apiRefused && run.failure?.fault.apiCode == code)
    }
    let plain = try await run(.transaction) { _, _ in HTTPAnswer(status: 404) }
    #expect(plain.urls.count == 1 && plain.code == .httpStatus)
  }

  @Test("a report is looked for in the sandbox, too; what an app has is read where it was asked for")
  func places() async throws {
    let unknown = HTTPAnswer(status: 400, body: Array(#"{"errors":[{"errorCode":3,"errorMessage":"m"}]}"#.utf8))
    let found = try await run(.report, "r") { url, _ in
      url.hasPrefix(Self.production) ? unknown : Self.json(#"{"requestIdentifier":"r"}"#)
    }
    #expect(found.failure == nil && found.answers.count == 1 && found.urls.count == 2)
    let missing = try await run(.report, "r") { _, _ in unknown }
    #expect(missing.failure?.fault.message.contains("neither production nor the sandbox knows") ?? false)
    let other = try await run(.report, "r") { _, _ in
      HTTPAnswer(status: 400, body: Array(#"{"errors":[{"errorCode":4},{"errorCode":3}]}"#.utf8))
    }
    #expect(other.urls.count == 1 && other.code == .apiRefused)
    for call in [AppStoreServerCall.images, .messages, .realtimeURL] {
      let run = try await run(call) { _, _ in HTTPAnswer(status: 401) }
      #expect(run.urls.count == 1 && run.code == .unauthorized, "\(call.name)")
      #expect(run.failure?.fault.hint?.contains("--environment sandbox") ?? false, "\(call.name)")
    }
  }

  @Test("a clock that differs is named")
  func clocks() async throws {
    // FakeClock stands at Sun, 06 Nov 1994 08:49:37 GMT.
    for (date, words) in [
      ("Sun, 06 Nov 1994 08:59:37 GMT", "600 s behind"), ("Sun, 06 Nov 1994 08:39:37 GMT", "600 s ahead"),
      ("Sun, 06 Nov 1994 08:49:07 GMT", nil), ("yesterday", nil),
    ] as [(String, String?)] {
      let run = try await run(.transaction) { _, _ in HTTPAnswer(status: 401, fields: [("Date", date)]) }
      let message = try #require(run.failure?.fault.message)
      #expect(words.map(message.contains) ?? !message.contains("clock"), "\(message)")
    }
  }

  @Test("only what may pass is tried again")
  func retries() async throws {
    for code: Int64 in [4_040_002, 4_040_004, 4_040_006, 4_290_000, 5_000_001] {
      let run = try await run(.history) { _, _ in Self.error(code) }
      #expect(run.urls.count == 4 && run.code == .serverBusy && run.failure?.fault.apiCode == code)
      #expect(run.failure?.record?.gaveUp == .triesUsedUp)
    }
    for status in [408, 425, 429, 500, 502, 503] {
      let run = try await run(.history) { _, _ in HTTPAnswer(status: status) }
      #expect(run.urls.count == 4 && run.code == .serverBusy, "\(status)")
    }
    // The code does not belong to the status: another server than Apple's wrote it.
    let odd = try await run(.history) { _, _ in
      HTTPAnswer(status: 400, body: Array(#"{"errorCode":4040002}"#.utf8))
    }
    #expect(odd.urls.count == 1 && odd.code == .httpStatus)
  }

  @Test("Retry-After is a UNIX time in milliseconds")
  func retryAfter() async throws {
    let later = "\(Self.now.milliseconds + 7_250 + 1_000_000_000_000)"
    let far = try await run(.history) { _, _ in Self.error(4_290_000, [("Retry-After", later)]) }
    #expect(far.urls.count == 1)
    #expect(far.failure?.record?.gaveUp == .deadline(pause: .milliseconds(1_000_000_007_250), isAskedFor: true))
    // By the server's clock, which is that of the time.
    let date = "Mon, 23 Nov 2026 04:00:00 GMT"
    let soon = try await run(.history) { _, call in
      call == 1
        ? Self.error(4_290_000, [("Retry-After", "1795406405500"), ("Date", date)])
        : Self.json(#"{"revision":"1","hasMore":false,"signedTransactions":[]}"#)
    }
    #expect(soon.pauses == [.milliseconds(5_500)] && soon.answers.count == 1)
  }

  @Test("pages are handed over one at a time, each proven, with the same question")
  func pages() async throws {
    let minted = try Minted()
    let signed = try (1...3).map { try minted.sign(.transaction, ["transactionId": "\($0)"]) }
    let run = try await self.run(
      .history, "1", host: "https://api.example/base/", authenticator: minted.authenticator
    ) { _, call in
      Self.json(#"{"revision":"r\#(call)","hasMore":\#(call < 3),"signedTransactions":["\#(signed[call - 1])"]}"#)
    }
    #expect(run.failure == nil, "\(String(describing: run.failure))")
    #expect(run.answers.map { $0.items[0].payload["transactionId"]?.stringValue } == ["1", "2", "3"])
    #expect(run.answers.map(\.revision) == ["r1", "r2", "r3"] && run.answers.map(\.hasMore) == [true, true, false])
    #expect(run.answers.allSatisfy { $0.verdict == .testSigned && $0.environment == "Production" })
    let base = "https://api.example/base/inApps/v2/history/1"
    #expect(run.urls == [base, base + "?revision=r1", base + "?revision=r2"])
    #expect(Set(run.tokens).count == 3)
    let other = try minted.sign(.transaction, ["transactionId": "2", "environment": "Sandbox"])
    let mixed = try await self.run(
      .history, "1", host: "https://api.example", authenticator: minted.authenticator
    ) { _, call in
      let page = call == 1 ? signed[0] : other
      return Self.json(#"{"revision":"r\#(call)","hasMore":\#(call < 2),"signedTransactions":["\#(page)"]}"#)
    }
    #expect(mixed.code == .foreignAnswer && mixed.answers.count == 1)
  }

  @Test("a page that repeats and a revision that does not move are errors")
  func endless() async throws {
    let minted = try Minted()
    let one = try minted.sign(.transaction)
    let again = try await run(.history, "1", host: "https://api.example", authenticator: minted.authenticator) {
      Self.json(#"{"revision":"r\#($1)","hasMore":true,"signedTransactions":["\#(one)"]}"#)
    }
    #expect(again.code == .repeatedPage && again.urls.count == 2 && again.failure?.revision == "r1")
    for revisions in [["a", "a"], ["a", "b", "a"]] {
      let run = try await run(.history, "1") {
        Self.json(#"{"revision":"\#(revisions[$1 - 1])","hasMore":true,"signedTransactions":[]}"#)
      }
      #expect(run.code == .repeatedPage && run.urls.count == revisions.count)
    }
    let given = try await run(.history, "1", revision: "a") { _, _ in
      Self.json(#"{"revision":"a","hasMore":true,"signedTransactions":[]}"#)
    }
    #expect(given.code == .repeatedPage)
    let none = try await run(.history, "1") { _, _ in Self.json(#"{"hasMore":true,"signedTransactions":[]}"#) }
    #expect(none.code == .notAnAnswer)
  }

  @Test("pages without anything come to an end, also if each has a new revision")
  func empty() async throws {
    let run = try await run(.history, "1") {
      Self.json(#"{"revision":"r\#($1)","hasMore":true,"signedTransactions":[]}"#)
    }
    #expect(run.code == .repeatedPage && run.urls.count == 100, "\(run.urls.count)")
    // A page with something begins the count anew.
    let minted = try Minted()
    let signed = try (1...2).map { try minted.sign(.transaction, ["transactionId": "\($0)"]) }
    let whole = try await self.run(
      .history, "1", host: "https://api.example", authenticator: minted.authenticator
    ) { _, call in
      let list = call.isMultiple(of: 90) ? "\"\(signed[call / 90 - 1])\"" : ""
      return Self.json(#"{"revision":"r\#(call)","hasMore":\#(call < 181),"signedTransactions":[\#(list)]}"#)
    }
    #expect(whole.failure == nil && whole.answers.count == 181, "\(String(describing: whole.failure))")
  }

  @Test("a whole history has the identifier that was asked for; of another customer it is refused")
  func customer() async throws {
    let minted = try Minted()
    let first = try minted.sign(
      .transaction, ["transactionId": "11", "originalTransactionId": "10", "appTransactionId": "7"])
    let second = try minted.sign(
      .transaction,
      [
        "transactionId": "21", "originalTransactionId": "20", "appTransactionId": "7",
        "previousOriginalTransactionId": "19",
      ])
    // Of a purchase that was restored by StoreKit 1, Apple knows several identifiers (app-store-server-library-node,
    // issue 28).
    var others: [String: String] = [:]
    for (identifier, customer) in [("13", "7"), ("14", "8")] {
      others[identifier] = try minted.sign(
        .transaction, ["transactionId": identifier, "originalTransactionId": "99", "appTransactionId": customer])
    }
    let known = others
    func ask(_ identifier: String, _ call: AppStoreServerCall = .history, revision: String? = nil) async throws -> Run {
      try await run(
        call, identifier, revision: revision, host: "https://api.example", authenticator: minted.authenticator
      ) { url, number in
        if url.contains("/inApps/v1/transactions/") {
          return known[identifier].map { Self.json(#"{"signedTransactionInfo":"\#($0)"}"#) } ?? Self.error(4_040_010)
        }
        let list = number == 1 ? first : second
        return Self.json(#"{"revision":"r\#(number)","hasMore":\#(number == 1),"signedTransactions":["\#(list)"]}"#)
      }
    }
    for identifier in ["11", "10", "21", "20", "7", "19", "13"] {
      let run = try await ask(identifier)
      #expect(run.failure == nil && run.answers.count == 2, "\(identifier)")
    }
    for identifier in ["12", "14"] {
      let foreign = try await ask(identifier)
      #expect(foreign.code == .foreignAnswer && foreign.answers.count == 1 && foreign.failure?.revision == nil)
    }
    // What changed later, and what was refunded, need not have it.
    #expect(try await ask("12", revision: "r0").failure == nil)
    #expect(try await ask("12", .refunds).failure == nil)
    let nothing = try await run(.history, "12") { _, _ in
      Self.json(#"{"revision":"r","hasMore":false,"signedTransactions":[]}"#)
    }
    #expect(nothing.failure == nil && nothing.answers.count == 1)
  }

  @Test("an answer with one piece that is not proven, or foreign, is refused as a whole")
  func refused() async throws {
    let minted = try Minted()
    let good = try minted.sign(.transaction)
    let middle = good.index(good.endIndex, offsetBy: -40)
    let changed = good[..<middle] + (good[middle] == "A" ? "B" : "A") + good[good.index(after: middle)...]
    for (text, code) in [
      (String(changed), RemoteFault.Code.unprovenAnswer), (" " + good, .unprovenAnswer), ("x", .unprovenAnswer),
      ("", .unprovenAnswer), (try minted.sign(.renewal), .unprovenAnswer),
      (try minted.sign(.appTransaction), .unprovenAnswer),
      (try minted.sign(.transaction, ["bundleId": "com.example.other"]), .foreignAnswer),
      (try minted.sign(.transaction, ["environment": "Sandbox"]), .foreignAnswer),
    ] {
      let run = try await run(.history, "1", host: "https://api.example", authenticator: minted.authenticator) { _, _ in
        Self.json(#"{"revision":"r","hasMore":false,"signedTransactions":["\#(good)","\#(text)"]}"#)
      }
      #expect(run.answers.isEmpty && run.code == code, "\(String(describing: run.failure))")
      #expect(run.failure?.fault.message.contains("/signedTransactions/1") ?? false)
    }
    // Apple's servers never send what another authority signed, even if the user trusts it.
    let apple = try await run(.history, "1", authenticator: minted.authenticator) { _, _ in
      Self.json(#"{"revision":"r","hasMore":false,"signedTransactions":["\#(good)"]}"#)
    }
    #expect(apple.code == .unprovenAnswer && apple.urls.count == 1)
    let stranger = try await run(.history, "1", host: "https://api.example") { _, _ in
      Self.json(#"{"revision":"r","hasMore":false,"signedTransactions":["\#(good)"]}"#)
    }
    #expect(stranger.code == .unprovenAnswer)
    let around = try await run(.history, "1", host: "https://api.example", authenticator: minted.authenticator) {
      _, _ in
      Self.json(#"{"bundleId":"com.example.other","revision":"r","hasMore":false,"signedTransactions":["\#(good)"]}"#)
    }
    #expect(around.code == .foreignAnswer)
    let other = try await run(.transaction, "1", host: "https://api.example", authenticator: minted.authenticator) {
      _, _ in Self.json(#"{"signedTransactionInfo":"\#(good)"}"#)
    }
    #expect(other.code == .foreignAnswer)
  }

  @Test("statuses join a transaction and a renewal of the same subscription; an app transaction is one")
  func statuses() async throws {
    let minted = try Minted()
    let transaction = try minted.payload(.transaction).payload
    let original = try #require(transaction["originalTransactionId"]?.stringValue)
    let signed = try minted.sign(.transaction)
    func ask(_ renewal: String, _ named: String) async throws -> Run {
      try await self.run(.statuses, original, host: "https://api.example", authenticator: minted.authenticator) {
        _, _ in
        let status =
          #"{"status":1,"originalTransactionId":"\#(named)","signedTransactionInfo":"\#(signed)","signedRenewalInfo":"\#(renewal)"}"#
        return Self.json(
          #"{"environment":"Production","bundleId":"com.example.reader","data":[{"lastTransactions":[\#(status)]}]}"#)
      }
    }
    let renewal = try minted.sign(.renewal)
    let whole = try await ask(renewal, original)
    #expect(whole.answers.first?.items.map(\.kind) == [.transaction, .renewal], "\(String(describing: whole.failure))")
    #expect(try await ask(renewal, "1").code == .foreignAnswer)
    #expect(try await ask(minted.sign(.renewal, ["originalTransactionId": "1"]), original).code == .foreignAnswer)
    let app = try minted.sign(.appTransaction)
    let run = try await self.run(
      .appTransaction, "1", host: "https://api.example", authenticator: minted.authenticator
    ) { _, _ in Self.json(#"{"signedAppTransactionInfo":"\#(app)"}"#) }
    #expect(run.answers.first?.items.map(\.kind) == [.appTransaction], "\(String(describing: run.failure))")
  }

  @Test("a body that is no answer is named, and one that repeats the token is refused without it")
  func bodies() async throws {
    for (body, code) in [
      ("", RemoteFault.Code.emptyAnswer), ("<html>", .htmlPage), ("[]", .notAnAnswer), ("{}", .notAnAnswer),
      (#"{"signedTransactions":{},"hasMore":false}"#, .notAnAnswer),
      (#"{"signedTransactions":[],"signedTransactions":[],"hasMore":false}"#, .notAnAnswer),
      (#"{"signedTransactions":[]}"#, .notAnAnswer), (#"{"signedTransactions":[],"hasMore":1}"#, .notAnAnswer),
      (#"{"signedTransactions":["#, .truncatedAnswer),
    ] {
      let run = try await run(.history) { _, _ in Self.json(body) }
      #expect(run.code == code, "\(body)")
    }
    let page = try await run(.history) { _, _ in Self.json("<html>") }
    #expect(page.failure?.fault.message.contains("not an answer of the App Store Server API") ?? false)
    let transport = ScriptedTransport { _, _ in HTTPAnswer(status: 0) }
    transport.echoes = true
    let client = AppStoreServerClient(
      credentials: try Self.credentials(), transport: transport, clock: FakeClock().clock)
    let request = try #require(AppStoreServerRequest(.history, "1"))
    var pages = AppStoreServerPages(request)
    let failure = await #expect(throws: AppStoreServerFailure.self) { _ = try await client.next(of: &pages) }
    #expect(failure?.fault.code == .notAnAnswer)
    let token = try #require(transport.requests.first?.endpoint.token?.revealed)
    #expect(failure?.fault.message.contains(token) == false)
  }

  @Test("a token that cannot be signed is said to be that, and nothing is sent")
  func unsignedToken() async throws {
    let transport = ScriptedTransport { _, _ in HTTPAnswer(status: 200) }
    var credentials = try Self.credentials()
    credentials.sign = { (_) throws(ReceiptError) in throw ReceiptError(.defect, "libcrypto cannot sign") }
    let client = AppStoreServerClient(credentials: credentials, transport: transport, clock: FakeClock().clock)
    var pages = AppStoreServerPages(try #require(AppStoreServerRequest(.history, "1")))
    let failure = await #expect(throws: AppStoreServerFailure.self) { _ = try await client.next(of: &pages) }
    #expect(failure?.fault.code == .notSent && failure?.fault.message == "libcrypto cannot sign")
    #expect(transport.requests.isEmpty)
    // Nothing can have been done, either.
    let finish = try #require(AppStoreServerRequest(.finish, "1"))
    do {
      _ = try await client.change(finish)
      Issue.record("it was changed")
    } catch {
      #expect(error.fault.code == .notSent && error.mayBeDone == false)
    }
  }

  @Test("the body of every change is Apple's; what is not a value of Apple's makes none")
  func changes() {
    let extend = Self.extend("1", days: 90, reason: "1")
    #expect(extend?.body == Array(#"{"extendByDays":90,"extendReasonCode":1,"requestIdentifier":"r"}"#.utf8))
    for days in [0, 91, -1] { #expect(Self.extend("1", days: days) == nil) }
    // Apple wants a UUID for all subscribers, and any text for one (Apple, InvalidRequestIdentifier).
    #expect(AppStoreServerRequest(.massExtension, ["productId": "p", "id": "r"]) == nil)
    #expect(Self.extend("1", days: 1, reason: "4") == nil && Self.extend("1", days: 1, reason: "other") == nil)
    #expect(AppStoreServerRequest(.extend, "1") == nil)
    let all = AppStoreServerRequest(
      .extendAll,
      [
        "extendByDays": "1", "extendReasonCode": "0", "requestIdentifier": Self.uuid, "productId": "p",
        "storefrontCountryCodes": "USA", "storefrontCountryCodes": "DEU",
      ])
    #expect(
      all.map { String(decoding: $0.body, as: UTF8.self) }
        == #"{"extendByDays":1,"extendReasonCode":0,"requestIdentifier":"\#(Self.uuid)","productId":"p","#
        + #""storefrontCountryCodes":["USA","DEU"]}"#)
    #expect(
      Self.consumption("1", "DELIVERED", 99_999, "GRANT_PRORATED").map { String(decoding: $0.body, as: UTF8.self) }
        == #"{"customerConsented":true,"sampleContentProvided":true,"deliveryStatus":"DELIVERED","#
        + #""consumptionPercentage":99999,"refundPreference":"GRANT_PRORATED"}"#)
    // Apple, ConsumptionRequest: what was not delivered was not used; a part to refund is neither nothing nor all.
    #expect(Self.consumption("1", "UNDELIVERED_OTHER", 1) == nil && Self.consumption("1", "DELIVERED", 100_001) == nil)
    #expect(Self.consumption("1", "DELIVERED", 100_000, "GRANT_PRORATED") == nil)
    #expect(AppStoreServerRequest(.setToken, ["id": "1", "appAccountToken": "no uuid"]) == nil)
    #expect(AppStoreServerRequest(.finish, "../x") == nil)
  }

  private static let uuid = "7e3fb20b-4cdb-47cc-936d-99d65f608138"

  private static func extend(_ identifier: String, days: Int, reason: String = "2") -> AppStoreServerRequest? {
    AppStoreServerRequest(
      .extend,
      ["id": identifier, "extendByDays": "\(days)", "extendReasonCode": reason, "requestIdentifier": "r"])
  }

  private static func consumption(
    _ identifier: String, _ status: String, _ percentage: Int? = nil, _ preference: String? = nil
  ) -> AppStoreServerRequest? {
    var values: CallValues = [
      "id": identifier, "customerConsented": "true", "sampleContentProvided": "true", "deliveryStatus": status,
    ]
    if let percentage { values.add("\(percentage)", to: "consumptionPercentage") }
    if let preference { values.add(preference, to: "refundPreference") }
    return AppStoreServerRequest(.consume, values)
  }

  @Test("a change is sent again only where the server cannot have begun to work on it")
  func repeatedChanges() async throws {
    func tries(_ change: AppStoreServerRequest, _ answer: HTTPAnswer) async throws -> (count: Int, mayBeDone: Bool?) {
      let transport = ScriptedTransport { _, _ in answer }
      let client = AppStoreServerClient(
        credentials: try Self.credentials(), transport: transport, clock: FakeClock().clock)
      do {
        _ = try await client.change(change)
        return (transport.requests.count, nil)
      } catch {
        return (transport.requests.count, error.mayBeDone)
      }
    }
    let extend = try #require(Self.extend("1", days: 1))
    let finish = try #require(AppStoreServerRequest(.finish, "1"))
    let busy = try await tries(extend, HTTPAnswer(status: 503))
    #expect(busy == (1, true))
    let limited = try await tries(extend, Self.error(4_290_000))
    #expect(limited.count == 4 && limited.mayBeDone == false)
    let refused = try await tries(extend, Self.error(4_030_004))
    #expect(refused == (1, false))
    let again = try await tries(finish, HTTPAnswer(status: 503))
    #expect(again == (4, true))
    let done = try await tries(finish, HTTPAnswer(status: 202))
    #expect(done.count == 1 && done.mayBeDone == nil)
    // A redirect is not followed, so that nothing was sent to where the work is done.
    for change in [extend, finish] {
      let elsewhere = try await tries(change, HTTPAnswer(status: 302, fields: [("Location", "https://example.com/")]))
      #expect(elsewhere == (1, false))
    }
  }

  @Test("a change of a whole app stays where it is sent; one of a purchase goes on to the sandbox")
  func moves() async throws {
    func urls(_ change: AppStoreServerRequest) async throws -> (urls: [String], hint: String?) {
      let transport = ScriptedTransport { _, _ in HTTPAnswer(status: 401) }
      let client = AppStoreServerClient(
        credentials: try Self.credentials(), transport: transport, clock: FakeClock().clock)
      let failure = await #expect(throws: AppStoreServerFailure.self) { _ = try await client.change(change) }
      return (transport.requests.map(\.endpoint.url), failure?.fault.hint?.description)
    }
    let (uuid, product) = (Self.uuid, "com.example.monthly")
    let place: CallValues = ["productId": product, "locale": "en-US"]
    let changes: [AppStoreServerRequest?] = [
      AppStoreServerRequest(
        .extendAll,
        ["productId": product, "extendByDays": "1", "extendReasonCode": "2", "requestIdentifier": uuid]),
      AppStoreServerRequest(.uploadImage, ["id": uuid, "imageSize": "FULL_SIZE"], bytes: []),
      AppStoreServerRequest(.deleteImage, uuid),
      AppStoreServerRequest(.uploadMessage, ["id": uuid], document: .object([])),
      AppStoreServerRequest(.deleteMessage, uuid),
      AppStoreServerRequest(
        .setDefaultMessage, ["productId": product, "locale": "en-US", "messageIdentifier": uuid]),
      AppStoreServerRequest(.deleteDefaultMessage, place),
      AppStoreServerRequest(.setRealtimeURL, ["realtimeURL": "https://example.com/m"]),
      AppStoreServerRequest(.deleteRealtimeURL), Self.report(uuid),
    ]
    for change in changes {
      let change = try #require(change)
      let sent = try await urls(change)
      #expect(sent.urls.count == 1 && sent.urls[0].hasPrefix(Self.production), "\(change.call.name): \(sent.urls)")
      #expect(sent.hint?.contains("the sandbox was not asked: --environment sandbox does that") ?? false)
    }
    let report = try await urls(try #require(Self.report("SANDBOX_" + uuid)))
    #expect(report.urls.count == 1 && report.urls[0].hasPrefix(Self.sandbox))
    for change in [
      AppStoreServerRequest(.finish, "1"), AppStoreServerRequest(.setToken, ["id": "1", "appAccountToken": uuid]),
      .testNotification,
    ] {
      let sent = try await urls(try #require(change))
      #expect(sent.urls.map { $0.hasPrefix(Self.production) } == [true, false], "\(sent.urls)")
    }
  }

  private static func report(_ token: String) -> AppStoreServerRequest? {
    AppStoreServerRequest(.sendReport, document: .object([.init("externalPurchaseId", .string(token))]))
  }

  /// What Apple answers: ExtendRenewalDateResponse, SendTestNotificationResponse, and 202 or 200 without a body for the
  /// others.
  @Test("a change is done only if the answer says so as Apple's does")
  func confirmations() async throws {
    func outcome(_ change: AppStoreServerRequest, _ status: Int, _ body: String) async throws -> RemoteFault.Code? {
      let transport = ScriptedTransport { _, _ in HTTPAnswer(status: status, body: Array(body.utf8)) }
      let client = AppStoreServerClient(
        credentials: try Self.credentials(), retries: RetryPolicy(tries: 1), transport: transport,
        clock: FakeClock().clock)
      do {
        _ = try await client.change(change)
        return nil
      } catch {
        #expect(error.mayBeDone, "\(change.call.name) \(body)")
        return error.fault.code
      }
    }
    let extend = try #require(Self.extend("70", days: 1))
    let done =
      #"{"originalTransactionId":"70","webOrderLineItemId":"9","success":true,"effectiveDate":1698148900000}"#
    #expect(try await outcome(extend, 200, done) == nil)
    // A refusal in Apple's words is an answer, too.
    #expect(try await outcome(extend, 200, #"{"originalTransactionId":"70","success":false}"#) == nil)
    for body in [
      "", "{}", "[]", #"{"success":"false"}"#, #"{"success":true}"#, #"{"originalTransactionId":"70"}"#,
      #"{"originalTransactionId":"70","success":"true"}"#, #"{"originalTransactionId":"70","success":1}"#,
      #"{"originalTransactionId":"71","success":true}"#, #"{"originalTransactionId":"71","success":false}"#,
      #"{"originalTransactionId":70,"success":true}"#,
      #"{"originalTransactionId":"70","success":true,"success":true}"#,
      #"{"errorCode":4030004,"errorMessage":"x"}"#,
      #"{"originalTransactionId":"70","success":true,"errorCode":4030004}"#,
    ] {
      #expect(try await outcome(extend, 200, body) == .notAnAnswer, "\(body)")
    }
    #expect(try await outcome(extend, 204, "") == .notAnAnswer)
    let test = AppStoreServerRequest.testNotification
    #expect(try await outcome(test, 200, #"{"testNotificationToken":"ce3af791_1656711609000"}"#) == nil)
    for body in ["", "{}", "[]", #"{"testNotificationToken":""}"#, #"{"testNotificationToken":5}"#] {
      #expect(try await outcome(test, 200, body) == .notAnAnswer, "\(body)")
    }
    for change in [
      AppStoreServerRequest(.finish, "70"), Self.consumption("70", "DELIVERED"),
      AppStoreServerRequest(.setToken, ["id": "70", "appAccountToken": "7e3fb20b-4cdb-47cc-936d-99d65f608138"]),
    ] {
      let change = try #require(change)
      for (status, body) in [(202, ""), (200, ""), (200, "{}")] {
        #expect(try await outcome(change, status, body) == nil, "\(change.call.name) \(body)")
      }
      for body in ["[]", "null", "true", #"{"errorCode":4040010,"errorMessage":"x"}"#] {
        #expect(try await outcome(change, 200, body) == .notAnAnswer, "\(change.call.name) \(body)")
      }
    }
  }

  @Test("notifications are asked for by POST, page by page, and each is proven with the signed data inside")
  func notifications() async throws {
    let minted = try Minted()
    let text = try minted.sign(.notification)
    let page = { (token: String?, hasMore: Bool, text: String) in
      Self.json(
        #"{"hasMore":\#(hasMore)"# + (token.map { #","paginationToken":"\#($0)""# } ?? "")
          + #","notificationHistory":[{"signedPayload":"\#(text)","sendAttempts":[]}]}"#)
    }
    let request = AppStoreServerRequest.notifications(
      from: Instant(milliseconds: 1), until: Instant(milliseconds: 2), transaction: "7", onlyFailures: true)
    func ask(_ authenticator: Authenticator, _ answers: [HTTPAnswer]) async throws -> (
      Int, RemoteFault?, [RemoteRequest]
    ) {
      let transport = ScriptedTransport { _, count in answers[min(count, answers.count) - 1] }
      let client = AppStoreServerClient(
        credentials: try Self.credentials(),
        servers: RemoteServers(only: .production, try Endpoint("http://127.0.0.1:1/")),
        authenticator: authenticator, transport: transport, clock: FakeClock().clock)
      var pages = AppStoreServerPages(request)
      var count = 0
      do {
        while let answer = try await client.next(of: &pages) { count += answer.items.count }
        return (count, nil, transport.requests)
      } catch {
        return (count, error.fault, transport.requests)
      }
    }
    let whole = try await ask(minted.authenticator, [page(nil, false, text)])
    #expect(whole.0 == 1 && whole.1 == nil, "\(String(describing: whole.1))")
    #expect(whole.2.map(\.method) == [.post])
    #expect(
      whole.2.first.map { String(decoding: $0.body, as: UTF8.self) }
        == #"{"startDate":1,"endDate":2,"transactionId":"7","onlyFailures":true}"#)
    let lost = try await ask(minted.authenticator, [page(nil, true, text)])
    #expect(lost.1?.message.contains("no `paginationToken`") ?? false)
    for notification in NotificationTemplate.all {
      let text = try minted.minter.mint(try minted.payload(.notification, notification: notification))
      let found = try await ask(minted.authenticator, [page(nil, false, text)])
      #expect(found.0 == 1, "\(notification.name): \(String(describing: found.1))")
    }
    let unproven = try await ask(Authenticator(), [page(nil, false, text)])
    #expect(unproven.0 == 0 && unproven.1?.code == .unprovenAnswer)
  }
}

/// Answers by URL and by the number of the request, from 1.
///
/// `@unchecked Sendable` because the compiler does not see that every access to the requests holds the
/// lock, and that `echoes` is set before the first of them.
private final class ScriptedTransport: RemoteTransport, @unchecked Sendable {
  private let lock = NSLock()
  private var received: [RemoteRequest] = []
  private let script: @Sendable (String, Int) -> HTTPAnswer
  /// Whether the answer is the token that was shown.
  var echoes = false

  init(_ script: @escaping @Sendable (String, Int) -> HTTPAnswer) { self.script = script }

  var requests: [RemoteRequest] { lock.withLock { received } }

  func send(_ request: RemoteRequest) async throws(RemoteFault) -> HTTPAnswer {
    let number = lock.withLock {
      received.append(request)
      return received.count
    }
    if echoes {
      let token = request.endpoint.token?.revealed ?? ""
      return HTTPAnswer(
        status: 200, body: Array(#"{"revision":"\#(token)","hasMore":false,"signedTransactions":[]}"#.utf8))
    }
    return script(request.endpoint.url, number)
  }
}
