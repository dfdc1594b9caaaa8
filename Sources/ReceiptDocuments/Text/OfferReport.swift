extension OfferCheck {
  /// The findings of `offer check`, for people.
  package func report(_ layout: TextLayout) -> String {
    var page = TextPage(layout)
    let what: Message = form == .jws ? "a JWS for StoreKit" : "the original signature of a promotional offer"
    page.paragraph(
      StyledText(isInOrder ? "✓" : "✗", isInOrder ? .good : .bad) + .spaces(1)
        + StyledText(isInOrder ? "In order: \(what)." as Message : "Not in order: \(what)."), indent: 0, hanging: 2)
    for finding in findings {
      page.heading("\(finding.cause.rawValue)")
      page.paragraph(StyledText(finding.message), indent: 2)
      page.paragraph(StyledText("→ \(Message(english: finding.cause.entry.action))"), indent: 2, hanging: 2)
    }
    return page.text
  }
}
