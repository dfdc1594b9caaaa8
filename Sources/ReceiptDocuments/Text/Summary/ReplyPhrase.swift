/// The phrases of a reply to a customer. Placeholders: `{date}`, `{product}`, `{text}`, `{count}`.
enum ReplyPhrase: CaseIterable {
  case greeting, closing, asOf, asAsked, send, product, productOf, which, apart, whichIsYours, whichOrder
  case choice, choiceOf, choiceUndated, replaced
  case missing, unreadable, damaged, number, otherThing, googlePlay, asFile, paid, subscribed, trial, autoRenewOff,
    shared
  case gracePeriod, billingRetry, billingRetryUndated, refunded, refundedUndated, refundedInPart
  case refundedInPartUndated, noLongerShared, noLongerSharedUndated, refundedOrUnshared, refundedOrUnsharedUndated
  case expired, expiredUndated, over, begins, bought, boughtOften, boughtUndated, boughtLater, boughtShared,
    boughtAssigned, gotFree, gotFreeUndated, test, otherApp, noPurchases, onlyApp, onlyAppOfOrganization, notProven,
    cannotTell
  case noneRecorded, overRecorded, testRecorded, unknownRecorded

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
    case .apart: "What you sent us contains purchases that do not belong together."
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
    case .otherThing:
      "We found no receipt from the app in what you sent us, so we cannot check the purchase yet."
    case .googlePlay: "What you sent us is about a purchase from Google Play, and not from the App Store."
    case .asFile: "A file arrives best: long texts are often cut off on the way."
    case .paid: "Your subscription is paid until {date}."
    case .subscribed: "Your subscription runs until {date}."
    case .trial: "Your free trial runs until {date}."
    case .autoRenewOff: "Automatic renewal is turned off."
    case .shared: "You use the subscription of a family member. It runs until {date}."
    case .gracePeriod:
      "Apple could not collect the payment for your subscription. The grace period ends on {date}. Please check "
        + "your payment details in the App Store."
    case .billingRetry:
      "Apple has not been able to collect the payment for your subscription since {date}. Please check your "
        + "payment details in the App Store."
    case .billingRetryUndated:
      "Apple could not collect the payment for your subscription. Please check your payment details in the App "
        + "Store."
    case .refunded: "Apple refunded this purchase on {date}."
    case .refundedUndated: "Apple refunded this purchase."
    case .refundedInPart: "Apple refunded a part of this purchase on {date}."
    case .refundedInPartUndated: "Apple refunded a part of this purchase."
    case .noLongerShared: "This purchase has not been shared with you by your family since {date}."
    case .noLongerSharedUndated: "This purchase is no longer shared with you by your family."
    case .refundedOrUnshared:
      "Apple refunded this purchase on {date}, or your family has not shared it with you since."
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
      "We can see that you have had the app itself since {date}. We cannot find another purchase in what you sent us."
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

