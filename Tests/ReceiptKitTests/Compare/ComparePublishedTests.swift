import ReceiptKit
import Testing

@testable import ReceiptAnalysis
@testable import ReceiptReading

/// Everything that can happen to the one answer of Apple's that was published with its receipt.
@Suite("Comparison with Apple's own answer", .enabled(if: RealReceipts.areHere, RealReceipts.missing))
struct ComparePublishedTests {
  private static let pair = Result { try ComparePair.published() }
  private var pair: ComparePair { get throws { try Self.pair.get() } }

  /// What is expected of every answer with subscriptions.
  private static let server = [
    "/receipt/request_date", "/receipt/request_date_ms", "/receipt/request_date_pst", "/latest_receipt_info",
    "/latest_receipt", "/pending_renewal_info",
  ]

  private func expectOnly(
    _ comparison: Comparison, _ kind: ComparedField.Kind, _ cause: DifferenceCause, _ pointer: String,
    _ location: SourceLocation = #_sourceLocation
  ) {
    #expect(comparison.verdict == .differs, sourceLocation: location)
    #expect(comparison.unexpected.map(\.pointer) == [pointer], sourceLocation: location)
    #expect(comparison.unexpected.map(\.cause) == [cause], sourceLocation: location)
    #expect(comparison.unexpected.map(\.kind) == [kind], sourceLocation: location)
    #expect(comparison.expected.map(\.pointer) == Self.server, sourceLocation: location)
    #expect(comparison.findings.first?.cause == cause, sourceLocation: location)
  }

  @Test("agrees: equal but for what only the server knows")
  func equal() throws {
    let comparison = try pair.compare()
    #expect(comparison.verdict == .agrees && comparison.anotherReceipt == nil)
    #expect(comparison.status.outcome == .agrees)
    #expect(comparison.unexpected.isEmpty)
    #expect(comparison.expected.map(\.pointer) == Self.server)
    #expect(comparison.expected.allSatisfy { $0.cause == .serverState && $0.kind == .onlyApple })
    // environment, 14 of receipt and 16 of each of the nine purchases.
    #expect(comparison.count(.equal, expected: true) == 1 + 14 + 9 * 16)
    let latest = try #require(comparison.latestReceipt)
    #expect(latest.decoded == nil && latest.error?.message.description.contains("3 characters") ?? false)
  }

  @Test("one digit of one transaction id")
  func digit() throws {
    let comparison = try pair.changed {
      try $0.set("/receipt/in_app/3/transaction_id", to: .string("1000000692902991"))
    }
    expectOnly(comparison, .different, .edited, "/receipt/in_app/3/transaction_id")
    let field = try #require(comparison.unexpected.first)
    #expect(field.local == .string("1000000692902990") && field.apple == .string("1000000692902991"))
    #expect(field.localPointer == "/receipt/in_app/3/transaction_id" && field.transactionID == "1000000692902990")
    #expect(field.note.contains("was changed"))
  }

