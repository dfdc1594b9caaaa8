/// What programs print and store of purchases, alone or between the words of a log, as one JSON document.
///
/// ``PrintedValue`` reads objects in brackets, ``PrintedTable`` rows below a line of names, and ``LooseMembers`` names
/// and values outside of brackets. What remains are words. Time and memory are linear in the size of the text.
struct PrintedText {
  private(set) var json: [UInt8] = []
  /// The number of bytes of the words around the objects, which are not in the JSON.
  private(set) var wordBytes = 0
  /// Whether the end of an object is missing. What is unfinished there is left out.
  private(set) var isCut = false

  /// Texts with more bytes than this are searched at their beginning only.
  static let maximumSearched = 1 << 16
  /// The number of bytes that say whether a text may be printed, and in which form.
  private static let beginning = 1_024
  private static let maximumWords = 4_096
  /// A line with as many words is a sentence, in which vague words say nothing of the purchase.
  private static let wordsOfSentence = 8
  /// The maximum number of brackets whose beginnings may be missing. Deeper purchases are not looked for.
  private static let maximumDepth = 8

  /// - Parameter mayBeCut: whether the end of the text may be missing.
  /// - Returns: `nil` for texts in which nothing has a name, and where a part is missing: `[Object]`, `...`, a bracket
  ///   that is not closed.
  init?(_ input: InputText, mayBeCut: Bool = false) {
    // What is read is a range of an array: `PrintedValue` needs both.
    var bytes = input.bytes
    var text = bytes[input.core]
    guard Self.mayBegin(text) else { return nil }
    let isShort = text.count <= Self.maximumSearched
    // Each returns nil for a text that it need not change.
    let steps = [
      Self.withoutBars, Self.withoutBackslashes, Self.withoutFences, Self.withoutCall, Self.withCommentsInFront,
      Self.withStraightQuotes, Self.withoutEscapedLines, Self.withoutEscapes,
      // A line may have two: that of a log, and that of the program whose output is logged.
      Self.withPrefixInFront, Self.withPrefixInFront,
    ]
    for step in steps where isShort {
      guard let changed = step(text) else { continue }
      bytes = changed
      text = changed[...]
    }
    if (try? read(bytes, text)) != nil { return }
    guard mayBeCut, isShort else { return nil }
    // The end may be missing, or the beginning.
    isCut = true
    startAgain()
    if (try? read(bytes, text)) != nil { return }
    guard let whole = Self.withBeginning(text) else { return nil }
    startAgain()
    guard (try? read(whole, whole[...], lacksBeginning: true)) != nil else { return nil }
  }

  private mutating func startAgain() {
    json = []
    wordBytes = 0
  }

  /// Reads the whole text: in a form of its own, or as objects, rows, names and values between words.
  ///
  /// - Parameters:
  ///   - bytes: the array that the text is a part of.
  ///   - lacksBeginning: whether ``withBeginning(_:)`` changed the text, whose end may then be there.
  private mutating func read(_ bytes: [UInt8], _ text: ArraySlice<UInt8>, lacksBeginning: Bool = false) throws {
    if !isCut, let (start, form) = Self.form(in: text) {
      var value = PrintedValue(bytes, start..<text.endIndex)
      try form(&value)
      let isWhole = value.isObject && text[value.index...].allSatisfy { $0.isASCIISpace || ";,.".utf8.contains($0) }
      guard isWhole else { throw PrintedValue.Unreadable() }
      json = value.json
      return try apply(words: text[..<start])
    }
    var objects = PrintedObjectSearch(mayBeCut: isCut)
    try objects.find(in: text, bytes)
    // A text is read as cut only if something is missing in it.
    guard objects.isCut == isCut || lacksBeginning else { throw PrintedValue.Unreadable() }
    objects.words = Self.withoutEmptyObjects(Self.withoutCutData(objects.words))
    guard Self.isClosed(objects.words[...]) else { throw PrintedValue.Unreadable() }
    if text.count <= Self.maximumSearched {
      if objects.found.isEmpty, let table = PrintedTable(text) {
        json = table.json
        return try apply(words: table.otherLines[...])
      }
      let found = objects.found.map(\.json)
      let members = try LooseMembers(objects.words, found)
      objects.words = members.words
      let others = found.indices.filter { !members.used.contains($0) }.map { found[$0] }
      let all = others + members.objects
      try join(all)
      // Two purchases in different forms may be one.
      let isMixed = others.contains(where: Self.identifies) && members.objects.contains(where: Self.identifies)
      let isContradicted = isMixed || members.isContradicted || objects.isDoubtful || Self.othersMayContradict(all)
      return try apply(words: objects.words[...], isContradicted: isContradicted, areOfOneKind: Self.areOfOneKind(all))
    }
    // Longer texts are only searched for objects.
    let all = objects.found.map(\.json)
    try join(all)
    let isContradicted = objects.isDoubtful || Self.othersMayContradict(all)
    try apply(words: objects.words[...], isContradicted: isContradicted, areOfOneKind: Self.areOfOneKind(all))
  }

