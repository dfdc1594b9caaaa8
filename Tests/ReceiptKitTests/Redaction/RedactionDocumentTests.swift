import Foundation
import ReceiptKit
import ReceiptMint
import Testing

@testable import ReceiptRedaction

@Suite("Redaction of JSON")
struct RedactionDocumentTests {
  static let account = "7E3FB204-2DA2-4C1C-A1E0-3D0F7F1B2C3D"

  static func receipt() throws -> MintedReceipt {
    var receipt = ReceiptDescription.sandboxSample()
    receipt.inApp = [.subscriptionSample(transactionID: "2000000412345678")]
    return try EnvelopeMinter(try Mint.authority.chain()).mint(receipt)
  }

  static func redact(_ object: Any, _ redactor: Redactor? = nil) throws -> [String: Any] {
    try RedactionSamples.json(try (redactor ?? RedactionSamples.redactor()).redact(try RedactionSamples.bytes(object)))
  }

  @Test("a request loses its password and keeps a receipt that every reader reads")
  func request() throws {
    let output = try Self.redact([
      "receipt-data": try Self.receipt().base64, "password": "0123456789abcdef0123456789abcdef",
      "exclude-old-transactions": true,
    ])
    #expect(Set(output.keys) == ["redacted", "receipt-data", "exclude-old-transactions"])
    #expect(output["redacted"] as? Bool == true)
    let inner = try InputDecoder().decode(try #require(output["receipt-data"] as? String))
    let expected = try RedactionSamples.pseudonyms().text("2000000412345678", .transaction)
    #expect(inner.claims?.inApp.first?.transactionID == expected)
    // The document as a whole is still recognised as a request.
    #expect(
      try InputDecoder().decode(try RedactionSamples.bytes(output)).input.layers == [.verifyReceiptRequest, .base64])
  }

  @Test("a printed purchase between words is no more than that when it is redacted", arguments: ["refunded", "hello"])
  func wordsBeside(_ word: String) throws {
    let text =
      word + #" {"productId":"com.example.pro","transactionId":"2000000123456789","purchaseDate":1790000000000}"#
    let redacted = try RedactionSamples.redactor().redact(Array(text.utf8)).write(.compact)
    let reader = PurchaseHistoryReader()
    let (before, after) = (try reader.read(text), try reader.read(redacted))
    #expect(after.purchases.count == before.purchases.count)
    #expect(after.claims?.statements.map(\.state) == before.claims?.statements.map(\.state))
    #expect(after.claims?.hasOtherWords == (word == "hello"))
  }

