extension BlockTexts {
  /// The texts of `diagnose`, except for those that are part of the advice.
  static let diagnosis = #"""
    to the text as given
    auf den Text, wie er ist
    对原样文本

    to this body of a request
    auf diesen Inhalt einer Anfrage
    对此请求正文

    to the mended text
    auf den reparierten Text
    对修复后的文本

    decoded
    dekodiert
    解码

    envelope
    Hülle
    封装

    payload
    Inhalt
    内容

    time
    Zeitpunkt
    时间

    the receipt is incomplete: its header announces {n} bytes, {m} are there, {k} are missing
    der Beleg ist unvollständig: angekündigt sind {n} Bytes, vorhanden {m}, es fehlen {k}
    收据不完整：应有 {n} 字节，现有 {m} 字节，缺少 {k} 字节

    the end of a receipt, {n} bytes: its beginning is missing
    das Ende eines Belegs, {n} Bytes: der Anfang fehlt
    收据的末尾，{n} 字节：缺少开头

    the receipt is incomplete
    der Beleg ist unvollständig
    收据不完整

    to find its cause, paste what was sent to Apple: the value of receipt-data
    Fügen Sie ein, was an Apple gesendet wurde, den Wert von receipt-data: daran zeigt sich die Ursache
    请粘贴当初发送给 Apple 的内容（receipt-data 的值），以查明原因

    {A}, not a receipt
    {A}, kein Beleg
    {A}，不是收据

    a JPEG image
    ein JPEG-Bild
    JPEG 图片

    a PNG image
    ein PNG-Bild
    PNG 图片

    a GIF image
    ein GIF-Bild
    GIF 图片

    a PDF document
    ein PDF-Dokument
    PDF 文档

    a ZIP archive (an .ipa is one)
    ein ZIP-Archiv (auch .ipa ist eines)
    ZIP 压缩包（.ipa 也是）

    a ZIP archive without files
    ein ZIP-Archiv ohne Dateien
    没有文件的 ZIP 压缩包

    gzip-compressed data
    mit gzip komprimierte Daten
    gzip 压缩数据

    an HTML page
    eine HTML-Seite
    HTML 网页

    an XML document
    ein XML-Dokument
    XML 文档

    a rich text document
    ein RTF-Dokument
    RTF 文档

    a web address
    eine Webadresse
    网址

    an App Store address
    eine Adresse im App Store
    App Store 网址

    the path of a file
    der Pfad einer Datei
    文件路径

    a UUID
    eine UUID
    UUID

    an order number of Google Play
    eine Bestellnummer von Google Play
    Google Play 的订单号

    an order number, as on the invoice that Apple mails to a customer
    eine Bestellnummer, wie auf der Rechnung von Apple
    订单号，如 Apple 账单邮件所示

    an answer of verifyReceipt with status {n} and no receipt in it
    eine Antwort von verifyReceipt mit Status {n}, ohne Beleg
    verifyReceipt 的应答，状态 {n}，其中没有收据

    an error of the App Store Server API, {n}
    ein Fehler der App Store Server API, {n}
    App Store Server API 的错误 {n}

    a program or a person abbreviated the text with dots; paste all of it
    Ein Programm oder ein Mensch hat den Text mit Punkten abgekürzt; fügen Sie den ganzen Text ein
    文本被程序或人用省略号缩短；请粘贴全部内容

    a screenshot of a receipt cannot be read; the receipt is a file of the app, or text in base64
    Ein Bildschirmfoto eines Belegs lässt sich nicht lesen; der Beleg ist eine Datei der App oder Text in Base64
    无法读取收据的截图；收据是 App 的文件，或 base64 文本

    invoices in PDF hold no receipt that can be checked
    Rechnungen als PDF enthalten keinen Beleg, der sich prüfen lässt
    PDF 账单中没有可验证的收据

    unpack it, then give the app bundle or the receipt inside it
    Packen Sie es aus und geben Sie den Beleg darin an
    请解压，然后提供其中的收据

    not reached: {A}
    nicht erreicht: {A}
    未进行到：{A}

