import COpenSSL

/// Judged chains of signed data, by the exact text of the header that contains them. Judging a chain costs two P-384
/// signatures, twenty times as much as the signature of the data itself; reading a header costs a third of that
/// signature.
///
/// A judgement is cached with the moments at which it applies: every signing date is compared with them. Chains that
/// hold, chains that do not, and good chains with a wrong signature have a cache each, so that no number of foreign or
/// copied headers replaces Apple's. The cache belongs to one thread at a time and to one set of anchors.
package final class JWSChains {
  /// A header, and the judgement on its chain.
  private final class CachedHeader {
    /// The first part of the JWS, with the dot after it.
    let text: [UInt8]
    let header: JSONValue
    /// The header as a compact writer writes it.
    let writtenHeader: [UInt8]
    let chain: CachedChain

    init(text: [UInt8], header: JSONValue, chain: CachedChain) {
      self.text = text
      self.header = header
      self.chain = chain
      writtenHeader = header.compactBytes
    }

    /// The judgement on other data with the same chain, at a moment at which it applies. `nil` if the data must take
    /// every step: its signature is right, and the chain was seen only with wrong ones.
    func authenticity(of signed: SignedOctets, judgedAt: Authenticity.JudgedAt) -> Authenticity? {
      var authenticity = chain.firstJudgement.judged(at: judgedAt)
      if chain.holds || chain.isForged {
        guard let key = chain.key else { return nil }
        if let failure = key.failure(of: signed) {
          authenticity.demote(to: .badSignature, failure.reason)
          return authenticity
        }
        guard chain.holds else { return nil }
      }
      if judgedAt.source == chain.firstJudgement.judgedAt?.source { authenticity.template = chain.printed }
      return authenticity
    }
  }

  /// A few headers; a new one replaces the oldest.
  private struct HeaderCache {
    private(set) var entries: [CachedHeader] = []
    /// The index of the entry that the next new one replaces.
    private var nextToReplace = 0
    /// Apple has used three leaves since 2021. An app encounters one or two at a time.
    private static let capacity = 16

    func find(_ text: [UInt8]) -> CachedHeader? {
      entries.first { $0.text.count < text.count && memcmp($0.text, text, $0.text.count) == 0 }
    }

    mutating func insert(_ entry: CachedHeader) {
      guard !entries.contains(where: { $0.text == entry.text }) else { return }
      guard entries.count == Self.capacity else { return entries.append(entry) }
      entries[nextToReplace] = entry
      nextToReplace = (nextToReplace + 1) % Self.capacity
    }
  }

  /// Chains that hold, good chains that were seen only with a wrong signature, and chains that do not hold.
  private var good = HeaderCache()
  private var forged = HeaderCache()
  private var refused = HeaderCache()
  /// The last data that was read with a cached chain, which is judged next. Its payload is an object without a repeated
  /// name.
  private var latest: (text: [UInt8], signed: SignedOctets)?
  /// The maximum length of a header whose chain does not hold, because anyone can make one; Apple's have 4,200
  /// characters. A header whose chain holds may be longer: only the owner of the anchor can make it.
  private static let maximumRefused = 16 << 10

  package init() {}

  /// The cached judgement for a text; with a moment, one that applies at that moment.
  private func find(_ text: [UInt8], at judgedAt: Instant? = nil) -> CachedHeader? {
    for entry in [good.find(text), forged.find(text), refused.find(text)] {
      if let entry, judgedAt.map(entry.chain.applies) ?? true { return entry }
    }
    return nil
  }

  /// Reads signed data with a cached header, if the text contains nothing else. The result equals that of
  /// ``InputRecognizer``.
  ///
  /// - Returns: `nil` if the general path must be taken. Nothing is judged here.
  func read(_ text: [UInt8]) -> JSONWebSignature? {
    guard let cached = find(text),
      let (signed, octets) = SignedOctets.afterKnownHeader(text, payloadStart: cached.text.count),
      let payload = try? JSONReader().read(octets)
    else { return nil }
    latest = Self.isStrict(payload) ? (text, signed) : nil
    return JSONWebSignature(
      header: cached.header, writtenHeader: cached.writtenHeader, payload: payload, text: text)
  }

  /// The judgement with a cached chain, so that a wrong signature costs no more than a right one. `nil` if no judgement
  /// is cached that applies to the header at the moment, or if the form is not strict. The caller then takes every step
  /// itself and names the step that failed.
  func authenticity(of jws: JSONWebSignature, judgedAt: Authenticity.JudgedAt?) -> Authenticity? {
    guard let judgedAt, let cached = find(jws.text, at: judgedAt.instant),
      let signed = signedOctets(of: jws, after: cached)
    else {
      return nil
    }
    return cached.authenticity(of: signed, judgedAt: judgedAt)
  }

  /// Whether a judgement can use a cached chain: one is cached for the header, and applies at the moment. If only wrong
  /// signatures were seen with that chain, the first right one still takes every step.
  func knows(_ jws: JSONWebSignature, judgedAt: Authenticity.JudgedAt?) -> Bool {
    judgedAt.map { find(jws.text, at: $0.instant) != nil } ?? false
  }

  private func signedOctets(of jws: JSONWebSignature, after cached: CachedHeader) -> SignedOctets? {
    if let latest, latest.text == jws.text { return latest.signed }
    guard let (signed, _) = SignedOctets.afterKnownHeader(jws.text, payloadStart: cached.text.count),
      Self.isStrict(jws.payload)
    else {
      return nil
    }
    return signed
  }

  private static func isStrict(_ payload: JSONValue) -> Bool {
    if case .object = payload { payload.repeatedName == nil } else { false }
  }

  /// Caches the judgement on the chain of signed data, if it is about the chain alone.
  func remember(_ jws: JSONWebSignature, _ authenticity: Authenticity) {
    guard let chain = CachedChain(authenticity, .p256), let dot = jws.text.firstIndex(of: UInt8(ascii: ".")),
      chain.holds || dot < Self.maximumRefused
    else { return }
    insert(CachedHeader(text: Array(jws.text[...dot]), header: jws.header, chain: chain))
  }

  /// Takes over the chains of another cache. That cache must not be used afterwards.
  package func takeOver(_ other: JWSChains) {
    for entry in other.good.entries + other.forged.entries + other.refused.entries { insert(entry) }
  }

  private func insert(_ entry: CachedHeader) {
    if entry.chain.holds {
      good.insert(entry)
    } else if entry.chain.isForged {
      forged.insert(entry)
    } else {
      refused.insert(entry)
    }
  }
}

extension SignedOctets {
  /// The signed octets of a JWS whose header was already read strictly, and the octets of its payload; `nil` if
  /// anything after the header departs from the form that ``JWSSignature`` requires. The content of the payload is not
  /// examined.
  ///
  /// - Parameter start: the position of the payload in the text: the one after the first dot.
  fileprivate static func afterKnownHeader(
    _ text: [UInt8], payloadStart start: Int
  ) -> (signed: SignedOctets, payload: [UInt8])? {
    // The signature is short, so its dot is near the end.
    guard let dot = text[start...].lastIndex(of: UInt8(ascii: ".")),
      let payload = Base64.decodeURL(text[start..<dot]),
      let signature = Base64.decodeURL(text[(dot + 1)...]), signature.count == signatureOctets
    else { return nil }
    return (SignedOctets(message: Array(text[..<dot]), signature: signature), payload)
  }
}
