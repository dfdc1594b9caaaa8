import ReceiptKit
import ReceiptMint
import TestSupport
import Testing

@testable import ReceiptAnalysis
@testable import ReceiptReading

@Suite("Comparison with anything")
struct CompareRobustnessTests {
  private static let pieces: [JSONValue] = [
    .null, .bool(true), .number("0"), .number("1e999"), .number("-0.0"), .string(""), .string("\u{1B}[31m"),
    .string(String(repeating: "9", count: 5_000)), .array([]), .object([]), .array([.array([]), .null, .number("7")]),
    .object([.init("", .null), .init("", .null)]), .object([.init("transaction_id", .number("1"))]),
  ]

  /// One random change somewhere in the document.
  private func mutated(_ value: JSONValue, _ generator: inout SplitMix) -> JSONValue {
    let stops = Int.random(in: 0..<5, using: &generator) == 0
    switch value {
    case .object(var members) where !members.isEmpty && !stops:
      let index = Int.random(in: members.indices, using: &generator)
      switch Int.random(in: 0..<9, using: &generator) {
      case 0: members.remove(at: index)
      case 1: members.append(members[index])
      case 2: members.shuffle(using: &generator)
      case 3: members[index].name = members.randomElement(using: &generator)?.name ?? ""
      default: members[index].value = mutated(members[index].value, &generator)
      }
      return .object(members)
    case .array(var elements) where !elements.isEmpty && !stops:
      let index = Int.random(in: elements.indices, using: &generator)
      switch Int.random(in: 0..<8, using: &generator) {
      case 0: elements.remove(at: index)
      case 1: elements.append(elements[index])
      case 2: elements.shuffle(using: &generator)
      default: elements[index] = mutated(elements[index], &generator)
      }
      return .array(elements)
    case .string(let text) where !stops && Bool.random(using: &generator):
      var bytes = Array(text.utf8)
      if !bytes.isEmpty {
        bytes[Int.random(in: bytes.indices, using: &generator)] = UInt8.random(in: 32..<127, using: &generator)
      }
      return .string(String(decoding: bytes, as: UTF8.self))
    default: return Self.pieces.randomElement(using: &generator) ?? .null
    }
  }

  @Test("ends with a report whatever the answer holds", arguments: [1, 2] as [UInt64])
  func mutations(_ seed: UInt64) throws {
    var receipt = ReceiptDescription.sandboxSample()
    receipt.inApp = (1...4).map { .subscriptionSample(transactionID: "200000000000000\($0)") }
    var pair = try ComparePair.minted(receipt)
    let told = try #require(pair.answer["receipt"]?["in_app"])
    pair.answer = pair.answer.adding("latest_receipt_info", told).adding("latest_receipt", .string("..."))
      .adding("pending_renewal_info", .array([]))
    let original = pair.answer
    var generator = SplitMix(seed: seed)
    let layout = TextLayout(width: 80, usesColor: false, now: Instant(milliseconds: 0))
    var agreeing = 0
    for round in 0..<200 {
      var answer = original
      for _ in 0..<Int.random(in: 1...3, using: &generator) { answer = mutated(answer, &generator) }
      guard let response = try? VerifyReceiptResponse(document: answer) else { continue }
      let comparison = try Comparison(pair.decoded, with: response, decoder: pair.decoder)
      if comparison.verdict == .agrees { agreeing += 1 }
      // Whatever differs is accounted for, and what is printed is safe.
      let isSame = answer.isIdentical(to: original)
      #expect(!isSame || comparison.verdict == .agrees)
      let text = comparison.report(layout, showsAll: round % 10 == 0)
      #expect(text.split(separator: "\n").allSatisfy { displayWidth(of: String($0)) <= 80 })
      #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || !$0.actsOnTerminals })
      #expect(try JSONReader().read(Array(comparison.json(showsEqual: true).utf8))["verdict"] != nil)
    }
    #expect((1..<190).contains(agreeing))
  }

