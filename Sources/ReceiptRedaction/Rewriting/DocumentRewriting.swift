import ReceiptKit

extension Rewriter {
  /// A JSON document with its values rewritten, and with the mark.
  ///
  /// Large objects and lists are processed element by element. Small values are in memory as trees only while they are
  /// rewritten.
  ///
  /// - Returns: the document on one line, without a line feed, in pieces.
  func rewrittenDocument(_ document: JSONText) throws(ReceiptError) -> [[UInt8]] {
    var writer = JSONWriter(layout: .compact)
    try write(document, nil, "", isMarked: true, to: &writer)
    return finished + [writer.bytes]
  }

  /// Writes a rewritten value, and the name of its member before it, unless the value is removed.
  ///
  /// - Parameter isMarked: whether the value is the document, which gets the mark, or an element of a list that is.
  private func write(
    _ value: JSONText, as key: String? = nil, _ rule: FieldRule?, _ place: String, sibling: Instant? = nil,
    isMarked: Bool, to writer: inout JSONWriter
  ) throws(ReceiptError) {
    var isSecret = false
    if case .secret? = rule { isSecret = true }
    guard value.length > maximumTreeBytes, value.isContainer, !isSecret else {
      // Secrets are never examined.
      guard let rewritten = try rewrittenJSON(isSecret ? .null : value.tree, rule, place, sibling: sibling) else {
        return
      }
      if let key { writer.key(key) }
      writer.value(isMarked ? rewritten.marked : rewritten)
      writer.handOver { finished.append($0.bytes) }
      return
    }
    if let key { writer.key(key) }
    if let members = value.memberNodes {
      let moments = Moments(members.lazy.map { member in (member.name, { member.value.stringValue }) })
      try writer.object { writer throws(ReceiptError) in
        if isMarked { writer.member(Redactor.markName, true) }
        for member in members { try writeMember(member, place, moments, isMarked: isMarked, to: &writer) }
      }
    } else if let elements = value.elementNodes {
      let inner = log.place(place + "[]")
      try writer.array { writer throws(ReceiptError) in
        for element in elements { try write(element, rule, inner, isMarked: isMarked, to: &writer) }
      }
    }
  }

  private func writeMember(
    _ member: (name: String, value: JSONText), _ place: String, _ moments: Moments, isMarked: Bool,
    to writer: inout JSONWriter
  ) throws(ReceiptError) {
    let (name, rule, inner) = try renamed(member.name, place)
    let sibling = moments.sibling(of: member.name)
    if isMarked, name == Redactor.markName {
      // The document already has the mark. The action on this member is still noted.
      _ = try rewrittenJSON(member.value.tree, rule, inner, sibling: sibling)
      return
    }
    try write(member.value, as: name, rule, inner, sibling: sibling, isMarked: false, to: &writer)
  }
}

extension JSONText {
  /// Whether the value may contain other values.
  fileprivate var isContainer: Bool { memberNodes != nil || elementNodes != nil }
}
