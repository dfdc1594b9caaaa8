/// Where things stand in a JSON document, while it is searched: positions of members and elements, outermost first.
///
/// A place is kept as a step from the place around it, and only where something was found, so that a search costs no memory for what
/// it passes by.
struct JSONPlaces {
  private var steps: [(parent: Int?, position: Int)] = []
  private var open: [(position: Int, step: Int?)] = []

  mutating func enter(_ position: Int) { open.append((position, nil)) }

  mutating func leave() { _ = open.popLast() }

  /// Keeps the place at which the search stands; `nil` is the whole document.
  mutating func keep() -> Int? {
    var parent: Int?
    for level in open.indices {
      if let step = open[level].step {
        parent = step
        continue
      }
      steps.append((parent, open[level].position))
      parent = steps.count - 1
      open[level].step = parent
    }
    return parent
  }

  /// The positions that lead to a place that was kept.
  func path(to place: Int?) -> [Int] {
    var path: [Int] = []
    var next = place
    while let step = next, steps.indices.contains(step) {
      path.append(steps[step].position)
      next = steps[step].parent
    }
    return path.reversed()
  }
}

extension JSONValue {
  /// The JSON Pointer of a path of positions. Names are cut after 100 characters.
  func pointer(_ path: [Int]) -> String { names(path) { String($0) } }

  /// The same without indexes, for all elements of a list alike.
  func place(_ path: [Int]) -> String { names(path) { _ in "*" } }

  private func names(_ path: [Int], _ index: (Int) -> String) -> String {
    var pointer = ""
    var value = self
    for position in path {
      switch value {
      case .object(let members) where members.indices.contains(position):
        pointer = JSONPointer.append(members[position].name.displayed(limit: 100), to: pointer)
        value = members[position].value
      case .array(let elements) where elements.indices.contains(position):
        pointer = JSONPointer.append(index(position), to: pointer)
        value = elements[position]
      default: return pointer
      }
    }
    return pointer
  }

  /// The first name on a path that its object has twice, as a pointer: readers differ in which of the two they take.
  func repeatedName(on path: [Int]) -> String? {
    var value = self
    for (depth, position) in path.enumerated() {
      switch value {
      case .object(let members) where members.indices.contains(position):
        let name = members[position].name.utf8
        if members.count(where: { $0.name.utf8.elementsEqual(name) }) > 1 { return pointer(Array(path[...depth])) }
        value = members[position].value
      case .array(let elements) where elements.indices.contains(position): value = elements[position]
      default: return nil
      }
    }
    return nil
  }
}
