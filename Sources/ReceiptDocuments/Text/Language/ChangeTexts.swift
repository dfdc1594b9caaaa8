extension BlockTexts {
  /// Texts for what happened between two histories: names of values, causes and notes.
  static let changes = #"""
    product_id
    Produkt
    产品

    transaction_id
    Transaktion
    交易

    original_transaction_id
    ursprüngliche Transaktion
    原始交易

    type
    Art
    类型

    seats_given_back
    zurückgegebene Plätze
    已归还的席位

    additional_transaction_reason
    zusätzlicher Grund
    附加原因

    purchased
    gekauft
    购买时间

    originally_purchased
    zuerst gekauft
    首次购买时间

    expires
    endet
    到期时间

    cancelled
    zurückgenommen
    收回时间

    cancelled_without_date
    zurückgenommen, ohne Datum
    已收回，无日期

    cancellation_reason
    Grund der Rücknahme
    收回原因

    revocation_type
    Art der Rücknahme
    收回方式

    revocation_percentage
    erstatteter Anteil
    退款比例

    introductory
    Einführungspreis
    推介价格

    offer_kind
    Art des Angebots
    优惠类型

    offer_id
    Name des Angebots
    优惠名称

    upgraded
    hochgestuft
    已升级

    ownership
    Besitz
    持有方式

    subscription_group_identifier
    Abogruppe
    订阅群组

    price
    Preis
    价格

    currency
    Währung
    货币

    auto_renew_status
    automatische Verlängerung
    自动续订

    auto_renew_product_id
    verlängert sich als
    续订产品

    expiration_intent
    Grund des Ablaufs
    过期原因

    is_in_billing_retry_period
    Einzug wird wiederholt
    正在重试扣款

    grace_period_expires
    Nachfrist bis
    宽限期至

    agreed_to_price_increase
    Preiserhöhung zugestimmt
    已同意涨价

    leaves_bundle
    verlässt das Paket
    离开套装

    seats
    Plätze
    席位

    win_back_offers
    Rückgewinnungsangebote
    赢回优惠

    promotional_offer
    Werbeangebot
    促销优惠

    offer_code
    Angebotscode
    优惠代码

    win_back_offer
    Rückgewinnungsangebot
    赢回优惠

    retention_offer
    Bleibeangebot
    挽留优惠

    app-receipt
    App-Beleg
    App 收据

    transaction-receipt
    Beleg von iOS 6
    iOS 6 收据

    verifyReceipt-response
    Antwort von verifyReceipt
    verifyReceipt 的应答

    notification-v1
    Benachrichtigung, Version 1
    通知（版本 1）

    notification-v2
    Benachrichtigung
    通知

    signed-transaction
    signierte Transaktion
    已签名的交易

    signed-renewal-info
    signierte Angaben zur Verlängerung
    已签名的续订信息

    signed-app-transaction
    AppTransaction
    AppTransaction

    signed-history
    signierte Daten
    已签名的数据

    decoded-payload
    Inhalt ohne Signatur
    无签名的内容

    combined-history
    mehrere Eingaben
    多份输入

    other-history
    anderer Verlauf
    其他记录

    unexplained
    unerklärt
    无法解释

    bought
    gekauft
    已购买

    renewed
    verlängert
    已续订

    paid-late
    spät bezahlt
    延迟付费

    refund-taken-back
    Erstattung zurückgenommen
    退款已撤销

    no-longer-shared
    nicht mehr geteilt
    不再共享

    seat-taken-back
    Platz entzogen
    席位已收回

    seats-changed
    Plätze geändert
    席位有变

    moved
    verschoben
    已转移

    replaced
    ersetzt
    已被取代

    extended
    verlängerter Zeitraum
    周期已延长

    finished-consumable
    verbrauchter Artikel
    已使用的消耗型项目

    not-told
    nicht gesagt
    未说明

    auto-renew-off
    automatische Verlängerung aus
    自动续订已关闭

    auto-renew-on
    automatische Verlängerung an
    自动续订已开启

    next-product
    anderes Produkt als Nächstes
    下一周期换产品

    payment-failed
    Zahlung fehlgeschlagen
    付款失败

    payment-recovered
    Zahlung nachgeholt
    付款已恢复

    price-increase
    Preiserhöhung
    涨价

    next-period
    nächster Zeitraum
    下一周期

    renewal
    Verlängerung
    续订

    subscription {n}
    Abo {n}
    订阅 {n}

    it has no date
    es hat kein Datum
    其中没有日期

    when the other one was made is unknown
    wann das andere erstellt wurde, ist unbekannt
    不知道另一份的创建时间

    a period from {n}, after the earlier one was made
    ein Zeitraum ab {n}, nachdem das frühere erstellt wurde
    自 {n} 起的周期，在较旧的一份创建之后

    a period from {n}, after the first one was made
    ein Zeitraum ab {n}, nachdem das erste erstellt wurde
    自 {n} 起的周期，在第一份创建之后

    {n}, after the earlier one was made
    {n}, nachdem das frühere erstellt wurde
    {n}，在较旧的一份创建之后

    {n}, after the first one was made
    {n}, nachdem das erste erstellt wurde
    {n}，在第一份创建之后

    a period from {n}, paid after the earlier one was made
    ein Zeitraum ab {n}, bezahlt, nachdem das frühere erstellt wurde
    自 {n} 起的周期，在较旧的一份创建之后付费

    a period from {n}, paid after the first one was made
    ein Zeitraum ab {n}, bezahlt, nachdem das erste erstellt wurde
    自 {n} 起的周期，在第一份创建之后付费

    bought {n}, before the earlier one was made, which lacks it
    gekauft am {n}, bevor das frühere erstellt wurde, in dem es fehlt
    购买于 {n}，早于较旧的一份创建之时，但其中没有它

    bought {n}, before the first one was made, which lacks it
    gekauft am {n}, bevor das erste erstellt wurde, in dem es fehlt
    购买于 {n}，早于第一份创建之时，但其中没有它

    the earlier one tells only of a part of the purchases
    das frühere enthält nur einen Teil der Käufe
    较旧的一份只包含部分购买

    the first one tells only of a part of the purchases
    das erste enthält nur einen Teil der Käufe
    第一份只包含部分购买

    the later one tells only of a part of the purchases
    das spätere enthält nur einen Teil der Käufe
    较新的一份只包含部分购买

    a consumable: Apple removes it from receipts once the app has finished it
    ein Verbrauchsartikel: Apple nimmt ihn aus Belegen, sobald die App ihn abgeschlossen hat
    消耗型项目：App 完成处理后，Apple 会将其从收据中移除

    if it is a consumable, the app has finished it: answers do not name the kind
    falls es ein Verbrauchsartikel ist, hat die App ihn abgeschlossen: Antworten nennen die Art nicht
    如果是消耗型项目，则 App 已完成处理：应答不说明种类

    Apple removes only finished consumables from receipts, and this purchase is not a consumable
    Apple nimmt nur abgeschlossene Verbrauchsartikel aus Belegen, und dieser Kauf ist keiner
    Apple 只会从收据中移除已完成的消耗型项目，而此购买不是消耗型

    paid back {n}
    erstattet am {n}
    于 {n} 退款

    paid back at an unknown time
    zu unbekannter Zeit erstattet
    退款时间未知

    paid back
    erstattet
    已退款

    in the earlier one only
    nur im früheren
    仅在较旧的一份中

    in the first one only
    nur im ersten
    仅在第一份中

    the period ends {n} and not {m}
    der Zeitraum endet am {n} und nicht am {m}
    周期于 {n} 结束，而不是 {m}

    seats of the period were added or given back
    Plätze des Zeitraums kamen hinzu oder wurden zurückgegeben
    该周期增加或归还了席位

    both say something else of the same purchase
    beide sagen über denselben Kauf etwas anderes
    两份对同一购买的说法不同

    another product took its place {n}
    ein anderes Produkt trat an seine Stelle, {n}
    已被其他产品取代，{n}

    another product took its place
    ein anderes Produkt trat an seine Stelle
    已被其他产品取代

    a member of the family stopped sharing it {n}
    ein Familienmitglied teilt es nicht mehr, {n}
    家庭成员不再共享，{n}

    a member of the family stopped sharing it
    ein Familienmitglied teilt es nicht mehr
    家庭成员不再共享

    only the earlier one tells how it renews
    nur das frühere sagt, wie es sich verlängert
    只有较旧的一份说明如何续订

    only the first one tells how it renews
    nur das erste sagt, wie es sich verlängert
    只有第一份说明如何续订

    only the later one tells how it renews
    nur das spätere sagt, wie es sich verlängert
    只有较新的一份说明如何续订
    """#
}
