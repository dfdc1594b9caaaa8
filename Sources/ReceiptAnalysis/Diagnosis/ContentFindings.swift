/// The findings for a readable receipt: its signer, its app and device, its content.
struct ContentFindings {
  private(set) var findings: [Diagnosis.Finding] = []
  private let diagnostician: Diagnostician

  init(_ diagnostician: Diagnostician, _ decoded: DecodedInput) {
    self.diagnostician = diagnostician
    switch decoded.document {
    case .jws(let signature):
      if let token = ForeignToken(signature) {
        describeToken(token, signature)
        return
      }
      let missing = signature.missingCharacters
      if missing > 0 {
        add(
          .signedDataCut,
          missing == 1
            ? "The end of the signature of this JWS is missing: 1 character. The rest is there."
            : "The end of the signature of this JWS is missing: \(missing) characters. The rest is there.")
      }
      add(.jws, "This is \(decoded.summary). It is not a receipt, and verifyReceipt does not know it.")
      if let authenticity = decoded.authenticity, missing == 0 {
        judge(
          authenticity, isFromXcode: ["Xcode", "LocalTesting"].contains(signature.environment), isSignedData: true)
      }
      // Some signed data, such as renewal information, never names an app, which is no finding.
      if signature.bundleIdentifier != nil { compareApp(signature.bundleIdentifier) }
    case .receipt(let receipt):
      if case .payload = decoded.input.content {
        add(.barePayload)
      } else if let authenticity = decoded.authenticity {
        judge(authenticity, isFromXcode: receipt.isFromXcode)
      }
      compareApp(receipt.bundleIdentifier)
      compareDevice(receipt)
      describeContent(receipt, isApples: decoded.authenticity?.verdict == .authentic)
    case .transactionReceipt(let receipt):
      add(.ios6Receipt)
      // iOS 6 receipts never embed the issuer, so an unknown chain is the normal result for them.
      if let authenticity = decoded.authenticity, authenticity.verdict != .untrustedChain {
        judge(authenticity, isFromXcode: false)
      }
      compareApp(receipt.bundleIdentifier)
      if diagnostician.device != nil { add(.noDeviceHash) }
      if receipt.environment == .sandbox { add(.sandboxReceipt) }
      if receipt.expiresInstant != nil { add(.sharedSecret, "It is an auto-renewable subscription.") }
    }
  }

  private mutating func add(_ cause: Cause, _ message: Message? = nil) {
    findings.append(Diagnosis.Finding(cause, message))
  }

  private mutating func describeToken(_ token: ForeignToken, _ signature: JSONWebSignature) {
    let what: Message = "This is \(token.words)"
    if token.isSecret {
      findings +=
        TokenFaults(
          signature, token, bundleIdentifiers: diagnostician.bundleIdentifiers, at: diagnostician.now,
          signer: diagnostician.signer
        ).findings
      let expiry = expiryClause(signature, token)
      add(.apiToken, "\(what), and a secret until it expires: \(expiry). It says nothing of purchases.")
    } else if token == .signInWithApple {
      add(.identityToken)
    } else {
      add(.foreignToken, "\(what), and no signed data of the App Store: it names no certificates of Apple's (x5c).")
    }
  }

  /// When a token expires, as a clause.
  private func expiryClause(_ signature: JSONWebSignature, _ token: ForeignToken) -> Message {
    if let expiry = signature.expiry {
      let isPast = diagnostician.now.map { expiry <= $0 } ?? false
      return isPast
        ? "it says that it expired at \(expiry.utcText) UTC" : "it says that it expires at \(expiry.utcText) UTC"
    }
    if token == .storeKitRequest {
      return "it does not say when. Apple counts from `iat`; how long it takes such a request is not published"
    }
    return token != .provider
      ? "it does not say when"
      : """
      it does not say when. The push service takes one token for 20 to 60 minutes: it refuses one that is older, and \
      new ones that come more often
      """
  }

