/// A line of words that names a purchase, as programs write it to logs:
///
///     Purchased com.example.pro on 2026-11-05 10:00:00 +0000
///     transaction 2000000123456789 for product com.example.pro expired at 2026-11-20T10:00:00Z
///
/// A product begins with a domain, and a date belongs to the word of a state before it. A line states no state that
/// denies something, says what may happen or is about something else.
struct PrintedSentence {
  /// The purchase, as JSON.
  private(set) var json: [UInt8] = []
  /// The words that are none of its facts.
  private(set) var words: [UInt8] = []
  /// Whether it may be otherwise than its words of states say.
  private(set) var isDoubtful = false
  /// The number of printed objects in the line, which say more of the same purchase.
  private(set) var used = 0

  private static let maximumBytes = 1_000
  /// The member of a date behind a word.
  private static let dates: [String: String] = [
    "purchased": "purchaseDate", "bought": "purchaseDate", "renewed": "purchaseDate", "subscribed": "purchaseDate",
    "expired": "expirationDate", "expires": "expirationDate", "expiry": "expirationDate", "ended": "expirationDate",
    "ends": "expirationDate", "until": "expirationDate", "renews": "expirationDate", "refunded": "refundDate",
    "revoked": "revocationDate",
  ]
  /// The words of states that say something of a purchase in any sentence. `Failed`, `processing` or `refund` do not.
  private static let states: Set = [
    "purchased", "bought", "renewed", "subscribed", "entitled", "active", "restored", "expired", "refunded", "revoked",
    "cancelled", "canceled", "deferred", "pending", "inactive",
  ]
  /// The words between a word and its date.
  private static let connections: Set = [
    "on", "at", "is", "was", "of", "by", "for", "the", "product", "transaction", "id", "in", "to", "has", "been",
    "date",
    "time", "and", "from", "until", "since", "state", "isactive", "active", "purchased",
  ]
  private static let denials = Set(
    """
    not no never cannot if whether when will would can could may might should try trying tried attempt unable \
    without want wants about before unless token certificate session credential
    """.split(whereSeparator: \.isWhitespace).map(String.init))

  /// - Parameter values: the printed objects from this line on, for the zeros in it.
  /// - Returns: `nil` for a line without a product or a transaction, or of which nothing is said.
  init?(_ line: ArraySlice<UInt8>, _ values: ArraySlice<[UInt8]>) {
    guard line.count <= Self.maximumBytes else { return nil }
    // `!isActive`, `~~purchased~~`, `hasn't purchased`, `purchased?`
    isDoubtful =
      line.contains { "!~?".utf8.contains($0) } || zip(line, line.dropFirst()).contains { $0 == 0x27 && $1 == 0x74 }
    let tokens = line.split { $0.isASCIISpace || "()[]<>,;\"'`".utf8.contains($0) }.map(Self.trimmed)
    var facts: [(name: String, value: [UInt8])] = []
    var state: ProgramState?
    var date: String?
    var index = 0
    var before = ""
    while index < tokens.count {
      let token = tokens[index]
      let word = String(decoding: token, as: UTF8.self)
      defer { before = word.lowercased() }
      index += 1
      if Self.isProduct(token), !["app", "bundle", "domain"].contains(before) {
        facts.append(("productId", token))
      } else if Self.isTransaction(token, behind: before) {
        facts.append(("transactionId", token))
      } else if token == [0] {
        used += 1
      } else if let member = date, let count = Self.dateLength(tokens[(index - 1)...]) {
        index += count - 1
        facts.append((member, Array(tokens[(index - count)..<index].joined(separator: " ".utf8))))
        date = nil
      } else {
        let plain = word.lowercased()
        date = Self.dates[plain] ?? date
        let meant = ProgramState(word: word)
        // `isPurchased`
        let isStated =
          Self.states.contains(plain) || plain.hasPrefix("is") && Self.states.contains("\(plain.dropFirst(2))")
        if isStated { state = max(state ?? meant, meant) }
        if Self.denials.contains(plain) || !isStated && meant > .unknown { isDoubtful = true }
        // A number behind a word of a state, and a name such as `paymentRefused`.
        if plain == "0" || plain == "false" || plain.hasPrefix("-") || Self.isName(word) { isDoubtful = true }
        if date != nil, Self.dates[plain] == nil, !Self.connections.contains(plain) { date = nil }
        if !isStated && Self.dates[plain] == nil || meant > .unknown { words += token + [UInt8(ascii: " ")] }
      }
    }
    let names = facts.map(\.name)
    guard names.contains("productId") || names.contains("transactionId"), Set(names).count == names.count,
      used <= values.count
    else { return nil }
    var objects: [ArraySlice<UInt8>] = []
    for json in values.prefix(used) {
      guard let members = Self.members(json) else {
        isDoubtful = true
        continue
      }
      objects.append(members)
    }
    guard state != nil || facts.contains(where: { $0.name.hasSuffix("Date") }) else { return nil }
    // What denies something does not deny that nothing was bought.
    if let state, !isDoubtful || state > .unknown { facts.append(("state", Array(state.rawValue.utf8))) }
    // A sentence can say that it is otherwise in more ways than are known here.
    facts.append((ProgramMember.surroundingWords, Array(ProgramMember.otherWords.utf8)))
    var writer = PrintedValue([], 0..<0)
    for fact in facts {
      writer.json.append(UInt8(ascii: writer.json.isEmpty ? "{" : ","))
      writer.write(Array(fact.name.utf8)[...])
      writer.json.append(UInt8(ascii: ":"))
      writer.write(fact.value[...])
    }
    json = ([writer.json[...]] + objects).joined(separator: ",".utf8) + [UInt8(ascii: "}")]
  }

