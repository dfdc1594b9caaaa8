/// The two lines below a band of a timeline: marks at the columns with dates, and the dates.
struct TimelineTicks {
  /// `╵` at a column with a date, `▲` at the moment of the question.
  var marks: String { TimelineTicks.trimmed(markCells) }
  /// A date where the day changes, and a time of day where the date alone is ambiguous. The last date is placed before
  /// those between: one of the same day to its left writes the day again.
  var text: String { TimelineTicks.trimmed(textCells) }

  private var markCells: [Character]
  private var textCells: [Character]
  private var placed: [(place: Int, day: Substring)] = []
  private let hasTimes: Bool

  /// - Parameters:
  ///   - dates: the possible dates, by column; the first of them is always written.
  ///   - cellWidth: the width of a column, in characters.
  ///   - width: the characters of a line.
  ///   - moment: the column of the moment of the question.
  init(_ dates: [(column: Int, instant: Instant)], cellWidth: Int, width: Int, moment: Int?) {
    markCells = [Character](repeating: " ", count: width)
    textCells = markCells
    // Whether days alone would not distinguish the columns.
    hasTimes = zip(dates, dates.dropFirst()).contains { $1.instant.milliseconds - $0.instant.milliseconds < 86_400_000 }
    let days = dates.map { $0.instant.utcText.prefix { $0 != " " } }
    // The ends of the band come first, then starts of days, then as many others as fit.
    let newDays = dates.indices.filter { $0 > 0 && days[$0] != days[$0 - 1] }
    for index in [0, dates.count - 1] + newDays + Array(dates.indices) where dates.indices.contains(index) {
      add(dates[index].instant, days[index], at: dates[index].column * cellWidth)
    }
    if let moment, moment * cellWidth < width { markCells[moment * cellWidth] = "▲" }
  }

  private mutating func add(_ instant: Instant, _ day: Substring, at place: Int) {
    guard place < markCells.count, markCells[place] == " " else { return }
    let isDated = placed.contains { $0.place < place && $0.day == day }
    // Hour and minute.
    let time = instant.utcText.suffix(8).prefix(5)
    let label = !hasTimes ? String(day) : isDated ? String(time) : day + " " + time
    // The last date may have to be written to the left of its mark.
    let start = min(place, textCells.count - label.count)
    guard start >= 0 else { return }
    let around = max(0, start - 2)..<min(textCells.count, start + label.count + 2)
    guard textCells[around].allSatisfy({ $0 == " " }) else { return }
    textCells.replaceSubrange(start..<start + label.count, with: Array(label))
    markCells[place] = "╵"
    placed.append((place, day))
  }

  private static func trimmed(_ characters: [Character]) -> String {
    var characters = characters
    while characters.last == " " { characters.removeLast() }
    return String(characters)
  }
}
