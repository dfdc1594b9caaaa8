extension BlockTexts {
  /// Texts for a receipt beside an answer of verifyReceipt: findings, causes, and notes about places.
  static let comparisons = #"""
    signed data of StoreKit 2 (a JWS) and no receipt; verifyReceipt never answers it
    signierte Daten von StoreKit 2 (ein JWS) und kein Beleg; verifyReceipt beantwortet sie nie
    StoreKit 2 的已签名数据（JWS），不是收据；verifyReceipt 不会应答

    another-receipt
    anderer Beleg
    另一份收据

    unproven
    nicht bewiesen
    未经证实

    in-app-emptied
    Käufe entfernt
    购买被清空

    edited
    verändert
    被改动

    rounded
    gerundet
    被舍入

    other-type
    anderer Typ
    类型不同

    number-form
    andere Schreibweise
    数字写法不同

    renamed
    umbenannt
    被改名

    duplicate-name
    doppelter Name
    名称重复

    reordered
    umsortiert
    顺序被改动

    impossible
    unmöglich
    不可能

    added
    hinzugefügt
    被添加

    missing
    fehlt
    缺失

    consumable-finished
    Verbrauchsartikel abgeschlossen
    消耗型项目已完成

    renewed-since
    seitdem verlängert
    此后已续订

    refunded-since
    seitdem erstattet
    此后已退款

    upgraded-since
    seitdem hochgestuft
    此后已升级

    extended-since
    seitdem verlängerter Zeitraum
    此后周期已延长

    old-excluded
    ältere ausgeschlossen
    不含较旧的交易

    keys-reordered
    Reihenfolge der Namen
    名称顺序不同

    at /{a}
    bei /{a}
    在 /{a}

    {n} times, first at /{a}
    {n} Mal, zuerst bei /{a}
    {n} 次，首次在 /{a}

    The answer belongs to another receipt
    Die Antwort gehört zu einem anderen Beleg
    应答属于另一份收据

    The latest_receipt of the answer is proven less well than the receipt
    Das latest_receipt der Antwort ist schlechter bewiesen als der Beleg
    应答中的 latest_receipt 不如收据可靠

    The purchases were taken out of the answer
    Die Käufe wurden aus der Antwort entfernt
    应答中的购买被移除

    A value is not the one that was signed
    Ein Wert ist nicht der, der signiert wurde
    有一个值与签名时不同

    A number lost digits
    Eine Zahl hat Stellen verloren
    有一个数字丢失了位数

    A value has another JSON type than Apple gives it
    Ein Wert hat einen anderen JSON-Typ als bei Apple
    有一个值的 JSON 类型与 Apple 的不同

    A number is written otherwise, with the same value
    Eine Zahl ist anders geschrieben, mit demselben Wert
    有一个数字写法不同，但值相同

    A field has another name than Apple gives it
    Ein Feld heißt anders als bei Apple
    有一个字段的名称与 Apple 的不同

    An object has one name twice
    Ein Objekt enthält einen Namen zweimal
    有一个对象中的名称重复

    The purchases are in another order than in the receipt
    Die Käufe stehen in anderer Reihenfolge als im Beleg
    购买的顺序与收据中不同

    Only Apple's servers know it, and Apple cannot have written it so
    Nur Apples Server wissen es, und Apple kann es so nicht geschrieben haben
    只有 Apple 的服务器知道它，而 Apple 不可能这样写

    Apple's answer has something that the receipt does not have and that nothing explains
    Apples Antwort enthält etwas, das der Beleg nicht enthält und das nichts erklärt
    Apple 的应答中有收据中没有且无法解释的内容

    The receipt has something that the answer lacks, although Apple prints it
    Der Beleg enthält etwas, das der Antwort fehlt, obwohl Apple es ausgibt
    收据中有 Apple 会输出但应答中缺少的内容

    A consumable of the receipt is not in the answer
    Ein Verbrauchsartikel des Belegs fehlt in der Antwort
    收据中的一个消耗型项目不在应答中

    The transaction is later than the receipt
    Die Transaktion ist neuer als der Beleg
    交易晚于收据

    The purchase was refunded or revoked after the receipt was made
    Der Kauf wurde erstattet oder zurückgenommen, nachdem der Beleg erstellt wurde
    购买在收据创建之后被退款或收回

    The period ended early, because the customer upgraded within the group
    Der Zeitraum endete früher, weil der Kunde innerhalb der Gruppe hochgestuft hat
    周期提前结束，因为顾客在群组内升级

    The period ends later than the receipt says
    Der Zeitraum endet später, als der Beleg sagt
    周期的结束晚于收据所述

    The transaction is not in the answer because only the latest of each subscription was asked for
    Die Transaktion ist nicht in der Antwort, weil nur nach der neuesten jedes Abos gefragt wurde
    应答中没有该交易，因为只查询了每个订阅的最新交易

    The members of an object are in another order than Apple's
    Die Namen eines Objekts stehen in anderer Reihenfolge als bei Apple
    一个对象中名称的顺序与 Apple 的不同

    the answer is that of an iOS 6 transaction receipt, and this is an app receipt
    die Antwort gehört zu einem Transaktionsbeleg von iOS 6, und das ist ein App-Beleg
    应答属于 iOS 6 交易收据，而这是 App 收据

    the answer is that of an app receipt, and this is an iOS 6 transaction receipt
    die Antwort gehört zu einem App-Beleg, und das ist ein Transaktionsbeleg von iOS 6
    应答属于 App 收据，而这是 iOS 6 交易收据

    the answer belongs to a receipt of another app, {a}; this is {b}
    die Antwort gehört zum Beleg einer anderen App, {a}; dies ist {b}
    应答属于另一个 App 的收据，{a}；这是 {b}

    the answer belongs to another receipt of this app: another customer's, or another download
    die Antwort gehört zu einem anderen Beleg dieser App: von einem anderen Kunden oder einem anderen Download
    应答属于此 App 的另一份收据：另一位顾客的，或另一次下载的

    the answer belongs to another transaction, {a}; this is {b}
    die Antwort gehört zu einer anderen Transaktion, {a}; dies ist {b}
    应答属于另一项交易，{a}；这是 {b}

    The receipt is valid
    Der Beleg ist gültig
    收据有效

    The request was not an HTTP POST
    Die Anfrage war kein HTTP-POST
    请求不是 HTTP POST

    Apple no longer sends this status
    Apple sendet diesen Status nicht mehr
    Apple 不再发送此状态

    The value of receipt-data was malformed or missing, or the service had a temporary issue
    receipt-data war beschädigt oder fehlte, oder der Dienst war gestört
    receipt-data 格式有误或缺失，或服务暂时出现问题

    The receipt could not be authenticated: its signature or its certificates are not Apple's
    Der Beleg ließ sich nicht bestätigen: Signatur oder Zertifikate sind nicht von Apple
    收据无法验证：签名或证书并非来自 Apple

    The shared secret does not match the one on file for the app's account
    Das Shared Secret passt nicht zu dem, das für das Konto der App hinterlegt ist
    共享密钥与 App 账户所存的不符

    The receipt server was temporarily unable to provide the receipt
    Der Dienst konnte den Beleg vorübergehend nicht liefern
    收据服务器暂时无法提供收据

    The receipt is valid but the subscription has expired; the receipt is part of the answer
    Der Beleg ist gültig, aber das Abo ist abgelaufen; der Beleg ist in der Antwort
    收据有效，但订阅已过期；收据在应答中

    The receipt is from the sandbox, but it was sent to production
    Der Beleg ist aus der Sandbox, wurde aber an die Produktion gesendet
    收据来自沙盒，却发送到了正式环境

    The receipt is from production, but it was sent to the sandbox
    Der Beleg ist aus der Produktion, wurde aber an die Sandbox gesendet
    收据来自正式环境，却发送到了沙盒

    Internal data access error at Apple
    Interner Fehler beim Datenzugriff von Apple
    Apple 的内部数据访问错误

    Internal data access errors at Apple
    Interne Fehler beim Datenzugriff von Apple
    Apple 的内部数据访问错误

    The user account cannot be found or has been deleted
    Das Konto ist nicht zu finden oder wurde gelöscht
    找不到该账户，或账户已被删除

    Apple does not document this status
    Apple dokumentiert diesen Status nicht
    Apple 没有说明此状态

    an anchor that you gave vouches for the receipt, as for a test server; Apple would answer {n}
    ein Anker, den Sie angegeben haben, bürgt für den Beleg, wie bei einem Testserver; Apple würde {n} antworten
    收据由您提供的信任锚担保，如同测试服务器；Apple 会应答 {n}

    Apple accepts it, and here it is {A}
    Apple nimmt ihn an, und hier ist er {A}
    Apple 接受它，此处的结果为{A}

    Apple accepts it, but here it is {A}: {B}
    Apple nimmt ihn an, aber hier ist er {A}: {B}
    Apple 接受它，但此处的结果为{A}：{B}

    the subscription of this iOS 6 receipt has expired
    das Abo dieses Belegs von iOS 6 ist abgelaufen
    此 iOS 6 收据的订阅已过期

    it is a sandbox receipt, which was sent to production
    es ist ein Beleg der Sandbox, der an die Produktion gesendet wurde
    这是沙盒收据，却发送到了正式环境

    send it to the sandbox and compare that answer
    an die Sandbox senden und deren Antwort vergleichen
    请发送到沙盒，并比较其应答

    it is a receipt of production, which was sent to the sandbox
    es ist ein Beleg der Produktion, der an die Sandbox gesendet wurde
    这是正式环境的收据，却发送到了沙盒

    send it to production and compare that answer
    an die Produktion senden und deren Antwort vergleichen
    请发送到正式环境，并比较其应答

    Apple refuses it, as it has to: {A}
    Apple lehnt ihn ab, wie es sein muss: {A}
    Apple 拒绝它，理应如此：{A}

    Apple refuses it, but here it is {A}: what was sent was not this text, or Apple had a temporary issue
    Apple lehnt ihn ab, aber hier ist er {A}: gesendet wurde ein anderer Text, oder Apple hatte eine Störung
    Apple 拒绝它，但此处的结果为{A}：发送的不是此文本，或 Apple 暂时出现问题

    run receipt-tool diagnose on exactly what was sent; if it finds nothing, ask again
    receipt-tool diagnose auf genau das anwenden, was gesendet wurde; findet es nichts, noch einmal fragen
    请对所发送的原文运行 receipt-tool diagnose；若无发现，请再次查询

    the answer may belong to another receipt
    die Antwort gehört vielleicht zu einem anderen Beleg
    应答可能属于另一份收据

    {n} says nothing about the receipt
    {n} sagt nichts über den Beleg
    {n} 与收据无关

    receipt-tool inspect --certificates shows every step of the proof
    receipt-tool inspect --certificates zeigt jeden Schritt des Beweises
    receipt-tool inspect --certificates 显示验证的每一步

    cannot be read, which is not a failure: {A}
    nicht lesbar, was kein Fehler ist: {A}
    无法读取，但这不算错误：{A}

    there is no latest_receipt_info beside it
    daneben steht kein latest_receipt_info
    旁边没有 latest_receipt_info

    latest_receipt_info says the same ({n} fields)
    latest_receipt_info sagt dasselbe ({n} Felder)
    latest_receipt_info 内容相同（{n} 个字段）

    latest_receipt_info differs in {n} places
    latest_receipt_info weicht an {n} Stellen ab
    latest_receipt_info 有 {n} 处不同

    latest_receipt beside latest_receipt_info
    latest_receipt neben latest_receipt_info
    latest_receipt 与 latest_receipt_info 对比

    the name occurs twice in this object; readers disagree about it
    der Name steht zweimal in diesem Objekt; Programme lesen das verschieden
    此对象中的名称重复；各程序读法不同

    Apple prints it for this receipt, and it is not in the answer
    Apple gibt es für diesen Beleg aus, und es ist nicht in der Antwort
    Apple 会为此收据输出它，但应答中没有

    Apple prints it in every answer with a receipt
    Apple gibt es in jeder Antwort mit einem Beleg aus
    Apple 在每个含收据的应答中都会输出它

    Apple prints what was signed: the answer was changed
    Apple gibt aus, was signiert wurde: die Antwort wurde verändert
    Apple 输出的是已签名的内容：应答被改动

    the period ends later than the receipt says: it was extended
    der Zeitraum endet später, als der Beleg sagt: er wurde verlängert
    周期的结束晚于收据所述：已延长

    the period ended early, because the customer upgraded
    der Zeitraum endete früher, weil der Kunde hochgestuft hat
    周期提前结束，因为顾客已升级

    an unknown field: it was added, or Apple has something new
    ein unbekanntes Feld: es wurde hinzugefügt, oder Apple hat etwas Neues
    未知字段：被添加，或为 Apple 的新内容

    a refund without a date that can be read
    eine Erstattung ohne lesbares Datum
    退款没有可读的日期

    refunded {n}, after the answer was given at {m}
    erstattet am {n}, nach der Antwort vom {m}
    于 {n} 退款，晚于 {m} 的应答

    refunded or revoked {n}, after the receipt was made
    erstattet oder zurückgenommen am {n}, nachdem der Beleg erstellt wurde
    于 {n} 退款或收回，在收据创建之后

    asked {n}, before the receipt was made at {m}
    gefragt am {n}, bevor der Beleg am {m} erstellt wurde
    查询于 {n}，早于收据的创建时间 {m}

    moved from index {n} to {m}
    verschoben von Stelle {n} nach {m}
    从位置 {n} 移到 {m}

    a purchase without a date that can be read, which the receipt does not have
    ein Kauf ohne lesbares Datum, den der Beleg nicht enthält
    没有可读日期的购买，收据中没有它

    the receipt does not have it
    der Beleg enthält es nicht
    收据中没有它

    bought {n}, before the receipt was made at {m}, which does not have it
    gekauft am {n}, bevor der Beleg am {m} erstellt wurde, der es nicht enthält
    购买于 {n}，早于收据的创建时间 {m}，但收据中没有它

    this is not a purchase
    das ist kein Kauf
    这不是购买

    the latest_receipt of the answer is another app's
    das latest_receipt der Antwort gehört zu einer anderen App
    应答中的 latest_receipt 属于另一个 App

    the latest_receipt of the answer is proven less well than the receipt
    das latest_receipt der Antwort ist schlechter bewiesen als der Beleg
    应答中的 latest_receipt 不如收据可靠

    signed in latest_receipt, but latest_receipt_info is empty
    in latest_receipt signiert, aber latest_receipt_info ist leer
    在 latest_receipt 中有签名，但 latest_receipt_info 为空

    signed in latest_receipt, but not in latest_receipt_info
    in latest_receipt signiert, aber nicht in latest_receipt_info
    在 latest_receipt 中有签名，但不在 latest_receipt_info 中

    not among the transactions asked for (exclude-old-transactions)
    nicht unter den erfragten Transaktionen (exclude-old-transactions)
    不在所查询的交易之中（exclude-old-transactions）

    the same number, written otherwise
    dieselbe Zahl, anders geschrieben
    同一数字，写法不同

    the same to the eye, but other characters (Unicode normalization)
    sieht gleich aus, hat aber andere Zeichen (Unicode-Normalisierung)
    看似相同，但字符不同（Unicode 规范化）

    the members are in another order than Apple's
    die Namen stehen in anderer Reihenfolge als bei Apple
    名称的顺序与 Apple 的不同

    the members of {n} objects are in another order than Apple's; this is the first
    die Namen von {n} Objekten stehen in anderer Reihenfolge als bei Apple; dies ist das erste
    {n} 个对象中名称的顺序与 Apple 的不同；这是第一个

    {A} where Apple writes {B}
    {A}, wo Apple {B} schreibt
    此处为{A}，Apple 写的是{B}

    a string
    ein Text
    文本

    a number
    eine Zahl
    数字

    a boolean
    ein Wahrheitswert
    布尔值

    an array
    eine Liste
    列表

    an object
    ein Objekt
    对象

    no date as Apple writes it
    kein Datum in Apples Schreibweise
    不是 Apple 写法的日期

    Which server judged the receipt: Production or Sandbox
    Welcher Server den Beleg beurteilt hat: Produktion oder Sandbox
    判定收据的服务器：正式环境或沙盒

    A fresh receipt for the same purchases, base64
    Ein neuer Beleg für dieselben Käufe, Base64
    相同购买的新收据，Base64

    All transactions of auto-renewable subscriptions, renewals after the receipt was signed included
    Alle Transaktionen sich verlängernder Abos, auch Verlängerungen nach der Signatur des Belegs
    自动续期订阅的全部交易，包括收据签名之后的续订

    What is going to happen to each subscription: whether it renews, into which product, and why it ended
    Was mit jedem Abo geschieht: ob es sich verlängert, als welches Produkt, und warum es endete
    每个订阅接下来的情况：是否续订、续订为哪个产品、为何结束

    The group of subscriptions of which a customer can have one at a time
    Die Gruppe von Abos, von denen ein Kunde immer nur eines haben kann
    顾客同时只能拥有其中一个的订阅群组

    The UUID that the app attached to the purchase (StoreKit 2 appAccountToken)
    Die UUID, die die App dem Kauf mitgab (appAccountToken von StoreKit 2)
    App 为购买附加的 UUID（StoreKit 2 的 appAccountToken）

    The name of the offer code that was redeemed, as in App Store Connect
    Der Name des eingelösten Angebotscodes, wie in App Store Connect
    所兑换优惠代码的名称，与 App Store Connect 中一致

    When Apple was asked
    Wann Apple gefragt wurde
    查询 Apple 的时间

    When the app was ordered ahead
    Wann die App vorbestellt wurde
    预购 App 的时间

    only Apple's servers know it
    nur Apples Server wissen es
    只有 Apple 的服务器知道它
    """#
}
