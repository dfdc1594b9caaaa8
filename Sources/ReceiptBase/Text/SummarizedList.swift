extension Collection<Message> {
  /// A message of several, with the same mark between each two.
  ///
  /// - Parameter separator: a punctuation mark and a space. `Message.text(in:)` replaces it where a language has
  ///   another.
  package func joined(separator: String) -> Message {
    var all: Message = ""
    for (index, message) in enumerated() {
      if index > 0 { all += Message(english: separator) }
      all += "\(message)"
    }
    return all
  }

  /// A message of several, in pairs: each is put after the message of those before it, such as `"\($0) and \($1)"`.
  /// It is empty if there are none.
  package func joined(_ pair: (Message, Message) -> Message) -> Message { dropFirst().reduce(first ?? "", pair) }
}

extension [Message] {
  /// The first few of a list, and how many more there are.
  package func summarized(_ limit: Int = 3, separator: String = "; ") -> Message {
    guard count > limit else { return joined(separator: separator) }
    return (prefix(limit) + ["and \(count - limit) more"]).joined(separator: separator)
  }
}

extension Collection<String> {
  /// A message of several values, in pairs.
  package func joined(_ pair: (Message, Message) -> Message) -> Message {
    map { "\($0)" as Message }.joined(pair)
  }
}

extension [String] {
  /// The first few of a list, and how many more there are.
  package func summarized(_ limit: Int = 3, separator: String = "; ") -> Message {
    map { "\($0)" as Message }.summarized(limit, separator: separator)
  }
}
