import Dispatch
import NIOConcurrencyHelpers
import ReceiptKit
import ReceiptMint
import Testing

@testable import ReceiptServer

/// Chains that were never seen are the only thing that is dear about a notification.
@Suite("Notifications are proven")
struct NotificationProverTests {
  private static let authority = Result { try TestAuthority(seed: "notifications", keySize: .bits1024) }
  private static let stranger = Result { try TestAuthority(seed: "strangers", keySize: .bits1024) }
  private static let date = "2025-12-26T00:00:00Z"
  /// That of the date.
  private static let moment: Int64 = 1_766_707_200_000

  private let minter: JWSMinter
  private let decoder: InputDecoder
  private let prover: NotificationProver

  init() throws {
    minter = try JWSMinter(Self.authority.get(), signedAt: Self.date)
    decoder = try Self.decoder(minter.anchors)
    prover = NotificationProver(decoder)
  }

  private static func decoder(_ anchors: [TestCertificate]) throws -> InputDecoder {
    InputDecoder(
      authenticator: Authenticator(anchors: try TrustAnchor.read(Array(anchors.map(\.pem).joined().utf8))))
  }

  /// A notification with a transaction in it.
  private func mint(_ minter: JWSMinter, signed: Int64 = moment, transaction: String? = nil) throws -> String {
    let options = TemplateOptions(creationDate: Instant(milliseconds: Self.moment))
    var description = try SignedDataTemplate(.notification, options: options).description(seed: "prover")
    let own = """
      {"transactionId":"1","bundleId":"a","productId":"p","type":"Consumable","purchaseDate":\(signed),
      "environment":"Sandbox","signedDate":\(signed)}
      """
    description.payload = try JSONReader().read(
      Array(
        """
        {"notificationType":"REFUND","notificationUUID":"A","signedDate":\(signed),"data":{"bundleId":"a",
        "environment":"Sandbox","signedTransactionInfo":\(transaction.map { "\"\($0)\"" } ?? own)}}
        """.utf8))
    return try minter.mint(description)
  }

  private func read(_ text: String) throws -> UnprovenNotification {
    try #require(try UnprovenNotification(Array(text.utf8), decoder: decoder))
  }

  @Test("a chain is verified once for all that is signed under it, right or wrong")
  func remembered() throws {
    let first = try read(mint(minter))
    #expect(try prover.proveUnderKnownChains(first) == nil)
    #expect(try prover.proveAndRemember(first).verdict == .testSigned)
    let second = try read(mint(minter, signed: Self.moment + 1_000))
    #expect(try prover.proveUnderKnownChains(second)?.verdict == .testSigned)
    // With the signature of the first; what is said of it is what a verification of the chain says.
    let parts = try [mint(minter, signed: Self.moment + 1_000), mint(minter)].map { $0.split(separator: ".") }
    let forged = try read((parts[0].dropLast() + [parts[1][2]]).joined(separator: "."))
    func judged(_ notification: SignedNotification) -> String {
      var writer = JSONWriter(layout: .compact)
      writer.authenticity(notification.purchase.judgements[0].authenticity)
      return String(decoding: writer.bytes, as: UTF8.self)
    }
    let known = try #require(try prover.proveUnderKnownChains(forged))
    #expect(known.verdict == .badSignature)
    #expect(try judged(known) == judged(forged.proven(by: decoder)))
  }

  @Test("a chain that does not hold is verified once, and never taken for one that holds")
  func unverified() throws {
    let stranger = try JWSMinter(Self.stranger.get(), signedAt: Self.date)
    let own = try read(mint(minter))
    let text = try mint(stranger)
    #expect(try prover.proveUnderKnownChains(read(text)) == nil)
    #expect(try prover.proveAndRemember(read(text)).verdict == .untrustedChain)
    #expect(try prover.proveUnderKnownChains(read(text))?.verdict == .untrustedChain)
    _ = try prover.proveAndRemember(own)
    #expect(try prover.proveUnderKnownChains(own) != nil)
    // Outside of the validity of a remembered chain.
    let early = try read(mint(minter, signed: 1_000_000_000_000))
    #expect(try prover.proveUnderKnownChains(early) == nil)
    #expect(try prover.proveAndRemember(early).verdict == .outsideValidity)
    // Inside of what is signed under a remembered chain.
    let payload = #"{"transactionId":"1","bundleId":"a","environment":"Sandbox","signedDate":\#(Self.moment)}"#
    var description = try SignedDataTemplate(
      .transaction, options: TemplateOptions(creationDate: Instant(milliseconds: Self.moment))
    ).description(seed: "prover")
    description.payload = try JSONReader().read(Array(payload.utf8))
    let mixed = try read(mint(minter, transaction: stranger.mint(description)))
    #expect(try prover.proveUnderKnownChains(mixed)?.verdict == .untrustedChain)
    #expect(try prover.proveAndRemember(mixed).verdict == .untrustedChain)
  }