  /// A row has a pointer and a value in JSON, `-` for none; kind and cause, and words of the note.
  @Test("one change", arguments: try TableCase.read("published-comparisons", "one change"))
  func change(_ row: TableCase) throws {
    let (pointer, value) = try Self.change(row)
    let comparison = try pair.changed { try $0.set(pointer, to: value) }
    let words = row.words()
    expectOnly(
      comparison, try #require(ComparedField.Kind(rawValue: words[0])),
      try #require(DifferenceCause(rawValue: words[1])),
      pointer)
    for words in row.expected.dropFirst() { #expect(comparison.unexpected[0].note.contains(words)) }
  }

  private static func change(_ row: TableCase) throws -> (pointer: String, value: JSONValue?) {
    let parts = row.text.split(separator: " ", maxSplits: 1).map(String.init)
    return (parts[0], parts[1] == "-" ? nil : try JSONReader().read(Array(parts[1].utf8)))
  }

  @Test("every field of the receipt, edited one by one, is named and nothing else is")
  func everyField() throws {
    let pair = try pair
    var count = 0
    for field in try pair.compare().fields where field.kind == .equal {
      let comparison = try pair.changed { answer in
        try answer.set(field.pointer) { value in
          if case .number(let digits) = value { return .number(digits + "7") }
          return .string((value.stringValue ?? "") + "7")
        }
      }
      expectOnly(comparison, .different, .edited, field.pointer)
      count += 1
    }
    #expect(count == 159)
  }

  @Test("every field, taken out one by one")
  func everyFieldMissing() throws {
    let pair = try pair
    for field in try pair.compare().fields where field.kind == .equal {
      let comparison = try pair.changed { try $0.set(field.pointer, to: nil) }
      expectOnly(comparison, .onlyLocal, .missing, field.pointer)
    }
  }

  @Test("a key that was renamed, by its spelling or by its value", arguments: ["productId", "sku", "PRODUCT-ID"])
  func renamed(_ name: String) throws {
    let comparison = try pair.changed { try $0.set("/receipt/in_app/0") { $0.renaming("product_id", to: name) } }
    expectOnly(comparison, .different, .renamed, "/receipt/in_app/0/\(name)")
    #expect(comparison.unexpected[0].localPointer == "/receipt/in_app/0/product_id")
  }

  @Test("the identifier or the whole list renamed")
  func renamedList() throws {
    let id = try pair.changed { try $0.set("/receipt/in_app/0") { $0.renaming("transaction_id", to: "transactionId") } }
    expectOnly(id, .different, .renamed, "/receipt/in_app/0/transactionId")
    for name in ["purchases", "inApp"] {
      let list = try pair.changed { try $0.set("/receipt") { $0.renaming("in_app", to: name) } }
      expectOnly(list, .different, .renamed, "/receipt/\(name)")
    }
  }

  @Test("all keys in another style")
  func camelCase() throws {
    func camel(_ value: JSONValue) -> JSONValue {
      .object(
        value.members.map { member in
          let parts = member.name.split(separator: "_")
          return .init(String(parts[0]) + parts.dropFirst().map(\.capitalized).joined(), member.value)
        })
    }
    let comparison = try pair.changed { answer in
      for index in 0..<9 { try answer.set("/receipt/in_app/\(index)", camel) }
    }
    // `quantity` is one word.
    #expect(comparison.unexpected.count == 9 * 15)
    #expect(comparison.unexpected.allSatisfy { $0.cause == .renamed })
    #expect(comparison.findings.first?.count == 9 * 15)
  }

  @Test("a purchase that moved: only that one is named")
  func moved() throws {
    let comparison = try pair.changed {
      try $0.set("/receipt/in_app") { $0.reordered { $0.insert($0.remove(at: 3), at: 0) } }
    }
    expectOnly(comparison, .moved, .reordered, "/receipt/in_app/0")
    #expect(comparison.unexpected[0].note.description == "moved from index 3 to 0")
    #expect(comparison.unexpected[0].localPointer == "/receipt/in_app/3")
    #expect(comparison.unexpected[0].transactionID == "1000000692902990")
    let reversed = try pair.changed { try $0.set("/receipt/in_app") { $0.reordered { $0.reverse() } } }
    #expect(reversed.unexpected.count == 8 && reversed.unexpected.allSatisfy { $0.kind == .moved })
  }

  @Test("keys in another order are told, and are no failure")
  func keys() throws {
    let comparison = try pair.changed { try $0.set("/receipt/in_app/2") { .object($0.members.reversed()) } }
    #expect(comparison.verdict == .agrees)
    #expect(comparison.expected.last?.cause == .keysReordered)
    #expect(comparison.expected.last?.pointer == "/receipt/in_app/2")
    #expect(comparison.expected.count == Self.server.count + 1)
  }

  @Test("in_app emptied")
  func emptied() throws {
    let comparison = try pair.changed { try $0.set("/receipt/in_app", to: .array([])) }
    #expect(comparison.verdict == .differs && comparison.anotherReceipt == nil)
    #expect(comparison.unexpected.map(\.pointer) == (0..<9).map { "/receipt/in_app/\($0)" })
    #expect(comparison.unexpected.allSatisfy { $0.kind == .onlyLocal && $0.cause == .emptied })
    #expect(comparison.findings.first?.cause == .emptied && comparison.findings.first?.count == 9)
  }

  @Test("a purchase added, one twice")
  func purchases() throws {
    let old = try pair.changed { answer in
      try answer.set("/receipt/in_app") { list in
        list.reordered { $0.append($0[0]) }
      }
      try answer.set("/receipt/in_app/9/transaction_id", to: .string("1000000000000001"))
      try answer.set("/receipt/in_app/9/purchase_date_ms", to: .string("1590000000000"))
      try answer.set("/receipt/in_app/9/purchase_date", to: .string("2020-05-20 18:40:00 Etc/GMT"))
    }
    expectOnly(old, .onlyApple, .added, "/receipt/in_app/9")
    let twice = try pair.changed { try $0.set("/receipt/in_app") { $0.reordered { $0.insert($0[4], at: 5) } } }
    expectOnly(twice, .onlyApple, .added, "/receipt/in_app/5")
  }

  /// Both lists, as an answer to a newer receipt and as an answer to this one have it.
  @Test("renewed since", arguments: ["/receipt/in_app", "/latest_receipt_info"])
  func renewed(_ list: String) throws {
    let comparison = try pair.changed { answer in
      try answer.set(list) { list in list.reordered { $0.insert($0[0], at: 0) } }
      for (name, value) in [
        ("transaction_id", "1000000700000000"), ("web_order_line_item_id", "1000000054050000"),
        ("purchase_date", "2020-07-23 17:39:08 Etc/GMT"), ("purchase_date_ms", "1595525948000"),
        ("purchase_date_pst", "2020-07-23 10:39:08 America/Los_Angeles"),
      ] {
        try answer.set("\(list)/0/\(name)", to: .string(value))
      }
    }
    #expect(comparison.verdict == .agrees, "\(comparison.unexpected)")
    let found = comparison.expected.filter { $0.cause != .serverState }
    #expect(found.map(\.pointer) == [list + "/0"] && found[0].cause == .renewedSince)
    #expect(found[0].note.hasSuffix("after this receipt was signed") && found[0].transactionID == "1000000700000000")
  }

  @Test("refunded since", arguments: ["/receipt/in_app", "/latest_receipt_info"])
  func refunded(_ list: String) throws {
    func change(_ answer: inout JSONValue, _ milliseconds: String) throws {
      try answer.set("\(list)/2") {
        $0.adding("cancellation_date_ms", .string(milliseconds)).adding("cancellation_reason", .string("1"))
      }
    }
    // Between the making of the receipt and the answer, at 17:54:46.
    let since = try pair.changed { try change(&$0, "1595439900000") }
    #expect(since.verdict == .agrees)
    let found = since.expected.filter { $0.cause != .serverState }
    #expect(found.map(\.pointer) == ["cancellation_date_ms", "cancellation_reason"].map { "\(list)/2/\($0)" })
    #expect(found.allSatisfy { $0.cause == .refundedSince })
    // Before the receipt was made it would have been signed.
    let before = try pair.changed { try change(&$0, "1594763000000") }
    #expect(before.verdict == .differs && before.unexpected.map(\.cause) == [.added, .added])
    let after = try pair.changed { try change(&$0, "1595440487000") }
    #expect(after.verdict == .differs && after.unexpected.map(\.cause) == [.impossible, .impossible])
  }

  @Test("what the servers alone say of a period: upgraded, extended")
  func serverState() throws {
    let upgraded = try pair.changed {
      try $0.set("/latest_receipt_info/2") { $0.adding("is_upgraded", .string("true")) }
    }
    #expect(upgraded.verdict == .agrees && upgraded.expected.contains { $0.cause == .upgradedSince })
    let extended = try pair.changed {
      try $0.set("/latest_receipt_info/2/expires_date_ms", to: .string("1595525948000"))
      try $0.set("/latest_receipt_info/2/expires_date", to: .string("2020-07-23 17:39:08 Etc/GMT"))
    }
    #expect(extended.verdict == .agrees && extended.expected.count { $0.cause == .extendedSince } == 2)
    let shortened = try pair.changed {
      try $0.set("/latest_receipt_info/2/expires_date_ms", to: .string("1500000000000"))
    }
    #expect(shortened.unexpected.map(\.cause) == [.edited])
  }

  @Test("what nobody knows is unexpected, wherever it stands")
  func unknown() throws {
    for pointer in ["", "/receipt", "/receipt/in_app/4"] {
      let comparison = try pair.changed { answer in
        if pointer.isEmpty {
          answer = answer.adding("a/b~c", .number("1"))
        } else {
          try answer.set(pointer) { $0.adding("a/b~c", .number("1")) }
        }
      }
      expectOnly(comparison, .onlyApple, .added, pointer + "/a~1b~0c")
    }
  }

  @Test("one name twice in one object")
  func duplicates() throws {
    for (pointer, name) in [("", "status"), ("/receipt", "bundle_id"), ("/receipt/in_app/4", "product_id")] {
      let comparison = try pair.changed { answer in
        if pointer.isEmpty {
          answer = answer.adding(name, .number("1"))
        } else {
          try answer.set(pointer) { $0.adding(name, .string("x")) }
        }
      }
      expectOnly(comparison, .onlyApple, .duplicateName, "\(pointer)/\(name)")
    }
  }

  /// A purchase that is later than the receipt, with these members laid over it.
  private func later(_ list: String, _ members: [String: JSONValue]) throws -> Comparison {
    var values: [String: JSONValue] = [
      "transaction_id": .string("1000000700000000"), "web_order_line_item_id": .string("1000000054050000"),
      "purchase_date": .string("2020-07-22 17:50:00 Etc/GMT"), "purchase_date_ms": .string("1595440200000"),
      "purchase_date_pst": .string("2020-07-22 10:50:00 America/Los_Angeles"),
    ]
    values.merge(members) { $1 }
    return try pair.changed { answer in
      try answer.set(list) { list in
        list.reordered { elements in
          elements.insert(.object(elements[0].members.map { .init($0.name, values[$0.name] ?? $0.value) }), at: 0)
        }
      }
    }
  }

  @Test("a later purchase that Apple cannot have told of", arguments: ["/receipt/in_app", "/latest_receipt_info"])
  func impossiblePurchases(_ list: String) throws {
    #expect(try later(list, [:]).verdict == .agrees)
    for row in try TableCase.read("published-comparisons", "members of a later purchase") {
      let members = try JSONReader().read(row.bytes).members
      let comparison = try later(list, Dictionary(uniqueKeysWithValues: members.map { ($0.name, $0.value) }))
      #expect(comparison.verdict == .differs, "\(row)")
      #expect(comparison.unexpected.map(\.cause) == [.impossible], "\(row)")
      #expect(comparison.unexpected.first?.note.contains(row.expected[0]) == true, "\(row)")
      #expect(comparison.unexpected.first?.pointer == list + "/0")
    }
    // A period may be booked a day ahead, and no longer.
    for (moment, isPossible) in [("1595526885000", true), ("1595526888000", false)] {
      let instant = Instant(milliseconds: try #require(Int64(moment)))
      let comparison = try later(
        list,
        [
          "purchase_date": .string(instant.gmtText), "purchase_date_ms": .string(moment),
          "purchase_date_pst": .string(instant.pacificText),
        ])
      #expect((comparison.verdict == .agrees) == isPossible)
    }
  }

  @Test("what only the servers know has Apple's form, and contradicts nothing")
  func impossibleValues() throws {
    for row in try TableCase.read("published-comparisons", "what only the servers know") {
      let (pointer, value) = try Self.change(row)
      let comparison = try pair.changed { try $0.set(pointer, to: value) }
      #expect(comparison.verdict == .differs, "\(pointer)")
      #expect(comparison.unexpected.map(\.pointer) == [pointer] && comparison.unexpected[0].cause == .impossible)
    }
    let early = try pair.changed { answer in
      try answer.set("/receipt/request_date", to: .string("2019-07-22 17:54:46 Etc/GMT"))
      try answer.set("/receipt/request_date_ms", to: .string("1563818086000"))
      try answer.set("/receipt/request_date_pst", to: .string("2019-07-22 10:54:46 America/Los_Angeles"))
    }
    #expect(early.unexpected.map(\.cause) == [.impossible, .impossible, .impossible])
    #expect(early.unexpected[0].note.contains("before the receipt was made"))
    let refund = try pair.changed { answer in
      try answer.set("/receipt/in_app/0") {
        $0.adding("cancellation_date", .string("2029-01-01 00:00:00 Etc/GMT"))
          .adding("cancellation_date_ms", .string("junk")).adding("cancellation_date_pst", .number("5"))
          .adding("cancellation_reason", .object([]))
      }
    }
    #expect(refund.unexpected.map(\.cause) == [.impossible, .impossible, .impossible, .impossible])
  }
}
