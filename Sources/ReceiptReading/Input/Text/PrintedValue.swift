/// A value as a program printed it, written as JSON, with which everything else continues. ``PrintedText`` finds it
/// between other words.
///
/// Known are the prints of Python (`repr`, dataclasses), Ruby (`inspect`), PHP (`print_r`, `var_dump`, `var_export`,
/// Laravel's `dd`), JavaScript's console, Objective-C (`description`), Swift (`print`), Java, Kotlin, C# (records) and
/// Go (`%+v`). All of them put brackets around members or elements, a mark between a name and its value, and texts in
/// quotation marks or nowhere. So one reader reads them all, and time and memory are linear in the size of the text.
///
/// Extensions of this type in files of their own read texts in quotation marks, what stands in angle brackets, values
/// without either, Swift's `dump`, PHP's `serialize` and XML property lists. Lines of a name and a value have
/// ``LooseMembers``.
///
/// Begin at ``readValue(in:isName:)``: it looks at the first character and calls the reader of that form. Every reader
/// begins at `index`, appends to `json`, and leaves `index` behind what it read.
struct PrintedValue {
  /// The value as JSON.
  var json: [UInt8] = []
  let bytes: [UInt8]
  let end: Int
  var index: Int
  var depth = 0
  /// Whether anything in the value has a name with letters.
  var hasNames = false
  /// Whether the name of a type or a case may say that nothing was bought: `Refund(…)`, `.pending(…)`.
  private(set) var isDoubtful = false
  /// Whether the end of the text may be missing. What is unfinished there is left out.
  var mayBeCut = false
  /// Whether the end is missing, or the program left out a value: `[Object]`, `...`.
  private(set) var isCut = false
  /// The number of values that the program, or who sent the text, left out.
  private var leftOutCount = 0
  /// Whether no `>` follows, so that no search for it is needed again.
  var hasNoAngle = false

  static let maximumDepth = 64
  /// The longest label and the longest name of a type, which are left out. A receipt is longer.
  static let maximumName = 80
  /// The number of bytes in which the next name is looked for. Names are short.
  static let maximumLookahead = 200
  /// A text that is no printed value, or only a part of one.
  struct Unreadable: Error {}
  /// A value of which the program printed a part: `[Object]`, `...`.
  struct Shortened: Error {}

  init(_ bytes: [UInt8], _ range: Range<Int>) {
    self.bytes = bytes
    end = range.upperBound
    index = range.lowerBound
  }

  /// Whether the value is an object or a list in which something has a name.
  var isObject: Bool { hasNames && (json.first == UInt8(ascii: "{") || json.first == UInt8(ascii: "[")) }

  /// Writes a printed value in brackets that makes up a whole text.
  ///
  /// - Returns: whether it did; nothing is written for other texts, and for a value whose end is missing.
  mutating func writePrinted(_ text: ArraySlice<UInt8>) -> Bool {
    guard let first = text.first, !"\"'-".utf8.contains(first), !first.isASCIIDigit,
      text.contains(where: { "{[(<".utf8.contains($0) })
    else { return false }
    var inner = PrintedValue(Array(text), 0..<text.count)
    guard (try? inner.readValue()) != nil, inner.index == inner.end else { return false }
    json += inner.json
    return true
  }

  /// Reads something that is one level deeper.
  mutating func nested(_ read: (inout PrintedValue) throws -> Void) throws {
    depth += 1
    guard depth <= Self.maximumDepth else { throw Unreadable() }
    try read(&self)
    depth -= 1
  }

  // -- Characters.

  func byte(_ offset: Int = 0) -> UInt8? { index + offset < end ? bytes[index + offset] : nil }

  func follows(_ text: StaticString) -> Bool { bytes[index..<end].starts(with: text) }

  /// Skips a text if it stands here.
  ///
  /// - Returns: whether it stood here.
  mutating func skipText(_ text: StaticString) -> Bool {
    guard follows(text) else { return false }
    index += text.utf8CodeUnitCount
    return true
  }

