/// Names and values outside of brackets, as people, consoles and databases list what they know of a purchase.
///
///     transactionId: 2000000123456789        transaction_id | 2000000123456789
///     I/flutter (31077): productId: com.example.pro, transactionStateIOS: TransactionState.restored
///     [IAP] subscription next billing date is: 12/19/2026 9:30:00 AM
///
/// Names that mean something of a purchase are found anywhere, others at the beginning of a line and behind a comma. A
/// name that comes again begins another purchase.
struct LooseMembers {
  /// The purchases, as JSON.
  private(set) var objects: [[UInt8]] = []
  /// The words that are neither names nor values.
  private(set) var words: [UInt8] = []
  /// The indexes of the printed objects that are the value of a name.
  private(set) var used: Set<Int> = []

  /// Whether words in or beside a value may contradict the purchase.
  private(set) var isContradicted = false

  private let printedObjects: [[UInt8]]
  /// The members of the purchase that is being read.
  private var members: [(name: [UInt8], json: [UInt8])] = []
  private static let maximumLines = 400
  private static let maximumMembers = 400
  /// Names in words are short: `Original transaction ID`.
  private static let maximumName = 40

  /// - Parameters:
  ///   - text: the text, with a zero for each printed object.
  ///   - printedObjects: the printed objects, as JSON.
  init(_ text: [UInt8], _ printedObjects: [[UInt8]]) throws {
    self.printedObjects = printedObjects
    let lines = text.split(whereSeparator: PrintedValue.isNewline)
    guard lines.count <= Self.maximumLines else { throw PrintedValue.Unreadable() }
    // What was left out behind the end, `…`, may contradict the rest.
    let end = text.reversed().drop(while: \.isASCIISpace)
    if end.starts(with: "...".utf8) || end.starts(with: "\u{2026}".utf8.reversed()) { isContradicted = true }
    // The name at the end of the last line, whose value is the next line unless that has a name, too.
    var waiting: Name?
    // The number of printed objects before the line.
    var zeros = 0
    // A line is the value of the name that waits, or nothing but a name, or has words, names and values.
    for line in lines {
      let isCut = line.starts(with: "...".utf8) || line.starts(with: "\u{2026}".utf8)
      if isCut { throw PrintedValue.Shortened() }
      if line.count > 2, line.allSatisfy({ $0 == UInt8(ascii: "-") || $0.isASCIISpace }) { try finishObject() }
      let names = Self.names(in: line)
      if names.isEmpty, let name = waiting, line.contains(where: { !$0.isASCIISpace }) {
        try add(name, line, zeros)
        waiting = nil
      } else if names.isEmpty, let name = Self.wholeName(line) {
        waiting = name
      } else {
        if let name = waiting { try addEmpty(name, zeros) }
        waiting = try addMembers(named: names, of: line, zeros)
      }
      zeros += line.count { $0 == 0 }
    }
    if let name = waiting {
      try addEmpty(name, zeros)
      // The text may have been cut before what the last member says.
      if Self.mayDeny(name.text) { isContradicted = true }
    }
    try finishObject()
    words.removeAll { $0 == 0 }
  }

  /// Adds the words at the beginning of a line, and the names with their values behind them.
  ///
  /// - Parameter zeros: the number of printed objects before the line.
  /// - Returns: the name at the end of the line that waits for its value.
  private mutating func addMembers(
    named all: [Name], of line: ArraySlice<UInt8>, _ zeros: Int
  ) throws -> Name? {
    let waiting = all.last.flatMap { $0.isKnown && line[$0.end...].allSatisfy(\.isASCIISpace) ? $0 : nil }
    let names = waiting == nil ? all[...] : all.dropLast()
    // A value ends where the next name begins.
    let ends = names.dropFirst().map(\.start) + [waiting?.start ?? line.endIndex]
    words += line[..<(names.first?.start ?? ends[0])] + [0x0A]
    for (name, end) in zip(names, ends) {
      try add(name, line[name.end..<end], zeros + line[..<name.end].count { $0 == 0 })
    }
    return waiting
  }

  // -- Names.

  /// A name in a line, by its place.
  private struct Name {
    let text: [UInt8]
    let start: Int
    /// Where the value begins, behind the mark.
    let end: Int
    /// Whether the name means something of a purchase.
    let isKnown: Bool
  }

