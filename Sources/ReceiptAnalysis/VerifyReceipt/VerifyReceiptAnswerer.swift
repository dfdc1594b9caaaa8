/// Answers requests as verifyReceipt does, from the proof in the receipts alone. It uses no network, and reads no
/// clock.
///
/// The status is that of ``AppleForecast``, except that the anchors of ``decoder`` are accepted, too. The answerer also
/// decides what a forecast leaves open: the secret, whether the subscription of an iOS 6 receipt has expired, and 21003
/// or 21002. A test compares the answers with the forecasts over TestReceipts; they differ only for iOS 6 receipts.
///
/// A receipt is accepted if Apple signed it, or if an anchor of ``decoder`` proves it. An iOS 6 transaction receipt
/// does not embed the issuer of its certificate. It is refused unless that issuer is among the anchors, because nothing
/// else proves it.
public struct VerifyReceiptAnswerer: Sendable {
  /// Reads and judges receipts. Its judging time should be left `nil`: Apple judges at the receipt's own date.
  public var decoder: InputDecoder
  /// The shared secret that receipts with subscriptions require; `nil` accepts any secret, and requests without a
  /// secret.
  public var sharedSecret: Secret?
  /// Whether to answer as Apple does in practice instead of as Apple documents: 21002 to every receipt that it rejects,
  /// and never 21003.
  public var hasAppleQuirks: Bool

  /// Makes an answerer; see the properties.
  public init(decoder: InputDecoder = InputDecoder(), sharedSecret: Secret? = nil, hasAppleQuirks: Bool = false) {
    self.decoder = decoder
    self.sharedSecret = sharedSecret
    self.hasAppleQuirks = hasAppleQuirks
  }

  /// Answers a request.
  ///
  /// - Parameters:
  ///   - body: the body of the POST; untrusted.
  ///   - server: the server that was asked.
  ///   - now: the moment of the request, for `request_date` and for the expiry of iOS 6 subscriptions.
  ///   - worker: reads in place of ``decoder``, and caches chains across requests. Its decoder must be the same.
  public func answer(
    to body: [UInt8], server: VerifyReceiptAnswer.Server, at now: Instant, using worker: ReceiptWorker? = nil
  ) -> VerifyReceiptAnswer {
    guard body.count <= AppleForecast.maximumBody else { return .tooLarge }
    do throws(ReceiptError) {
      return answer(to: try ReceivedRequest(body), server: server, at: now, using: worker)
    } catch {
      return VerifyReceiptAnswer(status: 21002, reason: error.message)
    }
  }

  /// Answers for a receipt.
  ///
  /// - Parameters:
  ///   - receiptData: the value of `receipt-data` in a request: base64.
  ///   - password: the shared secret of the request.
  ///   - excludesOldTransactions: whether only the latest transaction of each subscription is wanted.
  ///   - server: the server to answer for.
  ///   - now: the moment of the request.
  package func answer(
    receiptData: String, password: String? = nil, excludesOldTransactions: Bool = false,
    server: VerifyReceiptAnswer.Server, at now: Instant
  ) -> VerifyReceiptAnswer {
    let request = ReceivedRequest(
      receiptData: Array(receiptData.utf8), password: password.map { Array($0.utf8) },
      excludesOldTransactions: excludesOldTransactions)
    return answer(to: request, server: server, at: now, using: nil)
  }

  private func answer(
    to request: ReceivedRequest, server: VerifyReceiptAnswer.Server, at now: Instant, using worker: ReceiptWorker?
  ) -> VerifyReceiptAnswer {
    // This is the path for nearly every receipt: its base64 is canonical, and is decoded here. Below, `worker.decode`
    // asks the cache a second time, which can succeed only if the canonical form is another text.
    if let decoded = worker?.decodedByCachedChain(request.receiptData), decoded.input.layers == [.base64] {
      return answer(for: decoded, request.receiptData, request, server: server, at: now)
    }
    let value = ReceiptDataValue(request.receiptData) { (text) throws(ReceiptError) in
      if let worker { try worker.decode(text) } else { try decoder.decode(text) }
    }
    switch value {
    case .malformed(let reason): return malformed(reason)
    case .receipt(let decoded, let canonical):
      return answer(for: decoded, canonical, request, server: server, at: now)
    }
  }

  private func answer(
    for decoded: DecodedInput, _ canonical: [UInt8], _ request: ReceivedRequest, server: VerifyReceiptAnswer.Server,
    at now: Instant
  ) -> VerifyReceiptAnswer {
    let forecast = AppleForecast(to: decoded, accepting: .testSigned)
    let expected = server == .production ? forecast.production : forecast.sandbox
    // A bare payload is left out: it has no signature that could be wrong. Its forecast is 21002.
    if let authenticity = decoded.authenticity, !authenticity.verdict.isAtLeast(.testSigned), decoded.input.isSigned {
      let reason: Message =
        if case .transactionReceipt = decoded.document, expected.status != 21002 {
          "the certificate of an iOS 6 receipt does not hold its issuer; give that as a trust anchor"
        } else {
          expected.reason
        }
      return VerifyReceiptAnswer(status: hasAppleQuirks ? 21002 : 21003, reason: reason)
    }
    guard let status = expected.status else { return malformed("receipts of its type have not been described yet") }
    guard status == 0 else { return VerifyReceiptAnswer(status: status, reason: expected.reason) }
    if expected.needsSecret, let sharedSecret, !sharedSecret.matches(request.password ?? []) {
      return VerifyReceiptAnswer(
        status: 21004,
        reason: request.password == nil
          ? "the receipt has subscriptions and the request no password" : "the password is another")
    }
    switch decoded.document {
    case .receipt(let receipt):
      return VerifyReceiptAnswer(
        status: 0, reason: "the receipt is valid",
        content: .receipt(
          receipt, canonicalBase64: canonical, excludesOldTransactions: request.excludesOldTransactions, server: server,
          requestDate: now))
    case .transactionReceipt(let receipt):
      let isExpired = receipt.expiresInstant.map { $0 <= now } ?? false
      return VerifyReceiptAnswer(
        status: isExpired ? 21006 : 0, reason: isExpired ? "the subscription has expired" : "the receipt is valid",
        content: .transactionReceipt(receipt, canonicalBase64: canonical))
    case .jws: return malformed(expected.reason)
    }
  }

  private func malformed(_ reason: Message) -> VerifyReceiptAnswer {
    VerifyReceiptAnswer(status: 21002, reason: reason)
  }
}

extension RecognizedInput {
  /// Whether the receipt has an envelope.
  fileprivate var isSigned: Bool {
    switch content {
    case .signedData, .transactionReceipt: true
    case .payload, .jws: false
    }
  }
}
