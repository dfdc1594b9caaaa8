import Foundation
import ReceiptKit
import Testing

@testable import ReceiptAnalysis
@testable import ReceiptReading

@Suite("The list of checks")
struct CheckListTests {
  @Test("every check has a name of its own, a question and a remedy")
  func described() {
    #expect(Check.all.count == 21 && Check.all.count(where: \.isOnlyForSignedData) == 3)
    #expect(Set(Check.all.map(\.identifier)).count == Check.all.count)
    for check in Check.all {
      #expect(check.identifier.allSatisfy { $0 == "_" || ("a"..."z").contains($0) || $0 == "o" }, "\(check.identifier)")
      #expect(check.summary.contains("?"), "\(check.identifier)")
      #expect(check.action.hasSuffix("."), "\(check.identifier)")
      #expect(Check.named(check.identifier)?.summary == check.summary)
    }
    #expect(Check.named("Signature") == nil)
  }

  @Test("without a signature that was verified nothing passes")
  func essential() throws {
    let signed = JSONWebSignature(header: .object([]), payload: .object([]))
    let decoded = DecodedInput(input: RecognizedInput(content: .jws(signed)), document: .jws(signed), authenticity: nil)
    let validation = Validator(now: CheckSamples.now).validate(decoded)
    #expect(validation.verdict == .incomplete)
    #expect(validation.checks.allSatisfy { $0.outcome == .skipped && $0.reason != nil && !$0.wasRequested })
  }

  @Test("what is named has to have been run")
  func named() throws {
    let decoded = try CheckSamples.decoded()
    for check in Check.all {
      let validation = try CheckSamples.validate(decoded) { $0.requiredChecks = [check.identifier] }
      let result = try #require(validation[check.identifier])
      #expect(result.wasRequested)
      #expect(validation.checks.count { $0.wasRequested } == 1)
      #expect(validation.verdict == (result.outcome == .skipped ? .incomplete : .passed), "\(check.identifier)")
    }
  }

  @Test("wherever a schema lists the checks, it lists these in this order")
  func schemas() throws {
    var lists: [String: [[String]]] = [:]
    func collect(_ value: JSONValue, of file: String) {
      switch value {
      case .array(let elements): elements.forEach { collect($0, of: file) }
      case .object(let members):
        for member in members {
          guard case .array(let elements) = member.value else {
            collect(member.value, of: file)
            continue
          }
          let words = elements.compactMap { $0.stringValue ?? $0["properties"]?["check"]?["const"]?.stringValue }
          // A check that nothing else is called by.
          if words.contains("request_bundle") { lists[file, default: []].append(words) }
          elements.forEach { collect($0, of: file) }
        }
      default: break
      }
    }
    let folder = PackageFiles.root.appendingPathComponent("Schemas").path
    for file in try FileManager.default.contentsOfDirectory(atPath: folder) {
      collect(try JSONReader().read(try PackageFiles.read("Schemas/\(file)")), of: file)
    }
    let names = Check.all.map(\.identifier)
    let files = ["flaws", "policy", "test-receipts", "validate"].map { "\($0)-1.schema.json" }
    var expected = Dictionary(uniqueKeysWithValues: files.map { ($0, [names]) })
    // Of other documents than signed data, the others are listed only if they are requested.
    expected["validate-1.schema.json"] = [Check.all.filter { !$0.isOnlyForSignedData }.map(\.identifier)]
    #expect(lists == expected)
  }
}
