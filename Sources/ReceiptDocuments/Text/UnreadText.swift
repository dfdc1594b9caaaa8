extension TextPage {
  /// Writes the first lines of a report on an input that was read only in part.
  mutating func unread(_ parts: [UnreadPart]) {
    guard !parts.isEmpty else { return }
    paragraph(
      StyledText("! NOT ALL OF IT WAS READ", .warning)
        + StyledText(" — what follows is true of one part only. Not read: \(UnreadPart.sentence(parts))."),
      hanging: 2)
    blank()
  }
}