  /// The names in a line, in their order, each with the place of its value.
  private static func names(in line: ArraySlice<UInt8>) -> [Name] {
    var names: [Name] = []
    var start = line.startIndex
    var index = start
    while index < line.endIndex {
      guard let mark = separator(in: line, at: index) else {
        index += 1
        continue
      }
      let end = index + mark.length
      // `productId | String | com.example.pro | the product`: a table that explains one member. ``add(_:_:_:)`` finds
      // its value.
      if line[index] == UInt8(ascii: "|"), !names.isEmpty, isType(line[start..<index]) { return names }
      // `state=3 id=1`: names behind a blank.
      let isDense = line[index] == UInt8(ascii: "=") && !(line[end...].first?.isASCIISpace ?? true)
      if let name = name(in: line[start..<index], end: end, isFirst: start == line.startIndex, isDense: isDense),
        // A vague mark follows a name that means something, or one in a cell of a table.
        name.isKnown || mark.isPlain || line[..<name.start].last(where: { !$0.isASCIISpace }) == UInt8(ascii: "|")
      {
        let label = names.last.flatMap { line[$0.end..<name.start].allSatisfy(\.isASCIISpace) ? $0 : nil }
        // The value of a name that is known may be a name elsewhere: `State: Expired | Id: 5`.
        let isValue = line[index] == UInt8(ascii: "|") && label?.isKnown ?? false
        if !isValue {
          // A label before a name: `flutter: productId: x`.
          if label != nil { names.removeLast() }
          names.append(name)
          start = end
        }
      }
      index = end
    }
    return names
  }

  /// The mark between a name and a value at a place. A plain one follows any name.
  private static func separator(in line: ArraySlice<UInt8>, at index: Int) -> (length: Int, isPlain: Bool)? {
    let next = line[(index + 1)...].first
    switch line[index] {
    case UInt8(ascii: ":"):
      let isBlank = next.map { $0.isASCIISpace || $0 == UInt8(ascii: "\"") || $0 == 0 } ?? true
      return next == UInt8(ascii: ":") || next == UInt8(ascii: "/") ? nil : (1, isBlank)
    case UInt8(ascii: "="):
      if next == UInt8(ascii: ">") { return (2, true) }
      return next == UInt8(ascii: "=") ? nil : (1, true)
    case UInt8(ascii: "|"): return (1, true)
    case UInt8(ascii: "?"): return next == UInt8(ascii: " ") ? (1, false) : nil
    case UInt8(ascii: " "): return enumerationCase(at: line[(index + 1)...]).isEmpty ? nil : (1, false)
    default: return nil
    }
  }

  /// A case of an enumeration with its type, `PurchaseStatus.pending`, at the beginning of a text; empty for others.
  private static func enumerationCase(at text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard let first = text.first, first.isASCIILetter, first != first.asciiLowercase else { return text.prefix(0) }
    let type = text.prefix(maximumName).prefix(while: \.isASCIILetter)
    guard text[type.endIndex...].first == UInt8(ascii: ".") else { return text.prefix(0) }
    let name = text[(type.endIndex + 1)...].prefix(maximumName).prefix(while: \.isASCIILetter)
    return name.isEmpty ? text.prefix(0) : text[..<name.endIndex]
  }

  /// The name at the end of a text.
  ///
  /// - Parameters:
  ///   - end: where its value begins.
  ///   - isFirst: whether no other name stands before it in the line.
  ///   - isDense: whether its value follows without a blank.
  private static func name(in text: ArraySlice<UInt8>, end: Int, isFirst: Bool, isDense: Bool) -> Name? {
    var label = text.dropLast { $0.isASCIISpace || "\"'".utf8.contains($0) }
    if label.suffix(3).elementsEqual(" is".utf8) { label = label.dropLast(3) }
    let isInName = { (byte: UInt8) in byte.isASCIILetter || byte.isASCIIDigit || " _-.$@".utf8.contains(byte) }
    let run = label.suffix(maximumName).reversed().prefix(while: isInName).count
    let words = label.suffix(run)
    // The start of a name with the quotation mark before it, which is no part of the value before the name.
    let start = { (index: Int) in
      text[..<index].last.map { "\"'".utf8.contains($0) } ?? false ? index - 1 : index
    }
    // The longest name that means something at the end of the words: `subscription next billing date`.
    var isBoundary = true
    for index in words.indices {
      if isBoundary, isKnown(words[index...]) {
        return Name(text: Array(words[index...]), start: start(index), end: end, isKnown: true)
      }
      isBoundary = " .@".utf8.contains(words[index])
    }
    if isDense, let blank = words.lastIndex(of: UInt8(ascii: " ")), PrintedValue.isName(words[(blank + 1)...]) {
      return Name(text: Array(words[(blank + 1)...]), start: blank + 1, end: end, isKnown: false)
    }
    // Any other name, if nothing but a bullet or a separator stands before it.
    let name = words.drop { $0.isASCIISpace || "-*@".utf8.contains($0) }
    let before = text[..<name.startIndex].last { !$0.isASCIISpace && !"-*@".utf8.contains($0) }
    let isAlone = before.map { ",;|&([\"'".utf8.contains($0) } ?? isFirst
    // Swift's enumerations: `SKPaymentTransactionState(rawValue: 2)`.
    guard isAlone, !name.elementsEqual("rawValue".utf8), PrintedValue.isName(name), name.first?.isASCIILetter ?? false,
      before == nil || !name.contains(UInt8(ascii: " "))
    else { return nil }
    return Name(text: Array(name), start: start(name.startIndex), end: end, isKnown: false)
  }

