/// The phrases of a reply to a customer. Placeholders: `{date}`, `{product}`, `{text}`, `{count}`.
enum ReplyPhrase: CaseIterable {
  case greeting, closing, asOf, asAsked, send, product, productOf, which, apart, whichIsYours, whichOrder
  case choice, choiceOf, choiceUndated, replaced
  case missing, unreadable, damaged, number, otherThing, picture, googlePlay, asFile, paid, subscribed, trial,
    autoRenewOff,
    renewsUntil, needsConsent, shared
  case gracePeriod, billingRetry, billingRetryUndated, refunded, refundedUndated, refundedInPart
  case refundedInPartUndated, noLongerShared, noLongerSharedUndated, refundedOrUnshared, refundedOrUnsharedUndated
  case expired, expiredUndated, over, begins, bought, boughtOften, boughtUndated, boughtLater, boughtShared,
    boughtAssigned, gotFree, gotFreeUndated, test, otherApp, noPurchases, onlyApp, onlyAppOfOrganization, notProven,
    cannotTell
  case noneRecorded, overRecorded, testRecorded, unknownRecorded

  /// In English. The words in other languages are in the string catalog.
  var english: String {
    switch self {
    case .greeting: "Hello,"
    case .closing: "Kind regards"
    case .asOf: "This is what we can see as of {date}. Anything newer is not included."
    case .asAsked: "This is about the situation on {date}."
    case .send: "Please open the app, restore your purchases, and then send us the receipt."
    case .product: "{product}: {text}"
    case .productOf: "{product}, bought on {date}: {text}"
    case .which: "Which purchase do you mean? Please tell us what it is called, and when you bought it."
    case .apart: "What you sent us contains purchases that may not all be yours."
    case .whichIsYours: "Which one is yours?"
    case .whichOrder: "Please send us the order number of yours. It is in the email that Apple sent you."
    case .replaced: "This subscription was replaced by another one."
    case .choice: "– the purchase of {date}"
    case .choiceOf: "– {product}, bought on {date}"
    case .choiceUndated: "– {product}"
    case .missing: "We cannot find this purchase in what you sent us."
    case .unreadable: "We cannot read what you sent us."
    case .damaged: "What you sent us is not complete: a part of it was lost or changed on the way."
    case .number: "Thank you for the number. To check the purchase we also need the receipt from the app."
    case .otherThing: "We found no receipt from the app in what you sent us, so we cannot check the purchase yet."
    case .picture: "Thank you for the file. To check the purchase we need the receipt itself, and not a picture of it."
    case .googlePlay: "What you sent us is about a purchase from Google Play, and not from the App Store."
    case .asFile: "A file arrives best: long texts are often cut off on the way."
    case .paid: "Your subscription is paid until {date}."
    case .subscribed: "Your subscription runs until {date}."
    case .trial: "Your free trial runs until {date}."
    case .autoRenewOff: "Automatic renewal is turned off."
    case .renewsUntil: "You cancelled it: it renews every month until {date} and then ends."
    case .needsConsent: "It ends then unless you agree to the new price in the App Store."
    case .shared: "You use the subscription of a family member. It runs until {date}."
    case .gracePeriod:
      "Apple could not collect the payment for your subscription. The grace period ends on {date}. Please "
        + "check your payment details in the App Store."
    case .billingRetry:
      "Apple has not been able to collect the payment for your subscription since {date}. Please check your "
        + "payment details in the App Store."
    case .billingRetryUndated:
      "Apple could not collect the payment for your subscription. Please check your payment details in the "
        + "App Store."
    case .refunded: "Apple refunded this purchase on {date}."
    case .refundedUndated: "Apple refunded this purchase."
    case .refundedInPart: "Apple refunded a part of this purchase on {date}."
    case .refundedInPartUndated: "Apple refunded a part of this purchase."
    case .noLongerShared: "This purchase has not been shared with you by your family since {date}."
    case .noLongerSharedUndated: "This purchase is no longer shared with you by your family."
    case .refundedOrUnshared: "Apple refunded this purchase on {date}, or your family has not shared it with you since."
    case .refundedOrUnsharedUndated: "Apple refunded this purchase, or your family no longer shares it with you."
    case .expired: "Your subscription ended on {date}."
    case .expiredUndated: "Your subscription has ended."
    case .over: "The last period that we can see ended on {date}. A later renewal may be missing in what you sent us."
    case .begins: "Your subscription starts on {date}."
    case .bought: "We can see your purchase of {date}."
    case .boughtOften: "We can see {count} purchases, the last one of {date}."
    case .boughtUndated: "We can see your purchase."
    case .boughtLater: "You did not have this purchase at that time. It was made on {date}."
    case .boughtShared: "A member of your family shares this purchase with you."
    case .boughtAssigned: "An organization or a group gave you this purchase."
    case .gotFree: "You got this for free on {date}."
    case .gotFreeUndated: "You got this for free."
    case .test: "What you sent us comes from a test purchase. Nothing is charged for it."
    case .otherApp: "What you sent us belongs to another app, so we cannot find your purchase in it."
    case .noPurchases: "We cannot find a purchase in what you sent us."
    case .onlyApp:
      "We can see that you have had the app itself since {date}. We cannot find another purchase in what "
        + "you sent us."
    case .onlyAppOfOrganization:
      "An organization provides the app itself to you. We cannot find another purchase in what you sent us."
    case .notProven: "We could not verify what you sent us."
    case .cannotTell: "From what you sent us we cannot tell whether this was paid."
    case .noneRecorded: "We cannot find a purchase for your account."
    case .overRecorded: "The last period that we know of ended on {date}. We may not know of a later renewal yet."
    case .testRecorded: "This is a test purchase. Nothing is charged for it."
    case .unknownRecorded: "We cannot tell yet whether this was paid."
    }
  }
}