  mutating func skip(_ isSkipped: (UInt8) -> Bool) {
    while index < end, isSkipped(bytes[index]) { index += 1 }
  }

  /// Skips white space, and the triangles of Laravel's `dd`.
  private mutating func skipBlanks() {
    while true {
      skip(\.isASCIISpace)
      guard byte() == 0xE2, skipText("\u{25BC}") || skipText("\u{25B6}") else { return }
    }
  }

  static func isNewline(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

  static func isWordCharacter(_ byte: UInt8) -> Bool {
    byte.isASCIILetter || byte.isASCIIDigit || "_$.\\@-".utf8.contains(byte)
  }

  // -- Values.

  /// An object or a list, with its entries so far.
  struct Container {
    let closer: UInt8
    /// The place of its bracket in the JSON.
    let start: Int
    var count = 0
    /// Whether its entries have names; `nil` before the first one.
    var hasNames: Bool?
    /// Whether its names are 0, 1, 2 and so on, as PHP prints a list.
    var isNumbered = false
    /// Whether no blank stands between name and value: `{ID:1 State:2}`. Go separates members by a blank only.
    var isDense = false
    /// Whether the last name stood without quotation marks. Then texts have none either, and may contain commas.
    var isBare = false
  }

  /// Reads any value.
  ///
  /// - Parameters:
  ///   - container: the container that the value, or the name, stands in.
  ///   - isName: whether this may be the name of a member, which the mark behind it will say.
  mutating func readValue(in container: Container? = nil, isName: Bool = false) throws {
    skipBlanks()
    switch byte() {
    case UInt8(ascii: "\"")?, UInt8(ascii: "'")?: try readQuoted()
    case UInt8(ascii: "[")?: try readList()
    case UInt8(ascii: "{")? where byte(1) == UInt8(ascii: "("):
      // Sets of Objective-C.
      index += 1
      try readContainer(to: UInt8(ascii: ")"))
      guard byte() == UInt8(ascii: "}") else { throw Unreadable() }
      index += 1
    case UInt8(ascii: "{")?: try readContainer(to: UInt8(ascii: "}"))
    case UInt8(ascii: "(")? where skipText("(object)") || skipText("(array)"):
      // A cast of PHP's `var_export`.
      try readValue(in: container)
    case UInt8(ascii: "(")? where skipText("(null)"):
      // Objective-C's nil.
      json += "null".utf8
    case UInt8(ascii: "(")? where skipTypes():
      // Go's spew, which prints types before values: what a pointer leads to stands in brackets.
      skip { $0 == UInt8(ascii: " ") }
      byte() == UInt8(ascii: "(") ? try readBracketed() : try readValue(in: container, isName: isName)
    case UInt8(ascii: "(")?: try readContainer(to: UInt8(ascii: ")"))
    case UInt8(ascii: "&")? where byte(1) == UInt8(ascii: "{"), UInt8(ascii: "%")? where byte(1) == UInt8(ascii: "{"):
      // Pointers of Go, and maps of Elixir.
      index += 1
      try readContainer(to: UInt8(ascii: "}"))
    case UInt8(ascii: "#")? where skipText("#<DateTime: "):
      // Ruby: `#<DateTime: 2026-11-05T06:15:00+00:00 ((2461350j,22500s,0n),+0s,2299161j)>`
      let date = bytes[index..<end].prefix(Self.maximumName).prefix { !" >".utf8.contains($0) }
      write(date)
      skip { $0 != UInt8(ascii: ">") }
      guard byte() != nil else { throw Unreadable() }
      index += 1
    case UInt8(ascii: "#")? where byte(1) == UInt8(ascii: "<"):
      // Ruby: `#<Purchase:0x0000 @id="1">`, `#<struct Purchase id="1">`, `#<OpenStruct id="1">`.
      let start = index
      index += 2
      skip { !$0.isASCIISpace && $0 != UInt8(ascii: ">") }
      guard index - start <= Self.maximumName else { throw Unreadable() }
      noteType(bytes[start..<index])
      // `readContainer` skips one character first, which is a bracket elsewhere.
      index -= 1
      try readContainer(to: UInt8(ascii: ">"))
    case UInt8(ascii: "<")?: try readAngled()
    case nil: throw Unreadable()
    default: try readWord(in: container, isName: isName)
    }
  }

  /// What JavaScript's console prints before the brace of an object without a prototype.
  private static let nullPrototype: StaticString = "[Object: null prototype] "

  /// Whether JavaScript's console left out a value here: `[Object]`.
  private var isLeftOut: Bool {
    ["[Object", "[Array", "[Circular", "[Function", "[class", "[Getter"].contains { follows($0) }
  }

  /// Whether an object without a prototype begins here: `[Object: null prototype] {`.
  private var startsWithoutPrototype: Bool {
    follows(Self.nullPrototype) && byte(Self.nullPrototype.utf8CodeUnitCount) == UInt8(ascii: "{")
  }

  private mutating func skipLeftOut() {
    skip { $0 != UInt8(ascii: "]") && !Self.isNewline($0) }
    index = min(end, index + 1)
    isCut = true
  }

  /// Writes nothing for a value that was left out. What it was may change what the others say.
  mutating func leaveOut() throws {
    guard mayBeCut else { throw Shortened() }
    json += "null".utf8
    isCut = true
    leftOutCount += 1
  }

  mutating func readList() throws {
    if startsWithoutPrototype {
      index += Self.nullPrototype.utf8CodeUnitCount
      try readContainer(to: UInt8(ascii: "}"))
      return
    }
    if isLeftOut {
      skipLeftOut()
      try leaveOut()
      return
    }
    try readContainer(to: UInt8(ascii: "]"))
  }

  /// A word without quotation marks: the name of a type before its brackets, or a plain value.
  private mutating func readWord(in container: Container?, isName: Bool) throws {
    let start = index
    // `Foo::__set_state`
    while let next = byte() {
      if Self.isWordCharacter(next) {
        index += 1
      } else if next == UInt8(ascii: ":"), byte(1) == next {
        index += 2
      } else {
        break
      }
    }
    let name = bytes[start..<index].prefix(Self.maximumName + 1)
    guard name.count <= Self.maximumName else {
      index = start
      return try readPlain(in: container, isName: isName)
    }
    if name.elementsEqual("array".utf8), byte() == UInt8(ascii: ":"), byte(1)?.isASCIIDigit ?? false {
      // Laravel: `array:7 [`
      index += 1
      skip { $0.isASCIIDigit || $0 == UInt8(ascii: " ") }
      guard byte() == UInt8(ascii: "[") else { throw Unreadable() }
      try readContainer(to: UInt8(ascii: "]"))
      return
    }
    // JavaScript: `new ObjectId('…')`
    if name.elementsEqual("new".utf8), byte() == UInt8(ascii: " ") { return try readValue(in: container) }
    if let quote = byte(), "\"'".utf8.contains(quote), (1...2).contains(name.count) {
      // Bytes of Python stay as they are printed: they are no text.
      return try readQuoted(isRaw: name.contains { $0.asciiLowercase == UInt8(ascii: "b") })
    }
    if !name.isEmpty, byte() == UInt8(ascii: "(") {
      noteType(name)
      let isDate = name.elementsEqual("datetime.datetime".utf8)
      return isDate ? try readPythonDate(name) : try readCall(name)
    }
    if !name.isEmpty {
      // print_r: `Array (`, `stdClass Object (`. C#, JavaScript: `Purchase {`.
      skipBlanks()
      let isObject = skipText("Object")
      if isObject { skipBlanks() }
      let isPrintR = isObject || name.elementsEqual("Array".utf8) || name.elementsEqual("array".utf8)
      if byte() == UInt8(ascii: "{") || isPrintR && byte() == UInt8(ascii: "(") {
        noteType(name)
        try readContainer(to: byte() == UInt8(ascii: "{") ? UInt8(ascii: "}") : UInt8(ascii: ")"))
        return
      }
    }
    index = start
    try readPlain(in: container, isName: isName)
  }

  /// Remembers whether the name of a type says that nothing may have been bought.
  private mutating func noteType(_ type: ArraySlice<UInt8>) {
    // PHP writes `__set_state` behind every type.
    let name = String(decoding: type, as: UTF8.self).replacing("__set_state", with: "")
    if ProgramState.isDoubtful(name) || ProgramState(word: name) > .unknown { isDoubtful = true }
  }

  /// Reads what stands in brackets behind a word: the members of an object, one value that is wrapped (`Optional("x")`,
  /// `int(3)`), or the length of what follows (`array(2) {`, `string(3) "abc"`, `object(Foo)#1 (2) {`).
  private mutating func readCall(_ name: ArraySlice<UInt8>) throws {
    let open = index
    let inside = bytes[(open + 1)..<end].prefix(Self.maximumName + 1)
      .prefix { $0 != UInt8(ascii: ")") && !Self.isNewline($0) }
    // Python breaks long calls into lines.
    let isOnLine = inside.endIndex == end || bytes[inside.endIndex] == UInt8(ascii: ")")
    if inside.count <= Self.maximumName, isOnLine {
      index = min(end, inside.endIndex + 1)
      // `object(Foo)#1 (2) {`: the number of the object, and that of its members.
      skip { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "#") || $0.isASCIIDigit }
      if byte() == UInt8(ascii: "("), byte(1)?.isASCIIDigit ?? false {
        index += 1
        skip(\.isASCIIDigit)
        guard byte() == UInt8(ascii: ")") else { throw Unreadable() }
        index += 1
        skip { $0 == UInt8(ascii: " ") }
      }
      if byte() == UInt8(ascii: "{") {
        try readContainer(to: UInt8(ascii: "}"))
        return
      }
      // Only the length is left of `string(3)`, and not what has this length.
      if mayBeCut, byte() == nil, ["string", "array", "object"].contains(where: { name.elementsEqual($0.utf8) }) {
        throw Unreadable()
      }
      if name.elementsEqual("string".utf8), byte() == UInt8(ascii: "\"") {
        // Quotation marks in the text are not escaped, so that only its length says where it ends.
        guard let count = Int(String(decoding: inside, as: UTF8.self)), count >= 0, count < end - index - 1,
          bytes[index + 1 + count] == UInt8(ascii: "\"")
        else { throw Unreadable() }
        write(bytes[(index + 1)..<(index + 1 + count)])
        index += count + 2
        return
      }
    }
    index = open
    try readBracketed()
  }