  var german: String {
    switch self {
    case .greeting: "Guten Tag,"
    case .closing: "Freundliche Grüße"
    case .asOf: "Das ist unser Stand vom {date}. Neueres ist darin nicht enthalten."
    case .asAsked: "Diese Auskunft gilt für den {date}."
    case .send: "Bitte öffnen Sie die App, stellen Sie Ihre Käufe wieder her und senden Sie uns dann den Beleg."
    case .product: "{product}: {text}"
    case .productOf: "{product}, gekauft am {date}: {text}"
    case .which: "Welchen Kauf meinen Sie? Bitte nennen Sie uns, was Sie gekauft haben, und wann."
    case .apart: "Was Sie uns geschickt haben, enthält Käufe, die nicht zusammengehören."
    case .whichIsYours: "Um welchen Kauf geht es?"
    case .whichOrder: "Bitte senden Sie uns die Bestellnummer Ihres Kaufs. Sie steht in der E-Mail von Apple."
    case .replaced: "Dieses Abo wurde durch ein anderes ersetzt."
    case .choice: "– der Kauf vom {date}"
    case .choiceOf: "– {product}, gekauft am {date}"
    case .choiceUndated: "– {product}"
    case .missing: "Diesen Kauf finden wir in dem, was Sie uns geschickt haben, nicht."
    case .unreadable: "Was Sie uns geschickt haben, lässt sich nicht lesen."
    case .damaged:
      "Was Sie uns geschickt haben, ist nicht vollständig: Unterwegs ging etwas verloren oder wurde verändert."
    case .number: "Danke für die Nummer. Um den Kauf zu prüfen, brauchen wir auch den Beleg aus der App."
    case .otherThing:
      "In Ihrer Nachricht haben wir keinen Beleg aus der App gefunden und können den Kauf noch nicht prüfen."
    case .googlePlay:
      "Was Sie uns geschickt haben, betrifft einen Kauf bei Google Play und nicht im App Store."
    case .asFile: "Am besten kommt er als Datei an: Lange Texte werden unterwegs oft abgeschnitten."
    case .paid: "Ihr Abo ist bis zum {date} bezahlt."
    case .subscribed: "Ihr Abo läuft bis zum {date}."
    case .trial: "Ihre kostenlose Probezeit läuft bis zum {date}."
    case .autoRenewOff: "Die automatische Verlängerung ist ausgeschaltet."
    case .shared: "Sie nutzen das Abo eines Familienmitglieds. Es läuft bis zum {date}."
    case .gracePeriod:
      "Apple konnte die Zahlung für Ihr Abo nicht einziehen. Die Nachfrist endet am {date}. Bitte prüfen Sie Ihre "
        + "Zahlungsdaten im App Store."
    case .billingRetry:
      "Apple kann die Zahlung für Ihr Abo seit dem {date} nicht einziehen. Bitte prüfen Sie Ihre Zahlungsdaten im "
        + "App Store."
    case .billingRetryUndated:
      "Apple konnte die Zahlung für Ihr Abo nicht einziehen. Bitte prüfen Sie Ihre Zahlungsdaten im App Store."
    case .refunded: "Apple hat diesen Kauf am {date} erstattet."
    case .refundedUndated: "Apple hat diesen Kauf erstattet."
    case .refundedInPart: "Apple hat diesen Kauf am {date} teilweise erstattet."
    case .refundedInPartUndated: "Apple hat diesen Kauf teilweise erstattet."
    case .noLongerShared: "Dieser Kauf wird seit dem {date} nicht mehr in Ihrer Familie mit Ihnen geteilt."
    case .noLongerSharedUndated: "Dieser Kauf wird nicht mehr in Ihrer Familie mit Ihnen geteilt."
    case .refundedOrUnshared:
      "Apple hat diesen Kauf am {date} erstattet, oder er wird seitdem nicht mehr in Ihrer Familie geteilt."
    case .refundedOrUnsharedUndated:
      "Apple hat diesen Kauf erstattet, oder er wird nicht mehr in Ihrer Familie geteilt."
    case .expired: "Ihr Abo endete am {date}."
    case .expiredUndated: "Ihr Abo ist abgelaufen."
    case .over:
      "Der letzte Zeitraum, den wir sehen können, endete am {date}. In dem, was Sie uns geschickt haben, kann eine "
        + "spätere Verlängerung fehlen."
    case .begins: "Ihr Abo beginnt am {date}."
    case .bought: "Wir sehen Ihren Kauf vom {date}."
    case .boughtOften: "Wir sehen {count} Käufe, den letzten vom {date}."
    case .boughtUndated: "Wir sehen Ihren Kauf."
    case .boughtLater: "Zu diesem Zeitpunkt hatten Sie diesen Kauf noch nicht. Er ist vom {date}."
    case .boughtShared: "Ein Mitglied Ihrer Familie teilt diesen Kauf mit Ihnen."
    case .boughtAssigned: "Eine Organisation oder Gruppe hat Ihnen diesen Kauf zugeteilt."
    case .gotFree: "Sie haben das am {date} kostenlos erhalten."
    case .gotFreeUndated: "Sie haben das kostenlos erhalten."
    case .test: "Was Sie uns geschickt haben, stammt aus einem Testkauf. Dafür wird nichts berechnet."
    case .otherApp:
      "Was Sie uns geschickt haben, gehört zu einer anderen App. Ihren Kauf können wir darin nicht finden."
    case .noPurchases: "In dem, was Sie uns geschickt haben, finden wir keinen Kauf."
    case .onlyApp:
      "Wir sehen, dass Sie die App selbst seit dem {date} haben. Einen weiteren Kauf finden wir in dem, was Sie uns "
        + "geschickt haben, nicht."
    case .onlyAppOfOrganization:
      "Eine Organisation stellt Ihnen die App selbst bereit. Einen weiteren Kauf finden wir in dem, was Sie uns "
        + "geschickt haben, nicht."
    case .notProven: "Was Sie uns geschickt haben, konnten wir nicht bestätigen."
    case .cannotTell: "Aus dem, was Sie uns geschickt haben, können wir nicht erkennen, ob bezahlt wurde."
    case .noneRecorded: "Zu Ihrem Konto finden wir keinen Kauf."
    case .overRecorded:
      "Der letzte Zeitraum, von dem wir wissen, endete am {date}. Von einer späteren Verlängerung wissen wir "
        + "vielleicht noch nichts."
    case .testRecorded: "Das ist ein Testkauf. Dafür wird nichts berechnet."
    case .unknownRecorded: "Wir können noch nicht erkennen, ob bezahlt wurde."
    }
  }

