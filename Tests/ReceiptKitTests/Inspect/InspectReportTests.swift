import ReceiptKit
import ReceiptMint
import Testing

@testable import ReceiptReading

@Suite("Inspect: report")
struct InspectReportTests {
  private static let widths = [80, 140]
  /// Those that a wide window lays out in another way.
  private static let recordedWide: Set = ["variety", "bad-signature", "hostile"]

  private func check(
    _ name: String, _ width: Int, _ decoded: DecodedInput, certificates: Bool = false,
    location: SourceLocation = #_sourceLocation
  ) throws {
    let text = try Inspection(decoded, showsCertificates: certificates).text(InspectSamples.layout(width))
    InspectGolden.expectFits(text, width, location: location)
    guard width == 80 || Self.recordedWide.contains(name) else { return }
    try InspectGolden.expect(text, is: "inspect-\(name)-\(width)", location: location)
  }

  @Test("that times are of UTC is said once in a report, and not behind each")
  func zone() throws {
    let reports = try InspectGolden.reports()
    #expect(reports.count > 20)
    for (name, text) in reports where text.contains(/\d\d:\d\d:\d\d/) {
      #expect(text.matches(of: /\bUTC\b/).count == 1, "\(name)")
    }
  }

  @Test("every kind of purchase, under an anchor that the user gave", arguments: widths)
  func variety(_ width: Int) throws {
    try check("variety", width, try InspectSamples.decode(InspectSamples.variety))
  }

  @Test("authentic, and without purchases", arguments: widths)
  func noPurchases(_ width: Int) throws {
    var receipt = ReceiptDescription.sandboxSample()
    receipt.receiptType = "ProductionVPP"
    receipt.appItemID = 1_234_567_890
    receipt.originalApplicationVersion = "0.9"
    receipt.expirationDate = "2026-12-26T00:00:00Z"
    try check("none", width, InspectSamples.authentic(try InspectSamples.decode(receipt)))
  }

  @Test("authentic, with a date far from now", arguments: widths)
  func authentic(_ width: Int) throws {
    try check("authentic", width, InspectSamples.authentic(try InspectSamples.decode(InspectSamples.variety)))
  }

  @Test("signed by Xcode, with what was mended", arguments: widths)
  func xcode(_ width: Int) throws {
    var receipt = ReceiptDescription.xcodeSample
    var purchase = InAppDescription()
    (purchase.productID, purchase.transactionID, purchase.quantity) = ("com.example.test.monthly", "0", 1)
    (purchase.purchaseDate, purchase.expiresDate) = ("2023-10-19T02:45:36+0100", "2023-11-19T01:45:36Z")
    receipt.inApp = [purchase]
    let base64 = try InspectSamples.xcodeEnvelope(receipt).mint().base64
    let pasted = "{\"receipt-data\": \"" + base64.replacing("+", with: "-").replacing("/", with: "_") + "\\n\"}"
    try check("xcode", width, try InspectSamples.decode(pasted))
  }

  @Test("a bad signature, with its certificates", arguments: widths)
  func badSignature(_ width: Int) throws {
    var envelope = try InspectSamples.envelope(.sandboxSample())
    envelope.signers[0].flaw = .flippedSignature
    try check("bad-signature", width, try InspectSamples.decode(try envelope.mint().bytes), certificates: true)
  }

  @Test("the signer's certificate, embedded twice: each copy has a role")
  func signerTwice() throws {
    var envelope = try InspectSamples.envelope(.sandboxSample())
    let signer = try #require(envelope.certificates.first { $0.der == envelope.signers[0].certificate.der })
    envelope.certificates.append(signer)
    let decoded = try InspectSamples.decode(try envelope.mint().bytes)
    #expect(decoded.authenticity?.verdict == .testSigned && decoded.authenticity?.certificates.count == 4)
    let text = try Inspection(decoded, showsCertificates: true).text(InspectSamples.layout(100))
    let roles = text.matches(of: /^ +role +(\S.*)$/.anchorsMatchLineEndings()).map { String($0.output.1) }
    #expect(roles.count == 4 && roles.last == "another copy of the signer's certificate", "\(roles)")
    #expect(roles.filter { $0.contains("the signature names it as the signer's") }.count == 1, "\(roles)")
  }

  @Test("judged at another time", arguments: widths)
  func outsideValidity(_ width: Int) throws {
    let bytes = try InspectSamples.envelope(.sandboxSample()).mint().bytes
    try check("outside-validity", width, try InspectSamples.decode(bytes, judgingTime: InspectSamples.now))
  }

