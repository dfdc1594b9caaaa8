extension BlockTexts {
  /// Members of signed data, and their values.
  static let signedData = #"""
    signed transaction of StoreKit 2: one purchase or renewal
    signierte Transaktion von StoreKit 2: ein Kauf oder eine Verlängerung
    StoreKit 2 的已签名交易：一次购买或续订

    signed renewal information: what a subscription does next; it names no app
    signierte Angaben zur Verlängerung: wie es mit einem Abo weitergeht; sie nennen keine App
    已签名的续订信息：订阅接下来的情况；其中没有 App

    server notification, version 2
    Server-Mitteilung, Version 2
    服务器通知，版本 2

    signed app transaction: the purchase or download of the app itself
    signierte App-Transaktion: der Kauf oder Download der App selbst
    已签名的 App 交易：App 本身的购买或下载

    realtime request: Apple asks what to show a customer who is about to cancel
    Echtzeit-Anfrage: Apple fragt, was einem Kunden gezeigt werden soll, der kündigen will
    实时请求：Apple 询问向即将取消的顾客展示什么

    It is a secret until it expires, as good as a password: do not pass it on
    Es ist geheim, bis es abläuft, und so viel wert wie ein Passwort: nicht weitergeben
    在过期前它属于机密，等同于密码：请勿转发

    not known: its members are those of no payload that Apple documents
    unbekannt: solche Felder hat keiner der Inhalte, die Apple dokumentiert
    未知：其成员不属于 Apple 所记载的任何内容

    {a}, which is not of the type that Apple documents
    {a}, was nicht der Typ ist, den Apple dokumentiert
    {a}，与 Apple 所记载的类型不符

    {a}, which is not an object
    {a}, was kein Objekt ist
    {a}，不是对象

    {A} {n} of {m}
    {A} {n} von {m}
    {A} {n}（共 {m}）

    {n} of {m}
    {n} von {m}
    {n}（共 {m}）

    1 long text
    1 langer Text
    1 段长文本

    {n} long texts
    {n} lange Texte
    {n} 段长文本

    for {A}
    für {A}
    为期 {A}

    named {a}
    Name: {a}
    名称：{a}

    1 month
    1 Monat
    1 个月

    1 year
    1 Jahr
    1 年

    1 week
    1 Woche
    1 周

    1 day
    1 Tag
    1 天

    {n} months
    {n} Monate
    {n} 个月

    {n} years
    {n} Jahre
    {n} 年

    {n} weeks
    {n} Wochen
    {n} 周

    {n} days
    {n} Tage
    {n} 天

    {a} (of an unknown currency)
    {a} (Währung unbekannt)
    {a}（货币未知）

    of an unknown currency
    Währung unbekannt
    货币未知

    Auto-Renewable Subscription
    automatisch verlängerndes Abo
    自动续期订阅

    bought by the customer
    vom Kunden gekauft
    由顾客购买

    shared by a member of the family
    von einem Familienmitglied geteilt
    由家庭成员共享

    the customer bought it
    der Kunde hat es gekauft
    顾客购买

    Apple renewed it
    Apple hat es verlängert
    Apple 续订

    for another reason
    aus einem anderen Grund
    其他原因

    because of a reported problem with the app
    wegen eines gemeldeten Problems mit der App
    因为已反馈的 App 问题

    the whole price was refunded
    der ganze Preis wurde erstattet
    全额退款

    a part of the price was refunded
    ein Teil des Preises wurde erstattet
    部分退款

    the family no longer shares it
    die Familie teilt es nicht mehr
    家庭不再共享

    introductory offer
    Einführungsangebot
    推介优惠

    promotional offer
    Werbeangebot
    促销优惠

    offer code
    Angebotscode
    优惠代码

    win-back offer
    Rückgewinnungsangebot
    赢回优惠

    lower price each period
    niedrigerer Preis je Zeitraum
    每个周期低价

    one price up front
    ein Preis im Voraus
    一次性预付

    one-time discount
    einmaliger Rabatt
    一次性折扣

    paid up front
    im Voraus bezahlt
    预先付费

    paid monthly, with a commitment
    monatlich bezahlt, mit Bindung
    按月付费，有承诺期

    off, it ends with its period
    aus, es endet mit seinem Zeitraum
    已关闭，将随周期结束

    on, it renews at the end of its period
    an, es verlängert sich am Ende seines Zeitraums
    已开启，将在周期结束时续订

    the customer cancelled it
    der Kunde hat gekündigt
    顾客已取消

    a billing error
    ein Fehler bei der Zahlung
    扣费错误

    A billing error
    Ein Fehler bei der Zahlung
    扣费错误

    the payment details were no longer valid
    die Zahlungsdaten waren nicht mehr gültig
    付款信息已失效

    The customer cancelled
    Der Kunde hat gekündigt
    顾客已取消

    the customer did not agree to a price increase
    der Kunde hat einer Preiserhöhung nicht zugestimmt
    顾客未同意涨价

    the product was not for sale at the time of renewal
    das Produkt wurde bei der Verlängerung nicht verkauft
    续订时产品未在销售

    another reason
    ein anderer Grund
    其他原因

    the customer has not answered yet
    der Kunde hat noch nicht geantwortet
    顾客尚未答复

    the customer agreed, or was told
    der Kunde hat zugestimmt oder wurde informiert
    顾客已同意或已被告知

    active
    aktiv
    有效

    in the billing retry period
    Zahlung fehlgeschlagen, Apple versucht es weiter
    扣费重试期内

    in the grace period
    in der Nachfrist
    宽限期内

    revoked
    zurückgenommen
    已收回

    the purchase was not intended
    der Kauf war nicht beabsichtigt
    误购

    it was not delivered, or did not work
    es wurde nicht geliefert oder funktionierte nicht
    未交付或无法使用

    not satisfied with it
    nicht zufrieden damit
    不满意

    a legal reason
    ein rechtlicher Grund
    法律原因

    for acquiring the customer
    für die Gewinnung des Kunden
    用于获取顾客

    for services of the App Store
    für Dienste des App Store
    用于 App Store 服务

    to win a new customer
    um einen neuen Kunden zu gewinnen
    赢得新顾客

    to win the customer back
    um den Kunden zurückzugewinnen
    赢回顾客

    to keep the customer
    um den Kunden zu halten
    留住顾客

    the items of the subscription were changed
    die Positionen des Abos wurden geändert
    订阅项目已更改

    a test of a declined refund
    ein Test einer abgelehnten Erstattung
    拒绝退款的测试

    the whole price
    der ganze Preis
    全额

    the part that was not used
    der nicht genutzte Teil
    未使用的部分

    an amount that the developer chose
    ein Betrag, den der Entwickler bestimmt hat
    由开发者决定的金额

    planned
    geplant
    已计划

    the customer agreed
    der Kunde hat zugestimmt
    顾客已同意
    """#
}
