/// What a judgement of a vector need not say, as TestReceipts/README.md has it: the checks that are skipped unless it
/// says otherwise.
public enum JudgementDefaults {
  /// The checks that are about one expectation, with the keys of a policy that give it.
  private static let askedBy: [String: [String]] = [
    "bundle_identifier": ["bundle_id"], "environment": ["environment"],
    "application_version": ["app_version", "min_app_version"],
    "original_application_version": ["original_version_below"], "device_hash": ["device_guid"], "products": ["product"],
    "active_subscription": ["active"], "app_apple_id": ["app_apple_id"], "account_token": ["account_token"],
    "device_verification": ["device_id"],
  ]
  /// What only few receipts have: a document around them, an expiry.
  private static let rare = ["request_bundle", "expiration_date"]

  /// Whether a check is skipped under a policy with these keys.
  public static func skips(_ check: String, _ keys: some Collection<String>) -> Bool {
    rare.contains(check) || (askedBy[check].map { Set(keys).isDisjoint(with: $0) } ?? false)
  }
}
