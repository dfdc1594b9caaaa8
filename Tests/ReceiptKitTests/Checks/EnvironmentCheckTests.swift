import ReceiptKit
import Testing

@testable import ReceiptReading

@Suite("Environment")
struct EnvironmentCheckTests {
  private static let types: [(type: String, passes: Expectations.Environment?)] = [
    ("Production", .production), ("ProductionVPP", .vpp), ("ProductionSandbox", .sandbox),
    ("ProductionVPPSandbox", .sandbox), ("Xcode", .xcode), ("production", nil), ("Production ", nil), ("", nil),
    ("ProductionX", nil), ("Sandbox", nil),
  ]

  @Test("an authentic receipt passes as what it is and as nothing else")
  func authentic() throws {
    for (type, passes) in Self.types {
      let decoded = try CheckSamples.authentic { $0.receiptType = type }
      for environment in Expectations.Environment.allCases {
        let validation = try CheckSamples.validate(decoded) { $0.environments = [environment] }
        let isRight = environment == passes
        #expect(validation["environment"]?.outcome == (isRight ? .passed : .failed), "\(type) as \(environment)")
        #expect(validation["environment"]?.wasRequested == true)
        #expect(validation.verdict == (isRight ? .passed : .failed))
      }
    }
  }

  @Test("a test-signed receipt never passes as production, and the report says why")
  func testSigned() throws {
    for type in ["Production", "ProductionVPP"] {
      let decoded = try CheckSamples.decoded { $0.receiptType = type }
      #expect(decoded.authenticity?.verdict == .testSigned)
      let validation = try CheckSamples.validate(decoded) { $0.environments = Expectations.Environment.allCases }
      #expect(validation["signature"]?.outcome == .passed)
      #expect(validation["environment"]?.outcome == .failed)
      #expect(validation["environment"]?.reason?.description.contains("Apple did not sign it") == true)
      #expect(validation["environment"]?.found == "\(type), test-signed")
    }
  }

  @Test("whatever the verdict, only authentic is production")
  func verdicts() throws {
    let sound = try CheckSamples.decoded { $0.receiptType = "Production" }
    for verdict in Authenticity.Verdict.allCases {
      var authenticity = try #require(sound.authenticity)
      authenticity.verdict = verdict
      let decoded = DecodedInput(input: sound.input, document: sound.document, authenticity: authenticity)
      for allowed in [true, false] {
        let validation = try CheckSamples.validate(decoded) {
          $0.environments = [.production]
          $0.allowsTestSigned = allowed
        }
        #expect((validation["environment"]?.outcome == .passed) == (verdict == .authentic))
        #expect((validation.verdict == .passed) == (verdict == .authentic))
      }
    }
  }

  @Test("a receipt that does not say is from nowhere")
  func silent() throws {
    let decoded = try CheckSamples.authentic { $0.receiptType = nil }
    let validation = try CheckSamples.validate(decoded) { $0.environments = Expectations.Environment.allCases }
    #expect(validation["environment"]?.outcome == .failed)
  }
}