  @Test("a bare payload with irregularities", arguments: widths)
  func payload(_ width: Int) throws {
    var receipt = InspectSamples.variety
    receipt.inApp = receipt.inApp.map { purchase in
      var purchase = purchase
      purchase.extraAttributes = [.utf8(1_799, "new")]
      return purchase
    }
    receipt.extraAttributes = [.utf8(2, "com.example.other")]
    receipt.creationDate = "yesterday"
    try check("payload", width, try InspectSamples.decode(try receipt.payload()))
  }

  @Test("a JWS is shown, and called what its signature is", arguments: widths)
  func jws(_ width: Int) throws {
    let parts = [
      #"{"alg":"ES256","x5c":["\#(String(repeating: "A", count: 900))","\#(String(repeating: "B", count: 900))"]}"#,
      #"{"transactionId":"2000000000000001","bundleId":"com.example.test","productId":"com.example.test.monthly\u001b[2J","#
        + #""purchaseDate":1766770987000,"environment":"Sandbox","offer":{"type":1,"ids":[1,2]},"price":9007199254740993}"#,
      "signature",
    ]
    let text = parts.map { InputSamples.base64(Array($0.utf8)).replacing("=", with: "").replacing("+", with: "-") }
    let decoded = try InspectSamples.decode(text.joined(separator: ".").replacing("/", with: "_"))
    try check("jws", width, decoded)
    #expect(try Inspection(decoded).text(InspectSamples.layout(width)).contains("\n\n✗ bad signature"))
  }

  @Test("187 purchases: each once, newest first", arguments: [80, 120, 140, 200])
  func many(_ width: Int) throws {
    let decoded = try InspectSamples.decode(InspectSamples.many(187))
    let text = try Inspection(decoded).text(InspectSamples.layout(width))
    InspectGolden.expectFits(text, width)
    #expect(text.contains("Purchases: 187 of 2 products"))
    let lines = text.split(separator: "\n").filter { $0.contains("40000000000") }
    #expect(lines.count == 187)
    for (index, line) in lines.enumerated() {
      #expect(line.contains("\(4_000_000_000_000_000 + 186 - index)"))
      #expect(line.contains("com.example.test") == (width >= 120))
    }
  }

  @Test("hostile strings stay in their lines", .thorough, arguments: [30, 40, 61, 80, 120, 140, 250])
  func hostile(_ width: Int) throws {
    for (index, text) in InspectSamples.hostileStrings.enumerated() {
      let other = InspectSamples.hostileStrings[(index + 5) % InspectSamples.hostileStrings.count]
      let decoded = try InspectSamples.decode(InspectSamples.hostile(text, other))
      InspectGolden.expectFits(
        try Inspection(decoded, showsCertificates: true).text(InspectSamples.layout(width)), width)
      InspectGolden.expectFits(try decoded.input.asn1Report(InspectSamples.layout(width)).text, width)
    }
  }

  @Test("hostile strings, looked at", arguments: widths)
  func hostileGolden(_ width: Int) throws {
    var receipt = ReceiptDescription.sandboxSample()
    receipt.bundleIdentifier = "com.example.\u{1B}[31mred\u{1B}[0m"
    receipt.inApp = InspectSamples.hostileStrings.prefix(11).map { InAppDescription.subscriptionSample(productID: $0) }
    try check("hostile", width, try InspectSamples.decode(receipt))
  }

  @Test("colours add nothing but colours")
  func colours() throws {
    let report = try Inspection(try InspectSamples.decode(InspectSamples.variety), showsCertificates: true)
    let plain = report.text(InspectSamples.layout(80))
    let coloured = report.text(InspectSamples.layout(80, usesColor: true))
    #expect(coloured != plain)
    var stripped = ""
    var rest = Substring(coloured)
    while let escape = rest.firstIndex(of: "\u{1B}") {
      stripped += rest[..<escape]
      let end = try #require(rest[escape...].firstIndex(of: "m"))
      rest = rest[end...].dropFirst()
    }
    #expect(stripped + rest == plain)
  }

  @Test("no verdict but authentic is marked as good", arguments: Authenticity.Verdict.allCases)
  func marks(_ verdict: Authenticity.Verdict) throws {
    let decoded = try InspectSamples.decode(.sandboxSample())
    var authenticity = try #require(decoded.authenticity)
    authenticity.verdict = verdict
    let report = try Inspection(
      DecodedInput(input: decoded.input, document: decoded.document, authenticity: authenticity))
    let text = report.text(InspectSamples.layout(80))
    #expect(text.contains("\n\n✓ ") == (verdict == .authentic) && !text.hasPrefix("✓"))
    #expect(text.contains("signed by Apple") == (verdict == .authentic))
  }
}
