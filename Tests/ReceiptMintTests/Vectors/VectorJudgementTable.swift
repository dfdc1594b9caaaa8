/// What `validate` has to say of the vectors, by their names. Every check passes, fails and, where it can be, is
/// skipped in one of them. None is authentic, so that whatever passes as production is seen in other tests.
enum VectorJudgementTable {
  /// A few minutes after most vectors were made.
  private static let soon = VectorJudgement.Time.now("2025-12-26T19:00:00Z")
  private static let later = VectorJudgement.Time.now("2026-11-21T00:00:00Z")

  /// The device of the samples, and one with another last bit.
  private static let device = "A0A1A2A3-A4A5-A6A7-A8A9-AAABACADAEAF"
  private static let otherDevice = "a0a1a2a3a4a5a6a7a8a9aaabacadaeae"

  private typealias Policy = [(String, OrderedJSON)]
  private static let allowed: Policy = [("allow_test_signed", .true)]
  private static let unproven = ["signature", "marker_oids"]
  private static let aboutPurchases = ["purchase_dates", "duplicate_transactions", "quantity", "product_type_known"]

  private static func texts(_ texts: String...) -> OrderedJSON { .list(texts.map(OrderedJSON.text)) }

  static let all: [String: [VectorJudgement]] = [
    "sandbox-subscription": [
      VectorJudgement(allowed, soon, "passed"),
      VectorJudgement(allowed, later, "passed"),
      VectorJudgement([], soon, "failed", failed: ["signature"]),
      VectorJudgement(
        allowed + [
          ("bundle_id", texts("com.example.other", "com.example.reader")),
          ("environment", texts("production", "sandbox")), ("app_version", .text("42")), ("max_age", .text("30d")),
          ("device_guid", .text(device)),
        ], soon, "passed"),
      // Its last period was refunded; those before it do not count.
      VectorJudgement(
        allowed + [("product", .text("com.example.reader.monthly"))], soon, "failed", failed: ["products"]),
      VectorJudgement(
        allowed + [
          ("bundle_id", .text("com.example.Reader")), ("environment", .text("xcode")),
          ("min_app_version", .text("42.1")), ("original_version_below", .text("1")), ("max_age", .text("47w")),
          ("device_guid", .text(otherDevice)),
          ("product", texts("com.example.reader.monthly", "com.example.reader.pro")),
          ("active", .text("com.example.reader.monthly")),
        ], later, "failed",
        failed: [
          "bundle_identifier", "environment", "application_version", "original_application_version", "creation_date",
          "device_hash", "products", "active_subscription",
        ]),
      VectorJudgement(
        allowed + [("original_version_below", .text("1.0.1"))], soon, "incomplete",
        skipped: ["original_application_version"]),
      VectorJudgement(allowed + [("require_check", texts("quantity", "device_hash"))], soon, "incomplete"),
      VectorJudgement(allowed, .now("2025-12-26T18:30:00Z"), "failed", failed: ["creation_date"]),
      VectorJudgement(
        allowed, .at("2024-07-24T14:50:02Z"), "failed", failed: ["certificate_chain", "creation_date"],
        skipped: unproven),
      VectorJudgement(allowed, .at("2026-08-23T14:50:02Z"), "passed"),
      VectorJudgement(
        allowed, .at("2026-08-23T14:50:03Z"), "failed", failed: ["certificate_chain"], skipped: unproven),
      VectorJudgement([("environment", .text("production"))], soon, "failed", failed: ["signature", "environment"]),
    ],
    "production": [
      VectorJudgement(
        allowed + [
          ("environment", texts("production", "sandbox")), ("min_app_version", .text("9.9")),
          ("original_version_below", .text("10")),
        ], soon, "failed", failed: ["environment"]),
      VectorJudgement(
        allowed + [("original_version_below", .text("7.0"))], soon, "failed", failed: ["original_application_version"]),
      VectorJudgement([("environment", .text("production"))], soon, "failed", failed: ["signature", "environment"]),
    ],
    // Its purchase is from another era than its signature.
    "production-sha1": [VectorJudgement(allowed, soon, "failed", failed: ["purchase_dates"])],
    "vpp": [
      VectorJudgement(
        allowed + [("environment", texts("vpp", "sandbox"))], soon, "failed", failed: ["environment"],
        skipped: aboutPurchases, passed: ["expiration_date"]),
      VectorJudgement(
        allowed, .now("2026-12-26T18:39:46Z"), "passed", skipped: aboutPurchases, passed: ["expiration_date"]),
      VectorJudgement(
        allowed, .now("2026-12-26T18:39:47Z"), "failed", failed: ["expiration_date"], skipped: aboutPurchases),
    ],
    "xcode": [
      VectorJudgement(
        allowed + [("environment", .text("xcode")), ("active", .text("com.example.reader.monthly"))],
        .now("2023-11-19T02:45:38Z"), "passed", skipped: ["marker_oids", "product_type_known"],
        passed: ["expiration_date"]),
      VectorJudgement(
        [("environment", .text("production"))], soon, "failed", failed: ["signature", "environment"],
        skipped: ["marker_oids", "product_type_known"], passed: ["expiration_date"]),
    ],
    "xcode-unknown": [
      VectorJudgement(
        allowed, soon, "failed", failed: ["certificate_chain"], skipped: unproven + ["product_type_known"],
        passed: ["expiration_date"])
    ],
    "bad-signature": [VectorJudgement(allowed, soon, "failed", failed: ["signature"])],
    "unsigned": [
      VectorJudgement(allowed, soon, "failed", failed: ["signature"], skipped: ["certificate_chain", "marker_oids"])
    ],
    "expired": [VectorJudgement(allowed, later, "failed", failed: ["certificate_chain"], skipped: unproven)],
    "missing-certificates": [
      VectorJudgement(allowed, soon, "failed", failed: ["certificate_chain"], skipped: unproven)
    ],
    "missing-signer-marker": [
      VectorJudgement(allowed, soon, "failed", failed: ["marker_oids"], skipped: ["signature"])
    ],
    "missing-intermediate-marker": [
      VectorJudgement(allowed, soon, "failed", failed: ["marker_oids"], skipped: ["signature"])
    ],
    "empty": [VectorJudgement(allowed, soon, "passed", skipped: aboutPurchases)],
    // Its signature is nonsense, and it says next to nothing.
    "jws": [VectorJudgement(allowed, soon, "failed", failed: ["signature"], skipped: VectorJudgement.checks)],
    "subscription-active": [
      VectorJudgement(
        allowed + [("product", texts("com.example.reader.monthly", "com.example.reader.season"))],
        .now("2026-01-20T09:59:59Z"), "passed"),
      VectorJudgement(
        allowed + [("product", .text("com.example.reader.monthly"))], .now("2026-01-20T10:00:00Z"), "failed",
        failed: ["products"]),
      VectorJudgement(
        allowed + [("active", .text("com.example.reader.monthly"))], .now("2026-01-20T09:59:59Z"), "passed"),
      // A non-renewing subscription is the app's own to count, whatever date is written beside it.
      VectorJudgement(
        allowed + [("active", texts("com.example.reader.monthly", "com.example.reader.season"))],
        .now("2026-01-20T09:59:59Z"), "failed", failed: ["active_subscription"]),
      VectorJudgement(
        allowed + [("active", .text("com.example.reader.monthly"))], .now("2026-01-20T10:00:00Z"), "failed",
        failed: ["active_subscription"]),
      VectorJudgement(
        allowed + [("active", .text("com.example.reader.monthly")), ("grace_period", .text("16d"))],
        .now("2026-02-05T09:59:59Z"), "passed", warned: ["active_subscription"]),
      VectorJudgement(
        allowed + [("active", .text("com.example.reader.monthly")), ("grace_period", .text("16d"))],
        .now("2026-02-05T10:00:00Z"), "failed", failed: ["active_subscription"]),
      VectorJudgement(
        allowed + [("active", .text("com.example.reader.pro")), ("product", .text("com.example.reader.refunded"))],
        soon,
        "failed", failed: ["products", "active_subscription"]),
    ],
    "disordered-dates": [VectorJudgement(allowed, soon, "failed", failed: ["purchase_dates"])],
    "renewal-booked-ahead": [VectorJudgement(allowed, soon, "passed", warned: ["purchase_dates"])],
    "duplicate-transaction": [VectorJudgement(allowed, soon, "failed", failed: ["duplicate_transactions"])],
    "quantity-zero": [VectorJudgement(allowed, soon, "failed", failed: ["quantity"])],
    "unknown-product-type": [VectorJudgement(allowed, soon, "failed", failed: ["product_type_known"])],
    "notification-of-this-app": [VectorJudgement(allowed, soon, "passed", passed: ["request_bundle"])],
    "notification-of-another-app": [VectorJudgement(allowed, soon, "failed", failed: ["request_bundle"])],
    "odd-values": [VectorJudgement(allowed, soon, "failed", failed: ["attributes"])],
    "unknown-attribute": [VectorJudgement(allowed, soon, "passed")],
    "versions-in-words": [
      VectorJudgement(allowed + [("app_version", .text("beta"))], soon, "passed"),
      VectorJudgement(
        allowed + [("min_app_version", .text("1")), ("original_version_below", .text("2"))], soon, "failed",
        failed: ["application_version", "original_application_version"]),
    ],
    "few-attributes": [
      VectorJudgement(
        allowed + [("device_guid", .text(device)), ("original_version_below", .text("2"))], soon, "incomplete",
        warned: ["purchase_dates", "duplicate_transactions"],
        skipped: ["device_hash", "original_application_version", "quantity", "product_type_known"]),
      VectorJudgement(
        allowed + [
          ("bundle_id", .text("com.example.reader")), ("environment", .text("sandbox")), ("app_version", .text("42")),
        ], soon, "failed", failed: ["bundle_identifier", "environment", "application_version"],
        warned: ["purchase_dates", "duplicate_transactions"], skipped: ["quantity", "product_type_known"]),
    ],
  ]
}
