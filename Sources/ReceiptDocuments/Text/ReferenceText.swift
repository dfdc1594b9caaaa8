extension Reference {
  /// All entries under one name, for people; ends with a line feed.
  package static func text(_ entries: [ReferenceEntry], _ layout: TextLayout) -> String {
    var page = TextPage(layout)
    for entry in entries {
      page.heading("\(entry.key)", Message(english: entry.title))
      page.paragraph(StyledText(Message(english: entry.meaning)), indent: 2)
      if !entry.value.isEmpty { page.field("Value", entry.value as String?, nameWidth: 12) }
      if !entry.action.isEmpty {
        page.field("Who acts", Message(english: entry.actor.title), nameWidth: 12)
        page.field("What to do", Message(english: entry.action), nameWidth: 12)
      }
      page.field(StyledText("Source", .faint), source(entry.source), nameWidth: 12)
    }
    return page.text
  }

  /// The sources of an entry, each with a link to Apple's page if the address is known.
  private static func source(_ text: String) -> StyledText {
    let names = text.split(separator: ";").map { String($0.drop { $0 == " " }) }
    let sources = names.map { StyledText(Message(english: $0), .faint, link: FactSource.address(of: $0)) }
    return .joined(sources, by: StyledText("; " as String?, .faint))
  }

  /// All names, ordered by kind; ends with a line feed.
  package static func list(_ entries: [ReferenceEntry], _ layout: TextLayout) -> String {
    var page = TextPage(layout)
    for kind in ReferenceEntry.Kind.allCases {
      var keys: [String] = []
      for entry in entries where entry.kind == kind && keys.last != entry.key { keys.append(entry.key) }
      guard !keys.isEmpty else { continue }
      page.heading(Message(english: kind.title))
      page.paragraph(StyledText(drawn: keys.joined(separator: ", "), .plain), indent: 2)
    }
    return page.text
  }
}