  /// Reads what stands in round brackets: members, elements, or one value, which stands for itself.
  private mutating func readBracketed() throws {
    let start = json.count
    let inside = try readContainer(to: UInt8(ascii: ")"))
    if inside.hasNames == nil {
      // Nothing is in the brackets.
      guard !isCut || byte() != nil else { throw Unreadable() }
      json.replaceSubrange(start..., with: "null".utf8)
    } else if inside.hasNames == false, inside.count == 1 {
      // Without the brackets of the list.
      json.remove(at: start)
      json.removeLast()
    }
  }

  /// Skips the types, lengths and addresses that Go's spew prints before a value: `(string) (len=18) "x"`,
  /// `(*int32)(0xc0000140a8)(1)`.
  ///
  /// - Returns: whether there were any.
  private mutating func skipTypes() -> Bool {
    let start = index
    while let inside = bracketedWord, Self.isGoType(inside) || index > start && Self.isGoLength(inside) {
      index = inside.endIndex + 1
      skip { $0 == UInt8(ascii: " ") }
    }
    return index > start
  }

  /// The word in the round brackets here; `nil` if there are none, or more than a word is in them.
  private var bracketedWord: ArraySlice<UInt8>? {
    guard byte() == UInt8(ascii: "(") else { return nil }
    let inside = bytes[(index + 1)..<end].prefix(Self.maximumName).prefix {
      Self.isWordCharacter($0) || "*[]{}= ".utf8.contains($0)
    }
    return bytes[inside.endIndex..<end].first == UInt8(ascii: ")") ? inside : nil
  }

