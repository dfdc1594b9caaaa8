extension HTMLWriter {
  /// Writes a whole document that loads and runs nothing.
  mutating func file(_ report: Report, subject: String, generator: String, at now: Instant, agesFrom origin: Instant) {
    raw("<!doctype html>\n")
    element("html", ["lang": language.rawValue]) { writer in
      writer.element("head") { writer in
        writer.empty("meta", ["charset": "utf-8"])
        writer.empty(
          "meta",
          ["http-equiv": "Content-Security-Policy", "content": "default-src 'none'; style-src 'unsafe-inline'"])
        writer.empty("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"])
        writer.empty("meta", ["name": "color-scheme", "content": "light dark"])
        writer.empty("meta", ["name": "referrer", "content": "no-referrer"])
        writer.empty("meta", ["name": "generator", "content": generator])
        writer.element("title", text: "\(subject): receipt-tool")
        writer.element("style") { $0.raw(Report.style) }
      }
      writer.element("body") { writer in
        writer.element("main", ["id": "results"]) { $0.report(report, isFolded: false) }
        writer.element("footer") { writer in
          writer.element("p") { writer in
            writer.text("Made by \(generator) on \(now.utcText) from " as Message)
            writer.element("bdi", text: subject)
            writer.text(report.language.ends)
            writer.text(
              now == origin
                ? "Ages are counted from then. Times are in UTC. This file has no scripts and loads nothing." as Message
                : """
                Ages are counted from \(origin.utcText). Times are in UTC. This file has no scripts and loads nothing.
                """)
          }
        }
      }
    }
    raw("\n")
  }

  /// Writes the answer and the parts.
  ///
  /// - Parameters:
  ///   - isFolded: whether the reader has to unfold what is below a heading.
  ///   - replies: replies to the customer, which stand below the part about what a ledger recorded.
  mutating func report(_ report: Report, isFolded: Bool, replies: [ReplyText] = []) {
    answer(report, isFolded: isFolded)
    let recorded = report.parts.prefix { $0.name == "recorded" }
    for part in recorded { self.part(part, isFolded: isFolded) }
    writeReplies(replies)
    for part in report.parts[recorded.endIndex...] { self.part(part, isFolded: isFolded) }
  }

  private mutating func answer(_ report: Report, isFolded: Bool) {
    let attributes: KeyValuePairs<StaticString, String> = [
      "class": "answer \(report.tone)", "data-part": "answer", "lang": language.rawValue,
    ]
    element("section", attributes) { writer in
      if let title = report.title { writer.element("h2") { $0.text(title) } }
      for (index, line) in report.lines.enumerated() {
        let attributes: KeyValuePairs<StaticString, String> = ["class": "word \(line.tone)", "dir": "auto"]
        let text = "\(line.tone.mark) \(line.text)"
        // Without a title, the first line is the heading: on the page below its own, in a file the only one.
        if index > 0 || report.title != nil {
          writer.element("p", attributes, text: text)
        } else if isFolded {
          writer.element("h2", attributes, text: text)
        } else {
          writer.element("h1", attributes, text: text)
        }
        writer.raw("\n")
      }
      // Only the page folds remarks, below the first one. Below a title all are shown, and only there are details.
      guard isFolded, report.remarks.count > 1, report.title == nil else {
        for remark in report.remarks { writer.element("p", ["dir": "auto"], text: remark) }
        guard !report.details.isEmpty else { return }
        writer.element("div", ["class": "told"]) { $0.blocks(report.details[...]) }
        return
      }
      writer.element("details") { writer in
        writer.element("summary", ["dir": "auto"], text: report.remarks[0])
        for remark in report.remarks.dropFirst() { writer.element("p", ["dir": "auto"], text: remark) }
      }
    }
    raw("\n")
  }

  private mutating func part(_ part: Report.Part, isFolded: Bool) {
    let attributes: KeyValuePairs<StaticString, String> = [
      "class": part.claim == nil ? "told" : "told claimed", "data-part": part.name,
      "data-quotes-input": "\(part.quotesInput)", "lang": language.rawValue,
    ]
    element("section", attributes) { writer in
      writer.folded(isFolded: isFolded && !part.isOpen, { $0.heading(part.section) }) { writer in
        if let claim = part.claim {
          writer.element("p", ["class": "claim word caution"]) { $0.text(claim) }
        }
        for group in part.section.groups { writer.blocks(group[...]) }
      }
    }
    raw("\n")
  }

  /// Writes a heading, and its content, which may be folded.
  private mutating func folded(
    isFolded: Bool, _ heading: (inout HTMLWriter) -> Void, _ content: (inout HTMLWriter) -> Void
  ) {
    if isFolded {
      element("details") { writer in
        writer.element("summary", [:], heading)
        content(&writer)
      }
    } else {
      heading(&self)
      content(&self)
    }
  }

  private mutating func heading(_ section: TextSection) {
    guard let title = section.title else { return }
    element("h2") { writer in
      writer.text(title)
      guard !section.remark.isEmpty else { return }
      writer.raw(" ")
      writer.element("small") { $0.text(section.remark) }
    }
  }

  /// Writes blocks one below the other. Names with their values are lists; a group is a list in a list.
  private mutating func blocks(_ blocks: ArraySlice<TextBlock>) {
    var rest = blocks
    while let block = rest.first {
      switch block {
      case .field, .group:
        element("dl") { $0.terms(&rest) }
        continue
      case .paragraph(let text, _, _, _), .line(let text): element("p", ["dir": "auto"]) { $0.text(text) }
      case .table(let table): self.table(table)
      case .drawing(let drawing): self.drawing(drawing)
      case .blank, .heading: break
      }
      rest = rest.dropFirst()
    }
  }

  /// Writes names and values, as many as follow each other. A value without a name belongs to the name before it.
  private mutating func terms(_ rest: inout ArraySlice<TextBlock>) {
    while let block = rest.first {
      switch block {
      case .field(let name, let value, _, _):
        if !name.isEmpty { element("dt") { $0.text(name) } }
        element("dd", ["dir": "auto"]) { $0.text(value) }
        rest = rest.dropFirst()
      case .group(let name, let indent):
        let inside = rest.dropFirst().prefix { $0.indent > indent }
        element("dt") { $0.text(name) }
        element("dd", ["class": "inner"]) { $0.blocks(inside) }
        rest = rest.dropFirst(inside.count + 1)
      default: return
      }
    }
  }

  /// The number of rows of a table that are shown at once.
  private static let rowsAtATime = 500

  /// Writes a table. Columns that are empty in every row are left out. Roles are written out, because the style of a
  /// narrow page shows each row as a list, by which the elements of a table lose theirs.
  private mutating func table(_ table: TextTable) {
    let columns = table.columns.indices.filter { index in table.rows.contains { !$0[index].isEmpty } }
    rows(table.rows.prefix(Self.rowsAtATime), of: table, columns)
    // The further rows are side by side, and not one in another: browsers limit how deep elements may be nested.
    var rest = table.rows.dropFirst(Self.rowsAtATime)
    while !rest.isEmpty {
      let next = rest.prefix(Self.rowsAtATime)
      element("details") { writer in
        writer.element("summary") { $0.text("Show \(grouped: next.count) more" as Message) }
        writer.rows(next, of: table, columns)
      }
      rest = rest.dropFirst(next.count)
    }
  }

  private mutating func rows(_ rows: ArraySlice<[StyledText]>, of table: TextTable, _ columns: [Int]) {
    // A table can be wider than the screen: with a tab stop, it can be scrolled without a mouse.
    element("div", ["class": "scroll", "tabindex": "0"]) { writer in
      writer.element("table", ["role": "table", "class": "cards"]) { writer in
        writer.element("thead", ["role": "rowgroup"]) { writer in
          writer.element("tr", ["role": "row"]) { writer in
            for title in columns.map({ table.columns[$0].title.text(in: writer.language) }) {
              if title.isEmpty {
                writer.element("td", ["role": "cell"], text: "")
              } else {
                writer.element("th", ["scope": "col", "role": "columnheader"], text: title)
              }
            }
          }
        }
        writer.element("tbody", ["role": "rowgroup"]) { writer in
          for row in rows { writer.row(row, of: table, columns) }
        }
      }
    }
  }

  private mutating func row(_ row: [StyledText], of table: TextTable, _ columns: [Int]) {
    element("tr", ["role": "row"]) { writer in
      for index in columns {
        let attributes: KeyValuePairs<StaticString, String> = [
          "role": "cell", "data-name": table.columns[index].title.text(in: writer.language), "dir": "auto",
        ]
        writer.element("td", attributes) { $0.text(row[index]) }
      }
    }
  }
}
