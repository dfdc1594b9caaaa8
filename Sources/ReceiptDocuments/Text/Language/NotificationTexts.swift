extension BlockTexts {
  /// Texts of notifications: the events and the tasks.
  static let notifications = #"""
    of no type
    ohne Typ
    没有类型

    It does not say what happened: it has no notificationType
    Es sagt nicht, was geschehen ist: notificationType fehlt
    没有说明发生了什么：缺少 notificationType

    It has {a}, of which Apple sends one only
    Sie enthält {a}, wovon Apple nur eines sendet
    其中有 {a}，而 Apple 只会发送其一

    It has {a}, where Apple sends {b}
    Sie enthält {a}, wo Apple {b} sendet
    其中有 {a}，而 Apple 会发送 {b}

    This type is not known to this version
    Dieser Typ ist dieser Version unbekannt
    此版本不认识此类型

    Apple documents it at notificationType
    Apple dokumentiert ihn unter notificationType
    Apple 在 notificationType 中有说明

    The type is known, but not with this subtype
    Der Typ ist bekannt, aber nicht mit diesem Untertyp
    类型已知，但没有此子类型

    Known subtypes: {a}
    Bekannte Untertypen: {a}
    已知的子类型：{a}

    Look at the transaction
    Sehen Sie sich die Transaktion an
    请查看交易

    This is {a}, where Apple sends {b}
    Das ist {a}, wo Apple {b} sendet
    这是 {a}，而 Apple 会发送 {b}

    It says nothing: its payload is null
    Es sagt nichts: der Inhalt ist null
    没有内容：其 payload 为 null

    within {n} hours of its arrival
    innerhalb von {n} Stunden nach Eingang
    收到后 {n} 小时内

    as a rule: {A}
    im Allgemeinen: {A}
    一般而言：{A}

    not known, which changes nothing
    unbekannt, das ändert nichts
    未知，不改变任何事

    grant it
    gewähren
    给予

    keep it
    behalten
    保持

    end it
    beenden
    结束

    take it back
    zurücknehmen
    收回

    give it back
    zurückgeben
    恢复

    not affected
    nicht betroffen
    不受影响

    Ask the customer to bring the payment details of the Apple account up to date
    Bitten Sie den Kunden, die Zahlungsdaten seines Apple-Accounts zu aktualisieren
    请顾客更新其 Apple 账户的付款信息

    The customer subscribed for the first time, or got the subscription through Family Sharing for the first time
    Der Kunde hat zum ersten Mal abonniert oder das Abo zum ersten Mal über die Familienfreigabe erhalten
    顾客首次订阅，或首次通过家人共享获得订阅

    It begins now and lasts until the period of the transaction ends (expiresDate)
    Er beginnt jetzt und gilt, bis der Zeitraum der Transaktion endet (expiresDate)
    从现在开始，至该交易的周期结束（expiresDate）

    Store the transaction and grant access
    Transaktion speichern und Zugriff gewähren
    保存交易并给予使用权

    The customer subscribed again after a gap, to the same subscription or to another one of its group
    Der Kunde hat nach einer Lücke wieder abonniert, dasselbe Abo oder ein anderes der Gruppe
    顾客在中断后重新订阅了同一订阅或同组的其他订阅

    Family Sharing and offers can be the way
    Auch über Familienfreigabe oder ein Angebot
    也可能通过家人共享或优惠

    The customer bought a consumable, a non-consumable or a non-renewing subscription
    Der Kunde hat etwas Verbrauchbares, nicht Verbrauchbares oder ein nicht verlängerndes Abo gekauft
    顾客购买了消耗型、非消耗型项目或非续订订阅

    What was bought is the customer's now
    Das Gekaufte gehört jetzt dem Kunden
    所购内容现已归顾客所有

    Grant what was bought, once for each transactionId
    Das Gekaufte gewähren, einmal für jede transactionId
    给予所购内容，每个 transactionId 一次

    The subscription renewed for another period
    Das Abo hat sich um einen Zeitraum verlängert
    订阅续订了一个周期

    It goes on until the new period ends (expiresDate)
    Er gilt weiter, bis der neue Zeitraum endet (expiresDate)
    继续到新周期结束（expiresDate）

    Store the transaction and its new expiresDate
    Transaktion und neues expiresDate speichern
    保存交易及其新的 expiresDate

    A payment that had failed succeeded, and the subscription renewed
    Eine fehlgeschlagene Zahlung ist gelungen, und das Abo hat sich verlängert
    之前失败的付款成功，订阅已续订

    It begins again and lasts until the new period ends (expiresDate)
    Er beginnt wieder und gilt, bis der neue Zeitraum endet (expiresDate)
    重新开始，至新周期结束（expiresDate）

    Store the transaction and grant access again
    Transaktion speichern und wieder Zugriff gewähren
    保存交易并重新给予使用权

    The customer took a planned downgrade back
    Der Kunde hat eine geplante Herabstufung zurückgenommen
    顾客取消了计划中的降级

    The subscription renews as it is
    Das Abo verlängert sich unverändert
    订阅照原样续订

    Nothing changes in this period
    In diesem Zeitraum ändert sich nichts
    本周期内没有变化

    Nothing changes
    Nichts ändert sich
    没有变化

    Store which product renews: autoRenewProductId
    Speichern, welches Produkt sich verlängert: autoRenewProductId
    保存将续订的产品：autoRenewProductId

    The customer upgraded to a higher plan
    Der Kunde hat hochgestuft
    顾客升级到更高级别

    The upgrade takes effect at once, and Apple refunds the rest of the old period
    Die Hochstufung gilt sofort, und Apple erstattet den Rest des alten Zeitraums
    升级立即生效，Apple 退还旧周期的剩余部分

    The upgrade takes effect at once
    Die Hochstufung gilt sofort
    升级立即生效

    The new product begins now
    Das neue Produkt beginnt jetzt
    新产品现在开始

    The old one ends now
    Das alte endet jetzt
    旧产品现在结束

    Grant the product of the transaction in place of the old one
    Das Produkt der Transaktion anstelle des alten gewähren
    以交易中的产品取代旧产品

    The customer chose a lower plan, which begins with the next renewal
    Der Kunde hat herabgestuft; das gilt ab der nächsten Verlängerung
    顾客选择了较低级别，从下次续订开始

    The renewal status changed after a notice of a price increase
    Der Status der Verlängerung hat sich nach der Ankündigung einer Preiserhöhung geändert
    涨价通知后，续订状态发生变化

    The notification does not say in which direction
    Die Mitteilung sagt nicht, in welche Richtung
    通知没有说明变化方向

    It lasts until the period ends in any case
    Er gilt in jedem Fall bis zum Ende des Zeitraums
    无论如何都持续到周期结束

    Look at autoRenewStatus of the renewal information
    Sehen Sie sich autoRenewStatus der Angaben zur Verlängerung an
    请查看续订信息中的 autoRenewStatus

    The customer turned renewal on again
    Der Kunde hat die Verlängerung wieder eingeschaltet
    顾客重新开启了续订

    Store that the subscription is going to renew
    Speichern, dass sich das Abo verlängert
    保存：订阅将续订

    The customer turned renewal off, or the App Store did so after a request for a refund
    Der Kunde hat die Verlängerung ausgeschaltet, oder der App Store nach einem Erstattungsantrag
    顾客关闭了续订，或 App Store 在退款请求后关闭

    It lasts until the period ends (expiresDate), and no longer
    Er gilt bis zum Ende des Zeitraums (expiresDate), nicht länger
    持续到周期结束（expiresDate）为止

    Store that the subscription is not going to renew
    Speichern, dass sich das Abo nicht verlängert
    保存：订阅不会续订

    The app can offer the customer something else
    Die App kann dem Kunden etwas anderes anbieten
    App 可以向顾客提供其他选择

    The customer redeemed an offer for a subscription that is active
    Der Kunde hat ein Angebot für ein laufendes Abo eingelöst
    顾客为有效的订阅兑换了优惠

    It goes on
    Er gilt weiter
    继续

    The offer applies to the subscription that the customer has
    Das Angebot gilt für das Abo, das der Kunde hat
    优惠适用于顾客现有的订阅

    Store the offer of the transaction and of the renewal information
    Das Angebot der Transaktion und der Angaben zur Verlängerung speichern
    保存交易和续订信息中的优惠

    The customer redeemed an offer to upgrade a subscription that is active
    Der Kunde hat ein Angebot zur Hochstufung eines laufenden Abos eingelöst
    顾客兑换了升级有效订阅的优惠

    The customer redeemed an offer to downgrade a subscription that is active
    Der Kunde hat ein Angebot zur Herabstufung eines laufenden Abos eingelöst
    顾客兑换了降级有效订阅的优惠

    The lower plan begins with the next renewal
    Das gilt ab der nächsten Verlängerung
    较低级别从下次续订开始

    Apple told the customer of a price increase that needs consent
    Apple hat den Kunden über eine Preiserhöhung informiert, der er zustimmen muss
    Apple 已通知顾客一次需要同意的涨价

    The customer has not answered yet
    Der Kunde hat noch nicht geantwortet
    顾客尚未答复

    Without consent the subscription ends with it
    Ohne Zustimmung endet das Abo damit
    若不同意，订阅将随之结束

    Store the status
    Den Status speichern
    保存状态

    The app can show the customer why the price rises
    Die App kann dem Kunden zeigen, warum der Preis steigt
    App 可以向顾客说明涨价原因

    The customer agreed to a price increase, or Apple told the customer of one that needs no consent
    Der Kunde hat einer Preiserhöhung zugestimmt, oder Apple hat ihn über eine ohne nötige Zustimmung informiert
    顾客已同意涨价，或 Apple 已通知顾客无需同意的涨价

    The next period costs more
    Der nächste Zeitraum kostet mehr
    下一周期价格更高

    The renewal failed because of a billing problem
    Die Verlängerung ist an der Zahlung gescheitert
    续订因扣费问题失败

    Apple tries to collect the payment for up to 60 days, without a grace period
    Apple versucht bis zu 60 Tage lang abzubuchen, ohne Nachfrist
    Apple 会在最多 60 天内尝试扣费，没有宽限期

    It ends with the period, and begins again when the payment succeeds
    Er endet mit dem Zeitraum und beginnt wieder, wenn die Zahlung gelingt
    随周期结束，付款成功后重新开始

    Take back access
    Zugriff entziehen
    收回使用权

    Apple tries to collect the payment, and the customer has a grace period
    Apple versucht abzubuchen, und der Kunde hat eine Nachfrist
    Apple 正在尝试扣费，顾客有宽限期

    It lasts until the grace period ends (gracePeriodExpiresDate)
    Er gilt bis zum Ende der Nachfrist (gracePeriodExpiresDate)
    持续到宽限期结束（gracePeriodExpiresDate）

    Keep access on until then
    Zugriff bis dahin lassen
    在此之前保持使用权

    The grace period ended and the payment is still missing
    Die Nachfrist ist vorbei, und die Zahlung fehlt noch
    宽限期已结束，仍未付款

    Apple goes on trying to collect it, for up to 60 days in all
    Apple versucht weiter abzubuchen, insgesamt bis zu 60 Tage
    Apple 会继续尝试扣费，总共最多 60 天

    It is over, and begins again when the payment succeeds
    Er ist vorbei und beginnt wieder, wenn die Zahlung gelingt
    已结束，付款成功后重新开始

    The subscription expired for another reason than those that have a subtype
    Das Abo ist aus einem Grund abgelaufen, der keinen Untertyp hat
    订阅因没有子类型的其他原因过期

    The subscription expired because the customer had turned renewal off
    Das Abo ist abgelaufen, weil der Kunde die Verlängerung ausgeschaltet hatte
    订阅因顾客关闭续订而过期

    The subscription expired because the payment did not succeed within the billing retry period
    Das Abo ist abgelaufen, weil die Zahlung auch in weiteren Versuchen nicht gelang
    订阅因扣费重试期内付款未成功而过期

    The subscription expired because the customer did not agree to a price increase
    Das Abo ist abgelaufen, weil der Kunde einer Preiserhöhung nicht zugestimmt hat
    订阅因顾客未同意涨价而过期

    The subscription expired because the product was not for sale at the time of renewal
    Das Abo ist abgelaufen, weil das Produkt bei der Verlängerung nicht verkauft wurde
    订阅因续订时产品未在销售而过期

    It is over
    Er ist vorbei
    已结束

    A purchase that the customer had through Family Sharing is no longer shared
    Ein Kauf, den der Kunde über die Familienfreigabe hatte, wird nicht mehr geteilt
    顾客通过家人共享获得的购买不再共享

    The customer loses it now
    Der Kunde verliert ihn jetzt
    顾客现在失去使用权

    Take back what the purchase unlocked
    Zurücknehmen, was der Kauf freigeschaltet hat
    收回该购买所解锁的内容

    A parent or guardian withdrew the consent to a child's use of the app
    Ein Elternteil oder Vormund hat die Einwilligung in die Nutzung der App durch ein Kind widerrufen
    家长或监护人撤回了对儿童使用 App 的同意

    The child must not use the app any more
    Das Kind darf die App nicht mehr nutzen
    儿童不得再使用此 App

    Find the account by appTransactionId, and stop serving it
    Das Konto über appTransactionId finden und nicht mehr bedienen
    按 appTransactionId 找到账户并停止服务

    What the law demands with its data is yours to know
    Was das Gesetz für diese Daten verlangt, klären Sie bitte selbst
    法律对其数据的要求需您自行了解

    Apple refunded the transaction, in whole or in part
    Apple hat die Transaktion ganz oder teilweise erstattet
    Apple 已对该交易全额或部分退款

    The customer loses what was refunded
    Der Kunde verliert, was erstattet wurde
    顾客失去已退款的内容

    revocationType and revocationPercentage say how much that is
    revocationType und revocationPercentage sagen, wie viel das ist
    revocationType 和 revocationPercentage 说明数额

    Apple declined the customer's request for a refund
    Apple hat den Erstattungsantrag des Kunden abgelehnt
    Apple 拒绝了顾客的退款请求

    The purchase stands
    Der Kauf bleibt bestehen
    购买仍然有效

    Apple took a refund back, because the customer disputed it
    Apple hat eine Erstattung zurückgenommen, weil der Kunde sie bestritten hat
    因顾客提出异议，Apple 撤销了退款

    The customer gets back what the refund took
    Der Kunde bekommt zurück, was die Erstattung genommen hat
    顾客重新获得因退款失去的内容

    Give back what you took because of the refund
    Zurückgeben, was wegen der Erstattung entzogen wurde
    恢复因退款收回的内容

    The customer asked for a refund
    Der Kunde hat eine Erstattung beantragt
    顾客申请了退款

    Apple asks how much of the purchase was used
    Apple fragt, wie viel vom Kauf genutzt wurde
    Apple 询问该购买的使用情况

    Every type of product can be meant
    Es kann jede Art von Produkt sein
    可以是任何类型的产品

    Nothing changes until Apple has decided
    Bis zu Apples Entscheidung ändert sich nichts
    在 Apple 决定之前没有变化

    Answer with Send Consumption Information, for this very transactionId
    Mit Send Consumption Information antworten, für genau diese transactionId
    用 Send Consumption Information 答复此 transactionId

    Do not answer if the customer did not agree to that
    Nicht antworten, wenn der Kunde dem nicht zugestimmt hat
    若顾客未同意，请勿答复

    Apple moved the renewal date of the subscription, as your server had asked
    Apple hat das Datum der Verlängerung verschoben, wie Ihr Server es verlangt hatte
    Apple 已按您服务器的要求推迟续订日期

    Apple is done with an extension of the renewal date for all subscribers, as your server had asked
    Apple hat das Datum der Verlängerung für alle Abonnenten verschoben, wie Ihr Server es verlangt hatte
    Apple 已按您服务器的要求为所有订阅者推迟续订日期

    The summary is about many customers
    Die Zusammenfassung betrifft viele Kunden
    汇总涉及许多顾客

    Each of them had a RENEWAL_EXTENDED
    Für jeden kam ein RENEWAL_EXTENDED
    每位顾客都有一条 RENEWAL_EXTENDED

    Compare the counts with what you expect
    Die Anzahlen mit den erwarteten vergleichen
    将数量与预期比较

    Apple could not move the renewal date of this subscription, in an extension for all subscribers
    Apple konnte das Datum der Verlängerung dieses Abos nicht verschieben, als es das für alle tat
    在为所有订阅者推迟时，Apple 未能推迟此订阅的续订日期

    It ends when it would have ended
    Er endet, wann er geendet hätte
    按原定时间结束

    Find out why, and extend it by itself if it may be extended
    Herausfinden, warum, und einzeln verschieben, falls erlaubt
    查明原因，若允许则单独推迟

    The developer changed the metadata of a subscription by the Advanced Commerce API
    Der Entwickler hat die Metadaten eines Abos über die Advanced Commerce API geändert
    开发者通过 Advanced Commerce API 更改了订阅的元数据

    Store the new metadata
    Die neuen Metadaten speichern
    保存新的元数据

    The developer moved a subscription to the Advanced Commerce API
    Der Entwickler hat ein Abo auf die Advanced Commerce API umgestellt
    开发者将订阅迁移到 Advanced Commerce API

    Apple's changelog calls this type MIGRATE
    Apples Änderungsliste nennt diesen Typ MIGRATE
    Apple 的更新日志称此类型为 MIGRATE

    It goes on under a new original transaction
    Er gilt weiter unter einer neuen ursprünglichen Transaktion
    在新的原始交易下继续

    Store the new originalTransactionId beside previousOriginalTransactionId
    Die neue originalTransactionId neben previousOriginalTransactionId speichern
    将新的 originalTransactionId 与 previousOriginalTransactionId 一并保存

    The developer changed the price of a subscription by the Advanced Commerce API
    Der Entwickler hat den Preis eines Abos über die Advanced Commerce API geändert
    开发者通过 Advanced Commerce API 更改了订阅价格

    Store the new price
    Den neuen Preis speichern
    保存新价格

    Apple made a token for external purchases, and has not got a report of it from you yet
    Apple hat ein Token für externe Käufe erzeugt und noch keine Meldung dazu von Ihnen erhalten
    Apple 生成了外部购买令牌，尚未收到您的报告

    Report the token to the External Purchase Server API, also if you do not know it or nothing was bought with it
    Das Token der External Purchase Server API melden, auch wenn es unbekannt ist oder nichts damit gekauft wurde
    请向 External Purchase Server API 报告该令牌，即使您不认识它或没有用它购买

    Apple made a token for external purchases
    Apple hat ein Token für externe Käufe erzeugt
    Apple 生成了外部购买令牌

    Store the token, and report what is bought with it to the External Purchase Server API
    Das Token speichern, und der External Purchase Server API melden, was damit gekauft wird
    保存令牌，并向 External Purchase Server API 报告用它购买的内容

    Apple reminds you of a token for external purchases that is still active
    Apple erinnert an ein Token für externe Käufe, das noch aktiv ist
    Apple 提醒您仍有有效的外部购买令牌

    Report what was bought with the token to the External Purchase Server API
    Der External Purchase Server API melden, was mit dem Token gekauft wurde
    向 External Purchase Server API 报告用该令牌购买的内容

    The token itself unlocks nothing
    Das Token selbst schaltet nichts frei
    令牌本身不解锁任何内容

    Your server asked for this notification with Request a Test Notification
    Ihr Server hat diese Mitteilung mit Request a Test Notification angefordert
    您的服务器通过 Request a Test Notification 请求了此通知

    No customer is meant
    Kein Kunde ist gemeint
    不涉及任何顾客
    """#
}
