/// The two lines below a band of a timeline: marks at the columns that are dated, and the dates.
struct TimelineTicks {
  private(set) var marks = ""
  private(set) var text = ""

  /// - Parameters:
  ///   - starts: the columns in which something begins.
  ///   - moment: the column of the moment asked about.
  init(_ axis: TimelineAxis, _ starts: [Int], _ band: Range<Int>, cellWidth: Int, width: Int, moment: Int?) {
    var marks = [Character](repeating: " ", count: width)
    var text = [Character](repeating: " ", count: width)
    var candidates = starts.filter(band.contains)
    if candidates.first != band.lowerBound { candidates.insert(band.lowerBound, at: 0) }
    let hasTimes = TimelineTicks.needsTimes(candidates.map { axis.edges[$0] })
    var free = 0
    var previousDay: String?
    for column in candidates {
      let place = (column - band.lowerBound) * cellWidth
      let instant = axis.edges[column]
      let parts = instant.utcText.split(separator: " ")
      let (day, time) = (String(parts.first ?? ""), String((parts.last ?? "").prefix(5)))
      let label = !hasTimes ? day : day == previousDay ? time : day + " " + time
      guard place >= free, place + label.count <= width else { continue }
      marks[place] = "╵"
      text.replaceSubrange(place..<place + label.count, with: Array(label))
      free = place + label.count + 2
      previousDay = day
    }
    if let moment, band.contains(moment) {
      let place = (moment - band.lowerBound) * cellWidth
      if place < width { marks[place] = "▲" }
    }
    self.marks = TimelineTicks.trimmed(marks)
    self.text = TimelineTicks.trimmed(text)
  }

  /// Whether days alone would not tell the columns apart.
  private static func needsTimes(_ instants: [Instant]) -> Bool {
    zip(instants, instants.dropFirst()).contains { $1.milliseconds - $0.milliseconds < 86_400_000 }
  }

  private static func trimmed(_ characters: [Character]) -> String {
    var characters = characters
    while characters.last == " " { characters.removeLast() }
    return String(characters)
  }
}
