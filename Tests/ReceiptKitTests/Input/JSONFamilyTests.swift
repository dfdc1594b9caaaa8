import ReceiptKit
import TestSupport
import Testing

private typealias S = InputSamples

/// Documents with receipts at random places: the generator keeps account of what it planted and where, and that is what
/// is expected.
@Suite("Input: receipts anywhere in JSON")
struct JSONFamilyTests {
  @Test("one is read wherever it is, copies are counted, two that differ are refused with two of their places")
  func family() throws {
    for seed in 0..<600 as Range<UInt64> {
      var plan = JSONPlan(seed: seed)
      let text = plan.document()
      let kinds = Set(plan.planted.map(\.sample))
      do throws(ReceiptError) {
        let found = try InputRecognizer().recognize(text)
        #expect(kinds.count == 1, "seed \(seed): accepted with \(plan.planted)")
        #expect(found.content == .signedData(JSONPlan.samples[plan.planted[0].sample]), "seed \(seed)")
        #expect(found.copies?.count ?? 0 == plan.planted.count - 1, "seed \(seed): \(plan.planted)")
        #expect(plan.planted.contains { found.pointer.hasPrefix($0.pointer) }, "seed \(seed): \(found.pointer)")
        #expect(found.unread.isEmpty && !found.repairs.contains { $0.what.hasPrefix("further") }, "seed \(seed)")
      } catch {
        #expect(kinds.count != 1, "seed \(seed): \(error.message); \(plan.planted)")
        guard kinds.count > 1 else { continue }
        #expect(error.code == .invalidEncoding && error.cause == .severalReceipts, "seed \(seed): \(error.message)")
        let said = error.message.description
        let named = plan.planted.filter {
          said.contains("at \($0.pointer),") || said.hasSuffix("at \($0.pointer)")
        }
        #expect(Set(named.map(\.sample)).count == 2, "seed \(seed): \(error.message); \(plan.planted)")
      }
    }
  }

  @Test("a second member of any name on the way to the receipt is refused, and one beside the way is not")
  func repeatedNames() throws {
    let receipt = "\"" + S.base64(S.der) + "\""
    var random = SplitMix(seed: 13)
    for round in 0..<300 {
      let depth = Int.random(in: 1...5, using: &random)
      let doubled = Int.random(in: 0..<depth, using: &random)
      let isOnTheWay = Bool.random(using: &random)
      var text = receipt
      for level in (0..<depth).reversed() {
        // Names differ from level to level, and the innermost is one of receipts'.
        let name = level == depth - 1 ? "receipt-data" : "level\(level)"
        var members = ["\"\(name)\":\(text)"]
        if level == doubled {
          members += isOnTheWay ? ["\"\(name)\":null"] : ["\"other\":[1]", "\"other\":{}"]
          members.shuffle(using: &random)
        }
        text = "{" + members.joined(separator: ",") + "}"
        if Bool.random(using: &random) { text = "[\(text)]" }
      }
      var message = "accepted"
      do throws(ReceiptError) { _ = try InputRecognizer().recognize(text) } catch {
        message = error.message.description
      }
      #expect(message.contains("twice") == isOnTheWay, "round \(round): \(message) \(text.prefix(100))")
      #expect(isOnTheWay || message == "accepted")
    }
  }
}

/// One random document.
private struct JSONPlan {
  static let samples = [S.der, S.unpaddedDER, S.oncePaddedDER]
  private static let names = [
    "receipt-data", "receiptData", "receipt", "latest_receipt", "payload", "transactionReceipt", "app_receipt",
    "localVerificationData", "fetch_token",
  ]

  private(set) var planted: [(sample: Int, pointer: String)] = []
  private var random: SplitMix
  private var left: Int
  /// How many different ones may come.
  private let variety: Int

  init(seed: UInt64) {
    random = SplitMix(seed: seed)
    left = Int.random(in: 1...4, using: &random)
    variety = Int.random(in: 1...3, using: &random)
  }

  mutating func document() -> String {
    let text = container("", isNamed: false, depth: 0)
    guard planted.isEmpty else { return text }
    return "{\"receipt\":\(receipt("/receipt", isNamed: true)),\"more\":\(text)}"
  }

  private mutating func container(_ pointer: String, isNamed: Bool, depth: Int) -> String {
    let count = Int.random(in: 1...4, using: &random)
    if Int.random(in: 0..<3, using: &random) == 0 {
      // The name of a list is that of its elements.
      let elements = (0..<count).map { value("\(pointer)/\($0)", isNamed: isNamed, depth: depth) }
      return "[" + elements.joined(separator: ",") + "]"
    }
    var names = Self.names.shuffled(using: &random)
    var members: [String] = []
    for index in 0..<count {
      let isNamed = Bool.random(using: &random)
      let name = isNamed ? names.removeLast() : ["k", "blob~/", "données", "x y"][index] + "\(index)"
      let escaped = S.replacing(S.replacing(name, "~", with: "~0"), "/", with: "~1")
      members.append("\"\(name)\":\(value("\(pointer)/\(escaped)", isNamed: isNamed, depth: depth))")
    }
    return "{" + members.joined(separator: Bool.random(using: &random) ? "," : " ,\n ") + "}"
  }

  private mutating func value(_ pointer: String, isNamed: Bool, depth: Int) -> String {
    switch Int.random(in: 0..<10, using: &random) {
    case 0...3 where left > 0: return receipt(pointer, isNamed: isNamed)
    case 4...6 where depth < 5: return container(pointer, isNamed: isNamed, depth: depth + 1)
    // Under a name that receipts have, a text that is none is an error of its own.
    case 7 where !isNamed: return "\"\(String(repeating: "word ", count: Int.random(in: 0...30, using: &random)))\""
    case 8 where !isNamed: return "\"\(S.base64(S.noise(300)))\""
    case 9: return ["null", "true", "12.5e3", "{}", "[]"].randomElement(using: &random) ?? "null"
    default: return isNamed ? "null" : "\"\""
    }
  }

  private mutating func receipt(_ pointer: String, isNamed: Bool) -> String {
    left -= 1
    let sample = Int.random(in: 0..<variety, using: &random)
    planted.append((sample, pointer))
    let bytes = Self.samples[sample]
    let text = S.base64(bytes)
    switch Int.random(in: 0..<6, using: &random) {
    case 0: return "\"\(S.wrapped(text, at: 76, with: "\\r\\n"))\""
    case 1: return "\"\(S.replacing(text, "/", with: "\\/"))\""
    case 2: return "\"\(S.replacing(S.replacing(text, "/", with: "_"), "+", with: "-"))\""
    case 3 where isNamed: return "\"\(S.hex(bytes).joined())\""
    case 4: return "\"{\\\"receipt\\\" : \\\"\(text)\\\"}\""
    default: return "\"\(text)\""
    }
  }
}