  @Test("an object with 50,000 members that nobody knows, and as many of one name")
  func wide() throws {
    var receipt = ReceiptDescription.sandboxSample()
    receipt.inApp = [.subscriptionSample()]
    let pair = try ComparePair.minted(receipt)
    let count = 50_000
    for place in ["/receipt", "/receipt/in_app/0"] {
      let unknown = try pair.changed { answer in
        try answer.set(place) { object in
          .object(object.members + (0..<count).map { .init("cancellation_\($0)", .string("\($0)")) })
        }
      }
      #expect(unknown.count(.onlyApple, expected: false) == count)
      let repeated = try pair.changed { answer in
        try answer.set(place) {
          .object($0.members + Array(repeating: .init("cancellation_date", .null), count: count))
        }
      }
      #expect(repeated.count(.onlyApple, expected: false) == count)
    }
  }

  @Test("2,000 purchases: as they are, and reversed with one identifier for all of them")
  func many() throws {
    var receipt = ReceiptDescription.sandboxSample()
    receipt.inApp = (0..<2_000).map { index in
      var purchase = InAppDescription.subscriptionSample(transactionID: String(2_000_000_000_000_000 + index))
      purchase.webOrderLineItemID = Int64(3_000_000_000_000_000 + index)
      return purchase
    }
    let pair = try ComparePair.minted(receipt)
    let clock = ContinuousClock()
    let time = try clock.measure {
      let equal = try pair.compare()
      #expect(equal.verdict == .agrees && equal.count(.equal, expected: true) > 2_000 * 16)
      let same = try pair.changed { answer in
        try answer.set("/receipt/in_app") { list in
          let renamed = list.purchaseList?.map {
            JSONValue.object([.init("transaction_id", .string("1"))] + $0.members)
          }
          return .array((renamed ?? []).reversed())
        }
      }
      #expect(same.verdict == .differs && same.unexpected.count { $0.cause == .duplicateName } == 2_000)
    }
    // This takes seconds even where tests run slowly; Benchmarks/growth shows that the work is not quadratic.
    #expect(time < .seconds(120))
  }
}

@Suite("Order and numbers of comparisons")
struct ComparePartsTests {
  /// Against a search through all subsequences.
  @Test("the longest rise is one, and none is longer")
  func rise() {
    var generator = SplitMix(seed: 5)
    for _ in 0..<200 {
      let numbers = (0..<Int.random(in: 0...9, using: &generator)).map { _ in Int.random(in: 0...9, using: &generator) }
      let found = numbers.longestRise
      #expect(zip(found, found.dropFirst()).allSatisfy { $0 < $1 && numbers[$0] < numbers[$1] })
      let best = (0..<(1 << numbers.count)).reduce(0) { best, mask in
        let chosen = numbers.indices.filter { mask >> $0 & 1 == 1 }.map { numbers[$0] }
        return zip(chosen, chosen.dropFirst()).allSatisfy { $0 < $1 } ? max(best, chosen.count) : best
      }
      #expect(found.count == best, "\(numbers)")
    }
  }

  @Test("decimal numbers keep every digit")
  func decimals() {
    let equal = [("1", "1.0"), ("100", "1e2"), ("-5e-1", "-0.5"), ("0", "0e7"), ("0", "0.000"), ("12e1", "120")]
    for (left, right) in equal { #expect(DecimalNumber(left) == DecimalNumber(right) && DecimalNumber(left) != nil) }
    #expect(DecimalNumber("9007199254740993") != DecimalNumber("9007199254740992"))
    for text in [
      "", "-", "1.", ".5", "1e", "0x1", "1 ", " 1", "１", "1e9999", "null", String(repeating: "1", count: 65),
    ] {
      #expect(DecimalNumber(text) == nil, "\(text)")
    }
  }

  /// What Python says: json.loads as float, and str() of it; a spreadsheet's 15 digits.
  @Test(
    "what lost digits is told from what is another number",
    arguments: try TableCase.read("values", "numbers, and what became of them"))
  func rounding(_ row: TableCase) throws {
    let whole = try #require(DecimalNumber(row.text))
    let rounded = try #require(DecimalNumber(row.expected[0]))
    #expect(rounded.rounding(of: whole) != nil ? row.expected[1] == "rounded" : row.expected[1] == "another")
  }
}