    a JWS (three parts)
    ein JWS (drei Teile)
    JWS（三部分）

    there is none
    es gibt keine
    没有

    PKCS#7 with 1 certificate
    PKCS#7 mit 1 Zertifikat
    PKCS#7，含 1 个证书

    PKCS#7 with {n} certificates
    PKCS#7 mit {n} Zertifikaten
    PKCS#7，含 {n} 个证书

    irregularities
    Auffälligkeiten
    异常

    a property list
    eine Property List
    属性列表

    one purchase
    ein Kauf
    一项购买

    out of {a}
    aus {a}
    来自 {a}

    signed data of StoreKit 2 (a JWS): {A}
    signierte Daten von StoreKit 2 (ein JWS): {A}
    StoreKit 2 的已签名数据（JWS）：{A}

    a transaction
    eine Transaktion
    交易

    renewal information of a subscription
    Angaben zur Verlängerung eines Abos
    订阅的续订信息

    unknown content
    unbekannter Inhalt
    未知内容

    an app receipt of {a}, type {b}, made {c}, with no purchases
    ein App-Beleg von {a}, Art {b}, erstellt {c}, ohne Käufe
    {a} 的 App 收据，类型 {b}，创建于 {c}，没有购买

    an app receipt of {a}, type {b}, made {c}, with 1 purchase
    ein App-Beleg von {a}, Art {b}, erstellt {c}, mit 1 Kauf
    {a} 的 App 收据，类型 {b}，创建于 {c}，含 1 项购买

    an app receipt of {a}, type {b}, made {c}, with {d} purchases
    ein App-Beleg von {a}, Art {b}, erstellt {c}, mit {d} Käufen
    {a} 的 App 收据，类型 {b}，创建于 {c}，含 {d} 项购买

    signed by a test authority, which Apple does not know
    von einem Test-Aussteller signiert, den Apple nicht kennt
    由测试签发机构签名，Apple 不认识

    not signed by Apple
    nicht von Apple signiert
    不是由 Apple 签名

    the signature does not belong to it
    die Signatur gehört nicht dazu
    签名与其不相符

    it is not signed
    es ist nicht signiert
    没有签名

    its certificates are not for signing receipts
    die Zertifikate sind nicht für das Signieren von Belegen
    其证书不用于签署收据

    its certificates were not valid when it claims to have been made
    die Zertifikate waren nicht gültig, als es nach eigenen Angaben entstand
    在其自称的创建时间，其证书无效

    signed by StoreKit testing in Xcode, which Apple does not know
    von StoreKit-Tests in Xcode signiert, was Apple nicht kennt
    由 Xcode 的 StoreKit 测试签名，Apple 不认识

    21003 is documented, 21002 is what Apple answers
    dokumentiert ist 21003, Apple antwortet 21002
    文档为 21003，Apple 实际应答 21002

    verifyReceipt knows only app receipts
    verifyReceipt kennt nur App-Belege
    verifyReceipt 只认识 App 收据

    signed data of StoreKit 2 (a JWS)
    signierte Daten von StoreKit 2 (ein JWS)
    StoreKit 2 的已签名数据（JWS）

    it is a sandbox receipt
    es ist ein Beleg der Sandbox
    这是沙盒收据

    it is a receipt of StoreKit testing
    es ist ein Beleg von StoreKit-Tests
    这是 StoreKit 测试收据

    it is a receipt of production
    es ist ein Beleg der Produktion
    这是正式环境的收据

    send it to sandbox
    an die Sandbox senden
    请发送到沙盒

    send it to production
    an die Produktion senden
    请发送到正式环境

    Apple signed it
    Apple hat es signiert
    由 Apple 签名

    an anchor that was given vouches for it
    ein angegebener Anker bürgt dafür
    由给出的信任锚担保

    21004 without the app's shared secret
    21004 ohne das Shared Secret der App
    没有 App 共享密钥则为 21004

    an iOS 6 receipt, which Apple still takes
    ein Beleg aus iOS 6, den Apple noch annimmt
    iOS 6 收据，Apple 仍接受

