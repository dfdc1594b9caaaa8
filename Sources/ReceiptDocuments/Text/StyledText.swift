/// Text with roles, already safe for terminals: the initializer always escapes characters that could act there.
package struct StyledText: Sendable {
  /// A text in one role.
  struct Piece: Sendable {
    var text: String
    var role: TextRole
    /// The address of an explanation.
    var link: String?
    /// The language of the text; `nil` for values, and for texts in English that are not parts of a sentence.
    var language: SummaryLanguage?
    /// The message that the text was made from, as long as the text is all of it and in English.
    var message: Message?
  }

  private(set) var pieces: [Piece]

  /// The maximum length of a text, in scalars, since values from an input may be as long as the input.
  ///
  /// If words follow a value, ``Swift/String/displayed(limit:)`` must shorten the value first, so that the words are
  /// not lost.
  static let maximumLength = 4_000

  /// A value that is the same in every language; `nil` for an empty text. The type is optional so that literals are
  /// messages: the compiler would take them for values otherwise.
  @_disfavoredOverload
  package init(_ value: String?, _ role: TextRole = .plain) {
    let text = value ?? ""
    pieces = [Piece(text: text.displayed(limit: StyledText.maximumLength).terminalSafe, role: role)]
  }

  /// A text that can be translated by its key as long as it is neither cut nor wrapped.
  ///
  /// - Parameter link: an address from this program, never from an input.
  package init(_ message: Message, _ role: TextRole = .plain, link: StaticString? = nil) {
    self.init(message.description as String?, role)
    pieces[0].link = link.map { "\($0)" }
    pieces[0].message = message
  }

  init(_ text: String, _ role: TextRole, in language: SummaryLanguage) {
    self.init(text as String?, role)
    pieces[0].language = language == .english ? nil : language
  }

  /// Graphics that the program draws itself, never shortened.
  package init(drawn text: String, _ role: TextRole) {
    pieces = [Piece(text: text.terminalSafe, role: role)]
  }

  private init(pieces: [Piece]) {
    self.pieces = pieces
  }

  /// A sentence whose values are texts with roles of their own.
  ///
  /// - Parameter template: the sentence with numbered placeholders.
  package init(_ template: Message, in language: SummaryLanguage, _ values: [StyledText]) {
    self.init(pieces: [])
    for part in Message.parts(of: template.text(in: language), with: values.map(\.text), in: language) {
      if let value = part.value {
        pieces += values[value].pieces
      } else {
        pieces += StyledText(String(part.text)).pieces
        pieces[pieces.count - 1].language = language
      }
    }
  }

  /// The same text as a link to the search for a name on the page for support; see ``HTMLWriter``. A terminal shows no
  /// link.
  package func linked(toSearch fragment: String) -> StyledText {
    var linked = self
    for index in pieces.indices { linked.pieces[index].link = "#" + fragment }
    return linked
  }

  /// A product as a heading.
  static func product(_ identifier: String?, limit: Int = 1_000) -> StyledText {
    identifier.map { StyledText($0.displayed(limit: limit), .heading) } ?? StyledText("no product identifier", .heading)
  }

  /// The whole text without roles.
  package var text: String { pieces.map(\.text).joined() }

  /// The same text in another language. Values stay as they are.
  package func said(in language: SummaryLanguage) -> StyledText {
    guard language != .english else { return self }
    return StyledText(
      pieces: pieces.map { piece in
        guard let message = piece.message else { return piece }
        let text = message.text(in: language).displayed(limit: StyledText.maximumLength).terminalSafe
        return Piece(text: text, role: piece.role, link: piece.link, language: language)
      })
  }

  package static func + (left: StyledText, right: StyledText) -> StyledText {
    StyledText(pieces: left.pieces + right.pieces)
  }

  static func spaces(_ count: Int) -> StyledText {
    StyledText(drawn: String(repeating: " ", count: max(0, count)), .plain)
  }

  /// Texts, with another one between them.
  package static func joined(_ texts: [StyledText], by separator: StyledText) -> StyledText {
    StyledText(pieces: Array(texts.map(\.pieces).joined(separator: separator.pieces)))
  }

  package var isEmpty: Bool { pieces.allSatisfy(\.text.isEmpty) }

  var displayWidth: Int { pieces.reduce(0) { $0 + ReceiptDocuments.displayWidth(of: $1.text) } }

  /// The text, padded with spaces up to a width.
  func padded(to width: Int) -> StyledText { self + .spaces(width - displayWidth) }

  /// The text, or as much of it as fits before an ellipsis.
  func cut(to width: Int) -> StyledText {
    guard displayWidth > width else { return self }
    var cut = wrapped(to: max(1, width - 1), breakingWords: true).first ?? StyledText("")
    cut.pieces.append(Piece(text: "…", role: .plain))
    return cut
  }

  /// Lines of at most this width, broken at spaces or beside wide characters if possible.
  ///
  /// - Parameter breakingWords: whether lines may break at any character, so that every column is used.
  package func wrapped(to width: Int, breakingWords: Bool = false) -> [StyledText] {
    guard displayWidth > width else { return [self] }
    // Each scalar, with the piece that it is from.
    let cells = pieces.indices.flatMap { index in pieces[index].text.unicodeScalars.map { (scalar: $0, piece: index) } }
    var lines: [StyledText] = []
    // The line that is being made: where it begins, its width so far, and where it may end at the latest.
    var start = 0
    var columns = 0
    var lastBreak: Int?
    var index = 0
    while index < cells.count {
      let scalar = cells[index].scalar
      if index > start, scalar.canBegin(lineAfter: cells[index - 1].scalar) { lastBreak = index }
      if columns + scalar.displayWidth > width, index > start {
        let end = breakingWords || scalar == " " ? index : lastBreak ?? index
        lines.append(line(cells[start..<end], trimming: !breakingWords))
        start = end
        // Spaces at a break belong to no line.
        while !breakingWords, start < cells.count, cells[start].scalar == " " { start += 1 }
        index = start
        columns = 0
        lastBreak = nil
        continue
      }
      columns += scalar.displayWidth
      index += 1
      // A line may break behind a space, except one at its beginning.
      if scalar == " ", index > start + 1 { lastBreak = index }
    }
    if start < cells.count { lines.append(line(cells[start...], trimming: false)) }
    return lines
  }

  private func line(_ cells: ArraySlice<(scalar: Unicode.Scalar, piece: Int)>, trimming: Bool) -> StyledText {
    var cells = cells
    while trimming, cells.last?.scalar == " " { cells.removeLast() }
    var line = StyledText(pieces: [])
    var lastPiece: Int?
    for cell in cells {
      if lastPiece != cell.piece {
        line.pieces.append(pieces[cell.piece])
        line.pieces[line.pieces.count - 1].text = ""
        // A message is the text of a whole piece.
        line.pieces[line.pieces.count - 1].message = nil
      }
      lastPiece = cell.piece
      line.pieces[line.pieces.count - 1].text.unicodeScalars.append(cell.scalar)
    }
    return line
  }

  /// The characters to print. Colours and links end at the end of their piece.
  func rendered(_ layout: TextLayout) -> String {
    var text = ""
    for piece in pieces where !piece.text.isEmpty {
      let isColored = layout.usesColor && piece.role != .plain
      let words = layout.isASCII ? piece.text.ascii : piece.text
      let shown = isColored ? "\u{1B}[" + piece.role.sgr + "m" + words + "\u{1B}[0m" : words
      text += layout.usesLinks ? Self.linked(shown, to: piece.link) : shown
    }
    return text
  }

  /// Links have the form of terminals: OSC 8, "Hyperlinks in terminal emulators".
  private static let linkStart = "\u{1B}]8;;"
  private static let linkEnd = "\u{1B}\\"

  private static func linked(_ text: String, to address: String?) -> String {
    guard let address, !address.hasPrefix("#") else { return text }
    return linkStart + address + linkEnd + text + linkStart + linkEnd
  }

  /// Text of this program without its links, for a pager that would show links as characters.
  package static func withoutLinks(_ text: [UInt8]) -> [UInt8] {
    var kept: [UInt8] = []
    var index = 0
    while let begin = text.firstOffset(of: Array(linkStart.utf8), in: index..<text.count),
      let finish = text.firstOffset(of: Array(linkEnd.utf8), in: begin..<text.count)
    {
      kept += text[index..<begin]
      index = finish + linkEnd.utf8.count
    }
    return kept + text[index...]
  }
}
