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
    /// The transactions and products that `expected` lists.
    var wanted: [String] = []
    /// The refused transaction that `reason` names first, and the rest of `reason` behind it.
    var refused: String?
    var rest: String?
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
  private let proven: TrustedReceipt?

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
      let validation = validator.validate(decoded)
      var failures = validation.verdict == .passed ? [] : Self.failures(validation)
      if !decoded.unread.isEmpty {
        let isSigned = if case .jws = decoded.document { true } else { false }
        failures.append(
          Failure(
            check: "input",
            reason: "not all of it was read: \(UnreadPart.sentence(decoded.unread))"
              + (isSigned ? "; an order is about one transaction: present its JWS alone" : "")))
      }
      if validator.expectations.environments.isEmpty {
        failures.append(
          Failure(
            check: "environment", expected: wanted.map(\.rawValue).joined(separator: " or "),
            found: decoded.environment, reason: "the ledger is for \(environment.rawValue)"))
      }
      var history: PurchaseHistory?
      var problem: String?
      if case .jws(let signature) = decoded.document {
        isSignedData = true
        problem = Self.problem(signature)
      } else {
        isSignedData = false
      }
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
      // A statement dated in the future would make all later statements seem outdated.
      let isTooEarly = (history?.knownUntil?.instant.milliseconds ?? 0) > validator.now.milliseconds + 86_400_000
      proven =
        isTooEarly ? nil : history.flatMap { history in decoded.judgement.flatMap { TrustedReceipt(history, $0) } }
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
      proven = nil
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
  var trusted: TrustedReceipt? { failures.allSatisfy { $0.subject == .content } ? proven : nil }

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

  /// The failed checks, and the requested checks that could not be run.
  private static func failures(_ validation: Validation) -> [Failure] {
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

/// A receipt presented for an order.
package struct Presentation: Sendable {
  /// The shop's identifier of the order.
  package var order: String
  /// The shop's name of the customer's account.
  package var account: String
  /// The receipt.
  package var receipt: PresentedReceipt
  /// When the order was made; `nil` means now.
  package var orderedAt: Instant?
  /// `applicationUsername` of the payment, as the app sent it.
  package var applicationUsername: String?
  /// The GUID of the device that presents the receipt.
  package var device: DeviceGUID?
  /// The account's `appAccountToken`, a UUID, from the shop's own records.
  package var accountToken: String?
  /// The products that the order is about; empty means any.
  package var products: [String] = []
  /// The transactions that the order is about; empty means any.
  package var transactions: [String] = []
  /// The client's key of the request; `nil` without one.
  package var key: RequestKey?

  /// Makes a presentation about everything in the receipt.
  package init(order: String, account: String, receipt: PresentedReceipt) {
    self.order = order
    self.account = account
    self.receipt = receipt
  }

  /// Makes a presentation of the device, for the account and about the products that are expected.
  package init(order: String, account: String, receipt: PresentedReceipt, expectations: Expectations) {
    self.init(order: order, account: account, receipt: receipt)
    device = expectations.deviceGUID
    accountToken = expectations.accountToken
    products = expectations.products
  }

  /// Whether the order does not name any purchases.
  var isAboutEverything: Bool { products.isEmpty && transactions.isEmpty }

  /// Whether the order is about a purchase.
  func isAbout(_ purchase: PurchaseRecord) -> Bool {
    let isProduct = products.isEmpty || products.contains { $0.isSame(as: purchase.productID) }
    let isTransaction = transactions.isEmpty || transactions.contains { $0.isSame(as: purchase.transactionID) }
    return isProduct && isTransaction
  }
}

/// The rules for a ledger's decisions, in addition to what `receipt-tool explain ledger-rules` says about customers.
package struct AdmissionRules: Sendable {
  /// Whether purchases that the account has may be presented again from another device, or without a known device.
  package var allowsRestore = false
  /// The age of a purchase, relative to its order, above which the purchase is reported.
  package var maximumOrderAge: DurationText?
  /// Whether Apple must confirm new purchases.
  package var asksApple = false
  /// Whether receipts are stored permanently, which polling requires.
  package var keepsReceipts = false
  /// What happens to a subscription that was bought again for another account.
  package var resubscription = ResubscriptionRule.transfer

  /// Makes rules that decide without Apple and keep no receipt.
  package init() {}
}
