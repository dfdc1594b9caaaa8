import Foundation
import ReceiptKit
import TestSupport
import Testing

@Suite("offer and token, run as programs")
struct OfferTests {
  private static let issuer = "57246542-96fe-1a63-e053-0824d011072a"
  private static let nonce = "368f3888-dcd8-11ef-b3c8-325096b39f47"
  private static let moment = ["--nonce", nonce, "--timestamp", "1795651200000"]
  private static let sold = ["--product-id", "com.example.pro.monthly", "--offer-id", "spring"]

  private let scratch: Scratch
  private let pem: String

  init() throws {
    scratch = try Scratch()
    pem = try ScriptedAPI.makeKey(scratch.path + "/SubscriptionKey_2X9R4HXF34.p8")
    let made = try OpenSSLCommand.run(["pkey", "-pubout", "-in", "key"], files: ["key": Array(pem.utf8)])
    try scratch.file("public.pem", made.output)
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: scratch.path + "/public.pem")
  }

  private var key: [String] {
    ["--key", scratch.path + "/SubscriptionKey_2X9R4HXF34.p8", "--bundle-id", "com.example.app"]
  }
  private var publicKey: [String] { ["--key", scratch.path + "/public.pem"] }

  private func run(_ arguments: [String], _ input: String = "", at directory: URL? = nil) throws -> ToolRun {
    let run = try ToolRun(arguments, input: Array(input.utf8))
    for line in pem.split(separator: "\n") where !line.hasPrefix("-") {
      #expect(!run.stdout.contains(line) && !run.stderr.contains(line), "the key is printed: \(arguments)")
    }
    return run
  }

  @Test("a signature has what the app needs, openssl accepts it, and check finds it in order")
  func original() throws {
    let token = "6F0D2C0E-3C5B-4B6E-9A43-0D5F6A1B7C88"
    let signed = try run(
      ["offer", "sign", "promotional", "--account-token", token] + key + Self.sold + Self.moment)
    #expect(signed.status == 0, "\(signed.stderr)")
    let document = try signed.json()
    #expect(document["key_id"] as? String == "2X9R4HXF34" && document["timestamp"] as? Int == 1_795_651_200_000)
    let text = [
      "com.example.app", "2X9R4HXF34", "com.example.pro.monthly", "spring", token.lowercased(), Self.nonce,
      "1795651200000",
    ].joined(separator: "\u{2063}")
    let encoded = try #require(document["signature"] as? String)
    let proof = try #require(Data(base64Encoded: encoded))
    let outcome = try OpenSSLCommand.run(
      ["dgst", "-sha256", "-verify", "public", "-signature", "proof", "signed"],
      files: [
        "public": Array(try Data(contentsOf: scratch.url.appendingPathComponent("public.pem"))), "proof": Array(proof),
        "signed": Array(text.utf8),
      ])
    #expect(outcome.text == "Verified OK\n")
    // A public key is enough, and need not be secret.
    let checked = try run(["offer", "check", "--at", "2026-11-26", "--json"] + publicKey, signed.stdout)
    #expect(checked.status == 0, "\(checked.stdout)\(checked.stderr)")
    #expect(try checked.json()["cause"] as? String == "offer-in-order")
    let other = try run(
      ["offer", "check", "--at", "2026-11-26", "--bundle-id", "com.example.app.debug"] + publicKey, signed.stdout)
    #expect(other.status == 1 && other.stdout.contains("offer-bundle") && other.stdout.contains("`com.example.app`"))
  }

  @Test("every kind of JWS is signed without exp, and found in order; times and nonce follow the clock")
  func requests() throws {
    let charge = """
      {"operation":"CREATE_ONE_TIME_CHARGE","version":"1","requestInfo":{"requestReferenceId":"\(Self.nonce)"},
      "currency":"USD","taxCode":"C003-00-2","item":{"SKU":"s","description":"d","displayName":"n","price":4990}}
      """
    let all = key + ["--issuer-id", Self.issuer]
    for (words, input) in [
      (["promotional-jws"] + Self.sold, ""),
      (["introductory", "--product-id", "p", "--introductory-offer", "deny", "--transaction-id", "1"], ""),
      (["advanced-commerce", "--request", "-"], charge),
    ] {
      let signed = try run(["offer", "sign"] + words + all, input)
      #expect(signed.status == 0, "\(words) \(signed.stderr)")
      let document = try signed.json()
      #expect((document["nonce"] as? String)?.utf8.isUUID ?? false)
      let jws = try #require(document["jws"] as? String)
      let payload = try #require(Base64.decodeURL(Array(jws.utf8).split(separator: UInt8(ascii: "."))[1]))
      let claims = try #require(JSONSerialization.jsonObject(with: Data(payload)) as? [String: Any])
      #expect(claims["exp"] == nil && claims["iss"] as? String == Self.issuer)
      let checked = try run(["offer", "check"] + publicKey, signed.stdout)
      #expect(checked.status == 0, "\(checked.stdout)")
    }
  }

  @Test("documents are valid by their schemas", .enabled(if: SchemaCheck.canRun, SchemaCheck.missing))
  func schemas() throws {
    let signed = try run(["offer", "sign", "promotional"] + key + Self.sold)
    let line = try SchemaCheck.oneLine(signed.stdout)
    try SchemaCheck.expectRefused(
      line, "offer-1", [("\"nonce\"", "\"once\""), ("\"promotional\"", "\"sale\""), ("\"signature\"", "\"jws\"")])
    let checked = try run(["offer", "check", "--json"] + publicKey, line + "\n" + line)
    #expect(checked.status == 1)
    let lines = checked.stdout.split(separator: "\n").map(String.init)
    #expect(lines.count == 2 && lines[1].contains("offer-nonce-reused"))
    try SchemaCheck.expectValid(lines, "offer-check-1")
    try SchemaCheck.expectRefused(
      lines[0], "offer-check-1", [("\"note\"", "\"hint\""), ("\"form\":\"signature\"", "\"form\":\"text\"")])
  }

  @Test("what cannot be signed or checked ends with words, and nothing is printed")
  func refused() throws {
    let secretPublicKey = ["--key", scratch.path + "/own.pem"]
    try FileManager.default.copyItem(atPath: scratch.path + "/public.pem", toPath: scratch.path + "/own.pem")
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: scratch.path + "/own.pem")
    let big = "{\"signature\":\"" + String(repeating: "A", count: 10 << 20) + "\"}"
    let sign = ["offer", "sign", "promotional"]
    for (arguments, input, status, words) in [
      (sign + key + Self.sold + ["--nonce", "1234"], "", 64, "a nonce is a UUID"),
      (sign + key + Self.sold + ["--timestamp", "1795651200"], "", 64, "in seconds: 1795651200000 is meant"),
      (sign + key + Self.sold + ["--timestamp", "99999999999999999999"], "", 64, "13 digits"),
      (sign + key + ["--product-id", "p"], "", 64, "needs --offer-id"),
      (sign + key + Self.sold + ["--transaction-id", "1"], "", 64, "means nothing"),
      (
        sign + Self.sold + secretPublicKey + ["--bundle-id", "a", "--key-id", "2X9R4HXF34"], "", 64,
        "public key, which cannot sign"
      ),
      (sign + Self.sold + ["--key", pem, "--bundle-id", "a"], "", 64, "an argument is a private key"),
      (["offer", "sign", "advanced-commerce", "--request", "-"] + key, big, 65, "bytes"),
      (["offer", "sign", "advanced-commerce", "--request", "-"] + key, "{}", 65, "`operation` has to be one of"),
      (["offer", "check"] + publicKey, big, 65, "bytes"), (["offer", "check"] + publicKey, pem, 65, "private key"),
      (["offer", "check"] + publicKey, "MEQC", 65, "--bundle-id, --key-id"),
      (["offer", "check", "--key", pem], "MEQC", 64, "an argument is a private key"),
      (["offer", "check", "--key", String(pem.split(separator: "\n")[1])], "MEQC", 66, "looks like a key"),
      (["offer", "check", "--key", scratch.path + "/nothing"], "MEQC", 66, "cannot be read"),
      (["token", "--minutes", "61"] + key, "", 64, "1 to 60"), (["token"] + key, "", 64, "--issuer-id"),
    ] {
      let run = try run(arguments, input)
      #expect(Int(run.status) == status && run.stdout.isEmpty, "\(arguments) \(run.status) \(run.stderr.prefix(300))")
      #expect(run.stderr.contains(words), "\(arguments) \(run.stderr.prefix(300))")
    }
  }

  @Test("a token lives five minutes or as long as is said, and diagnose verifies it with the key")
  func tokens() throws {
    let options = key + ["--issuer-id", Self.issuer]
    for (more, seconds) in [([String](), 300), (["--minutes", "60"], 3_600)] {
      let made = try run(["token"] + options + more)
      #expect(made.status == 0)
      let payload = try #require(Base64.decodeURL(Array(made.stdout.utf8).split(separator: UInt8(ascii: "."))[1]))
      let claims = try #require(JSONSerialization.jsonObject(with: Data(payload)) as? [String: Any])
      let (issued, expires) = (try #require(claims["iat"] as? Int), try #require(claims["exp"] as? Int))
      #expect(expires - issued == seconds && claims["bid"] as? String == "com.example.app")
      let stranger = try ScriptedAPI.makeKey(scratch.path + "/SubscriptionKey_ABCDEFGHIJ.p8")
      #expect(!stranger.isEmpty)
      for (words, cause, word) in [
        (key, "token-in-order", "that of the key"), (publicKey, "token-in-order", "that of the key"),
        (["--key", scratch.path + "/SubscriptionKey_ABCDEFGHIJ.p8"], "token-signature", "not that of this key"),
        (["--issuer-id", Self.nonce], "token-issuer", "another issuer"),
      ] {
        let diagnosed = try run(["diagnose", "--json"] + words, made.stdout)
        #expect(diagnosed.status == 0)
        #expect(try diagnosed.json()["cause"] as? String == cause, "\(words) \(diagnosed.stdout)")
        #expect(diagnosed.stdout.contains(word))
        #expect(!diagnosed.stdout.contains(made.stdout.prefix(20)))
      }
    }
    // Of a key's file that is named after another key.
    let named = scratch.path + "/SubscriptionKey_AAAAAAAAAA.p8"
    try FileManager.default.copyItem(atPath: scratch.path + "/SubscriptionKey_2X9R4HXF34.p8", toPath: named)
    let made = try run(["token"] + options)
    let diagnosed = try run(["diagnose", "--key", named], made.stdout)
    #expect(diagnosed.stdout.contains("token-key-id") && diagnosed.stdout.contains("named after another"))
  }
}
