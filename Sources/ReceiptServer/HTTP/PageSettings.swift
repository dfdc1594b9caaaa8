import ReceiptKit

/// The presets for the pages, chosen by the person who starts the server.
package struct PageSettings: Sendable {
  /// The apps for which an answer is checked, unless the reader enters another app.
  package var bundleIdentifiers: [String] = []
  /// The language of the pages until the reader chooses another one; `nil` means the language of the browser.
  package var language: SummaryLanguage?
  /// The greetings and closings of replies to customers.
  package var frames = ReplyFrames()

  package init() {}

  /// The sentence of a rehearsal at the top of a page, as HTML by the name of its place.
  func rehearsal(in language: SummaryLanguage) -> [String: String] {
    guard frames.isRehearsal, let words = EmbeddedPage.text(of: "rehearsal_words", in: language) else { return [:] }
    return ["rehearsal": HTMLWriter.escaped(words)]
  }

  /// The language of a page: the one that was asked for, the preset one, or that of the browser.
  func language(_ asked: [String], _ call: Call) -> SummaryLanguage {
    if asked.isEmpty, let language { return language }
    return SummaryLanguage(firstOf: asked + call.acceptedLanguages)
  }
}

extension Call {
  /// The reader's languages as tags, in the order of `Accept-Language`: browsers name the best first.
  fileprivate var acceptedLanguages: [String] {
    (headers[.acceptLanguage] ?? "").split(separator: ",").map { String($0.prefix { $0 != ";" }.filter { $0 != " " }) }
  }
}
