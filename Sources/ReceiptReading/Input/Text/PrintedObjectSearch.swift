/// Finds the objects in brackets in a text, and the words between them.
struct PrintedObjectSearch {
  private(set) var found: [(json: [UInt8], start: Int)] = []
  /// Whether the type of an object, or what contains it, may say that nothing was bought.
  private(set) var isDoubtful = false
  /// The words, with a zero for each object.
  var words: [UInt8] = []
  /// Whether the end of an object is missing.
  private(set) var isCut = false
  private let mayBeCut: Bool

  init(mayBeCut: Bool) { self.mayBeCut = mayBeCut }

  /// After this many places at which no object begins the rest is words, so that the time is linear.
  private static let maximumFailures = 36
  private static let maximumFailuresInLongTexts = 3

  static func isBracket(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "("), UInt8(ascii: "<"), UInt8(ascii: "&"),
      UInt8(ascii: "#"):
      true
    default: false
    }
  }

  /// Finds the objects of a text.
  ///
  /// - Parameter bytes: the array that the text is a part of.
  mutating func find(in text: ArraySlice<UInt8>, _ bytes: [UInt8]) throws {
    guard !text.contains(0) else { throw PrintedValue.Unreadable() }
    let isLong = text.count > PrintedText.maximumSearched
    var failures = isLong ? Self.maximumFailuresInLongTexts : Self.maximumFailures
    // Up to here the text is in the objects and words that were found.
    var copied = text.startIndex
    var index = copied
    while failures > 0, let bracket = text[index...].firstIndex(where: Self.isBracket) {
      index = bracket + 1
      // The name of a type stands before the bracket, behind a label: `result: Purchase(…)`. So an object may begin
      // at the end of the last one, behind the label, or at the bracket.
      let label = text[copied..<bracket].suffix(PrintedValue.maximumName).lastIndex { ":=\n".utf8.contains($0) }
      let nearby = bracket - copied <= PrintedValue.maximumName ? [copied] : []
      for start in Set(nearby + [label.map { $0 + 1 } ?? copied, bracket]).sorted() {
        guard let value = try object(bytes, start..<text.endIndex) else {
          failures -= 1
          continue
        }
        let isArgument = Self.isArgument(text, start..<value.index)
        if !isArgument { found.append((value.json, start)) }
        // A type begins with a capital letter; other words before the bracket are words.
        let before = text[start..<value.index].prefix { !Self.isBracket($0) }
        let type = before.split(whereSeparator: \.isASCIISpace).first
        let isType = type.map(PrintedText.isType) ?? true
        isDoubtful = isDoubtful || value.isDoubtful || isArgument && type == nil
        isCut = isCut || value.isCut
        words += text[copied..<start] + (isType ? [] : before) + (isArgument ? [] : [UInt8(ascii: " "), 0])
        copied = value.index
        index = value.index
        break
      }
    }
    words += text[copied...]
    // Lines of JSON are refused here: `--stream` reads them.
    guard found.count < 2 || !text.starts(with: "{\"") else { throw PrintedValue.Unreadable() }
  }

  /// Whether brackets are those of a function that is called with an object: `db.purchases.find({ userId: "u1" })`.
  private static func isArgument(_ text: ArraySlice<UInt8>, _ range: Range<Int>) -> Bool {
    text[range].starts(with: "({") && text[..<range.lowerBound].last?.isASCIILetter ?? false
  }

  private func object(_ bytes: [UInt8], _ range: Range<Int>) throws -> PrintedValue? {
    var value = PrintedValue(bytes, range)
    value.mayBeCut = mayBeCut
    do {
      try value.readValue()
    } catch let error as PrintedValue.Shortened {
      throw error
    } catch {
      return nil
    }
    return value.isObject ? value : nil
  }
}