  /// The forms with readers of their own, and where they begin.
  private static func form(
    in text: ArraySlice<UInt8>
  ) -> (start: Int, read: (inout PrintedValue) throws -> Void)? {
    let isSerialized = text.starts(with: "a:") || text.starts(with: "O:")
    if isSerialized, text.dropFirst(2).first?.isASCIIDigit ?? false {
      return (text.startIndex, { try $0.readSerialized() })
    }
    let beginning = text.prefix(Self.beginning)
    if let start = ["<?xml", "<plist"].lazy.compactMap({ beginning.firstRange(of: $0.utf8)?.lowerBound }).first {
      return (start, { try $0.readPropertyList() })
    }
    // The debugger puts this mark before JSON, too.
    guard let mark = beginning.firstRange(of: "\u{25BF} ".utf8), !text[mark.upperBound...].starts(with: "{\n".utf8)
    else { return nil }
    return (mark.lowerBound, { try $0.readDump() })
  }

  // -- Texts that have to be changed before they are read.

  /// A text with the brackets whose ends are in it and whose beginnings are missing: `[[{"…":true,` before
  /// `"productId": "pro" }, { … } ]`; `nil` for other texts. The member says that something may stand there. The
  /// outermost bracket is always added: behind the last end, other objects may follow.
  private static func withBeginning(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    // The first line with a bracket, a quotation mark, or a name and a value.
    let lines = text.split(whereSeparator: PrintedValue.isNewline).map { $0.drop(while: \.isASCIISpace) }
    let first = lines.first { line in
      let name = line.prefix { $0.isASCIILetter || $0 == UInt8(ascii: "_") }
      // In the same line, or an object or a list in one of the next lines.
      let value = text[name.endIndex...].dropFirst().drop(while: \.isASCIISpace)
      let isMember = line[name.endIndex...].first == UInt8(ascii: ":") && !name.isEmpty
      return line.first.map("\"{[".utf8.contains) ?? false
        || isMember && (value.startIndex < line.endIndex || value.first.map("{[".utf8.contains) ?? false)
    }
    guard let start = first?.startIndex else { return nil }
    guard let beginning = missingBeginning(of: text[start...]) else { return nil }
    return text[..<start] + beginning + text[start...]
  }

  /// The brackets to put before a text; `nil` if none is missing, or those that are missing do not fit the text.
  private static func missingBeginning(of text: ArraySlice<UInt8>) -> [UInt8]? {
    guard let first = text.first, "\"{[".utf8.contains(first) || PrintedValue.isName(text.prefix(1)) else { return nil }
    let (closers, rest) = unopenedBrackets(in: text)
    var ends = closers
    let startsInObject = !"{[".utf8.contains(first)
    // An object whose end is missing, too: its members follow the last end, or are all that there is.
    let name = rest.drop { "\"'".utf8.contains($0) }.prefix { $0.isASCIILetter || $0 == UInt8(ascii: "_") }
    let isMember = !name.isEmpty && rest[name.endIndex...].prefix(2).contains(UInt8(ascii: ":"))
    if isMember || first == UInt8(ascii: "\"") && ends.isEmpty { ends.append(UInt8(ascii: "}")) }
    guard !ends.isEmpty, !startsInObject || ends[0] == UInt8(ascii: "}") else { return nil }
    var beginning = Array("[".utf8)
    for (index, end) in ends.enumerated().reversed() {
      guard end == UInt8(ascii: "}") else {
        beginning.append(UInt8(ascii: "["))
        continue
      }
      beginning += "{\"\(ProgramMember.surroundingWords)\":true,".utf8
      // What stands in this object is another one or a list, whose name is missing.
      if index > 0 || !startsInObject { beginning += "\"missing\":".utf8 }
    }
    return beginning
  }

