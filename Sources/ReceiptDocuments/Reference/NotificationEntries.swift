extension ReferenceEntry {
  /// App Store server notifications, version 1: values of `notification_type`.
  static let notificationsV1: [ReferenceEntry] = [
    entry(
      "INITIAL_BUY", "A customer bought a subscription for the first time.", "Store latest_receipt and grant access."),
    entry(
      "CANCEL", "Apple's support cancelled a subscription, or the customer upgraded it.",
      "Look at cancellation_date and take back access, or follow the upgrade."),
    entry(
      "RENEWAL", "A renewal succeeded after an earlier failure. Deprecated in favour of DID_RECOVER.",
      "Treat it like DID_RECOVER."),
    entry(
      "INTERACTIVE_RENEWAL", "A customer renewed a subscription in the app or in the App Store's settings.",
      "Grant access at once."),
    entry(
      "DID_CHANGE_RENEWAL_PREF", "A customer chose another plan, from the next renewal on.",
      "Look at auto_renew_product_id; nothing changes in this period."),
    entry(
      "DID_CHANGE_RENEWAL_STATUS",
      """
      Renewal was switched on or off. It is also the only notification of a customer who subscribes to a lapsed \
      product again, and comes with CANCEL at a refund, after failed retries and at an upgrade.
      """,
      "Its type alone says nothing of access: look at auto_renew_status, and at the dates in latest_receipt_info."),
    entry(
      "DID_FAIL_TO_RENEW", "A renewal failed because of a billing issue; Apple retries.",
      """
      Look at is_in_billing_retry_period and grace_period_expires_date. Ask the customer to bring payment details up \
      to date.
      """
    ),
    entry("DID_RECOVER", "A renewal succeeded after billing had failed.", "Grant access until the new expires_date."),
    entry("DID_RENEW", "A subscription renewed.", "Grant access until the new expires_date."),
    entry(
      "PRICE_INCREASE_CONSENT", "Apple asks the customer to agree to a price increase.",
      "Nothing yet; look at price_consent_status."),
    entry("REFUND", "Apple refunded a purchase.", "Take back what it unlocked; see cancellation_date."),
    entry(
      "REVOKE", "A purchase that was shared with the family is no longer available to this customer, or was refunded.",
      "Take back what it unlocked."),
    entry(
      "CONSUMPTION_REQUEST", "A customer asked for a refund of a consumable, and Apple asks how much of it was used.",
      "Answer within 12 hours with Send Consumption Information, if the customer agreed to it."),
  ]

  private static func entry(_ type: String, _ meaning: String, _ action: String) -> ReferenceEntry {
    ReferenceEntry(.notificationV1, type, meaning, .developer, action, source: FactSource.v1)
  }

  /// App Store server notifications, version 2: `notificationType`, `subtype`, and both together (`EXPIRED/VOLUNTARY`).
  ///
  /// The entries come from the rows of ``NotificationMeaning``.
  static let notificationsV2: [ReferenceEntry] =
    NotificationMeaning.types.map(type) + NotificationMeaning.all.filter { $0.subtype != nil }.map(pair)
    + NotificationMeaning.subtypes.map(subtype)

  /// The entry of a type, with all its meanings.
  private static func type(_ type: String) -> ReferenceEntry {
    let rows = NotificationMeaning.rows(of: type)
    let aliases = NotificationMeaning.otherNames.filter { $0.value == type }.map(\.key)
    if rows.count == 1, let row = rows.first, row.subtype == nil { return entry(row, aliases: aliases) }
    let actions = rows.map(\.actionWords)
    let action =
      Set(actions).count == 1 ? actions[0] : zip(rows, actions).map { "\($0.lead): \($1)" }.joined(separator: " ")
    return ReferenceEntry(
      .notificationV2, type, aliases: aliases,
      rows.map { "\($0.lead): \($0.event) Access: \($0.access.words).\($0.exceptions)" }.joined(separator: " "),
      .developer, action,
      source: FactSource.v2)
  }

  private static func pair(_ row: NotificationMeaning) -> ReferenceEntry { entry(row, aliases: []) }

  private static func entry(_ row: NotificationMeaning, aliases: [String]) -> ReferenceEntry {
    ReferenceEntry(
      .notificationV2, row.name, aliases: aliases,
      "\(row.event) Access: \(row.access.words). \(row.accessDetail)\(row.exceptions) What it is about is in "
        + "`\(row.content)`.",
      row.action.isEmpty ? .noOne : .developer, row.action.isEmpty ? "" : row.actionWords, source: FactSource.v2)
  }

  /// The entry of a subtype, with all types that have it.
  private static func subtype(_ subtype: String) -> ReferenceEntry {
    let rows = NotificationMeaning.all.filter { $0.subtype == subtype }
    return ReferenceEntry(
      .notificationSubtype, subtype, rows.map { "With \($0.type): \($0.event)" }.joined(separator: " "),
      source: FactSource.v2Subtype)
  }
}

extension NotificationMeaning {
  /// Where the rule does not hold, each in a sentence after a space.
  fileprivate var exceptions: String {
    let isEnd = content == "data" && (access == .end || access == .takeBack)
    let commitment = NotificationMeaning.ofCommitment(type, subtype)
    return
      (isEnd ? " Where the status in it is 1 or 4, the customer keeps access, and nothing is to be taken back." : "")
      + (commitment.map { " With a monthly plan and a 12-month commitment: \($0.event) \($0.accessDetail)" } ?? "")
  }

  fileprivate var lead: String { subtype.map { "With \($0)" } ?? "Without a subtype" }

  /// What to do, and the time limit.
  fileprivate var actionWords: String {
    (action.isEmpty ? "Nothing." : action) + (hours.map { " Do it within \($0) hours." } ?? "")
  }
}