  /// A name that is alone in its line: its value is the next line.
  private static func wholeName(_ line: ArraySlice<UInt8>) -> Name? {
    let words = line.filter { !$0.isASCIISpace || $0 == UInt8(ascii: " ") }
    guard words.count <= maximumName, isKnown(words[...]) else { return nil }
    return Name(text: words, start: line.startIndex, end: line.endIndex, isKnown: true)
  }

  /// Whether a name means something of a purchase in any program.
  static func isKnown(_ name: ArraySlice<UInt8>) -> Bool {
    guard let first = name.first, first.isASCIILetter || first == UInt8(ascii: "_") else { return false }
    let name = String(decoding: name, as: UTF8.self)
    let plain = OtherProgram.plain(name)
    return OtherProgram.unknown.meaning(name) != nil || ProgramMember.flags[plain] != nil
      || ProgramMember.marks[plain] != nil
  }

  /// Whether the value of a name may say that nothing was bought, or that it was taken back.
  private static func mayDeny(_ name: [UInt8]) -> Bool {
    let text = String(decoding: name, as: UTF8.self)
    let plain = OtherProgram.plain(text)
    let meaning = OtherProgram.unknown.meaning(text)
    return meaning == .state || meaning == .revoked || ProgramMember.flags[plain] != nil
      || ProgramMember.marks[plain] != nil
  }

  /// Whether what a name says contradicts no purchase.
  static func isHarmless(_ name: ArraySlice<UInt8>) -> Bool {
    let harmless: [ProgramMember] = [.renews, .next, .environment, .store, .app, .quantity]
    return OtherProgram.unknown.meaning(String(decoding: name, as: UTF8.self)).map(harmless.contains) ?? false
  }

  /// Whether a name is that of a date.
  static func isDate(_ name: ArraySlice<UInt8>) -> Bool {
    let dates: [ProgramMember] = [.purchased, .end, .grace, .revoked]
    return OtherProgram.unknown.meaning(String(decoding: name, as: UTF8.self)).map(dates.contains) ?? false
  }

  // -- Values.

  /// A name without a value. One that is no date may be a word: `refunded`.
  private mutating func addEmpty(_ name: Name, _ zeros: Int) throws {
    try add(name, [], zeros)
    let text = String(decoding: name.text, as: UTF8.self)
    if !Self.isDate(name.text[...]), ProgramState.isDoubtful(text) { isContradicted = true }
  }

  /// Adds a name and its value.
  ///
  /// - Parameter zeros: the number of printed objects before the value.
  private mutating func add(_ name: Name, _ text: ArraySlice<UInt8>, _ zeros: Int) throws {
    var value = Self.withoutEdges(text)
    // `transactionId: 2000000123456789  # not purchased`
    if let comment = Self.comment(in: value) {
      words += value[comment...] + [0x0A]
      value = Self.withoutEdges(value[..<comment])
    }
    // `productId | String | com.example.pro | the product`
    if let mark = value.firstIndex(of: UInt8(ascii: "|")), Self.isType(value[..<mark]) {
      value = Self.withoutEdges(value[(mark + 1)...].prefix { $0 != UInt8(ascii: "|") })
    }
    // `status PurchaseStatus.pending isConsumed false`
    let isState = OtherProgram.unknown.meaning(String(decoding: name.text, as: UTF8.self)) == .state
    let enumerationCase = Self.enumerationCase(at: value)
    if isState, !enumerationCase.isEmpty, enumerationCase.endIndex < value.endIndex {
      words += value[enumerationCase.endIndex...] + [0x0A]
      value = enumerationCase
    }
    // Receipts and parts of signed data behind labels are read by the formats that know their damage, and a receipt in
    // the middle of a value by the formats that find it, or by none.
    guard !ReceiptMember.looksLikeReceipt(value), !Self.mayHoldReceipt(value), members.count < Self.maximumMembers
    else {
      throw PrintedValue.Unreadable()
    }
    if Self.mayContradict(name, value) { isContradicted = true }
    let label = name.text.split(separator: UInt8(ascii: " ")).joined(separator: " ".utf8)
    if members.contains(where: { $0.name == Array(label) }) {
      // A second purchase below the first one would be mixed with it.
      guard name.isKnown else {
        words += label + [UInt8(ascii: " ")] + value + [0x0A]
        return
      }
      try finishObject()
    }
    // A label before an object, unless it is a date.
    if value.elementsEqual([0]), !Self.isDate(name.text[...]) {
      words += label + [0x0A]
      return
    }
    var writer = PrintedValue([], 0..<0)
    if value.elementsEqual([0]), printedObjects.indices.contains(zeros) {
      used.insert(zeros)
      writer.json = printedObjects[zeros]
    } else {
      let isQuoted = value.count > 1 && value.first == value.last && value.first.map("'\"".utf8.contains) ?? false
      if isQuoted {
        writer.write(value.dropFirst().dropLast())
      } else if !writer.writePrinted(value) {
        writer.writePlain(value[...].filter { $0 != 0 }[...])
      }
    }
    members.append((Array(label), writer.json))
  }

