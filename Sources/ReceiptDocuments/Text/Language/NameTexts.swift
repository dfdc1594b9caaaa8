extension BlockTexts {
  /// Names: of parts, fields and columns.
  static let names = #"""
    App
    App
    App

    Version
    Version
    版本

    App Store ID
    App-Store-ID
    App Store ID

    Environment
    Umgebung
    环境

    Platform
    Plattform
    平台

    Created
    Erstellt
    创建时间

    First bought
    Zuerst gekauft
    首次购买

    Expires
    Läuft ab
    到期

    Found in
    Gefunden in
    所在位置

    Repaired
    Repariert
    已修复

    Warning
    Warnung
    警告

    Source
    Quelle
    来源

    As of
    Stand
    截至

    Known until
    Bekannt bis
    已知截至

    Input
    Eingabe
    输入

    Cause
    Ursache
    原因

    Access
    Zugriff
    使用权

    Access then
    Zugriff damals
    当时的使用权

    As a rule
    Im Allgemeinen
    一般而言

    What to do
    Was zu tun ist
    应对措施

    By when
    Bis wann
    期限

    Product
    Produkt
    产品

    Original
    Ursprünglich
    原始交易

    Group
    Gruppe
    群组

    Status
    Status
    状态

    By way of
    Durch
    方式

    Before that
    Davor
    之前

    Renewal
    Verlängerung
    续订

    Price
    Preis
    价格

    Purchases
    Käufe
    购买项目

    Subscriptions
    Abos
    订阅

    Periods
    Zeiträume
    周期

    Other purchases
    Weitere Käufe
    其他购买

    Pieces
    Teile
    部分

    Notifications
    Mitteilungen
    通知

    Notification
    Mitteilung
    通知

    Notes
    Hinweise
    说明

    Irregularities
    Auffälligkeiten
    异常

    Certificates
    Zertifikate
    证书

    Checks
    Prüfungen
    检查

    Not checked
    Nicht geprüft
    未检查

    First
    Erster
    第一份

    Second
    Zweiter
    第二份

    Changed
    Geändert
    已变化

    Only in the later one
    Nur im späteren
    仅在较新的一份中

    Only in the earlier one
    Nur im früheren
    仅在较旧的一份中

    Proof
    Beweis
    证明

    Compared
    Verglichen
    比较

    PRODUCT
    PRODUKT
    产品

    TYPE
    ART
    类型

    ENDED
    BEENDET
    终止

    OFFER
    ANGEBOT
    优惠

    TRANSACTION
    TRANSAKTION
    交易

    ORIGINAL
    URSPRÜNGLICH
    原始交易

    LENGTH
    DAUER
    时长

    WHAT
    WAS
    内容

    PIECE
    TEIL
    部分

    REMARKS
    ANMERKUNGEN
    备注

    PROOF
    BEWEIS
    证明

    WHERE
    WO
    位置

    PLACE
    STELLE
    位置

    RECEIPT
    BELEG
    收据

    APPLE
    APPLE
    APPLE

    CAUSE
    URSACHE
    原因

    claimed
    behauptet
    声称

    none
    keine
    无

    passed
    bestanden
    通过

    failed
    nicht bestanden
    未通过

    incomplete
    unvollständig
    不完整

    only claims
    nur Behauptungen
    仅为声称

    signature
    Signatur
    签名

    certificate_chain
    Zertifikatskette
    证书链

    marker_oids
    Zweck der Zertifikate
    证书用途

    bundle_identifier
    Bundle-ID
    Bundle ID

    request_bundle
    Bundle-ID der Anfrage
    请求的 Bundle ID

    environment
    Umgebung
    环境

    application_version
    Version der App
    App 版本

    original_application_version
    erste Version der App
    App 的首次版本

    creation_date
    Datum der Erstellung
    创建时间

    expiration_date
    Ablaufdatum
    到期时间

    device_hash
    Gerät
    设备

    products
    gekaufte Produkte
    已购买的产品

    active_subscription
    aktives Abo
    有效的订阅

    purchase_dates
    Daten der Käufe
    购买日期

    duplicate_transactions
    doppelte Transaktionen
    重复的交易

    quantity
    Anzahl
    数量

    product_type_known
    Art der Produkte
    产品类型

    attributes
    Attribute
    属性

    app_apple_id
    Apple-ID der App
    App 的 Apple ID

    account_token
    Konto
    账户

    device_verification
    Gerät der signierten Daten
    已签名数据的设备

    What Apple's verifyReceipt would answer
    Was Apples verifyReceipt antworten würde
    Apple 的 verifyReceipt 会如何应答

    How far it gets
    Wie weit es kommt
    进行到哪一步

    Evidence
    Nachweis
    证据

    Purchase
    Kauf
    购买

    Type
    Art
    类型

    Transaction
    Transaktion
    交易

    Replaces
    Ersetzt
    取代

    Order item
    Bestellposition
    订单项

    App purchase
    Kauf der App
    App 的获取

    Reason
    Grund
    原因

    Ownership
    Besitz
    所有权

    Quantity
    Anzahl
    数量

    Purchased
    Gekauft
    购买时间

    Revoked
    Zurückgenommen
    收回时间

    Revoked for
    Grund der Rücknahme
    收回原因

    Revoked how
    Art der Rücknahme
    收回方式

    Refunded
    Erstattet
    退款

    Upgraded
    Hochgestuft
    已升级

    Offer
    Angebot
    优惠

    Offer name
    Name des Angebots
    优惠名称

    Offer period
    Dauer des Angebots
    优惠时长

    Discount
    Rabatt
    折扣

    Currency
    Währung
    货币

    Billing plan
    Zahlungsweise
    付费方式

    Commitment
    Bindung
    承诺期

    Period
    Zeitraum
    周期

    Ends
    Endet
    结束

    Advanced
    Advanced Commerce
    Advanced Commerce

    Storefront
    Store-Land
    店面

    Storefronts
    Store-Länder
    店面

    Store number
    Nummer des Stores
    店面编号

    Account
    Konto
    账户

    Device proof
    Gerätenachweis
    设备证明

    Device nonce
    Nonce des Geräts
    设备随机数

    Signed
    Signiert
    签名时间

    Renews as
    Verlängert sich als
    续订为

    Next price
    Nächster Preis
    下一期价格

    Next offer
    Nächstes Angebot
    下一个优惠

    Not proven
    Nicht bewiesen
    未经证明

    Expired for
    Grund des Ablaufs
    到期原因

    Billing
    Zahlung
    扣费

    Grace period
    Nachfrist
    宽限期

    Win-back
    Rückgewinnung
    赢回优惠

    With
    Mit
    附带

    Retrying
    Erneuter Einzug
    重试扣费

    Grace until
    Nachfrist bis
    宽限期至

    Period ends
    Zeitraum endet
    周期结束

    Series since
    Serie seit
    连续订阅自

    Higher price
    Preiserhöhung
    涨价

    Data
    Daten
    数据

    App data
    Daten der App
    App 数据

    Summary
    Zusammenfassung
    汇总

    Subtype
    Untertyp
    子类型

    Request
    Anfrage
    请求

    Requested
    Angefordert
    请求时间

    Wants refund
    Grund der Erstattungsbitte
    申请退款原因

    Renewal info
    Angaben zur Verlängerung
    续订信息

    Token
    Token
    令牌

    Failed
    Fehlgeschlagen
    失败

    Succeeded
    Gelungen
    成功

    Version ID
    Versions-ID
    版本 ID

    Preordered
    Vorbestellt
    预订时间

    First for
    Zuerst für
    最初平台

    Date
    Datum
    日期

    Amount
    Betrag
    金额

    Before tax
    Vor Steuer
    税前

    Tax
    Steuer
    税

    Tax rate
    Steuersatz
    税率

    Tax code
    Steuerschlüssel
    税码

    Refunds
    Erstattungen
    退款

    Items
    Positionen
    项目

    Description
    Beschreibung
    说明

    Name
    Name
    名称

    SKU
    SKU
    SKU

    Language
    Sprache
    语言

    Kind
    Art
    种类

    Header
    Kopf
    标头

    Payload
    Inhalt
    内容

    Also
    Außerdem
    另外

    Found
    Gefunden
    发现

    Not expected
    Nicht erwartet
    意料之外

    Expected
    Erwartet
    意料之中

    Equal
    Gleich
    相同

    Receipt
    Beleg
    收据

    Apple's answer
    Antwort von Apple
    Apple 的应答

    Timeline
    Zeitleiste
    时间线

    FROM
    VON
    开始

    UNTIL
    BIS
    结束

    PURCHASED
    GEKAUFT
    购买时间

    EXPIRES
    ENDET
    到期时间

    DATE
    DATUM
    日期

    both
    beide
    两者

    production
    Produktion
    正式环境

    sandbox
    Sandbox
    沙盒

    role
    Rolle
    角色

    subject
    Inhaber
    主体

    issuer
    Aussteller
    颁发者

    serial
    Seriennummer
    序列号

    valid
    gültig
    有效期

    marks
    Kennzeichen
    标记

    chain
    Kette
    证书链

    signer
    Unterzeichner
    签名者

    validity
    Gültigkeit
    有效期

    purpose
    Zweck
    用途

    yes
    ja
    是

    no
    nein
    否

    nothing
    nichts
    无

    cannot tell
    nicht feststellbar
    无法判断

    newest first
    die neuesten zuerst
    最新的在前

    by date
    nach Datum
    按日期

    by Apple
    laut Apple
    由 Apple 给出

    customer
    Kunde
    顾客

    developer
    Entwickler
    开发者

    support
    Support
    客服

    sender
    Absender
    发送者

    administrator
    Verwalter
    管理员

    apple
    Apple
    Apple

    no one
    niemand
    无

    expected
    erwartet
    应为

    found
    gefunden
    实际

    piece {n}
    Teil {n}
    第 {n} 部分

    transaction {a}
    Transaktion {a}
    交易 {a}

    subscription {a}
    Abo {a}
    订阅 {a}

    item {n}
    Teil {n}
    第 {n} 项

    {n} purchase
    {n} Kauf
    {n} 项购买

    {n} purchases
    {n} Käufe
    {n} 项购买

    Purchases: {n} of {m} products, newest first
    Käufe: {n}, von {m} Produkten, die neuesten zuerst
    购买项目：{n}，涉及 {m} 个产品，最新的在前

    Purchases: {n} of {m} product, newest first
    Käufe: {n}, von {m} Produkt, die neuesten zuerst
    购买项目：{n}，涉及 {m} 个产品，最新的在前

    Periods of subscription {n}
    Zeiträume des Abos {n}
    订阅 {n} 的周期

    Times are in UTC
    Zeiten in UTC
    时间均为 UTC

    Made by {a} on {b} from
    Erstellt von {a} am {b} aus
    由 {a} 于 {b} 根据以下内容生成：

    Ages are counted from then
    Die Zeitabstände zählen ab da
    时间间隔从那时算起

    This file has no scripts and loads nothing
    Diese Datei hat keine Skripte und lädt nichts nach
    此文件不含脚本，也不加载任何内容

    standard input
    Standardeingabe
    标准输入

    NOT VERIFIED
    NICHT GEPRÜFT
    未经验证

    NOT ALL OF IT WAS READ
    NICHT ALLES WURDE GELESEN
    并未全部读取

    Note
    Hinweis
    提示
    """#
}
