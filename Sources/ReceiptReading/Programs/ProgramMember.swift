/// What members of other programs' objects mean, by their names in the spellings of all languages: `transactionId`,
/// `transaction_id`, `TransactionID` and `transactionIdIOS` are one name.
package enum ProgramMember: String, CaseIterable, Sendable {
  case product, transaction
  /// The original transaction identifier.
  case original
  case app, purchased, end, grace, revoked, state, environment, store, renews, quantity
  case ownership, trial
  /// The product of the next period.
  case next
  /// When the program noticed or reported what happened.
  case event

  /// The names, without separators and in lower case; the best first.
  package var names: [String] { Self.lists[self] ?? [] }

  private static let lists = table.mapValues { $0.split(separator: " ").map(String.init) }

  private static let table: [ProgramMember: String] = [
    .product: "productid productidentifier vendorproductid storeproductid productsku sku product",
    .transaction: "transactionid transactionidentifier storetransactionid vendortransactionid purchaseid",
    .original: """
    originaltransactionid originaltransactionidentifier originalid originalstoretransactionid \
    storeoriginaltransactionid vendororiginaltransactionid vendorsubscriptionid
    """,
    .app: "bundleid applebundleid bundleidentifier appbundleid packagename",
    .purchased: """
    purchasedate purchasedat latestpurchasedate transactiondate transactiondateutc transactiontimestamp renewedat \
    activatedat startedat starteddate startdate starttime periodstart currentperiodstart originalpurchasedate \
    originaltransactiondate originalpurchasetime
    """,
    .end: """
    expiresdate expirationdate expirationtime expirydate expirytime expirationat expiresat expires expiredate \
    expirydatetime subscriptionexpiresat subscriptionexpirationdate subscriptionenddate latestexpirationdate \
    validuntil enddate endsat nextbillingdate expiresatdate periodend currentperiodend expiresdateformatted \
    expiration expiry expirationtimestamp effectiveendtime endtime endat paiduntil activeuntil validto validthrough \
    currentperiodendsat subscriptionexpiry periodenddate g\u{FC}ltigbis \u{5230}\u{671F}\u{65F6}\u{95F4} \
    \u{6709}\u{52B9}\u{671F}\u{9650}
    """,
    .revoked: """
    revocationdate revokedat revokeddate cancellationdate cancellationat cancelationdate refundedat refunddate
    """,
    .state: """
    status state accountstate purchasestate purchasestatus transactionstate transactionstatus subscriptionstate \
    subscriptionstatus
    """,
    .grace: "graceperiodexpiresdate graceperiodexpiresat graceperiodexpirationat",
    .ownership: "ownershiptype inappownershiptype isfamilyshare isfamilyshared",
    .trial: "istrialperiod istrial isfreetrial periodtype isintroductoryofferperiodtrial",
    .environment: "environment issandbox sandbox receipttype",
    .store: "store platform",
    .renews: """
    willrenew willautorenew autorenewing isautorenewing isautorenewenabled autorenewstatus autorenew renewalintent \
    renewstate
    """,
    .next: "autorenewproductid autorenewpreference pendingupgradeproductid pendingupgrade",
    .quantity: "quantity",
    .event: "eventtimestamp eventdatetime",
  ]

  /// Names that say that the customer turned automatic renewal off, or when.
  package static let renewalEnds: Set = [
    "unsubscribedetectedat", "autorenewdisabledate", "willcancel", "cancelatperiodend", "renewalcancelledat",
  ]

  /// Names that say yes or no, with what each of the two means; `nil` where it means nothing.
  package static let flags: [String: (ifTrue: ProgramState?, ifFalse: ProgramState?)] = [
    "isexpired": (.expired, nil), "expired": (.expired, nil), "hasexpired": (.expired, nil),
    "isrefunded": (.refunded, nil), "refunded": (.refunded, nil), "isrefund": (.refunded, nil),
    "isrevoked": (.revoked, nil), "revoked": (.revoked, nil),
    "ispending": (.pending, nil), "pending": (.pending, nil), "isdeferred": (.deferred, nil),
    "iscancelled": (.cancelled, nil), "iscanceled": (.cancelled, nil), "cancelled": (.cancelled, nil),
    "canceled": (.cancelled, nil), "isfailed": (.failed, nil), "failed": (.failed, nil),
    "isactive": (.purchased, .inactive), "active": (.purchased, .inactive),
    "issubscribed": (.purchased, .inactive), "subscribed": (.purchased, .inactive), "givesaccess": (nil, .inactive),
    "paused": (.inactive, nil), "ispaused": (.inactive, nil), "unverified": (.unknown, nil),
    "isinaccounthold": (.billingRetry, nil), "pastdue": (.billingRetry, nil), "billingretry": (.billingRetry, nil),
    "inbillingretryperiod": (.billingRetry, nil), "ingraceperiod": (.grace, nil), "upgraded": (.replaced, nil),
    "isreplaced": (.replaced, nil), "hasended": (.expired, nil), "churned": (.inactive, nil),
    "paymentpending": (.pending, nil), "askedtobuy": (.deferred, nil), "asktobuy": (.deferred, nil),
    "isbillingretryperiod": (.billingRetry, nil), "isinretrybilling": (.billingRetry, nil),
    "isinbillingretry": (.billingRetry, nil), "isinbillingretryperiod": (.billingRetry, nil),
    "inretrybilling": (.billingRetry, nil), "isingraceperiod": (.grace, nil), "isgraceperiod": (.grace, nil),
    "isupgraded": (.replaced, nil),
  ]

  /// Names of flags that say, if they are false, that a cancellation was no refund.
  package static let refunds: Set = ["isrefund", "isrefunded", "refunded", "isrevoked", "revoked"]

  /// Names of the kind of a notification of Apple's. A `status` beside it is that of the program's own work.
  package static let notificationKinds: Set = ["notificationtype", "applenotificationtype"]

  /// What the kind of a notification says of the purchase, where a state says it.
  package static let notifications: [String: ProgramState] = [
    "refund": .refunded, "revoke": .revoked, "expired": .expired, "graceperiodexpired": .billingRetry,
    "didfailtorenew": .billingRetry, "cancel": .cancelled, consumptionRequest: .unknown,
  ]
  package static let consumptionRequest = "consumptionrequest"

  /// The member that ``PrintedText`` adds to a printed object with words around it. It is `true` if these words may
  /// contradict the object, and ``otherWords`` if they are not understood.
  package static let surroundingWords = "surroundingWords"
  package static let otherWords = "not understood"

  /// Names whose presence with any value says that something was taken back or stopped.
  package static let marks: [String: ProgramState] = [
    "revocationreason": .revoked, "revocationtype": .revoked, "refundreason": .refunded,
    "canceledat": .cancelled, "cancelledat": .cancelled, "cancelationreason": .cancelled,
    "cancellationreason": .cancelled, "cancelreason": .cancelled, "expirationreason": .expired,
    "billingissuedetectedat": .billingRetry, "billingissuesdetectedat": .billingRetry,
    OtherProgram.plain(surroundingWords): .unknown,
  ]

  /// Whether a member with this name says something that Apple's decoded payload of a transaction says otherwise.
  static func contradictsApple(_ name: String) -> Bool {
    let plain = OtherProgram.plain(name)
    if applesOwn.contains(plain) { return false }
    if let rest = OtherProgram.withoutPrefix(plain), contradictsApple(rest) || applesOwn.contains(rest) { return true }
    return flags[plain] != nil || marks[plain] != nil || plain == "error"
      || [.state, .revoked, .end].contains { (member: ProgramMember) in member.names.contains(plain) }
  }

  private static let applesOwn: Set = [
    "expiresdate", "revocationdate", "revocationreason", "revocationtype", "isupgraded", "cancellationdate",
    "cancellationreason", "expiresdateformatted",
  ]
}
