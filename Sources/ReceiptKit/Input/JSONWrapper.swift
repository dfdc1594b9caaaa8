/// Finds the receipt in a JSON document that was read.
struct JSONWrapper {
  /// Of what use a string is; the lowest wins.
  private enum Grade: Int {
    /// The name and the text both say so.
    case nameAndText
    /// Only the text looks like a receipt.
    case text
    /// Only the name says so: cut, damaged or empty, which the next layer will say.
    case name
    /// A string that is itself JSON and speaks of receipts.
    case nested
  }

  private struct Candidate {
    let order: Int
    let layer: InputLayer
    let bytes: [UInt8]
    /// Whether leaving it out has to be said.
    let isReceipt: Bool
    /// The member's name, if it is one that receipts have.
    let name: String?
  }

  /// Deeper and longer than any wrapper; a document beyond this is searched in part.
  private static let maximumDepth = 16

  private let document: JSONValue
  private var candidates: [Candidate] = []
  private var bundleIdentifiers: [String] = []

  init(_ document: JSONValue) {
    self.document = document
    search(document, layer: .json, depth: 0)
  }

  func unwrap() throws(ReceiptError) -> InputFinding {
    if let bytes = JSONByteArray.bytes(document) { return .inner(bytes, .json) }
    // A stable minimum: of equals the one that stands first in the document.
    guard let best = candidates.min(by: { $0.order < $1.order }) else { throw MissingReceipt.error(document) }
    if best.layer == .verifyReceiptResponse, best.bytes.count < 64 { throw MissingReceipt.cut(best.bytes.count) }
    if let name = best.name, InputText(best.bytes).core.isEmpty { throw MissingReceipt.empty(name) }
    let others = Set(candidates.lazy.filter { $0.isReceipt && $0.bytes != best.bytes }.map(\.bytes)).count
    let repairs = others == 0 ? [] : [InputRepair("further receipts in the JSON not read", count: others)]
    var finding = InputFinding.inner(best.bytes, best.layer, repairs: repairs)
    finding.bundleIdentifiers = bundleIdentifiers
    return finding
  }

  private mutating func search(_ value: JSONValue, layer: InputLayer, depth: Int) {
    guard depth < JSONWrapper.maximumDepth else { return }
    switch value {
    case .object(let members):
      let layer = JSONWrapper.kind(value) ?? layer
      for member in members { visit(member.value, name: member.name, layer: layer, depth: depth) }
    case .array(let elements):
      for element in elements { visit(element, name: nil, layer: layer, depth: depth) }
    default: break
    }
  }

  private mutating func visit(_ value: JSONValue, name: String?, layer: InputLayer, depth: Int) {
    switch value {
    case .string(let text):
      if let name, ReceiptMember.namesBundle(name.utf8) { note(bundleIdentifier: text) }
      consider(text, name: name, layer: layer)
    case .array(let elements):
      // `"signedTransactions": ["eyJ...", "eyJ..."]`: the name holds for each of them.
      guard depth < JSONWrapper.maximumDepth else { return }
      for element in elements { visit(element, name: name, layer: layer, depth: depth + 1) }
    case .object: search(value, layer: layer, depth: depth + 1)
    default: break
    }
  }

  private mutating func consider(_ text: String, name: String?, layer: InputLayer) {
    let rank = name.flatMap { ReceiptMember.rank(of: $0.utf8) }
    let looksRight = ReceiptMember.looksLikeReceipt(text.utf8)
    let grade: Grade
    if rank != nil {
      grade = looksRight ? .nameAndText : .name
    } else if looksRight {
      grade = .text
    } else if text.utf8.count > 64, JSONWrapper.looksNested(text) {
      grade = .nested
    } else {
      return
    }
    var named = InputLayer.json
    if let name, let rank { named = ReceiptMember.layer(of: name.utf8, rank: rank) }
    let order = grade.rawValue * 1000 + (rank ?? 999)
    candidates.append(
      Candidate(
        order: order, layer: layer == .json ? named : layer, bytes: Array(text.utf8),
        isReceipt: looksRight && (rank != nil || ReceiptMember.isReceipt(text.utf8)), name: rank == nil ? nil : name))
  }

  /// Longer than any identifier, and more of them than any document about one receipt has, is not worth keeping.
  private mutating func note(bundleIdentifier text: String) {
    guard (1...255).contains(text.utf8.count), bundleIdentifiers.count < 8, !bundleIdentifiers.contains(text) else {
      return
    }
    bundleIdentifiers.append(text)
  }

  private static func looksNested(_ text: String) -> Bool {
    guard let first = text.utf8.first(where: { !$0.isASCIISpace }) else { return false }
    return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
  }

  /// What an object is as a whole, by members that only one kind has; `nil` when its receipt's name decides.
  private static func kind(_ object: JSONValue) -> InputLayer? {
    if object["notification_type"] != nil || object["unified_receipt"] != nil || object["notificationType"] != nil {
      return .notification
    }
    if object["Payload"] != nil, object["Store"] != nil { return .unity }
    return nil
  }
}
