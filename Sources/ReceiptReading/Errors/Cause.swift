/// A finding of a diagnosis, under a name that never changes. Raw values appear in JSON output; `receipt-tool explain`
/// explains each.
///
/// Within each group the causes are sorted by importance: if a diagnosis has several findings about the text, the one
/// that stands first here is named as the cause.
public enum Cause: String, CaseIterable, Sendable {
  // Other things that people send instead of a receipt, and receipts that are too incomplete to be read.
  case empty
  case inputTooLarge = "input-too-large"
  case columnLimit = "column-limit"
  case latestReceiptCut = "latest-receipt-cut"
  case printedData = "printed-data"
  case truncated
  case transactionIdentifier = "transaction-identifier"
  case orderNumber = "order-number"
  case severalReceipts = "several-receipts"
  case signedDataCut = "signed-data-cut"
  case severalSignedData = "several-signed-data"
  case appAttest = "app-attest"
  case responseWithoutReceipt = "response-without-receipt"
  case answerWithoutPurchases = "answer-without-purchases"
  case apiError = "api-error"
  case errorText = "error-text"
  case externalPurchaseToken = "external-purchase-token"
  case decodedTransaction = "decoded-transaction"
  case otherProgram = "other-program"
  case printedObject = "printed-object"
  case privateKey = "private-key"
  case googlePlay = "google-play"
  case bytesAsText = "bytes-as-text"
  case picture
  case otherFormat = "other-format"
  case notAReceipt = "not-a-receipt"
  case brokenEncoding = "broken-encoding"
  case brokenJSON = "broken-json"
  case brokenASN1 = "broken-asn1"
  case brokenEnvelope = "broken-envelope"
  case brokenPayload = "broken-payload"
  case brokenPropertyList = "broken-property-list"
  case unreadable
  case defect

  // Readable input that verifyReceipt accepts in no encoding.
  case authorizationHeader = "authorization-header"
  case tokenSignature = "token-signature"
  case tokenAlgorithm = "token-algorithm"
  case tokenKeyIdentifier = "token-key-id"
  case tokenAudience = "token-audience"
  case tokenBundle = "token-bundle"
  case tokenIssuer = "token-issuer"
  case tokenClaims = "token-claims"
  case tokenTimes = "token-times"
  case tokenExpiry = "token-with-exp"
  case tokenLifetime = "token-lifetime"
  case tokenExpired = "token-expired"
  case tokenEarly = "token-early"
  case tokenInOrder = "token-in-order"
  case apiToken = "api-token"
  case identityToken = "identity-token"
  case foreignToken = "foreign-token"
  case jws = "storekit2-jws"
  case barePayload = "bare-payload"
  case xcodeReceipt = "xcode-receipt"
  case badSignature = "bad-signature"
  case untrustedChain = "untrusted-chain"
  case wrongPurpose = "wrong-purpose"
  case outsideValidity = "outside-validity"
  case unsigned
  case testSigned = "test-signed"
  case overAppleLimit = "over-apple-limit"

  // Data that developers sign for StoreKit; reported by `offer check`.
  case offerNoSignature = "offer-no-signature"
  case offerTextForm = "offer-text-form"
  case offerEncodedTwice = "offer-encoded-twice"
  case offerRawSignature = "offer-raw-signature"
  case offerDERSignature = "offer-der-signature"
  case offerFieldOrder = "offer-field-order"
  case offerSeparator = "offer-separator"
  case offerHashedTwice = "offer-hashed-twice"
  case offerBundle = "offer-bundle"
  case offerProductForOffer = "offer-product-for-offer"
  case offerTokenNotSigned = "offer-token-not-signed"
  case offerTokenNotPassed = "offer-token-not-passed"
  case offerTokenLeftOut = "offer-token-left-out"
  case offerTokenLiteral = "offer-token-literal"
  case offerTokenCase = "offer-token-case"
  case offerNonceCase = "offer-nonce-case"
  case offerNonce = "offer-nonce"
  case offerNonceReused = "offer-nonce-reused"
  case offerTimestampUnit = "offer-timestamp-unit"
  case offerDiffers = "offer-differs"
  case offerExpired = "offer-expired"
  case offerEarly = "offer-early"
  case offerRequest = "offer-request"
  case offerOtherKey = "offer-other-key"
  case offerInOrder = "offer-in-order"

  // A good receipt, but not the expected one.
  case otherApp = "other-app"
  case guidMismatch = "guid-mismatch"
  case guidForm = "guid-form"
  case noDeviceHash = "no-device-hash"

  // The input is good as far as it was read.
  case secretBeside = "secret-beside"
  case notAllRead = "not-all-read"

  // A good receipt in a text that Apple does not accept and that can be repaired.
  case plusSignsLost = "plus-signs-lost"
  case utf16 = "utf-16"
  case rawBytes = "raw-bytes"
  case hexadecimal = "hex"
  case pem
  case jsonTwice = "json-twice"
  case requestKey = "request-key"
  case formRequest = "form-request"
  case jsonResponse = "json-response"
  case notification
  case unityWrapper = "unity-wrapper"
  case jsonDocument = "json-document"
  case formBody = "form-body"
  case dataURI = "data-uri"
  case base64Twice = "base64-twice"
  case percentEncoding = "percent-encoding"
  case damagedJSON = "damaged-json"
  case badRequest = "bad-request"
  case surroundingText = "surrounding-text"
  case sourceCode = "source-code"
  case mailMarks = "mail-marks"
  case jsonEscapes = "json-escapes"
  case quotationMarks = "quotation-marks"
  case label
  case byteOrderMark = "byte-order-mark"
  case invisibleCharacters = "invisible-characters"
  case urlSafeAlphabet = "url-safe-alphabet"
  case lineBreaks = "line-breaks"
  case whiteSpace = "white-space"
  case missingPadding = "missing-padding"
  case excessPadding = "excess-padding"
  case lastCharacter = "last-character"
  case trailingBytes = "trailing-bytes"
  case otherRepair = "other-repair"

  // Worth knowing; nothing is wrong.
  case jsonRequest = "json-request"
  case ios6Receipt = "ios6-receipt"
  case sandboxReceipt = "sandbox-receipt"
  case unknownEnvironment = "unknown-environment"
  case sharedSecret = "shared-secret"
  case emptyInApp = "empty-in-app"
  case certificatesExpired = "certificates-expired"
  case sha1Signature = "sha1-signature"
  case guidAllZero = "guid-all-zero"
  case guidMatches = "guid-matches"
  case irregularities
  case receiptCopies = "receipt-copies"
  case nothingWrong = "nothing-wrong"

  /// Whether the cause is only information.
  package var isNote: Bool {
    switch self {
    case .offerInOrder, .jsonRequest, .ios6Receipt, .sandboxReceipt, .unknownEnvironment, .sharedSecret, .emptyInApp,
      .certificatesExpired,
      .sha1Signature, .guidAllZero, .guidMatches, .irregularities, .receiptCopies, .nothingWrong:
      true
    default: false
    }
  }

  /// The rank in the order of importance.
  package var rank: Int { Cause.allCases.firstIndex(of: self) ?? Cause.allCases.count }
}
