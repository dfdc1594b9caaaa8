import ReceiptKit

/// A place in a list of several pages: behind an entry with this key and identifier.
///
/// Its text has a check over the question, so that it continues the list for which it was given and no other; it is the
/// same after a restart.
struct Revision {
  let key: Int64
  let identifier: String

  init(_ key: Int64, _ identifier: String) { (self.key, self.identifier) = (key, identifier) }

  /// - Parameter question: who is asked what with which parameters.
  func text(_ question: String) -> String {
    hexadecimal(Array(body.utf8)) + hexadecimal(Self.check(body, question))
  }

  private var body: String { "\(key)_\(identifier)" }

  /// Reads a text; `nil` if it was not given as an answer to this question.
  init?(_ text: String, _ question: String) {
    guard text.utf8.count <= 256, let octets = octets(ofHexadecimal: text), octets.count > Self.checkSize,
      let body = String(validating: octets.dropLast(Self.checkSize), as: UTF8.self),
      Self.check(body, question) == Array(octets.suffix(Self.checkSize))
    else { return nil }
    let parts = body.split(separator: "_", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let key = Int64(parts[0]) else { return nil }
    self.init(key, String(parts[1]))
  }

  private static let checkSize = 8

  private static func check(_ body: String, _ question: String) -> [UInt8] {
    Array(DigestAlgorithm.sha256.digest(Array((body + "\n" + question).utf8)).prefix(checkSize))
  }
}

/// One page of a list.
struct Page<Element> {
  /// As many as Apple's pages have.
  static var size: Int { 20 }

  let elements: [Element]
  let hasMore: Bool
  /// Behind the last element; of an empty page where it was asked to begin.
  let end: Revision

  /// The page behind a place.
  ///
  /// - Parameters:
  ///   - all: in any order.
  ///   - isAscending: the order of the list.
  ///   - place: its key and identifier, which no other element has.
  init(_ all: [Element], isAscending: Bool, behind start: Revision?, place: (Element) -> Revision) {
    func precedes(_ one: Revision, _ other: Revision) -> Bool {
      one.key != other.key ? one.key < other.key : Identifiers.precedes(one.identifier, other.identifier)
    }
    var rest = all.map { (element: $0, place: place($0)) }
    if let start {
      rest = rest.filter { isAscending ? precedes(start, $0.place) : precedes($0.place, start) }
    }
    rest.sort { isAscending ? precedes($0.place, $1.place) : precedes($1.place, $0.place) }
    elements = rest.prefix(Self.size).map(\.element)
    hasMore = rest.count > Self.size
    end = rest.prefix(Self.size).last?.place ?? start ?? Revision(isAscending ? 0 : .max, "0")
  }
}
