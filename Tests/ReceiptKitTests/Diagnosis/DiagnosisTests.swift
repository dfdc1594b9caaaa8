import ReceiptKit
import ReceiptMint
import Testing

@testable import ReceiptAnalysis
@testable import ReceiptReading

@Suite("Diagnosis of damaged receipts")
struct DiagnosisTests {
  @Test("names the cause, and what Apple would answer", arguments: try DamagedReceipt.all.get())
  func table(_ damaged: DamagedReceipt) throws {
    let good = try DiagnosisSamples.sandbox()
    let base64 = InputSamples.base64(good)
    try #require(base64.contains("+") && base64.contains("/") && base64.hasSuffix("==") && base64.utf8.count > 4_096)
    let pasted = try damaged.damage(base64, good)
    let diagnosis = try DiagnosisSamples.pinned().diagnose(pasted)
    #expect(diagnosis.cause == damaged.cause, "\(diagnosis.summary)")
    #expect(diagnosis.givenStatuses == damaged.given, "\(diagnosis.asGiven)")
    #expect(diagnosis.mendedStatuses == damaged.mended)
    #expect(!diagnosis.nextSteps.isEmpty)
    #expect(diagnosis.stages.map(\.name) == Diagnosis.Stage.Name.allCases)
    let hasPayload = diagnosis.stages.contains { $0.name == .payload && $0.outcome == .passed }
    #expect(diagnosis.isReadable == (hasPayload || damaged.cause == .jws))
    for text in diagnosis.nextSteps + diagnosis.findings.map(\.message) {
      #expect(text.hasSuffix(".") || text.hasSuffix("FILE") || text.hasSuffix("ascii"), "\(text)")
    }
    // Whatever can be mended gives the very same bytes.
    if damaged.mended == "21007 0" || damaged.cause == .nothingWrong {
      #expect(diagnosis.canonical == base64)
      let again = try DiagnosisSamples.pinned().diagnose((diagnosis.canonical ?? ""))
      #expect(again.cause == .nothingWrong && again.decoded?.input.content == .signedData(good))
      #expect(again.givenStatuses == "21007 0" && again.mended == nil)
    }
  }

  @Test("without Apple's signature every one of them would be refused", arguments: try DamagedReceipt.all.get())
  func unsigned(_ damaged: DamagedReceipt) throws {
    let good = try DiagnosisSamples.sandbox()
    let diagnosis = Diagnostician().diagnose(try damaged.damage(InputSamples.base64(good), good))
    for forecast in [diagnosis.asGiven, diagnosis.mended].compactMap(\.self) {
      #expect(forecast.production.status == 21002 || forecast.production.httpStatus == 413)
      #expect(forecast.sandbox.status == 21002 || forecast.sandbox.httpStatus == 413)
    }
    if damaged.mended == "21007 0" { #expect(diagnosis.cause == .untrustedChain) }
    // Mending the text of a forgery is nobody's next step.
    #expect(!diagnosis.nextSteps.contains { $0.contains("--canonical") })
  }

  private static let mendable = Result {
    try DamagedReceipt.all.get().filter { $0.mended == "21007 0" && !$0.cause.isNote }
  }

  @Test("of a test receipt the damage is the cause, with its advice", arguments: try mendable.get())
  func tests(_ damaged: DamagedReceipt) throws {
    try #require(Self.mendable.get().count > 10)
    let good = try DiagnosisSamples.sandbox()
    let anchor = TrustAnchor(try Certificate(der: try DiagnosisSamples.chain().root.der), origin: .user)
    let diagnostician = Diagnostician(decoder: InputDecoder(authenticator: Authenticator(anchors: [anchor])))
    let diagnosis = diagnostician.diagnose(try damaged.damage(InputSamples.base64(good), good))
    #expect(diagnosis.cause == damaged.cause)
    #expect(diagnosis.findings.contains { $0.cause == .testSigned })
    #expect(diagnosis.nextSteps.contains { $0.description == damaged.cause.entry.action })
    #expect(!diagnosis.nextSteps.contains { $0.contains("--canonical") || $0.contains("Send it to") })
  }

  @Test("every repair that the recognizer makes has a cause", arguments: try InputDamage.all.get())
  func repairs(_ damage: InputDamage) throws {
    let pasted = damage.apply(InputSamples.base64(InputSamples.der)).pasted
    let found = TextCause.all(in: try InputRecognizer().recognize(pasted), of: pasted)
    #expect(!found.contains { $0.cause == .otherRepair }, "\(found)")
    #expect(found.isEmpty == (damage.name == "canonical"))
  }

  @Test(
    "says where the text departs from what Apple takes",
    arguments: try TableCase.read("values", "where base64 departs from what Apple takes"))
  func departures(_ row: TableCase) {
    let departure = Base64Departure.first(in: row.bytes)
    #expect(departure.map { "\($0.offset) \($0.name)" } == row.expected.first)
  }

  @Test("says how many bytes are missing")
  func missing() throws {
    let good = try DiagnosisSamples.sandbox()
    let diagnosis = try DiagnosisSamples.pinned().diagnose(Array(InputSamples.base64(good).utf8.prefix(4_000)))
    #expect(diagnosis.error?.missingBytes == good.count - 3_000)
    let finding = try #require(diagnosis.findings.first)
    #expect(finding.message.contains((good.count - 3_000).grouped + " bytes"))
    #expect(diagnosis.nextSteps.first?.contains("VARCHAR2(4000)") ?? false)
    #expect(diagnosis.canonical == nil && diagnosis.mended == nil)
  }
}

@Suite("Diagnosis of whole receipts")
struct DiagnosisContentTests {
  private func diagnose(_ bytes: [UInt8], _ change: (inout Diagnostician) -> Void = { _ in }) throws -> Diagnosis {
    try DiagnosisSamples.pinned(change).diagnose(InputSamples.base64(bytes))
  }

