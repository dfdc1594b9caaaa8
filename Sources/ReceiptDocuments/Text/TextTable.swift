/// Rows in aligned columns. Columns that are empty in every row are left out.
package struct TextTable: Sendable {
  package struct Column: Sendable {
    package let title: Message
    /// The minimum width of the column when its cells are wrapped; `nil` if they are never wrapped.
    package var minimumWidth: Int?

    package init(_ title: Message, foldableTo minimumWidth: Int? = nil) {
      self.title = title
      self.minimumWidth = minimumWidth
    }
  }

  let columns: [Column]
  let rows: [[StyledText]]
  /// Whether each row becomes a wrapped line if the table does not fit; otherwise the table is left out then.
  let isNeeded: Bool
  /// The number of spaces before each line.
  let indent: Int
  private let naturalWidths: [Int]
  private static let gap = 2

  package init(_ columns: [Column], _ rows: [[StyledText]], isNeeded: Bool = false, indent: Int = 2) {
    self.columns = columns
    self.rows = rows
    self.isNeeded = isNeeded
    self.indent = indent
    naturalWidths = columns.indices.map { index in
      let widest = rows.reduce(0) { max($0, $1[index].displayWidth) }
      return widest == 0 ? 0 : max(widest, displayWidth(of: columns[index].title.description))
    }
  }

  /// The same table in another language. Translate a table before its widths are measured.
  func said(in language: SummaryLanguage) -> TextTable {
    guard language != .english else { return self }
    return TextTable(
      columns.map { Column(Message(english: $0.title.text(in: language)), foldableTo: $0.minimumWidth) },
      rows.map { row in row.map { $0.said(in: language) } }, isNeeded: isNeeded, indent: indent)
  }

  /// The widths of the columns with which a row fits, 0 for a column that is left out; `nil` if wrapping is not enough.
  package func widths(fitting width: Int) -> [Int]? {
    var widths = naturalWidths
    let gaps = TextTable.gap * max(0, widths.count { $0 > 0 } - 1)
    var excess = widths.reduce(gaps, +) - width
    for index in columns.indices where excess > 0 {
      guard let minimum = columns[index].minimumWidth else { continue }
      let given = min(excess, max(0, widths[index] - max(minimum, displayWidth(of: columns[index].title.description))))
      widths[index] -= given
      excess -= given
    }
    return excess > 0 ? nil : widths
  }

  package func header(_ widths: [Int]) -> StyledText {
    lines(columns.map { StyledText($0.title.description as String?, .faint) }, widths).first ?? StyledText("")
  }

  /// The lines of one row; several if cells had to be wrapped.
  package func lines(row: Int, _ widths: [Int]) -> [StyledText] { lines(rows[row], widths) }

  private func lines(_ cells: [StyledText], _ widths: [Int]) -> [StyledText] {
    let shown = cells.indices.filter { widths[$0] > 0 }
    let folded = shown.map { cells[$0].wrapped(to: widths[$0]) }
    return (0..<(folded.map(\.count).max() ?? 0)).map { number in
      var line = StyledText("")
      for (place, index) in shown.enumerated() {
        let part = number < folded[place].count ? folded[place][number] : StyledText("")
        // No spaces follow the last cell of a line that has text.
        let isLast = shown.dropFirst(place + 1).allSatisfy { later in
          let parts = folded[shown.firstIndex(of: later) ?? place]
          return number >= parts.count || parts[number].isEmpty
        }
        line = line + (isLast ? part : part.padded(to: widths[index] + TextTable.gap))
        if isLast { break }
      }
      return line
    }
  }
}
