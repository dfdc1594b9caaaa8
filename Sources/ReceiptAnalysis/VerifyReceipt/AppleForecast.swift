/// A forecast of the answer of Apple's verifyReceipt, as far as it can be known without a request.
///
/// Based on Apple's documentation and on what the endpoint was measured to accept: the base64 of `ReceiptDataValue`,
/// and bodies of 3,145,728 bytes at most. It answers 21002 to every receipt that it rejects.
public struct AppleForecast: Equatable, Sendable {
  /// The maximum size of the body of a request, in bytes (measured by a third party, September 2026).
  package static let maximumBody = 3_145_728
  /// The number of bytes that `{"receipt-data":""}` adds to the receipt.
  private static let bodyOverhead = 19

  /// One server's answer.
  public struct Answer: Equatable, Sendable {
    /// 200; or 413 for a body that is too large.
    package var httpStatus = 200
    /// `status` of the answer; `nil` if the answer has no status, or if it cannot be forecast.
    public var status: Int?
    /// Other possible values of `status`. ``reason`` says when each applies.
    package var otherStatuses: [Int] = []
    /// Why this answer is expected, in words without a final full stop.
    public var reason: Message

    /// Whether the receipt is accepted only with the app's shared secret.
    var needsSecret: Bool { otherStatuses.contains(21004) }

    /// `21007`, or `HTTP 413`, or `unknown`.
    package var title: String {
      if httpStatus != 200 { return "HTTP \(httpStatus)" }
      return status.map { String($0) } ?? "unknown"
    }
  }

  /// The answer of https://buy.itunes.apple.com/verifyReceipt.
  public var production: Answer
  /// The answer of https://sandbox.itunes.apple.com/verifyReceipt.
  public var sandbox: Answer

  private init(production: Answer, sandbox: Answer) {
    self.production = production
    self.sandbox = sandbox
  }

  /// The forecast that both servers reject the input for the same reason.
  static func refused(_ reason: Message, alsoDocumented: [Int] = []) -> AppleForecast {
    let answer = Answer(status: 21002, otherStatuses: alsoDocumented, reason: reason)
    return AppleForecast(production: answer, sandbox: answer)
  }

  /// A rejection only because of the size, whatever the content; `nil` for a body that is small enough.
  static func tooLarge(body count: Int) -> AppleForecast? {
    guard count > maximumBody else { return nil }
    let answer = Answer(
      httpStatus: 413, status: nil,
      reason: "\(grouped: count) bytes; Apple takes bodies of \(grouped: maximumBody) bytes at most")
    return AppleForecast(production: answer, sandbox: answer)
  }

  /// The same forecast for a request whose `receipt-data` has this many characters of base64. JSON escapes none of
  /// them.
  static func tooLarge(base64 count: Int) -> AppleForecast? { tooLarge(body: count + bodyOverhead) }