  @Test("the environment decides which server takes it")
  func environments() throws {
    let cases: [(type: String?, answers: String)] = [
      ("Production", "0 21008"), ("ProductionVPP", "0 21008"), ("ProductionSandbox", "21007 0"),
      ("ProductionVPPSandbox", "21007 0"), ("Unheard", "unknown unknown"), (nil, "unknown unknown"),
      // The claim alone: no Apple certificate ever signed one.
      ("Xcode", "unknown unknown"),
    ]
    for expected in cases {
      let diagnosis = try diagnose(try DiagnosisSamples.sandbox { $0.receiptType = expected.type })
      #expect(diagnosis.givenStatuses == expected.answers, "\(expected)")
    }
  }

  @Test("subscriptions need the shared secret")
  func secret() throws {
    let with = try diagnose(try DiagnosisSamples.sandbox())
    #expect(with.findings.contains { $0.cause == .sharedSecret })
    #expect(with.asGiven.sandbox.otherStatuses == [21004])
    let without = try diagnose(try DiagnosisSamples.production())
    #expect(!without.findings.contains { $0.cause == .sharedSecret })
    #expect(without.asGiven.production.otherStatuses == [])
  }

  @Test("an empty in_app is normal, and said to be")
  func emptyInApp() throws {
    let diagnosis = try diagnose(try DiagnosisSamples.production())
    #expect(diagnosis.cause == .nothingWrong)
    #expect(diagnosis.findings.contains { $0.cause == .emptyInApp })
  }

  @Test("another app's receipt")
  func otherApp() throws {
    let receipt = try DiagnosisSamples.sandbox()
    #expect(try diagnose(receipt) { $0.bundleIdentifiers = ["com.example.test", "com.other"] }.cause == .nothingWrong)
    let other = try diagnose(receipt) { $0.bundleIdentifiers = ["com.other", "com.Example.test"] }
    #expect(other.cause == .otherApp)
    #expect(other.findings[0].message.contains("com.example.test"))
    // Apple does not know which app was expected.
    #expect(other.givenStatuses == "21007 0")
  }

