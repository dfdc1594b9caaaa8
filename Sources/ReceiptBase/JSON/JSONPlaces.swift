/// The current place of a search in a JSON document: positions of members and elements, outermost first.
///
/// A place is stored as a step from the enclosing place. It is stored only if something was found there, so that a
/// search uses no memory for other places.
package struct JSONPlaces {
  /// A position in an object, with the member's name, or in an array.
  private typealias Step = (position: Int, name: String?)

  private var steps: [(parent: Int?, step: Step)] = []
  private var open: [(step: Step, kept: Int?)] = []

  package init() {}

  /// - Parameter name: the name of the member; `nil` for an element.
  package mutating func enter(_ position: Int, _ name: String?) {
    open.append(((position, name), nil))
  }

  package mutating func leave() { _ = open.popLast() }

  /// Keeps the current place of the search; `nil` is the whole document.
  package mutating func keep() -> Int? {
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

  /// The positions on the path to a place that was kept.
  package func path(to place: Int?) -> [Int] { way(to: place).map(\.position) }

  /// The JSON Pointer of a kept place, or of the first `depth` positions on the path to it. Names are cut after 100
  /// characters.
  package func pointer(to place: Int?, upTo depth: Int = .max) -> String {
    names(way(to: place).prefix(depth)) { String($0) }
  }

  /// The JSON Pointer of a kept place without indexes, equal for all elements of a list.
  package func pattern(to place: Int?) -> String { names(way(to: place)[...]) { _ in "*" } }

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