  /// The closing brackets without an opening one, innermost first, and what follows the last of them.
  private static func unopenedBrackets(in text: ArraySlice<UInt8>) -> (closers: [UInt8], rest: ArraySlice<UInt8>) {
    var depth = 0
    var isQuoted = false
    var isEscaped = false
    var rest = text[..<text.startIndex]
    var closers: [UInt8] = []
    for (index, byte) in zip(text.indices, text) where closers.count < maximumDepth {
      if isQuoted {
        isQuoted = isEscaped || byte != UInt8(ascii: "\"")
        isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
      } else if "{[".utf8.contains(byte) {
        depth += 1
      } else if "}]".utf8.contains(byte) {
        if depth == 0 {
          closers.append(byte)
          rest = text[(index + 1)...].drop { ", \n\r\t".utf8.contains($0) }
        } else {
          depth -= 1
        }
      } else {
        isQuoted = byte == UInt8(ascii: "\"")
      }
    }
    return (closers, rest)
  }

  /// Names of languages behind the mark of a fence.
  private static let languages = Set(
    """
    json json5 jsonc js jsx javascript ts tsx typescript swift objc objectivec objective-c dart kotlin java python py \
    ruby rb php go golang csharp c# cs bash sh shell zsh console text txt plain plaintext log logs output xml yaml yml \
    sql http diff
    """.split(separator: " ").map(String.init) + [""])

  /// The text without the edges of the cells in which a page showed each line of code: `"id": "1", | |`. Rows of other
  /// tables have marks between their cells, too.
  private static func withoutBars(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    let bar = UInt8(ascii: "|")
    let lines = text.split(whereSeparator: PrintedValue.isNewline)
    let rest = lines.map { line in
      let end = line.lastIndex { $0 != bar && !$0.isASCIISpace }.map { $0 + 1 } ?? line.startIndex
      return line[end...].contains(bar) ? line[..<end] : line
    }
    let count = zip(lines, rest).count { $0.count > $1.count }
    guard count > 1, 2 * count > lines.count, 2 * rest.count(where: { $0.contains(bar) }) < count else { return nil }
    return Array(rest.joined(separator: [0x0A]))
  }

  /// The text without the backslashes of Android's log: `\{ id: '1',\`.
  private static func withoutBackslashes(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    let backslash = UInt8(ascii: "\\")
    let lines = text.split(whereSeparator: PrintedValue.isNewline)
    let count = lines.count { $0.last == backslash }
    guard count > 2, 2 * count > lines.count else { return nil }
    let whole = Array(lines.map { $0.last == backslash ? $0.dropLast() : $0 }.joined(separator: [0x0A]))
    return zip(whole, whole.dropFirst() + [0]).compactMap { byte, next in
      byte == backslash && "{}".utf8.contains(next) ? nil : byte
    }
  }