  @Test("who signed decides before all else")
  func signers() throws {
    var options = ChainOptions()
    options.hasSignerMarker = false
    let unmarked = try EnvelopeMinter(try DiagnosisSamples.chain(options)).mint(.sandboxSample()).bytes
    #expect(try diagnose(unmarked).cause == .wrongPurpose)
    let early = try EnvelopeMinter(try DiagnosisSamples.chain()).mint(
      { () -> ReceiptDescription in
        var sample = ReceiptDescription.sandboxSample()
        sample.creationDate = "1999-01-01T00:00:00Z"
        return sample
      }())
    #expect(try diagnose(early.bytes).cause == .outsideValidity)
    let certificate = try DiagnosisSamples.authority().xcodeCertificate()
    let xcode = try EnvelopeMinter(xcode: certificate).mint(.xcodeSample).bytes
    #expect(try diagnose(xcode).cause == .xcodeReceipt)
    let trusting = Diagnostician(
      decoder: InputDecoder(authenticator: Authenticator(anchors: [TrustAnchor(try Certificate(der: certificate.der))]))
    )
    #expect(trusting.diagnose(xcode).cause == .xcodeReceipt)
    let root = TrustAnchor(try Certificate(der: try DiagnosisSamples.chain().root.der))
    let tested = Diagnostician(decoder: InputDecoder(authenticator: Authenticator(anchors: [root])))
      .diagnose(try DiagnosisSamples.sandbox())
    #expect(tested.findings.contains { $0.cause == .testSigned } && tested.mendedStatuses == "21002 21002")
    for diagnosis in [try diagnose(unmarked), try diagnose(early.bytes), try diagnose(xcode), tested] {
      #expect(diagnosis.asGiven.production.status == 21002 && diagnosis.asGiven.sandbox.status == 21002)
      #expect(diagnosis.isReadable)
    }
  }

  @Test("certificates that have expired since are a note, by the clock that is given")
  func rotation() throws {
    let receipt = try EnvelopeMinter(try DiagnosisSamples.chain(ChainOptions(.sha1))).mint(.sandboxSample(.sha1)).bytes
    func causes(_ date: String) throws -> [Cause] {
      try diagnose(receipt) { $0.now = ReceiptDate(date)?.instant }.findings.map(\.cause)
    }
    #expect(try causes("2020-08-01T00:00:00Z").contains(.sha1Signature))
    #expect(try !causes("2020-08-01T00:00:00Z").contains(.certificatesExpired))
    #expect(try causes("2026-01-01T00:00:00Z").contains(.certificatesExpired))
    #expect(try causes("2026-01-01T00:00:00Z").first == .nothingWrong)
    #expect(try !diagnose(try DiagnosisSamples.sandbox()).findings.contains { $0.cause == .sha1Signature })
  }

  @Test("a time of judging in the decoder changes nothing")
  func judgingTime() throws {
    var decoder = try DiagnosisSamples.pinned().decoder
    decoder.judgingTime = ReceiptDate("1999-01-01T00:00:00Z")?.instant
    let diagnosis = Diagnostician(decoder: decoder).diagnose(try DiagnosisSamples.sandbox())
    #expect(diagnosis.mendedStatuses == "21007 0")
  }

  @Test("iOS 6 transaction receipts are taken, and known for what they are", arguments: ["Sandbox", nil])
  func legacy(_ environment: String?) throws {
    var description = TransactionReceiptFixture.description(.four)
    description.environment = environment
    let minted = try TransactionReceiptFixture.chain(.four).mint(description)
    let diagnosis = Diagnostician().diagnose(minted.base64)
    #expect(diagnosis.cause == .nothingWrong && diagnosis.findings.contains { $0.cause == .ios6Receipt })
    #expect(diagnosis.givenStatuses == (environment == nil ? "0 21008" : "21007 0"))
    #expect(diagnosis.canonical == minted.base64)
    // The property list itself is not what Apple takes.
    let list = Diagnostician().diagnose(minted.propertyList)
    #expect(list.cause == .rawBytes && list.givenStatuses == "21002 21002")
    #expect(list.mendedStatuses == diagnosis.givenStatuses)
  }
}
