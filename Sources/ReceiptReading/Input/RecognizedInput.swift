/// The result of recognition: the kind of an input, decided by its content and never by its name.
public struct RecognizedInput: Sendable {
  /// The content of the innermost layer.
  public enum Content: Equatable, Sendable {
    /// The bytes of a PKCS#7 (CMS) ContentInfo, DER or BER: one whole element that starts with the content type of
    /// SignedData. Nothing else about them has been checked.
    case signedData([UInt8])
    /// The bytes of a bare receipt payload, a SET OF attributes without an envelope: it has no signature.
    case payload([UInt8])
    /// The text of an iOS 6 transaction receipt: an old-style property list.
    case transactionReceipt([UInt8])
    /// A JSON Web Signature of StoreKit 2 or of the App Store Server API.
    case jws(JSONWebSignature)
  }

  /// The innermost content.
  public var content: Content
  /// The layers that were removed to reach the content, outermost first: `[.verifyReceiptResponse, .base64]`.
  package var layers: [InputLayer] = []
  /// Every departure from canonical, unbroken base64 that was repaired on the way, in the order of the repairs.
  public var repairs: [InputRepair] = []
  /// The bundle identifiers that JSON around the receipt names, each once; they are not signed.
  package var namedBundleIdentifiers: [String] = []
  /// The place of the receipt, in the form of ``UnreadPart/pointer``; empty outside of JSON and forms.
  package var pointer = ""
  /// The other parts, which were not read; see ``DecodedInput/unread``.
  public var unread: [UnreadPart] = []
  /// Unused copies of the receipt. If there are several kinds of copies, these are the outermost ones.
  package var copies: ReceiptCopies?
}

/// One wrapping that was removed from an input. Raw values are stable and appear in JSON output.
package enum InputLayer: String, CaseIterable, Sendable {
  /// The body of a request to verifyReceipt: `{"receipt-data": "..."}`.
  case verifyReceiptRequest = "verifyReceipt-request"
  /// An answer of verifyReceipt; its `latest_receipt` is a receipt.
  case verifyReceiptResponse = "verifyReceipt-response"
  /// An App Store server notification, version 1 (`unified_receipt`) or 2 (`signedPayload`).
  case notification = "notification"
  /// Unity's wrapper: `{"Store": "AppleAppStore", "Payload": "..."}`.
  case unity = "unity"
  /// A JSON object or array of another kind, with a receipt in one of the usual members.
  case json = "json"
  /// A JSON string literal, in quotes and with escapes.
  case jsonString = "json-string"
  /// A `data:` URI (RFC 2397).
  case dataURI = "data-uri"
  /// An `application/x-www-form-urlencoded` body with a receipt in one of its fields.
  case form = "form"
  /// Percent-encoded text (RFC 3986).
  case percentEncoding = "percent-encoding"
  /// A PEM block (RFC 7468).
  case pem = "pem"
  /// Hexadecimal digits, also in the forms of Objective-C's NSData, `xxd` and `hexdump -C`; bytes with escapes, as
  /// Python and databases print them, or as numbers, as Go prints them.
  case hex = "hex"
  /// Base64 (RFC 4648), standard or URL-safe alphabet.
  case base64 = "base64"
  /// UTF-16 text.
  case utf16 = "utf-16"
  /// A mail (RFC 5322) whose parts are encoded (RFC 2045).
  case mail = "mail"
}

/// One kind of repair that was made in an input, and how often.
public struct InputRepair: Equatable, Sendable, CustomStringConvertible {
  /// The kinds of repairs. Raw values are words that are followed by a count.
  package enum Kind: String, CaseIterable, Sendable {
    case plusSigns = "'+' restored from spaces"
    case lineBreaks = "line breaks removed"
    case spaces = "spaces removed"
    case noBreakSpaces = "no-break spaces removed"
    case invisibleCharacters = "invisible characters removed"
    case byteOrderMark = "byte-order mark removed"
    case urlSafeCharacters = "URL-safe characters translated"
    case missingPadding = "padding added"
    case excessPadding = "excess padding removed"
    case incompleteGroup = "incomplete last group ignored"
    case unusedBits = "unused bits of the last character ignored"
    case cutPercentEscape = "cut percent escape ignored"
    case halfByte = "half a byte at the end ignored"
    case quotes = "quotes removed"
    case punctuation = "punctuation removed"
    case jsonEscapes = "JSON escapes undone"
    case stringPieces = "string pieces joined"
    case swiftOptional = "Swift Optional(...) removed"
    case replyMarks = "reply marks removed"
    case quotedPrintable = "quoted-printable codes undone"
    case timestamps = "timestamps of a log removed"
    case label = "label before the receipt removed"
    case surroundingCharacters = "characters around the receipt ignored"
    case charactersBesideDump = "characters beside the dump ignored"
    case charactersBehindSignature = "characters behind the signature ignored"
    case damagedJSON = "damaged JSON searched for its receipt"
    case missingEndOfPEM = "missing END line of PEM supplied"
    case trailingBytes = "trailing bytes ignored"
  }

  /// The kind of the repair.
  package var kind: Kind
  /// How much was repaired: the number of characters, lines, bytes or other units that the kind names.
  public var count: Int

  init(_ kind: Kind, count: Int) {
    self.kind = kind
    self.count = count
  }

  /// The kind of the repair, in words that are followed by a count: `line breaks removed`.
  package var what: String { kind.rawValue }

  /// `line breaks removed: 147`
  public var description: String { words.description }

  /// ``description``, which can be translated.
  package var words: Message { "\(Message(english: what)): \(count)" }
}

extension [InputRepair] {
  /// Adds a repair to those of its kind.
  mutating func add(_ repair: InputRepair) {
    if let known = firstIndex(where: { $0.kind == repair.kind }) {
      self[known].count += repair.count
    } else {
      append(repair)
    }
  }
}

extension RecognizedInput {
  /// The repairs, in one sentence without a full stop; `nil` without repairs.
  package var repaired: Message? {
    guard !repairs.isEmpty else { return nil }
    return "Repaired before it was read: \(repairs.map(\.words).joined(separator: ", "))"
  }
}
