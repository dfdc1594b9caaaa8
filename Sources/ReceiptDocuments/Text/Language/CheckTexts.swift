extension BlockTexts {
  /// Texts of checks: the findings and the remedies.
  static let checks = #"""
    renewal information names no app
    Angaben zur Verlängerung nennen keine App
    续订信息中没有 App

    A subscription of the sandbox ends within hours, and no customer has to do anything
    Ein Abo der Sandbox endet nach wenigen Stunden, und kein Kunde muss etwas tun
    沙盒中的订阅会在几小时内结束，顾客无需任何操作

    only claimed: {A}
    nur behauptet: {A}
    仅为声称：{A}

    asked for, but {A}
    gefragt, aber {A}
    已询问，但{A}

    holds
    stimmt
    成立

    as of now
    Stand jetzt
    截至现在

    whether a subscription is active as of {n}
    ob ein Abo aktiv ist, Stand {n}
    订阅是否有效，截至 {n}

    no account was expected
    kein Konto angegeben
    未指定账户

    it names no account
    es nennt kein Konto
    其中没有账户

    the app gave none when it bought
    die App hat beim Kauf keines angegeben
    App 在购买时未提供

    it was bought for another account
    es wurde für ein anderes Konto gekauft
    是为另一个账户购买的

    no active subscription was expected
    kein aktives Abo angegeben
    未指定有效的订阅

    {a} is not active: {B}
    {a} ist nicht aktiv: {B}
    {a} 无效：{B}

    {a} has expired and is within the grace period
    {a} ist abgelaufen und in der Nachfrist
    {a} 已过期，仍在宽限期内

    it is not in the receipt
    es ist nicht im Beleg
    收据中没有

    it is not a subscription that renews
    es ist kein Abo, das sich verlängert
    不是会续订的订阅

    no number was expected
    keine Nummer angegeben
    未指定编号

    it is about an app with another number
    es betrifft eine App mit einer anderen Nummer
    它涉及编号不同的 App

    it names no app by number, which signed data of this kind does in production
    es nennt keine App mit ihrer Nummer, wie solche signierten Daten es in der Produktion tun
    其中没有 App 编号，而正式环境中这类已签名数据应有

    signed data of this kind and environment names no app by number
    signierte Daten dieser Art und Umgebung nennen keine App mit ihrer Nummer
    这类环境和种类的已签名数据不含 App 编号

    no version was expected
    keine Version angegeben
    未指定版本

    the receipt has no readable version
    der Beleg hat keine lesbare Version
    收据中没有可读取的版本

    the receipt was made for another version
    der Beleg wurde für eine andere Version erstellt
    收据是为另一个版本创建的

    the receipt's version is not a sequence of numbers, so it cannot be compared
    die Version des Belegs ist keine Folge von Zahlen und lässt sich nicht vergleichen
    收据的版本不是数字序列，无法比较

    the receipt was made for an earlier version
    der Beleg wurde für eine frühere Version erstellt
    收据是为较早的版本创建的

    {a} or later
    {a} oder später
    {a} 或更高

    each known attribute once, readable
    jedes bekannte Attribut einmal und lesbar
    每个已知属性出现一次且可读取

    {n} attributes
    {n} Attribute
    {n} 个属性

    no bundle identifier was expected
    keine Bundle-ID angegeben
    未指定 Bundle ID

    the receipt has no readable bundle identifier
    der Beleg hat keine lesbare Bundle-ID
    收据中没有可读取的 Bundle ID

    upper and lower case differ
    Groß- und Kleinschreibung unterscheiden sich
    大小写不同

    white space or a character that cannot be seen differs
    ein Leerzeichen oder ein unsichtbares Zeichen ist anders
    空白或不可见的字符不同

    it is a receipt of another app
    es ist der Beleg einer anderen App
    这是另一个 App 的收据

    a chain to a trusted root, valid at {n}
    eine Kette zu einer vertrauenswürdigen Wurzel, gültig am {n}
    通向受信任根证书的证书链，在 {n} 有效

    a chain to a trusted root, valid when the receipt was made
    eine Kette zu einer vertrauenswürdigen Wurzel, gültig bei Erstellung des Belegs
    通向受信任根证书的证书链，在收据创建时有效

    when the receipt was made
    als der Beleg erstellt wurde
    收据创建时

    the date of the purchase
    das Datum des Kaufs
    购买日期

    the date of its purchase
    das Datum des Kaufs
    购买日期

    when it was signed
    als es signiert wurde
    签名时

    when Apple was asked
    als Apple gefragt wurde
    询问 Apple 时

    now: it has no date
    jetzt: ein Datum fehlt
    现在：其中没有日期

    as asked for
    wie angegeben
    按指定

    no signature of this kind is verified
    Signaturen dieser Art werden nicht geprüft
    不验证此类签名

    not after {n}
    nicht nach {n}
    不晚于 {n}

    and no more than {a} before it
    und höchstens {a} davor
    且不早于其前 {a}

    it has no readable date of its creation or signing
    ein lesbares Datum der Erstellung oder Signatur fehlt
    没有可读取的创建或签名日期

    it is from the future: it was made after the moment that was asked for
    es ist aus der Zukunft: es entstand nach dem angefragten Zeitpunkt
    来自未来：创建于所问的时间之后

    it is from the future
    es ist aus der Zukunft
    来自未来

    it is older than {a}
    es ist älter als {a}
    早于 {a}

    no device was given
    kein Gerät angegeben
    未指定设备

    signed data has no device hash: leave the GUID out, or compare a device_id
    signierte Daten haben keinen Geräte-Hash: lassen Sie die GUID weg, oder vergleichen Sie device_id
    已签名数据没有设备散列：请不要给出 GUID，或比较 device_id

    the receipt has no device hash
    der Beleg hat keinen Geräte-Hash
    收据中没有设备散列

    without opaque value and bundle identifier no device hash can be computed
    ohne opaque value und Bundle-ID lässt sich kein Geräte-Hash berechnen
    缺少 opaque value 和 Bundle ID，无法计算设备散列

    the receipt belongs to no device: its hash is that of a GUID of 16 zero bytes, as Apple's servers issue them
    der Beleg gehört zu keinem Gerät: sein Hash ist der einer GUID aus 16 Nullbytes, wie Apples Server sie ausstellen
    收据不属于任何设备：其散列对应 16 个零字节的 GUID，如 Apple 服务器所签发

    the receipt was made for another device, or the GUID is not in the form that was hashed
    der Beleg ist für ein anderes Gerät, oder die GUID hat eine andere Form als beim Berechnen des Hashs
    收据是为另一台设备创建的，或者 GUID 的形式与散列时不同

    it has no deviceVerification with its nonce: it was not taken on a device
    deviceVerification mit nonce fehlt: es wurde nicht auf einem Gerät gelesen
    没有 deviceVerification 及其 nonce：不是在设备上获取的

    it was made on another device (computed as Apple documents it; no genuine pair was at hand to try)
    es entstand auf einem anderen Gerät (berechnet nach Apples Dokumentation; ein echtes Paar stand nicht zur Verfügung)
    在另一台设备上生成（按 Apple 文档计算；没有真实样本可供核对）

    computed as Apple documents it
    berechnet nach Apples Dokumentation
    按 Apple 文档计算

    no genuine pair was at hand to try
    ein echtes Paar stand nicht zur Verfügung
    没有真实样本可供核对

    there are no purchases
    es gibt keine Käufe
    没有购买

    {a} occurs {b} times
    {a} kommt {b}-mal vor
    {a} 出现 {b} 次

    every transaction_id once
    jede transaction_id einmal
    每个 transaction_id 出现一次

    which happens in Xcode
    was in Xcode vorkommt
    在 Xcode 中会出现

    {a} purchases have no transaction_id
    {a} Käufe haben keine transaction_id
    {a} 项购买没有 transaction_id

    {n} different ones
    {n} verschiedene
    {n} 个不同的

    no environment was expected
    keine Umgebung angegeben
    未指定环境

    what an iOS 6 transaction receipt says about its environment is not signed
    was ein Transaktionsbeleg aus iOS 6 über die Umgebung sagt, ist nicht signiert
    iOS 6 交易收据中关于环境的内容没有签名

    the receipt does not say where it comes from
    der Beleg sagt nicht, woher er kommt
    收据没有说明来源

    the signed data does not say where it comes from
    die signierten Daten sagen nicht, woher sie kommen
    已签名数据没有说明来源

    this environment is not known
    diese Umgebung ist unbekannt
    此环境未知

    this receipt_type has not been described yet
    dieser receipt_type ist noch nicht beschrieben
    此 receipt_type 尚无说明

    it calls itself {a}, but Apple did not sign it
    es nennt sich {a}, aber Apple hat es nicht signiert
    它自称 {a}，但并非由 Apple 签名

    it is a receipt of the App Store
    es ist ein Beleg aus dem App Store
    这是 App Store 的收据

    it is a receipt of the sandbox: a test account, TestFlight or App Review
    es ist ein Beleg der Sandbox: Testkonto, TestFlight oder App Review
    这是沙盒收据：测试账户、TestFlight 或 App Review

    it is a receipt of StoreKit testing in Xcode
    es ist ein Beleg von StoreKit-Tests in Xcode
    这是 Xcode 的 StoreKit 测试收据

    it is a receipt of the Volume Purchase Program
    es ist ein Beleg des Volume Purchase Program
    这是批量购买计划的收据

    the receipt has an expiration date that cannot be read
    das Ablaufdatum des Belegs lässt sich nicht lesen
    收据的到期时间无法读取

    the receipt does not expire
    der Beleg läuft nicht ab
    收据不会过期

    after {n}
    nach {n}
    晚于 {n}

    the receipt has expired
    der Beleg ist abgelaufen
    收据已过期

    marks for receipt signing
    Kennzeichen für das Signieren von Belegen
    收据签名标记

    the chain of certificates does not hold
    die Zertifikatskette stimmt nicht
    证书链不成立

    no version was given from which the app is free
    keine Version angegeben, ab der die App kostenlos ist
    未指定 App 从哪个版本起免费

    a version before {a}
    eine Version vor {a}
    早于 {a} 的版本

    the receipt does not say with which version the app was first bought
    der Beleg sagt nicht, mit welcher Version die App zuerst gekauft wurde
    收据没有说明首次购买 App 时的版本

    the original version is not a sequence of numbers, so it cannot be compared
    die erste Version ist keine Folge von Zahlen und lässt sich nicht vergleichen
    首次版本不是数字序列，无法比较

    the app was first bought with this version or a later one
    die App wurde zuerst mit dieser oder einer späteren Version gekauft
    App 首次购买时是此版本或更高版本

    outside the App Store the original version is always 1.0, which proves nothing
    außerhalb des App Store ist die erste Version immer 1.0; das beweist nichts
    在 App Store 之外，首次版本总是 1.0，不能证明任何事

    numbers from 0 to 4
    Zahlen von 0 bis 4
    0 到 4 的数字

    {A} is of type {n}
    {A} ist von der Art {n}
    {A} 的类型为 {n}

    no purchase says what kind of product it is
    kein Kauf sagt, welche Art von Produkt er betrifft
    没有购买说明产品类型

    {a} purchases do not say what kind of product they are
    {a} Käufe sagen nicht, welche Art von Produkt sie betreffen
    {a} 项购买没有说明产品类型

    no product was expected
    kein Produkt angegeben
    未指定产品

    its purchases cannot be read
    die Käufe darin lassen sich nicht lesen
    其中的购买无法读取

    none of them
    keines davon
    都没有

    of an unknown type
    unbekannter Art
    类型未知

    how long it lasts is not known here: the app decides
    wie lange es gilt, ist hier unbekannt: die App entscheidet
    这里不知道其有效期：由 App 决定

    whether it ends is not known here
    ob es endet, ist hier unbekannt
    这里不知道是否会结束

    it is not in it
    es ist nicht darin
    其中没有

    an iOS 6 receipt holds one purchase only
    ein Beleg aus iOS 6 enthält nur einen Kauf
    iOS 6 收据只含一项购买

    {A} has no readable purchase_date
    {A} hat kein lesbares purchase_date
    {A} 没有可读取的 purchase_date

    {A} was purchased at {n}, before its original purchase
    {A} wurde am {n} gekauft, vor dem ursprünglichen Kauf
    {A} 购买于 {n}，早于其原始购买

    {A} expires at {n}, not after its purchase
    {A} endet am {n}, nicht nach dem Kauf
    {A} 到期于 {n}，不晚于其购买

    {A} was purchased at {n}, after the receipt was made
    {A} wurde am {n} gekauft, nachdem der Beleg erstellt wurde
    {A} 购买于 {n}，晚于收据创建

    {A} was purchased at {n}, after the receipt was made, as a renewal may be
    {A} wurde am {n} gekauft, nachdem der Beleg erstellt wurde; bei einer Verlängerung ist das möglich
    {A} 购买于 {n}，晚于收据创建，续订可能如此

    {A} was cancelled at {n}, before its purchase
    {A} wurde am {n} erstattet, vor dem Kauf
    {A} 于 {n} 被撤销，早于其购买

    {A} was cancelled at {n}, before its purchase, as a renewal may be
    {A} wurde am {n} erstattet, vor dem Kauf; bei einer Verlängerung ist das möglich
    {A} 于 {n} 被撤销，早于其购买，续订可能如此

    original purchase, purchase, expiry and cancellation in order
    ursprünglicher Kauf, Kauf, Ablauf und Erstattung in dieser Reihenfolge
    原始购买、购买、到期和撤销的顺序正确

    {n} in order
    {n} in der richtigen Reihenfolge
    {n} 项顺序正确

    at least 1
    mindestens 1
    至少为 1

    {A} has quantity {n}
    {A} hat die Anzahl {n}
    {A} 的数量为 {n}

    no purchase says how many
    kein Kauf sagt, wie viele
    没有购买说明数量

    {a} purchases do not say how many
    {a} Käufe sagen nicht, wie viele
    {a} 项购买没有说明数量

    at most {n}
    höchstens {n}
    至多 {n}

    nothing around the receipt names a bundle identifier
    nichts um den Beleg herum nennt eine Bundle-ID
    收据外层没有 Bundle ID

    what came with the receipt names another app than the receipt
    was mit dem Beleg kam, nennt eine andere App als der Beleg
    随收据而来的内容所指的 App 与收据不同

    test-signed receipts were not allowed
    Belege von Test-Ausstellern waren nicht erlaubt
    不允许测试签发机构签名的收据

    authentic or test-signed
    echt oder von einem Test-Aussteller signiert
    真实，或由测试签发机构签名

    the certificates do not hold, so that nothing vouches for the signature
    die Zertifikate stimmen nicht, also bürgt nichts für die Signatur
    证书不成立，因此没有任何东西为签名担保

    an app receipt says nothing of it
    ein App-Beleg sagt darüber nichts
    App 收据不含此信息

    an iOS 6 transaction receipt says nothing of it
    ein Transaktionsbeleg aus iOS 6 sagt darüber nichts
    iOS 6 交易收据不含此信息

    signed data of this kind says nothing of it
    signierte Daten dieser Art sagen darüber nichts
    这类已签名数据不含此信息

    Give nothing to this account: look up which account of yours the app named when it bought
    Gewähren Sie diesem Konto nichts, und sehen Sie nach, welches Konto die App beim Kauf angegeben hat
    不要给予此账户任何内容；请查明 App 购买时指定了哪个账户

    Renew the subscription, or refresh the receipt if it was renewed: renewals after the receipt was made are not in it
    Das Abo verlängern, oder den Beleg aktualisieren, falls es verlängert wurde: spätere Verlängerungen sind nicht darin
    请续订；若已续订，请刷新收据：收据创建之后的续订不在其中

    Compare with the Apple ID of the app in App Store Connect; take nothing that belongs to another app
    Mit der Apple-ID der App in App Store Connect vergleichen; nichts annehmen, was zu einer anderen App gehört
    请与 App Store Connect 中 App 的 Apple ID 比较；不要接受属于其他 App 的内容

    Update the app; the next receipt has its version (CFBundleVersion on iOS, the marketing version on macOS)
    Die App aktualisieren; der nächste Beleg hat ihre Version (CFBundleVersion auf iOS, die Marketing-Version auf macOS)
    请更新 App；下一份收据会含其版本（iOS 为 CFBundleVersion，macOS 为营销版本）

    Trust nothing that depends on the attributes named: other readers may take them for something else
    Den genannten Attributen nicht vertrauen: andere Programme lesen sie vielleicht anders
    不要信任依赖所列属性的内容：其他程序可能有不同的读法

    Ask for the receipt of the right app; to a developer: compare with the identifier in the app, character by character
    Um den Beleg der richtigen App bitten; für Entwickler: Zeichen für Zeichen mit der Bundle-ID in der App vergleichen
    请索取正确 App 的收据；开发者：请与 App 中的标识符逐字符比较

    A receipt of StoreKit testing in Xcode needs the certificate that Xcode exports as a trust anchor; anything else \#
    that fails here was not made by Apple, or lost its certificates on the way
    Ein Beleg von StoreKit-Tests in Xcode braucht das Zertifikat, das Xcode exportiert, als Vertrauensanker; alles \#
    andere, was hier scheitert, ist nicht von Apple oder hat seine Zertifikate verloren
    Xcode 的 StoreKit 测试收据需要以 Xcode 导出的证书为信任锚；其他未通过者并非来自 Apple，或在途中丢失了证书

    Refresh the receipt (restore purchases in the app); a date in the future means that the judging clock is wrong
    Den Beleg aktualisieren (in der App Käufe wiederherstellen); bei einem Datum in der Zukunft geht die prüfende \#
    Uhr falsch
    请刷新收据（在 App 中恢复购买）；日期在未来说明判断所用的时钟有误

    Refresh the receipt on this device; to a developer: `receipt-tool diagnose` tries the forms in which a GUID may \#
    be given
    Den Beleg auf diesem Gerät aktualisieren; für Entwickler: `receipt-tool diagnose` probiert die Formen einer GUID
    请在此设备上刷新收据；开发者：`receipt-tool diagnose` 会尝试 GUID 的各种形式

    Compare with AppStore.deviceVerificationID on the device that sent it; only data taken on a device has a \#
    verification
    Mit AppStore.deviceVerificationID auf dem sendenden Gerät vergleichen; nur auf Geräten gelesene Daten haben \#
    einen Nachweis
    请与发送设备上的 AppStore.deviceVerificationID 比较；只有在设备上获取的数据才有验证值

    Count a transaction once, by its identifier, however often it is delivered
    Eine Transaktion nach ihrer Kennung nur einmal zählen, wie oft sie auch kommt
    按标识符，每笔交易只计一次，无论送达多少次

    Unlock nothing for test receipts in production, but let App Review and TestFlight, which are sandbox, in
    In der Produktion nichts für Testbelege freischalten, aber App Review und TestFlight (Sandbox) zulassen
    在正式环境中不要为测试收据解锁内容，但应允许 App Review 和 TestFlight（沙盒）

    Ask the administrator of the device to assign a licence again, then refresh the receipt
    Den Verwalter des Geräts bitten, wieder eine Lizenz zuzuteilen, dann den Beleg aktualisieren
    请设备管理员重新分配许可，然后刷新收据

    Treat the receipt as forged: any developer's certificate leads to Apple's root, but may not sign receipts
    Den Beleg als gefälscht behandeln: das Zertifikat jedes Entwicklers führt zu Apples Wurzel, darf aber keine \#
    Belege signieren
    请视为伪造：任何开发者的证书都通向 Apple 根证书，但不得签署收据

    Compare with the build number (CFBundleVersion) on iOS, with the marketing version on macOS, of the first free \#
    version
    Mit der Build-Nummer (CFBundleVersion) auf iOS, der Marketing-Version auf macOS, der ersten kostenlosen Version \#
    vergleichen
    请与首个免费版本比较：iOS 用构建号（CFBundleVersion），macOS 用营销版本

    Find out what the new kind of product is before delivering it; a newer version of this tool may know it
    Erst klären, was die neue Art von Produkt ist, dann liefern; eine neuere Version dieses Programms kennt sie \#
    vielleicht
    交付前请先弄清这种新产品类型；本工具的新版本可能认识它

    Restore purchases with the account that bought, or renew the subscription; consumables leave the receipt once \#
    the app has finished them, so the developer must keep track of those
    Käufe mit dem Konto wiederherstellen, das gekauft hat, oder das Abo verlängern; Verbrauchsartikel stehen nicht \#
    mehr im Beleg, sobald die App sie abschließt, also muss der Entwickler sie selbst zählen
    请用购买的账户恢复购买，或续订；消耗型项目在 App 完成交易后不再保留在收据中，须由开发者自行记录

    Look at the purchases named: dates that contradict each other in an authentic receipt are for Apple to explain
    Die genannten Käufe ansehen: widersprüchliche Daten in einem echten Beleg kann nur Apple erklären
    请查看所列购买：真实收据中相互矛盾的日期应由 Apple 解释

    Deliver nothing for the purchases named, and look at where the receipt comes from
    Für die genannten Käufe nichts liefern, und nachsehen, woher der Beleg kommt
    不要为所列购买交付任何内容，并查明收据来源

    Believe the receipt, not what came with it; somebody may be passing off one app's receipt as another's
    Dem Beleg glauben, nicht dem, was damit kam; jemand gibt vielleicht den Beleg einer App als den einer anderen aus
    以收据为准，而非随附内容；可能有人用一个 App 的收据冒充另一个

    Take nothing from this receipt: get it again from the device, unchanged; allow test-signed receipts only where \#
    you test
    Nichts aus diesem Beleg übernehmen: ihn noch einmal unverändert vom Gerät holen; Belege von Test-Ausstellern nur \#
    beim Testen erlauben
    不要采用此收据的任何内容：请从设备重新获取未改动的收据；仅在测试时允许测试签发机构签名的收据

    {A} at {n}
    {A} am {n}
    {A}，{n}

    transaction without a number
    Transaktion ohne Nummer
    没有编号的交易

    auto-renewable subscription and of an unknown type
    automatisch verlängerndes Abo und unbekannter Art
    自动续期订阅以及类型未知

    its value is not an INTEGER
    der Wert ist kein INTEGER
    其值不是 INTEGER

    {A} is not an RFC 3339 date
    {A} ist kein Datum nach RFC 3339
    {A} 不是 RFC 3339 日期

    its string is not the UTF8String that this type has
    der Text ist nicht der UTF8String dieser Art
    其字符串不是此类型应有的 UTF8String

    its string is not valid UTF-8
    der Text ist kein gültiges UTF-8
    其字符串不是有效的 UTF-8

    U+FFFD marks what was lost
    U+FFFD steht für Verlorenes
    U+FFFD 标记丢失的内容

    its INTEGER has {n} octets and does not fit into 64 bits
    der INTEGER hat {n} Bytes und passt nicht in 64 Bit
    其 INTEGER 有 {n} 个字节，超出 64 位

    the ASN.1 element at byte {n} has a malformed header or is longer than what contains it
    das ASN.1-Element bei Byte {n} hat einen falschen Kopf oder ist länger als das, was es enthält
    字节 {n} 处的 ASN.1 元素标头有误，或超出其容器
    """#
}