  private mutating func judge(_ authenticity: Authenticity, isFromXcode: Bool, isSignedData: Bool = false) {
    if isFromXcode, authenticity.verdict != .authentic {
      add(.xcodeReceipt)
      return
    }
    func because(_ cause: Cause) -> Message {
      "\(Message(english: cause.entry.meaning)) \(authenticity.reason.capitalized)."
    }
    switch authenticity.verdict {
    case .authentic: break
    case .testSigned: add(.testSigned)
    case .untrustedChain: add(.untrustedChain, because(.untrustedChain))
    case .wrongPurpose: add(.wrongPurpose, because(.wrongPurpose))
    case .outsideValidity: add(.outsideValidity, because(.outsideValidity))
    // Only signed data says what a signature does not cover and which algorithm made it.
    case .badSignature: add(.badSignature, isSignedData ? "It is not proven. \(authenticity.reason.capitalized)." : nil)
    case .unsigned: add(.unsigned, isSignedData ? because(.unsigned) : nil)
    }
    guard authenticity.verdict.isAtLeast(.testSigned) else { return }
    if authenticity.digestAlgorithm == .sha1 { add(.sha1Signature) }
    noteExpired(authenticity.chain)
  }

  /// Adds a note if validators that use the present time would reject the receipt, because its signer has expired.
  private mutating func noteExpired(_ chain: [Certificate]) {
    guard let now = diagnostician.now else { return }
    let expired = chain.filter { $0.notAfter.map { $0 < now } ?? false }
    guard !expired.isEmpty else { return }
    let list = expired.map { "\($0.displayName) on \($0.notAfter?.rfc3339.prefix(10) ?? "?")" as Message }
    add(
      .certificatesExpired,
      """
      Certificates in it have expired since (\(list.joined(separator: "; "))). That is normal: what they signed \
      outlives them.
      """
    )
  }

  private mutating func compareApp(_ bundleIdentifier: String?) {
    let expected = diagnostician.bundleIdentifiers
    guard !expected.isEmpty else { return }
    if let bundleIdentifier, expected.contains(bundleIdentifier) { return }
    guard let bundleIdentifier, let alike = expected.first(where: { $0.looksSame(as: bundleIdentifier) }) else {
      let app: Message = bundleIdentifier.map { "\($0)" } ?? "an app that it does not name"
      let apps = expected.joined { "\($0) or \($1)" }
      add(.otherApp, "It is of \(app), and not of \(apps).")
      return
    }
    add(
      .otherApp,
      """
      It is of “\(bundleIdentifier)”, and not of “\(alike)”: white space or a character that cannot be seen \
      differs.
      """
    )
  }

  private mutating func compareDevice(_ receipt: Receipt) {
    guard let device = diagnostician.device else { return }
    guard receipt.deviceHash != nil, receipt.opaqueValue != nil, receipt.bundleIdentifier != nil else {
      add(.noDeviceHash)
      return
    }
    guard let form = device.match(receipt) else {
      add(.guidMismatch, "\(Message(english: Cause.guidMismatch.entry.meaning)) Tried: \(device.forms.count) forms.")
      return
    }
    let isZeroBytes = !form.bytes.isEmpty && form.bytes.allSatisfy { $0 == 0 }
    if isZeroBytes {
      add(.guidAllZero)
      // The given GUID belongs to a real device, for which the receipt was not made.
      if form.kind == .blank { add(.guidMismatch) }
      return
    }
    switch form.kind {
    case .right: add(.guidMatches, device.isSeveral ? "The device hash fits one of the GUIDs: \(form.name)." : nil)
    case .other, .blank:
      add(.guidForm, "The device hash fits, but it was made from the GUID in another form than Apple's: \(form.name).")
    }
  }

  private mutating func describeContent(_ receipt: Receipt, isApples: Bool) {
    switch receipt.environment {
    case .sandbox where isApples: add(.sandboxReceipt)
    case .sandbox: add(.sandboxReceipt, "It claims to be of the sandbox; nothing proves that.")
    case nil: add(.unknownEnvironment)
    case .production, .xcode: break
    }
    if isApples, receipt.hasSubscriptions { add(.sharedSecret) }
    if receipt.inApp.isEmpty { add(.emptyInApp) }
    if let first = receipt.irregularities.first {
      let count = receipt.irregularities.count
      add(
        .irregularities, "Some attributes are not as they should be (\(grouped: count)). The first: \(first.message).")
    }
  }
}
