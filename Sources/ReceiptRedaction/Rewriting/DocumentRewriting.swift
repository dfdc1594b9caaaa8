import ReceiptKit

extension Rewriter {
  /// A JSON document with its values rewritten, and marked. Large objects and lists are walked through; what is small is a tree while it
  /// is rewritten, and no longer.
  func document(_ document: JSONText) throws(ReceiptError) -> RedactedDocument {
    var writer = JSONWriter(layout: .compact)
    try write(document, named: nil, "", isMarked: true, to: &writer)
    return RedactedDocument(pieces: finished + [writer.bytes])
  }

  /// Writes what becomes of a value, and the name of its member before it, if anything does.
  private func write(
    _ value: JSONText, as key: String? = nil, named name: String?, _ place: String, sibling: Instant? = nil,
    isMarked: Bool, to writer: inout JSONWriter
  ) throws(ReceiptError) {
    guard value.length > wholeLength, value.isContainer, !isSecret(name) else {
      // Of a secret nothing is looked at.
      let tree = value.length > wholeLength && isSecret(name) ? .null : value.tree
      guard let rewritten = try json(tree, named: name, place, sibling: sibling) else { return }
      if let key { writer.key(key) }
      writer.value(isMarked ? rewritten.marked : rewritten)
      writer.handOver { finished.append($0.bytes) }
      return
    }
    if let key { writer.key(key) }
    if let members = value.memberNodes {
      let moments = Self.moments(in: members)
      try writer.object { writer throws(ReceiptError) in
        if isMarked { writer.member(Redactor.mark, true) }
        for member in members { try write(member, place, moments, isMarked: isMarked, to: &writer) }
      }
    } else if let elements = value.elementNodes {
      try writer.array { writer throws(ReceiptError) in
        for element in elements { try write(element, named: name, place + "[]", isMarked: isMarked, to: &writer) }
      }
    }
  }

  private func write(
    _ member: (name: String, value: JSONText), _ place: String, _ moments: [String: JSONText], isMarked: Bool,
    to writer: inout JSONWriter
  ) throws(ReceiptError) {
    let (name, inner) = try renamed(member.name, place)
    let sibling = Self.moment(of: member.name) { moments[$0]?.stringValue }
    if isMarked, name == Redactor.mark {
      // The mark stands there already. What is done to this one is noted all the same.
      _ = try json(member.value.tree, named: member.name, inner, sibling: sibling)
      return
    }
    try write(member.value, as: name, named: member.name, inner, sibling: sibling, isMarked: false, to: &writer)
  }

  private func isSecret(_ name: String?) -> Bool {
    if case .secret? = name.flatMap(FieldRules.rule) { return true }
    return false
  }

  /// The first member of each name that a date in Pacific time may ask for.
  private static func moments(in members: JSONText.Members) -> [String: JSONText] {
    var wanted: Set<String> = []
    for member in members where isPacificDate(member.name) { wanted.formUnion(names(ofMoment: member.name)) }
    guard !wanted.isEmpty else { return [:] }
    return Dictionary(members.lazy.filter { wanted.contains($0.name) }.map { ($0.name, $0.value) }) { first, _ in first
    }
  }

  /// Other fields have no use for a moment.
  private static func isPacificDate(_ name: String) -> Bool {
    guard name.hasSuffix("pst"), case .date? = FieldRules.rule(for: name) else { return false }
    return true
  }
}

extension JSONText {
  /// Whether there may be values in it.
  fileprivate var isContainer: Bool { memberNodes != nil || elementNodes != nil }
}
