/// A part of a text for people, before it is laid out.
enum TextBlock: Sendable {
  case blank
  case line(StyledText)
  case paragraph(StyledText, indent: Int, hanging: Int, width: Int?)
  case heading(StyledText, remark: StyledText)
  /// A name and its value.
  case field(StyledText, StyledText, indent: Int, nameWidth: Int)
  /// A name for all following blocks with a deeper indent.
  case group(StyledText, indent: Int)
  /// A table; if it does not fit, its rows are lines, or it is left out.
  case table(TextTable)
  /// Left out of text.
  case drawing(PeriodDrawing)
}

/// A text for people that grows block by block. Its lines never exceed its width.
package struct TextPage: Sendable {
  package let layout: TextLayout
  /// Whether a browser, which has its own tables and no fixed width, lays out the page.
  package let isForBrowser: Bool
  private(set) var blocks: [TextBlock] = []

  package init(_ layout: TextLayout) { self.init(layout, isForBrowser: false) }

  init(_ layout: TextLayout, isForBrowser: Bool) {
    self.layout = layout
    self.isForBrowser = isForBrowser
  }

  package mutating func blank() { blocks.append(.blank) }

  /// States the time zone once for the report, instead of after each time.
  package mutating func timesAreUTC() { paragraph(StyledText("Times are in UTC.", .faint), indent: 2) }

  /// Appends one line. If it is too long, it continues on the next line.
  package mutating func line(_ content: StyledText) { blocks.append(.line(content)) }

  /// Appends prose, broken between words.
  ///
  /// - Parameters:
  ///   - indent: columns before every line.
  ///   - hanging: further columns before every line except the first.
  ///   - width: the columns of the lines with what is before them; `nil` for ``TextLayout/proseWidth``.
  package mutating func paragraph(_ content: StyledText, indent: Int = 0, hanging: Int = 0, width: Int? = nil) {
    blocks.append(.paragraph(content, indent: indent, hanging: hanging, width: width))
  }

  /// Appends a heading with an empty line before it.
  package mutating func heading(_ title: Message, _ remark: Message = "", link: StaticString? = nil) {
    blocks.append(.heading(StyledText(title, .heading, link: link), remark: StyledText(remark, .faint)))
  }

  /// Appends a name for the following blocks with a deeper indent.
  mutating func group(_ name: Message, indent: Int) {
    blocks.append(.group(StyledText(name, .label), indent: indent))
  }

  /// Appends a name and its value, in two columns. A value that is too long continues in its column.
  package mutating func field(_ name: StyledText, _ value: StyledText, indent: Int = 2, nameWidth: Int = 13) {
    blocks.append(.field(name, value, indent: indent, nameWidth: nameWidth))
  }

  package mutating func field(
    _ name: Message, _ value: Message, _ role: TextRole = .plain, indent: Int = 2, nameWidth: Int = 13
  ) {
    field(StyledText(name, .label), StyledText(value, role), indent: indent, nameWidth: nameWidth)
  }

  /// Appends a name and a value that is the same in every language.
  @_disfavoredOverload
  package mutating func field(
    _ name: Message, _ value: String?, _ role: TextRole = .plain, indent: Int = 2, nameWidth: Int = 13
  ) {
    field(StyledText(name, .label), StyledText(value, role), indent: indent, nameWidth: nameWidth)
  }

  /// Appends a table.
  package mutating func table(_ table: TextTable) { blocks.append(.table(table)) }

  /// Periods to be drawn.
  package mutating func drawing(_ drawing: PeriodDrawing) { blocks.append(.drawing(drawing)) }

  /// The blocks as lines in the language of the layout. Each line ends with a line feed.
  package var text: String {
    var lines = TextLines(layout)
    for block in blocks { lines.write(block) }
    return lines.text
  }
}

/// Lays blocks out as lines, in the language of the layout.
private struct TextLines {
  let layout: TextLayout
  var text = ""

  init(_ layout: TextLayout) {
    self.layout = layout
  }

  mutating func write(_ block: TextBlock) {
    switch block {
    case .blank: text += "\n"
    case .line(let content): line(content)
    case .paragraph(let content, let indent, let hanging, let width):
      let available = max(10, (width ?? layout.proseWidth) - indent - hanging)
      // Without `hanging` the first line could be longer, but lines of equal length are easier to read.
      for (index, part) in said(content).wrapped(to: available).enumerated() {
        append(.spaces(indent + (index == 0 ? 0 : hanging)) + part)
      }
    case .heading(let title, let remark):
      if !text.isEmpty, !text.hasSuffix("\n\n") { text += "\n" }
      line(remark.isEmpty ? title : title + .spaces(2) + remark)
    case .field(let name, let value, let indent, let nameWidth): field(name, value, indent, nameWidth)
    case .group(let name, let indent): write(.paragraph(name, indent: indent, hanging: 0, width: nil))
    case .table(let rows): table(rows)
    case .drawing: break
    }
  }

  private func said(_ text: StyledText) -> StyledText { text.said(in: layout.language) }

  private mutating func table(_ table: TextTable) {
    let table = table.said(in: layout.language)
    guard let widths = table.widths(fitting: layout.width - table.indent) else {
      guard table.isNeeded else { return }
      for row in table.rows {
        let line = row.filter { !$0.isEmpty }.reduce(StyledText("")) { $0.isEmpty ? $1 : $0 + .spaces(2) + $1 }
        write(.paragraph(line, indent: table.indent, hanging: 2, width: layout.width))
      }
      return
    }
    line(.spaces(table.indent) + table.header(widths))
    for row in table.rows.indices {
      for part in table.lines(row: row, widths) { line(.spaces(table.indent) + part) }
    }
  }

  private mutating func line(_ content: StyledText) {
    for part in said(content).wrapped(to: layout.width) { append(part) }
  }

  private mutating func field(_ name: StyledText, _ value: StyledText, _ indent: Int, _ nameWidth: Int) {
    // German names are longer.
    let nameWidth = layout.language == .german && nameWidth > 0 ? nameWidth + 4 : nameWidth
    let available = max(10, layout.width - indent - nameWidth)
    var lead = said(name)
    if lead.displayWidth >= nameWidth {
      for part in lead.wrapped(to: layout.width - indent) { append(.spaces(indent) + part) }
      lead = StyledText("")
    }
    for part in said(value).wrapped(to: available) {
      append(.spaces(indent) + lead.padded(to: nameWidth) + part)
      lead = StyledText("")
    }
  }

  private mutating func append(_ line: StyledText) {
    text += line.rendered(layout)
    text += "\n"
  }
}

extension TextLayout {
  /// The line above the text of one input among several; `-` is standard input. It is a single line in the form of
  /// `head`, however long the name is.
  package func heading(source: String) -> String {
    StyledText("==> " + (source == "-" ? "standard input" : source) + " <==", .heading).rendered(self) + "\n"
  }
}
