/// An error of the External Purchase Server API, which answers a report with all of its errors and takes nothing of it.
///
///     {"errors": [{"errorCode": 4, "errorMessage": "…", "fieldName": "taxCountry", "lineItemId": "…"}]}
///
/// Source: Apple, "External Purchase Server API", 1.2.0, which tells their names; that 9 is MissingLineItemsForStatus
/// is concluded from the numbers of the others.
package struct ExternalPurchaseError: Sendable {
  /// Apple's number; `nil` if it is not known here.
  package let code: Int?
  package let name: String
  /// A clause.
  package let meaning: String

  /// The error with this name.
  package static func named(_ name: String) -> ExternalPurchaseError? { all.first { $0.name == name } }

  /// All of them, in the order of their numbers.
  package static let all: [ExternalPurchaseError] = [
    .init(code: 1, name: "DuplicateValue", meaning: "a value that has to be unique occurs twice"),
    .init(
      code: 2, name: "ReportingCurrencyMismatch",
      meaning: "the reporting currency differs from that of the line item that is referenced or restated"),
    .init(code: 3, name: "NotFound", meaning: "what is asked for or referenced does not exist"),
    .init(code: 4, name: "OmittedField", meaning: "a field that is required is missing"),
    .init(code: 5, name: "FieldNotAllowed", meaning: "a field is there that does not go with the kind of line item"),
    .init(code: 6, name: "FutureDate", meaning: "a date lies in the future"),
    .init(code: 7, name: "UnknownEnum", meaning: "a word is not one that Apple knows"),
    .init(
      code: 8, name: "LineItemStatusRegression",
      meaning: "the token was reported with line items before, and its status cannot go back"),
    .init(code: 9, name: "MissingLineItemsForStatus", meaning: "the status LINE_ITEM needs line items"),
    .init(code: 10, name: "LineItemsNotAllowedForStatus", meaning: "line items go with the status LINE_ITEM only"),
    .init(
      code: 11, name: "IncorrectAmountTaxInclusive",
      meaning: "amountTaxInclusive is not amountTaxExclusive and taxAmount together"),
    .init(
      code: 12, name: "IncorrectNetAmount",
      meaning: "netAmountTaxExclusive does not follow from the other amounts"),
    .init(code: 13, name: "SelfReference", meaning: "a line item references itself"),
    .init(
      code: 14, name: "ReferenceInvalidSubscriptionEvent",
      meaning: "the referenced line item is not the start of a subscription"),
    .init(code: 15, name: "NegativeValueNotAllowed", meaning: "a number is negative that cannot be"),
    .init(code: 16, name: "PositiveValueRequired", meaning: "a number has to be greater than zero"),
    .init(code: 17, name: "StartDateAfterEndDate", meaning: "the start of the subscription is after its end"),
    .init(
      code: 18, name: "ReportingCurrencyExchangeNotAllowed",
      meaning: "there is an exchange rate although both currencies are the same"),
    .init(code: 19, name: "MaximumLengthExceeded", meaning: "a text is too long"),
    .init(
      code: 20, name: "ErroneouslySubmittedNotRestatement",
      meaning: "only a restatement can say that a line item was submitted by mistake"),
    .init(code: 21, name: "ReferenceLineItemNotABuy", meaning: "the referenced line item is not a purchase"),
    .init(
      code: 22, name: "ErroneousLineItemReferencedByValidLineItem",
      meaning: "a line item that others reference cannot be retracted"),
    .init(
      code: 23, name: "TaxCountryMismatch",
      meaning: "the tax country differs from that of the referenced line item"),
    .init(code: 24, name: "NetAmountMismatch", meaning: "the net amount differs from that of the referenced line item"),
    .init(
      code: 25, name: "ValidLineItemReferencesErroneousLineItem",
      meaning: "the referenced line item was submitted by mistake"),
    .init(code: 27, name: "DateTooFarInPast", meaning: "a date lies too far in the past"),
    .init(code: 28, name: "RefundReferencedByRefund", meaning: "a refund references a refund"),
    .init(
      code: 29, name: "NonInitialBuyReferencedByBuy",
      meaning: "the referenced line item is not the first purchase of the subscription"),
    .init(code: 30, name: "RepeatErroneousSubmission", meaning: "the line item was retracted already"),
    .init(
      code: 31, name: "ReferencedCreationDateIncompatible",
      meaning: "the line item is older than the one that it references"),
    .init(
      code: 32, name: "PricingCurrencyMismatch",
      meaning: "the pricing currency differs from that of the line item that is referenced or restated"),
    .init(
      code: 33, name: "ExchangeRateMismatch",
      meaning: "the exchange rate differs from that of the referenced line item"),
    .init(
      code: 34, name: "SubscriptionStartNonZeroDaysPaidService",
      meaning: "a subscription has no days of paid service at its start"),
    .init(
      code: 35, name: "InvalidTaxInclusiveAmountForSubscriptionPayment",
      meaning: "the amount of a payment for a subscription is not valid"),
    .init(
      code: 36, name: "LineItemCreationDateOutOfRange",
      meaning: "the line item was not created while the token was valid"),
    .init(
      code: 39, name: "RestatementNotAllowedCreationDate",
      meaning: "a line item of that date cannot be restated any more"),
    .init(code: nil, name: "SimultaneousSubmission", meaning: "another report about the token is being worked on"),
    .init(
      code: nil, name: "DuplicateTokenStatusNotAllowed",
      meaning: "DUPLICATE_TOKEN goes with tokens of the types SERVICES and ACQUISITION only"),
    .init(
      code: nil, name: "RefundNotAllowedCreationDate",
      meaning: "what was sold on that date cannot be refunded any more"),
    .init(
      code: nil, name: "RestatementCreationDateMismatch",
      meaning: "a restatement has another creation date than the line item"),
  ]
}