  /// The JSON in the call that reads it in source code: `<?php return json_decode('{…}', true);`. What else stands
  /// before the call stays.
  private static func withoutCall(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    let before = text.prefix { !"{[".utf8.contains($0) }
    guard let quote = before.last, "'\"`".utf8.contains(quote),
      let name = ["json_decode(", "JSON.parse(", "json.loads("].first(where: {
        before.dropLast().suffix($0.utf8.count).elementsEqual($0.utf8)
      }),
      let end = text.lastIndex(of: quote), end > before.endIndex
    else { return nil }
    let words = before.dropLast(name.utf8.count + 1).split(whereSeparator: \.isASCIISpace)
      .filter { !["<?php", "return"].contains(String(decoding: $0, as: UTF8.self)) }
    let behind = text[(end + 1)...].filter { !$0.isASCIISpace }
    guard [");", ")", ",true);", ",true)"].contains(String(decoding: behind, as: UTF8.self)) else { return nil }
    return words.joined(separator: [0x20]) + [0x0A] + text[before.endIndex..<end]
  }

  /// The text without the lines around code in the texts of forges and chats.
  private static func withoutFences(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    let lines = text.split(whereSeparator: PrintedValue.isNewline)
    let rest = lines.compactMap { line -> ArraySlice<UInt8>? in
      guard line.drop(while: \.isASCIISpace).starts(with: "```".utf8) else { return line }
      // Behind it stands the name of a language, or words that say something.
      let words = line.drop { $0 == UInt8(ascii: "`") || $0.isASCIISpace }
      return languages.contains(String(decoding: words, as: UTF8.self).lowercased()) ? nil : words
    }
    return rest.elementsEqual(lines, by: ==) ? nil : Array(rest.joined(separator: [0x0A]))
  }

