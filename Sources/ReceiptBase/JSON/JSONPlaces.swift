/// Where things stand in a JSON document, while it is searched: positions of members and elements, outermost first.
///
/// A place is kept as a step from the place around it, and only where something was found, so that a search costs no memory for what
/// it passes by.
struct JSONPlaces {
  /// A position in an object, with the member's name, or in an array.
  private struct Step {
    let position: Int
    let name: String?
  }

  private var steps: [(parent: Int?, step: Step)] = []
  private var open: [(step: Step, kept: Int?)] = []

  /// - Parameter name: that of the member; `nil` for an element.
  mutating func enter(_ position: Int, _ name: String?) {
    open.append((Step(position: position, name: name), nil))
  }

  mutating func leave() { _ = open.popLast() }

  /// Keeps the place at which the search stands; `nil` is the whole document.
  mutating func keep() -> Int? {
    var parent: Int?
    for level in open.indices {
      if let step = open[level].kept {
        parent = step
        continue
      }
      steps.append((parent, open[level].step))
      parent = steps.count - 1
      open[level].kept = parent
    }
    return parent
  }

  /// The positions that lead to a place that was kept.
  func path(to place: Int?) -> [Int] { way(to: place).map(\.position) }

  /// The JSON Pointer of a place that was kept, or of the first few positions on the way to it. Names are cut after 100 characters.
  func pointer(to place: Int?, upTo depth: Int = .max) -> String { names(way(to: place).prefix(depth)) { String($0) } }

  /// The same without indexes, for all elements of a list alike.
  func pattern(to place: Int?) -> String { names(way(to: place)[...]) { _ in "*" } }

  private func way(to place: Int?) -> [Step] {
    var way: [Step] = []
    var next = place
    while let number = next, steps.indices.contains(number) {
      way.append(steps[number].step)
      next = steps[number].parent
    }
    return way.reversed()
  }

  private func names(_ way: ArraySlice<Step>, _ index: (Int) -> String) -> String {
    way.reduce("") { pointer, step in
      JSONPointer.append(step.name?.displayed(limit: 100) ?? index(step.position), to: pointer)
    }
  }
}
