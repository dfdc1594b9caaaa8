/// Reads the members of one of Apple's objects. A value of an unexpected shape is reported and treated as absent; it is
/// never fatal.
///
/// verifyReceipt writes numbers and booleans as strings, the App Store Server API as JSON's own types. Both are read
/// everywhere, because customers' programs convert between them before they save an answer.
struct FieldReader {
  private let object: [String: JSONValue]
  /// The purchase with the irregularities.
  var transactionID: String?
  private(set) var irregularities: [PurchaseIrregularity] = []

  /// Makes a reader of the members of one purchase or renewal. Anything but an object is reported.
  init(_ value: some JSONNode) {
    self.init(membersOf: value)
    if value.memberNodes == nil { report(.unreadableValue, "an element of a list of purchases is not a JSON object") }
  }

  /// Makes a reader of an object's own members; any other value has none. Members that are objects or arrays are read
  /// without their contents.
  init(membersOf value: (some JSONNode)?) {
    self.init(members: value?.memberNodes?.map { JSONValue.Member($0.name, $0.value.shallow) } ?? [])
  }

  /// Makes a reader of these members.
  init(members: [JSONValue.Member]) {
    object = members.valuesByName
    guard object.count < members.count else { return }
    report(.contradiction, "a name occurs twice in one object; the first is taken")
  }

  func has(_ name: String) -> Bool { object[name] != nil && object[name] != .null }

  subscript(name: String) -> JSONValue? { object[name] }

  /// A string that is not empty. A number is read as its digits, because identifiers are written in both forms.
  mutating func text(_ name: String) -> String? {
    switch object[name] {
    case nil, .null?: return nil
    case .string(let text)?: return text.isEmpty ? nil : text
    case .number(let digits)?: return digits
    default:
      reject(name)
      return nil
    }
  }

  mutating func integer(_ name: String) -> Int64? {
    guard let text = text(name) else { return nil }
    guard let number = Int64(text) else {
      reject(name)
      return nil
    }
    return number
  }

  /// `"true"`, `"1"`, `true` and `1` alike.
  mutating func flag(_ name: String) -> Bool? {
    if case .bool(let flag)? = object[name] { return flag }
    switch text(name) {
    case nil: return nil
    case "true"?, "1"?: return true
    case "false"?, "0"?: return false
    default:
      reject(name)
      return nil
    }
  }

  /// Milliseconds since 1970.
  mutating func milliseconds(_ name: String) -> Instant? {
    guard let text = text(name) else { return nil }
    // Xcode writes fractions of milliseconds, which are dropped.
    let whole = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let isPlain = whole.count < 2 || whole[1].utf8.allSatisfy(\.isASCIIDigit)
    guard isPlain, let number = whole.first.flatMap({ Int64($0) }),
      Instant.writable.contains(Instant(milliseconds: number))
    else {
      reject(name)
      return nil
    }
    return Instant(milliseconds: number)
  }

  /// A date that verifyReceipt writes as `X` and `X_ms`. The milliseconds are preferred; without them, the text is
  /// read.
  mutating func date(_ name: String) -> Instant? {
    let hasText = object[name]?.stringValue.map { !$0.isEmpty } ?? false
    let written = object[name]?.stringValue.flatMap(FieldReader.instant)
    guard has(name + "_ms"), object[name + "_ms"] != .string("") else {
      if let written { return written }
      // In answers about iOS 6 receipts, `expires_date` itself is in milliseconds (observed).
      return milliseconds(name)
    }
    guard let instant = milliseconds(name + "_ms") else { return written }
    if let written, written.milliseconds / 1_000 != instant.milliseconds / 1_000 {
      report(
        .contradiction,
        "`\(name)` and `\(name)_ms` are different moments; the milliseconds (\(instant.rfc3339)) are taken")
    } else if hasText, written == nil, object[name]?.stringValue.flatMap({ Int64($0) }) == nil {
      // The text is neither a date nor a number of milliseconds.
      reject(name)
    }
    return instant
  }

  /// `2020-07-22 17:39:08 Etc/GMT`, or RFC 3339.
  private static func instant(_ text: String) -> Instant? {
    ReceiptDate(text)?.instant ?? Instant(gmtText: text)
  }

  mutating func report(_ kind: PurchaseIrregularity.Kind, _ message: Message) {
    irregularities.append(PurchaseIrregularity(kind, transactionID, message))
  }

  private mutating func reject(_ name: String) {
    report(.unreadableValue, "`\(name)` has a value that cannot be read")
  }
}

extension [JSONValue.Member] {
  /// The values by their names; if a name occurs twice, its first value.
  var valuesByName: [String: JSONValue] {
    Dictionary(map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
  }
}