    21006 if the subscription has expired, 21004 without the app's shared secret
    21006, wenn das Abo abgelaufen ist, 21004 ohne das Shared Secret der App
    订阅已过期则为 21006，没有 App 共享密钥则为 21004

    Apple takes only unbroken base64
    Apple nimmt nur ununterbrochenes Base64
    Apple 只接受不间断的 base64

    {A} at offset {b}
    {A} an Stelle {b}
    位置 {b} 处有{A}

    a newline
    ein Zeilenumbruch
    换行

    a carriage return
    ein Wagenrücklauf
    回车

    a space
    ein Leerzeichen
    空格

    a tab
    ein Tabulator
    制表符

    a zero byte
    ein Nullbyte
    零字节

    a quotation mark
    ein Anführungszeichen
    引号

    a backslash
    ein Backslash
    反斜杠

    a percent sign
    ein Prozentzeichen
    百分号

    a byte-order mark
    eine Byte-Order-Mark
    字节顺序标记

    the byte-order mark of UTF-16
    die Byte-Order-Mark von UTF-16
    UTF-16 的字节顺序标记

    the start of a JSON document
    der Anfang eines JSON-Dokuments
    JSON 文档的开头

    an invisible character
    ein unsichtbares Zeichen
    不可见的字符

    an equals sign too many
    ein Gleichheitszeichen zu viel
    多余的等号

    an equals sign missing at the end
    ein fehlendes Gleichheitszeichen am Ende
    末尾缺少等号

    a single last character, which is not a byte
    ein einzelnes letztes Zeichen, das kein Byte ergibt
    末尾单个字符，不足一个字节

    a last character with bits that belong to no byte
    ein letztes Zeichen mit Bits, die zu keinem Byte gehören
    末尾字符带有不属于任何字节的位

    raw bytes
    rohe Bytes
    原始字节

    hexadecimal digits
    hexadezimale Ziffern
    十六进制数字

    UTF-16 text
    Text in UTF-16
    UTF-16 文本

    no receipt-data at the top of the JSON
    kein receipt-data ganz oben im JSON
    JSON 顶层没有 receipt-data

    a whole JSON document
    ein ganzes JSON-Dokument
    整个 JSON 文档

    Apple takes only the base64 text in it
    Apple nimmt nur den Base64-Text darin
    Apple 只接受其中的 base64 文本

    PEM lines around the base64
    PEM-Zeilen um das Base64
    base64 周围有 PEM 行

    the body of a form
    der Inhalt eines Formulars
    表单正文

    base64 of base64
    Base64 von Base64
    base64 的 base64

    Apple decodes it once and finds text
    Apple dekodiert es einmal und findet Text
    Apple 解码一次后得到文本

    bytes behind the end of the receipt ({A})
    Bytes hinter dem Ende des Belegs ({A})
    收据结尾之后的字节（{A}）

    Apple is not known to take that
    dass Apple das annimmt, ist nicht bekannt
    未知 Apple 是否接受

    This is a request as a web form
    Das ist eine Anfrage als Web-Formular
    这是网页表单形式的请求

    verifyReceipt takes JSON
    verifyReceipt erwartet JSON
    verifyReceipt 需要 JSON

    It is a receipt of the sandbox: a test account, TestFlight or App Review
    Es ist ein Beleg der Sandbox: Testkonto, TestFlight oder App Review
    这是沙盒收据：测试账户、TestFlight 或 App Review

    No one paid
    Niemand hat bezahlt
    没有人付费

    It claims to be of the sandbox
    Es soll aus der Sandbox sein
    自称来自沙盒

    nothing proves that
    das ist nicht bewiesen
    无法证明

    The receipt says of its origin what has not been described yet
    Was der Beleg über seine Herkunft sagt, ist noch nicht beschrieben
    收据所述来源尚无说明

    It has auto-renewable subscriptions
    Darin sind automatisch verlängernde Abos
    其中有自动续期订阅

    It is an auto-renewable subscription
    Es ist ein automatisch verlängerndes Abo
    这是自动续期订阅