  /// The same forecast for a text that becomes `receipt-data`, of which JSON escapes some characters.
  static func tooLarge(receiptData text: [UInt8]) -> AppleForecast? {
    let escapes = text.reduce(0) { count, byte in
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), 0x08...0x0A, 0x0C, 0x0D: count + 1
      case 0..<0x20: count + 5
      default: count
      }
    }
    return tooLarge(body: text.count + escapes + bodyOverhead)
  }

  /// The answer to a request with this body, byte for byte.
  ///
  /// - Parameter accepted: see ``init(to:accepting:)``.
  static func toBody(
    _ body: [UInt8], _ decoder: InputDecoder, accepting accepted: Authenticity.Verdict = .authentic
  ) -> AppleForecast {
    if let tooLarge = tooLarge(body: body.count) { return tooLarge }
    do throws(ReceiptError) {
      return toReceiptData(try ReceivedRequest(body).receiptData, decoder, accepting: accepted)
    } catch {
      return refused(error.message)
    }
  }

  /// The answer to a request with this text as its `receipt-data`.
  ///
  /// - Parameters:
  ///   - accepted: the same as for ``init(to:accepting:)``.
  ///   - objection: a plainer reason why the text is not accepted.
  static func toReceiptData(
    _ text: [UInt8], _ decoder: InputDecoder, accepting accepted: Authenticity.Verdict = .authentic,
    objection: Message? = nil
  ) -> AppleForecast {
    if let tooLarge = tooLarge(receiptData: text) { return tooLarge }
    let value = ReceiptDataValue(text) { (text) throws(ReceiptError) in try decoder.decode(text) }
    switch value {
    case .malformed(let reason): return refused(objection ?? reason)
    case .receipt(let decoded, _): return AppleForecast(to: decoded, accepting: accepted)
    }
  }

  /// The same for a request without the shared secret, which a receipt with subscriptions needs.
  var withoutSecret: AppleForecast {
    func changed(_ answer: Answer) -> Answer {
      guard answer.status == 0, answer.needsSecret else { return answer }
      return Answer(status: 21004, reason: "the receipt has subscriptions, and the request no password")
    }
    return AppleForecast(production: changed(production), sandbox: changed(sandbox))
  }

  /// The answer to a receipt in canonical base64.
  ///
  /// - Parameter accepted: the weakest accepted verdict. Apple accepts only `authentic`; a private verifyReceipt also
  ///   accepts receipts that its user's anchors prove.
  init(to decoded: DecodedInput, accepting accepted: Authenticity.Verdict = .authentic) {
    switch decoded.document {
    case .jws(let signature):
      let what: Message = ForeignToken(signature)?.words ?? "signed data of StoreKit 2 (a JWS)"
      self = .refused("\(what); verifyReceipt knows only app receipts")
    case .transactionReceipt(let receipt): self = .legacy(receipt, decoded.authenticity, accepted)
    case .receipt(let receipt): self = .appReceipt(receipt, decoded.authenticity, accepted)
    }
  }

  private static func appReceipt(
    _ receipt: Receipt, _ authenticity: Authenticity?, _ accepted: Authenticity.Verdict
  ) -> AppleForecast {
    let isAccepted = authenticity?.verdict.isAtLeast(accepted) ?? false
    if receipt.isFromXcode, !isAccepted {
      return .refused("signed by StoreKit testing in Xcode, which Apple does not know")
    }
    if let refusal = refusalOfSigner(authenticity, accepted) { return refusal }
    let signer: Message =
      authenticity?.verdict == .authentic ? "Apple signed it" : "an anchor that was given vouches for it"
    let good =
      receipt.hasSubscriptions
      ? Answer(status: 0, otherStatuses: [21004], reason: "\(signer); 21004 without the app's shared secret")
      : Answer(status: 0, reason: signer)
    switch receipt.environment {
    case .production: return .production(good)
    case .sandbox: return .sandbox(good)
    case .xcode where accepted != .authentic:
      // Users who give Xcode's certificate as an anchor test with receipts from Xcode, which belong to the sandbox.
      return .sandbox(good, "it is a receipt of StoreKit testing")
    case .xcode, nil:
      let unknown = Answer(
        status: nil, otherStatuses: [0, 21007, 21008],
        reason: receipt.receiptType.map { "\(signer), but the receipt type \($0) has not been described yet" }
          ?? "\(signer), but it has no receipt type")
      return AppleForecast(production: unknown, sandbox: unknown)
    }
  }

  /// The issuer of an iOS 6 receipt is not embedded, so an unknown chain does not mean that Apple would reject it.
  private static func legacy(
    _ receipt: TransactionReceipt, _ authenticity: Authenticity?, _ accepted: Authenticity.Verdict
  ) -> AppleForecast {
    if let authenticity, authenticity.verdict != .untrustedChain, let refusal = refusalOfSigner(authenticity, accepted)
    {
      return refusal
    }
    var good = Answer(status: 0, reason: "an iOS 6 receipt, which Apple still takes")
    if receipt.expiresInstant != nil {
      good.otherStatuses = [21004, 21006]
      good.reason = """
        an iOS 6 receipt, which Apple still takes; 21006 if the subscription has expired, 21004 without the app's \
        shared secret
        """
    }
    return receipt.environment == .sandbox ? .sandbox(good) : .production(good)
  }

  private static func production(_ good: Answer) -> AppleForecast {
    AppleForecast(
      production: good, sandbox: Answer(status: 21008, reason: "it is a receipt of production; send it to production"))
  }

  private static func sandbox(_ good: Answer, _ what: Message = "it is a sandbox receipt") -> AppleForecast {
    AppleForecast(production: Answer(status: 21007, reason: "\(what); send it to sandbox"), sandbox: good)
  }

  /// The forecast if Apple would not accept the receipt as its own; `nil` if it would. Apple documents 21003, but
  /// answers 21002.
  private static func refusalOfSigner(
    _ authenticity: Authenticity?, _ accepted: Authenticity.Verdict
  ) -> AppleForecast? {
    guard let authenticity else { return .refused("it is not signed") }
    if authenticity.verdict.isAtLeast(accepted) { return nil }
    let reason: Message
    switch authenticity.verdict {
    // At least as good as every accepted verdict: it was returned above.
    case .authentic: return nil
    case .unsigned: return .refused("it is not signed")
    case .testSigned: reason = "signed by a test authority, which Apple does not know"
    case .untrustedChain: reason = "not signed by Apple"
    case .badSignature: reason = "the signature does not belong to it"
    case .wrongPurpose: reason = "its certificates are not for signing receipts"
    case .outsideValidity: reason = "its certificates were not valid when it claims to have been made"
    }
    return .refused("\(reason) (21003 is documented, 21002 is what Apple answers)", alsoDocumented: [21003])
  }
}

extension Receipt {
  /// Whether the receipt claims to come from StoreKit testing.
  var isFromXcode: Bool { environment == .xcode }

  /// Whether Apple requires the shared secret: for auto-renewable subscriptions.
  var hasSubscriptions: Bool { inApp.contains(where: \.isSubscription) }
}
