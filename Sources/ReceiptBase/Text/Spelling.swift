package enum Spelling {
  /// The names of which a word may be a misspelling, the closest first.
  ///
  /// Upper and lower case and the signs between words are ignored.
  package static func suggestions(for word: String, among names: some Sequence<String>) -> [String] {
    let wanted = SearchName(word)
    guard !wanted.text.isEmpty else { return [] }
    var best: [String: Int] = [:]
    for name in names {
      let text = SearchName(name).text
      // A short word with two errors is another word.
      let errors = max(1, min(wanted.text.count, text.count) / 3)
      // Words of different lengths need no table: each letter more is an error.
      let distance = abs(wanted.text.count - text.count) > errors ? .max : distance(wanted.text, text)
      let isClose = distance <= errors
      let isPart = wanted.text.count >= 4 && text.count > wanted.text.count && text.firstOffset(of: wanted.text) != nil
      guard isClose || isPart else { continue }
      best[name] = min(best[name] ?? .max, isClose ? distance : 100)
    }
    return best.sorted { ($0.value, $0.key) < ($1.value, $1.key) }.prefix(5).map(\.key)
  }

  /// A question with the names of which a word may be a misspelling: `did you mean json?`; `nil` without suggestions.
  package static func question(for word: String, among names: some Sequence<String>) -> String? {
    let suggestions = suggestions(for: word, among: names)
    return suggestions.isEmpty ? nil : "did you mean \(suggestions.joined(separator: ", "))?"
  }

  /// The number of letters to add, omit, change or swap with their neighbour.
  package static func distance(_ first: [UInt8], _ second: [UInt8]) -> Int {
    var before: [Int] = []
    var previous = Array(0...second.count)
    for (row, letter) in first.enumerated() {
      var current = [row + 1]
      for (column, other) in second.enumerated() {
        var cost = min(previous[column + 1] + 1, current[column] + 1, previous[column] + (letter == other ? 0 : 1))
        let isSwap = row > 0 && column > 0 && letter == second[column - 1] && first[row - 1] == other
        if isSwap { cost = min(cost, before[column - 1] + 1) }
        current.append(cost)
      }
      (before, previous) = (previous, current)
    }
    return previous[second.count]
  }
}
