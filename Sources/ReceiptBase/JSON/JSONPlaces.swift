/// The current place of a search in a JSON document: positions of members and elements, outermost first.
///
/// A place is stored as a step from the enclosing place. It is stored only if something was found there, so that a
/// search uses no memory for other places.
package struct JSONPlaces {
  /// The number of a stored place; `nil` is the whole document.
  package typealias Place = Int?

  /// A position in an object, with the member's name, or in an array.
  private struct Step {
    let position: Int
    let name: String?
  }

  /// The stored places, each with the place around it.
  private var stored: [(parent: Place, step: Step)] = []
  /// The steps to the current place, each with the number of its place if that is stored.
  private var current: [(step: Step, place: Place)] = []

  package init() {}

  /// Goes on to a member or an element of the current place.
  ///
  /// - Parameters:
  ///   - position: the position in the object or in the array.
  ///   - name: the name of the member; `nil` for an element.
  package mutating func enter(at position: Int, name: String?) {
    current.append((Step(position: position, name: name), nil))
  }

  /// Goes back to the place around the current one.
  package mutating func leave() { _ = current.popLast() }

  /// Stores the current place of the search.
  package mutating func keep() -> Place {
    var parent: Place = nil
    for level in current.indices {
      if let place = current[level].place {
        parent = place
        continue
      }
      stored.append((parent, current[level].step))
      parent = stored.count - 1
      current[level].place = parent
    }
    return parent
  }

  /// The positions on the path to a place.
  package func path(to place: Place) -> [Int] { steps(to: place).map(\.position) }

  /// The JSON Pointer of a place, or of the first `depth` positions on the path to it. Names are cut after 100
  /// characters.
  package func pointer(to place: Place, upTo depth: Int = .max) -> String {
    pointer(steps(to: place).prefix(depth)) { String($0) }
  }

  /// The JSON Pointer of a place without indexes, equal for all elements of a list.
  package func pattern(to place: Place) -> String { pointer(steps(to: place)[...]) { _ in "*" } }

  private func steps(to place: Place) -> [Step] {
    var steps: [Step] = []
    var next = place
    while let number = next, stored.indices.contains(number) {
      steps.append(stored[number].step)
      next = stored[number].parent
    }
    return steps.reversed()
  }

  private func pointer(_ steps: ArraySlice<Step>, _ index: (Int) -> String) -> String {
    steps.reduce("") { pointer, step in
      JSONPointer.append(step.name?.displayed(limit: 100) ?? index(step.position), to: pointer)
    }
  }
}
