/// Finds the fault in a customer's input, forecasts Apple's answer, and names the remedy.
///
/// It reads no clock, no file and no network: Apple's answer is a forecast.
public struct Diagnostician: Sendable {
  /// Reads the input and judges its signer. The decoder's ``InputDecoder/judgingTime`` is ignored: Apple judges at the
  /// receipt's own date.
  public var decoder: InputDecoder
  /// The accepted bundle identifiers; empty accepts any.
  public var bundleIdentifiers: [String]
  /// The device that the receipt should belong to.
  public var device: GUIDForms?
  /// The clock of a validator that judges certificates at the current time; `nil` omits findings about such validators.
  public var now: Instant?
  /// The expected signer of a developer's token.
  public var signer: TokenSigner

  /// Makes a diagnostician; see the properties.
  public init(
    decoder: InputDecoder = InputDecoder(), bundleIdentifiers: [String] = [], device: GUIDForms? = nil,
    now: Instant? = nil, signer: TokenSigner = TokenSigner()
  ) {
    self.decoder = decoder
    self.decoder.judgingTime = nil
    self.bundleIdentifiers = bundleIdentifiers
    self.device = device
    self.now = now
    self.signer = signer
  }

  /// Diagnoses one input of any kind.
  ///
  /// - Parameter bytes: exactly what was sent or stored, up to and including the last line break.
  public func diagnose(_ bytes: [UInt8]) -> Diagnosis {
    diagnose(bytes, with: ReceiptWorker(decoder))
  }

  /// Diagnoses one input, without verifying a cached chain again.
  ///
  /// - Parameter worker: a worker with the same ``decoder``.
  package func diagnose(_ bytes: [UInt8], with worker: ReceiptWorker) -> Diagnosis {
    diagnose(ReadInput(bytes, with: worker))
  }

  /// Diagnoses an input that was read already, by the same ``decoder``.
  package func diagnose(_ read: ReadInput) -> Diagnosis {
    switch (read.decoded, read.recognized) {
    case (.success(let decoded), _): diagnoseReadable(decoded, read.bytes, isUnwrapped: read.usedCachedChain)
    case (.failure(let error), let input?):
      diagnoseUnreadable(error, input, read.bytes, stages: .init(input, failedWith: error))
    case (.failure(let error), nil):
      diagnoseUnreadable(error, nil, read.bytes, stages: .init(failedAt: .decoded, error.message))
    }
  }

  /// Apple's answer to exactly these bytes: as a request body if they are one, otherwise as text in such a body.
  private func forecast(_ bytes: [UInt8], isRequest: Bool, objection: Message?) -> AppleForecast {
    isRequest
      ? .toBody(bytes, decoder) : .toReceiptData(bytes, decoder, objection: objection)
  }

  /// Whether the bytes are a request body: a JSON object with the required member.
  private func isRequestBody(_ bytes: [UInt8]) -> Bool {
    bytes.count <= decoder.recognizer.maximumBytes && JSONText.document(bytes)?["receipt-data"] != nil
  }

  /// The body that a command of curl sends; for other input, all of it.
  private func bodyOfCommand(_ bytes: [UInt8]) -> [UInt8] {
    let text = bytes.drop { $0.isASCIISpace || $0 == UInt8(ascii: "$") }
    guard text.starts(with: "curl ".utf8), let start = text.firstIndex(of: UInt8(ascii: "{")),
      let end = text.lastIndex(of: UInt8(ascii: "}")), start < end
    else { return bytes }
    let body = Array(text[start...end])
    return isRequestBody(body) ? body : bytes
  }

  /// Diagnoses an input that could not be read.
  private func diagnoseUnreadable(
    _ error: ReceiptError, _ input: RecognizedInput?, _ bytes: [UInt8], stages: [Diagnosis.Stage]
  ) -> Diagnosis {
    let cause = error.cause ?? error.code.cause
    var message = Message(english: cause.entry.meaning)
    if let missing = error.missingBytes {
      let characters = (missing + 2) / 3 * 4
      message = """
        \(message) Missing: \(grouped: missing) bytes, which are about \(grouped: characters) characters of base64.
        """
    }
    // A hint about a printed object says how to print it in its language.
    var steps = cause == .printedObject && error.hint != nil ? [] : [Message(english: cause.entry.action)]
    // The hints of these causes say more than their actions.
    let withSpecificHint: [Cause] = [
      .otherFormat, .columnLimit, .signedDataCut, .brokenEncoding, .brokenJSON, .notAReceipt, .responseWithoutReceipt,
      .answerWithoutPurchases, .latestReceiptCut, .printedObject, .externalPurchaseToken,
    ]
    if let hint = error.hint, withSpecificHint.contains(cause) || error.namesCommand {
      steps.insert(Self.sentence(hint), at: 0)
    }
    let namedErrors = Self.namedErrors(bytes, cause)
    if [.apiError, .errorText].contains(cause) {
      let meanings = namedErrors.map { cause == .errorText ? "\($0.name): \($0.meaning)" : $0.meaning }
      message = ([message] + meanings).joined(separator: " ")
      steps = namedErrors.map(\.action) + steps
    }
    let isRequest = isRequestBody(bytes)
    var diagnosis = Diagnosis(
      summary: error.message, input: input, error: error, stages: stages,
      findings: [Diagnosis.Finding(cause, message)], isRequest: isRequest,
      asGiven: forecast(bytes, isRequest: isRequest, objection: error.message),
      nextSteps: steps.filter { $0 != "" })
    diagnosis.namedErrors = namedErrors
    return diagnosis
  }

