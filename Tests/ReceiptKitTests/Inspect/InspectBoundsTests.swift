import ReceiptMint
import Testing

@testable import ReceiptAnalysis
@testable import ReceiptDocuments
import ReceiptKit
@testable import ReceiptReading

/// A text for people is short, however long the values of the input are.
@Suite("Inspect: bounds")
struct InspectBoundsTests {
  private static let long = String(repeating: "\u{1B}", count: 1 << 20)
  private static let layouts = [30, 80, 200].map { InspectSamples.layout($0) }

  private static func attribute(_ type: Int64, _ value: [UInt8]) -> [UInt8] {
    DEREncoder.sequence(DEREncoder.integer(type), DEREncoder.integer(1), DEREncoder.octetString(value))
  }

  private func expectShort(
    _ text: String, _ layout: TextLayout, bound: Int = 80_000, location: SourceLocation = #_sourceLocation
  ) {
    #expect(text.utf8.count < bound, sourceLocation: location)
    InspectGolden.expectFits(text, layout.width, location: location)
  }

  @Test("a value is cut after scalars, and says how many are missing")
  func displayed() {
    #expect("abc".displayed(limit: 3) == "abc")
    #expect("äöü".displayed(limit: 3) == "äöü")
    #expect("äöüß".displayed(limit: 3) == "äöü… (1 more characters)")
    #expect("".displayed(limit: 0).isEmpty)
    #expect("e\u{301}\u{301}".displayed(limit: 2) == "e\u{301}… (1 more characters)")
    #expect(Self.long.displayed().hasSuffix("… (1,048,176 more characters)"))
    #expect(StyledText(Self.long).displayWidth < 6 * StyledText.maximumLength + 100)
  }

  @Test("an identifier of a megabyte", arguments: [Int64(0), 2, 3, 12, 19])
  func value(_ type: Int64) throws {
    let string = type == 12 ? DEREncoder.ia5String(Self.long) : DEREncoder.utf8String(Self.long)
    let payload = DEREncoder.set([Self.attribute(type, string)])
    let decoded = try InspectSamples.decode(payload)
    for layout in Self.layouts {
      let text = try Inspection(decoded, showsCertificates: true).text(layout)
      #expect(text.contains("characters)") == (type != 12))
      expectShort(text, layout)
      expectShort(try decoded.input.asn1Report(layout).text, layout)
    }
  }

  @Test("every string of a purchase")
  func purchase() throws {
    let decoded = try InspectSamples.decode(try InspectSamples.hostile(Self.long, Self.long + "x").payload())
    for layout in Self.layouts {
      expectShort(try Inspection(decoded).text(layout), layout)
      expectShort(try decoded.input.asn1Report(layout).text, layout)
    }
  }

  @Test("a date of combining marks")
  func date() throws {
    let marks = "e" + String(repeating: "\u{301}", count: 1 << 20)
    let payload = DEREncoder.set([Self.attribute(12, DEREncoder.element(0x16, Array(marks.utf8)))])
    guard case .receipt(let receipt) = try InspectSamples.decode(payload).document else {
      Issue.record("no receipt")
      return
    }
    #expect(
      !receipt.irregularities.isEmpty && receipt.irregularities.allSatisfy { $0.message.description.utf8.count < 300 })
  }

  @Test("a certificate with a long name and a longer number")
  func certificate() throws {
    // OpenSSL takes names of up to a mebibyte; what is written of them ends long before this.
    let text = String(repeating: "\u{1B}", count: 1 << 16)
    let attribute = DEREncoder.sequence(DEREncoder.objectIdentifier(OID(2, 5, 4, 3)), DEREncoder.utf8String(text))
    let name = DEREncoder.sequence(DEREncoder.set([attribute]))
    let algorithm = DEREncoder.sequence(DEREncoder.objectIdentifier(OID(1, 2, 840, 113549, 1, 1, 11)), DEREncoder.null)
    let time = DEREncoder.element(0x17, Array("250101000000Z".utf8))
    let key = DEREncoder.sequence(algorithm, DEREncoder.bitString([0x30, 0]))
    let contents = DEREncoder.sequence([
      DEREncoder.context(0, DEREncoder.integer(2)),
      DEREncoder.integer(unsigned: [UInt8](repeating: 0x55, count: 1 << 17)), algorithm, name,
      DEREncoder.sequence(time, time), name, key,
    ])
    let certificate = try Certificate(der: DEREncoder.sequence(contents, algorithm, DEREncoder.bitString([0])))
    #expect(certificate.displayName.unicodeScalars.count < 140)
    let decoded = try InspectSamples.decode(.sandboxSample())
    var authenticity = try #require(decoded.authenticity)
    authenticity.certificates = [certificate]
    authenticity.signerIndex = 0
    authenticity.reason = "\(text)"
    for verdict in Authenticity.Verdict.allCases {
      authenticity.verdict = verdict
      let report = try Inspection(
        DecodedInput(input: decoded.input, document: decoded.document, authenticity: authenticity),
        showsCertificates: true)
      for layout in Self.layouts { expectShort(report.text(layout), layout, bound: 120_000) }
    }
  }

  @Test("members of a JWS")
  func jws() {
    let object = JSONValue.object([.init(Self.long, .string(Self.long)), .init("a", .array([.string(Self.long)]))])
    for layout in Self.layouts {
      var page = TextPage(layout)
      page.jws(JSONWebSignature(header: object, payload: .string(Self.long)))
      expectShort(page.text, layout)
    }
  }

  @Test("irregularities without end")
  func irregularities() throws {
    let count = 5_000
    let purchase = Self.attribute(17, [0xFF])
    let unknown = Self.attribute(4_711, DEREncoder.null)
    let payload = DEREncoder.set([unknown, unknown] + [[UInt8]](repeating: purchase, count: count))
    let decoded = try InspectSamples.decode(payload)
    guard case .receipt(let receipt) = decoded.document else {
      Issue.record("no receipt")
      return
    }
    #expect(receipt.irregularities.count >= count)
    for layout in Self.layouts {
      let text = try Inspection(decoded).text(layout)
      expectShort(text, layout)
      #expect(text.split(separator: "\n").count { $0.hasPrefix("  ! ") } == 20)
      // The two of one unknown type are one line.
      let left = receipt.irregularities.count - 21
      let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(words.contains("… and \(left.grouped) more (decode lists them all)"))
    }
    let status = SubscriptionStatus(try PurchaseHistory(decoded), at: InspectSamples.now)
    let text = StatusReport(status).text(InspectSamples.layout(80))
    #expect(text.split(separator: "\n").count { $0.hasPrefix("  ! ") } == 20)
    #expect(text.contains("more (--json lists them all)"))
    #expect(text.utf8.count < 80_000)
  }

  @Test("no text of the program itself is cut")
  func ownTexts() {
    for layout in [InspectSamples.layout(80), InspectSamples.layout(10_000)] {
      #expect(!Reference.text(Reference.entries, layout).contains("more characters"))
      #expect(!Reference.list(Reference.entries, layout).contains("more characters"))
      #expect(StyledText.spaces(layout.width).displayWidth == layout.width)
    }
  }
}
