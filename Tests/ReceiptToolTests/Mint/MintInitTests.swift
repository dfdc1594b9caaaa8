import Foundation
import TestSupport
import Testing

/// `receipt-tool mint init`, and minting with what it made.
@Suite("mint init")
struct MintInitTests {
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

  @Test("the root is what --trust-anchor takes everywhere; two runs give the same receipt")
  func use() throws {
    let (scratch, ca) = try authority()
    let arguments = ["mint", "--template", "subscription", "--ca", ca, "--seed", "1", "--creation-date", "2025-12-26"]
    let minted = try ToolRun(arguments)
    #expect(minted.status == 0 && minted.stderr == "")
    #expect(try ToolRun(arguments).stdout == minted.stdout)
    let file = try scratch.file("r.b64", minted.stdout.utf8)
    let trust = ["--trust-anchor", ca + "/root.pem", file.path]
    let product = "com.example.app.monthly"
    for command in [
      ["decode", "--require", "test-signed"], ["inspect", "--require", "test-signed"],
      ["validate", "--allow-test-signed"], ["status", "--is-active", product, "--at", "2025-12-26T00:00:00Z"],
      ["diagnose"],
    ] { #expect(try ToolRun(command + trust).status == 0, "\(command)") }
    let another = scratch.url.appendingPathComponent("another").path
    _ = try ToolRun(["mint", "init", another] + MintTests.quick)
    let stranger = ["decode", "--require", "test-signed", "--trust-anchor", another + "/root.pem", file.path]
    #expect(try ToolRun(stranger).status == 1)
  }

  @Test("nothing is ever overwritten")
  func overwriting() throws {
    let (scratch, ca) = try authority()
    defer { withExtendedLifetime(scratch) {} }
    let before = try Data(contentsOf: URL(fileURLWithPath: ca + "/root.key"))
    let run = try ToolRun(["mint", "init", ca] + MintTests.quick)
    #expect(run.status == 74 && run.stderr.contains("already exists"), "\(run.stderr)")
    #expect(try Data(contentsOf: URL(fileURLWithPath: ca + "/root.key")) == before)
    // One file in the way is enough, and nothing is left beside it.
    let other = try Scratch()
    try other.file("storekit.pem", "mine".utf8)
    #expect(try ToolRun(["mint", "init", other.url.path] + MintTests.quick).status == 74)
    #expect(try FileManager.default.contentsOfDirectory(atPath: other.url.path) == ["storekit.pem"])
    let anchor = ["mint", "--template", "empty", "--write-anchor", other.url.path + "/storekit.pem"]
    #expect(try ToolRun(anchor + MintTests.quick).status == 74)
  }

  @Test("a folder that others can write into is refused", arguments: [0o777, 0o770, 0o702, 0o1777])
  func openFolder(_ permissions: Int) throws {
    let scratch = try Scratch()
    let ca = scratch.url.appendingPathComponent("ca").path
    try FileManager.default.createDirectory(atPath: ca, withIntermediateDirectories: false)
    try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: ca)
    let run = try ToolRun(["mint", "init", ca] + MintTests.quick)
    #expect(run.status == 74 && run.stdout == "" && run.stderr.contains("others than its owner can change"))
    #expect(run.stderr.contains("hint: chmod 700 "))
    #expect(try FileManager.default.contentsOfDirectory(atPath: ca).isEmpty)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: ca)
    #expect(try ToolRun(["mint", "init", ca] + MintTests.quick).status == 0)
  }

  @Test("a key that others can read is refused", arguments: [0o620, 0o604, 0o660, 0o602])
  func openKey(_ permissions: Int) throws {
    let (scratch, ca) = try authority()
    defer { withExtendedLifetime(scratch) {} }
    try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: ca + "/signer.key")
    let run = try ToolRun(["mint", "--template", "empty", "--ca", ca])
    #expect(run.status == 66 && run.stdout == "", "\(run.stderr)")
    #expect(run.stderr.contains("signer.key") && run.stderr.contains("hint: chmod 600 "))
  }

  @Test("a folder that is no authority, or a mixed one, is refused")
  func mixed() throws {
    let (scratch, ca) = try authority()
    #expect(try ToolRun(["mint", "--template", "empty", "--ca", scratch.url.path]).status == 66)
    let other = scratch.url.appendingPathComponent("other").path
    _ = try ToolRun(["mint", "init", other] + MintTests.quick)
    let manager = FileManager.default
    try manager.removeItem(atPath: ca + "/root.pem")
    try manager.copyItem(atPath: other + "/root.pem", toPath: ca + "/root.pem")
    let run = try ToolRun(["mint", "--template", "empty", "--ca", ca])
    #expect(run.status == 64 && run.stderr.contains("not the certificate of the key beside it"), "\(run.stderr)")
    try Data("no key".utf8).write(to: URL(fileURLWithPath: ca + "/root.key"))
    #expect(try ToolRun(["mint", "--template", "empty", "--ca", ca]).status == 64)
  }

  @Test("a seed gives the authority that --seed gives")
  func seed() throws {
    let scratch = try Scratch()
    let ca = scratch.url.appendingPathComponent("ca").path
    _ = try ToolRun(["mint", "init", ca, "--seed", "known"] + MintTests.quick)
    let anchor = scratch.url.appendingPathComponent("a.pem").path
    _ = try ToolRun(["mint", "--template", "empty", "--seed", "known", "--write-anchor", anchor] + MintTests.quick)
    #expect(
      try String(contentsOfFile: anchor, encoding: .utf8) == String(contentsOfFile: ca + "/root.pem", encoding: .utf8))
  }
}
