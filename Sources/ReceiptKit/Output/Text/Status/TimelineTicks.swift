/// The two lines below a band of a timeline: marks at the columns that are dated, and the dates.
struct TimelineTicks {
  /// `╵` where a date belongs, `▲` at the moment asked about.
  var marks: String { TimelineTicks.trimmed(markCells) }
  /// A date where it is new, the time of day where that does not tell enough.
  var text: String { TimelineTicks.trimmed(textCells) }

  private var markCells: [Character]
  private var textCells: [Character]
  private var placed: [(place: Int, day: Substring)] = []
  private let hasTimes: Bool

  /// - Parameters:
  ///   - starts: the columns in which something begins.
  ///   - width: the characters of a line.
  ///   - moment: the column of the moment asked about.
  init(_ axis: TimelineAxis, _ starts: [Int], _ band: Range<Int>, cellWidth: Int, width: Int, moment: Int?) {
    markCells = [Character](repeating: " ", count: width)
    textCells = markCells
    var columns = starts.filter(band.contains)
    if columns.first != band.lowerBound { columns.insert(band.lowerBound, at: 0) }
    let instants = columns.map { axis.edges[$0] }
    // Whether days alone would not tell the columns apart.
    hasTimes = zip(instants, instants.dropFirst()).contains { $1.milliseconds - $0.milliseconds < 86_400_000 }
    let days = instants.map { $0.utcText.prefix { $0 != " " } }
    // The ends of the band, then where a day begins, then as many of the others as there is room for.
    let newDays = columns.indices.filter { $0 > 0 && days[$0] != days[$0 - 1] }
    for index in [0, columns.count - 1] + newDays + Array(columns.indices) {
      add(instants[index], days[index], at: (columns[index] - band.lowerBound) * cellWidth)
    }
    if let moment, band.contains(moment) {
      let place = (moment - band.lowerBound) * cellWidth
      if place < width { markCells[place] = "▲" }
    }
  }

  private mutating func add(_ instant: Instant, _ day: Substring, at place: Int) {
    guard place < markCells.count, markCells[place] == " " else { return }
    let isDated = placed.contains { $0.place < place && $0.day == day }
    let time = instant.utcText.suffix(8).prefix(5)
    let label = !hasTimes ? String(day) : isDated ? String(time) : day + " " + time
    // The last one may have to stand to the left of its mark.
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