  @Test("sixteen chains are remembered, and the oldest one gives way")
  func bounded() throws {
    // Xcode's certificates are each of one year.
    let dates = (2010..<2027).map { "\($0)-06-01T00:00:00Z" }
    let minters = try dates.map { try JWSMinter(Self.authority.get(), signedAt: $0, isXcode: true) }
    let prover = NotificationProver(try Self.decoder(minters.flatMap(\.anchors)))
    let notifications = try zip(minters, dates).map { minter, date in
      try read(mint(minter, signed: #require(ReceiptDate(date)).instant.milliseconds))
    }
    for notification in notifications {
      #expect(try prover.proveAndRemember(notification).verdict == .testSigned)
    }
    let forgotten = try notifications.map { try prover.proveUnderKnownChains($0) == nil }
    #expect(forgotten == [true] + Array(repeating: false, count: 16))
  }

  @Test("what is under a chain that held does not wait behind strangers' chains")
  func queues() async throws {
    let prover = prover
    @Sendable func prove(_ text: String) async throws -> Authenticity.Verdict? {
      let outcome = try await prover.prove(Array(text.utf8)) { _ -> Int? in nil }
      guard case .proven(let notification) = outcome else { return nil }
      return notification.verdict
    }
    #expect(try await prove(mint(minter)) == .testSigned)
    let stranger = try mint(JWSMinter(Self.stranger.get(), signedAt: Self.date))
    #expect(try await prove(stranger) == .untrustedChain)
    #expect(prover.isUnderKnownHeader(Array(try mint(minter).utf8)))
    #expect(!prover.isUnderKnownHeader(Array(stranger.utf8)))
    // The threads for other chains, and those for requests with a token, have work for as long as the test wants.
    let (end, busy) = (DispatchSemaphore(value: 0), NIOLockedValueBox(0))
    let work = (0..<64).flatMap { _ in [WorkerThreads.otherChains, .guarded] }.map { threads in
      Task {
        try await threads.run {
          if threads === WorkerThreads.otherChains { busy.withLockedValue { $0 += 1 } }
          end.wait()
        }
      }
    }
    while busy.withLockedValue({ $0 < 2 }) { await Task.yield() }
    let others = (0..<100).map { _ in Task { try await prove(stranger) } }
    let verdict = try await prove(mint(minter, signed: Self.moment + 2_000))
    for _ in work { end.signal() }
    #expect(verdict == .testSigned)
    for task in work { try await task.value }
    for other in others { #expect(try await other.value == .untrustedChain) }
  }

  @Test("what its claims answer is not proven, under a known header or not")
  func answered() async throws {
    let own = try mint(minter)
    for _ in 0..<2 {
      let outcome = try await prover.prove(Array(own.utf8)) { claims -> String? in claims.identifier }
      guard case .answered("a") = outcome else {
        Issue.record("\(outcome)")
        continue
      }
      #expect(try prover.proveUnderKnownChains(read(own)) == nil || prover.isUnderKnownHeader(Array(own.utf8)))
      _ = try await prover.prove(Array(own.utf8)) { _ -> String? in nil }
    }
    await #expect(throws: Problem.self) { try await prover.prove(Array("e30.e30.AA".utf8)) { _ -> Int? in nil } }
  }

  @Test("many at one time are proven, and none is turned away once its chain is remembered")
  func atOnce() async throws {
    let text = Array(try mint(minter).utf8)
    @Sendable func verdict() async throws -> Authenticity.Verdict? {
      let outcome = try await prover.prove(text) { _ -> Int? in nil }
      guard case .proven(let notification) = outcome else { return nil }
      return notification.verdict
    }
    _ = try await verdict()
    let verdicts = try await withThrowingTaskGroup(of: Authenticity.Verdict?.self) { group in
      for _ in 0..<200 { group.addTask { try await verdict() } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(verdicts == Array(repeating: .testSigned, count: 200))
  }
}
