/// The phrases of a summary. Placeholders: `{date}`, `{known}` (when the source was signed), `{source}`, `{state}`,
/// `{share}`, `{count}`, `{product}`, `{app}`, `{status}`, `{all}`, `{name}`; for two histories `{first}`, `{second}`,
/// `{before}`, `{after}`, `{distance}`.
enum SummaryPhrase: CaseIterable {
  // States of a product, without a full stop.
  case paid, subscribed, introductory, offer, free, freeOffer, freeTrial, shared, seat, activeUndated
  case autoRenewOff, autoRenewOn, renewsAs, renewalUnknown, renewedAhead, earlierRefund
  case gracePeriod, graceWithoutEnd, graceUnknown, billingRetry, billingRetryNow
  case refunded, refundedUndated, refundedInPart, becauseOfApp, notBecauseOfApp
  case noLongerShared, noLongerSharedUndated, refundedOrUnshared, refundedOrUnsharedUndated, shareUnknown
  case seatTakenBack, seatTakenBackUndated, moved, movedUndated
  case replaced, replacedBySame, upgraded, upgradedUndated, expired, expiredUndated, customerTurnedOff, billingError,
    priceNotAccepted, notForSale
  case begins, later, bought, boughtUndated, boughtOften, sharedSince, sharedUndated, assignedSince, assignedUndated,
    gotFree, gotFreeUndated
  // Sentences.
  case over, overUndated, overShort, overRemark, askAgain, renewalOn, renewalOff, renewalOnly, earlierOnly,
    contradicted, unknown
  case asOf, asOfUnknown, test, testRemark, tests, environmentUnknown, claims, product, app, appInProduction, more
  case mayBeOfTwo, missing
  // Obstacles to an answer.
  case partlyRead, pageMissing, otherApp, noApp, signatureMismatch, unsigned, untrustedSigner, signerNotInIt,
    wrongPurpose,
    incomplete, outsideValidity, outsideValidityAsked, outsideValidityUndated, notJudged, xcode, xcodeEmpty, notSigned,
    receiptCut
  case refusedByApple, appOnly, noPurchaseInThis, noPurchases, appBegins, appOfOrganization
  case developerToken, foreignToken, signInWithApple, otherService
  // Two histories side by side.
  case firstIsNewer, secondIsNewer, firstClaimsNewer, secondClaimsNewer, areOfOneMoment, claimOneMoment, ageUnknown,
    answerSame,
    answersSame, answerChanged, answersDiffer, claimsDiffer, notCompared
  case productDiffers, productsDiffer
  case twoApps, twoEnvironments, twoCustomers, nothingShared, firstNotProven, secondNotProven
  // Pasted inputs.
  case unreadable, notTogether, twoEnvironmentsTogether, item, itemUnread, secretBeside, tokenBeside, partlyProven,
    undated, failedChecks, missingChecks, appOnlyChecked, notChecked, noAppAsked, appAsked, asAsked, besideDiffers,
    besideUnread
  // Remarks for unsigned data.
  case onlyClaims, partlyClaims, testClaims
  // Sources.
  case receipt, answer, notification, transaction, renewal, history

