import ReceiptKit

/// Which of Apple's notifications a receiver gets.
struct ForwardFilter: Sendable {
  /// Types, or types with subtypes such as `EXPIRED/VOLUNTARY`; empty for all.
  var types: [String] = []
  /// The earliest moment of signing; `nil` for any.
  var since: Instant?

  /// - Parameters:
  ///   - name: the type, and the subtype after a slash.
  ///   - signedAt: when the notification was signed.
  func takes(_ name: String, signedAt: Instant) -> Bool {
    if let since, signedAt < since { return false }
    return types.isEmpty || types.contains(name) || types.contains(String(name.prefix { $0 != "/" }))
  }
}

extension Webhook {
  /// Reads the content of the file of `--forward-file`: receivers of Apple's notifications.
  ///
  /// Each line has a name and a URL. Words after them limit what the receiver gets: types of notifications, and the
  /// moment of signing from which on it gets them.
  ///
  ///     # name  URL                             which
  ///     crm     https://crm.example/apple?k=17
  ///     stats   https://stats.example/in        types=REFUND,EXPIRED/VOLUNTARY since=2026-12-01T00:00:00Z
  ///
  /// A file without lines ends all forwarding.
  ///
  /// - Throws: the fault of the content, without quoting any URL.
  package static func forwards(in bytes: [UInt8]) throws(InvalidSecretFile) -> [Webhook] {
    let lines = try InvalidSecretFile.lines(of: bytes, allowsNone: true)
    guard lines.count <= maximumCount else { throw InvalidSecretFile("it has more than \(maximumCount) receivers") }
    var all: [Webhook] = []
    for (number, words) in lines {
      guard words.count >= 2 else { throw InvalidSecretFile("line \(number) is not: name, URL, which") }
      let (name, endpoint) = try head(words, line: number, besides: all)
      var filter = ForwardFilter()
      for word in words.dropFirst(2) { try filter.add(word, line: number) }
      all.append(Webhook(name: name, endpoint: endpoint, content: .notifications(filter)))
    }
    return all
  }
}

extension ForwardFilter {
  /// Adds a word of a line. An unknown type is an error, because the receiver would get nothing, and nobody would know.
  fileprivate mutating func add(_ word: Substring, line: Int) throws(InvalidSecretFile) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    switch (parts[0], parts.count == 2 ? parts[1] : "") {
    case ("types", let names) where types.isEmpty:
      for name in names.split(separator: ",", omittingEmptySubsequences: false) {
        guard
          NotificationMeaning.types.contains(String(name))
            || NotificationMeaning.all.contains(where: { $0.name == name })
        else {
          throw InvalidSecretFile(
            """
            types= in line \(line) has a name that is no type of Apple's notifications, such as REFUND or \
            EXPIRED/VOLUNTARY
            """)
        }
        types.append(String(name))
      }
    case ("since", let text) where since == nil:
      guard let date = ReceiptDate(moment: String(text)) else {
        throw InvalidSecretFile("since= in line \(line) is not a time, such as 2026-12-01T00:00:00Z")
      }
      since = date.instant
    default: throw InvalidSecretFile("line \(line) has a word after the URL that is not one types= or since=")
    }
  }
}
