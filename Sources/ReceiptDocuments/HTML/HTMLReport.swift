/// A report as one HTML file: the answer, then the same blocks as on a terminal. It has no scripts and loads nothing.
struct HTMLReport: Sendable {
  /// The subject of the report: the name of the input.
  var subject: String
  /// The program that writes the report.
  var generator: String
  /// The language of the report. Texts without a translation stay English.
  var language: SummaryLanguage
  /// The answer at the top.
  var answer: [SummaryText.Line]
  /// Remarks about the answer.
  var remarks: [String]
  /// The pages below the answer.
  var pages: [TextPage]
  /// The time of writing.
  var now: Instant

  /// The file; UTF-8.
  var bytes: [UInt8] {
    var writer = HTMLWriter()
    writer.raw("<!doctype html>\n")
    writer.element("html", ["lang": language.rawValue]) { writer in
      writer.element("head") { head(&$0) }
      writer.element("body") { writer in
        writer.element("main") { writer in
          writer.element("header", ["class": "\(tone)", "lang": language.rawValue]) { answer(&$0) }
          for (index, section) in pages.flatMap({ $0.said(in: language).sections() }).enumerated() {
            writer.section(section, untitled: index == 0 ? ("Evidence" as Message).text(in: language) : nil)
          }
        }
        writer.element("footer") { writer in
          writer.element("p") { writer in
            writer.text(("Made by \(generator) on \(now.utcText) from " as Message).text(in: language))
            writer.element("bdi", text: subject)
            let footer: Message =
              "Ages are counted from then. Times are in UTC. This file has no scripts and loads nothing."
            writer.text(language.ends + footer.text(in: language))
          }
        }
      }
    }
    writer.raw("\n")
    return Array(writer.html.utf8)
  }

  private var tone: PurchaseSummary.Tone { answer.first?.tone ?? .caution }

  private func head(_ writer: inout HTMLWriter) {
    writer.empty("meta", ["charset": "utf-8"])
    writer.empty(
      "meta",
      ["http-equiv": "Content-Security-Policy", "content": "default-src 'none'; style-src 'unsafe-inline'"])
    writer.empty("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"])
    writer.empty("meta", ["name": "color-scheme", "content": "light dark"])
    writer.empty("meta", ["name": "referrer", "content": "no-referrer"])
    writer.empty("meta", ["name": "generator", "content": generator])
    writer.element("title", text: "\(subject): receipt-tool")
    writer.element("style") { $0.raw(Self.style) }
  }

  private func answer(_ writer: inout HTMLWriter) {
    writer.element("h1") { writer in
      for line in answer {
        writer.element("span", ["class": "line \(line.tone)"]) { writer in
          writer.element("span", ["class": "mark", "aria-hidden": "true"], text: line.tone.mark)
          writer.element("bdi", text: line.text)
        }
        writer.raw("\n")
      }
    }
    for remark in remarks { writer.element("p") { $0.element("bdi", text: remark) } }
  }
}

extension HTMLWriter {
  fileprivate mutating func section(_ section: TextSection, untitled: String?) {
    element("section") { writer in
      if let title = section.title {
        writer.element("h2") { writer in
          writer.text(title)
          guard !section.remark.isEmpty else { return }
          writer.raw(" ")
          writer.element("small") { $0.text(section.remark) }
        }
      } else if let untitled {
        writer.element("h2", text: untitled)
      }
      for group in section.groups { writer.blocks(group[...], level: 3) }
    }
    raw("\n")
  }

  private mutating func blocks(_ blocks: ArraySlice<TextBlock>, level: Int) {
    var rest = blocks
    while let block = rest.first {
      switch block {
      case .field:
        let fields = rest.prefix { if case .field = $0 { true } else { false } }
        rest = rest.dropFirst(fields.count)
        self.fields(fields)
        continue
      case .paragraph(let text, _, _, _), .line(let text): element("p") { $0.text(text) }
      case .group(let name, let indent):
        let inside = rest.dropFirst().prefix { $0.indent > indent }
        element("div", ["class": "group"]) { writer in
          if level == 3 { writer.element("h3") { $0.text(name) } } else { writer.element("h4") { $0.text(name) } }
          writer.blocks(inside, level: level + 1)
        }
        rest = rest.dropFirst(inside.count + 1)
        continue
      case .table(let table): self.table(table)
      case .blank, .heading, .drawing: break
      }
      rest = rest.dropFirst()
    }
  }

  /// Writes names and values. A value without a name belongs to the previous name.
  private mutating func fields(_ fields: ArraySlice<TextBlock>) {
    element("dl") { writer in
      var rest = fields
      while case .field(let name, let value, _, _)? = rest.popFirst() {
        writer.element("div") { writer in
          writer.element("dt") { $0.text(name) }
          writer.element("dd") { $0.text(value) }
          while case .field(let next, let more, _, _)? = rest.first, next.isEmpty {
            writer.element("dd") { $0.text(more) }
            rest = rest.dropFirst()
          }
        }
      }
    }
  }

  /// Columns that are empty in every row are left out. The roles stay where a narrow page shows a row as a list.
  private mutating func table(_ table: TextTable) {
    let columns = table.columns.indices.filter { index in table.rows.contains { !$0[index].isEmpty } }
    element("table", ["role": "table"]) { writer in
      writer.element("thead", ["role": "rowgroup"]) { writer in
        writer.element("tr", ["role": "row"]) { writer in
          for index in columns {
            writer.element(
              "th", ["scope": "col", "role": "columnheader"], text: table.columns[index].title.description)
          }
        }
      }
      writer.element("tbody", ["role": "rowgroup"]) { writer in
        for row in table.rows {
          writer.element("tr", ["role": "row"]) { writer in
            for index in columns {
              let isEmpty = row[index].isEmpty
              writer.element(
                "td",
                [
                  "role": "cell", "data-name": table.columns[index].title.description,
                  "class": isEmpty ? "empty" : "value",
                ]
              ) { $0.text(row[index]) }
            }
          }
        }
      }
    }
  }
}
