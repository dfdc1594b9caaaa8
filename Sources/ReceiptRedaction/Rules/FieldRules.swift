import ReceiptKit

extension FieldRule {
  /// The rule for a field of this name, and whether the name is Apple's or a usual name of receipts. The value of an
  /// unknown field is replaced.
  ///
  /// Names are those of verifyReceipt, of the App Store Server API, of iOS 6 receipts, and ReceiptKit's names of
  /// attributes. All names are normalised: `transaction_id`, `transactionId` and `transaction-id` are the same name.
  ///
  /// Any other name may identify a person: an account or a transaction may be the key of a table.
  static func field(named name: String) -> (rule: FieldRule?, isKnown: Bool) {
    let plain = normalized(name)
    if plain.count <= longestName, let rule = table[String(decoding: plain, as: UTF8.self)] {
      // Any other spelling may be a message.
      let isUsual =
        name.utf8.count <= 40
        && name.utf8.allSatisfy {
          $0.isASCIIDigit || $0.isASCIILetter || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-")
        }
      return (rule, isUsual)
    }
    return (isSecret(plain) ? .secret : nil, false)
  }

  /// The letters and digits of a name, in lower case.
  private static func normalized(_ name: String) -> [UInt8] {
    var plain: [UInt8] = []
    plain.reserveCapacity(name.utf8.count)
    for octet in name.utf8 where octet.isASCIIDigit || octet.isASCIILetter {
      plain.append(octet.asciiLowercase)
    }
    return plain
  }

  /// Whether a name contains a word for something secret.
  private static func isSecret(_ plain: [UInt8]) -> Bool {
    plain.indices.contains { index in
      secrets.contains { $0[0] == plain[index] && plain[index...].starts(with: $0) }
    }
  }

  /// A date has several fields: `X_ms`, `X_pst`, in iOS 6 receipts `X-formatted` and `X-formatted-pst` too.
  private static let dateForms = ["", "formattedpst", "formatted", "pst", "ms"]
  private static let secrets = ["password", "secret", "authorization", "apikey", "credential"].map { Array($0.utf8) }

  /// Members that contain members or encoded content: answers, requests, notifications, JWS, and the wrappers around
  /// them.
  ///
  /// The wrappers are those of shops and libraries, as listed in `ReceiptMember`.
  private static let envelopes = """
    receipt in_app latest_receipt latest_receipt_info latest_expired_receipt_info pending_renewal_info unified_receipt \
    receipt_data transaction_receipt app_store_receipt app_store_receipt_data app_receipt base64_receipt \
    receipt_base64 base64_encoded_receipt encoded_receipt receipt_string ios_receipt apple_receipt payload fetch_token \
    server_verification_data local_verification_data verification_data signed_transaction signed_transactions \
    jws_representation jws_representation_ios last_transactions has_more revision notification_history send_attempts \
    pagination_token purchase_info signature document event body message request response result
    """

  /// The known fields, by normalised name. Envelopes have no rule.
  ///
  /// Members of signed data have the rules of their tables. `status` is a member of signed data and of verifyReceipt's
  /// answers: a value that either of the two rules knows is kept.
  private static let table: [String: FieldRule?] = {
    var table: [String: FieldRule?] = [:]
    func add(_ names: String, _ rule: FieldRule?, forms: [String] = [""]) {
      for name in names.split(separator: " ") {
        let plain = String(decoding: normalized(String(name)), as: UTF8.self)
        for form in forms { table.updateValue(either(table[plain + form] ?? nil, rule), forKey: plain + form) }
      }
    }
    add(envelopes, nil)
    let members = PayloadTable.all.flatMap(\.members).map { ($0.name, $0.redaction) }
    for (names, rule) in Receipt.table.redactions + InAppPurchase.table.redactions + members + rows {
      if case .date? = rule { add(names, rule, forms: dateForms) } else { add(names, rule) }
    }
    return table
  }()

  /// The rule for a name with two rules: if both keep values of a form, one that keeps the values of either; otherwise
  /// the first rule.
  private static func either(_ first: FieldRule?, _ second: FieldRule?) -> FieldRule? {
    guard case .common(let one)? = first, case .common(let other)? = second else { return first ?? second }
    return .common { one($0) || other($0) }
  }

  private static let longestName = table.keys.map(\.utf8.count).max() ?? 0

  /// The fields that are neither attributes of receipts nor members of signed data. Those have rules in their own
  /// tables.
  private static let rows: [(names: String, rule: FieldRule?)] = [
    // The customer and the purchase.
    ("transaction_identifier original_transaction_identifier last_transaction_id", .identifier(.transaction)),
    ("unique_identifier", .identifier(.device)),
    ("unique_vendor_identifier", .identifier(.vendor)),
    ("application_username", .identifier(.account)),
    // The app and its products.
    ("bid bundle_identifier", .app),
    ("item_id auto_renew_adam_id offer_code_ref_name", .product),
    // Dates.
    ("auto_renew_status_change_date attempt_date", .date),
    // Values that many people share.
    ("status", .number(5)),
    ("price_consent_status is_retryable exclude_old_transactions redacted", .flag),
    ("signing_status", .number(2)),
    ("pod", .number(4)),
    (
      "send_attempt_result first_send_attempt_result",
      .word(
        "SUCCESS", "TIMED_OUT", "TLS_ISSUE", "CIRCULAR_REDIRECT", "NO_RESPONSE", "SOCKET_ISSUE", "UNSUPPORTED_CHARSET",
        "INVALID_RESPONSE", "PREMATURE_CLOSE", "UNSUCCESSFUL_HTTP_RESPONSE_CODE", "OTHER")
    ),
    ("notification_type", .key(of: .notificationV1, .notificationV2)),
    ("notification_version bvrs", .version),
    ("Store", .word("AppleAppStore", "MacAppStore")),
    // What stood around a printed object, which a redacted one must still say.
    (ProgramMember.surroundingWords, .word(ProgramMember.otherWords)),
    // Credentials.
    ("password shared_secret", .secret),
  ]
}

extension FieldRule {
  /// A constant of Apple's that the reference contains, such as `DID_RENEW`.
  fileprivate static func key(of kinds: ReferenceEntry.Kind...) -> FieldRule {
    let words = Set(Reference.entries.filter { kinds.contains($0.kind) }.map(\.key))
    return .common { words.contains($0) }
  }
}
