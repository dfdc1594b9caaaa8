import ReceiptKit

/// A place in a list of several pages: after the entry with this key and identifier.
///
/// The text of a revision contains a checksum of the request, so that it continues only the list for which it was
/// given. The text stays the same after a restart.
struct Revision {
  let key: Int64
  let identifier: String

  init(_ key: Int64, _ identifier: String) {
    self.key = key
    self.identifier = identifier
  }

  /// - Parameter subject: a text that identifies the customer, the call and its parameters.
  func text(_ subject: String) -> String {
    hexadecimal(Array(body.utf8)) + hexadecimal(Self.checksum(body, subject))
  }

  private var body: String { "\(key)_\(identifier)" }

  /// Reads a text; `nil` if it was not given in an answer to this request.
  init?(_ text: String, _ subject: String) {
    guard text.utf8.count <= 256, let octets = octets(ofHexadecimal: text), octets.count > Self.checksumSize,
      let body = String(validating: octets.dropLast(Self.checksumSize), as: UTF8.self),
      Self.checksum(body, subject) == Array(octets.suffix(Self.checksumSize))
    else { return nil }
    let parts = body.split(separator: "_", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let key = Int64(parts[0]) else { return nil }
    self.init(key, String(parts[1]))
  }

  private static let checksumSize = 8

  private static func checksum(_ body: String, _ subject: String) -> [UInt8] {
    Array(DigestAlgorithm.sha256.digest(Array((body + "\n" + subject).utf8)).prefix(checksumSize))
  }
}

/// One page of a list.
struct Page<Element> {
  /// The maximum number of elements on a page, which is the same as Apple's.
  static var size: Int { 20 }

  let elements: [Element]
  let hasMore: Bool
  /// The place after the last element. For an empty page, it is the place where the page was to begin.
  let end: Revision

  /// The page after a place.
  ///
  /// - Parameters:
  ///   - all: the elements, in any order.
  ///   - isAscending: the order of the list.
  ///   - place: the key and identifier of an element, which no other element has.
  init(_ all: [Element], isAscending: Bool, behind start: Revision?, place: (Element) -> Revision) {
    func precedes(_ one: Revision, _ other: Revision) -> Bool {
      one.key != other.key ? one.key < other.key : one.identifier.precedes(identifier: other.identifier)
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
