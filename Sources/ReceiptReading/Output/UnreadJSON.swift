extension JSONWriter {
  package mutating func unread(_ parts: [UnreadPart]) {
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
