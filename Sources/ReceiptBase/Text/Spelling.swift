/// Finds the names that a misspelt word may mean.
package enum Spelling {
  /// A possible correct spelling of a word, prepared for comparison with many words.
  package struct Candidate: Sendable {
    let name: String
    /// The name as ``SearchName`` writes it.
    let text: [UInt8]
    /// The letters that the text contains, one bit each.
    let letters: UInt64

    package init(_ name: String) {
      self.init(name, SearchName(name).text)
    }

    package init(_ name: String, _ text: [UInt8]) {
      self.name = name
      self.text = text
      letters = Spelling.letters(text)
    }
  }

  /// The names of which a word may be a misspelling, the closest first.
  ///
  /// Upper and lower case and the signs between words are ignored.
  package static func suggestions(for word: String, among names: some Sequence<String>) -> [String] {
    suggestions(for: word, amongCandidates: names.map { Candidate($0) })
  }

  /// The closest names among prepared names.
  package static func suggestions(for word: String, amongCandidates names: [Candidate]) -> [String] {
    let wanted = Candidate(word)
    guard !wanted.text.isEmpty else { return [] }
    // The smallest distance of each name.
    var best: [String: Int] = [:]
    for name in names {
      // A short word may have only one error: with two errors it is another word.
      let errors = max(1, min(wanted.text.count, name.text.count) / 3)
      let foreign = (wanted.letters & ~name.letters).nonzeroBitCount
      // Each additional letter is an error, and so is each letter that the other word lacks.
      let isPossible =
        abs(wanted.text.count - name.text.count) <= errors && foreign <= errors
        && (name.letters & ~wanted.letters).nonzeroBitCount <= errors
      let distance = isPossible ? distance(wanted.text, name.text) : .max
      let isClose = distance <= errors
      // Whether the name contains the word. A short word is a part of too many names; the letters are a quick test.
      let isPart =
        foreign == 0 && wanted.text.count >= 4 && name.text.count > wanted.text.count
        && name.text.firstOffset(of: wanted.text) != nil
      guard isClose || isPart else { continue }
      // A name that only contains the word comes after all others.
      best[name.name] = min(best[name.name] ?? .max, isClose ? distance : 100)
    }
    return best.sorted { ($0.value, $0.key) < ($1.value, $1.key) }.prefix(5).map(\.key)
  }

  /// A question with the names of which a word may be a misspelling: `did you mean json?`; `nil` without suggestions.
  package static func question(for word: String, among names: some Sequence<String>) -> Message? {
    let closest = suggestions(for: word, among: names)
    return closest.isEmpty ? nil : "did you mean \(closest.joined(separator: ", "))?"
  }

  /// The number of letters to add, omit, change or swap with their neighbour: the optimal string alignment distance,
  /// computed with the last three rows of its table.
  package static func distance(_ first: [UInt8], _ second: [UInt8]) -> Int {
    var beforePrevious = [Int](repeating: 0, count: second.count + 1)
    var previous = Array(0...second.count)
    var current = beforePrevious
    for (row, letter) in first.enumerated() {
      current[0] = row + 1
      for (column, other) in second.enumerated() {
        var cost = min(previous[column + 1] + 1, current[column] + 1, previous[column] + (letter == other ? 0 : 1))
        let isSwap = row > 0 && column > 0 && letter == second[column - 1] && first[row - 1] == other
        if isSwap { cost = min(cost, beforePrevious[column - 1] + 1) }
        current[column + 1] = cost
      }
      swap(&beforePrevious, &previous)
      swap(&previous, &current)
    }
    return previous[second.count]
  }

  /// The letters and digits that a text contains, one bit for each. All other octets share one bit.
  private static func letters(_ text: [UInt8]) -> UInt64 {
    text.reduce(0) { letters, byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"): letters | 1 << UInt64(byte - UInt8(ascii: "a"))
      case UInt8(ascii: "0")...UInt8(ascii: "9"): letters | 1 << UInt64(byte - UInt8(ascii: "0") + 32)
      default: letters | 1 << 63
      }
    }
  }
}
