/// One way to do a piece of work, measured beside others.
struct Candidate {
  var name: String
  /// Works one receipt; returns the octets that it wrote, so that nothing can be left out.
  var run: () -> Int
}

/// Seconds for one run of each candidate: the median over rounds in which all take turns.
struct Comparison {
  var title: String
  var candidates: [Candidate]

  /// - Parameters:
  ///   - rounds: how often each takes its turn.
  ///   - seconds: about how long a turn lasts.
  func measure(rounds: Int, seconds: Double) -> [Double] {
    let counts = candidates.map { candidate in
      // As many runs as fill a turn, found by doubling.
      var count = 1
      while true {
        let taken = Comparison.time(candidate, count)
        if taken > seconds / 4 { return max(1, Int(Double(count) * seconds / taken)) }
        count *= 2
      }
    }
    var samples = candidates.map { _ in [Double]() }
    for round in 0..<rounds {
      for turn in candidates.indices {
        // Every second round backwards, so that none always comes after the same other.
        let index = round % 2 == 0 ? turn : candidates.count - 1 - turn
        samples[index].append(Comparison.time(candidates[index], counts[index]) / Double(counts[index]))
      }
    }
    return samples.map { $0.sorted()[$0.count / 2] }
  }

  private static func time(_ candidate: Candidate, _ count: Int) -> Double {
    let start = Clock.processorSeconds
    var octets = 0
    for _ in 0..<count { octets &+= candidate.run() }
    precondition(octets != 0, "\(candidate.name) does nothing")
    return Clock.processorSeconds - start
  }
}
