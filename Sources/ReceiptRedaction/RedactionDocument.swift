import ReceiptKit

extension Redaction {
  /// The name of the list's schema. Within one version, keys may be added but not removed.
  package static let listSchema = "receipt-tool/redact/1"

  /// Writes the JSON document of `redact --list`: the changes to each field, and no value of the input.
  package func writeList(to writer: inout JSONWriter, head: DocumentHead) {
    writer.object { writer in
      writer.member("schema", Self.listSchema)
      writer.members(head)
      writer.objects("items", items) { writer, item in
        writer.member("action", item.action.rawValue)
        writer.member("kind", item.kind.rawValue)
        writer.member("place", item.place)
        writer.member("count", item.count)
      }
    }
    writer.endLine()
  }

  /// The report of `redact --list` for people: replaced and removed values, and kept values, which people must check.
  ///
  /// The lines are sorted by action, state the count, the kind and the place, and end with a line feed.
  package var report: String {
    var text = ""
    let countWidth = items.map { String($0.count).count }.max() ?? 0
    let kindWidth = items.map(\.kind.words.count).max() ?? 0
    for action in RedactionItem.Action.allCases {
      let changes = items.filter { $0.action == action }
      guard !changes.isEmpty else { continue }
      text += (text.isEmpty ? "" : "\n") + action.heading + "\n"
      for item in changes {
        let count = String(item.count)
        text += "  " + String(repeating: " ", count: countWidth - count.count) + count + "  " + item.kind.words
        text += String(repeating: " ", count: kindWidth - item.kind.words.count) + "  " + item.place.terminalSafe + "\n"
      }
    }
    return text
  }
}

extension RedactionItem.Action {
  fileprivate var heading: String {
    switch self {
    case .replaced: "Replaced by pseudonyms"
    case .removed: "Removed"
    case .moved: "Moved or coarsened"
    case .signedAgain: "Signed again, by a test authority"
    case .kept: "Kept"
    }
  }
}

extension ValueKind {
  /// The name as words.
  fileprivate var words: String { String(rawValue.map { $0 == "_" ? " " : $0 }) }
}
