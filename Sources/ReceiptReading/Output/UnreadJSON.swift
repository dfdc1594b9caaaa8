extension JSONWriter {
  /// Writes what was not read, as an array.
  mutating func unread(_ parts: [UnreadPart]) {
    array { writer in
      for part in parts {
        writer.object { writer in
          writer.member("path", part.pointer)
          writer.member("what", part.kind.rawValue)
          writer.member("count", part.count)
        }
      }
    }
  }
}