  /// Where a comment behind a value begins; `nil` for values without one and in quotation marks.
  private static func comment(in value: ArraySlice<UInt8>) -> Int? {
    guard let first = value.first, !"\"'".utf8.contains(first) else { return nil }
    return [" # ", " // "].lazy.compactMap { value.firstOffset(of: Array($0.utf8)) }.first
  }

  /// A value without blanks and separators at both ends.
  private static func withoutEdges(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let isEdge = { (byte: UInt8) in byte.isASCIISpace || ",;|&".utf8.contains(byte) }
    let value = text.drop(while: isEdge).dropLast(while: isEdge)
    // The bullet of a list.
    let bullet = ["\u{2022} ", "- ", "* ", "\u{2013} "].first { value.starts(with: $0.utf8) }
    return bullet.map { value.dropFirst($0.utf8.count).drop(while: \.isASCIISpace) } ?? value
  }

  /// Whether a value may contradict the purchase: it is a part of another member, or has words where there should be a
  /// date or an identifier, or is missing behind a heading.
  private static func mayContradict(_ name: Name, _ value: ArraySlice<UInt8>) -> Bool {
    let isPartOfText = value.count(where: { $0 == UInt8(ascii: "\"") }) % 2 == 1
    let meaning = OtherProgram.unknown.meaning(String(decoding: name.text, as: UTF8.self))
    let mayBeWords = meaning == nil || meaning == .state
    let hasDoubtfulWords =
      !mayBeWords && value.contains(where: \.isASCIISpace)
      && ProgramState.isDoubtful(String(decoding: value, as: UTF8.self))
    return isPartOfText || hasDoubtfulWords || value.isEmpty && !name.isKnown && isDoubtfulHeading(name.text)
  }

  /// Whether a line of words and a colon may say that nothing was bought: `not active any more:`.
  private static func isDoubtfulHeading(_ text: [UInt8]) -> Bool {
    String(decoding: text, as: UTF8.self).split(separator: " ").contains { word in
      ProgramState.isDoubtful(String(word)) || ProgramState(word: String(word)) > .unknown
    }
  }

  /// The names of types in tables that explain members.
  private static let types: Set = [
    "string", "number", "boolean", "bool", "int", "integer", "timestamp", "date", "datetime",
  ]

  private static func isType(_ cell: ArraySlice<UInt8>) -> Bool {
    // The longest of them has nine letters; blanks may stand around it.
    cell.count <= 60
      && types.contains(String(decoding: cell.filter { !$0.isASCIISpace }.map(\.asciiLowercase), as: UTF8.self))
  }

  /// Whether a text has a run that is as long as a part of a receipt or of signed data.
  static func mayHoldReceipt(_ text: ArraySlice<UInt8>) -> Bool {
    text.count > 128
      && text.split { !$0.isBase64Symbol }.contains { $0.count > 128 && $0.contains(where: \.isASCIILetter) }
  }

  /// Ends a purchase. A single member is none: it is among the words, unless it is harmless.
  private mutating func finishObject() throws {
    defer { members = [] }
    guard members.count > 1 || members.first.map({ Self.isHarmless($0.name[...]) }) ?? false else {
      for member in members {
        let plain = OtherProgram.plain(String(decoding: member.name, as: UTF8.self))
        if ProgramMember.flags[plain] != nil || ProgramMember.marks[plain] != nil { isContradicted = true }
        let value = member.json.filter { !"{}[]".utf8.contains($0) }
        words += member.name + [UInt8(ascii: " ")] + value + [0x0A]
      }
      return
    }
    var writer = PrintedValue([], 0..<0)
    for member in members {
      writer.json.append(UInt8(ascii: writer.json.isEmpty ? "{" : ","))
      writer.write(member.name[...])
      writer.json += [UInt8(ascii: ":")] + member.json
    }
    objects.append(writer.json + [UInt8(ascii: "}")])
  }
}
