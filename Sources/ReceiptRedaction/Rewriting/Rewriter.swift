import ReceiptKit

/// Rewrites values by their rules, and notes what it did. One is used for one input.
final class Rewriter {
  let pseudonyms: Pseudonyms
  let options: RedactionOptions
  let decoder: InputDecoder
  let authority: RedactionAuthority
  let log: RedactionLog
  /// How many receipts and signed objects lie around the value that is being rewritten.
  var depth = 0
  /// How many receipts and signed objects were rewritten.
  var rewrittenCount = 0
  /// What is written of a document already.
  var finished: [[UInt8]] = []
  /// The longest object or list that is read as a whole, in octets of its text.
  let wholeLength: Int
  /// What no input that anybody has nests as deeply as.
  static let maximumDepth = 8

  init(_ redactor: Redactor) throws(ReceiptError) {
    pseudonyms = try Pseudonyms(redactor.key)
    log = RedactionLog(isOn: redactor.listsItems)
    options = redactor.options
    decoder = redactor.decoder
    authority = redactor.authority
    wholeLength = redactor.wholeLength
  }

  /// What becomes of a value that is written as text.
  ///
  /// - Parameters:
  ///   - rule: that of its field; nil: the field is not known.
  ///   - place: where the value stands, for the log.
  ///   - sibling: the moment that the same date has in another field.
  /// - Returns: nil if the value goes.
  func text(
    _ text: String, _ rule: FieldRule?, _ place: String, sibling: Instant? = nil
  ) throws(ReceiptError) -> String? {
    switch rule {
    case .secret?:
      log.note(.removed, .secret, place)
      return nil
    // Nothing is said where nothing stands.
    case _ where text.isEmpty: return text
    case .identifier(let kind)?: return replaced(text, try pseudonyms.text(text, kind), kind, place)
    case .encodedIdentifier(let kind)?: return replaced(text, try pseudonyms.base64(text, kind), kind, place)
    case .app?: return try name(text, .app, options.replacesApp, place)
    case .product?: return try name(text, .product, options.replacesApp || options.replacesProducts, place)
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
      return date.written(try options.dates.apply(to: date.instant))
    default: break
    }
    return replaced(text, try pseudonyms.unknown(text), .unknown, place)
  }

  /// What becomes of an integer; nil if it goes.
  func integer(_ number: Int64, _ rule: FieldRule?, _ place: String) throws(ReceiptError) -> Int64? {
    let (kind, isReplaced): (ValueKind, Bool) =
      switch rule {
      case .identifier(let kind)?, .encodedIdentifier(let kind)?: (kind, true)
      case .app?: (.app, options.replacesApp)
      case .product?: (.product, options.replacesApp || options.replacesProducts)
      case .common(let looksRight)?: looksRight(String(number)) ? (.common, false) : (.unknown, true)
      case .date?, .secret?, nil: (.unknown, true)
      }
    if case .secret? = rule {
      log.note(.removed, .secret, place)
      return nil
    }
    let result = isReplaced ? try pseudonyms.integer(number, kind) : number
    log.note(result == number ? .kept : .replaced, kind, place)
    return result
  }

  /// What becomes of octets that have no form.
  func octets(_ octets: [UInt8], _ rule: FieldRule?, _ place: String) throws(ReceiptError) -> [UInt8] {
    guard !octets.isEmpty else { return octets }
    var kind = ValueKind.unknown
    if case .identifier(let known)? = rule { kind = known }
    log.note(.replaced, kind, place)
    return try pseudonyms.octets(octets, kind)
  }

  /// A bundle or product identifier, or one of their numbers.
  private func name(
    _ text: String, _ kind: ValueKind, _ isReplaced: Bool, _ place: String
  ) throws(ReceiptError) -> String {
    // What is no identifier was put there by somebody, and nobody knows why.
    guard isReplaced || Looks.isName(text) else { return replaced(text, try pseudonyms.unknown(text), .unknown, place) }
    if !isReplaced {
      log.note(.kept, kind, place)
      return text
    }
    let isNumber = text.utf8.allSatisfy(\.isDigit)
    return replaced(text, isNumber ? try pseudonyms.text(text, kind) : try pseudonyms.name(text), kind, place)
  }

  /// Zeros say that there is nothing, and stay.
  private func replaced(_ text: String, _ pseudonym: String, _ kind: ValueKind, _ place: String) -> String {
    log.note(text == pseudonym ? .kept : .replaced, kind, place)
    return pseudonym
  }
}
