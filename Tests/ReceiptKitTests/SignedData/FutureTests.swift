import Foundation
import Testing

@testable import ReceiptAnalysis
@testable import ReceiptDocuments
import ReceiptKit
@testable import ReceiptReading
@testable import ReceiptRedaction

/// What Apple adds one day is no fault, and changes no answer: members and values that this version does not know, at
/// every place of every payload.
@Suite("Signed data: what this version does not know")
struct FutureTests {
  private typealias Sample = SignedDataSamples

  static let payloads = Result { () -> [(name: String, text: String)] in
    try [
      ("transaction", Sample.transaction()), ("purchase", Sample.purchase("Consumable")), ("renewal", Sample.renewal()),
      ("app transaction", Sample.appTransaction), ("realtime", Sample.realtime),
      (
        "commitment",
        Sample.transaction(
          #","offerType":2,"offerDiscountType":"PAY_AS_YOU_GO","billingPlanType":"MONTHLY","commitmentInfo":{"billingPeriodNumber":3}"#
        )
      ),
      (
        "seat taken back",
        Sample.transaction(
          #","revocationDate":\#(Sample.signed),"revocationType":"ASSIGNMENT_REVOKE","revocationReason":0"#)
      ),
    ]
      + SignedDataSpecification.rows.map { row in
        ("\(row.type) \(row.subtype ?? "")", NotificationSamples.payload(row.type, row.subtype))
      }
  }

  private static let members: [JSONValue.Member] = [
    .init("futureText", .string("FUTURE_TEXT")), .init("futureNumber", .number("4711")),
    .init("futureObject", .object([.init("status", .number("5")), .init("revocationDate", .number("1"))])),
    .init("futureList", .array([.string("FUTURE_ELEMENT"), .object([])])), .init("future/flag~", .bool(true)),
  ]

  private static func read(_ text: String) throws -> JSONValue { try JSONReader().read(Array(text.utf8)) }

  /// What answers are made of, at some moments: when it was signed, a month later, and years later.
  private struct Answers: Equatable {
    let kind: SignedPayloadKind?
    var purchases: [PurchaseRecord] = []
    var renewals: [RenewalRecord] = []
    var statuses: [StatusRecord] = []
    var holdings: [[Holding]] = []
    var text = ""

    init(_ payload: JSONValue) {
      kind = SignedPayloadKind(payload)
      guard let history = try? PurchaseHistory(payload, asPiece: true) else { return }
      (purchases, renewals, statuses) = (history.purchases, history.renewals, history.statuses)
      for days: Int64 in [0, 20, 40, 1_000] {
        let status = SubscriptionStatus(history, at: Instant(milliseconds: Int64(Sample.signed) + days * 86_400_000))
        holdings.append(status.holdings.subscriptions + status.holdings.purchases)
        text += StatusSamples.text(status)
      }
    }

    var access: [[Holding.Access]] { holdings.map { $0.map(\.access) } }
  }

  private static func inspected(_ payload: JSONValue) -> String {
    var page = TextPage(InspectSamples.layout(200))
    page.jws(JSONWebSignature(header: .object([]), payload: payload))
    return page.text
  }

  private static func decoded(_ payload: JSONValue) throws -> DecodedInput {
    var decoder = InputDecoder()
    decoder.verifies = false
    return try decoder.decode(Sample.jws(payload.compactText))
  }

  /// The payload of a JWS in a text, if it is one.
  private static func inner(_ text: String) -> JSONValue? { JSONWebSignature(text: text)?.payload }

  /// Every object in it, also in signed data inside, with further members.
  private static func extended(_ value: JSONValue, _ count: inout Int) -> JSONValue {
    switch value {
    case .object(let members):
      count += 1
      return .object(members.map { .init($0.name, extended($0.value, &count)) } + Self.members)
    case .array(let elements): return .array(elements.map { extended($0, &count) })
    case .string(let text):
      guard let payload = inner(text) else { return value }
      return .string(Sample.jws(extended(payload, &count).compactText))
    default: return value
    }
  }

  @Test(
    "members at every place: shown, counted, redacted, and every answer is as without them",
    arguments: try payloads.get())
  func members(_ name: String, _ text: String) throws {
    let before = try Self.read(text)
    var places = 0
    let after = Self.extended(before, &places)
    #expect(UnknownFacts(before).facts.isEmpty && Answers(after) == Answers(before))
    let (old, new) = (Self.inspected(before), Self.inspected(after))
    let count = places * Self.members.count
    let parts = new.components(separatedBy: "\nNew to this version: \(count)\n")
    try #require(parts.count == 2, "\(new)")
    #expect(parts[0] == old)
    let decoded = try Self.decoded(after)
    let facts = UnknownFacts(after, parts: decoded.signedParts).facts
    #expect(facts.count == count && facts.allSatisfy { $0.kind == .member })
    #expect(Set(facts.map(\.pointer)).count == count && facts.contains { $0.pointer == "/future~1flag~0" })
    var writer = JSONWriter(layout: .compact)
    DecodeDocument(decoded).write(to: &writer, head: DocumentHead(source: "-"))
    let jws = try JSONReader().read(writer.bytes)["jws"]
    guard case .array(let unknown)? = jws?["unknown"] else {
      Issue.record("nothing is unknown")
      return
    }
    #expect(unknown.count == count && unknown[0]["kind"] == .string("new_member"))
    #expect(unknown.map { $0["pointer"]?.stringValue } == facts.map(\.pointer))
    #expect(unknown.map { $0["value"] } == facts.map(\.value))
    // Redaction keeps the shape, and no name and no value.
    let redactor = try RedactionSamples.redactor()
    let output = try redactor.redact(Array(Sample.jws(after.compactText).utf8)).write(.compact)
    let redacted = try InputDecoder().decode(output)
    let signature = try #require(redacted.document.signature)
    let opened = [signature.payload] + redacted.signedParts.compactMap(\.signature?.payload)
    for text in opened.map(\.compactText) {
      #expect(!text.contains("future") && !text.contains("FUTURE") && !text.contains("4711"))
    }
    #expect(UnknownFacts(signature.payload, parts: redacted.signedParts).facts.count == count)
    #expect(Answers(signature.payload).access == Answers(before).access)
  }

  /// The names of members with a list of values.
  private static let enumerations = Set(PayloadTable.all.flatMap(\.members).filter { $0.type.words != nil }.map(\.name))

  private struct Variant {
    let name: String
    let future: JSONValue
    let absent: JSONValue
  }

  /// For each value of an enumeration in it, also in signed data inside: the same with another value, and without the
  /// member.
  private static func variants(_ value: JSONValue) -> [Variant] {
    switch value {
    case .object(let members):
      return members.indices.flatMap { index -> [Variant] in
        let member = members[index]
        func replaced(_ value: JSONValue?) -> JSONValue {
          var members = members
          if let value { members[index].value = value } else { members.remove(at: index) }
          return .object(members)
        }
        if enumerations.contains(member.name) || ["notificationType", "subtype"].contains(member.name) {
          let isNumber = if case .number = member.value { true } else { false }
          return [
            Variant(
              name: member.name, future: replaced(isNumber ? .number("97") : .string("FUTURE_VALUE")),
              absent: replaced(nil))
          ]
        }
        return variants(member.value).map {
          Variant(name: $0.name, future: replaced($0.future), absent: replaced($0.absent))
        }
      }
    case .array(let elements):
      return elements.indices.flatMap { index in
        variants(elements[index]).map { variant in
          func replaced(_ value: JSONValue) -> JSONValue {
            var elements = elements
            elements[index] = value
            return .array(elements)
          }
          return Variant(name: variant.name, future: replaced(variant.future), absent: replaced(variant.absent))
        }
      }
    case .string(let text):
      guard let payload = inner(text) else { return [] }
      return variants(payload).map { variant in
        Variant(
          name: variant.name, future: .string(Sample.jws(variant.future.compactText)),
          absent: .string(Sample.jws(variant.absent.compactText)))
      }
    default: return []
    }
  }

  @Test(
    "values at every place: access is as with the known value, or as without the member", arguments: try payloads.get())
  func values(_ name: String, _ text: String) throws {
    let payload = try Self.read(text)
    let known = Answers(payload)
    for variant in Self.variants(payload) {
      let facts = UnknownFacts(variant.future).facts
      // Without its type every subtype is one that the type does not have.
      let isType = ["notificationType", "subtype"].contains(variant.name)
      #expect(isType ? !facts.isEmpty : facts.count == 1, "\(variant.name)")
      #expect(facts.allSatisfy { $0.kind == (isType ? .notification : .value) }, "\(variant.name)")
      let new = Answers(variant.future)
      #expect(new.kind == known.kind, "\(variant.name)")
      let isSame = new.access == known.access || new.access == Answers(variant.absent).access
      // A reason that is no refund takes nothing away by itself: a move to a bundle has one.
      let isOpen = variant.name == "revocationReason" && new.access.allSatisfy { $0.allSatisfy { $0 != .yes } }
      #expect(isSame || isOpen, "\(variant.name): \(new.access), \(known.access)")
      #expect(Self.inspected(variant.future).contains("\nNew to this version: \(facts.count)\n"))
      let output = try RedactionSamples.redactor().redact(Array(Sample.jws(variant.future.compactText).utf8))
      let redacted = try InputDecoder().decode(output.write(.compact))
      guard case .jws(let signature) = redacted.document else { continue }
      for text in [signature.payload] + redacted.signedParts.compactMap(\.signature?.payload) {
        #expect(!text.compactText.contains("FUTURE"), "\(variant.name)")
      }
    }
  }

  @Test("values of other types, and names that stand there twice")
  func others() throws {
    let payload = try Self.read(
      #"{"transactionId":"1","price":9.5,"quantity":"7","multiSeatInfo":[],"offerType":null,"transactionId":"2","purchaseDate":1}"#
    )
    let facts = UnknownFacts(payload).facts
    #expect(facts.map(\.pointer) == ["/price", "/multiSeatInfo", "/transactionId"])
    #expect(facts.map(\.kind) == [.value, .value, .repeated])
    for text in ["[]", #"{"a":1}"#] { #expect(UnknownFacts(try Self.read(text)).facts.isEmpty) }
    let notification = try Self.read(#"{"notificationType":"TEST","subtype":"NEW","data":{"signedTransactionInfo":7}}"#)
    #expect(UnknownFacts(notification).facts.map(\.pointer) == ["/data/signedTransactionInfo", "/subtype"])
  }
}
