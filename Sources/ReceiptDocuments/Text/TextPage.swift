/// A text for people that grows line by line and never exceeds its width.
package struct TextPage: Sendable {
  package let layout: TextLayout
  /// The text so far; ends with a line feed.
  package private(set) var text = ""

  package init(_ layout: TextLayout) {
    self.layout = layout
  }

  package mutating func blank() {
    text += "\n"
  }

  /// One line; the excess continues in the next.
  package mutating func line(_ content: StyledText) {
    for part in content.wrapped(to: layout.width) { append(part) }
  }

  /// Prose, broken between words.
  ///
  /// - Parameters:
  ///   - indent: columns before every line.
  ///   - hanging: further columns before every line but the first.
  package mutating func paragraph(_ content: StyledText, indent: Int = 0, hanging: Int = 0, width: Int? = nil) {
    let available = max(10, (width ?? layout.proseWidth) - indent - hanging)
    // The first line has space for the hanging columns too, but even lines read better.
    for (index, part) in content.wrapped(to: available).enumerated() {
      append(.spaces(indent + (index == 0 ? 0 : hanging)) + part)
    }
  }

  /// A heading with an empty line before it.
  package mutating func heading(_ title: String, _ remark: String = "") {
    if !text.isEmpty, !text.hasSuffix("\n\n") { blank() }
    line(StyledText(title, .heading) + StyledText(remark.isEmpty ? "" : "  " + remark, .faint))
  }

  /// A name and its value, in two columns.
  package mutating func field(_ name: StyledText, _ value: StyledText, indent: Int = 2, nameWidth: Int = 13) {
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

  package mutating func field(
    _ name: String, _ value: String, _ role: TextRole = .plain, indent: Int = 2, nameWidth: Int = 13
  ) {
    field(StyledText(name, .label), StyledText(value, role), indent: indent, nameWidth: nameWidth)
  }

  private mutating func append(_ line: StyledText) {
    text += line.rendered(usesColor: layout.usesColor)
    text += "\n"
  }
}

extension TextLayout {
  /// The line above the text of one input among several; `-` is standard input.
  package func heading(source: String) -> String {
    var page = TextPage(self)
    page.line(StyledText("==> " + (source == "-" ? "standard input" : source) + " <==", .heading))
    return page.text
  }
}