    Send the app's shared secret as password, or Apple answers 21004
    Das Shared Secret der App als password senden, sonst antwortet Apple 21004
    请将 App 共享密钥作为 password 发送，否则 Apple 应答 21004

    in_app is empty, and that is normal: nothing was bought yet, or only consumables, which leave the receipt once \#
    they are finished
    in_app ist leer, und das ist normal: es wurde noch nichts gekauft, oder nur Verbrauchsartikel, die nicht \#
    mehr im Beleg stehen, sobald sie abgeschlossen sind
    in_app 为空，这是正常的：尚未购买，或只购买了消耗型项目，完成后不再保留在收据中

    If a purchase is expected, let the customer restore purchases, which fetches a new receipt
    Wird ein Kauf erwartet: den Kunden Käufe wiederherstellen lassen, das holt einen neuen Beleg
    若应有购买，请顾客恢复购买，以获取新的收据

    Finished consumables stay gone: look for them in your own records
    Abgeschlossene Verbrauchsartikel bleiben weg: suchen Sie sie in Ihren eigenen Aufzeichnungen
    已完成的消耗型项目不会再出现：请在您自己的记录中查找

    Certificates in it have expired since ({A})
    Zertifikate darin sind seitdem abgelaufen ({A})
    其中的证书此后已过期（{A}）

    Certificates in it have expired since
    Zertifikate darin sind seitdem abgelaufen
    其中的证书此后已过期

    That is normal: what they signed outlives them
    Das ist normal: was sie signiert haben, gilt weiter
    这是正常的：其签名的内容仍然有效

    If your own validator refuses it, let it judge certificates at the date of what was signed, and not at today's clock
    Lehnt Ihr eigener Prüfer es ab: er soll Zertifikate zum Datum des Signierten prüfen, nicht zur heutigen Uhrzeit
    若您自己的校验程序拒绝，请按签名内容的日期而非当前时间判断证书

    It is signed with SHA-1, as receipts were until Apple moved to SHA-256 (2023 in the sandbox, 2025 in the App Store)
    Es ist mit SHA-1 signiert, wie Belege vor Apples Umstieg auf SHA-256 (2023 in der Sandbox, 2025 im App Store)
    使用 SHA-1 签名，在 Apple 改用 SHA-256 之前的收据均如此（沙盒 2023 年，App Store 2025 年）

    If your own validator refuses it: validators have to accept SHA-1 and SHA-256, and must not pin an intermediate \#
    certificate, because those change
    Lehnt Ihr eigener Prüfer es ab: Prüfer müssen SHA-1 und SHA-256 annehmen und dürfen kein Zwischenzertifikat fest \#
    einbauen, denn diese wechseln
    若您自己的校验程序拒绝：校验程序须接受 SHA-1 和 SHA-256，且不得固定中间证书，因为它们会更换

    The device hash was made with a GUID of 16 zero bytes: Apple's servers issued it, not a device
    Der Geräte-Hash entstand aus einer GUID von 16 Nullbytes: Apples Server haben ihn ausgestellt, kein Gerät
    设备散列由 16 个零字节的 GUID 生成：由 Apple 服务器签发，而非设备

    No device will ever match it
    Kein Gerät wird je dazu passen
    不会有设备与之匹配

    Take the receipt from the device to compare it
    Zum Vergleichen den Beleg vom Gerät nehmen
    如需比较，请使用设备上的收据

    Some attributes are not as they should be ({a})
    Einige Attribute sind nicht, wie sie sein sollten ({a})
    有些属性不正常（{a}）

    The first: {A}
    Das erste: {A}
    第一个：{A}

    Nothing is wrong with it
    Es ist in Ordnung
    没有问题

    This is an iOS 6 transaction receipt: one purchase, no app receipt
    Das ist ein Transaktionsbeleg aus iOS 6: ein Kauf, kein App-Beleg
    这是 iOS 6 交易收据：一项购买，不是 App 收据

    Apple deprecated it with iOS 7
    Seit iOS 7 gilt er als veraltet
    自 iOS 7 起已弃用