  /// JSON with the comments at the ends of its lines before it, as documentation has them: `"store": "a", // or "b"`.
  private static func withCommentsInFront(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    guard let first = text.first, "{[".utf8.contains(first), text.firstOffset(of: Array("//".utf8)) != nil else {
      return nil
    }
    var kept: [UInt8] = []
    var comments: [UInt8] = []
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: PrintedValue.isNewline) {
      let start = comment(in: line)
      kept += line[..<start] + [0x0A]
      if start < line.endIndex { comments += line[start...] + [0x0A] }
    }
    // In other texts the same mark is a part of an address, and members follow it.
    return (try? JSONReader().outline(kept, kept.indices)) == nil ? nil : comments + kept
  }

  /// Where the comment of a line begins; its end if it has none.
  private static func comment(in line: ArraySlice<UInt8>) -> Int {
    var isQuoted = false
    var isEscaped = false
    for index in line.indices {
      if !isQuoted, line[index...].starts(with: "//".utf8) { return index }
      if line[index] == UInt8(ascii: "\""), !isEscaped { isQuoted.toggle() }
      isEscaped = isQuoted && !isEscaped && line[index] == UInt8(ascii: "\\")
    }
    return line.endIndex
  }

  /// The text with the quotation marks of programs, where an editor made typographic ones of them.
  private static func withStraightQuotes(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    guard text.contains(0xE2) else { return nil }
    let whole = String(decoding: text, as: UTF8.self)
    guard whole.contains(where: { "\u{201C}\u{201D}".contains($0) }) else { return nil }
    // Invalid UTF-8 would have been replaced in the text.
    return whole.utf8.count == text.count ? Array(String(whole.map(straight)).utf8) : nil
  }

  private static func straight(_ character: Character) -> Character {
    switch character {
    case "\u{201C}", "\u{201D}": "\""
    case "\u{2018}", "\u{2019}": "'"
    default: character
    }
  }

  /// The text without what begins most of its lines, but for the numbers in it: `JS: `, `> `, `[17:29:09]: `, `▸ `. Its
  /// words stand once before them.
  private static func withPrefixInFront(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: PrintedValue.isNewline)
    let shapes = lines.map { shape(of: prefix(of: $0)) }
    let counts = Dictionary(shapes.filter { !$0.isEmpty }.map { ($0, 1) }, uniquingKeysWith: +)
    guard let (shape, count) = counts.max(by: { $0.value < $1.value }), count > 2, 2 * count > lines.count else {
      return nil
    }
    // A word may be the name of a member, or say what happened.
    let words = shape.split { !$0.isASCIILetter }
    for word in words {
      let text = String(decoding: word, as: UTF8.self)
      guard !LooseMembers.isKnown(word), ProgramState(word: text) == .unknown, !ProgramState.isDoubtful(text) else {
        return nil
      }
    }
    let rest = zip(lines, shapes).map { line, own in
      let behind = line[prefix(of: line).endIndex...]
      return own != shape ? line : behind.first == UInt8(ascii: " ") ? behind.dropFirst() : behind
    }
    return words.joined(separator: [0x20]) + [0x0A] + rest.joined(separator: [0x0A])
  }

  /// What stands before the first blank of a line, if it ends with a mark or is nothing but one; otherwise the time or
  /// the number of a process with the words around it: `2026-11-30 12:00:00 app[12]: `, `I/flutter ( 1234): `. It is
  /// empty for other lines, and if nothing follows.
  private static func prefix(of line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let none = line.prefix(0)
    let word = line.prefix(20).prefix { !$0.isASCIISpace }
    if line[word.endIndex...].isEmpty { return none }
    let isMark = !word.isEmpty && word.allSatisfy { $0 > 0x7F }
    if isMark || ":>]".utf8.contains(word.last ?? 0) { return word }
    let start = line.prefix(100).prefix { !"\"'{=".utf8.contains($0) }
    let end = zip(start.indices, start).first { index, byte in
      ":]>".utf8.contains(byte) && start.dropFirst(index + 1 - start.startIndex).first == UInt8(ascii: " ")
        && isOfLog(start[...index])
    }
    return end.map { start[...$0.0] } ?? none
  }

  /// Whether the beginning of a line has a time in it, or the number of a process in brackets.
  private static func isOfLog(_ prefix: ArraySlice<UInt8>) -> Bool {
    let shape = shape(of: prefix)[...]
    return ["0:0:0", "(0):", "[0]:"].contains { shape.firstOffset(of: Array($0.utf8)) != nil }
  }

  /// A text with one 0 for each number, and without blanks.
  private static func shape(of text: ArraySlice<UInt8>) -> [UInt8] {
    var shape: [UInt8] = []
    for byte in text where !byte.isASCIISpace {
      let mark = byte.isASCIIDigit ? UInt8(ascii: "0") : byte
      if !byte.isASCIIDigit || shape.last != mark { shape.append(mark) }
    }
    return shape
  }

  /// The text with the lines that a log printed as one, with their escapes: `'status {\n  "isPlus": false\n}'`.
  private static func withoutEscapedLines(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    guard text.firstOffset(of: Array(#"{\n "#.utf8)) != nil else { return nil }
    let lines = String(decoding: text, as: UTF8.self).replacing(#"\n"#, with: "\n")
    return Array(lines.replacing(#"\""#, with: "\"").utf8)
  }

  /// The text with the JSON that a program printed as a text in quotation marks: `body="{\"transactionId\":…}"`.
  private static func withoutEscapes(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    let mark = Array(#""{\""#.utf8)
    guard text.firstOffset(of: mark) != nil else { return nil }
    var rest = text
    var result: [UInt8] = []
    while let start = rest.firstOffset(of: mark) {
      var value = PrintedValue(Array(rest), (start - rest.startIndex)..<rest.count)
      guard (try? value.readQuoted()) != nil,
        let inner = try? JSONReader().tree(value.json, value.json.indices).stringValue
      else {
        // The end of the text is missing.
        let inner = String(decoding: rest[(start + 1)...], as: UTF8.self)
        return result + rest[..<start] + Array(inner.replacing(#"\""#, with: "\"").utf8)
      }
      result += rest[..<start] + Array(inner.utf8)
      rest = rest.dropFirst(value.index)
    }
    return result + rest
  }

  // -- Several objects.

  /// Whether no object of another kind stands beside purchases.
  private static func areOfOneKind(_ objects: [[UInt8]]) -> Bool {
    let count = objects.count(where: identifies)
    return count == 0 || count == objects.count
  }

  /// Whether an object beside purchases names no purchase itself, and may contradict what one of them says.
  private static func othersMayContradict(_ objects: [[UInt8]]) -> Bool {
    guard objects.contains(where: identifies) else { return false }
    return objects.contains { !identifies($0) && has($0, memberMayContradict) }
  }

  private static func memberMayContradict(_ member: JSONValue.Member) -> Bool {
    let name = Array(member.name.utf8)[...]
    let isHarmless = LooseMembers.isHarmless(name)
    if LooseMembers.isKnown(name), !isHarmless { return true }
    let texts = [isHarmless ? nil : member.name, member.value.stringValue].compactMap(\.self)
    return texts.contains { ProgramState.isDoubtful($0) || ProgramState(word: $0) > .unknown }
  }

  /// Whether an object names a product or a transaction.
  private static func identifies(_ json: [UInt8]) -> Bool {
    has(json) { [.product, .transaction, .original].contains(OtherProgram.unknown.meaning($0.name)) }
  }

  /// Whether a member is anywhere in an object. A list of texts is a member without a name.
  private static func has(_ json: [UInt8], _ isSearched: (JSONValue.Member) -> Bool) -> Bool {
    func visit(_ value: JSONValue) -> Bool {
      switch value {
      case .object(let members): members.contains { isSearched($0) || visit($0.value) }
      case .array(let elements): elements.contains { isSearched(JSONValue.Member("", $0)) || visit($0) }
      default: false
      }
    }
    return (try? JSONReader().tree(json, json.indices)).map(visit) ?? false
  }

  private mutating func join(_ objects: [[UInt8]]) throws {
    guard let first = objects.first else { throw PrintedValue.Unreadable() }
    // The elements of a list among others stand for themselves.
    let elements = objects.map { $0.first == UInt8(ascii: "[") ? $0.dropFirst().dropLast() : $0[...] }
    json = objects.count == 1 ? first : [UInt8(ascii: "[")] + elements.joined(separator: ",".utf8) + [UInt8(ascii: "]")]
  }

  /// Whether a text may be printed, by its beginning. Base64 has no marks: most receipts are not searched.
  static func mayBegin(_ text: ArraySlice<UInt8>) -> Bool { text.prefix(beginning).contains(where: isMark) }

  private static func isMark(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: ":"), UInt8(ascii: "="), UInt8(ascii: "|"), UInt8(ascii: " "), UInt8(ascii: ","),
      UInt8(ascii: ";"), UInt8(ascii: "\t"):
      true
    default: byte > 0x7F || PrintedObjectSearch.isBracket(byte)
    }
  }

  // -- Words.

  /// Whether words around an object are those of a log: nothing that is as long as a receipt or begins like one, and no
  /// part of another object.
  private static func areWordsOfLog(_ words: ArraySlice<UInt8>) -> Bool {
    words.count <= maximumWords && isClosed(words)
      && words.split { !$0.isASCIILetter && !$0.isASCIIDigit && $0 != UInt8(ascii: "/") }.allSatisfy {
        // The names of methods and the paths of sources are longer than words.
        ($0.count <= 40 || $0.count <= PrintedValue.maximumName && !$0.contains(where: \.isASCIIDigit))
          && !$0.starts(with: "MII".utf8) && !$0.starts(with: "eyJ".utf8)
      }
  }

  /// Whether every bracket is closed, so that no part of an object is among the words.
  private static func isClosed(_ words: ArraySlice<UInt8>) -> Bool {
    guard !words.contains(where: { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "}") }),
      words.count(where: { "([".utf8.contains($0) }) <= words.count(where: { ")]".utf8.contains($0) })
    else { return false }
    let start = Array("#<".utf8)
    var rest = words
    while let object = rest.firstOffset(of: start) {
      rest = rest[(object + start.count)...]
      guard rest[..<(rest.firstOffset(of: start) ?? rest.endIndex)].contains(UInt8(ascii: ">")) else { return false }
    }
    return true
  }

  /// The words without `{}`. Behind a name an empty text takes its place, so that the name has a value.
  private static func withoutEmptyObjects(_ words: [UInt8]) -> [UInt8] {
    var kept: [UInt8] = []
    for byte in words {
      guard byte == UInt8(ascii: "}"), kept.last == UInt8(ascii: "{") else {
        kept.append(byte)
        continue
      }
      kept.removeLast()
      if kept.suffix(2).elementsEqual(": ".utf8) { kept += "\"\"".utf8 }
    }
    return kept
  }

  /// The words without the beginning of signed data, of which a program printed no more: `eyJhbGci…`. The word that
  /// takes its place says that something is missing.
  private static func withoutCutData(_ words: [UInt8]) -> [UInt8] {
    var rest = words[...]
    var kept: [UInt8] = []
    while let start = rest.firstOffset(of: Array("eyJ".utf8)) {
      let end = rest[start...].firstIndex { !$0.isBase64Symbol } ?? rest.endIndex
      let isCut = rest[end...].starts(with: "\u{2026}".utf8) || rest[end...].starts(with: "...".utf8)
      kept += rest[..<start] + (isCut ? Array("cut".utf8) : Array(rest[start..<end]))
      rest = rest[end...]
    }
    return kept + rest
  }

  /// Words of logs, consoles and queries that say nothing of a purchase.
  private static let harmless = Set(
    """
    a and api app apple apples apr array at aug body call callback called cdvpurchase console contents customer \
    customerinfo d data db debug dec decoded delegate description details dict display done entitlement entitlements \
    event events expanded feb findone flutter for found fri from g get gmt go got history i iap id in info irb is it \
    item items jan json jul jun latest length lldb log main map mar may message mon mysql native new notice nov now \
    object objects oct of on optional order orders output payload php po post print printing prod product products \
    profile psql purchase purchased purchases purchasestream python react receipt receipts received record records \
    res response result results row rows ruby s sat sec select sep server set shop some sql sqlite stdclass stderr \
    stdout store storekit string subscription subscriptions sun swift t the this thu timestamp to trace transaction \
    transactions tue tx type update updated updates user utc v value verbose webhook wed where with x z \u{25BF}
    """.split(separator: " "))

  /// Whether a word before a bracket is the name of a type and no other word, and states nothing: `Purchase`,
  /// `App.Purchase`, `array`.
  static func isType(_ word: ArraySlice<UInt8>) -> Bool {
    let name = word.prefix(while: \.isASCIILetter)
    // `Pending`, and `ON_HOLD`.
    let isState = [name, word].contains { ProgramState(word: String(decoding: $0, as: UTF8.self)) != .unknown }
    guard !isState else { return false }
    guard let first = word.first else { return true }
    let isCapital = first != first.asciiLowercase
    let isMark = !first.isASCIILetter && !first.isASCIIDigit
    return isCapital || isMark || word.contains(UInt8(ascii: "."))
      || harmless.contains(Substring(decoding: name.map(\.asciiLowercase), as: UTF8.self))
  }

  /// The words of a name in a program, and the last two as one: `is`, `On`, `Hold` and `OnHold` of `isOnHold`.
  private static func words(ofName name: ArraySlice<UInt8>) -> [String] {
    var parts: [[UInt8]] = [[]]
    for byte in name {
      if byte != byte.asciiLowercase, parts.last?.last.map({ $0 == $0.asciiLowercase }) ?? false { parts.append([]) }
      parts[parts.count - 1].append(byte)
    }
    let words = parts.map { String(decoding: $0, as: UTF8.self) }
    return words + [words.suffix(2).joined()]
  }

  /// Whether a word is a name in a program, `purchaseStream`, that denies nothing, as `purchaseNotCompleted` does.
  private static func isNameOfProgram(_ word: ArraySlice<UInt8>) -> Bool {
    let isDenial = words(ofName: word).contains { ["not", "no", "never", "without"].contains($0.lowercased()) }
    return !isDenial && zip(word, word.dropFirst()).contains { $0 == $0.asciiLowercase && $1 != $1.asciiLowercase }
  }

  /// Whether a word is the name of a state with its number, in it or behind it: `status3`,
  /// `SKPaymentTransactionState 2`, `SKPaymentTransactionState(rawValue: 2)`.
  private static func isNumberedState(_ word: String, before rest: ArraySlice<ArraySlice<UInt8>>) -> Bool {
    let letters = word.prefix(while: \.isLetter)
    let isBeforeNumber =
      rest.first { !$0.elementsEqual("rawValue".utf8) }.map { $0.count < 3 && $0.allSatisfy(\.isASCIIDigit) } ?? false
    let endsInDigits = letters.endIndex < word.endIndex && word[letters.endIndex...].allSatisfy(\.isNumber)
    return (isBeforeNumber || endsInDigits) && ["state", "status"].contains(where: letters.hasSuffix)
  }

  /// What sentences around the objects say without doubt, as members. None of it grants anything.
  private static func facts(in words: ArraySlice<UInt8>) -> [JSONValue.Member] {
    let text = String(decoding: words, as: UTF8.self).lowercased()
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    var facts: [JSONValue.Member] = []
    let isExpired = ["is expired", "is already expired", "has expired", "has already expired", "already expired"]
      .contains { text.contains("subscription \($0)") }
    if isExpired { facts.append(JSONValue.Member("isExpired", .bool(true))) }
    if text.contains("sandbox"), !text.contains("production") {
      facts.append(JSONValue.Member("environment", .string("Sandbox")))
    }
    return facts
  }

  /// Takes the words around the objects into account. Unless all of them are harmless they may contradict the objects,
  /// and every object gets a member that says so: ``ProgramMember/surroundingWords``.
  private mutating func apply(
    words: ArraySlice<UInt8>, isContradicted: Bool = false, areOfOneKind: Bool = true
  ) throws {
    guard Self.areWordsOfLog(words) else { throw PrintedValue.Unreadable() }
    wordBytes += words.count { !$0.isASCIISpace && !";,.".utf8.contains($0) }
    var isHarmless = areOfOneKind
    var isDoubtful = isContradicted
    for line in words.split(whereSeparator: PrintedValue.isNewline) {
      let wordsOfLine = line.split { !$0.isASCIILetter && !$0.isASCIIDigit && $0 < 0x80 }
      let isSentence = wordsOfLine.count >= Self.wordsOfSentence
      for (index, word) in wordsOfLine.enumerated() where word.contains(where: { !$0.isASCIIDigit }) {
        let text = String(decoding: word.map(\.asciiLowercase), as: UTF8.self)
        let isOtherState = Self.words(ofName: word).contains { ProgramState(word: $0) > .unknown }
        let isNegative = ProgramState.isDoubtful(text) && !(isSentence && ProgramState.vague.contains(text))
        isDoubtful =
          isDoubtful || isOtherState || isNegative
          || Self.isNumberedState(text, before: wordsOfLine[(index + 1)...])
        isHarmless = isHarmless && (Self.harmless.contains(text[...]) || Self.isNameOfProgram(word))
      }
    }
    guard isDoubtful || !isHarmless else { return }
    let mark = JSONValue.Member(
      ProgramMember.surroundingWords, isDoubtful ? .bool(true) : .string(ProgramMember.otherWords))
    let facts = Self.facts(in: words)
    func marked(_ value: JSONValue) -> JSONValue {
      switch value {
      case .object(let members):
        // They are about purchases, and what an object says itself counts.
        let meanings = members.compactMap { OtherProgram.unknown.meaning($0.name) }
        let isPurchase = !Set(meanings).isDisjoint(with: [.product, .transaction, .original, .end])
        let new = facts.filter { fact in
          !members.contains { $0.name == fact.name }
            && !meanings.contains { $0 == OtherProgram.unknown.meaning(fact.name) }
        }
        // An object whose end is missing has the mark already.
        let isMarked = members.contains { $0.name == mark.name }
        return .object(
          (isMarked ? [] : [mark]) + (isPurchase ? new : [])
            + members.map { JSONValue.Member($0.name, marked($0.value)) })
      case .array(let elements): return .array(elements.map(marked))
      default: return value
      }
    }
    var writer = JSONWriter(layout: .compact)
    writer.value(marked(try JSONReader().tree(json, json.indices)))
    json = writer.bytes
  }
}
