import Foundation
import ReceiptKit
import Testing

/// Every file of TestReceipts/ is taken for what its sidecar says, in every respect that the sidecar names.
@Suite("Vectors")
struct VectorTests {
  private static let folder = "TestReceipts/"

  private static func fileNames() -> [String] {
    let path = PackageFiles.root.appendingPathComponent(folder).path
    return ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).filter { !$0.hasPrefix(".") }.sorted()
  }

  private static let anchors = ["root.pem", "xcode.pem", "xcode-jws.pem", "token-key.pem"]
  /// What is about all vectors.
  private static let general = ["index.json", "README.md", "run.py"]
  private static let sidecars = fileNames().filter { $0.hasSuffix(".json") && !general.contains($0) }

  @Test("each has a sidecar, and each sidecar a vector")
  func complete() throws {
    #expect(Self.sidecars.count >= 25)
    var expected: Set<String> = Set(Self.anchors + Self.general)
    for name in Self.sidecars {
      let sidecar = try Sidecar(try JSONReader().read(try PackageFiles.read(Self.folder + name)))
      #expect(sidecar.file.hasPrefix(name.dropLast(5) + "."), "\(name)")
      #expect(expected.insert(sidecar.file).inserted && expected.insert(name).inserted, "\(name)")
    }
    #expect(Set(Self.fileNames()) == expected)
  }

  @Test("is taken for what it is", arguments: sidecars)
  func vector(_ name: String) throws {
    let sidecar = try Sidecar(try JSONReader().read(try PackageFiles.read(Self.folder + name)))
    let bytes = try PackageFiles.read(Self.folder + sidecar.file)
    var anchors: [TrustAnchor] = []
    if let file = sidecar.anchor { anchors = try TrustAnchor.read(try PackageFiles.read(Self.folder + file)) }
    let decoder = InputDecoder(authenticator: Authenticator(anchors: anchors))
    if case .token(let expected) = sidecar.expectation { return try check(bytes, expected) }
    if case .error(let code) = sidecar.expectation {
      let error = #expect(throws: ReceiptError.self) { try decoder.decode(bytes) }
      #expect(error?.code.rawValue == code)
      #expect(error?.hint?.description.isEmpty == false)
      return
    }
    let decoded = try decoder.decode(bytes)
    let document = try Self.document(decoded)
    #expect(document["input"] == sidecar.input)
    #expect(decoded.environment == sidecar.environment)
    #expect(decoded.judgement?.authenticReceipt == nil)
    switch sidecar.expectation {
    case .receipt(let expected): try check(document, decoded, expected)
    case .jws(let transactionID):
      #expect(decoded.authenticity?.verdict == .badSignature)
      #expect(document["jws"]?["verified"] == .bool(false))
      #expect(document["jws"]?["payload"]?["transactionId"]?.stringValue == transactionID)
    case .signedData(let expected):
      #expect(decoded.authenticity?.verdict.rawValue == expected.verdict)
      #expect(decoded.authenticity?.failedStep?.rawValue == expected.failedStep)
      // What is within is printed as it was decoded; a member that holds it has more beside it.
      guard case .object(let members)? = expected.payload else { break }
      for member in members where !["data", "appData"].contains(member.name) {
        #expect(document["jws"]?["payload"]?[member.name] == member.value, "\(member.name)")
      }
    case .error, .token: break
    }
  }

  /// Whatever the clock of this machine says.
  private func check(_ token: [UInt8], _ expected: Sidecar.Token) throws {
    let key = try expected.key.map { try InAppPurchasePublicKey(try PackageFiles.read(Self.folder + $0)) }
    let diagnosis = Diagnostician(
      now: try #require(ReceiptDate(moment: expected.at)).instant, signer: TokenSigner(key: key)
    ).diagnose(token)
    #expect(diagnosis.cause.rawValue == expected.cause)
    // It is the only rule that is broken.
    let broken = diagnosis.findings.map(\.cause.rawValue).filter { $0.hasPrefix("token-") }
    #expect(broken == (expected.cause.hasPrefix("token-") ? [expected.cause] : []))
    let said = diagnosis.said.joined(separator: "\n")
    #expect(said.contains(expected.service))
    for part in String(decoding: token, as: UTF8.self).split(separator: ".") {
      #expect(!said.contains(part.prefix(12)))
    }
  }

  private func check(_ document: JSONValue, _ decoded: DecodedInput, _ expected: Sidecar.Verdict) throws {
    #expect(document["authenticity"]?["verdict"]?.stringValue == expected.verdict)
    #expect(decoded.authenticity?.failedStep?.rawValue == expected.failedStep)
    // A transaction receipt has no attributes, and so no irregularities.
    guard case .array(let found) = document["irregularities"] ?? .array([]) else {
      Issue.record("no irregularities")
      return
    }
    let irregularities = found.map { irregularity in
      JSONValue.object(
        ["kind", "attribute_type"].compactMap { key in irregularity[key].map { JSONValue.Member(key, $0) } })
    }
    #expect(irregularities == expected.irregularities)
    if let receipt = expected.receipt { #expect(document["receipt"] == receipt) }
    if let identifiers = expected.transactionIDs {
      #expect(identifiers.count > 20)
      #expect(decoded.claims?.inApp.map(\.transactionID) == identifiers)
    }
  }

  /// The document as it is printed, read again.
  private static func document(_ decoded: DecodedInput) throws -> JSONValue {
    var writer = JSONWriter(layout: .pretty)
    DecodeDocument(decoded).write(to: &writer, head: DocumentHead(source: "-"))
    return try JSONReader().read(writer.bytes)
  }

  @Test("all verdicts but Apple's own occur among them")
  func verdicts() throws {
    var found: Set<String> = []
    for name in Self.sidecars {
      let sidecar = try Sidecar(try JSONReader().read(try PackageFiles.read(Self.folder + name)))
      if case .receipt(let expected) = sidecar.expectation { found.insert(expected.verdict) }
    }
    #expect(found == Set(Authenticity.Verdict.allCases.map(\.rawValue)).subtracting(["authentic"]))
  }
}

