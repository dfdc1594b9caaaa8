/// The blocks of a page below one heading.
struct TextSection {
  var title: StyledText?
  var remark = StyledText("")
  /// Groups of blocks that belong together, with empty lines between the groups.
  var groups: [[TextBlock]] = []

  /// Writes the section as an object, for the page of `serve`, which lays it out itself.
  ///
  /// The object has no schema: only this program uses it, and both ends have the same version.
  ///
  /// - Parameter members: writes further members.
  func write(to writer: inout JSONWriter, _ members: (inout JSONWriter) -> Void = { _ in }) {
    writer.object { writer in
      members(&writer)
      if let title { write("title", title, to: &writer) }
      if !remark.isEmpty { write("remark", remark, to: &writer) }
      writer.key("groups")
      writer.array { writer in
        for group in groups { write(group[...], to: &writer) }
      }
    }
  }

  /// Writes blocks as an array of lines. The blocks of a group are inside its line.
  private func write(_ blocks: ArraySlice<TextBlock>, to writer: inout JSONWriter) {
    writer.array { writer in
      var rest = blocks
      while let block = rest.popFirst() {
        writer.object { writer in
          switch block {
          case .paragraph(let text, _, _, _), .line(let text): write("text", text, to: &writer)
          case .field(let name, let value, _, _):
            write("name", name, to: &writer)
            write("text", value, to: &writer)
          case .group(let name, let indent):
            let inside = rest.prefix { $0.indent > indent }
            rest = rest.dropFirst(inside.count)
            write("name", name, to: &writer)
            writer.key("lines")
            write(inside, to: &writer)
          case .table(let table):
            writer.member("columns", table.columns.map(\.title))
            writer.objects("rows", table.rows) { writer, row in
              writer.objects("cells", row) { write("text", $1, to: &$0) }
            }
          case .drawing(let drawing):
            writer.key("drawing")
            drawing.write(to: &writer)
          case .blank, .heading: break
          }
        }
      }
    }
  }

  /// Writes text as pieces, each with its role, and with its language if it is not English.
  private func write(_ name: String, _ text: StyledText, to writer: inout JSONWriter) {
    writer.objects(name, text.pieces.filter { !$0.text.isEmpty }) { writer, piece in
      writer.member("text", piece.text)
      writer.member("role", piece.role.rawValue)
      if let language = piece.language { writer.member("language", language.rawValue) }
    }
  }
}

extension TextBlock {
  var indent: Int {
    switch self {
    case .blank, .line, .heading, .table, .drawing: 0
    case .paragraph(_, let indent, _, _), .field(_, _, let indent, _), .group(_, let indent): indent
    }
  }
}

extension TextPage {
  /// The blocks by their headings.
  ///
  /// - Parameter untitled: the title of the blocks before the first heading; empty for no title.
  func sections(untitled: String = "") -> [TextSection] {
    var sections: [TextSection] = []
    var isApart = true
    for block in blocks {
      switch block {
      case .blank: isApart = true
      case .heading(let title, let remark):
        sections.append(TextSection(title: title, remark: remark))
        isApart = true
      default:
        if sections.isEmpty {
          sections.append(TextSection(title: untitled.isEmpty ? nil : StyledText(untitled, .heading)))
        }
        if isApart { sections[sections.count - 1].groups.append([]) }
        let last = sections[sections.count - 1].groups.count - 1
        sections[sections.count - 1].groups[last].append(block)
        isApart = false
      }
    }
    return sections
  }
}
