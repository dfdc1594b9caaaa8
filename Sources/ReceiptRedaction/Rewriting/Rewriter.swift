import ReceiptKit
import ReceiptMint

/// Rewrites values by their rules, and records its changes. Use one instance for one input.
final class Rewriter {
  let pseudonyms: Pseudonyms
  let options: RedactionOptions
  let decoder: InputDecoder
  let authority: RedactionAuthority
  let log: RedactionLog
  /// The number of texts around the current value that were decoded: receipts, signed data, JSON in strings.
  var depth = 0
  /// The number of receipts and signed objects that were rewritten.
  var rewrittenCount = 0
  /// The signers that replace Xcode (`true`) and Apple's servers (`false`). They are cached because issuing
  /// certificates costs more than signing.
  var signers: [Bool: JWSSigner] = [:]
  /// The pieces of a document that ``rewrittenDocument(_:)`` has written so far, in order.
  var finished: [[UInt8]] = []
  /// The maximum size of an object or list that is read as a whole, in octets of its text.
  let maximumTreeBytes: Int
  /// The maximum ``depth``. A text that is nested more deeply, as none of a real input is, is not decoded: it is
  /// replaced as a whole.
  static let maximumDepth = 8

  init(_ redactor: Redactor) throws(ReceiptError) {
    pseudonyms = try Pseudonyms(redactor.key)
    log = RedactionLog(isOn: redactor.listsItems)
    options = redactor.options
    decoder = redactor.decoder
    authority = redactor.authority
    maximumTreeBytes = redactor.maximumTreeBytes
  }

  /// The replacement of a value that is written as text.
  ///
  /// - Parameters:
  ///   - rule: the rule of its field; nil: the field is unknown.
  ///   - place: the place of the value, for the log.
  ///   - sibling: the moment of the same date in another field.
  /// - Returns: nil if the value is removed.
  func rewrittenText(
    _ text: String, _ rule: FieldRule?, _ place: String, sibling: Instant? = nil
  ) throws(ReceiptError) -> String? {
    if case .secret? = rule {
      log.note(.removed, .secret, place)
      return nil
    }
    guard !text.isEmpty else { return text }
    switch rule {
    case .identifier(let kind)?: return noted(text, try pseudonyms.text(text, kind), kind, place)
    case .encodedIdentifier(let kind)?: return noted(text, try pseudonyms.base64(text, kind), kind, place)
    case .identifierBehind(let word, let kind)?:
      let kept = text.hasPrefix(word) ? word : ""
      return noted(text, kept + (try pseudonyms.text(String(text.dropFirst(kept.count)), kind)), kind, place)
    case .app?: return try rewrittenName(text, .app, isReplaced: options.replacesApp, place)
    case .product?:
      let isReplaced = options.replacesApp || options.replacesProducts
      return try rewrittenName(text, .product, isReplaced: isReplaced, place)
    case .common(let looksRight)? where looksRight(text):
      log.note(.kept, .common, place)
      return text
    case .date?:
      guard let date = DateText(text, sibling: sibling) else { break }
      if options.dates == .keep {
        log.note(.kept, .date, place)
        return text
      }
      log.note(.moved, .date, place)
      return try date.written(try options.dates.apply(to: date.instant))
    // The field is unknown, or the value does not have the form of its field.
    default: break
    }
    return noted(text, try pseudonyms.unknown(text), .unknown, place)
  }

  /// The replacement of an INTEGER of a receipt's payload; nil if it is removed. Dates of a payload are texts, so a
  /// number in the place of a date is an unknown value.
  func rewrittenInteger(_ number: Int64, _ rule: FieldRule?, _ place: String) throws(ReceiptError) -> Int64? {
    var kind = ValueKind.unknown
    var isReplaced = true
    switch rule {
    case .secret?:
      log.note(.removed, .secret, place)
      return nil
    case .identifier(let known)?, .encodedIdentifier(let known)?, .identifierBehind(_, let known)?: kind = known
    case .app?:
      kind = .app
      isReplaced = options.replacesApp
    case .product?:
      kind = .product
      isReplaced = options.replacesApp || options.replacesProducts
    case .common(let looksRight)? where looksRight(String(number)):
      kind = .common
      isReplaced = false
    case .common?, .date?, nil: break
    }
    let result = isReplaced ? try pseudonyms.integer(number, kind) : number
    log.note(result == number ? .kept : .replaced, kind, place)
    return result
  }

  /// The replacement of raw octets.
  func rewrittenOctets(_ octets: [UInt8], _ rule: FieldRule?, _ place: String) throws(ReceiptError) -> [UInt8] {
    guard !octets.isEmpty else { return octets }
    var kind = ValueKind.unknown
    if case .identifier(let known)? = rule { kind = known }
    log.note(.replaced, kind, place)
    return try pseudonyms.octets(octets, kind)
  }

  /// A bundle or product identifier, or one of their numbers.
  private func rewrittenName(
    _ text: String, _ kind: ValueKind, isReplaced: Bool, _ place: String
  ) throws(ReceiptError) -> String {
    // Any other text in this field was written by a person, so it is replaced.
    guard isReplaced || FieldRule.isName(text) else {
      return noted(text, try pseudonyms.unknown(text), .unknown, place)
    }
    if !isReplaced {
      log.note(.kept, kind, place)
      return text
    }
    let isNumber = text.utf8.allSatisfy(\.isASCIIDigit)
    return noted(text, isNumber ? try pseudonyms.text(text, kind) : try pseudonyms.name(text), kind, place)
  }

  /// Notes that a text is replaced by its pseudonym, or kept: zeros, which mean "absent", are their own pseudonym.
  ///
  /// - Returns: the pseudonym.
  private func noted(_ text: String, _ pseudonym: String, _ kind: ValueKind, _ place: String) -> String {
    log.note(text == pseudonym ? .kept : .replaced, kind, place)
    return pseudonym
  }
}
