import Foundation
import TestSupport
import Testing

/// `receipt-tool mint init`, and minting with what it made.
@Suite("mint init")
struct MintInitTests {
  @Test("Scripts/mint-init.txt", arguments: try CommandScript.cases("mint-init"))
  func script(_ one: CommandScript.Case) throws { try one.run() }

  private func mode(_ path: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return try #require(attributes[.posixPermissions] as? Int)
  }

  /// The folder is gone once the first of these is.
  private func authority() throws -> (scratch: Scratch, ca: String) {
    let scratch = try Scratch()
    let ca = scratch.url.appendingPathComponent("ca").path
    let run = try ToolRun(["mint", "init", ca] + MintTests.quick)
    #expect(run.status == 0 && run.stdout == ca + "/root.pem\n", "\(run.stderr)")
    return (scratch, ca)
  }

  @Test("keys and folder are for their owner only; openssl reads them; the names say TEST")
  func files() throws {
    let (scratch, ca) = try authority()
    defer { withExtendedLifetime(scratch) {} }
    #expect(try mode(ca) == 0o700)
    let names = try FileManager.default.contentsOfDirectory(atPath: ca).sorted()
    let serverKey = try #require(names.first { $0.hasSuffix(".p8") })
    #expect(
      names == [
        "README.txt", serverKey, "app-store-server.json", "intermediate.key", "intermediate.pem", "root.key",
        "root.pem", "signer.key", "signer.pem", "storekit.key", "storekit.pem",
      ])
    func openssl(_ arguments: [String]) throws -> ToolRun {
      try ToolRun(
        executable: URL(fileURLWithPath: "/usr/bin/env"), [OpenSSLCommand.program] + arguments,
        environment: ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"])
    }
    for name in ["root", "intermediate", "signer", "storekit"] {
      #expect(try mode("\(ca)/\(name).key") == 0o600)
      let key = try openssl(["pkey", "-in", "\(ca)/\(name).key", "-pubout"])
      let certificate = try openssl(["x509", "-in", "\(ca)/\(name).pem", "-noout", "-pubkey"])
      #expect(key.status == 0 && key.stdout == certificate.stdout && key.stdout.hasPrefix("-----BEGIN PUBLIC KEY"))
      let subject = try openssl(["x509", "-in", "\(ca)/\(name).pem", "-noout", "-subject", "-issuer"]).stdout
      #expect(subject.contains("TEST") && subject.contains("not Apple") && !subject.contains("Apple Inc"))
    }
  }

  @Test("the key for the App Store Server API is a P-256 key in PKCS#8, named as Apple's; it belongs to the authority")
  func serverKey() throws {
    let scratch = try Scratch()
    let folders = ["one", "two"].map { scratch.url.appendingPathComponent($0).path }
    for folder in folders {
      let run = try ToolRun(["mint", "init", folder, "--seed", "known"] + MintTests.quick)
      #expect(run.stderr.contains("SubscriptionKey_"), "\(run.stderr)")
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: folders[0])
    let name = try #require(names.first { $0.hasSuffix(".p8") })
    #expect(name.wholeMatch(of: /SubscriptionKey_[A-Z0-9]{10}\.p8/) != nil)
    let path = folders[0] + "/" + name
    #expect(try mode(path) == 0o600)
    let pem = try String(contentsOfFile: path, encoding: .utf8)
    #expect(pem.hasPrefix("-----BEGIN PRIVATE KEY-----\n"))
    #expect(try String(contentsOfFile: folders[1] + "/" + name, encoding: .utf8) == pem)
    let text = try ToolRun(
      executable: URL(fileURLWithPath: "/usr/bin/env"),
      [OpenSSLCommand.program, "pkey", "-in", path, "-noout", "-text", "-check"],
      environment: ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"]
    )
    #expect(text.status == 0 && text.stdout.contains("prime256v1") && text.stdout.contains("Key is valid"))
    let file = try Data(contentsOf: URL(fileURLWithPath: folders[0] + "/app-store-server.json"))
    let object = try #require(try JSONSerialization.jsonObject(with: file) as? [String: String])
    #expect(object["key_id"] == String(name.dropFirst(16).dropLast(3)))
    #expect(UUID(uuidString: object["issuer_id"] ?? "") != nil && object.count == 2)
  }
}
