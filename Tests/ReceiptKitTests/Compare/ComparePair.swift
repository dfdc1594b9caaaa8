import Foundation
import ReceiptKit
import ReceiptMint
import Testing

@testable import ReceiptAnalysis
@testable import ReceiptReading

/// A receipt and an honest answer to it, to be changed by tests.
struct ComparePair {
  let decoded: DecodedInput
  var answer: JSONValue
  let decoder: InputDecoder

  /// The published pair: what Apple itself answered (FORMAT.md).
  static func published() throws -> ComparePair {
    let name = "sandbox-sha1-nine-purchases"
    let decoder = InputDecoder()
    return ComparePair(
      decoded: try decoder.decode(try RealReceipts.text(name)),
      answer: try JSONReader().read(try RealReceipts.file(name + ".verifyReceipt.json")),
      decoder: decoder)
  }

  /// A minted receipt under a trusted test root, and an answer that holds exactly what `decode` prints.
  static func minted(_ receipt: ReceiptDescription) throws -> ComparePair {
    let chain = try Mint.authority.chain()
    let decoder = try Mint.decoder(trusting: chain.root)
    let decoded = try decoder.decode(try EnvelopeMinter(chain).mint(receipt).bytes)
    let environment = decoded.environment == "Production" ? "Production" : "Sandbox"
    return ComparePair(
      decoded: decoded,
      answer: .object([
        .init("status", .number("0")), .init("environment", .string(environment)),
        .init("receipt", try JSONValue(receiptOf: decoded)),
      ]), decoder: decoder)
  }

  func compare() throws -> Comparison {
    try Comparison(decoded, with: try VerifyReceiptResponse(document: answer), decoder: decoder)
  }

  /// A comparison with an answer that was changed somewhere.
  func changed(_ change: (inout JSONValue) throws -> Void) throws -> Comparison {
    var pair = self
    try change(&pair.answer)
    #expect(!pair.answer.isIdentical(to: answer))
    return try pair.compare()
  }
}

extension JSONValue {
  /// Changes the value at a JSON pointer without escapes; `nil` takes it out.
  mutating func set(_ pointer: String, _ change: (JSONValue) -> JSONValue?) throws {
    let names = pointer.split(separator: "/").map(String.init)
    try set(names[...], change)
  }

  mutating func set(_ pointer: String, to value: JSONValue?) throws { try set(pointer) { _ in value } }

  private mutating func set(_ names: ArraySlice<String>, _ change: (JSONValue) -> JSONValue?) throws {
    let name = try #require(names.first)
    let rest = names.dropFirst()
    switch self {
    case .object(var members):
      let index = try #require(members.firstIndex { $0.name == name }, "\(name)")
      if !rest.isEmpty {
        try members[index].value.set(rest, change)
      } else if let value = change(members[index].value) {
        members[index].value = value
      } else {
        members.remove(at: index)
      }
      self = .object(members)
    case .array(var elements):
      let index = try #require(Int(name))
      try #require(elements.indices.contains(index))
      if !rest.isEmpty {
        try elements[index].set(rest, change)
      } else if let value = change(elements[index]) {
        elements[index] = value
      } else {
        elements.remove(at: index)
      }
      self = .array(elements)
    default: Issue.record("no members at \(name)")
    }
  }

  /// The same list in another order.
  func reordered(_ change: (inout [JSONValue]) -> Void) -> JSONValue {
    guard case .array(var elements) = self else { return self }
    change(&elements)
    return .array(elements)
  }

  func adding(_ name: String, _ value: JSONValue) -> JSONValue { .object(members + [.init(name, value)]) }

  func renaming(_ name: String, to other: String) -> JSONValue {
    .object(members.map { .init($0.name == name ? other : $0.name, $0.value) })
  }
}

extension Comparison {
  /// Everything that is neither equal nor expected.
  var unexpected: [ComparedField] { allFields.filter { !$0.isExpected } }

  var expected: [ComparedField] { allFields.filter { $0.isExpected && $0.kind != .equal } }

  func json(showsEqual: Bool = false) -> String {
    var writer = JSONWriter(layout: .compact)
    writeDocument(source: "a", responseSource: "b", showsEqual: showsEqual, to: &writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}
