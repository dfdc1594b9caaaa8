/// Finds the receipt in a parsed JSON document, and the other receipts and signed data in it.
struct JSONWrapper<Document: JSONNode> {
  /// How likely a string is the receipt. The first case wins.
  private enum Grade: Int {
    /// The name and the text both mark a receipt.
    case nameAndText
    /// Only the text looks like a receipt.
    case text
    /// Only the name indicates a receipt: the text is truncated, damaged or empty, which the next layer will report.
    case name
    /// A string that is itself JSON and mentions receipts.
    case nested
    /// There is no sign of a receipt. The text is never read, but it is searched for other parts.
    case other
  }

  /// A text, or a list of bytes, that may be the receipt.
  private struct Candidate {
    let grade: Grade
    /// The rank of the member's name among the names of receipts; ``unranked`` for other names.
    let rank: Int
    let layer: InputLayer
    let bytes: [UInt8]
    /// The name of the member, if receipts are stored under such a name.
    let name: String?
    /// The number of the place in ``places``.
    let place: Int?

    static var unranked: Int { 999 }

    /// The grade counts first, then the rank. The lowest value wins.
    var order: Int { grade.rawValue * (Self.unranked + 1) + rank }
    var isOther: Bool { grade == .other }
  }

  private let document: Document
  private let nesting: Int
  private let isPayload: Bool
  private var candidates: [Candidate] = []
  private var bundleIdentifiers: [String] = []
  private var places = JSONPlaces()
  /// The parts that an answer of the App Store Server API lacks: truncated or missing pieces, and further pages.
  private var gaps: [(kind: UnreadPart.Kind, place: Int?)] = []

  /// Searches a whole document. ``JSONReader`` limits its depth.
  ///
  /// - Parameters:
  ///   - nesting: the number of enclosing searches.
  ///   - isPayload: whether the document is the payload of signed data; ``SignedPart`` then describes its parts.
  init(_ document: Document, nesting: Int = 0, isPayload: Bool = false) {
    self.document = document
    self.nesting = nesting
    self.isPayload = isPayload
    search(document, layer: .json)
  }

  /// The only receipt.
  ///
  /// - Throws: `.invalidEncoding` if two receipts differ, or if the name occurs twice; otherwise why no receipt was
  ///   found.
  func unwrap() throws(ReceiptError) -> InputFinding {
    if let bytes = document.byteArray {
      // `[48,130]` or `{"type":"Buffer","data":[48,130]}`: the search has found the list, without a sign of a receipt.
      let pointer = document.form == .object ? "/data" : ""
      let place = candidates.first { places.pointer(to: $0.place) == pointer }?.place
      return try finding(
        Candidate(grade: .nameAndText, rank: 0, layer: .json, bytes: bytes, name: nil, place: place))
    }
    if let error = MissingReceipt.decodedHeader(document) ?? MissingReceipt.jsonSerialization(document) { throw error }
    // The minimum is stable: among equal candidates, the first in the document wins.
    guard let best = candidates.min(by: { $0.order < $1.order }), !best.isOther else {
      throw MissingReceipt.error(document)
    }
    if best.layer == .verifyReceiptResponse, best.bytes.count < OtherText.minimumBytes {
      throw MissingReceipt.cutLatestReceipt(best.bytes.count)
    }
    if MissingReceipt.isMasked(best.bytes) { throw MissingReceipt.masked(document, best.name) }
    // Programs write a word into the member when they have no receipt, and say the rest themselves.
    if best.grade.rawValue >= Grade.name.rawValue, best.bytes.count < OtherText.minimumBytes,
      let error = MissingReceipt.fakeReceipt(best.bytes) ?? OtherProgram.error(in: document, onlyKnown: true)
    {
      throw error
    }
    if let name = best.name, let error = MissingReceipt.emptyMember(name, best.bytes) { throw error }
    return try finding(best)
  }

