/// A part of a text for people, before it is laid out.
enum TextBlock: Sendable {
  case blank
  case line(StyledText)
  case paragraph(StyledText, indent: Int, hanging: Int, width: Int?)
  case heading(StyledText, remark: StyledText)
  /// A name and its value.
  case field(StyledText, StyledText, indent: Int, nameWidth: Int)
  /// The name of all that follows and is indented deeper.
  case group(StyledText, indent: Int)
  /// Left out where it does not fit.
  case table(TextTable)
  /// Left out of text.
  case drawing(PeriodDrawing)
}

/// A text for people that grows block by block, and as lines never exceeds its width.
package struct TextPage: Sendable {
  package let layout: TextLayout
  /// Whether what lays it out has tables of its own, and no width.
  let isForBrowser: Bool
  private(set) var blocks: [TextBlock] = []

  package init(_ layout: TextLayout) { self.init(layout, isForBrowser: false) }

  init(_ layout: TextLayout, isForBrowser: Bool) {
    (self.layout, self.isForBrowser) = (layout, isForBrowser)
  }

  package mutating func blank() { blocks.append(.blank) }

  /// What is said once in a report, instead of behind each time.
  package mutating func timesAreUTC() { paragraph(StyledText("Times are in UTC.", .faint), indent: 2) }

  /// One line; the excess continues in the next.
  package mutating func line(_ content: StyledText) { blocks.append(.line(content)) }

  /// Prose, broken between words.
  ///
  /// - Parameters:
  ///   - indent: columns before every line.
  ///   - hanging: further columns before every line but the first.
  package mutating func paragraph(_ content: StyledText, indent: Int = 0, hanging: Int = 0, width: Int? = nil) {
    blocks.append(.paragraph(content, indent: indent, hanging: hanging, width: width))
  }

  /// A heading with an empty line before it.
  package mutating func heading(_ title: String, _ remark: String = "", link: StaticString? = nil) {
    blocks.append(.heading(StyledText(title, .heading, link: link), remark: StyledText(remark, .faint)))
  }

  /// The name of what follows with a deeper indent.
  mutating func group(_ name: String, indent: Int) {
    blocks.append(.group(StyledText(name, .label), indent: indent))
  }

  /// A name and its value, in two columns.
  package mutating func field(_ name: StyledText, _ value: StyledText, indent: Int = 2, nameWidth: Int = 13) {
    blocks.append(.field(name, value, indent: indent, nameWidth: nameWidth))
  }

  package mutating func field(
    _ name: String, _ value: String, _ role: TextRole = .plain, indent: Int = 2, nameWidth: Int = 13
  ) {
    field(StyledText(name, .label), StyledText(value, role), indent: indent, nameWidth: nameWidth)
  }

  /// A table; nothing where the lines are too narrow for it.
  mutating func table(_ table: TextTable) { blocks.append(.table(table)) }

  /// Periods to be drawn.
  mutating func drawing(_ drawing: PeriodDrawing) { blocks.append(.drawing(drawing)) }

  /// The same page with other blocks.
  func mapped(_ block: (TextBlock) -> TextBlock) -> TextPage {
    var page = self
    page.blocks = blocks.map(block)
    return page
  }

  /// The blocks as lines, each with a line feed behind it.
  package var text: String {
    var lines = TextLines(layout)
    for block in blocks { lines.write(block) }
    return lines.text
  }
}

/// Lays blocks out as lines.
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
      // The first line has space for the hanging columns too, but even lines read better.
      for (index, part) in content.wrapped(to: available).enumerated() {
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

  private mutating func table(_ table: TextTable) {
    guard let widths = table.widths(fitting: layout.width - 2) else { return }
    line(.spaces(2) + table.header(widths))
    for row in table.rows.indices {
      for part in table.lines(row: row, widths) { line(.spaces(2) + part) }
    }
  }

  private mutating func line(_ content: StyledText) {
    for part in content.wrapped(to: layout.width) { append(part) }
  }

  private mutating func field(_ name: StyledText, _ value: StyledText, _ indent: Int, _ nameWidth: Int) {
    let available = max(10, layout.width - indent - nameWidth)
    var lead = name
    if lead.displayWidth >= nameWidth {
      for part in lead.wrapped(to: layout.width - indent) { append(.spaces(indent) + part) }
      lead = StyledText("")
    }
    for part in value.wrapped(to: available) {
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
  /// The line above the text of one input among several; `-` is standard input. One line, however long the name is, as
  /// `head` prints it.
  package func heading(source: String) -> String {
    StyledText("==> " + (source == "-" ? "standard input" : source) + " <==", .heading).rendered(self) + "\n"
  }
}