  private static let maximumErrors = 3

  /// The number in an answer of Apple's without a receipt, or the errors that a text names.
  private static func namedErrors(_ bytes: [UInt8], _ cause: Cause) -> [Diagnosis.NamedError] {
    let document = JSONText.document(bytes)
    switch cause {
    case .errorText:
      // `document` may be a part of a text, whose other words may name an error, too. A text that is only JSON has no
      // other words.
      let isJSON = document != nil && (try? JSONReader().outline(bytes, bytes.indices)) != nil
      let mentions =
        (isJSON ? [] : ErrorText.mentions(in: bytes)) + (document.map { ErrorText.mentions(in: $0) } ?? [])
      var errors: [Diagnosis.NamedError] = []
      for error in mentions.compactMap(Diagnosis.NamedError.init) where !errors.contains(error) {
        if errors.count < maximumErrors { errors.append(error) }
      }
      return errors
    case .apiError, .responseWithoutReceipt:
      if let code = document?["errorCode"]?.numberValue {
        return [Diagnosis.NamedError(.server(code))].compactMap(\.self)
      }
      guard let code = document?["status"]?.numberValue, code != "0" else { return [] }
      return [Diagnosis.NamedError(.status(code))].compactMap(\.self)
    default: return []
    }
  }

  /// Diagnoses an input that was read to its end.
  ///
  /// - Parameter isUnwrapped: whether the bytes are known to be only canonical base64 or DER.
  private func diagnoseReadable(_ decoded: DecodedInput, _ bytes: [UInt8], isUnwrapped: Bool) -> Diagnosis {
    let bytes = isUnwrapped ? bytes : bodyOfCommand(bytes)
    let textCauses = TextCause.all(in: decoded.input, of: bytes)
    let (canonical, isCanonical) = Self.canonicalBase64(of: decoded.input, bytes, isUnwrapped: isUnwrapped)
    // The answer to the receipt alone, whatever is around it.
    let forReceiptAlone =
      canonical.flatMap { AppleForecast.tooLarge(base64: $0.utf8.count) } ?? AppleForecast(to: decoded)
    let isRequest = !isUnwrapped && isRequestBody(bytes)
    var asGiven = forReceiptAlone
    if !isCanonical {
      // Apple would reject a JWS for its type, regardless of the text around it.
      let isSignedData = if case .jws = decoded.document { true } else { false }
      asGiven = forecast(
        bytes, isRequest: isRequest,
        objection: isSignedData
          ? forReceiptAlone.production.reason : TextCause.objection(to: bytes, textCauses))
    }
    // If the input gets the same answer as its receipt alone, no repair is needed.
    let isMended = canonical != nil && asGiven != forReceiptAlone

    // Apple answers 21004 to a request without the password that its receipt needs.
    var missingPassword: Message?
    if isRequest, asGiven != asGiven.withoutSecret {
      missingPassword = ReceivedRequest.missingPassword(bytes)
      if missingPassword != nil { asGiven = asGiven.withoutSecret }
    }

    var findings = ContentFindings(self, decoded).findings
    if decoded.secretToken != nil, let fault = Self.headerFault(in: bytes) {
      findings.removeAll { $0.cause == .tokenInOrder }
      findings.append(Diagnosis.Finding(.authorizationHeader, details: fault))
    }
    if asGiven.production.httpStatus == 413 { findings.append(Diagnosis.Finding(.overAppleLimit)) }
    findings += textCauses.map(\.finding)
    if isRequest { findings += Self.findings(ofRequest: bytes, missingPassword: missingPassword) }
    findings += Self.findings(beside: decoded, in: isUnwrapped ? nil : bytes)
    if !findings.contains(where: { !$0.cause.isNote }) {
      findings.append(Diagnosis.Finding(.nothingWrong))
    }
    findings.sort { $0.cause.weight < $1.cause.weight }
    var forSignedData: [Message] = []
    if case .jws(let signature) = decoded.document {
      forSignedData = Self.steps(forSignedData: signature, bundleIdentifiers: bundleIdentifiers)
    }
    return Diagnosis(
      summary: decoded.summary, input: decoded.input, decoded: decoded, stages: .init(decoded),
      findings: findings, isRequest: isRequest, asGiven: asGiven, mended: isMended ? forReceiptAlone : nil,
      canonical: canonical,
      nextSteps: Self.nextSteps(findings, forReceiptAlone, hasMendedText: isMended, forSignedData: forSignedData))
  }

