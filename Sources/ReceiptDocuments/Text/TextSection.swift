/// The blocks of a page below one heading.
struct TextSection {
  var title: StyledText?
  var remark = StyledText("")
  /// Groups of blocks that belong together, with empty lines between the groups.
  var groups: [[TextBlock]] = []
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
  func sections(untitled: StyledText = StyledText("")) -> [TextSection] {
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
          sections.append(TextSection(title: untitled.isEmpty ? nil : untitled))
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