  /// In English, German and Chinese.
  var words: (english: String, german: String, chinese: String) {
    switch self {
    case .paid: ("Subscribed: paid until {date}", "Abonniert: bezahlt bis {date}", "已订阅：已付费至{date}")
    case .subscribed: ("Subscribed until {date}", "Abonniert bis {date}", "已订阅至{date}")
    case .introductory:
      (
        "Subscribed at an introductory price until {date}",
        "Abonniert zum Einführungspreis bis {date}",
        "以推介价订阅至{date}"
      )
    case .offer: ("Subscribed with an offer until {date}", "Abonniert mit einem Angebot bis {date}", "以优惠订阅至{date}")
    case .free: ("Subscribed for free until {date}", "Kostenlos abonniert bis {date}", "免费订阅至{date}")
    case .freeOffer:
      (
        "Subscribed for free, with an offer, until {date}",
        "Mit einem Angebot kostenlos abonniert bis {date}",
        "以优惠免费订阅至{date}"
      )
    case .freeTrial: ("Free trial until {date}", "Kostenlose Probezeit bis {date}", "免费试用至{date}")
    case .shared:
      (
        "Shared by a family member until {date}",
        "Von einem Familienmitglied geteilt bis {date}",
        "由家庭成员共享至{date}"
      )
    case .seat: ("A seat, assigned until {date}", "Ein zugeteilter Platz bis {date}", "已分配的席位，至{date}")
    case .activeUndated:
      (
        "Subscribed; the end is not in it",
        "Abonniert, das Ende geht daraus nicht hervor",
        "已订阅，其中没有截止日期"
      )
    case .autoRenewOff: ("{state}, auto-renew off", "{state}, automatische Verlängerung aus", "{state}，自动续订已关闭")
    case .autoRenewOn: ("{state}, auto-renew on", "{state}, automatische Verlängerung an", "{state}，自动续订已开启")
    case .renewsAs:
      (
        "{state}, then renews as {product}",
        "{state}, verlängert sich danach als {product}",
        "{state}，之后续订为 {product}"
      )
    case .renewalUnknown:
      (
        "This does not say whether the subscription will renew.",
        "Ob sich das Abo verlängert, geht daraus nicht hervor.",
        "其中没有是否续订的信息。"
      )
    case .renewedAhead:
      (
        "It is a renewal: its period begins on {date}, and the period before it is not in this.",
        "Es ist eine Verlängerung: ihr Zeitraum beginnt am {date}, der Zeitraum davor ist hier nicht enthalten.",
        "这是一次续订：其周期于{date}开始，此前的周期不在其中。"
      )
    case .earlierRefund:
      (
        "Apple refunded an earlier period, which takes nothing away from the running one.",
        "Apple hat einen früheren Zeitraum erstattet; am laufenden ändert das nichts.",
        "Apple 退还了之前某一周期的款项，当前周期不受影响。"
      )
    case .gracePeriod:
      (
        "Payment failed; access continues until {date}",
        "Zahlung fehlgeschlagen, Zugriff noch bis {date}",
        "扣费失败，宽限期至{date}"
      )
    case .graceWithoutEnd:
      (
        "Payment failed; access continues until {date} at the latest",
        "Zahlung fehlgeschlagen, Zugriff noch bis spätestens {date}",
        "扣费失败，仍在宽限期内，最迟至{date}"
      )
    case .graceUnknown:
      (
        "A receipt does not say whether a billing grace period is running.",
        "Ob nach einer fehlgeschlagenen Zahlung noch Zugriff gewährt wird, steht nicht in einem Beleg.",
        "收据中没有扣费宽限期的信息。"
      )
    case .billingRetry:
      (
        "Payment failed: not paid since {date}",
        "Zahlung fehlgeschlagen: seit {date} nicht bezahlt",
        "扣费失败：自{date}起未付费"
      )
    case .billingRetryNow: ("Payment failed: not paid", "Zahlung fehlgeschlagen: nicht bezahlt", "扣费失败：未付费")
    case .refunded: ("Refunded on {date}", "Erstattet am {date}", "已于{date}退款")
    case .refundedUndated: ("Refunded, at an unknown time", "Erstattet, Zeitpunkt unbekannt", "已退款，时间未知")
    case .refundedInPart:
      (
        "Refunded in part ({share}) on {date}",
        "Teilweise erstattet ({share}) am {date}",
        "已于{date}部分退款（{share}）"
      )
    case .becauseOfApp:
      (
        "{state} because of a reported problem with the app",
        "{state} wegen eines gemeldeten Problems mit der App",
        "{state}，原因是已反馈的 App 问题"
      )
    case .notBecauseOfApp: ("{state} (another reason)", "{state} (anderer Grund)", "{state}（其他原因）")
    case .noLongerShared:
      (
        "No longer shared by the family since {date}",
        "Seit {date} nicht mehr in der Familie geteilt",
        "自{date}起不再由家人共享"
      )
    case .noLongerSharedUndated: ("No longer shared by the family", "Nicht mehr in der Familie geteilt", "不再由家人共享")
    case .refundedOrUnshared:
      (
        "Refunded, or no longer shared by the family, on {date}",
        "Am {date} erstattet oder nicht mehr in der Familie geteilt",
        "已于{date}退款，或不再由家人共享"
      )
    case .refundedOrUnsharedUndated:
      (
        "Refunded, or no longer shared by the family",
        "Erstattet oder nicht mehr in der Familie geteilt",
        "已退款，或不再由家人共享"
      )
    case .shareUnknown:
      (
        "Whether all of it was refunded, or only a part, is not in it.",
        "Ob ganz oder nur zum Teil erstattet wurde, geht daraus nicht hervor.",
        "其中没有说明是全额还是部分退款。"
      )
    case .seatTakenBack: ("The seat was taken back on {date}", "Der Platz wurde am {date} entzogen", "席位已于{date}被收回")
    case .seatTakenBackUndated: ("The seat was taken back", "Der Platz wurde entzogen", "席位已被收回")
    case .moved:
      (
        """
        Cannot tell: Apple ended it on {date} for a reason that need not be a refund, such as a move to a bundle; ask \
        for the status of all subscriptions
        """,
        """
        Unklar: Apple hat das Abo am {date} beendet, vielleicht ohne Erstattung, etwa beim Wechsel in ein Paket. \
        Bitten Sie um den Status aller Abos
        """,
        "无法判断：Apple 于{date}终止了它，但未必是退款，例如转入套装；请查询所有订阅的状态"
      )
    case .movedUndated:
      (
        """
        Cannot tell: Apple ended it for a reason that need not be a refund, such as a move to a bundle; ask for the \
        status of all subscriptions
        """,
        """
        Unklar: Apple hat das Abo beendet, vielleicht ohne Erstattung, etwa beim Wechsel in ein Paket. Bitten Sie um \
        den Status aller Abos
        """,
        "无法判断：Apple 终止了它，但未必是退款，例如转入套装；请查询所有订阅的状态"
      )
    case .replaced: ("Replaced by {product}", "Ersetzt durch {product}", "已被 {product} 取代")
    case .replacedBySame:
      (
        "Replaced by another subscription to the same product",
        "Ersetzt durch ein anderes Abo desselben Produkts",
        "已被同一产品的另一订阅取代"
      )
    case .upgraded:
      (
        "Replaced by another product on {date}; ask for the newest transaction",
        "Am {date} durch ein anderes Produkt ersetzt. Bitten Sie um die neueste Transaktion",
        "已于{date}被其他产品取代；请索取最新的交易"
      )
    case .upgradedUndated:
      (
        "Replaced by another product, at an unknown time; ask for the newest transaction",
        "Durch ein anderes Produkt ersetzt, Zeitpunkt unbekannt. Bitten Sie um die neueste Transaktion",
        "已被其他产品取代，时间未知；请索取最新的交易"
      )
    case .expired: ("Expired on {date}", "Abgelaufen am {date}", "已于{date}过期")
    case .expiredUndated: ("Expired", "Abgelaufen", "已过期")
    case .customerTurnedOff:
      (
        "{state}: the customer turned off auto-renew",
        "{state}: automatische Verlängerung vom Kunden ausgeschaltet",
        "{state}：顾客关闭了自动续订"
      )
    case .billingError: ("{state}: the payment failed", "{state}: die Zahlung schlug fehl", "{state}：付款失败")
    case .priceNotAccepted:
      (
        "{state}: the customer did not accept a higher price",
        "{state}: der Kunde hat einem höheren Preis nicht zugestimmt",
        "{state}：顾客未同意涨价"
      )
    case .notForSale:
      (
        "{state}: the product was no longer for sale",
        "{state}: das Produkt wurde nicht mehr verkauft",
        "{state}：该产品已停止销售"
      )
    case .begins: ("Starts on {date}", "Beginnt am {date}", "将于{date}开始")
    case .later:
      (
        "Not at that time, only later: {state}",
        "Damals noch nicht, erst später: {state}",
        "当时还没有，之后才有：{state}"
      )
    case .sharedSince:
      (
        "Shared by a family member since {date}",
        "Von einem Familienmitglied geteilt seit {date}",
        "自{date}起由家庭成员共享"
      )
    case .sharedUndated:
      (
        "Shared by a family member, since an unknown time",
        "Von einem Familienmitglied geteilt, seit wann ist unbekannt",
        "由家庭成员共享，起始时间未知"
      )
    case .assignedSince:
      (
        "Assigned by an organization or a group since {date}",
        "Von einer Organisation oder Gruppe zugeteilt seit {date}",
        "自{date}起由组织或群组分配"
      )
    case .assignedUndated:
      (
        "Assigned by an organization or a group, since an unknown time",
        "Von einer Organisation oder Gruppe zugeteilt, seit wann ist unbekannt",
        "由组织或群组分配，起始时间未知"
      )
    case .gotFree: ("Got for free on {date}", "Kostenlos erhalten am {date}", "已于{date}免费获得")
    case .gotFreeUndated: ("Got for free, at an unknown time", "Kostenlos erhalten, Zeitpunkt unbekannt", "已免费获得，时间未知")
    case .bought: ("Bought on {date}", "Gekauft am {date}", "已于{date}购买")
    case .boughtUndated: ("Bought, at an unknown time", "Gekauft, Zeitpunkt unbekannt", "已购买，时间未知")
    case .boughtOften:
      (
        "Bought {count} times, the last time on {date}",
        "{count}-mal gekauft, zuletzt am {date}",
        "已购买 {count} 次，最近一次在{date}"
      )
    case .over:
      (
        "Cannot tell: the period ended on {date}, after {source} of {known}, which knows of no later renewal",
        """
        Unklar: Der letzte bekannte Zeitraum endete am {date}. Eine spätere Verlängerung kann hier nicht enthalten \
        sein ({source} vom {known})
        """,
        "无法判断：该周期已于{date}结束，晚于{source}（{known}），其中没有之后的续订"
      )
    case .overUndated:
      (
        "Cannot tell: the period ended on {date}, and a renewal may be missing here",
        "Unklar: der Zeitraum endete am {date}, und eine Verlängerung kann hier fehlen",
        "无法判断：该周期已于{date}结束，这里可能缺少续订"
      )
    case .overShort:
      (
        "The last known period ended on {date}",
        "Der letzte bekannte Zeitraum endete am {date}",
        "已知的最后周期于{date}结束"
      )
    case .overRemark:
      (
        "Whether it was renewed after that cannot be told: ask the customer to restore purchases and send it again.",
        """
        Ob danach verlängert wurde, ist nicht feststellbar. Bitten Sie den Kunden, Käufe wiederherzustellen und den \
        Beleg erneut zu senden.
        """,
        "无法判断之后是否续订；请顾客恢复购买后重新发送。"
      )
    case .askAgain:
      (
        "Ask the customer to restore purchases and send it again.",
        "Bitten Sie den Kunden, Käufe wiederherzustellen und den Beleg erneut zu senden.",
        "请顾客恢复购买后重新发送。"
      )
    case .renewalOn:
      (
        "Auto-renew is on. It does not contain the purchase; ask for the transaction",
        "Automatische Verlängerung an. Der Kauf selbst steht nicht darin. Bitten Sie um die Transaktion",
        "自动续订已开启；其中不含该购买，请索取交易"
      )
    case .renewalOff:
      (
        "Auto-renew is off. It does not contain the purchase; ask for the transaction",
        "Automatische Verlängerung aus. Der Kauf selbst steht nicht darin. Bitten Sie um die Transaktion",
        "自动续订已关闭；其中不含该购买，请索取交易"
      )
    case .renewalOnly:
      (
        "Cannot tell: it says nothing about a payment; ask for the transaction",
        "Unklar: über eine Zahlung steht nichts darin. Bitten Sie um die Transaktion",
        "无法判断：其中没有付费信息；请索取交易"
      )
    case .earlierOnly:
      (
        "Cannot tell: this is about an earlier period, and the newest one ends on {date}; ask for its transaction",
        "Unklar: es geht um einen früheren Zeitraum, der neueste endet am {date}. Bitten Sie um dessen Transaktion",
        "无法判断：这是之前的周期，最新的周期于{date}结束；请索取该周期的交易"
      )
    case .contradicted:
      (
        "Cannot tell: it contradicts itself; ask for the status of the subscription",
        "Unklar: die Angaben widersprechen sich. Bitten Sie um den Status des Abos",
        "无法判断：其中的信息相互矛盾；请查询该订阅的状态"
      )
    case .unknown: ("Cannot tell: its dates are missing", "Unklar: das Datum fehlt", "无法判断：缺少日期")
    case .asOf:
      (
        "As of {source} of {known}; this may have changed since.",
        "Stand: {source} vom {known}. Seitdem kann sich etwas geändert haben.",
        "依据：{source}（{known}）；此后情况可能已有变化。"
      )
    case .asOfUnknown:
      (
        "When it was signed is unknown; this may have changed since.",
        "Wann es signiert wurde, ist unbekannt. Seitdem kann sich etwas geändert haben.",
        "签名时间未知；此后情况可能已有变化。"
      )
    case .test: ("Test: {state}", "Test: {state}", "测试：{state}")
    case .testRemark: ("Test purchase: nobody paid.", "Testkauf: niemand hat bezahlt.", "测试购买：没有人付费。")
    case .tests: ("Test purchases: nobody paid.", "Testkäufe: niemand hat bezahlt.", "测试购买：没有人付费。")
    case .mayBeOfTwo:
      (
        "Two inputs have no purchase in common: they may be of two customers.",
        "Zwei Eingaben haben keinen Kauf gemeinsam: sie können von zwei Kunden sein.",
        "其中两份没有共同的购买：可能属于两位顾客。"
      )
    case .missing: ("No purchase of {product}", "Kein Kauf von {product}", "没有 {product} 的购买")
    case .environmentUnknown:
      (
        "It may be a test purchase: that it is from production is not proven.",
        "Es kann ein Testkauf sein: dass es aus der Produktion stammt, ist nicht bewiesen.",
        "可能是测试购买：无法证明来自正式环境。"
      )
    case .claims: ("It claims: {state}.", "Darin wird behauptet: {state}.", "其内容声称：{state}。")
    case .product: ("Product: {product}", "Produkt: {product}", "产品：{product}")
    case .app: ("App: {app}", "App: {app}", "App：{app}")
    case .appInProduction: ("App: {app}, from production", "App: {app}, aus der Produktion", "App：{app}，来自正式环境")
    case .more: ("And {count} more, below.", "Und {count} weitere, siehe unten.", "另有 {count} 项，见下文。")
    case .partlyRead:
      (
        "Cannot tell: only a part of it was read; send one at a time.",
        "Unklar: nur ein Teil wurde gelesen; bitte einzeln senden.",
        "无法判断：只读取了一部分；请逐个发送。"
      )
    case .pageMissing:
      (
        """
        Cannot tell: more pages of this answer are missing.
        Ask for the next one with the revision of this one, and put all pages together.
        """,
        """
        Unklar: weitere Seiten dieser Antwort fehlen.
        Fragen Sie mit der revision dieser Seite nach der nächsten, und geben Sie alle Seiten zusammen an.
        """,
        """
        无法判断：缺少此应答的后续页。
        请用此页的 revision 请求下一页，并将所有页放在一起。
        """
      )
    case .otherApp: ("Of another app: {app}.", "Von einer anderen App: {app}.", "属于另一个 App：{app}。")
    case .noApp:
      (
        "Cannot tell: it does not say which app it is of; ask for the transaction.",
        "Unklar: zu welcher App es gehört, steht nicht darin. Bitten Sie um die Transaktion.",
        "无法判断：其中没有说明属于哪个 App；请索取交易。"
      )
    case .signatureMismatch:
      (
        "Not from Apple: contents and signature do not belong together.",
        "Nicht von Apple: Inhalt und Signatur gehören nicht zusammen.",
        "并非来自 Apple：内容与签名不相符。"
      )
    case .unsigned: ("Not from Apple: it is not signed.", "Nicht von Apple: nicht signiert.", "并非来自 Apple：没有签名。")
    case .untrustedSigner:
      (
        "Not from Apple: the signer is not trusted.",
        "Nicht von Apple: dem Unterzeichner wird nicht vertraut.",
        "并非来自 Apple：签名者不受信任。"
      )
    case .signerNotInIt:
      (
        """
        Not proven: a receipt of iOS 6 does not contain the certificate that shows who signed it.
        Ask the customer for a new receipt.
        """,
        """
        Nicht bewiesen: Belege aus iOS 6 enthalten das Zertifikat nicht, das den Unterzeichner ausweist.
        Bitten Sie den Kunden um einen neuen Beleg.
        """,
        """
        未经证明：iOS 6 的收据不含能表明签名者的证书。
        请顾客提供新的收据。
        """
      )
    case .wrongPurpose:
      (
        "Not proof of a purchase: it was signed for something else.",
        "Kein Kaufnachweis: für einen anderen Zweck signiert.",
        "不能证明购买：签名用于其他用途。"
      )
    case .incomplete:
      (
        "Incomplete: the end of its signature is missing; ask for all of it.",
        "Unvollständig: das Ende der Signatur fehlt. Bitten Sie um den ganzen Text.",
        "不完整：签名的末尾缺失；请索取完整的文本。"
      )
    case .outsideValidity:
      (
        """
        Cannot tell: a certificate was not valid on {date}, when it says that it was signed.
        Ask for a new receipt.
        """,
        """
        Unklar: am {date}, dem angegebenen Datum der Signatur, war ein Zertifikat nicht gültig.
        Bitten Sie um einen neuen Beleg.
        """,
        """
        无法判断：其自称的签名时间为 {date}，当时有证书无效。
        请顾客提供新的收据。
        """
      )
    case .outsideValidityAsked:
      (
        """
        Cannot tell: a certificate was not valid on {date}, the moment that was asked for.
        Without it, its own date counts.
        """,
        """
        Unklar: ein Zertifikat war am {date} nicht gültig, dem Zeitpunkt der Anfrage.
        Ohne ihn zählt das eigene Datum.
        """,
        """
        无法判断：在所问的时间 {date} 有证书无效。
        不指定时间则以其自身的日期为准。
        """
      )
    case .outsideValidityUndated:
      (
        "Cannot tell: it has no date, so its certificates were judged on {date}, and one of them was not valid then.",
        "Unklar: ohne Datum wurden die Zertifikate zum {date} geprüft, und eines war da nicht gültig.",
        "无法判断：其中没有日期，因此按 {date} 检查证书，当时有证书无效。"
      )
    case .notJudged:
      (
        """
        Cannot tell: it has no date at which its certificates could be judged.
        Ask for a new receipt.
        """,
        """
        Unklar: es fehlt ein Datum, zu dem die Zertifikate geprüft werden könnten.
        Bitten Sie um einen neuen Beleg.
        """,
        """
        无法判断：其中没有可用来检查证书的日期。
        请顾客提供新的收据。
        """
      )
    case .xcode:
      (
        "Test purchase, made by Xcode: nobody paid.",
        "Testkauf aus Xcode: niemand hat bezahlt.",
        "Xcode 生成的测试购买：没有人付费。"
      )
    case .xcodeEmpty:
      (
        "No purchases, in a test receipt made by Xcode.",
        "Keine Käufe, in einem Testbeleg aus Xcode.",
        "Xcode 生成的测试收据，其中没有购买。"
      )
    case .notSigned:
      (
        """
        Cannot tell: it is not signed, so anyone could have written it.
        Ask the customer for the receipt itself.
        """,
        """
        Unklar: nicht signiert, jeder könnte es geschrieben haben.
        Bitten Sie den Kunden um den Beleg selbst.
        """,
        """
        无法判断：没有签名，任何人都可能写出它。
        请顾客提供收据本身。
        """
      )
    case .receiptCut:
      (
        """
        Cannot tell: the signed receipt in it (latest_receipt) was cut off.
        Ask for all of it.
        """,
        """
        Unklar: der signierte Beleg darin (latest_receipt) ist abgeschnitten.
        Bitten Sie um den ganzen Text.
        """,
        """
        无法判断：其中已签名的收据（latest_receipt）被截断。
        请索取完整的文本。
        """
      )
    case .refusedByApple:
      (
        """
        Apple refused it with status {status}.
        Ask the customer to restore purchases and send it again.
        """,
        """
        Apple hat es mit Status {status} abgelehnt.
        Bitten Sie den Kunden, Käufe wiederherzustellen und den Beleg erneut zu senden.
        """,
        """
        Apple 以状态 {status} 拒绝。
        请顾客恢复购买后重新发送。
        """
      )
    case .appOnly:
      (
        """
        Cannot tell: this is about the app itself, and not about purchases in it.
        Ask for a transaction or a receipt.
        """,
        """
        Unklar: es geht um die App selbst, nicht um Käufe darin.
        Bitten Sie um eine Transaktion oder einen Beleg.
        """,
        """
        无法判断：这是关于 App 本身的，而不是其中的购买。
        请索取交易或收据。
        """
      )
    case .developerToken:
      (
        "A developer's token, not a receipt. It is secret: do not pass it on.",
        "Das Token eines Entwicklers, kein Beleg. Es ist geheim: geben Sie es nicht weiter.",
        "这是开发者的令牌，不是收据。它属于机密：请勿转发。"
      )
    case .foreignToken:
      (
        "A token of {name}, not a receipt: it says nothing about purchases.",
        "Ein Token von {name}, kein Beleg: über Käufe steht nichts darin.",
        "这是{name}的令牌，不是收据：与购买无关。"
      )
    case .signInWithApple: ("Sign in with Apple", "„Mit Apple anmelden“", "“通过 Apple 登录”")
    case .otherService: ("another service", "einem anderen Dienst", "其他服务")
    case .noPurchaseInThis:
      (
        "Cannot tell: it is not about a purchase; ask for a transaction or a receipt.",
        "Unklar: es geht um keinen Kauf. Bitten Sie um eine Transaktion oder einen Beleg.",
        "无法判断：这与购买无关；请索取交易或收据。"
      )
    case .noPurchases:
      (
        """
        No purchases, as of {source} of {known}.
        If the customer bought something, ask them to restore purchases and send it again.
        """,
        """
        Keine Käufe. Stand: {source} vom {known}.
        Falls der Kunde etwas gekauft hat, bitten Sie ihn, Käufe wiederherzustellen und den Beleg erneut zu senden.
        """,
        """
        没有购买。依据：{source}（{known}）。
        如果顾客买过，请其恢复购买后重新发送。
        """
      )
    case .appBegins:
      (
        "The app itself was bought, or downloaded for free, on {date}; which of the two is not in it.",
        "Die App selbst wurde am {date} gekauft oder kostenlos geladen; welches von beiden, geht daraus nicht hervor.",
        "App 本身已于{date}购买或免费下载；其中没有说明是哪一种。"
      )
    case .appOfOrganization:
      (
        "An organization bought the app itself and provides it to the customer.",
        "Eine Organisation hat die App selbst gekauft und stellt sie dem Kunden bereit.",
        "App 本身由组织购买，并提供给顾客使用。"
      )
    case .firstIsNewer: ("The first is newer, by {distance}", "Der erste ist {distance} neuer", "第一份较新，相差 {distance}")
    case .secondIsNewer:
      (
        "The second is newer, by {distance}",
        "Der zweite ist {distance} neuer",
        "第二份较新，相差 {distance}"
      )
    case .firstClaimsNewer:
      (
        "The first claims to be newer, by {distance}",
        "Der erste ist nach eigenen Angaben {distance} neuer",
        "第一份自称较新，相差 {distance}"
      )
    case .secondClaimsNewer:
      (
        "The second claims to be newer, by {distance}",
        "Der zweite ist nach eigenen Angaben {distance} neuer",
        "第二份自称较新，相差 {distance}"
      )
    case .areOfOneMoment: ("Both are of the same moment", "Beide sind vom selben Zeitpunkt", "两者时间相同")
    case .claimOneMoment:
      (
        "Both claim to be of the same moment",
        "Beide sind nach eigenen Angaben vom selben Zeitpunkt",
        "两者自称时间相同"
      )
    case .ageUnknown:
      (
        "Which of the two is newer is unknown",
        "Welcher der beiden neuer ist, ist unbekannt",
        "无法判断哪一个更新"
      )
    case .answerSame:
      (
        "{state}; the answer is the same: “{after}”.",
        "{state}; die Antwort ist dieselbe: „{after}“.",
        "{state}；答案相同：“{after}”。"
      )
    case .answersSame:
      (
        "{state}; the answer is the same for every product.",
        "{state}; die Antwort ist für jedes Produkt dieselbe.",
        "{state}；每个产品的答案都相同。"
      )
    case .claimsDiffer:
      (
        "{state}; the answer is the same, “{after}”, but they claim different things.",
        "{state}; die Antwort ist dieselbe, „{after}“, aber sie behaupten Verschiedenes.",
        "{state}；答案相同：“{after}”，但两者的声称不同。"
      )
    case .answerChanged:
      (
        "{state}; the answer changed from “{before}” to “{after}”.",
        "{state}; die Antwort war „{before}“ und ist jetzt „{after}“.",
        "{state}；答案由“{before}”变为“{after}”。"
      )
    case .answersDiffer:
      (
        "{state}; the first says “{before}”, the second says “{after}”.",
        "{state}; der erste sagt „{before}“, der zweite sagt „{after}“.",
        "{state}；第一个的答案是“{before}”，第二个的答案是“{after}”。"
      )
    case .productDiffers:
      (
        "{state}; the answer differs for one product.",
        "{state}; bei einem Produkt ist die Antwort anders.",
        "{state}；有一个产品的答案不同。"
      )
    case .productsDiffer:
      (
        "{state}; the answer differs for {count} products.",
        "{state}; bei {count} Produkten ist die Antwort anders.",
        "{state}；有 {count} 个产品的答案不同。"
      )
    case .notCompared: ("These two cannot be compared.", "Diese beiden lassen sich nicht vergleichen.", "这两份无法比较。")
    case .twoApps:
      (
        "Of two apps: {first} and {second}.",
        "Von zwei Apps: {first} und {second}.",
        "属于两个 App：{first} 和 {second}。"
      )
    case .twoEnvironments:
      (
        "From two environments: {first} and {second}.",
        "Aus zwei Umgebungen: {first} und {second}.",
        "来自两个环境：{first} 和 {second}。"
      )
    case .twoCustomers: ("Of two customers of the app.", "Von zwei Kunden der App.", "属于同一 App 的两位顾客。")
    case .nothingShared:
      (
        "No purchase is in both: they may be of two customers.",
        "Kein Kauf kommt in beiden vor: sie können von zwei Kunden sein.",
        "没有共同的购买项目：可能属于两位顾客。"
      )
    case .firstNotProven:
      (
        "The first is not proven: {state}",
        "Die Echtheit des ersten ist nicht bewiesen: {state}",
        "第一个未经证明：{state}"
      )
    case .secondNotProven:
      (
        "The second is not proven: {state}",
        "Die Echtheit des zweiten ist nicht bewiesen: {state}",
        "第二个未经证明：{state}"
      )
    case .unreadable: ("This cannot be read as a receipt.", "Das lässt sich nicht als Beleg lesen.", "无法将其读取为收据。")
    case .notTogether:
      (
        "These items cannot be combined: all items have to be of one customer and one app.",
        "Das lässt sich nicht zusammenfassen: alle Teile müssen von einem Kunden und aus einer App sein.",
        "这些内容不能合并为一份记录：必须属于同一位顾客和同一个 App。"
      )
    case .twoEnvironmentsTogether:
      (
        "These items cannot be combined: some are from production, and some from a test environment.",
        "Das lässt sich nicht zusammenfassen: ein Teil ist aus der Produktion, ein anderer aus einer Testumgebung.",
        "这些内容不能合并：一部分来自正式环境，另一部分来自测试环境。"
      )
    case .secretBeside:
      (
        "{name} is a developer's token. It is secret: do not pass this on.",
        "{name} ist das Token eines Entwicklers. Es ist geheim: geben Sie das hier nicht weiter.",
        "{name} 是开发者的令牌，属于机密：请勿转发这些内容。"
      )
    case .tokenBeside:
      (
        "{name} is a token of another service, and says nothing about purchases.",
        "{name} ist das Token eines anderen Dienstes; über Käufe steht nichts darin.",
        "{name} 是其他服务的令牌，与购买无关。"
      )
    case .item: ("item {count}", "Teil {count}", "第 {count} 项")
    case .itemUnread:
      (
        "{name} could not be read, and is not in the answer.",
        "{name} ließ sich nicht lesen und fehlt in der Antwort.",
        "无法读取 {name}，答案中不包含它。"
      )
    case .partlyProven:
      (
        "Partly proven: {count} of {all} pieces. The answer follows from these alone; the others are only claims.",
        """
        Teilweise bewiesen: {count} von {all} Teilen. Die Antwort folgt allein daraus; das Übrige sind nur \
        Behauptungen.
        """,
        "{all} 项中有 {count} 项得到证明。回答仅依据这些；其余只是声称。"
      )
    case .undated:
      (
        """
        The date “{name}” was not understood: write it as year-month-day, such as 2025-12-05. All of this is as of \
        now.
        """,
        """
        Das Datum „{name}“ wurde nicht verstanden: schreiben Sie es als Jahr-Monat-Tag, zum Beispiel 2025-12-05. \
        Alles gilt für jetzt.
        """,
        "无法理解日期“{name}”：请写成年-月-日，例如 2025-12-05。以下内容均以现在为准。"
      )
    case .failedChecks: ("A check failed: {name}.", "Eine Prüfung ist nicht bestanden: {name}.", "检查未通过：{name}。")
    case .missingChecks:
      (
        "What was asked for could not be checked: {name}.",
        "Das Gefragte ließ sich nicht prüfen: {name}.",
        "所要求的内容无法检查：{name}。"
      )
    case .appOnlyChecked:
      (
        "Of several items only the app and products are checked.",
        "Bei mehreren Teilen werden nur App und Produkte geprüft.",
        "多项内容时只检查 App 和产品。"
      )
    case .notChecked:
      (
        "What was asked for is not checked: it is not signed.",
        "Das Gefragte wurde nicht geprüft: es ist nicht signiert.",
        "未检查所要求的内容：没有签名。"
      )
    case .asAsked: ("As of {date}, the moment that was asked for.", "Beantwortet für den {date}.", "依据所问的时间：{date}。")
    case .besideDiffers:
      (
        "What it was compared with says something else; see below.",
        "Das Verglichene sagt etwas anderes oder lässt sich nicht vergleichen; siehe unten.",
        "与之比较的内容有所不同；见下文。"
      )
    case .besideUnread:
      (
        "It could not be compared; see below.",
        "Der Vergleich war nicht möglich; siehe unten.",
        "无法比较；见下文。"
      )
    case .noAppAsked:
      (
        "You entered no app. Whether it is yours was not checked.",
        "Sie haben keine App angegeben. Ob es Ihre ist, wurde nicht geprüft.",
        "您没有填写 App，因此没有检查它是否属于您的 App。"
      )
    case .appAsked: ("Checked for: {name}.", "Geprüft für: {name}.", "核对的 App：{name}。")
    case .onlyClaims:
      (
        "What it claims; Apple does not vouch for it.",
        "Was darin behauptet wird; Apple bürgt nicht dafür.",
        "以下仅为其声称的内容；Apple 不为其担保。"
      )
    case .partlyClaims:
      (
        "Not all of it is proven. What is not proven is marked.",
        "Nicht alles davon ist bewiesen. Was nicht bewiesen ist, ist markiert.",
        "并非全部得到证明。未证明的部分已标出。"
      )
    case .testClaims:
      (
        "What it says; a test authority signed it, not Apple.",
        "Was darin steht; ein Test-Aussteller hat es signiert, nicht Apple.",
        "以下为其所述内容；由测试签发机构签名，并非 Apple。"
      )
    case .receipt: ("this receipt", "dieser Beleg", "此收据")
    case .answer: ("this answer", "diese Antwort", "此应答")
    case .notification: ("this notification", "diese Mitteilung", "此通知")
    case .transaction: ("this transaction", "diese Transaktion", "此交易")
    case .renewal: ("this renewal information", "diese Angaben zur Verlängerung", "此续订信息")
    case .history: ("the newest piece", "der neueste Teil", "最新一份")
    }
  }
}
