extension ReferenceEntry {
  /// The entries for values of fields: reasons of an end, flags, kinds of ownership.
  package static let reasons: [ReferenceEntry] =
    cancellation + expiration
    + [
      value(
        "auto_renew_status", "0",
        "The customer switched renewal off. Access lasts until expires_date.", .noOne),
      value(
        "auto_renew_status", "1",
        "The subscription is going to renew at the end of the period.", .noOne),
      value(
        "is_in_billing_retry_period", "0", "Apple has stopped trying to collect the payment.", .customer,
        "The customer has to subscribe again."),
      value(
        "is_in_billing_retry_period", "1",
        """
        A payment failed and Apple keeps trying to collect it, up to 60 days, or 90 for a monthly payment of a \
        12-month commitment.
        """,
        .customer,
        "Ask the customer to bring the payment details of the Apple account up to date."),
      value(
        "price_consent_status", "0", "The customer has not agreed to the price increase yet.", .customer,
        "Without consent the subscription ends with the period."),
      value("price_consent_status", "1", "The customer agreed to the price increase.", .noOne),
      value(
        "price_increase_status", "0", "The customer has not agreed to the price increase yet.", .customer,
        "Without consent the subscription ends with the period."),
      value(
        "price_increase_status", "1",
        "The customer agreed to the price increase, or was only told of one that needs no consent.", .noOne),
      value("in_app_ownership_type", "PURCHASED", "The customer bought it.", .noOne),
      value(
        "in_app_ownership_type", "FAMILY_SHARED", "A member of the customer's family bought it and shares it.", .noOne),
    ]

  private static let cancellation: [ReferenceEntry] = [
    ("0", "Apple refunded it or took it back from Family Sharing for another reason, such as an accidental purchase."),
    (
      "1",
      "Apple refunded it or took it back from Family Sharing because of an issue with the app, actual or perceived."
    ),
  ].map { code(.cancellationReason, $0, $1, .developer, "Take back what the purchase unlocked.") }

  private static let expiration: [ReferenceEntry] = [
    code(.expirationIntent, "1", "The customer cancelled the subscription."),
    code(
      .expirationIntent, "2", "A billing error: the payment details were no longer valid.", .customer,
      "Ask the customer to bring the payment details of the Apple account up to date."),
    code(
      .expirationIntent, "3", "The customer did not agree to a higher price, or to the conversion of an offer."),
    code(
      .expirationIntent, "4", "The product was not available for purchase at the time of renewal.", .developer,
      "Look at it in App Store Connect."),
    code(.expirationIntent, "5", "Unknown error."),
  ]

  /// The entry for a number of a field that forms its own kind of entries, named like the field.
  private static func code(
    _ kind: ReferenceEntry.Kind, _ code: String, _ meaning: String, _ actor: ReferenceEntry.Actor = .noOne,
    _ action: String = ""
  ) -> ReferenceEntry {
    ReferenceEntry(
      kind, code, aliases: ["\(kind.rawValue)=\(code)"], meaning, actor, action, source: FactSource.responseBody)
  }

  private static func value(
    _ field: String, _ code: String, _ meaning: String, _ actor: ReferenceEntry.Actor, _ action: String = ""
  ) -> ReferenceEntry {
    // A word is also found without its field. A number is not, because many fields have it.
    let isNumber = code.first?.isNumber ?? false
    return ReferenceEntry(
      .fieldValue, "\(field)=\(code)", aliases: isNumber ? [] : [code], meaning, actor, action,
      source: FactSource.responseBody)
  }
}
