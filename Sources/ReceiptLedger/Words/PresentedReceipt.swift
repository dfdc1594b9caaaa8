import ReceiptKit

/// A presented receipt or signed transaction, decoded and judged: the complete input of a ledger's decision. Creating
/// this value does not access a ledger.
package struct PresentedReceipt: Sendable {
  /// A requested check that did not pass.
  package struct Failure: Equatable, Sendable {
    /// The name of the failure in reports: the name of a check of `validate`, `input` for an unreadable receipt, or
    /// `purchase`.
    package var check: String
    /// The expected value.
    package var expected: String?
    /// The actual value.
    package var found: String?
    /// Why the check failed.
    package var reason: String?
    /// The transactions and products that `expected` lists. They are stored apart, as is the next one (``Mention``).
    var expectedNames: [String] = []
    /// The refused transaction that `reason` names first.
    var refusedTransaction: String?
    /// The part of `reason` behind that name.
    var reasonWithoutName: String?
    /// The subject of the failure. The claims of a receipt stay true only if all failures are about its content.
    var subject = Check.Subject.provenance
  }

  /// SHA-256 of the receipt without its wrappings, so that every wrapping gives the same digest.
  ///
  /// For an input that is not a receipt, SHA-256 of the input itself.
  package let sha256: [UInt8]
  /// SHA-256 of the signed content, if the signature holds; `nil` otherwise.
  ///
  /// The digest is the same for every form of the receipt with a valid signature. Without a valid signature, any part
  /// of a receipt can be varied.
  package let signedSHA256: [UInt8]?
  /// The receipt without its wrappings; Apple accepts it in base64. Empty if the input is not a receipt.
  package let body: [UInt8]
  /// The signed bundle identifier.
  package let bundleID: String?
  /// The environment, in verifyReceipt's word.
  package let environment: String?
  /// When the receipt was made; for signed data, when it was signed.
  package let createdAt: Instant?
  /// Whether it is signed data of StoreKit 2 (a JWS), which verifyReceipt does not accept.
  let isSignedData: Bool
  /// The verdict on the signer; `nil` if unknown.
  package let verdict: Authenticity.Verdict?
  /// The purchases in the receipt. They may be used only if ``failures`` is empty.
  package let purchases: [PurchaseRecord]
  /// Why a purchase of the order may be missing in the receipt.
  let reasonsForMissing: Message
  /// Why the receipt is rejected; empty if it is good.
  package private(set) var failures: [Failure]
  /// Why the input could not be read, if it is not a receipt.
  package let unreadable: ReceiptError?
  /// The claims of the receipt, if they are proven.
  private let provenReceipt: TrustedReceipt?

  /// Reads and judges a receipt.
  ///
  /// - Parameters:
  ///   - bytes: an input in any form; untrusted.
  ///   - worker: decides whom to trust and how much to read; caches chains from one receipt to the next.
  ///   - validator: the expectations, and the time at which they are judged.
  ///   - environment: the environment of the ledger; the validator's expectations can only narrow it.
  package init(
    _ bytes: [UInt8], worker: ReceiptWorker, validator: Validator, environment: LedgerEnvironment
  ) {
    do throws(ReceiptError) {
      let decoded = try worker.decode(bytes)
      var validator = validator
      // The environments of the ledger, as far as the expectations name them, too; none are left if they exclude them.
      let own: [Expectations.Environment] = environment == .production ? [.production, .vpp] : [.sandbox]
      let wanted = validator.expectations.environments
      validator.expectations.environments = wanted.isEmpty ? own : own.filter(wanted.contains)
      let content = Self.content(decoded) ?? bytes
      body = content
      sha256 = DigestAlgorithm.sha256.digest(content)
      self.environment = decoded.environment
      verdict = decoded.authenticity?.verdict
      reasonsForMissing = decoded.reasonsForMissing
      let holds = verdict == .authentic || verdict == .testSigned
      signedSHA256 = holds ? decoded.signedContent.map { DigestAlgorithm.sha256.digest($0) } : nil
      unreadable = nil
      let signature: JSONWebSignature? = if case .jws(let found) = decoded.document { found } else { nil }
      isSignedData = signature != nil
      var failures = Self.failures(decoded, validator)
      if validator.expectations.environments.isEmpty {
        failures.append(
          Failure(
            check: "environment", expected: wanted.map(\.rawValue).joined(separator: " or "),
            found: decoded.environment, reason: "the ledger is for \(environment.rawValue)"))
      }
      var history: PurchaseHistory?
      var problem = signature.flatMap(Self.problem)
      if problem == nil {
        do throws(ReceiptError) {
          history = try PurchaseHistory(decoded)
          problem = history?.identifierProblem?.description
        } catch {
          problem = error.message.description
        }
      }
      if let problem { failures.append(Failure(check: "input", reason: problem)) }
      let app = history?.bundleID ?? decoded.bundleIdentifier
      bundleID = app.flatMap { $0.storeIdentifierProblem == nil ? $0 : nil }
      createdAt = history?.knownUntil?.instant
      purchases = history?.purchases ?? []
      let isFromFuture = history?.knownUntil?.instant.isPossibleDate(at: validator.now) == false
      if let history, let judgement = decoded.judgement, !isFromFuture {
        provenReceipt = TrustedReceipt(history, judgement)
      } else {
        provenReceipt = nil
      }
      self.failures = failures
    } catch {
      body = []
      sha256 = DigestAlgorithm.sha256.digest(bytes)
      bundleID = nil
      self.environment = nil
      createdAt = nil
      verdict = nil
      signedSHA256 = nil
      purchases = []
      isSignedData = false
      reasonsForMissing = ""
      provenReceipt = nil
      failures = [Failure(check: "input", found: error.code.rawValue, reason: error.message.description)]
      unreadable = error
    }
  }

  /// Rejects a receipt of an app that is not the ledger's.
  ///
  /// The check runs in the transaction that decides, so no caller can omit it.
  ///
  /// - Parameter isUnused: whether the ledger has accepted nothing yet.
  mutating func refuseApp(unlessAmong apps: [String], isUnused: @autoclosure () throws -> Bool) rethrows {
    guard unreadable == nil, !apps.contains(where: { $0.isSame(as: bundleID) }) else { return }
    failures.removeAll { $0.check == "bundle_identifier" }
    // The hint does not contain a command with the identifier: the sender controls the identifier, and people paste
    // commands into shells.
    let way =
      try isUnused()
      ? "nothing was accepted yet, so that --bundle-id may still name other apps"
      : "`receipt-tool ledger apps add` names more apps"
    failures.append(
      Failure(
        check: "bundle_identifier", expected: apps.joined(separator: " or "), found: bundleID,
        reason: (bundleID.map { "the ledger is not for the app \($0)" } ?? "it does not say which app it is for")
          + "; \(way)"))
  }

  /// The receipt with claims that are true, even if it lacks the expected content.
  ///
  /// Such a receipt is proven, and no failure is about its provenance. If only the user's anchor proves it, that anchor
  /// must be allowed; the check of the signature decides this.
  var trusted: TrustedReceipt? { failures.allSatisfy { $0.subject == .content } ? provenReceipt : nil }

  /// The receipt without its wrappings.
  private static func content(_ decoded: DecodedInput) -> [UInt8]? {
    switch decoded.input.content {
    case .signedData(let bytes), .payload(let bytes), .transactionReceipt(let bytes): bytes
    // The whole text, which Apple's libraries accept. The payload alone proves nothing.
    case .jws(let signature): signature.text
    }
  }

  /// Why signed data cannot be presented for an order; `nil` for a transaction, which can.
  private static func problem(_ signature: JSONWebSignature) -> String? {
    switch SignedPayloadKind(signature.payload) {
    case .transaction?:
      signature.signedAt == nil ? "it does not say when it was signed (`signedDate`), and the newest counts" : nil
    case .notification?: "it is a server notification and no order's: `receipt-tool ledger notify` takes it in"
    case .renewal?:
      "it is renewal information, which holds no purchase: present the transaction of the same subscription (its JWS)"
    case .appTransaction?:
      """
      it is an AppTransaction, the download of the app, which holds no purchase: present the transaction (its JWS) or \
      the receipt
      """
    case .realtime?:
      "it is a question of retention messaging, which holds no purchase: present the transaction (its JWS)"
    case nil: "it is a JWS without a purchase: present a transaction of StoreKit 2 (its JWS) or the receipt"
    }
  }

  /// What the checks found, and what was not read.
  private static func failures(_ decoded: DecodedInput, _ validator: Validator) -> [Failure] {
    let validation = validator.validate(decoded)
    var failures: [Failure] = validation.verdict == .passed ? [] : Self.failedChecks(validation)
    guard !decoded.unread.isEmpty else { return failures }
    let isSignedData = if case .jws = decoded.document { true } else { false }
    failures.append(
      Failure(
        check: "input",
        reason: "not all of it was read: \(UnreadPart.sentence(decoded.unread))"
          + (isSignedData ? "; an order is about one transaction: present its JWS alone" : "")))
    return failures
  }

  /// The failed checks, and the requested checks that could not be run.
  private static func failedChecks(_ validation: Validation) -> [Failure] {
    validation.checks.compactMap { result in
      guard result.outcome == .failed || result.isMissing else { return nil }
      return Failure(
        check: result.identifier, expected: result.expected, found: result.found, reason: result.reason?.description,
        subject: Check.named(result.identifier)?.subject ?? .provenance)
    }
  }
}

/// A proven receipt: a ledger grants its purchases, and believes its reports of refunds whatever the decision on the
/// order.
struct TrustedReceipt {
  let purchases: [PurchaseRecord]

  fileprivate init?(_ history: PurchaseHistory, _ judgement: Judgement) {
    switch judgement {
    case .authentic, .testSigned: purchases = history.purchases
    case .untrusted: return nil
    }
  }
}

extension Instant {
  /// Whether a statement can have this date. A day is allowed, because clocks differ. A date later than that is not
  /// believed, because all later statements would seem outdated.
  func isPossibleDate(at now: Instant) -> Bool { milliseconds <= now.milliseconds + 86_400_000 }
}
