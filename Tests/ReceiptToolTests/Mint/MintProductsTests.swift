import Foundation
import Testing

/// `--products`: the products of a StoreKit configuration in scenarios, of `mint` and of the stand-in.
@Suite("mint --scenario --products")
struct MintProductsTests {
  private static let file = Package.root.appendingPathComponent("Tests/Fixtures/reader.storekit").path
  private static let fixed = ["--creation-date", "2026-01-15T12:00:00Z"] + MintTests.quick

  private static func mint(_ folder: String, _ file: String, _ more: [String]) throws -> ToolRun {
    try ToolRun(["mint", "--output", folder, "--products", file] + more + fixed)
  }

  @Test("an auto-renewable subscription of the file is what is bought; standard error says what was read")
  func subscription() throws {
    let scratch = try Scratch()
    let life = scratch.url.appendingPathComponent("life").path
    let run = try Self.mint(
      life, Self.file, ["--scenario", "trial-renew-refund", "--seed", "1", "--bundle-id", "com.example.shop"])
    #expect(run.status == 0, "\(run.stderr)")
    #expect(
      run.stderr.hasPrefix(
        "note: the StoreKit configuration has version 4.0; not read: appPolicies, settings, subscriptionOffersKeyPair, "
      ))
    // Of secrets in it nothing is printed, and of texts neither.
    #expect(!run.stderr.contains("c2VjcmV0") && !run.stderr.contains("Ten stars"))
    let path = try #require(run.lines.first { $0.hasSuffix(".transaction.jws") })
    let payload = try StandInRun.payload(try String(contentsOfFile: path, encoding: .utf8))
    #expect(payload["productId"] as? String == "com.example.reader.monthly")
    #expect(payload["bundleId"] as? String == "com.example.shop")
    #expect(payload["subscriptionGroupIdentifier"] as? String == "21400001")
    #expect(payload["offerPeriod"] as? String == "P2W" && payload["price"] as? Int == 0)
    let status = try ToolRun(
      ["status", "--json", "--at", "2026-01-15T12:00:00Z", "--trust-anchor", life + "/anchor.pem"]
        + run.lines.filter { $0.hasSuffix(".receipt.b64") }.suffix(1)
    ).json()
    let state = (status["subscriptions"] as? [[String: Any]])?.first?["state"] as? String
    #expect(state == "refunded")
    let chosen = try Self.mint(
      life + "2", Self.file,
      ["--scenario", "win-back", "--seed", "1", "--product", "com.example.reader.news.quarterly"])
    let last = try #require(chosen.lines.last { $0.hasSuffix(".transaction.jws") })
    let quarterly = try StandInRun.payload(try String(contentsOfFile: last, encoding: .utf8))
    #expect(quarterly["productId"] as? String == "com.example.reader.news.quarterly")
    #expect(quarterly["price"] as? Int == 11_000 && quarterly["subscriptionGroupIdentifier"] as? String == "7B21C0DE")
  }

  @Test("a file of another version is read as far as it is known, and that is said; what is none is refused")
  func versions() throws {
    let scratch = try Scratch()
    let text = try String(contentsOfFile: Self.file, encoding: .utf8)
    func run(_ text: String, _ scenario: String = "one-time-charge") throws -> ToolRun {
      let file = try scratch.file("a.storekit", text.utf8).path
      let folder = scratch.url.appendingPathComponent(UUID().uuidString).path
      let run = try Self.mint(folder, file, ["--scenario", scenario, "--seed", "1"])
      #expect(FileManager.default.fileExists(atPath: folder) == (run.status == 0))
      return run
    }
    let later = try run(text.replacing("\"major\" : 4", with: "\"major\" : 12"))
    #expect(later.status == 0 && later.stderr.contains("has version 12.0, which is not known here; not read: "))
    let none = try run(text.replacing("\"version\"", with: "\"edition\""))
    #expect(none.status == 0 && none.stderr.contains("has no version; not read: ") && none.stderr.contains("edition"))
    for (text, status, words) in [
      ("{", Int32(65), "--products"), ("", 65, "--products"), ("[1]", 65, "no StoreKit configuration"),
      (#"{"products":[],"version":{"major":4}}"#, 65, "no StoreKit configuration with products"),
      (#"{"products":[{"productID":"a","type":"Consumable"}]}"#, 64, "has no product that is bought once"),
    ] {
      let refused = try run(text)
      #expect(
        refused.status == status && refused.stderr.contains(words), "\(text): \(refused.status) \(refused.stderr)")
      #expect(refused.stdout.isEmpty)
    }
    let missing = try Self.mint(scratch.url.path + "/x", "/none.storekit", ["--scenario", "upgrade"])
    #expect(missing.status == 66 && missing.stderr.contains("/none.storekit"))
  }

  @Test(
    "mistakes are usage errors that say what is wrong",
    arguments: [
      (["mint", "--products", "a.storekit"], "--products needs --scenario"),
      (
        ["mint", "--scenario", "upgrade", "--output", "a", "--product", "p"],
        "--product and --scenario exclude each other"
      ),
      (["serve", "--products", "a.storekit"], "--products needs --"),
      (["serve", "--ca", "ca", "--products", "a.storekit"], "--products needs --scenario"),
      (["serve", "--ca", "ca", "--scenario", "life", "--products", "a"], "'life' is not a scenario"),
    ])
  func usage(_ arguments: [String], _ words: String) throws {
    try ToolRun.expectUsage(arguments, words)
  }

  @Test(
    "the stand-in mints scenarios of the file by their names, for an app",
    .enabled(if: AppleLibrary.canRun, AppleLibrary.missing))
  func standIn() throws {
    let scratch = try Scratch()
    let ca = StandInRun.authority.path
    // The same seed gives the same identifiers.
    let folder = scratch.url.appendingPathComponent("life").path
    let minted = try ToolRun(
      ["mint", "--scenario", "one-time-charge", "--ca", ca, "--seed", "1", "--output", folder, "--products", Self.file])
    let path = try #require(minted.lines.first { $0.hasSuffix(".transaction.jws") }, "\(minted.stderr)")
    let known = try StandInRun.payload(try String(contentsOfFile: path, encoding: .utf8))
    let server = try RunningServer([
      "--ca", ca, "--scenario", "one-time-charge", "--products", Self.file, "--bundle-id", "com.example.shop",
    ])
    #expect(server.logs("the StoreKit configuration has version 4.0"))
    let script = Package.root.appendingPathComponent("Tests/Fixtures/api_tokens.py").path
    let claims = #"{"claims":{"bid":"com.example.shop"}}"#
    let token = try Python.run([script, ca], input: Array((claims + "\n").utf8)).stdout
      .trimmingCharacters(in: .newlines)
    let identifier = try #require(known["transactionId"] as? String)
    let answer = try server.ask("GET", "/inApps/v1/transactions/\(identifier)", ["Authorization: Bearer \(token)"])
    #expect(answer.status == 200, "\(answer.text)")
    let signed = try #require(try answer.json()["signedTransactionInfo"] as? String)
    let payload = try StandInRun.payload(signed)
    #expect(payload["productId"] as? String == "com.example.reader.lifetime" && payload["price"] as? Int == 24_000)
    #expect(payload["bundleId"] as? String == "com.example.shop")
  }
}