  /// The members of an object, which may be alone in a list; `nil` for others, and with a member that may say anything.
  private static func members(_ json: [UInt8]) -> ArraySlice<UInt8>? {
    guard let value = try? JSONReader().tree(json, json.indices) else { return nil }
    let elements = value.elementNodes.map(Array.init)
    guard case .object(let members) = elements.map({ $0.count == 1 ? $0[0] : .null }) ?? value,
      members.allSatisfy({ LooseMembers.isKnown(Array($0.name.utf8)[...]) && !$0.value.form.hasContents })
    else { return nil }
    let brackets = elements == nil ? 1 : 2
    return json.dropFirst(brackets).dropLast(brackets)
  }

  private static func trimmed(_ word: ArraySlice<UInt8>) -> [UInt8] {
    let isMark = { (byte: UInt8) in ".:!=".utf8.contains(byte) }
    return Array(word.drop(while: isMark).reversed().drop(while: isMark).reversed())
  }

  private static let domains = Set(
    """
    com org net edu gov biz app dev io co me tv ai eu us uk de fr it es nl se ch at be dk fi no pl pt cz ru ua tr ca \
    au br in jp cn kr tw hk sg
    """.split(separator: " "))

  /// Whether a word is the id of a product: a domain in reverse order, and two names.
  private static func isProduct(_ word: [UInt8]) -> Bool {
    let labels = word.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard labels.count > 2, word.count <= 100, let first = labels.first, let last = labels.last else { return false }
    return domains.contains { first.elementsEqual($0.utf8) } && !domains.contains { last.elementsEqual($0.utf8) }
      && labels.allSatisfy { label in
        !label.isEmpty && label.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || "_-".utf8.contains($0) }
      }
  }

  /// Apple's transactions have fifteen digits or more; shorter numbers count behind the word.
  private static func isTransaction(_ word: [UInt8], behind before: String) -> Bool {
    (before.hasPrefix("transaction") ? 9...20 : 15...20).contains(word.count) && word.allSatisfy(\.isASCIIDigit)
  }

  private static let months = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
    "december",
  ]

  /// Whether a word is a name in a program that may say something: `paymentRefused`, and not `isPurchased`.
  private static func isName(_ word: String) -> Bool {
    guard let capital = word.firstIndex(where: \.isUppercase), capital != word.startIndex else { return false }
    return word[..<capital].contains(where: \.isLowercase) && !states.contains(word[capital...].lowercased())
  }

  /// The number of words that are a date; `nil` if none are.
  private static func dateLength(_ words: ArraySlice<[UInt8]>) -> Int? {
    let count = words.prefix(8).prefix { word in
      let text = String(decoding: word, as: UTF8.self).lowercased()
      let isNumber =
        word.first.map { $0.isASCIIDigit || "+-".utf8.contains($0) } ?? false
        && word.contains(where: \.isASCIIDigit) && word.allSatisfy { $0.isASCIIDigit || "+-:/.TZ".utf8.contains($0) }
      return isNumber && !(15...20).contains(word.count(where: \.isASCIIDigit))
        || months.contains { text == $0 || text == $0.prefix(3) }
        || ["am", "pm", "utc", "gmt", "etc/gmt"].contains(text)
    }.count
    return words.prefix(count).contains { $0.contains(where: \.isASCIIDigit) } ? count : nil
  }
}
