import COpenSSL

/// Valid chains of signed data, by the exact text of the header that contains them. Judging a chain costs two P-384
/// signatures, twenty times as much as the signature of the data itself; reading a header costs a third of that
/// signature.
///
/// Only positive judgements are cached, with the period in which all certificates of the chain are valid: every signing
/// date is compared with it. The cache belongs to one thread at a time and to one set of anchors.
package final class JWSChains {
  private final class Known {
    /// The first part of the JWS, with the dot after it.
    let text: [UInt8]
    let header: JSONValue
    /// The header as a compact writer writes it.
    let writtenHeader: [UInt8]
    let chain: CachedChain

    init(text: [UInt8], header: JSONValue, chain: CachedChain) {
      (self.text, self.header, self.chain) = (text, header, chain)
      writtenHeader = header.compactBytes
    }

    /// The judgement on other data with the same chain, at a moment at which the chain is valid.
    func authenticity(of signed: SignedOctets, judgedAt: Authenticity.JudgedAt) -> Authenticity? {
      guard let key = chain.key else { return nil }
      var authenticity = chain.first.judged(at: judgedAt)
      if let failure = key.failure(of: signed) {
        authenticity.demote(to: .badSignature, failure.reason)
        return authenticity
      }
      if judgedAt.source == chain.first.judgedAt?.source { authenticity.template = chain.printed }
      return authenticity
    }
  }

  private var known: [Known] = []
  /// The index of the entry to replace next.
  private var hand = 0
  /// The last data that was read with a cached chain, which is judged next. Its payload is an object without a repeated
  /// name.
  private var latest: (known: Known, text: [UInt8], signed: SignedOctets)?
  /// Apple has used three leaves since 2021. An app encounters one or two at a time.
  private static let capacity = 16

  package init() {}

  private func find(_ text: [UInt8]) -> Known? {
    known.first { $0.text.count < text.count && memcmp($0.text, text, $0.text.count) == 0 }
  }

  /// Reads signed data with a cached header, if the text contains nothing else. The result equals that of
  /// ``InputRecognizer``.
  ///
  /// - Returns: `nil` if the general path must be taken. Nothing is judged here.
  func read(_ text: [UInt8]) -> JSONWebSignature? {
    guard let known = find(text), let (signed, octets) = SignedOctets.open(text, behind: known.text.count),
      let payload = try? JSONReader().read(octets)
    else { return nil }
    latest = Self.isStrict(payload) ? (known, text, signed) : nil
    return JSONWebSignature(
      header: known.header, writtenHeader: known.writtenHeader, payload: payload, text: text)
  }

  /// The judgement with a cached chain, so that a wrong signature costs no more than a right one. `nil` if no chain is
  /// cached for the header, if it was not valid at the moment, or if the form is not strict. The caller then takes
  /// every step itself and names the step that failed.
  func authenticity(of jws: JSONWebSignature, judgedAt: Authenticity.JudgedAt?) -> Authenticity? {
    guard let judgedAt, let (known, signed) = open(jws), known.chain.validity.contains(judgedAt.instant) else {
      return nil
    }
    return known.authenticity(of: signed, judgedAt: judgedAt)
  }

  /// Whether a judgement can use a cached chain: the header has a cached chain, which is valid at the moment.
  func knows(_ jws: JSONWebSignature, judgedAt: Authenticity.JudgedAt?) -> Bool {
    guard let judgedAt, let known = find(jws.text) else { return false }
    return known.chain.validity.contains(judgedAt.instant)
  }

  private func open(_ jws: JSONWebSignature) -> (Known, SignedOctets)? {
    if let latest, latest.text == jws.text { return (latest.known, latest.signed) }
    guard let known = find(jws.text), let (signed, _) = SignedOctets.open(jws.text, behind: known.text.count),
      Self.isStrict(jws.payload)
    else { return nil }
    return (known, signed)
  }

  private static func isStrict(_ payload: JSONValue) -> Bool {
    if case .object = payload { payload.repeatedName == nil } else { false }
  }

  func remember(_ jws: JSONWebSignature, _ authenticity: Authenticity) {
    guard find(jws.text) == nil, let chain = CachedChain(authenticity, .p256),
      let dot = jws.text.firstIndex(of: UInt8(ascii: "."))
    else { return }
    insert(Known(text: Array(jws.text[...dot]), header: jws.header, chain: chain))
  }

  /// Takes over the chains of another cache. That cache must not be used afterwards.
  package func remember(_ other: JWSChains) {
    for entry in other.known where !known.contains(where: { $0.text == entry.text }) { insert(entry) }
  }

  private func insert(_ entry: Known) {
    guard known.count == Self.capacity else { return known.append(entry) }
    known[hand] = entry
    hand = (hand + 1) % Self.capacity
  }
}