  /// All signed parts of the document, except those at these pointers and their copies.
  ///
  /// - Parameter texts: texts that are read in any place.
  func unread(except read: Set<String>, beside texts: [String] = []) -> [UnreadPart] {
    // Parts that are read are near the top of the document.
    let readCandidates = candidates.filter {
      places.path(to: $0.place).count <= 3 && read.contains(places.pointer(to: $0.place))
    }
    var seen = Set(readCandidates.map(\.bytes) + texts.map { Array($0.utf8) })
    var tally = UnreadTally()
    let missing = addGaps(except: nil, to: &tally)
    for candidate in candidates where !missing.contains(candidate.place) && seen.insert(candidate.bytes).inserted {
      // Every receipt beside signed data is an unread part.
      for part in parts(candidate) {
        if case .part(let kind) = part.text.relation(to: Self.anyJWS) { add(kind, candidate, to: &tally) }
      }
    }
    return tally.parts
  }

  /// The finding at a candidate, unless another part contradicts it.
  private func finding(_ best: Candidate) throws(ReceiptError) -> InputFinding {
    let path = places.path(to: best.place)
    if let twice = document.repeatedName(on: path) {
      throw .repeatedName(places.pointer(to: best.place, upTo: twice.count))
    }
    var finding = InputFinding.inner(best.bytes, best.layer)
    finding.pointer = places.pointer(to: best.place)
    finding.bundleIdentifiers = bundleIdentifiers
    try addParts(beside: best, to: &finding)
    return finding
  }

  /// Adds the copies and the unread parts beside the text that is read.
  private func addParts(beside best: Candidate, to finding: inout InputFinding) throws(ReceiptError) {
    var seen: Set = [best.bytes]
    var tally = UnreadTally()
    let missing = addGaps(except: best.place, to: &tally)
    var copies: [Candidate] = []
    // Other texts of the same receipt: wrapped lines, another alphabet.
    var sameReceipt: Set<[UInt8]> = []
    var inside: [UnreadPart] = []
    // Evaluated only if there is another text to compare it with.
    lazy var readContent = content(of: best)
    for candidate in candidates where candidate.place != best.place {
      if missing.contains(candidate.place) { continue }
      if candidate.bytes == best.bytes {
        if candidate.bytes.count >= OtherText.minimumBytes { copies.append(candidate) }
        continue
      }
      guard seen.insert(candidate.bytes).inserted else {
        if sameReceipt.contains(candidate.bytes) { copies.append(candidate) }
        continue
      }
      for part in parts(candidate) {
        switch part.text.relation(to: readContent) {
        case .nothing: continue
        case .part(let kind): add(kind, candidate, to: &tally)
        case .copy(let unread):
          if sameReceipt.insert(candidate.bytes).inserted { copies.append(candidate) }
          inside += unread.below(places.pointer(to: candidate.place))
        case .contradiction: throw .severalReceipts(at: finding.pointer, and: places.pointer(to: candidate.place))
        }
      }
    }
    finding.unread = tally.parts + inside
    finding.copies = copies.first.map { ReceiptCopies(pointer: places.pointer(to: $0.place), count: copies.count) }
  }

  private func content(of best: Candidate) -> RecognizedInput.Content? {
    if OtherText.isSignedData(best.bytes) { return Self.anyJWS }
    return try? InputRecognizer(maximumBytes: best.bytes.count).recognize(best.bytes, nesting: nesting + 1).content
  }

  /// Signed data; a comparison asks only whether the content is that.
  private static var anyJWS: RecognizedInput.Content { .jws(JSONWebSignature(header: .null, payload: .null)) }

  private func parts(_ candidate: Candidate) -> [(text: OtherText, offset: Int)] {
    OtherParts(candidate.bytes, isNamed: candidate.name != nil, nesting: nesting).parts
  }

