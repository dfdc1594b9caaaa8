/// The names in a Swift source: which it declares for other files, and which it uses. Comments and texts are left out,
/// what is interpolated into texts is not.
///
/// This is a scanner and no parser. It knows as much of the language as it takes to find arrows between folders.
struct SwiftNames {
  /// Names of types and functions that the file declares at its outermost level and that other files can see.
  private(set) var declared: Set<String> = []
  /// Every name that does not stand behind a dot.
  private(set) var used: Set<String> = []
  /// Modules that are imported.
  private(set) var imports: Set<String> = []

  private let source: [UInt8]
  private var index = 0
  private var depth = 0
  /// The words before the one that is looked at, as long as they belong to one declaration.
  private var modifiers: [String] = []

  init(_ text: String) {
    source = Array(text.utf8)
    scan(until: nil)
  }

  private func byte(_ offset: Int = 0) -> UInt8 {
    index + offset < source.count ? source[index + offset] : 0
  }

  private func matches(_ text: StaticString) -> Bool {
    index + text.utf8CodeUnitCount <= source.count
      && text.withUTF8Buffer { $0.elementsEqual(source[index..<index + $0.count]) }
  }

  /// Reads code up to a closing parenthesis that nothing inside has opened, or to the end.
  private mutating func scan(until closing: UInt8?) {
    var parentheses = 0
    while index < source.count {
      let first = byte()
      if matches("//") {
        while index < source.count, byte() != UInt8(ascii: "\n") { index += 1 }
      } else if matches("/*") {
        skipComment()
      } else if first == UInt8(ascii: "\"") || first == UInt8(ascii: "#") && isRawString {
        skipText()
      } else if Self.isLetter(first) || first == UInt8(ascii: "`") {
        takeName()
      } else {
        if first == UInt8(ascii: "(") { parentheses += 1 }
        if first == UInt8(ascii: ")") {
          if parentheses == 0, closing == first { return }
          parentheses -= 1
        }
        if first == UInt8(ascii: "{") { depth += 1 }
        if first == UInt8(ascii: "}") { depth -= 1 }
        if first != UInt8(ascii: " "), first != UInt8(ascii: "@") { modifiers = [] }
        index += 1
      }
    }
  }

  private var isRawString: Bool {
    var offset = 0
    while byte(offset) == UInt8(ascii: "#") { offset += 1 }
    return byte(offset) == UInt8(ascii: "\"")
  }

  private mutating func skipComment() {
    var nesting = 0
    repeat {
      if matches("/*") {
        nesting += 1
        index += 2
      } else if matches("*/") {
        nesting -= 1
        index += 2
      } else {
        index += 1
      }
    } while nesting > 0 && index < source.count
  }

  private mutating func skipText() {
    var marks = 0
    while byte() == UInt8(ascii: "#") {
      marks += 1
      index += 1
    }
    let quotes = matches("\"\"\"") ? 3 : 1
    index += quotes
    while index < source.count {
      if isRun(UInt8(ascii: "\""), quotes, then: marks) {
        index += quotes + marks
        return
      }
      guard byte() == UInt8(ascii: "\\"), (0..<marks).allSatisfy({ byte(1 + $0) == UInt8(ascii: "#") }) else {
        index += 1
        continue
      }
      index += 1 + marks
      guard byte() == UInt8(ascii: "(") else {
        index += 1
        continue
      }
      index += 1
      scan(until: UInt8(ascii: ")"))
      index += 1
    }
  }

  private func isRun(_ mark: UInt8, _ count: Int, then marks: Int) -> Bool {
    (0..<count).allSatisfy { byte($0) == mark } && (0..<marks).allSatisfy { byte(count + $0) == UInt8(ascii: "#") }
  }

  private mutating func takeName() {
    let isMember = index > 0 && source[index - 1] == UInt8(ascii: ".")
    let start = index
    while Self.isLetter(byte()) || Self.isDigit(byte()) || byte() == UInt8(ascii: "`") { index += 1 }
    let name = String(decoding: source[start..<index].filter { $0 != UInt8(ascii: "`") }, as: UTF8.self)
    if let keyword = modifiers.last, !isMember {
      if keyword == "import" {
        imports.insert(name)
      } else if Self.declarations.contains(keyword), depth == 0, !modifiers.contains(where: Self.isHidden) {
        declared.insert(name)
      }
    }
    if !isMember { used.insert(name) }
    modifiers.append(name)
  }

  private static let declarations: Set = ["struct", "class", "enum", "protocol", "actor", "typealias", "func"]

  private static func isHidden(_ word: String) -> Bool { word == "private" || word == "fileprivate" }

  private static func isLetter(_ byte: UInt8) -> Bool {
    byte >= 0x41 && byte <= 0x5A || byte >= 0x61 && byte <= 0x7A || byte == 0x5F || byte >= 0x80
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }
}
