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

  /// In English, German and Chinese.
  var words: (english: String, german: String, chinese: String) {
    switch self {
    case .greeting: ("Hello,", "Guten Tag,", "您好：")
    case .closing: ("Kind regards", "Freundliche Grüße", "祝好")
    case .asOf:
      (
        "This is what we can see as of {date}. Anything newer is not included.",
        "Das ist unser Stand vom {date}. Neueres ist darin nicht enthalten.",
        "以上是我们截至 {date} 所能看到的情况，不包括之后的变化。"
      )
    case .asAsked: ("This is about the situation on {date}.", "Diese Auskunft gilt für den {date}.", "以上是 {date} 的情况。")
    case .send:
      (
        "Please open the app, restore your purchases, and then send us the receipt.",
        "Bitte öffnen Sie die App, stellen Sie Ihre Käufe wieder her und senden Sie uns dann den Beleg.",
        "请打开 App，恢复购买，然后把收据发给我们。"
      )
    case .product: ("{product}: {text}", "{product}: {text}", "{product}：{text}")
    case .productOf:
      (
        "{product}, bought on {date}: {text}",
        "{product}, gekauft am {date}: {text}",
        "{product}（购买于 {date}）：{text}"
      )
    case .which:
      (
        "Which purchase do you mean? Please tell us what it is called, and when you bought it.",
        "Welchen Kauf meinen Sie? Bitte nennen Sie uns, was Sie gekauft haben, und wann.",
        "请问您指的是哪一项购买？请告诉我们它的名称和购买日期。"
      )
    case .apart:
      (
        "What you sent us contains purchases that do not belong together.",
        "Was Sie uns geschickt haben, enthält Käufe, die nicht zusammengehören.",
        "您发来的内容里有互不相关的购买。"
      )
    case .whichIsYours: ("Which one is yours?", "Um welchen Kauf geht es?", "请问哪一项是您的？")
    case .whichOrder:
      (
        "Please send us the order number of yours. It is in the email that Apple sent you.",
        "Bitte senden Sie uns die Bestellnummer Ihres Kaufs. Sie steht in der E-Mail von Apple.",
        "请把您那项购买的订单号发给我们。编号在 Apple 发给您的邮件里。"
      )
    case .replaced:
      (
        "This subscription was replaced by another one.",
        "Dieses Abo wurde durch ein anderes ersetzt.",
        "此订阅已被另一项订阅取代。"
      )
    case .choice: ("– the purchase of {date}", "– der Kauf vom {date}", "– {date} 的购买")
    case .choiceOf: ("– {product}, bought on {date}", "– {product}, gekauft am {date}", "– {product}（购买于 {date}）")
    case .choiceUndated: ("– {product}", "– {product}", "– {product}")
    case .missing:
      (
        "We cannot find this purchase in what you sent us.",
        "Diesen Kauf finden wir in dem, was Sie uns geschickt haben, nicht.",
        "我们在您发来的内容中没有找到这项购买。"
      )
    case .unreadable:
      (
        "We cannot read what you sent us.",
        "Was Sie uns geschickt haben, lässt sich nicht lesen.",
        "我们无法读取您发来的内容。"
      )
    case .damaged:
      (
        "What you sent us is not complete: a part of it was lost or changed on the way.",
        "Was Sie uns geschickt haben, ist nicht vollständig: Unterwegs ging etwas verloren oder wurde verändert.",
        "您发来的内容不完整：途中有一部分丢失或被改动。"
      )
    case .number:
      (
        "Thank you for the number. To check the purchase we also need the receipt from the app.",
        "Danke für die Nummer. Um den Kauf zu prüfen, brauchen wir auch den Beleg aus der App.",
        "感谢您提供编号。要核对这项购买，我们还需要 App 中的收据。"
      )
    case .otherThing:
      (
        "We found no receipt from the app in what you sent us, so we cannot check the purchase yet.",
        "In Ihrer Nachricht haben wir keinen Beleg aus der App gefunden und können den Kauf noch nicht prüfen.",
        "我们在您发来的内容中没有找到 App 的收据，因此还无法核对这项购买。"
      )
    case .googlePlay:
      (
        "What you sent us is about a purchase from Google Play, and not from the App Store.",
        "Was Sie uns geschickt haben, betrifft einen Kauf bei Google Play und nicht im App Store.",
        "您发来的内容是 Google Play 的购买，而不是 App Store 的购买。"
      )
    case .asFile:
      (
        "A file arrives best: long texts are often cut off on the way.",
        "Am besten kommt er als Datei an: Lange Texte werden unterwegs oft abgeschnitten.",
        "最好以文件形式发送：较长的文本在途中常常会被截断。"
      )
    case .paid: ("Your subscription is paid until {date}.", "Ihr Abo ist bis zum {date} bezahlt.", "您的订阅已付费至 {date}。")
    case .subscribed: ("Your subscription runs until {date}.", "Ihr Abo läuft bis zum {date}.", "您的订阅有效期至 {date}。")
    case .trial:
      (
        "Your free trial runs until {date}.",
        "Ihre kostenlose Probezeit läuft bis zum {date}.",
        "您的免费试用有效期至 {date}。"
      )
    case .autoRenewOff:
      (
        "Automatic renewal is turned off.",
        "Die automatische Verlängerung ist ausgeschaltet.",
        "自动续订已关闭。"
      )
    case .shared:
      (
        "You use the subscription of a family member. It runs until {date}.",
        "Sie nutzen das Abo eines Familienmitglieds. Es läuft bis zum {date}.",
        "您使用的是家庭成员的订阅，有效期至 {date}。"
      )
    case .gracePeriod:
      (
        """
        Apple could not collect the payment for your subscription. The grace period ends on {date}. Please check your \
        payment details in the App Store.
        """,
        """
        Apple konnte die Zahlung für Ihr Abo nicht einziehen. Die Nachfrist endet am {date}. Bitte prüfen Sie Ihre \
        Zahlungsdaten im App Store.
        """,
        "Apple 未能收取您的订阅费用。宽限期至 {date}。请在 App Store 中检查您的付款信息。"
      )
    case .billingRetry:
      (
        """
        Apple has not been able to collect the payment for your subscription since {date}. Please check your payment \
        details in the App Store.
        """,
        """
        Apple kann die Zahlung für Ihr Abo seit dem {date} nicht einziehen. Bitte prüfen Sie Ihre Zahlungsdaten im \
        App Store.
        """,
        "自 {date} 起，Apple 未能收取您的订阅费用。请在 App Store 中检查您的付款信息。"
      )
    case .billingRetryUndated:
      (
        """
        Apple could not collect the payment for your subscription. Please check your payment details in the App Store.
        """,
        "Apple konnte die Zahlung für Ihr Abo nicht einziehen. Bitte prüfen Sie Ihre Zahlungsdaten im App Store.",
        "Apple 未能收取您的订阅费用。请在 App Store 中检查您的付款信息。"
      )
    case .refunded:
      (
        "Apple refunded this purchase on {date}.",
        "Apple hat diesen Kauf am {date} erstattet.",
        "Apple 已于 {date} 为这项购买退款。"
      )
    case .refundedUndated: ("Apple refunded this purchase.", "Apple hat diesen Kauf erstattet.", "Apple 已为这项购买退款。")
    case .refundedInPart:
      (
        "Apple refunded a part of this purchase on {date}.",
        "Apple hat diesen Kauf am {date} teilweise erstattet.",
        "Apple 已于 {date} 为这项购买部分退款。"
      )
    case .refundedInPartUndated:
      (
        "Apple refunded a part of this purchase.",
        "Apple hat diesen Kauf teilweise erstattet.",
        "Apple 已为这项购买部分退款。"
      )
    case .noLongerShared:
      (
        "This purchase has not been shared with you by your family since {date}.",
        "Dieser Kauf wird seit dem {date} nicht mehr in Ihrer Familie mit Ihnen geteilt.",
        "自 {date} 起，家人不再与您共享这项购买。"
      )
    case .noLongerSharedUndated:
      (
        "This purchase is no longer shared with you by your family.",
        "Dieser Kauf wird nicht mehr in Ihrer Familie mit Ihnen geteilt.",
        "家人不再与您共享这项购买。"
      )
    case .refundedOrUnshared:
      (
        "Apple refunded this purchase on {date}, or your family has not shared it with you since.",
        "Apple hat diesen Kauf am {date} erstattet, oder er wird seitdem nicht mehr in Ihrer Familie geteilt.",
        "Apple 已于 {date} 为这项购买退款，或家人自那时起不再与您共享。"
      )
    case .refundedOrUnsharedUndated:
      (
        "Apple refunded this purchase, or your family no longer shares it with you.",
        "Apple hat diesen Kauf erstattet, oder er wird nicht mehr in Ihrer Familie geteilt.",
        "Apple 已为这项购买退款，或家人不再与您共享。"
      )
    case .expired: ("Your subscription ended on {date}.", "Ihr Abo endete am {date}.", "您的订阅已于 {date} 结束。")
    case .expiredUndated: ("Your subscription has ended.", "Ihr Abo ist abgelaufen.", "您的订阅已结束。")
    case .over:
      (
        "The last period that we can see ended on {date}. A later renewal may be missing in what you sent us.",
        """
        Der letzte Zeitraum, den wir sehen können, endete am {date}. In dem, was Sie uns geschickt haben, kann eine \
        spätere Verlängerung fehlen.
        """,
        "我们能看到的最后一个周期于 {date} 结束。您发来的内容里可能缺少之后的续订。"
      )
    case .begins: ("Your subscription starts on {date}.", "Ihr Abo beginnt am {date}.", "您的订阅将于 {date} 开始。")
    case .bought: ("We can see your purchase of {date}.", "Wir sehen Ihren Kauf vom {date}.", "我们能看到您在 {date} 的购买。")
    case .boughtOften:
      (
        "We can see {count} purchases, the last one of {date}.",
        "Wir sehen {count} Käufe, den letzten vom {date}.",
        "我们能看到 {count} 次购买，最近一次在 {date}。"
      )
    case .boughtUndated: ("We can see your purchase.", "Wir sehen Ihren Kauf.", "我们能看到您的购买。")
    case .boughtLater:
      (
        "You did not have this purchase at that time. It was made on {date}.",
        "Zu diesem Zeitpunkt hatten Sie diesen Kauf noch nicht. Er ist vom {date}.",
        "当时您还没有这项购买，它购买于 {date}。"
      )
    case .boughtShared:
      (
        "A member of your family shares this purchase with you.",
        "Ein Mitglied Ihrer Familie teilt diesen Kauf mit Ihnen.",
        "您的家庭成员与您共享这项购买。"
      )
    case .boughtAssigned:
      (
        "An organization or a group gave you this purchase.",
        "Eine Organisation oder Gruppe hat Ihnen diesen Kauf zugeteilt.",
        "这项购买由组织或群组分配给您。"
      )
    case .gotFree:
      (
        "You got this for free on {date}.",
        "Sie haben das am {date} kostenlos erhalten.",
        "您于 {date} 免费获得了这项内容。"
      )
    case .gotFreeUndated: ("You got this for free.", "Sie haben das kostenlos erhalten.", "您免费获得了它。")
    case .test:
      (
        "What you sent us comes from a test purchase. Nothing is charged for it.",
        "Was Sie uns geschickt haben, stammt aus einem Testkauf. Dafür wird nichts berechnet.",
        "您发来的内容来自测试购买，不会收取费用。"
      )
    case .otherApp:
      (
        "What you sent us belongs to another app, so we cannot find your purchase in it.",
        "Was Sie uns geschickt haben, gehört zu einer anderen App. Ihren Kauf können wir darin nicht finden.",
        "您发来的内容属于另一个 App，因此我们无法在其中找到您的购买。"
      )
    case .noPurchases:
      (
        "We cannot find a purchase in what you sent us.",
        "In dem, was Sie uns geschickt haben, finden wir keinen Kauf.",
        "我们在您发来的内容中没有找到购买。"
      )
    case .onlyApp:
      (
        """
        We can see that you have had the app itself since {date}. We cannot find another purchase in what you sent us.
        """,
        """
        Wir sehen, dass Sie die App selbst seit dem {date} haben. Einen weiteren Kauf finden wir in dem, was Sie uns \
        geschickt haben, nicht.
        """,
        "我们能看到您自 {date} 起拥有 App 本身。我们在您发来的内容中没有找到其他购买。"
      )
    case .onlyAppOfOrganization:
      (
        "An organization provides the app itself to you. We cannot find another purchase in what you sent us.",
        """
        Eine Organisation stellt Ihnen die App selbst bereit. Einen weiteren Kauf finden wir in dem, was Sie uns \
        geschickt haben, nicht.
        """,
        "App 本身由组织提供给您。我们在您发来的内容中没有找到其他购买。"
      )
    case .notProven:
      (
        "We could not verify what you sent us.",
        "Was Sie uns geschickt haben, konnten wir nicht bestätigen.",
        "我们无法核实您发来的内容。"
      )
    case .cannotTell:
      (
        "From what you sent us we cannot tell whether this was paid.",
        "Aus dem, was Sie uns geschickt haben, können wir nicht erkennen, ob bezahlt wurde.",
        "根据您发来的内容，我们无法判断是否已付费。"
      )
    case .noneRecorded:
      (
        "We cannot find a purchase for your account.",
        "Zu Ihrem Konto finden wir keinen Kauf.",
        "我们没有找到您账户中的购买。"
      )
    case .overRecorded:
      (
        "The last period that we know of ended on {date}. We may not know of a later renewal yet.",
        """
        Der letzte Zeitraum, von dem wir wissen, endete am {date}. Von einer späteren Verlängerung wissen wir \
        vielleicht noch nichts.
        """,
        "我们所知的最后一个周期于 {date} 结束。之后的续订我们可能尚未得知。"
      )
    case .testRecorded:
      (
        "This is a test purchase. Nothing is charged for it.",
        "Das ist ein Testkauf. Dafür wird nichts berechnet.",
        "这是测试购买，不会收取费用。"
      )
    case .unknownRecorded:
      (
        "We cannot tell yet whether this was paid.",
        "Wir können noch nicht erkennen, ob bezahlt wurde.",
        "我们还无法判断是否已付费。"
      )
    }
  }
}
