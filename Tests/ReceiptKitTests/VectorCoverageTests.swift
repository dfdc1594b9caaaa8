import Foundation
import ReceiptKit
import ReceiptMint
import Testing

/// TestReceipts/ has an example of everything that can be minted.
@Suite("Vectors, what they cover")
struct VectorCoverageTests {
  private static func vectors() throws -> [JSONValue] {
    let index = try JSONReader().read(try PackageFiles.read("TestReceipts/index.json"))
    guard case .array(let vectors)? = index["vectors"] else { return [] }
    return vectors
  }

  private static func texts(_ key: String) throws -> Set<String> {
    Set(try vectors().compactMap { $0[key]?.stringValue })
  }

  @Test("every row of the tables of attributes")
  func attributes() throws {
    var seen: Set<Int64> = []
    for vector in try Self.vectors() {
      guard case .array(let types)? = vector["attribute_types"] else { continue }
      for case .number(let digits) in types { if let type = Int64(digits) { seen.insert(type) } }
    }
    let known = Receipt.table.rows.map(\.type) + InAppPurchase.table.rows.map(\.type)
    #expect(Set(known).subtracting(seen) == [])
  }

  @Test("every template, every flaw, and every verdict that anybody but Apple can get")
  func kinds() throws {
    #expect(try Self.texts("template") == Set(ReceiptTemplate.allCases.map(\.rawValue)))
    #expect(try Self.texts("flaw") == Set(MintFlaw.all.map(\.name) + JWSFlaw.all.map(\.name)))
    let verdicts = try Self.vectors().compactMap { $0["expect"]?["verdict"]?.stringValue }
    #expect(Set(verdicts) == Set(Authenticity.Verdict.allCases.map(\.rawValue)).subtracting(["authentic"]))
    let types = MintEnvironment.allCases.map(\.receiptType)
    var seen: Set<String> = []
    for vector in try Self.vectors() {
      let sidecar = try JSONReader().read(
        try PackageFiles.read("TestReceipts/" + (vector["sidecar"]?.stringValue ?? "")))
      if let type = sidecar["receipt"]?["receipt_type"]?.stringValue { seen.insert(type) }
    }
    #expect(Set(types).subtracting(seen) == [])
  }

  @Test("every rule that a developer's token can break, and every service that a token can be for")
  func tokens() throws {
    let tokens = try Self.vectors().compactMap { $0["expect"] }.filter { $0["cause"] != nil }
    let causes = Set(tokens.compactMap { $0["cause"]?.stringValue })
    let kinds = ["api-token", "identity-token", "foreign-token", "offer-request"]
    #expect(causes == Set(Cause.allCases.map(\.rawValue).filter { $0.hasPrefix("token-") } + kinds))
    for token in tokens { #expect(token["cause"]?.stringValue.flatMap(Cause.init(rawValue:)) != nil) }
    #expect(
      Set(tokens.compactMap { $0["service"]?.stringValue }) == [
        "App Store Server API", "App Store Connect API", "StoreKit", "Sign in with Apple", "push service", "Firebase",
        "Google", "another service",
      ])
  }

  @Test("the index names every sidecar once, and says the same")
  func index() throws {
    let sidecars = try Self.texts("sidecar")
    #expect(sidecars.count == (try Self.vectors().count))
    let folder = PackageFiles.root.appendingPathComponent("TestReceipts").path
    let files = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".json") }
    #expect(sidecars == Set(files).subtracting(["index.json"]))
    for vector in try Self.vectors() {
      let name = vector["name"]?.stringValue ?? ""
      let sidecar = try JSONReader().read(try PackageFiles.read("TestReceipts/\(name).json"))
      for key in ["what", "file", "anchor"] { #expect(vector[key] == sidecar[key], "\(name): \(key)") }
      for key in ["verdict", "failed_step", "error", "key", "at", "service", "cause"] {
        #expect(vector["expect"]?[key] == sidecar[key], "\(name): \(key)")
      }
    }
  }

  @Test("flaws are named once, and their words are those of validate")
  func flaws() {
    #expect(Set(MintFlaw.all.map(\.name)).count == MintFlaw.all.count)
    let flaws: [any NamedFlaw] = MintFlaw.all + JWSFlaw.all
    for flaw in flaws {
      #expect(Set(flaw.promise.failedChecks).isSubset(of: Check.all.map(\.identifier)), "\(flaw.name)")
      let verdict = flaw.promise.authenticity
      #expect(verdict.map { Authenticity.Verdict(rawValue: $0) != nil } ?? (flaw.promise.error != nil), "\(flaw.name)")
      if let step = flaw.promise.failedStep { #expect(Authenticity.Step.Name(rawValue: step) != nil, "\(flaw.name)") }
      if let error = flaw.promise.error { #expect(ReceiptError.Code(rawValue: error) != nil, "\(flaw.name)") }
    }
  }
}