  /// The canonical base64 of the receipt, and whether the input is exactly that; `nil` without a receipt.
  private static func canonicalBase64(
    of input: RecognizedInput, _ bytes: [UInt8], isUnwrapped: Bool
  ) -> (text: String?, isInput: Bool) {
    if isUnwrapped, input.layers == [.base64] { return (String(decoding: bytes, as: UTF8.self), true) }
    let canonical = input.canonicalBase64
    return (canonical, canonical.map { Array($0.utf8) == bytes } ?? false)
  }

  /// The faults of a request body.
  ///
  /// - Parameter missingPassword: an explanation if the request lacks the password that its receipt needs.
  private static func findings(ofRequest bytes: [UInt8], missingPassword: Message?) -> [Diagnosis.Finding] {
    let fault = ReceivedRequest.fault(bytes).map { "\($0.capitalized)." as Message }
    let emptyPassword: Message? =
      (try? ReceivedRequest(bytes))?.password?.isEmpty ?? false
      ? "Its `password` is empty. Leave it out, unless the receipt has auto-renewable subscriptions." : nil
    return [missingPassword, emptyPassword, fault].compactMap(\.self).map {
      Diagnosis.Finding(.badRequest, details: $0)
    }
  }

  /// What was found beside the receipt: parts that were not read, a secret, copies.
  ///
  /// - Parameter bytes: the input; `nil` if nothing but the receipt is in it.
  private static func findings(beside decoded: DecodedInput, in bytes: [UInt8]?) -> [Diagnosis.Finding] {
    var findings: [Diagnosis.Finding] = []
    if !decoded.unread.isEmpty {
      findings.append(Diagnosis.Finding(.notAllRead, details: "Not read: \(UnreadPart.sentence(decoded.unread))."))
    }
    if let bytes, decoded.secretToken == nil, let secret = ForeignToken.secret(in: bytes) {
      findings.append(Diagnosis.Finding(.secretBeside, details: "It is \(secret.words)."))
    }
    if let copies = decoded.input.copies {
      findings.append(
        Diagnosis.Finding(.receiptCopies, "\(copies.words.capitalized)."))
    }
    return findings
  }

  private static func sentence(_ hint: Message) -> Message {
    // The name of the program is not capitalised.
    "\(hint.key.hasPrefix("receipt-tool ") ? hint : hint.capitalized)."
  }
}

extension Diagnosis.NamedError {
  /// - Returns: `nil` for a number or a name that Apple does not document.
  init?(_ mention: ErrorMention) {
    switch mention {
    case .known(let error):
      self.init(
        name: "\(error.title)", meaning: Message(english: error.meaning), action: Message(english: error.action),
        isAnswer: false)
    case .server(let text):
      guard let error = AppStoreServerError.named(text) else { return nil }
      self.init(
        name: "\(error.code)", meaning: Message(english: error.meaning), action: Message(english: error.action),
        isAnswer: true)
    case .status(let code):
      guard
        let entry = ReferenceEntry.statuses.first(where: { entry in
          entry.key == code || Int(code).map { entry.range?.contains($0) ?? false } ?? false
        })
      else { return nil }
      self.init(
        name: "\(code)", meaning: Message(english: entry.meaning), action: Message(english: entry.action),
        isAnswer: true)
    case .unauthorized:
      self.init(
        name: "\(mention.title)", meaning: Message(english: AppStoreServerError.unauthorized.meaning),
        action: Message(english: AppStoreServerError.unauthorized.action), isAnswer: true)
    }
  }
}

extension Cause {
  /// The rank for sorting: problems, then findings that are normal in tests, then the statement that no problem exists,
  /// then notes.
  fileprivate var weight: Int {
    switch self {
    case .testSigned: 500
    case .nothingWrong: 1_000
    // This finding comes after all faults of the token.
    case .apiToken: Cause.offerInOrder.rank
    default: isNote ? 2_000 + rank : rank
    }
  }
}

extension DecodedInput {
  /// The kind of token that the input is, if the token is a secret.
  fileprivate var secretToken: ForeignToken? {
    guard case .jws(let signature) = document, let token = ForeignToken(signature), token.isSecret else { return nil }
    return token
  }
}

extension RecognizedInput {
  /// The receipt in the form that Apple accepts: standard base64, padded, on one line; `nil` without a receipt.
  package var canonicalBase64: String? {
    switch content {
    case .signedData(let bytes), .transactionReceipt(let bytes): Base64.encode(bytes)
    case .payload, .jws: nil
    }
  }
}

extension ReceiptError.Code {
  /// The name of a failure without a more specific one.
  var cause: Cause {
    switch self {
    case .emptyInput: .empty
    case .inputTooLarge: .inputTooLarge
    case .truncated: .truncated
    case .notAReceipt, .invalidRecord: .notAReceipt
    case .otherFormat, .invalidCertificate: .otherFormat
    case .transactionIdentifier: .transactionIdentifier
    case .invalidEncoding: .brokenEncoding
    case .invalidJSON: .brokenJSON
    case .invalidASN1: .brokenASN1
    case .invalidEnvelope: .brokenEnvelope
    case .invalidPayload: .brokenPayload
    case .invalidPropertyList: .brokenPropertyList
    case .unreadable: .unreadable
    case .defect: .defect
    }
  }
}