  private func add(_ kind: UnreadPart.Kind, _ candidate: Candidate, to tally: inout UnreadTally) {
    tally.add(kind, place: places.pattern(to: candidate.place), pointer: places.pointer(to: candidate.place))
  }

  /// Adds the missing parts, further pages first.
  ///
  /// - Returns: the places of the missing parts.
  private func addGaps(except place: Int?, to tally: inout UnreadTally) -> Set<Int?> {
    let others = gaps.filter { place == nil || $0.place != place }
    for gap in others.filter({ $0.kind == .morePages }) + others.filter({ $0.kind != .morePages }) {
      tally.add(gap.kind, place: places.pattern(to: gap.place), pointer: places.pointer(to: gap.place))
    }
    return Set(others.map(\.place))
  }

  /// Records a gap at the current place, if an answer of the App Store Server API has signed data there and the value
  /// is none.
  ///
  /// - Parameters:
  ///   - name: the name of a member; `nil` for an element.
  ///   - list: the name of the list that an element stands in.
  private mutating func noteGap(_ value: Document, name: String?, in list: String?) {
    if isPayload { return }
    switch (name, list) {
    case ("signedTransactionInfo"?, _), ("signedPayload"?, _), (nil, "signedTransactions"?):
      guard let text = value.stringValue, JSONWebSignature.hasThreeParts(text) else { break }
      return
    case ("signedRenewalInfo"?, _):
      // Programs write an absent value as null.
      guard let text = value.stringValue else {
        if case .null = value.shallow { return }
        break
      }
      if JSONWebSignature.hasThreeParts(text) { return }
    // An object, whose members are looked at in turn.
    case (nil, "lastTransactions"?), (nil, "notificationHistory"?):
      if value.memberNodes != nil { return }
    default: return
    }
    gaps.append((.signedData, places.keep()))
  }

  /// Whether a member says that its object is not the last page of an answer.
  private static func tellsOfMorePages(_ name: String, _ value: Document, in object: Document) -> Bool {
    guard name == "hasMore", object["signedTransactions"] != nil || object["notificationHistory"] != nil else {
      return false
    }
    switch value.shallow {
    case .bool(false), .null: return false
    default: return true
    }
  }

  private mutating func search(_ value: Document, layer: InputLayer) {
    guard value.form == .object, let members = value.memberNodes else { return visit(value, name: nil, layer: layer) }
    let layer = Self.layer(of: value) ?? layer
    var position = 0
    for member in members {
      places.enter(at: position, name: member.name)
      position += 1
      noteGap(member.value, name: member.name, in: nil)
      if Self.tellsOfMorePages(member.name, member.value, in: value) {
        gaps.append((.morePages, places.keep()))
      }
      // No receipt is a name, but one may hide there.
      if member.name.utf8.count >= OtherText.minimumBytes, Self.grade(member.name, rank: nil) != nil {
        addCandidate(Array(member.name.utf8), .other, rank: nil, name: nil, layer: layer)
      }
      visit(member.value, name: member.name, layer: layer)
      places.leave()
    }
  }

  private mutating func visit(_ value: Document, name: String?, layer: InputLayer) {
    switch value.form {
    case .string:
      guard let text = value.stringValue else { return }
      if let name, ReceiptMember.namesBundle(name.utf8) { note(bundleIdentifier: text) }
      consider(text, name: name, layer: layer)
    case .array:
      guard let elements = value.elementNodes else { return }
      if let bytes = value.byteArray {
        addCandidate(bytes, .other, rank: nil, name: nil, layer: layer)
        return
      }
      // In `"signedTransactions": ["eyJ...", "eyJ..."]`, the name applies to each element.
      var position = 0
      for element in elements {
        places.enter(at: position, name: nil)
        position += 1
        noteGap(element, name: nil, in: name)
        visit(element, name: name, layer: layer)
        places.leave()
      }
    case .object: search(value, layer: layer)
    case .other: break
    }
  }