  private static let goTypes = Set(
    "string bool int int8 int16 int32 int64 uint uint8 uint16 uint32 uint64 float32 float64".split(separator: " "))

  private static func isGoType(_ word: ArraySlice<UInt8>) -> Bool {
    let name = Substring(decoding: word.drop { $0 == UInt8(ascii: "*") }, as: UTF8.self)
    if goTypes.contains(name) || name.hasPrefix("map[") || name.hasPrefix("[]") || name == "interface {}" {
      return true
    }
    // `appstore.Environment`
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 2 && parts.allSatisfy { $0.first?.isLetter ?? false } && !name.contains(" ")
  }

  /// Whether a word is a length, a capacity or an address.
  private static func isGoLength(_ word: ArraySlice<UInt8>) -> Bool {
    word.starts(with: "0x".utf8) || word.starts(with: "len=".utf8) || word.starts(with: "cap=".utf8)
  }

  /// Reads `datetime.datetime(2026, 1, 2, 3, 4, tzinfo=datetime.timezone.utc)` behind its name.
  private mutating func readPythonDate(_ name: ArraySlice<UInt8>) throws {
    index += 1
    // Year, month and day, and as much of the time as is not zero.
    var numbers: [Int] = []
    while byte()?.isASCIIDigit ?? false {
      let digits = bytes[index..<end].prefix(6).prefix(while: \.isASCIIDigit)
      numbers.append(Int(String(decoding: digits, as: UTF8.self)) ?? 0)
      index = digits.endIndex
      skip { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: " ") }
    }
    // The rest is the time zone, up to the bracket that closes the first one.
    let zone = index
    var open = 1
    while open > 0 {
      guard let next = byte(), index - zone <= Self.maximumName else { throw Unreadable() }
      open += next == UInt8(ascii: "(") ? 1 : next == UInt8(ascii: ")") ? -1 : 0
      index += 1
    }
    // A date without a zone is read as UTC. In another zone (`tzoffset('UTC+3', 10800)`), or in one that is not known,
    // it stays as it is printed.
    let zoneName = String(decoding: bytes[zone..<index], as: UTF8.self).lowercased()
    let isUTC = zoneName.contains("utc") && !zoneName.contains(where: \.isNumber)
    guard isUTC || index == zone + 1, (3...7).contains(numbers.count) else {
      return write(bytes[name.startIndex..<index])
    }
    let parts = (numbers + [0, 0, 0]).map { $0 < 10 ? "0\($0)" : String($0) }
    let date = "\(parts[0])-\(parts[1])-\(parts[2])T\(parts[3]):\(parts[4]):\(parts[5])Z"
    write(Array(date.utf8)[...])
  }

  /// Reads a container, from its opening bracket to its closing one.
  @discardableResult
  mutating func readContainer(to closer: UInt8) throws -> Container {
    depth += 1
    guard depth <= Self.maximumDepth else { throw Unreadable() }
    var container = Container(closer: closer, start: json.count)
    json.append(UInt8(ascii: "["))
    index += 1
    // Laravel numbers objects: `{#123`.
    if byte() == UInt8(ascii: "#"), byte(1)?.isASCIIDigit ?? false {
      index += 1
      skip(\.isASCIIDigit)
    }
    // Swift's empty dictionary: `[:]`.
    if byte() == UInt8(ascii: ":"), byte(1) == closer {
      index += 1
      container.hasNames = true
    }
    let isShortened = try readEntries(of: &container)
    if isShortened || isCut && index == end { markAsCut(container) }
    index = min(end, index + 1)
    depth -= 1
    writeEnd(of: container)
    return container
  }

  /// Reads the entries of a container up to its closing bracket, or to the end of a text that may be cut.
  ///
  /// - Returns: whether the program left out some of them.
  private mutating func readEntries(of container: inout Container) throws -> Bool {
    var isShortened = false
    while true {
      skipBlanks()
      while byte() == UInt8(ascii: ",") || byte() == UInt8(ascii: ";") {
        index += 1
        skipBlanks()
      }
      if mayBeCut, isLeftOut, !startsWithoutPrototype {
        skipLeftOut()
        isShortened = true
        continue
      }
      if mayBeCut, follows("...") || follows("\u{2026}") {
        skip { !Self.isNewline($0) && $0 != container.closer }
        isCut = true
        isShortened = true
        continue
      }
      guard let next = byte() else {
        guard mayBeCut else { throw Unreadable() }
        isCut = true
        return isShortened
      }
      if next == container.closer { return isShortened }
      let before = (count: json.count, container: container, isCut: isCut, leftOutCount: leftOutCount)
      do {
        try readEntry(&container)
        if mayBeCut, byte() == nil, !isLastEntryWhole(in: container, isCutInside: isCut != before.isCut) {
          throw Unreadable()
        }
        isShortened = isShortened || leftOutCount > before.leftOutCount
      } catch let error as Unreadable {
        guard mayBeCut, byte() == nil else { throw error }
        json.removeSubrange(before.count...)
        container = before.container
        isCut = true
        return isShortened
      }
    }
  }

  /// Writes the closing bracket, and makes an object of what begins as a list if its entries have names.
  private mutating func writeEnd(of container: Container) {
    let isObject = container.hasNames == true && !container.isNumbered
    // The raw value of an enumeration of Swift stands for itself.
    let rawValue = "[\"rawValue\":".utf8
    if isObject, container.count == 1, json[container.start...].starts(with: rawValue) {
      json.removeSubrange(container.start..<(container.start + rawValue.count))
      return
    }
    if isObject { json[container.start] = UInt8(ascii: "{") }
    json.append(isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"))
  }

  /// Whether the entry at the end of a text that may be cut is whole. Where a value without quotation marks would end
  /// is unknown, and what looks like an element may be a name: `{"id": "1", "sta`, `["id"`.
  ///
  /// - Parameter isCutInside: whether the entry is a container whose end is missing; it is marked and may stay.
  private func isLastEntryWhole(in container: Container, isCutInside: Bool) -> Bool {
    let isMember = container.hasNames == true
    // An element of which only the opening bracket is left is dropped.
    if isCutInside { return isMember || !json.suffix(2).elementsEqual("[]".utf8) }
    let last = bytes[end - 1]
    return "})>".utf8.contains(last) || last == container.closer || isMember && "\"']".utf8.contains(last)
  }

  /// Marks an object whose end is missing: what stood there may say otherwise.
  private mutating func markAsCut(_ container: Container) {
    guard container.hasNames == true, !container.isNumbered else { return }
    if json.count > container.start + 1 { json.append(UInt8(ascii: ",")) }
    write(Array(ProgramMember.surroundingWords.utf8)[...])
    json += ":true".utf8
  }

  /// Reads one element, or one member with its name. What is read first is the name if a mark stands behind it.
  private mutating func readEntry(_ container: inout Container) throws {
    if container.count > 0 { json.append(UInt8(ascii: ",")) }
    let start = json.count
    // Access in Laravel's `dd` (`+"id"`, `#id`), and what begins names in Ruby (`:id`, `@id`).
    if let mark = byte(), "+-#:@".utf8.contains(mark), let next = byte(1), next != UInt8(ascii: "<"), !next.isASCIIDigit
    {
      index += 1
    }
    let isQuoted = byte().map { "\"'".utf8.contains($0) } ?? false
    let isInBrackets = try readNameInBrackets()
    if !isInBrackets { try readValue(in: container, isName: true) }
    let afterName = index
    skip(\.isASCIISpace)
    guard let length = separator else {
      // An element.
      guard !isInBrackets, container.hasNames != true else { throw Unreadable() }
      index = afterName
      container.hasNames = false
      container.count += 1
      return
    }
    guard container.hasNames != false else { throw Unreadable() }
    let isArrow = length == 2
    let hasBlank = index > afterName
    index += length
    // Numbers alone are also a time, or a process and its thread.
    if json[start...].contains(where: \.isASCIILetter) { hasNames = true }
    // Go: nothing between the mark and the next name is an empty text.
    let mayBeDense = container.isDense || container.count == 0
    let isEmpty =
      mayBeDense && length == 1 && (byte() == UInt8(ascii: " ") && isBeforeDenseName || isBeforeLineOfMember)
    container.isDense = length == 1 && (isEmpty || !(byte()?.isASCIISpace ?? true))
    // Swift's `AnyHashable("id")` has quotation marks, too.
    container.isBare = !isQuoted && !isInBrackets && bytes[afterName - 1] != UInt8(ascii: ")")
    try makeName(from: start, isArrow: isArrow, in: &container)
    skip { $0 == UInt8(ascii: " ") }
    // print_r, which puts a blank before its mark (`[id] => `): nothing on the rest of the line is an empty text.
    let isEmptyInPrintR = isInBrackets && hasBlank && byte().map(Self.isNewline) ?? false
    if isEmpty || isEmptyInPrintR {
      write([])
    } else {
      try readValue(in: container)
    }
    container.count += 1
  }

  /// Reads a name in brackets, as PHP prints it: `["id"]=>`, `["id":protected]=>`, `[id] => `.
  ///
  /// - Returns: whether one stands here.
  private mutating func readNameInBrackets() throws -> Bool {
    guard byte() == UInt8(ascii: "[") else { return false }
    let inside = bytes[(index + 1)..<end].prefix(Self.maximumLookahead)
      .prefix { $0 != UInt8(ascii: "]") && !Self.isNewline($0) }
    let behind = bytes[inside.endIndex..<end].dropFirst().drop { $0 == UInt8(ascii: " ") }
    guard behind.starts(with: "=>") else { return false }
    let name = inside.split(separator: UInt8(ascii: ":"), maxSplits: 1).first ?? []
    write(name.filter { $0 != UInt8(ascii: "\"") }[...])
    index = inside.endIndex + 1
    return true
  }

  /// Makes what was written from `start` the name of a member. Names that number a list are removed.
  mutating func makeName(from start: Int, isArrow: Bool, in container: inout Container) throws {
    // This is a copy: while a slice shares the memory, appending would copy everything.
    let written = Array(json[start...])
    guard let first = written.first else { throw Unreadable() }
    let digits = first == UInt8(ascii: "\"") ? written.dropFirst().dropLast() : written[...]
    let isNext = digits.elementsEqual(String(container.count).utf8)
    if container.hasNames == nil, isArrow, isNext { container.isNumbered = true }
    container.hasNames = true
    if container.isNumbered {
      guard isNext else { throw Unreadable() }
      json.removeSubrange(start...)
      return
    }
    if first != UInt8(ascii: "\"") {
      guard digits.allSatisfy(\.isASCIIDigit) else { throw Unreadable() }
      json.removeSubrange(start...)
      write(written[...])
    }
    json.append(UInt8(ascii: ":"))
  }

  /// The length of the separator of name and value at this place; `nil` if none stands here.
  var separator: Int? {
    guard let mark = byte(), mark == UInt8(ascii: ":") || mark == UInt8(ascii: "="), byte(1) != mark,
      bytes[index - 1] != mark
    else { return nil }
    if mark == UInt8(ascii: "="), byte(1) == UInt8(ascii: ">") { return 2 }
    return follows("://") ? nil : 1
  }

  // -- Texts.

  /// Writes a text in quotation marks.
  mutating func write(_ text: ArraySlice<UInt8>) {
    json.append(UInt8(ascii: "\""))
    for octet in text { append(octet) }
    json.append(UInt8(ascii: "\""))
  }

  /// Appends an octet of a text, escaped as JSON has it.
  mutating func append(_ octet: UInt8) {
    switch octet {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): json += [UInt8(ascii: "\\"), octet]
    case 0..<0x20:
      // The bit above four digits keeps the zeros at the front.
      json += ("\\u" + String(0x1_0000 | Int(octet), radix: 16).dropFirst()).utf8
    default: json.append(octet)
    }
  }
}
