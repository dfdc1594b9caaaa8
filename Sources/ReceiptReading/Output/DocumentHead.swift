/// The members after `schema` at the start of a document: the source of the input, and members that a stream adds.
///
/// The head is cached as bytes, because it hardly changes between the lines of a stream.
public struct DocumentHead: Sendable {
  /// A path as it was given, or `-`; `nil` for several inputs.
  let source: String?
  /// `"source":"-","line":12`, compact.
  private(set) var members = OutputBuffer()
  /// The number of octets of the member `source`.
  private var sourceEnd = 0

  /// Makes a head that names the source: a path as it was given, or `-`; `nil` for a document about several inputs.
  public init(source: String?) {
    self.source = source
    replaceMembers { $0.member("source", source) }
    sourceEnd = members.count
  }

  /// Replaces the members after `source`.
  ///
  /// - Parameter write: writes names and values, as inside an object.
  package mutating func replaceMembers(_ write: (inout JSONWriter) -> Void) {
    members.truncate(to: sourceEnd)
    var writer = JSONWriter(appendingCompactMembersTo: &members)
    write(&writer)
    writer.returnBuffer(to: &members)
  }
}

extension JSONWriter {
  /// Writes the members of a head. Members that a stream adds exist only in the compact layout, the layout of its
  /// lines.
  package mutating func members(_ head: DocumentHead) {
    guard layout == .compact else { return member("source", head.source) }
    members(head.members)
  }
}
