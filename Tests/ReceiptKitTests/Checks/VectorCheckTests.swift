import Foundation
import ReceiptKit
import Testing

/// Every vector is judged as its sidecar says, check by check.
@Suite("Vectors, validated")
struct VectorCheckTests {
  private static let folder = "TestReceipts/"

  private static func sidecars() throws -> [(name: String, sidecar: Sidecar)] {
    let path = PackageFiles.root.appendingPathComponent(folder).path
    return try FileManager.default.contentsOfDirectory(atPath: path).filter {
      $0.hasSuffix(".json") && $0 != "index.json"
    }
    .sorted()
    .map { ($0, try Sidecar(try JSONReader().read(try PackageFiles.read(folder + $0)))) }
  }

  private static func validate(_ sidecar: Sidecar, _ judgement: Judgement) throws -> Validation {
    var anchors: [TrustAnchor] = []
    if let file = sidecar.anchor { anchors = try TrustAnchor.read(try PackageFiles.read(folder + file)) }
    let decoder = InputDecoder(
      authenticator: Authenticator(anchors: anchors), judgingTime: judgement.judgesCertificates ? judgement.now : nil)
    let validator = Validator(expectations: try judgement.expectations(), now: judgement.now)
    return validator.validate(try decoder.decode(try PackageFiles.read(folder + sidecar.file)))
  }

  @Test("have the verdict and the outcomes that their sidecars say")
  func outcomes() throws {
    var count = 0
    for (name, sidecar) in try Self.sidecars() {
      for (index, judgement) in sidecar.judgements.enumerated() {
        let validation = try Self.validate(sidecar, judgement)
        #expect(validation.verdict.rawValue == judgement.verdict, "\(name), judgement \(index)")
        let isSigned = if case .jws = validation.decoded.document { true } else { false }
        #expect(
          validation.checks.map(\.identifier)
            == Check.all.filter { isSigned || !$0.isOnlyForSignedData }.map(\.identifier))
        for check in validation.checks {
          let words = "\(name), judgement \(index), \(check.identifier): \(check.finding)"
          #expect(check.outcome == judgement.outcomes[check.identifier], "\(words)")
          #expect(check.outcome == .passed || check.reason?.description.isEmpty == false, "\(words)")
          #expect(check.reason?.description.hasSuffix(".") != true, "\(words)")
        }
        count += 1
      }
    }
    #expect(count > 40)
  }

  @Test("make every check pass, fail and be skipped")
  func coverage() throws {
    var seen: [String: Set<CheckOutcome>] = [:]
    for (name, sidecar) in try Self.sidecars() where name != "jws.json" {
      for judgement in sidecar.judgements {
        for (check, outcome) in judgement.outcomes { seen[check, default: []].insert(outcome) }
      }
    }
    // Those of signed data: SignedDataChecksTests.
    for check in Check.all where !check.isOnlyForSignedData {
      // These two are skipped for transaction receipts only, of which no vector is judged.
      let isSkippable = !["creation_date", "attributes"].contains(check.identifier)
      let wanted: Set<CheckOutcome> = isSkippable ? [.passed, .failed, .skipped] : [.passed, .failed]
      #expect(seen[check.identifier, default: []].isSuperset(of: wanted), "\(check.identifier)")
    }
  }
}
