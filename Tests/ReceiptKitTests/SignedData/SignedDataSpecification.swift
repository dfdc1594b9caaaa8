/// What SIGNED-DATA.md, sections 3 and 4, and FACTS-2026.md, section 1, say of signed data, copied by hand: the tables
/// of the library are compared with it. Members of bundles have the names of StoreKit's properties, written as members
/// are: their names were not seen.
///
/// Types of members are `ms`, `id`, `str`, `int`, `milli` (a price in thousandths), `share`, `bool`, `uuid`, `period`,
/// `enum`, `object` and `jws`; a list has `[]` behind it. Of notifications, `-` is no subtype.
enum SignedDataSpecification {
  private static let notifications = Result {
    try TableCase.read("signed-data", "notifications").flatMap { row in
      let words = row.text.split(separator: " ").map(String.init)
      return words.dropFirst().map { (type: words[0], subtype: $0 == "-" ? nil : $0, content: row.expected[0]) }
    }
  }

  /// Every type of a notification with each of its subtypes, and where what it is about stands.
  static var rows: [(type: String, subtype: String?, content: String)] { get throws { try notifications.get() } }

  static func section(_ name: String) throws -> [TableCase] { try TableCase.read("signed-data", name) }
}