  @Test("a notification of version 1: shared secret, unified receipt and its receipt")
  func notificationV1() throws {
    let output = try Self.redact([
      "notification_type": "DID_RENEW", "password": "0123456789abcdef", "environment": "Sandbox",
      "bid": "com.example.test",
      "auto_renew_product_id": "com.example.test.monthly", "auto_renew_adam_id": "1234567890",
      "unified_receipt": [
        "status": 0, "environment": "Sandbox", "latest_receipt": try Self.receipt().base64,
        "latest_receipt_info": [
          try StatusSamples.info(
            "2000000412345678 2025-03-02T10:00:00Z 2025-04-02T10:00:00Z", ["app_account_token": Self.account])
        ],
        "pending_renewal_info": [["original_transaction_id": "2000000412345678", "auto_renew_status": "1"]],
      ] as [String: Any],
    ])
    #expect(output["password"] == nil)
    #expect(output["notification_type"] as? String == "DID_RENEW")
    #expect(output["bid"] as? String == "com.example.test")
    let unified = try #require(output["unified_receipt"] as? [String: Any])
    let info = try #require((unified["latest_receipt_info"] as? [[String: Any]])?.first)
    let renewal = try #require((unified["pending_renewal_info"] as? [[String: Any]])?.first)
    let inner = try InputDecoder().decode(try #require(unified["latest_receipt"] as? String)).claims
    #expect(info["transaction_id"] as? String == inner?.inApp.first?.transactionID)
    #expect(renewal["original_transaction_id"] as? String == inner?.inApp.first?.transactionID)
    #expect(info["app_account_token"] as? String != Self.account)
    #expect((info["app_account_token"] as? String)?.count == 36)
    let history = try PurchaseHistoryReader().read(try RedactionSamples.bytes(output))
    #expect(history.kind == .notificationV1 && history.purchases.count == 1)
  }

  @Test("a notification of version 2: every JWS inside is rewritten, and signed by the test authority")
  func notificationV2() throws {
    let transaction = try StatusSamples.transaction([
      "appAccountToken": Self.account, "webOrderLineItemId": "2000000987654321",
    ])
    let notification = try StatusSamples.notificationV2(transaction: transaction, renewal: StatusSamples.renewalInfo())
    let output = try Self.redact(notification)
    let text = try #require(output["signedPayload"] as? String)
    let outer = try #require(try InputDecoder().decode(text).document.signature)
    #expect(outer.header["alg"] == .string("ES256"))
    #expect(outer.payload["notificationType"] == .string("DID_RENEW"))
    let history = try PurchaseHistoryReader().read(try RedactionSamples.bytes(output))
    #expect(history.kind == .notificationV2 && history.authenticity?.verdict == .untrustedChain)
    let expected = try RedactionSamples.pseudonyms().text("9000000000000021", .transaction)
    #expect(history.purchases.first?.transactionID == expected)
    #expect(history.renewals.first?.originalTransactionID == expected)
    #expect(history.purchases.first?.productID == "com.example.test.monthly")
    #expect(history.purchases.first?.purchased == (try StatusSamples.instant("2026-11-01T00:00:00Z")))
    var survivors = Survivors()
    for needle in ["9000000000000021", Self.account, "2000000987654321", "c2lnbmF0dXJl"] {
      survivors.add(needle, text: needle)
    }
    #expect(survivors.found(in: try RedactionSamples.bytes(notification)).count == 4)
    #expect(survivors.found(in: try RedactionSamples.bytes(output)) == [])
  }

  @Test("a JWS by itself stays one")
  func jws() throws {
    let input = try StatusSamples.jws(try StatusSamples.transaction())
    let redaction = try RedactionSamples.redactor().redact(Array(input.utf8))
    let signature = try #require(try InputDecoder().decode(redaction.write(.compact)).document.signature)
    #expect(signature.payload["transactionId"] != .string("9000000000000021"))
    #expect(signature.payload["type"] == .string("Auto-Renewable Subscription"))
    #expect(signature.payload["quantity"] == .number("1"))
  }

  @Test("what is not known is replaced, whatever its type and however deep, and types stay")
  func unknown() throws {
    let canaries: [String: Any] = [
      "customer": "Jane Doe", "email": "jane.doe@example.com", "phone": 15_551_234_567, "balance": -12_345.678_9,
      "shop_id": "a8b7c6d5e4f3a8b7c6d5e4f3", "nested": ["list": ["Jane Doe", ["deep": "jane.doe@example.com"]]],
      "known": true,
      "none": NSNull(),
    ]
    var document = StatusSamples.response([
      try StatusSamples.info("2000000412345678 2025-03-02T10:00:00Z 2025-04-02T10:00:00Z")
    ])
    document["custom"] = canaries
    document["log"] = #"{"customer":"Jane Doe","transaction_id":"2000000412345678"}"#
    document["by_transaction"] = ["2000000412345678": 1, "jane.doe@example.com": "x", Self.account: "y"]
    let output = try Self.redact(document)
    let text = String(decoding: try RedactionSamples.bytes(output), as: UTF8.self)
    for canary in [
      "Jane", "Doe", "jane", "example.com\"", "15551234567", "12345", "a8b7c6d5e4f3", "2000000412345678", Self.account,
    ] {
      #expect(!text.contains(canary), "\(canary)")
    }
    func name(_ name: String) throws -> String { try RedactionSamples.pseudonyms().unknown(name) }
    let custom = try #require(output[try name("custom")] as? [String: Any])
    #expect(Set(custom.keys) == Set(try canaries.keys.map(name)))
    #expect(try custom[name("known")] as? Bool == true)
    #expect(try custom[name("none")] is NSNull)
    #expect(try custom[name("phone")] is NSNumber && custom[name("balance")] is NSNumber)
    #expect(try custom[name("customer")] is String)
    // What stands in a string as JSON is JSON afterwards, with the same pseudonyms.
    let log = try #require(output[try name("log")] as? String)
    #expect(log.contains(try RedactionSamples.pseudonyms().text("2000000412345678", .transaction)))
  }

  @Test("a receipt that was cut off, and a verification of a device: nothing of their shape stays")
  func encoded() throws {
    let verification = Base64.encode(Array(1..<49))
    let document: [String: Any] = [
      "receipt-data": try Self.receipt().base64, "latest_receipt": String(try Self.receipt().base64.prefix(4_000)),
      "deviceVerification": verification,
    ]
    let outputs = try [UInt8(1), 2].map { try Self.redact(document, RedactionSamples.redactor(key: $0)) }
    for output in outputs {
      let latest = try #require(output["latest_receipt"] as? String)
      #expect(latest.count == 64 && latest.allSatisfy(\.isLowercase))
      let device = try #require(output["deviceVerification"] as? String)
      #expect(device != verification && Data(base64Encoded: device)?.count == 48)
    }
    #expect(outputs[0]["deviceVerification"] as? String != outputs[1]["deviceVerification"] as? String)
  }

  @Test("a value that does not look like its field's is replaced, though the field is known")
  func looks() throws {
    let info = try StatusSamples.info(
      "2000000412345678 2025-03-02T10:00:00Z",
      [
        "quantity": "123456789", "expires_date": "Jane Doe", "in_app_ownership_type": "Jane",
        "application_version": "Jane", "product_id": "Jane Doe",
      ])
    let output = try Self.redact(StatusSamples.response([info]).merging(["environment": "Jane Doe"]) { $1 })
    let text = String(decoding: try RedactionSamples.bytes(output), as: UTF8.self)
    #expect(!text.contains("Jane") && !text.contains("123456789"))
  }

  @Test("no field that is kept has room for a name, and no name of a member says one")
  func room() throws {
    let receipt = try Self.receipt().base64
    let document = """
      {"receipt-data":"\(receipt)","users":{"janedoe":{"receipt-data":"\(receipt)"},"Jane-Doe":1},"n":1e2000000123456789,
      "m":-1.5E+491715555123,"k":1e12,"bundle_version":"1-jane-doe","application_version":"1.0-janedoe",
      "original_application_version":"1.491715555123","version":"2.0","bvrs":"10.4.2-rc1","subtype":"JANE_DOE_1980",
      "notification_type":"JANE","offer_period":"P1W","offer_discount_type":"JANE","price":491715555123,
      "renewal_price":999990000,"signed_date_jane":1}
      """
    let redaction = try RedactionSamples.redactor().redact(Array(document.utf8))
    let output = try RedactionSamples.json(redaction)
    let text = String(decoding: redaction.write(.compact), as: UTF8.self)
    for canary in ["jane", "JANE", "Jane", "doe", "users", "2000000123456789", "491715555123"] {
      #expect(!text.contains(canary))
    }
    #expect(output["version"] as? String == "2.0" && output["bvrs"] as? String == "10.4.2-rc1")
    #expect(output["offer_period"] as? String == "P1W" && output["renewal_price"] as? Int == 999_990_000)
    #expect(text.contains("e12,"))
    let users = try #require(output[try RedactionSamples.pseudonyms().unknown("users")] as? [String: Any])
    #expect(users[try RedactionSamples.pseudonyms().unknown("janedoe")] is [String: Any])
  }

  @Test("every constant that Apple documents is kept")
  func constants() throws {
    for (name, words) in [
      "notification_type": ["DID_RENEW", "CANCEL", "REFUND", "DID_CHANGE_RENEWAL_STATUS", "CONSUMPTION_REQUEST"],
      "subtype": ["BILLING_RECOVERY", "INITIAL_BUY", "AUTO_RENEW_DISABLED"],
      "offer_discount_type": ["FREE_TRIAL"], "transaction_reason": ["RENEWAL"], "offer_period": ["P1M", "P3D"],
    ] {
      guard case .common(let looksRight)? = FieldRule.field(named: name).rule else {
        Issue.record("\(name) is not kept")
        continue
      }
      #expect(words.allSatisfy(looksRight), "\(name)")
    }
  }

  @Test("unknown attributes are replaced inside their type, and odd ones octet by octet")
  func attributes() throws {
    var description = ReceiptDescription.sandboxSample()
    description.extraAttributes = [
      .utf8(99, "Jane Doe of Springfield"), .integer(98, 15_551_234_567),
      RawAttribute(type: 97, value: Array("jane.doe@raw".utf8)),
      RawAttribute(type: 3, value: Array("jane.doe@odd".utf8)), .utf8(7_355_608_001_234, "x"),
      RawAttribute(type: 96, version: 15_551_234_567, value: Array("x".utf8)),
    ]
    var purchase = InAppDescription.subscriptionSample()
    purchase.extraAttributes = [.utf8(1799, "Jane Doe"), .utf8(1701, "Jane Doe")]
    description.inApp = [purchase]
    let input = try EnvelopeMinter(try Mint.authority.chain()).mint(description)
    let redaction = try RedactionSamples.redactor().redact(input.bytes)
    let receipt = try RedactionSamples.receipt(redaction)
    let before = try Receipt(payload: input.payload)
    #expect(receipt.attributes.count == before.attributes.count)
    #expect(receipt.irregularities.map(\.kind) == before.irregularities.map(\.kind))
    let text = String(decoding: receipt.payload, as: UTF8.self)
    for canary in ["Jane", "jane", "Springfield", "doe"] { #expect(!text.contains(canary)) }
    #expect(!receipt.attributes.contains { $0.type == 7_355_608_001_234 || $0.version == 15_551_234_567 })
    let tags = receipt.attributes.filter { [98, 99].contains($0.type) }.map { receipt.payload[$0.value.lowerBound] }
    #expect(Set(tags) == [0x0C, 0x02])
    #expect(redaction.items.contains { $0.place == "attribute_99" && $0.action == .replaced && $0.kind == .unknown })
  }

  @Test("JSON that is no document of Apple's is refused", arguments: [#"{"name":"Jane"}"#, "[]", #"{"status":21002}"#])
  func refused(_ text: String) throws {
    let redactor = try RedactionSamples.redactor()
    #expect(throws: ReceiptError.self) { try redactor.redact(Array(text.utf8)) }
  }

  @Test("what was redacted can be redacted again")
  func twice() throws {
    let redactor = try RedactionSamples.redactor()
    let once = try redactor.redact(try RedactionSamples.bytes(["receipt-data": try Self.receipt().base64]))
    let twice = try RedactionSamples.json(try redactor.redact(once.write(.compact)))
    #expect(Set(twice.keys) == ["redacted", "receipt-data"])
  }

  @Test(
    "a member is removed if any part of its name says that it is secret",
    arguments: ["client_secret", "userPassword", "X-Authorization", "apiKeyOfTheShop", "credentials"])
  func secretNames(_ name: String) throws {
    let redaction = try RedactionSamples.redactor().redact(
      try RedactionSamples.bytes(["receipt-data": try Self.receipt().base64, name: "swordfish"]))
    #expect(redaction.items.contains { $0.action == .removed && $0.kind == .secret })
  }

  @Test("the list names fields and no values")
  func list() throws {
    let redaction = try RedactionSamples.redactor().redact(
      try RedactionSamples.bytes([
        "receipt-data": try Self.receipt().base64, "password": "0123456789abcdef", "2000000412345678": "Jane Doe",
      ]))
    func count(_ action: RedactionItem.Action, _ kind: ValueKind, _ place: String) -> Int? {
      redaction.items.first { $0.action == action && $0.kind == kind && $0.place == place }?.count
    }
    #expect(count(.removed, .secret, "password") == 1)
    #expect(count(.replaced, .transaction, "receipt-data > in_app[].transaction_id") == 1)
    #expect(count(.signedAgain, .signature, "receipt-data > signature") == 1)
    #expect(count(.kept, .app, "receipt-data > bundle_id") == 1)
    #expect(count(.kept, .download, "receipt-data > download_id") == 1)
    let report = redaction.report
    #expect(!report.contains("2000000412345678") && !report.contains("Jane") && !report.contains("0123456789abcdef"))
    #expect(report.contains("Removed\n"))
  }

  @Test("explain knows the mark and every action")
  func explained() {
    let keys = Reference.entries.filter { $0.kind == .redaction }.map(\.key)
    #expect(keys == [Redactor.markName] + RedactionItem.Action.allCases.map(\.rawValue))
  }
}
