import Foundation
import ReceiptReading

/// Names that others rely on, each with what is true of it: the values of an option, the type of a member.
///
/// As text it has a line for each command, each definition of a schema and each file of public declarations:
///
///     command ledger stats: --database VALUE; --json; --wait VALUE
///     document decode-1 copies: . object; count always integer; path always string
struct CompatibilityRecord {
  private var groups: [String: [String: Set<String>]] = [:]

  init() {}

  /// Reads what `text` wrote.
  init(_ text: String) {
    for line in text.components(separatedBy: "\n") where !line.isEmpty {
      let group = line.components(separatedBy: ":")[0]
      add(group)
      let items = line.dropFirst(group.count + 2)
      for item in items.components(separatedBy: "; ") where !item.isEmpty {
        let words = Self.hasFacts(group) ? item.components(separatedBy: " ") : [item]
        add(group, words[0], Array(words.dropFirst()))
      }
    }
  }

  /// A declaration is one name, with all its words.
  private static func hasFacts(_ group: String) -> Bool { !group.hasPrefix("api ") }

  mutating func add(_ group: String) { groups[group, default: [:]].merge([:]) { old, _ in old } }

  mutating func add(_ group: String, _ name: String, _ facts: [String] = []) {
    groups[group, default: [:]][name, default: []].formUnion(facts)
  }

  /// Each group, each of its names and each fact of a name by itself, to be compared.
  var lines: Set<String> {
    var lines: Set<String> = []
    for (group, names) in groups {
      lines.insert(group)
      for (name, facts) in names {
        lines.insert("\(group): \(name)")
        for fact in facts { lines.insert("\(group): \(name) \(fact)") }
      }
    }
    return lines
  }

  var text: String {
    groups.sorted { $0.key < $1.key }.map { group, names in
      let items = names.sorted { $0.key < $1.key }.map { ([$0.key] + $0.value.sorted()).joined(separator: " ") }
      return "\(group):\(items.isEmpty ? "" : " ")\(items.joined(separator: "; "))\n"
    }.joined()
  }
}

// MARK: - Schemas

extension CompatibilityRecord {
  /// Adds the members of a document with their types and words, a group for each definition of the schema.
  ///
  /// `.` stands for the definition itself, `a.b` for a member of a member; keywords of the schema are set off by `/`.
  mutating func add(schema: JSONValue, of document: String) { add(schema, "document \(document)", "") }

  private mutating func add(_ node: JSONValue, _ group: String, _ place: String) {
    if case .array(let elements) = node {
      for (number, element) in elements.enumerated() { add(element, group, "\(place)/\(number)") }
    }
    guard case .object(let keywords) = node else { return }
    let facts = Self.facts(node)
    if place.isEmpty || !facts.isEmpty { add(group, place.isEmpty ? "." : place, facts) }
    for keyword in keywords {
      switch keyword.name {
      case "title", "description", "enum": break
      case "$defs":
        let document = group.split(separator: " ").prefix(2).joined(separator: " ")
        for member in keyword.value.members { add(member.value, "\(document) \(member.name)", "") }
      case "properties":
        for member in keyword.value.members {
          add(group, Self.join(place, ".", member.name))
          add(member.value, group, Self.join(place, ".", member.name))
        }
      case "required":
        for name in keyword.value.elements {
          add(group, Self.join(place, ".", Self.word(name)), ["always"])
        }
      default: add(keyword.value, group, Self.join(place, "/", keyword.name))
      }
    }
  }

  private static func join(_ place: String, _ separator: String, _ name: String) -> String {
    place.isEmpty ? name : place + separator + name
  }

  /// The type, which is one fact even if there are several, and the words that a value may be.
  private static func facts(_ node: JSONValue) -> [String] {
    var facts = (node["enum"]?.elements ?? []).map(word)
    if let type = node["type"] {
      facts.append(type.stringValue ?? type.elements.map(word).joined(separator: ","))
    }
    if let value = node["const"] { facts.append(word(value)) }
    if let reference = node["$ref"]?.stringValue {
      facts.append(reference.replacingOccurrences(of: "#/$defs/", with: "#"))
    }
    return facts
  }

  private static func word(_ value: JSONValue) -> String { value.stringValue ?? value.compactText }
}

extension JSONValue {
  fileprivate var members: [Member] {
    if case .object(let members) = self { return members }
    return []
  }

  fileprivate var elements: [JSONValue] {
    if case .array(let elements) = self { return elements }
    return []
  }
}

// MARK: - Declarations

extension CompatibilityRecord {
  /// Adds the public declarations of a file, without their values, and the cases of its public enumerations.
  mutating func add(declarations source: String, of file: String) {
    var open: String?
    // The indentation of the public enumeration that the lines are in.
    var cases: String?
    for whole in source.components(separatedBy: "\n") {
      let line = whole.trimmingCharacters(in: .whitespaces)
      if line.contains("public ") && line.contains("enum ") { cases = String(whole.prefix { $0 == " " }) }
      if let indentation = cases {
        if whole == indentation + "}" { cases = nil }
        if whole.hasPrefix(indentation + "  case ") { add("api \(file)", line.components(separatedBy: "  //")[0]) }
      }
      guard open != nil || line.hasPrefix("public ") || line.hasPrefix("@") && line.contains(" public ") else {
        continue
      }
      // Of a declaration on several lines all are taken, up to the end of its parameters.
      let words = (open.map { $0 + " " } ?? "") + line
      open = words.count { $0 == "(" } > words.count { $0 == ")" } ? words : nil
      if open == nil { add("api \(file)", Self.declaration(words)) }
    }
  }

  private static func declaration(_ words: String) -> String {
    let head = words.prefix { $0 != "{" }.replacingOccurrences(of: "public ", with: "")
    let isValue = ["let ", "var "].contains { head.components(separatedBy: "(")[0].contains($0) }
    return (isValue ? head.components(separatedBy: " = ")[0] : head).trimmingCharacters(in: .whitespaces)
  }
}
