import Foundation
import LoopbackServer
import Testing

/// Apple's own library as a client: every call that it has.
@Suite("serve --scenario: Apple's library", .enabled(if: AppleLibrary.canRun, AppleLibrary.missing))
struct StandInLibraryTests {
  private static let (image, message, account) = (
    "00000000-0000-4000-8000-000000000001", "00000000-0000-4000-8000-000000000002",
    "7e3fb20b-4cdb-47cc-936d-99d65f608138"
  )

  /// The calls of the library that is installed, so that a new one is noticed.
  private static func names() throws -> Set<String> {
    let program = """
      from appstoreserverlibrary.api_client import AppStoreServerAPIClient as client
      print(*[name for name in dir(client) if not name.startswith("_") and callable(getattr(client, name))])
      """
    let run = try Python.run(["-c", program])
    try #require(run.status == 0, "\(run.stderr)")
    return Set(run.stdout.split(whereSeparator: \.isWhitespace).map(String.init))
  }

  @Test("each call is made, and answered as Apple's pages say")
  func calls() throws {
    let backend = try LoopbackServer { _, _ in .http(200) }
    defer { backend.stop() }
    let run = try StandInRun(["cancel-auto-renew"], arguments: ["--notify", backend.url("notifications")])
    let first = try #require(try run.payloads("transaction").first)
    let identifier = try #require(first["transactionId"] as? String)
    let now = try #require(first["signedDate"] as? Int)
    try run.clock(milliseconds: now)
    let product = "com.example.app.monthly"
    let place: [Any] = [product, "en-US"]
    let extending: [String: Any] = [
      "extendByDays": 1, "extendReasonCode": 1, "requestIdentifier": "7e3fb20b-4cdb-47cc-936d-99d65f608138",
    ]
    let url = backend.url("messages")
    let png = ["Bytes": Data(StandInMessagingTests.png(3_840, 1_080)).base64EncodedString()]
    let consumption: [String: Any] = [
      "customerConsented": true, "consumptionStatus": 1, "platform": 2, "sampleContentProvided": false,
      "deliveryStatus": 3, "appAccountToken": "", "accountTenure": 4, "playTime": 5, "lifetimeDollarsRefunded": 6,
      "lifetimeDollarsPurchased": 7, "userStatus": 4, "refundPreference": 3,
    ]
    let calls: [(String, [Any])] = [
      ("get_transaction_info", [identifier]),
      ("get_transaction_history", [identifier, NSNull(), ["TransactionHistoryRequest": [:]], ["Version": "v2"]]),
      ("get_all_subscription_statuses", [identifier]), ("get_refund_history", [identifier, NSNull()]),
      ("look_up_order_id", ["M" + identifier]), ("get_app_transaction_info", [identifier]),
      (
        "get_notification_history",
        [NSNull(), ["NotificationHistoryRequest": ["startDate": now - 86_400_000, "endDate": now]]]
      ),
      ("request_test_notification", []),
      ("extend_subscription_renewal_date", [identifier, ["ExtendRenewalDateRequest": extending]]),
      (
        "extend_renewal_date_for_all_active_subscribers",
        [["MassExtendRenewalDateRequest": extending.merging(["productId": product]) { $1 }]]
      ),
      ("get_status_of_subscription_renewal_date_extensions", ["7e3fb20b-4cdb-47cc-936d-99d65f608138", product]),
      ("send_consumption_data", [identifier, ["ConsumptionRequestV1": consumption]]),
      (
        "send_consumption_information",
        [
          identifier,
          [
            "ConsumptionRequest": [
              "customerConsented": true, "sampleContentProvided": false, "deliveryStatus": "DELIVERED",
            ]
          ],
        ]
      ),
      ("set_app_account_token", [identifier, ["UpdateAppAccountTokenRequest": ["appAccountToken": Self.account]]]),
      ("finish_transaction", [identifier]), ("upload_image", [Self.image, png, ["ImageSize": "FULL_SIZE"]]),
      ("get_image_list", []),
      ("upload_message", [Self.message, ["UploadMessageRequestBody": ["header": "Stay", "body": "One more month"]]]),
      ("get_message_list", []),
      ("configure_default_message", place + [["DefaultConfigurationRequest": ["messageIdentifier": Self.message]]]),
      ("get_default_message", place), ("delete_default_message", place), ("delete_message", [Self.message]),
      ("delete_image", [Self.image]), ("configure_realtime_url", [["RealtimeUrlRequest": ["realtimeURL": url]]]),
      ("get_realtime_url", []),
      ("initiate_performance_test", [["PerformanceTestRequest": ["originalTransactionId": identifier]]]),
      ("delete_realtime_url", []),
    ]
    let later: Set = ["get_test_notification_status", "get_performance_test_results"]
    #expect(Set(calls.map(\.0)).union(later) == (try Self.names()))
    let answers = try run.ask(calls)
    for (call, answer) in zip(calls, answers) { #expect(answer["error"] == nil, "\(call.0): \(answer)") }
    func answer(_ name: String) throws -> [String: Any] {
      let index = try #require(calls.firstIndex { $0.0 == name })
      return try #require(answers[index]["answer"] as? [String: Any], "\(name)")
    }
    let transaction = try answer("get_transaction_info")["signedTransactionInfo"] as? [String: Any]
    #expect(transaction?["transactionId"] as? String == identifier)
    #expect((try answer("get_transaction_history")["signedTransactions"] as? [Any])?.count == 1)
    let groups = try answer("get_all_subscription_statuses")["data"] as? [[String: Any]]
    #expect((groups?.first?["lastTransactions"] as? [[String: Any]])?.first?["status"] as? Int == 1)
    #expect((try answer("get_refund_history")["signedTransactions"] as? [Any])?.isEmpty == true)
    #expect(try answer("look_up_order_id")["status"] as? Int == 0)
    #expect(try answer("extend_subscription_renewal_date")["success"] as? Bool == true)
    #expect(
      try answer("extend_renewal_date_for_all_active_subscribers")["requestIdentifier"] as? String
        == "7e3fb20b-4cdb-47cc-936d-99d65f608138")
    #expect(try answer("get_status_of_subscription_renewal_date_extensions")["complete"] as? Bool == true)
    let images = try answer("get_image_list")["imageIdentifiers"] as? [[String: String]]
    #expect(images == [["imageIdentifier": Self.image, "imageState": "APPROVED", "imageSize": "FULL_SIZE"]])
    let messages = try answer("get_message_list")["messageIdentifiers"] as? [[String: String]]
    #expect(messages == [["messageIdentifier": Self.message, "messageState": "APPROVED"]])
    #expect(try answer("get_default_message")["messageIdentifier"] as? String == Self.message)
    #expect(try answer("get_realtime_url")["realtimeURL"] as? String == url)
    // What came of the two that take time is not waited for here.
    let begun = try answer("initiate_performance_test")
    let token = try #require(try answer("request_test_notification")["testNotificationToken"] as? String)
    let results = try run.ask([
      ("get_performance_test_results", [try #require(begun["requestId"] as? String)]),
      ("get_test_notification_status", [token]),
    ])
    let result = try #require(results[0]["answer"] as? [String: Any], "\(results[0])")
    // The backend answers with nothing that Apple takes.
    #expect(["PENDING", "FAIL"].contains(result["result"] as? String) && result["target"] as? String == url)
    #expect(result["config"] as? NSDictionary == begun["config"] as? NSDictionary)
    let told = (results[1]["answer"] as? [String: Any])?["signedPayload"] as? [String: Any]
    #expect(told?["notificationType"] as? String == "TEST" || results[1]["code"] as? Int == 4_040_008, "\(results[1])")
  }

  @Test("what is not there is refused with Apple's codes")
  func codes() throws {
    let run = try StandInRun(["cancel-auto-renew"])
    let place: [Any] = ["com.example.app.monthly", "en-US"]
    let codes = try run.ask([
      ("delete_image", [Self.image]), ("delete_message", [Self.message]), ("get_default_message", place),
      ("delete_realtime_url", []), ("get_performance_test_results", [Self.account]),
      ("get_performance_test_results", ["x"]),
      ("initiate_performance_test", [["PerformanceTestRequest": ["originalTransactionId": "1"]]]),
    ])
    #expect(
      codes.map { $0["code"] as? Int } == [
        4_040_014, 4_040_015, 4_040_020, 4_040_021, 4_040_018, 4_000_212, 4_040_010,
      ])
  }
}
