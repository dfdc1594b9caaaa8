import ReceiptKit

/// The fields that are known, by name. What is not here is replaced.
///
/// Names are those of verifyReceipt, of the App Store Server API, of iOS 6 receipts, and ReceiptKit's names of
/// attributes. All are normalised: `transaction_id`, `transactionId` and `transaction-id` are one name.
enum FieldRules {
  /// The rule for a field of this name.
  static func rule(for name: String) -> FieldRule? { field(named: name).rule }

  /// The rule for a field of this name, and whether the name is Apple's or a usual name of receipts.
  ///
  /// Any other name may identify a person: an account or a transaction may be the key of a table.
  static func field(named name: String) -> (rule: FieldRule?, isKnown: Bool) {
    let plain = normalized(name)
    if plain.count <= longestName, let rule = table[String(decoding: plain, as: UTF8.self)] {
      let isName =
        name.utf8.count <= 40
        && name.utf8.allSatisfy {
          $0.isASCIIDigit || $0.isASCIILetter || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-")
        }
      return (rule, isName)
    }
    return (isSecret(plain) ? .secret : nil, false)
  }

  private static func normalized(_ name: String) -> [UInt8] {
    var plain: [UInt8] = []
    plain.reserveCapacity(name.utf8.count)
    for octet in name.utf8 where octet.isASCIIDigit || octet.isASCIILetter {
      plain.append(octet >= 0x41 ? octet | 0x20 : octet)
    }
    return plain
  }

  private static func isSecret(_ plain: [UInt8]) -> Bool {
    plain.indices.contains { index in
      secrets.contains { $0[0] == plain[index] && plain[index...].starts(with: $0) }
    }
  }

  /// A date has several fields: `X_ms`, `X_pst`, in iOS 6 receipts `X-formatted` and `X-formatted-pst` too.
  private static let dateForms = ["", "formattedpst", "formatted", "pst", "ms"]
  private static let secrets = ["password", "secret", "authorization", "apikey", "credential"].map { Array($0.utf8) }

  /// Members with members or encoded content: answers, requests, notifications, JWS, and the wrappers around them.
  ///
  /// The wrappers are those of shops and libraries, as listed in `ReceiptMember`.
  private static let envelopes = """
    receipt in_app latest_receipt latest_receipt_info latest_expired_receipt_info pending_renewal_info unified_receipt \
    receipt_data transaction_receipt app_store_receipt app_store_receipt_data app_receipt base64_receipt receipt_base64 \
    base64_encoded_receipt encoded_receipt receipt_string ios_receipt apple_receipt payload fetch_token \
    server_verification_data local_verification_data verification_data \
    signed_payload signed_transaction_info signed_renewal_info signed_transaction signed_transactions \
    signed_app_transaction_info jws_representation jws_representation_ios \
    data summary external_purchase_token last_transactions has_more revision purchase_info signature signing_status \
    advanced_commerce_info eligible_win_back_offer_ids external_purchase_id token_creation_date revocation_percentage \
    document event body message request response result items
    """

  /// The known fields, by normalised name. Envelopes have no rule.
  private static let table: [String: FieldRule?] = {
    var table: [String: FieldRule?] = [:]
    func add(_ names: String, _ rule: FieldRule?, forms: [String] = [""]) {
      for name in names.split(separator: " ") {
        let plain = String(decoding: normalized(String(name)), as: UTF8.self)
        for form in forms { table.updateValue(rule, forKey: plain + form) }
      }
    }
    add(envelopes, nil)
    for (names, rule) in Receipt.table.redactions + InAppPurchase.table.redactions + rows {
      if case .date = rule { add(names, rule, forms: dateForms) } else { add(names, rule) }
    }
    return table
  }()

  private static let longestName = table.keys.map(\.utf8.count).max() ?? 0

  /// What is no attribute of a receipt; those bring their rules along.
  private static let rows: [(names: String, rule: FieldRule)] = [
    // Who, and what they bought.
    ("transaction_identifier original_transaction_identifier last_transaction_id", .identifier(.transaction)),
    ("unique_identifier device_verification_nonce", .identifier(.device)),
    ("device_verification", .encodedIdentifier(.device)),
    ("unique_vendor_identifier", .identifier(.vendor)),
    ("app_account_token application_username", .identifier(.account)),
    ("app_transaction_id", .identifier(.appTransaction)),
    ("notification_uuid", .identifier(.notification)),
    // The app and its products.
    ("bid bundle_identifier app_apple_id", .app),
    (
      """
      item_id auto_renew_product_id auto_renew_adam_id subscription_group_identifier offer_identifier \
      offer_code_ref_name
      """,
      .product
    ),
    // Dates.
    (
      """
      request_date grace_period_expires_date preorder_date auto_renew_status_change_date signed_date revocation_date \
      recent_subscription_start_date renewal_date
      """,
      .date
    ),
    // Values that many people share.
    ("status", Looks.number(5)),
    ("environment", Looks.word("Production", "Sandbox", "Xcode", "LocalTesting", "PROD")),
    (
      """
      is_upgraded auto_renew_status is_in_billing_retry_period price_consent_status price_increase_status \
      expiration_intent is_retryable exclude_old_transactions revocation_reason offer_type redacted
      """,
      Looks.flag
    ),
    ("signing_status", Looks.number(2)),
    ("pod", Looks.number(4)),
    (
      "type",
      Looks.word(
        "Auto-Renewable Subscription", "Non-Consumable", "Consumable", "Non-Renewing Subscription")
    ),
    ("notification_type", Looks.key(of: .notificationV1, .notificationV2)),
    ("subtype", Looks.key(of: .notificationSubtype)),
    ("offer_discount_type", Looks.word("FREE_TRIAL", "PAY_AS_YOU_GO", "PAY_UP_FRONT", "ONE_TIME")),
    ("offer_period", Looks.period),
    ("transaction_reason", Looks.word("PURCHASE", "RENEWAL")),
    (
      "consumption_request_reason",
      Looks.word("UNINTENDED_PURCHASE", "FULFILLMENT_ISSUE", "UNSATISFIED_WITH_PURCHASE", "LEGAL", "OTHER")
    ),
    (
      "currency storefront",
      .common { text in text.utf8.count == 3 && text.utf8.allSatisfy { $0.isASCIILetter && $0 < 0x60 } }
    ),
    ("storefront_id", Looks.number(6)),
    // Thousandths: up to a million of any currency, and too short for a telephone number.
    ("price renewal_price", Looks.number(9)),
    ("bvrs version notification_version bundle_version", Looks.version),
    ("Store", Looks.word("AppleAppStore", "MacAppStore")),
    // Credentials.
    ("password shared_secret", .secret),
  ]
}

extension Looks {
  /// A constant of Apple's that the reference knows: `DID_RENEW`.
  fileprivate static func key(of kinds: ReferenceEntry.Kind...) -> FieldRule {
    let words = Set(Reference.entries.filter { kinds.contains($0.kind) }.map(\.key))
    return .common { words.contains($0) }
  }
}
