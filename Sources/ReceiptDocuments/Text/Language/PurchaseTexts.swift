extension BlockTexts {
  /// Purchases, periods, and what is odd about them.
  static let purchases = #"""
    Shop
    Shop
    商店

    app receipt
    App-Beleg
    App 收据

    iOS 6 receipt
    Beleg aus iOS 6
    iOS 6 收据

    iOS 6 transaction receipt: one purchase, and nothing of any other
    Transaktionsbeleg aus iOS 6: ein Kauf, und nichts über andere
    iOS 6 交易收据：一项购买，不含其他购买

    iOS 6 transaction receipt: one purchase, no list of others
    Transaktionsbeleg aus iOS 6: ein Kauf, keine Liste der anderen
    iOS 6 交易收据：一项购买，没有其他购买的列表

    saved answer of verifyReceipt
    gespeicherte Antwort von verifyReceipt
    保存的 verifyReceipt 应答

    answer of verifyReceipt
    Antwort von verifyReceipt
    verifyReceipt 应答

    App Store server notification, version 1
    Server-Mitteilung des App Store, Version 1
    App Store 服务器通知，版本 1

    App Store server notification, version 2
    Server-Mitteilung des App Store, Version 2
    App Store 服务器通知，版本 2

    notification, version 1
    Mitteilung, Version 1
    通知，版本 1

    notification
    Mitteilung
    通知

    renewal information
    Angaben zur Verlängerung
    续订信息

    several
    mehrere
    多项

    decoded payload
    dekodierter Inhalt
    已解码的内容

    transaction
    Transaktion
    交易

    signed transaction of StoreKit 2: one purchase, and nothing of any other
    signierte Transaktion von StoreKit 2: ein Kauf, und nichts über andere
    StoreKit 2 的已签名交易：一项购买，不含其他购买

    signed renewal information of StoreKit 2: no purchases
    signierte Angaben zur Verlängerung von StoreKit 2: keine Käufe
    StoreKit 2 的已签名续订信息：不含购买

    AppTransaction of StoreKit 2: the app, and no purchases
    AppTransaction von StoreKit 2: die App, keine Käufe
    StoreKit 2 的 AppTransaction：App 本身，不含购买

    several inputs of one customer, put together
    mehrere Eingaben eines Kunden, zusammengefasst
    同一位顾客的多份内容，合并而成

    several pieces of signed data, as the App Store Server API gives them
    mehrere signierte Daten, wie die App Store Server API sie gibt
    多份已签名数据，如 App Store Server API 所给出

    what signed data of StoreKit 2 says, decoded, without its signature
    Inhalt signierter Daten von StoreKit 2, dekodiert, ohne die Signatur
    StoreKit 2 已签名数据的内容，已解码，不含签名

    ages are counted from it
    Zeitabstände zählen ab da
    时间间隔从此算起

    when the newest piece was signed
    als der neueste Teil signiert wurde
    最新部分的签名时间

    renewals and refunds after it are not in it
    spätere Verlängerungen und Erstattungen sind nicht darin
    其后的续订和退款不在其中

    There are no purchases at all in it
    Es enthält keine Käufe
    其中没有任何购买

    no product identifier
    keine Produkt-ID
    没有产品标识符

    no bundle identifier
    keine Bundle-ID
    没有 Bundle ID

    no transaction identifier
    keine Transaktions-ID
    没有交易标识符

    none; the periods of one product are taken together
    keine; die Zeiträume eines Produkts werden zusammengefasst
    无；同一产品的周期合并在一起

    then {a}
    dann {a}
    然后 {a}

    nothing of it is proven
    nichts davon ist bewiesen
    均未经证明

    none: nothing of it is proven
    keiner: nichts davon ist bewiesen
    无：均未经证明

    on
    an
    已开启

    on, as {a}
    an, als {a}
    已开启，续订为 {a}

    off
    aus
    已关闭

    off: the customer does not want another period
    aus: der Kunde will keinen weiteren Zeitraum
    已关闭：顾客不想续订

    Apple tries to charge for up to 60 days
    Apple versucht bis zu 60 Tage lang, abzubuchen
    Apple 会在最多 60 天内尝试扣费

    Apple tried to charge for up to 60 days
    Apple versuchte bis zu 60 Tage lang, abzubuchen
    Apple 曾在最多 60 天内尝试扣费

    agreed to the increase
    der Erhöhung zugestimmt
    已同意涨价

    has not agreed to the increase yet
    der Erhöhung noch nicht zugestimmt
    尚未同意涨价

    {n} more are not shown; --json lists them
    {n} weitere werden nicht gezeigt
    另有 {n} 项未显示

    {n} earlier ones are not shown
    {n} frühere werden nicht gezeigt
    更早的 {n} 项未显示

    {n} earlier ones are not shown; --json lists them
    {n} frühere werden nicht gezeigt
    更早的 {n} 项未显示

    {n} renewals without a gap, not listed (--json lists them)
    {n} Verlängerungen ohne Lücke, nicht aufgeführt
    {n} 次无间断的续订，未列出

    {n} periods, not listed (--json lists them)
    {n} Zeiträume, nicht aufgeführt
    {n} 个周期，未列出

    How long a non-renewing subscription lasts is in no receipt: the app decides
    Wie lange ein nicht verlängerndes Abo gilt, steht in keinem Beleg: die App entscheidet
    非续订订阅的有效期不在任何收据中：由 App 决定

    and {n} more (--json lists them all)
    und {n} weitere
    另有 {n} 项

    {n} more (decode lists them all)
    {n} weitere
    另有 {n} 项

    and {n} more (decode lists them all)
    und {n} weitere
    另有 {n} 项

    {A} (and {n} more like it)
    {A} (und {n} weitere dieser Art)
    {A}（另有 {n} 项同类）

    no date
    kein Datum
    没有日期

    without a date
    ohne Datum
    没有日期

    no expiry
    kein Ablauf
    无到期时间

    unknown
    unbekannt
    未知

    not known
    unbekannt
    未知

    the next begins before the one above it is over
    der nächste beginnt, bevor der darüber endet
    下一个周期在上一个结束前开始

    no period for {d}
    kein Zeitraum für {d}
    {d}内没有周期

    trial
    Probezeit
    试用

    free trial
    kostenlose Probezeit
    免费试用

    introductory price
    Einführungspreis
    推介价

    intro offer
    Einführungsangebot
    推介优惠

    offer
    Angebot
    优惠

    offer {a}
    Angebot {a}
    优惠 {a}

    other offer
    anderes Angebot
    其他优惠

    promotional
    Werbeangebot
    促销优惠

    offer code {a}
    Angebotscode {a}
    优惠代码 {a}

    win back
    Rückgewinnung
    赢回优惠

    free
    kostenlos
    免费

    paid
    bezahlt
    已付费

    period
    Zeitraum
    周期

    no period
    kein Zeitraum
    无周期

    taken back
    zurückgenommen
    已收回

    changed to another product
    zu einem anderen Produkt gewechselt
    已换为其他产品

    not proven
    nicht bewiesen
    未经证明

    the moment asked about
    der angefragte Zeitpunkt
    所问的时间

    as of {n}
    Stand {n}
    截至 {n}

    shared by the family
    von der Familie geteilt
    由家人共享

    an assigned seat
    ein zugeteilter Platz
    已分配的席位

    ownership {a}
    Besitz {a}
    所有权 {a}

    Family Sharing
    Familienfreigabe
    家人共享

    a seat that was assigned
    ein zugeteilter Platz
    已分配的席位

    ended for another product
    beendet für ein anderes Produkt
    因其他产品而结束

    ended for another product {n}
    beendet für ein anderes Produkt am {n}
    于 {n} 因其他产品而结束

    no longer shared
    nicht mehr geteilt
    不再共享

    no longer shared {n}
    nicht mehr geteilt seit {n}
    自 {n} 起不再共享

    refunded or no longer shared
    erstattet oder nicht mehr geteilt
    已退款或不再共享

    refunded or no longer shared {n}
    am {n} erstattet oder nicht mehr geteilt
    于 {n} 退款或不再共享

    seat taken back
    Platz entzogen
    席位已收回

    seat taken back {n}
    Platz entzogen am {n}
    席位于 {n} 收回

    ended
    beendet
    已结束

    ended {n}
    beendet am {n}
    于 {n} 结束

    refunded
    erstattet
    已退款

    refunded {n}
    erstattet am {n}
    于 {n} 退款

    reason 1: a reported problem with the app
    Grund 1: ein gemeldetes Problem mit der App
    原因 1：已反馈的 App 问题

    reason 0: another reason
    Grund 0: anderer Grund
    原因 0：其他原因

    reason {n}: not known
    Grund {n}: unbekannt
    原因 {n}：未知

    reason {n}
    Grund {n}
    原因 {n}

    non-consumable
    nicht verbrauchbar
    非消耗型

    consumable
    verbrauchbar
    消耗型

    consumable × {a}
    verbrauchbar × {a}
    消耗型 × {a}

    non-consumable × {a}
    nicht verbrauchbar × {a}
    非消耗型 × {a}

    non-renewing × {a}
    nicht verlängernd × {a}
    非续订 × {a}

    non-renewing
    nicht verlängernd
    非续订

    non-renewing subscription
    nicht verlängerndes Abo
    非续订订阅

    auto-renewable
    automatisch verlängernd
    自动续订

    auto-renewable subscription
    automatisch verlängerndes Abo
    自动续期订阅

    free subscription
    kostenloses Abo
    免费订阅

    type {n}
    Art {n}
    类型 {n}

    no readable date
    kein lesbares Datum
    没有可读取的日期

    none (original version: {b})
    keine (erste Version: {b})
    无（首次版本：{b}）

    original version: {A}
    erste Version: {A}
    首次版本：{A}

    as always in sandbox
    wie immer in der Sandbox
    沙盒中总是如此

    number {n}, which is not known
    Nummer {n}, unbekannt
    编号 {n}，未知

    never ({n}, as Xcode writes it)
    nie ({n}, wie Xcode es schreibt)
    永不（{n}，Xcode 的写法）

    expired
    abgelaufen
    已过期

    Sandbox: a test account, TestFlight or App Review
    Sandbox: Testkonto, TestFlight oder App Review
    沙盒：测试账户、TestFlight 或 App Review

    Sandbox ({a}): a test account, TestFlight or App Review
    Sandbox ({a}): Testkonto, TestFlight oder App Review
    沙盒（{a}）：测试账户、TestFlight 或 App Review

    Production
    Produktion
    正式环境

    Sandbox
    Sandbox
    沙盒

    Xcode: StoreKit testing, nothing was sold
    Xcode: StoreKit-Tests, nichts wurde verkauft
    Xcode：StoreKit 测试，没有销售

    LocalTesting: made for a test of software
    LocalTesting: für einen Softwaretest erzeugt
    LocalTesting：为软件测试生成

    {a}, which is not known
    {a}, unbekannt
    {a}，未知

    which is not known
    unbekannt
    未知

    the receipt does not say
    der Beleg sagt es nicht
    收据未说明

    a word that is not known
    ein unbekanntes Wort
    未知的词

    not covered by the signature
    nicht von der Signatur erfasst
    不在签名范围内

    at an unknown time (Xcode writes the year 1)
    zu unbekannter Zeit (Xcode schreibt das Jahr 1)
    时间未知（Xcode 写为公元 1 年）

    not known (Xcode writes the year 1)
    unbekannt (Xcode schreibt das Jahr 1)
    未知（Xcode 写为公元 1 年）

    This is normal when nothing has been bought yet, when all that was bought were consumables (they leave the \#
    receipt once the app has finished their transactions), or when the receipt is older than the purchase: the app \#
    gets a new one by restoring purchases or refreshing the receipt
    Das ist normal, wenn noch nichts gekauft wurde, wenn nur Verbrauchsartikel gekauft wurden (sie stehen \#
    nicht mehr im Beleg, sobald die App ihre Transaktionen abschließt), oder wenn der Beleg älter ist als der Kauf: \#
    einen neuen bekommt die App, wenn Käufe wiederhergestellt werden
    这在以下情况下正常：尚未购买；只购买了消耗型项目（App 完成交易后它们不再保留在收据中）；或收据早于购买：恢复购买或刷新收据后，App 会得到新的收据

    just now
    gerade eben
    刚刚

    {n} years ago
    vor {n} Jahren
    {n} 年前

    {n} months ago
    vor {n} Monaten
    {n} 个月前

    {n} days ago
    vor {n} Tagen
    {n} 天前

    {n} hours ago
    vor {n} Stunden
    {n} 小时前

    {n} minutes ago
    vor {n} Minuten
    {n} 分钟前

    {n} seconds ago
    vor {n} Sekunden
    {n} 秒前

    1 second ago
    vor 1 Sekunde
    1 秒前

    in {n} years
    in {n} Jahren
    {n} 年后

    in {n} months
    in {n} Monaten
    {n} 个月后

    in {n} days
    in {n} Tagen
    {n} 天后

    in {n} hours
    in {n} Stunden
    {n} 小时后

    in {n} minutes
    in {n} Minuten
    {n} 分钟后

    in {n} seconds
    in {n} Sekunden
    {n} 秒后

    in 1 second
    in 1 Sekunde
    1 秒后

    {A} occurs again; the first one counts
    {A} kommt noch einmal vor; der erste zählt
    {A} 再次出现；以第一个为准

    this type has not been described yet
    diese Art ist noch nicht beschrieben
    此类型尚无说明

    {n} bytes follow its value
    {n} Bytes folgen auf seinen Wert
    其值之后还有 {n} 个字节

    this purchase cannot be read: {A}
    dieser Kauf lässt sich nicht lesen: {A}
    此购买无法读取：{A}

    the payload is wrapped in a second OCTET STRING, which Apple does not do
    der Inhalt steckt in einem zweiten OCTET STRING, was Apple nicht tut
    内容被第二个 OCTET STRING 包裹，Apple 不会这样做

    attribute {n} at byte {m}: {C}
    Attribut {n} bei Byte {m}: {C}
    字节 {m} 处的属性 {n}：{C}

    attribute {n} at byte {m}
    Attribut {n} bei Byte {m}
    字节 {m} 处的属性 {n}

    the transaction occurs again without its cancellation
    die Transaktion kommt noch einmal ohne ihre Erstattung vor
    该交易再次出现，但没有撤销信息

    the transaction occurs more than once
    die Transaktion kommt mehrmals vor
    该交易出现多次

    the transaction occurs more than once, with different contents
    die Transaktion kommt mehrmals vor, mit verschiedenem Inhalt
    该交易出现多次，内容不同

    no readable purchase date: it cannot be placed in time
    kein lesbares Kaufdatum: der Zeitpunkt bleibt offen
    没有可读取的购买日期：无法确定时间

    no readable expiry: how long it lasts is unknown
    kein lesbares Ablaufdatum: wie lange es gilt, ist unbekannt
    没有可读取的到期时间：有效期未知

    it expires ({a}) before it begins ({b})
    es endet ({a}), bevor es beginnt ({b})
    其到期（{a}）早于开始（{b}）

    it is cancelled ({a}) before it begins ({b})
    es wurde erstattet ({a}), bevor es beginnt ({b})
    其撤销（{a}）早于开始（{b}）

    a cancellation reason ({a}) without a readable cancellation date
    ein Erstattungsgrund ({a}) ohne lesbares Erstattungsdatum
    有撤销原因（{a}），但没有可读取的撤销日期

    a grace period although Apple does not try to charge; it does not count
    eine Nachfrist, obwohl Apple nicht abzubuchen versucht; sie zählt nicht
    有宽限期，但 Apple 并未尝试扣费；不计入

    a name occurs twice in one object; the first is taken
    ein Name kommt in einem Objekt zweimal vor; der erste gilt
    同一对象中名称出现两次；采用第一个

    {a} and {b} are different moments; the milliseconds ({c}) are taken
    {a} und {b} sind verschiedene Zeitpunkte; die Millisekunden ({c}) gelten
    {a} 与 {b} 的时间不同；采用毫秒值（{c}）

    {a} has a value that cannot be read
    {a} hat einen Wert, der sich nicht lesen lässt
    {a} 的值无法读取

    {a} is not a list of purchases
    {a} ist keine Liste von Käufen
    {a} 不是购买列表

    Apple's answer has status {a}, not 0
    Apples Antwort hat den Status {a}, nicht 0
    Apple 的应答状态为 {a}，而不是 0

    {n} of the purchases is only in `in_app`, not in `latest_receipt_info`
    {n} der Käufe steht nur in `in_app`, nicht in `latest_receipt_info`
    有 {n} 项购买只在 `in_app` 中，不在 `latest_receipt_info` 中

    {n} of the purchases are only in `in_app`, not in `latest_receipt_info`
    {n} der Käufe stehen nur in `in_app`, nicht in `latest_receipt_info`
    有 {n} 项购买只在 `in_app` 中，不在 `latest_receipt_info` 中

    The signed receipt in it (`latest_receipt`) cannot be read
    Der signierte Beleg darin (`latest_receipt`) lässt sich nicht lesen
    其中已签名的收据（`latest_receipt`）无法读取

    The signed receipt in it (`latest_receipt`) was cut off
    Der signierte Beleg darin (`latest_receipt`) wurde abgeschnitten
    其中已签名的收据（`latest_receipt`）被截断

    Its lists of purchases were read
    Gelesen wurden die Listen der Käufe
    已读取其中的购买列表

    two proven statements of {a} differ in {b}; one is taken, and a newer one settles it
    zwei bewiesene Angaben vom {a} unterscheiden sich in {b}; eine gilt, und eine neuere entscheidet es
    {a} 的两条已证明的陈述在 {b} 上不同；采用其一，更新的陈述可以澄清

    what is not proven and newer says otherwise of {a}; it does not count
    was nicht bewiesen und neuer ist, sagt über {a} etwas anderes; es zählt nicht
    未经证明但较新的内容对 {a} 的说法不同；不计入

    {n} other statement about the same transactions gave way to newer or proven ones
    {n} weitere Angabe zu denselben Transaktionen wich einer neueren oder bewiesenen
    关于相同交易的另外 {n} 条陈述被更新或已证明的取代

    {n} other statements about the same transactions gave way to newer or proven ones
    {n} weitere Angaben zu denselben Transaktionen wichen neueren oder bewiesenen
    关于相同交易的另外 {n} 条陈述被更新或已证明的取代

    the answer says at {a} that the original transaction is {b}, and the signed data {c}
    die Antwort nennt bei {a} die ursprüngliche Transaktion {b}, die signierten Daten {c}
    应答在 {a} 处称原始交易为 {b}，而已签名数据为 {c}

    the answer says that the environment is {a}, and the signed data {b}
    die Antwort nennt die Umgebung {a}, die signierten Daten {b}
    应答称环境为 {a}，而已签名数据为 {b}

    the answer says that the app is {a}, and the signed data {b}
    die Antwort nennt die App {a}, die signierten Daten {b}
    应答称 App 为 {a}，而已签名数据为 {b}

    the answer says at {a}: status {b} ({C}); nothing signs that
    die Antwort sagt bei {a}: Status {b} ({C}); das ist nicht signiert
    应答在 {a} 处称：状态 {b}（{C}）；没有签名

    Apple's status {a} of {b}, and {C}; Get All Subscription Statuses settles it
    Apples Status {a} vom {b}, und {C}; Get All Subscription Statuses klärt es
    Apple 的状态 {a}（{b}），以及{C}；可用 Get All Subscription Statuses 澄清

    every transaction of the running period is revoked
    jede Transaktion des laufenden Zeitraums ist zurückgenommen
    当前周期的所有交易均被收回

    a running period that is not revoked
    ein laufender Zeitraum, der nicht zurückgenommen ist
    当前周期未被收回

    no renewal that failed
    keine fehlgeschlagene Verlängerung
    没有失败的续订

    a period that is running
    ein laufender Zeitraum
    正在进行的周期

    {A} is not proven and of the app {a}, and what is proven of {b}: it does not count
    {A} ist nicht bewiesen und von der App {a}, das Bewiesene von {b}: es zählt nicht
    {A} 未经证明且属于 App {a}，已证明的属于 {b}：不计入

    {A} is not proven and of the environment {a}, and what is proven of {b}: it does not count
    {A} ist nicht bewiesen und aus der Umgebung {a}, das Bewiesene aus {b}: es zählt nicht
    {A} 未经证明且来自环境 {a}，已证明的来自 {b}：不计入

    {A} is not proven and of the customer {a}, and what is proven of {b}: it does not count
    {A} ist nicht bewiesen und vom Kunden {a}, das Bewiesene von {b}: es zählt nicht
    {A} 未经证明且属于顾客 {a}，已证明的属于 {b}：不计入

    renewal information without a transaction of its subscription: it names no app, and does not count
    Angaben zur Verlängerung ohne eine Transaktion ihres Abos: sie nennen keine App und zählen nicht
    续订信息没有其订阅的交易：没有指明 App，不计入

    auto-renewable × {n}
    automatisch verlängernd × {n}
    自动续订 × {n}

    promotional offer {a}
    Werbeangebot {a}
    促销优惠 {a}

    win back offer {a}
    Rückgewinnungsangebot {a}
    赢回优惠 {a}

    a reported problem with the app
    ein gemeldetes Problem mit der App
    已反馈的 App 问题

    by Apple {n}
    laut Apple {n}
    由 Apple 给出 {n}

    until {n}
    bis {n}
    至 {n}

    The customer cancelled the subscription
    Der Kunde hat das Abo gekündigt
    顾客取消了订阅

    {a} (again)
    {a} (noch einmal)
    {a}（再次）
    """#
}
