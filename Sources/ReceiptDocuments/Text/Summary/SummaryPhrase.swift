/// The phrases of a summary. Placeholders: `{date}`, `{known}` (when the source was signed), `{source}`, `{state}`,
/// `{share}`, `{count}`, `{product}`, `{app}`, `{status}`, `{all}`, `{name}`; for two histories `{first}`, `{second}`,
/// `{before}`, `{after}`, `{distance}`.
enum SummaryPhrase: String, CaseIterable {
  // States of a product, without a full stop.
  case paid = "Subscribed: paid until {date}"
  case subscribed = "Subscribed until {date}"
  case introductory = "Subscribed at an introductory price until {date}"
  case offer = "Subscribed with an offer until {date}"
  case free = "Subscribed for free until {date}"
  case freeOffer = "Subscribed for free, with an offer, until {date}"
  case freeTrial = "Free trial until {date}"
  case shared = "Shared by a family member until {date}"
  case seat = "A seat, assigned until {date}"
  case activeUndated = "Subscribed; the end is not in it"
  case autoRenewOff = "{state}, auto-renew off"
  case autoRenewOn = "{state}, auto-renew on"
  case renewalWasOff = "{state}; renewal was off"
  case renewsAs = "{state}, then renews as {product}"
  case renewsUntil = "{state}; renews every month until {date}, then ends"
  case needsConsent = "{state}; ends then unless the customer agrees to a higher price"
  case appDecides = "{state}; the app decides how long it lasts"
  case renewalUnknown = "This does not say whether the subscription will renew."
  case renewedAhead = "It is a renewal: its period begins on {date}, and the period before it is not in this."
  case earlierRefund = "Apple refunded an earlier period, which takes nothing away from the running one."
  case gracePeriod = "Payment failed; access continues until {date}"
  case graceWithoutEnd = "Payment failed; access continues until {date} at the latest"
  case graceUnknown = "A receipt does not say whether a billing grace period is running."
  case billingRetry = "Payment failed: not paid since {date}"
  case billingRetryNow = "Payment failed: not paid"
  case refunded = "Refunded on {date}"
  case refundedUndated = "Refunded, at an unknown time"
  case refundedInPart = "Refunded in part ({share}) on {date}"
  case becauseOfApp = "{state} because of a reported problem with the app"
  case notBecauseOfApp = "{state} (another reason)"
  case noLongerShared = "No longer shared by the family since {date}"
  case noLongerSharedUndated = "No longer shared by the family"
  case refundedOrUnshared = "Refunded, or no longer shared by the family, on {date}"
  case refundedOrUnsharedUndated = "Refunded, or no longer shared by the family"
  case shareUnknown = "Whether all of it was refunded, or only a part, is not in it."
  case seatTakenBack = "The seat was taken back on {date}"
  case seatTakenBackUndated = "The seat was taken back"
  case moved =
    """
    Cannot tell: Apple ended it on {date} for a reason that need not be a refund, such as a move to a bundle; ask \
    for the status of all subscriptions
    """
  case movedUndated =
    """
    Cannot tell: Apple ended it for a reason that need not be a refund, such as a move to a bundle; ask for the \
    status of all subscriptions
    """
  case replaced = "Replaced by {product}"
  case replacedBySame = "Replaced by another subscription to the same product"
  case upgraded = "Replaced by another product on {date}; ask for the newest transaction"
  case upgradedUndated = "Replaced by another product, at an unknown time; ask for the newest transaction"
  case expired = "Expired on {date}"
  case expiredUndated = "Expired"
  case customerTurnedOff = "{state}: the customer turned off auto-renew"
  case billingError = "{state}: the payment failed"
  case priceNotAccepted = "{state}: the customer did not accept a higher price"
  case notForSale = "{state}: the product was no longer for sale"
  case begins = "Starts on {date}"
  case later = "Not at that time, only later: {state}"
  case bought = "Bought on {date}"
  case boughtUndated = "Bought, at an unknown time"
  case boughtOften = "Bought {count} times, the last time on {date}"
  case sharedSince = "Shared by a family member since {date}"
  case sharedUndated = "Shared by a family member, since an unknown time"
  case assignedSince = "Assigned by an organization or a group since {date}"
  case assignedUndated = "Assigned by an organization or a group, since an unknown time"
  case gotFree = "Got for free on {date}"
  case gotFreeUndated = "Got for free, at an unknown time"
  // Sentences.
  case over = "Cannot tell: the period ended on {date}, after {source} of {known}, which knows of no later renewal"
  case overUndated = "Cannot tell: the period ended on {date}, and a renewal may be missing here"
  case overShort = "The last known period ended on {date}"
  case overRemark =
    """
    Whether it was renewed after that cannot be told: ask the customer to restore purchases and send it again.
    """
  case askAgain = "Ask the customer to restore purchases and send it again."
  case renewalOn = "Auto-renew is on. It does not contain the purchase; ask for the transaction"
  case renewalOff = "Auto-renew is off. It does not contain the purchase; ask for the transaction"
  case renewalOnly = "Cannot tell: it says nothing about a payment; ask for the transaction"
  case earlierOnly =
    """
    Cannot tell: this is about an earlier period, and the newest one ends on {date}; ask for its transaction
    """
  case contradicted = "Cannot tell: it contradicts itself; ask for the status of the subscription"
  case unknown = "Cannot tell: its dates are missing"
  case asOf = "As of {source} of {known}; this may have changed since."
  case asOfUnknown = "When it was signed is unknown; this may have changed since."
  case test = "Test: {state}"
  case testRemark = "Test purchase: nobody paid."
  case tests = "Test purchases: nobody paid."
  case environmentUnknown = "It may be a test purchase: that it is from production is not proven."
  case claims = "It claims: {state}."
  case product = "Product: {product}"
  case app = "App: {app}"
  case appInProduction = "App: {app}, from production"
  case more = "And {count} more, below."
  case mayBeOfTwo = "Two inputs have no purchase in common: they may be of two customers."
  case missing = "No purchase of {product}"
  // Obstacles to an answer.
  case partlyRead = "Cannot tell: only a part of it was read; send one at a time."
  case cutOff = "Cannot tell: a part of it is missing; send all of it."
  case pageMissing =
    """
    Cannot tell: more pages of this answer are missing.
    Ask for the next one with the revision of this one, and put all pages together.
    """
  case otherApp = "Of another app: {app}."
  case noApp = "Cannot tell: it does not say which app it is of; ask for the transaction."
  case signatureMismatch = "Not from Apple: contents and signature do not belong together."
  case unsigned = "Not from Apple: it is not signed."
  case untrustedSigner = "Not from Apple: the signer is not trusted."
  case signerNotInIt =
    """
    Not proven: a receipt of iOS 6 does not contain the certificate that shows who signed it.
    Ask the customer for a new receipt.
    """
  case wrongPurpose = "Not proof of a purchase: it was signed for something else."
  case incomplete = "Incomplete: the end of its signature is missing; ask for all of it."
  case outsideValidity =
    """
    Cannot tell: a certificate was not valid on {date}, when it says that it was signed.
    Ask for a new receipt.
    """
  case outsideValidityAsked =
    """
    Cannot tell: a certificate was not valid on {date}, the moment that was asked for.
    Without it, its own date counts.
    """
  case outsideValidityUndated =
    """
    Cannot tell: it has no date, so its certificates were judged on {date}, and one of them was not valid then.
    """
  case notJudged = "Cannot tell: it has no date at which its certificates could be judged.\nAsk for a new receipt."
  case xcode = "Test purchase, made by Xcode: nobody paid."
  case xcodeEmpty = "No purchases, in a test receipt made by Xcode."
  case notSigned =
    """
    Cannot tell: it is not signed, so anyone could have written it.
    Ask the customer for the receipt itself.
    """
  case receiptCut = "Cannot tell: the signed receipt in it (latest_receipt) was cut off.\nAsk for all of it."
  case otherProgram =
    """
    Cannot tell: it is an object of {name}, and nothing in it is signed by Apple.
    Ask the customer for the receipt itself.
    """
  case otherProgramForm =
    """
    Cannot tell: it is an object of {name}, and nothing in it is signed by Apple.
    Its signed form would be in {source}.
    """
  // What other programs say.
  case unknownProgram = "another program"
  case programSays = "{name} says: {state}."
  case programTransactions = "Transactions in it, which Apple can be asked about: {name}."
  case programUnknown = "Whether it was paid for is not said"
  case programEnd = "{state}; it was to end on {date}"
  case programEnds = "Until {date}; whether it was paid for is not said"
  case programInactive = "Not active"
  case programGrace = "Payment failed; access continues for some days"
  case programPending = "Pending: nothing was paid yet"
  case programDeferred = "Deferred: nothing was paid yet, it waits for approval"
  case programCancelled = "Cancelled, which may mean auto-renew or a refund"
  case programFailed = "Failed: nothing was paid"
  case programRevoked = "Revoked on {date}"
  case programRevokedUndated = "Revoked, at an unknown time"
  case programRefundReported = "Refunded on or before {date}"
  case programOtherWords = "Words beside it were not understood; they may say otherwise."
  case refusedByApple =
    """
    Apple refused it with status {status}.
    Ask the customer to restore purchases and send it again.
    """
  case appOnly =
    """
    Cannot tell: this is about the app itself, and not about purchases in it.
    Ask for a transaction or a receipt.
    """
  case noPurchaseInThis = "Cannot tell: it is not about a purchase; ask for a transaction or a receipt."
  case noPurchases = "No purchases, as of {source} of {known}"
  case noPurchasesButApp = "{state}; the customer has had the app itself since {date}"
  case noPurchasesAsk = "If the customer bought something, ask them to restore purchases and send it again."
  case appItself = "The app itself was bought, or downloaded for free, on {date}"
  case appFirstVersion = "{state}, first version {name}"
  case appPriceUnknown = "Whether the app cost money is not in it."
  case appOfOrganization = "An organization bought the app itself and provides it to the customer."
  case developerToken = "A developer's token, not a receipt. It is secret: do not pass it on."
  case foreignToken = "A token of {name}, not a receipt: it says nothing about purchases."
  case signInWithApple = "Sign in with Apple"
  case otherService = "another service"
  // Two histories side by side.
  case firstIsNewer = "The first is newer, by {distance}"
  case secondIsNewer = "The second is newer, by {distance}"
  case firstClaimsNewer = "The first claims to be newer, by {distance}"
  case secondClaimsNewer = "The second claims to be newer, by {distance}"
  case areOfOneMoment = "Both are of the same moment"
  case claimOneMoment = "Both claim to be of the same moment"
  case ageUnknown = "Which of the two is newer is unknown"
  case answerSame = "{state}; the answer is the same: “{after}”."
  case answersSame = "{state}; the answer is the same for every product."
  case answerChanged = "{state}; the answer changed from “{before}” to “{after}”."
  case answersDiffer = "{state}; the first says “{before}”, the second says “{after}”."
  case claimsDiffer = "{state}; the answer is the same, “{after}”, but they claim different things."
  case notCompared = "These two cannot be compared."
  case productDiffers = "{state}; the answer differs for one product."
  case productsDiffer = "{state}; the answer differs for {count} products."
  case twoApps = "Of two apps: {first} and {second}."
  case twoEnvironments = "From two environments: {first} and {second}."
  case twoCustomers = "Of two customers of the app."
  case nothingShared = "No purchase is in both: they may be of two customers."
  case firstNotProven = "The first is not proven: {state}"
  case secondNotProven = "The second is not proven: {state}"
  // Pasted inputs.
  case unreadable = "This cannot be read as a receipt."
  case notTogether = "These items cannot be combined: all items have to be of one customer and one app."
  case twoEnvironmentsTogether =
    """
    These items cannot be combined: some are from production, and some from a test environment.
    """
  case item = "item {count}"
  case itemUnread = "{name} could not be read, and is not in the answer."
  case secretBeside = "{name} is a developer's token. It is secret: do not pass this on."
  case tokenBeside = "{name} is a token of another service, and says nothing about purchases."
  case keyBeside = "{name} is a private key. It is secret: tell your developers at once."
  case privateKey = "A private key, not a receipt. It is secret: tell your developers at once."
  case partlyProven =
    """
    Partly proven: {count} of {all} pieces. The answer follows from these alone; the others are only claims.
    """
  case undated =
    """
    The date “{name}” was not understood: write it as year-month-day, such as 2025-12-05. All of this is as of now.
    """
  case inFuture = "It is dated in the future: {date}. Is the clock right?"
  case failedChecks = "A check failed: {name}."
  case missingChecks = "What was asked for could not be checked: {name}."
  case appOnlyChecked = "Of several items only the app and products are checked."
  case notChecked = "What was asked for is not checked: it is not signed."
  case noAppAsked = "You entered no app. Whether it is yours was not checked."
  case appAsked = "Checked for: {name}."
  case asAsked = "As of {date}, the moment that was asked for."
  case besideDiffers = "What it was compared with says something else; see below."
  case besideUnread = "It could not be compared; see below."
  // Sources.
  case receipt = "this receipt"
  case answer = "this answer"
  case notification = "this notification"
  case transaction = "this transaction"
  case renewal = "this renewal information"
  case history = "the newest piece"
}