  private mutating func consider(_ text: String, name: String?, layer: InputLayer) {
    let rank = name.flatMap(Self.rank)
    guard let grade = Self.grade(text, rank: rank) else { return }
    addCandidate(Array(text.utf8), grade, rank: rank, name: name, layer: layer)
  }

  private static func rank(of name: String) -> Int? { ReceiptMember.rank(of: name.utf8) }

  /// - Parameter rank: the rank of the member's name among the names of receipts.
  /// - Returns: `nil` for a text that need not be examined.
  private static func grade(_ text: String, rank: Int?) -> Grade? {
    guard rank != nil || text.utf8.count >= OtherText.minimumBytes else { return nil }
    let isBearer = text.utf8.starts(with: "Bearer eyJ".utf8)
    let token = isBearer ? text.utf8.dropFirst("Bearer ".utf8.count) : text.utf8[...]
    let looksRight = ReceiptMember.looksLikeReceipt(token)
    if rank != nil { return looksRight ? .nameAndText : .name }
    if looksRight { return .text }
    // JSON with a receipt in it is longer than the shortest receipt.
    if text.utf8.count > OtherText.minimumBytes, looksNested(text) { return .nested }
    return text.utf8.count >= OtherText.minimumBytesOfOther ? .other : nil
  }

  /// Adds a candidate at the current place of the search.
  private mutating func addCandidate(
    _ bytes: [UInt8], _ grade: Grade, rank: Int?, name: String?, layer: InputLayer
  ) {
    var layer = layer
    if layer == .json, let name, let rank { layer = ReceiptMember.layer(of: name.utf8, rank: rank) }
    candidates.append(
      Candidate(
        grade: grade, rank: rank ?? Candidate.unranked, layer: layer, bytes: bytes, name: rank == nil ? nil : name,
        place: places.keep()))
  }

  /// Records a bundle identifier. Texts longer than any identifier are ignored, and so are more identifiers than a
  /// document about one receipt has.
  private mutating func note(bundleIdentifier text: String) {
    guard (1...255).contains(text.utf8.count), bundleIdentifiers.count < 8, !bundleIdentifiers.contains(text) else {
      return
    }
    bundleIdentifiers.append(text)
  }

  private static func looksNested(_ text: String) -> Bool {
    guard let first = text.utf8.first(where: { !$0.isASCIISpace }) else { return false }
    return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
  }

  /// The layer that a whole object is, by members that only one kind has; `nil` if the name of its receipt decides.
  private static func layer(of object: Document) -> InputLayer? {
    if object["notification_type"] != nil || object["unified_receipt"] != nil || object["notificationType"] != nil {
      return .notification
    }
    if object["Payload"] != nil, object["Store"] != nil { return .unity }
    return nil
  }
}

extension JSONWrapper<JSONValue> {
  /// Whether any value in a document is long enough to be a part. Most payloads have no such value and need no search.
  static func mayHoldParts(_ value: JSONValue, name: String? = nil) -> Bool {
    switch value {
    case .string(let text):
      return text.utf8.count >= OtherText.minimumBytes && grade(text, rank: name.flatMap(rank)) != nil
    case .array(let elements):
      // A list with this many numbers could be the octets of a receipt.
      return elements.count >= OtherText.minimumBytes || elements.contains { mayHoldParts($0, name: name) }
    case .object(let members):
      let span = members.span
      for index in span.indices where mayHoldParts(span[index].value, name: span[index].name) { return true }
      return false
    case .null, .bool, .number: return false
    }
  }
}

extension JSONText {
  /// All signed parts of the document, except those at these pointers and their copies.
  package func unreadParts(except read: Set<String>) -> [UnreadPart] { JSONWrapper(self).unread(except: read) }

  /// All signed parts of the document, except these texts.
  package func unreadParts(beside texts: [String]) -> [UnreadPart] {
    JSONWrapper(self).unread(except: [], beside: texts)
  }
}