  var chinese: String {
    switch self {
    case .greeting: "您好："
    case .closing: "祝好"
    case .asOf: "以上是我们截至 {date} 所能看到的情况，不包括之后的变化。"
    case .asAsked: "以上是 {date} 的情况。"
    case .send: "请打开 App，恢复购买，然后把收据发给我们。"
    case .product: "{product}：{text}"
    case .productOf: "{product}（购买于 {date}）：{text}"
    case .which: "请问您指的是哪一项购买？请告诉我们它的名称和购买日期。"
    case .apart: "您发来的内容里有互不相关的购买。"
    case .whichIsYours: "请问哪一项是您的？"
    case .whichOrder: "请把您那项购买的订单号发给我们。编号在 Apple 发给您的邮件里。"
    case .replaced: "此订阅已被另一项订阅取代。"
    case .choice: "– {date} 的购买"
    case .choiceOf: "– {product}（购买于 {date}）"
    case .choiceUndated: "– {product}"
    case .missing: "我们在您发来的内容中没有找到这项购买。"
    case .unreadable: "我们无法读取您发来的内容。"
    case .damaged: "您发来的内容不完整：途中有一部分丢失或被改动。"
    case .number: "感谢您提供编号。要核对这项购买，我们还需要 App 中的收据。"
    case .otherThing: "我们在您发来的内容中没有找到 App 的收据，因此还无法核对这项购买。"
    case .googlePlay: "您发来的内容是 Google Play 的购买，而不是 App Store 的购买。"
    case .asFile: "最好以文件形式发送：较长的文本在途中常常会被截断。"
    case .paid: "您的订阅已付费至 {date}。"
    case .subscribed: "您的订阅有效期至 {date}。"
    case .trial: "您的免费试用有效期至 {date}。"
    case .autoRenewOff: "自动续订已关闭。"
    case .shared: "您使用的是家庭成员的订阅，有效期至 {date}。"
    case .gracePeriod:
      "Apple 未能收取您的订阅费用。宽限期至 {date}。请在 App Store 中检查您的付款信息。"
    case .billingRetry:
      "自 {date} 起，Apple 未能收取您的订阅费用。请在 App Store 中检查您的付款信息。"
    case .billingRetryUndated:
      "Apple 未能收取您的订阅费用。请在 App Store 中检查您的付款信息。"
    case .refunded: "Apple 已于 {date} 为这项购买退款。"
    case .refundedUndated: "Apple 已为这项购买退款。"
    case .refundedInPart: "Apple 已于 {date} 为这项购买部分退款。"
    case .refundedInPartUndated: "Apple 已为这项购买部分退款。"
    case .noLongerShared: "自 {date} 起，家人不再与您共享这项购买。"
    case .noLongerSharedUndated: "家人不再与您共享这项购买。"
    case .refundedOrUnshared: "Apple 已于 {date} 为这项购买退款，或家人自那时起不再与您共享。"
    case .refundedOrUnsharedUndated: "Apple 已为这项购买退款，或家人不再与您共享。"
    case .expired: "您的订阅已于 {date} 结束。"
    case .expiredUndated: "您的订阅已结束。"
    case .over: "我们能看到的最后一个周期于 {date} 结束。您发来的内容里可能缺少之后的续订。"
    case .begins: "您的订阅将于 {date} 开始。"
    case .bought: "我们能看到您在 {date} 的购买。"
    case .boughtOften: "我们能看到 {count} 次购买，最近一次在 {date}。"
    case .boughtUndated: "我们能看到您的购买。"
    case .boughtLater: "当时您还没有这项购买，它购买于 {date}。"
    case .boughtShared: "您的家庭成员与您共享这项购买。"
    case .boughtAssigned: "这项购买由组织或群组分配给您。"
    case .gotFree: "您于 {date} 免费获得了这项内容。"
    case .gotFreeUndated: "您免费获得了它。"
    case .test: "您发来的内容来自测试购买，不会收取费用。"
    case .otherApp: "您发来的内容属于另一个 App，因此我们无法在其中找到您的购买。"
    case .noPurchases: "我们在您发来的内容中没有找到购买。"
    case .onlyApp: "我们能看到您自 {date} 起拥有 App 本身。我们在您发来的内容中没有找到其他购买。"
    case .onlyAppOfOrganization: "App 本身由组织提供给您。我们在您发来的内容中没有找到其他购买。"
    case .notProven: "我们无法核实您发来的内容。"
    case .cannotTell: "根据您发来的内容，我们无法判断是否已付费。"
    case .noneRecorded: "我们没有找到您账户中的购买。"
    case .overRecorded: "我们所知的最后一个周期于 {date} 结束。之后的续订我们可能尚未得知。"
    case .testRecorded: "这是测试购买，不会收取费用。"
    case .unknownRecorded: "我们还无法判断是否已付费。"
    }
  }
}