@Suite("Sidecars")
struct SidecarTests {
  private static let error = ##"{"what":"w","file":"f.b64","anchor":null,"error":"truncated"}"##
  private static let jws =
    ##"{"what":"w","file":"f","anchor":null,"input":{},"environment":null,"jws_transaction_id":"1"}"##
  private static let receipt =
    ##"{"what":"w","file":"f","anchor":"root.pem","input":{},"environment":null,"verdict":"unsigned","failed_step":null,"##
    + ##""irregularities":[],"receipt":{}}"##

  private static let token =
    ##"{"what":"w","file":"f","anchor":null,"key":null,"at":"2026-11-26T05:20:20Z","service":"s","cause":"api-token"}"##

  @Test("in the four forms are read", arguments: [error, jws, receipt, token])
  func sound(_ text: String) throws {
    #expect(throws: Never.self) { try Sidecar(try JSONReader().read(Array(text.utf8))) }
  }

  @Test("with an unknown key are refused", arguments: [error, jws, receipt, token])
  func unknownKey(_ text: String) throws {
    let json = try JSONReader().read(Array(("{\"verdct\":\"unsigned\"," + text.dropFirst()).utf8))
    #expect(throws: Sidecar.Problem.self) { try Sidecar(json) }
  }

  @Test("with any key missing, or twice, are refused", arguments: [error, jws, receipt, token])
  func missingKey(_ text: String) throws {
    guard case .object(let members) = try JSONReader().read(Array(text.utf8)) else { return }
    for index in members.indices {
      var fewer = members
      fewer.remove(at: index)
      #expect(throws: Sidecar.Problem.self) { try Sidecar(.object(fewer)) }
      #expect(throws: Sidecar.Problem.self) { try Sidecar(.object(members + [members[index]])) }
    }
  }
}
