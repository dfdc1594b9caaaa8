extension OtherProgram {
  /// The programs, a row each: the name, the alternatives of ``marks``, and what the names of members and the words of
  /// states mean in this program alone. The first row that recognises an object counts.
  ///
  /// Sources: the public documentation and source text of each program, read in November 2026.
  package static let all: [OtherProgram] = [
    // OpenIAP, PurchaseIOS: react-native-iap, expo-iap, flutter_inapp_purchase.
    OtherProgram(
      "react-native-iap, expo-iap or another of OpenIAP",
      [
        "typename=purchaseios productid", "platform=ios productid purchasestate",
        "platform=ios productid transactiondate", "platform=ios productid purchasetoken",
        "store=apple productid purchasestate",
        "productid transactionid originaltransactionidentifierios",
        "productid transactionid transactiondate jwsrepresentationios",
      ],
      members: ["id": .transaction, "appbundleidios": .app], signedForm: "purchaseToken, or jwsRepresentationIOS"),
    // Plugin.InAppBilling. Its numbers of states are not used: they changed with versions.
    OtherProgram(
      ".NET InAppBilling",
      [
        "productid transactiondateutc state", "productid transactiondateutc purchasetoken",
        "productid isautorenewing state", "productid autorenewing state",
      ],
      members: ["id": .transaction], states: ["0": .purchased], signedForm: "PurchaseToken, or OriginalJson"),
    OtherProgram(
      "tauri-plugin-iap", ["orderid productid originalid jwsrepresentation"],
      members: ["orderid": .transaction, "purchasetime": .purchased], states: ["0": .purchased],
      signedForm: "jwsRepresentation"),
    OtherProgram(
      "Google Play",
      [
        "store=googleplay payload", "store=googleplay transactionid", "kind^androidpublisher#",
        "purchasetoken! packagename", "purchasetoken! packagenameandroid", "purchasetoken! purchasetime",
        "purchasetoken! orderid", "purchasetoken! dataandroid", "purchasetoken! productid",
        "orderid^gpa. packagename", "orderid^gpa. productid", "transactionid^gpa. productid",
        "platform=android productid purchasestate", "store=google productid purchasestate",
        "active expires started source=playstore",
      ], isGooglePlay: true),
    // InAppPurchaseState of expo-in-app-purchases.
    OtherProgram(
      "expo-in-app-purchases", ["productid orderid purchasestate purchasetime acknowledged"],
      members: ["orderid": .transaction, "originalorderid": .original, "purchasetime": .purchased],
      states: ["0": .pending, "1": .purchased, "2": .failed, "3": .purchased, "4": .deferred], restored: "3",
      signedForm: "transactionReceipt"),
    // IAPResponseCode, which stands beside an empty list if nothing was bought.
    OtherProgram(
      "expo-in-app-purchases", ["responsecode=1 results", "responsecode=2 results", "responsecode=3 results"],
      members: ["responsecode": .state], states: ["1": .failed, "2": .failed, "3": .deferred]),
    OtherProgram(
      "react-native-iap", ["productid transactionid transactiondate transactionreceipt"],
      signedForm: "transactionReceipt"),
    // Flutter's in_app_purchase_storekit, and other descriptions of StoreKit's SKPaymentTransaction.
    OtherProgram(
      "StoreKit's SKPaymentTransaction",
      ["transactionstate payment", "transactionstate transactionidentifier", "transactionstate productidentifier"],
      states: ["0": .pending, "1": .purchased, "2": .failed, "3": .purchased, "4": .deferred], restored: "3"),
    OtherProgram(
      "Flutter's in_app_purchase",
      ["productid purchaseid status", "productid verificationdata", "productid pendingcompletepurchase"],
      // The customer cancelled the payment sheet, not a subscription.
      states: [
        "0": .pending, "1": .purchased, "2": .failed, "3": .purchased, "4": .failed, "canceled": .failed,
      ], restored: "3",
      signedForm: "verificationData.serverVerificationData"),
    // The appstore plug-in of Godot 3, and its successors.
    OtherProgram(
      "Godot", ["request result productid", "type result productid", "type=purchase productid transactionid"],
      members: ["result": .state], states: ["ok": .purchased, "success": .purchased, "unhandled": .pending],
      signedForm: "jws, or receipt"),
    OtherProgram(
      "cordova-plugin-purchase",
      ["classname=receipt transactions", "classname=verifiedreceipt collection"],
      lists: [List("transactions.*"), List("collection.*")],
      members: ["id": .product], signedForm: "jwsRepresentation, or appStoreReceipt"),
    // Versions before 13: store.products, and the answer of a validator.
    OtherProgram(
      "cordova-plugin-purchase", ["id alias canpurchase state"], members: ["id": .product],
      signedForm: "transaction.appStoreReceipt"),
    OtherProgram(
      "cordova-plugin-purchase", ["id code expirydate"], members: ["id": .product, "code": .state],
      states: ["6778003": .expired]),
    OtherProgram(
      "cordova-plugin-purchase", ["classname=transaction state", "classname=transaction transactionid"],
      signedForm: "jwsRepresentation, or appStoreReceipt"),
    // iaptic's answer to cordova-plugin-purchase, and its own purchases.
    OtherProgram(
      "iaptic", ["id collection latestreceipt", "id collection transaction", "id collection date"],
      lists: [List("collection.*")], members: ["id": .product]),
    OtherProgram("iaptic", ["purchaseid transactionid productid platform"], members: ["purchaseid": .original]),
    OtherProgram(
      "Unity IAP",
      [
        "store=appleappstore transactionid", "store=macappstore transactionid",
        "productid transactionid isfreetrial isintroductorypriceperiod",
        // SubscriptionInfo
        "productid issubscribed isexpired expiredate",
      ],
      signedForm: "Payload"),
    OtherProgram(
      "RevenueCat",
      [
        "originalappuserid entitlements", "originalappuserid allexpirationdates",
        "originalappuserid allexpirationdatesmillis",
        "entitlements allpurchasedates",
        "allpurchasedproductidentifiers activesubscriptions",
      ],
      lists: [
        List("entitlements.all.*"), List("entitlements.*"), List("nonSubscriptionTransactions.*"),
        List("subscriptionsByProductIdentifier.*", key: .product), List("subscriptions.*", key: .product),
        List("nonSubscriptions.*.*", key: .product), List("nonSubscriptions.*"),
        List("allExpirationDates.*", key: .product, value: .end),
        List("allExpirationDatesMillis.*", key: .product, value: .end),
        List("allPurchaseDates.*", key: .product, value: .purchased),
        List("allPurchaseDatesMillis.*", key: .product, value: .purchased),
        List("activeSubscriptions.*", key: .product, value: .product, state: .purchased),
        List("nonConsumablePurchases.*", value: .product, state: .purchased),
      ]),
    OtherProgram("RevenueCat", ["identifier isactive productidentifier willrenew"]),
    OtherProgram(
      "RevenueCat", ["identifier product date quantity"], members: ["identifier": .transaction, "date": .purchased]),
    OtherProgram(
      "RevenueCat", ["apiversion event"], lists: [List("event")],
      members: ["type": .state],
      states: [
        "productchange": .purchased, "subscriptionextended": .purchased, "temporaryentitlementgrant": .purchased,
        "customersupport": .refunded,
      ]),
    // REST API, version 2.
    OtherProgram(
      "RevenueCat", ["object=subscription currentperiodendsat productid"],
      members: [
        "currentperiodstartsat": .purchased, "currentperiodendsat": .end,
        "storesubscriptionidentifier": .transaction,
      ]),
    OtherProgram(
      "RevenueCat", ["requestdate subscriber", "requestdatems subscriber"],
      lists: [
        List("subscriber.subscriptions.*", key: .product), List("subscriber.non_subscriptions.*.*", key: .product),
        List("subscriber.other_purchases.*", key: .product),
      ]),
    OtherProgram(
      "Adapty", ["profileid accesslevels", "profileid subscriptions nonsubscriptions", "customeruserid accesslevels"],
      lists: [
        List("accessLevels.*"), List("paidAccessLevels.*"), List("subscriptions.*"), List("nonSubscriptions.*.*"),
        // Its REST API has a list.
        List("nonSubscriptions.*"),
      ]),
    OtherProgram("Adapty", ["vendorproductid activatedat", "vendorproductid isactive"]),
    OtherProgram(
      "Adapty", ["eventtype eventproperties"], members: ["eventtype": .state],
      states: [
        "subscriptionstarted": .purchased, "subscriptionrenewed": .purchased, "trialstarted": .purchased,
        "trialconverted": .purchased, "nonsubscriptionpurchase": .purchased, "trialrenewalcancelled": .purchased,
        "subscriptionrenewalcancelled": .purchased, "subscriptionrenewalreactivated": .purchased,
        "subscriptionrefunded": .refunded, "nonsubscriptionpurchaserefunded": .refunded,
        "subscriptionexpired": .expired, "trialexpired": .expired, "billingissuedetected": .billingRetry,
        "enteredgraceperiod": .grace,
      ]),
    OtherProgram("Qonversion", ["productid renewstate isactive", "productid renewstate source"]),
    // An entitlement of its REST API.
    OtherProgram(
      "Qonversion", ["active expires started source"],
      members: ["started": .purchased, "currentperiodtype": .trial]),
    OtherProgram(
      "Purchasely", ["name properties receivedat"], members: ["name": .state, "vendorid": .product],
      states: [
        "purchasevalidated": .purchased, "subscriptionstarted": .purchased, "subscriptionrenewed": .purchased,
        "trialstarted": .purchased, "trialconverted": .purchased, "subscriptionexpired": .expired,
        "subscriptionterminated": .expired, "subscriptionrefundedrevoked": .refunded,
      ]),
    OtherProgram(
      "Qonversion", ["eventname customuserid productid"], members: ["eventname": .state, "time": .event],
      states: [
        "trialstarted": .purchased, "trialconverted": .purchased, "trialstillactive": .purchased,
        "trialcanceled": .cancelled, "trialexpired": .expired, "trialbillingretryentered": .billingRetry,
        "subscriptionstarted": .purchased, "subscriptionrenewed": .purchased, "subscriptioncanceled": .cancelled,
        "subscriptionexpired": .expired, "subscriptionrefunded": .refunded, "inapppurchase": .purchased,
        "subscriptionbillingretryentered": .billingRetry,
      ]),
    OtherProgram(
      "Superwall", ["object=event type data", "projectid applicationid data"], lists: [List("data")],
      members: ["name": .state], states: ["productchange": .purchased]),
    OtherProgram(
      "Apphud", ["productid isinretrybilling", "productid isautorenewenabled", "productid inretrybilling status"],
      members: ["canceledat": .revoked, "cancelledat": .revoked]),
    OtherProgram("Glassfy", ["customid productid expiredatems", "customid productid source type"]),
    OtherProgram(
      "IAPHUB", ["productsku purchasedate issubscription", "productsku subscriptionstate"],
      members: ["orderid": .transaction]),
    OtherProgram(
      "SwiftyStoreKit",
      [
        "productid transactionid purchasedate istrialperiod isinintroofferperiod isupgraded",
        "productid transactionid subscriptionexpirationdate", "productid transaction needsfinishtransaction",
      ]),
    // Purchases that a program took out of an answer of verifyReceipt; with Apple's names alone they are not these.
    OtherProgram(
      "node-apple-receipt-verify or in-app-purchase",
      [
        "productid transactionid purchasedate istrialperiod bundleid", "productid transactionid purchasedate istrial",
        "productid transactionid purchasedate expirationdate bundleid",
        "productid transactionid purchasedate applicationversion",
      ]),
    OtherProgram("StoreKit", ["id originalid productid producttype"], members: ["id": .transaction]),
    // What libraries make of the data of a notification: Apple's numbers beside decoded payloads.
    OtherProgram(
      nil, ["transactioninfo renewalinfo"],
      states: ["1": .purchased, "2": .expired, "3": .billingRetry, "4": .grace, "5": .revoked]),
    // What apps print of a PurchaseDetails.
    OtherProgram(
      "Flutter's in_app_purchase", ["productid status^purchasestatus."],
      signedForm: "verificationData.serverVerificationData"),
  ]
}