    Read the app receipt at Bundle.main.appStoreReceiptURL instead of transactionReceipt
    Statt transactionReceipt den App-Beleg bei Bundle.main.appStoreReceiptURL lesen
    请改用 Bundle.main.appStoreReceiptURL 处的 App 收据，而非 transactionReceipt

    Ask production first
    Zuerst die Produktion fragen
    请先询问正式环境

    on 21007 send the same body to the sandbox
    bei 21007 dasselbe an die Sandbox senden
    遇到 21007 时将相同正文发送到沙盒

    Try production first, then the sandbox
    Erst die Produktion versuchen, dann die Sandbox
    先尝试正式环境，再尝试沙盒

    Send it to {a}
    An {a} senden
    请发送到 {a}

    A server asks production first, and the sandbox on 21007
    Ein Server fragt zuerst die Produktion, und bei 21007 die Sandbox
    服务器先询问正式环境，遇到 21007 再询问沙盒

    Send the mended text as receipt-data: receipt-tool diagnose --canonical prints it, and nothing else
    Den reparierten Text als receipt-data senden: receipt-tool diagnose --canonical gibt genau ihn aus
    将修复后的文本作为 receipt-data 发送：receipt-tool diagnose --canonical 只输出该文本

    A billing error: the payment details were no longer valid
    Ein Fehler bei der Zahlung: die Zahlungsdaten waren nicht mehr gültig
    扣费错误：付款信息已失效

    Do not send it to verifyReceipt: receipt-data takes only the app receipt in base64 (the file at \#
    Bundle.main.appStoreReceiptURL), and no other member of the request takes signed data
    Nicht an verifyReceipt senden: receipt-data nimmt nur den App-Beleg in Base64 (die Datei bei \#
    Bundle.main.appStoreReceiptURL), und nichts sonst in der Anfrage nimmt signierte Daten
    请勿发送到 verifyReceipt：receipt-data 只接受 base64 的 App 收据（Bundle.main.appStoreReceiptURL 处的文件），请求的其他成员也不接受已签名数据

    Judge it here: {a}
    Hier prüfen: {a}
    在此判断：{a}

    Judge it here: {a} FILE, where ID is the bundle identifier of your app
    Hier prüfen: {a} FILE, mit der Bundle-ID Ihrer App für ID
    在此判断：{a} FILE，其中 ID 为您的 App 的 Bundle ID

    Read it here: {a}
    Hier lesen: {a}
    在此读取：{a}

    Read here what it means for access: {a}
    Hier lesen, was es für den Zugriff bedeutet: {a}
    在此读取其对使用权的含义：{a}

    Judge it with {a} FILE, where ID is the bundle identifier of your app
    Prüfen mit {a} FILE, mit der Bundle-ID Ihrer App für ID
    用 {a} FILE 判断，其中 ID 为您的 App 的 Bundle ID

    Judge it with {a}
    Prüfen mit {a}
    用 {a} 判断

    Apple sends it again until your server answers it with HTTP 200
    Apple sendet sie erneut, bis Ihr Server mit HTTP 200 antwortet
    Apple 会重发，直到您的服务器应答 HTTP 200

    It names no app: judge it together with the transaction of its subscription
    Es nennt keine App: zusammen mit der Transaktion des Abos prüfen
    其中没有 App：请与其订阅的交易一起判断

    The server that Apple asked has to answer it
    Der Server, den Apple gefragt hat, muss antworten
    由 Apple 所询问的服务器应答

    Ask Apple what is true now, with the App Store Server API, which needs a key of yours: {a}, GET {b} at {c}
    Apple nach dem jetzigen Stand fragen, mit der App Store Server API und Ihrem Schlüssel: {a}, GET {b} bei {c}
    用 App Store Server API（需要您的密钥）向 Apple 查询现状：{a}，GET {b}，{c}

    {a} of the URL-safe alphabet
    {a} des URL-sicheren Alphabets
    URL 安全字母表的 {a}

    {a} on {n}
    {a} am {n}
    {a}，{n}
    """#
}
