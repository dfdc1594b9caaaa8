/// An error of the External Purchase Server API. The API answers a faulty report with all of its errors, and accepts
/// nothing of it.
///
///     {"errors": [{"errorCode": 4, "errorMessage": "…", "fieldName": "taxCountry", "lineItemId": "…"}]}
///
/// Source: Apple, "External Purchase Server API", 1.2.0, which states their names; the number 9 of
/// MissingLineItemsForStatus is inferred from the numbers of the others.
package struct ExternalPurchaseError: Sendable {
  /// Apple's number; `nil` if it is unknown here.
  package let code: Int?
  package let name: String
  /// A clause.
  package let meaning: String

  /// What to do, in whole sentences.
  package let action: String

  private init(
    _ code: Int?, _ name: String, _ meaning: String,
    action: String = "Correct the field, and send the whole report again with the same requestIdentifier."
  ) {
    self.code = code
    self.name = name
    self.meaning = meaning
    self.action = action
  }

  /// The error with this number.
  package static func of(_ code: Int) -> ExternalPurchaseError? { all.first { $0.code == code } }

  /// The number of NotFound.
  package static let notFound: Int64 = 3

  /// All errors, ordered by number.
  package static let all: [ExternalPurchaseError] = [
    .init(
      1, "DuplicateValue", "a value that has to be unique occurs twice, or a requestIdentifier was used before"),
    .init(
      2, "ReportingCurrencyMismatch",
      "the reporting currency differs from that of the line item that is referenced or restated"),
    .init(3, "NotFound", "what is asked for or referenced does not exist"),
    .init(4, "OmittedField", "a field that is required is missing"),
    .init(
      5, "FieldNotAllowed",
      "a field does not go with the kind of line item, or an exchange rate with two equal currencies"
    ),
    .init(6, "FutureDate", "a date lies in the future"),
    .init(7, "UnknownEnum", "a word is not one that Apple knows"),
    .init(
      8, "LineItemStatusRegression", "the token was reported with line items before, and its status cannot go back"),
    .init(9, "MissingLineItemsForStatus", "the status LINE_ITEM needs line items"),
    .init(10, "LineItemsNotAllowedForStatus", "line items go with the status LINE_ITEM only"),
    .init(11, "IncorrectAmountTaxInclusive", "amountTaxInclusive is not amountTaxExclusive and taxAmount together"),
    .init(12, "IncorrectNetAmount", "netAmountTaxExclusive does not follow from the other amounts"),
    .init(13, "SelfReference", "a line item references itself"),
    .init(14, "ReferenceInvalidSubscriptionEvent", "the referenced line item is not the start of a subscription"),
    .init(15, "NegativeValueNotAllowed", "a number is negative that cannot be"),
    .init(16, "PositiveValueRequired", "a number has to be greater than zero"),
    .init(17, "StartDateAfterEndDate", "subscriptionEndDate is before the start of the subscription"),
    .init(
      18, "ReportingCurrencyExchangeNotAllowed",
      """
      amounts in the pricing currency must not be exchanged into this reportingCurrency: it has to be the pricing \
      currency if Apple supports that, else EUR or USD
      """),
    .init(19, "MaximumLengthExceeded", "a text is too long"),
    .init(
      20, "ErroneouslySubmittedNotRestatement", "only a restatement can say that a line item was submitted by mistake"),
    .init(21, "ReferenceLineItemNotABuy", "the referenced line item is not a purchase"),
    .init(22, "ErroneousLineItemReferencedByValidLineItem", "a line item that others reference cannot be retracted"),
    .init(23, "TaxCountryMismatch", "the tax country differs from that of the referenced line item"),
    .init(24, "NetAmountMismatch", "the net amount differs from that of the referenced line item"),
    .init(25, "ValidLineItemReferencesErroneousLineItem", "the referenced line item was submitted by mistake"),
    .init(
      26, "SimultaneousSubmission", "another report about the token is being worked on",
      action: "There is nothing to correct: send the same report again."),
    .init(27, "DateTooFarInPast", "a date lies too far in the past"),
    .init(28, "RefundReferencedByRefund", "a refund references a refund"),
    .init(29, "NonInitialBuyReferencedByBuy", "the referenced line item is not the first purchase of the subscription"),
    .init(30, "RepeatErroneousSubmission", "the line item was retracted already"),
    .init(31, "ReferencedCreationDateIncompatible", "the line item is older than the one that it references"),
    .init(
      32, "PricingCurrencyMismatch",
      "the pricing currency differs from that of the line item that is referenced or restated"),
    .init(33, "ExchangeRateMismatch", "the exchange rate differs from that of the referenced line item"),
    .init(34, "SubscriptionStartNonZeroDaysPaidService", "a subscription has no days of paid service at its start"),
    .init(
      35, "InvalidTaxInclusiveAmountForSubscriptionPayment",
      "amountTaxInclusive of a SUBSCRIPTION_PAYMENT is not greater than zero"),
    .init(36, "LineItemCreationDateOutOfRange", "the line item was not created while the token was valid"),
    .init(39, "RestatementNotAllowedCreationDate", "a line item of that date cannot be restated any more"),
    .init(
      nil, "DuplicateTokenStatusNotAllowed",
      "DUPLICATE_TOKEN goes with tokens of the types SERVICES and ACQUISITION only"),
    .init(nil, "RefundNotAllowedCreationDate", "what was sold on that date cannot be refunded any more"),
    .init(nil, "RestatementCreationDateMismatch", "a restatement has another creation date than the line item"),
  ]
}
