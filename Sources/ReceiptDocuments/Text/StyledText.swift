/// The role of a part of a text, for readers who see colours. No information is in colour alone.
package enum TextRole: String, Sendable {
  case plain
  case heading
  case label
  case good
  case bad
  case warning
  case faint

  /// Parameters of SGR (ECMA-48, 8.3.117); the colours are those that every terminal lets its user choose.
  var sgr: String {
    switch self {
    case .plain: ""
    case .heading: "1"
    case .label: "36"
    case .good: "32"
    case .bad: "31"
    case .warning: "33"
    case .faint: "2"
    }
  }
}

/// Text with roles, already safe for terminals: the initializer always escapes everything that could act there.
package struct StyledText: Sendable {
  private(set) var pieces: [(text: String, role: TextRole)]

  /// The maximum length of a text, in scalars, since values from an input may be as long as the input.
  ///
  /// If words follow a value, ``Swift/String/displayed(limit:)`` must cut it before, so that the words are not lost.
  static let maximumLength = 4_000

  package init(_ text: String, _ role: TextRole = .plain) {
    pieces = [(text.displayed(limit: StyledText.maximumLength).terminalSafe, role)]
  }

  /// Graphics drawn by the program itself, as long as the line.
  init(drawn text: String, _ role: TextRole) {
    pieces = [(text.terminalSafe, role)]
  }

  private init(pieces: [(text: String, role: TextRole)]) {
    self.pieces = pieces
  }

  package static func + (left: StyledText, right: StyledText) -> StyledText {
    StyledText(pieces: left.pieces + right.pieces)
  }

  static func spaces(_ count: Int) -> StyledText {
    StyledText(drawn: String(repeating: " ", count: max(0, count)), .plain)
  }

  package var isEmpty: Bool { pieces.allSatisfy(\.text.isEmpty) }

  var displayWidth: Int { pieces.reduce(0) { $0 + ReceiptDocuments.displayWidth(of: $1.text) } }

  /// The text with spaces after it, up to a width.
  func padded(to width: Int) -> StyledText { self + .spaces(width - displayWidth) }

  /// The text, or as much of it as fits before an ellipsis.
  func cut(to width: Int) -> StyledText {
    guard displayWidth > width else { return self }
    var cut = wrapped(to: max(1, width - 1), breakingWords: true).first ?? StyledText("")
    cut.pieces.append(("…", .plain))
    return cut
  }

  /// Lines of at most this width, broken at spaces where possible.
  ///
  /// - Parameter breakingWords: whether lines may break at any character, so that every column is used.
  func wrapped(to width: Int, breakingWords: Bool = false) -> [StyledText] {
    guard displayWidth > width else { return [self] }
    let cells = pieces.flatMap { piece in piece.text.unicodeScalars.map { (scalar: $0, role: piece.role) } }
    var lines: [StyledText] = []
    var start = 0
    var columns = 0
    var afterSpace: Int?
    var index = 0
    while index < cells.count {
      let scalar = cells[index].scalar
      if columns + scalar.displayWidth > width, index > start {
        let end = breakingWords ? index : (scalar == " " ? index : afterSpace ?? index)
        lines.append(StyledText(cells[start..<end], trimming: !breakingWords))
        start = end
        while !breakingWords, start < cells.count, cells[start].scalar == " " { start += 1 }
        (index, columns, afterSpace) = (start, 0, nil)
        continue
      }
      columns += scalar.displayWidth
      index += 1
      if scalar == " ", index > start + 1 { afterSpace = index }
    }
    if start < cells.count { lines.append(StyledText(cells[start...], trimming: false)) }
    return lines
  }

  private init(_ cells: ArraySlice<(scalar: Unicode.Scalar, role: TextRole)>, trimming: Bool) {
    var cells = cells
    while trimming, cells.last?.scalar == " " { cells.removeLast() }
    pieces = []
    for cell in cells {
      if pieces.last?.role != cell.role { pieces.append(("", cell.role)) }
      pieces[pieces.count - 1].text.unicodeScalars.append(cell.scalar)
    }
  }

  /// The characters to print; colours are switched off again at the end.
  func rendered(usesColor: Bool) -> String {
    var text = ""
    for piece in pieces {
      let colored = usesColor && piece.role != .plain && !piece.text.isEmpty
      text += colored ? "\u{1B}[" + piece.role.sgr + "m" + piece.text + "\u{1B}[0m" : piece.text
    }
    return text
  }
}
