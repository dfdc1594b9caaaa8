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

  /// The settings that the scripts of the pages read: a JSON object in a form that can be placed in a script.
  var script: String {
    var writer = JSONWriter(layout: .compact)
    writer.object { writer in
      writer.member("apps", bundleIdentifiers)
      writer.member("language", language?.rawValue)
    }
    return String(decoding: writer.bytes, as: UTF8.self).replacing("<", with: "\\u003c")
  }
}
