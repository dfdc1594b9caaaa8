extension BlockTexts {
  /// Texts about the repairs of an input, and what to do about them.
  static let repairs = #"""
    Repaired before it was read
    Vor dem Lesen repariert
    读取前已修复

    '+' restored from spaces
    '+' aus Leerzeichen wiederhergestellt
    由空格恢复 '+'

    line breaks removed
    Zeilenumbrüche entfernt
    已去除换行

    spaces removed
    Leerzeichen entfernt
    已去除空格

    no-break spaces removed
    geschützte Leerzeichen entfernt
    已去除不间断空格

    invisible characters removed
    unsichtbare Zeichen entfernt
    已去除不可见字符

    byte-order mark removed
    Byte-Order-Mark entfernt
    已去除字节顺序标记

    URL-safe characters translated
    URL-sichere Zeichen übersetzt
    已转换 URL 安全字符

    padding added
    Füllzeichen ergänzt
    已补充填充符

    excess padding removed
    überzählige Füllzeichen entfernt
    已去除多余填充符

    incomplete last group ignored
    unvollständige letzte Gruppe übergangen
    已忽略不完整的最后一组

    unused bits of the last character ignored
    ungenutzte Bits des letzten Zeichens übergangen
    已忽略最后字符的未用位

    cut percent escape ignored
    abgeschnittene Prozentkodierung übergangen
    已忽略被截断的百分号编码

    half a byte at the end ignored
    halbes Byte am Ende übergangen
    已忽略末尾的半个字节

    quotes removed
    Anführungszeichen entfernt
    已去除引号

    punctuation removed
    Satzzeichen entfernt
    已去除标点

    JSON escapes undone
    JSON-Escapes aufgelöst
    已还原 JSON 转义

    string pieces joined
    Textstücke verbunden
    已连接字符串片段

    Swift Optional(...) removed
    Swift Optional(...) entfernt
    已去除 Swift Optional(...)

    reply marks removed
    Zitatzeichen entfernt
    已去除回复标记

    quoted-printable codes undone
    Quoted-Printable aufgelöst
    已还原 quoted-printable 编码

    label before the receipt removed
    Wörter vor dem Beleg entfernt
    已去除收据前的文字

    characters around the receipt ignored
    Zeichen um den Beleg übergangen
    已忽略收据周围的字符

    characters beside the dump ignored
    Zeichen neben dem Dump übergangen
    已忽略转储旁的字符

    characters behind the signature ignored
    Zeichen hinter der Signatur übergangen
    已忽略签名之后的字符

    damaged JSON searched for its receipt
    beschädigtes JSON nach dem Beleg durchsucht
    已在损坏的 JSON 中查找收据

    missing END line of PEM supplied
    fehlende END-Zeile ergänzt
    已补充缺失的 PEM END 行

    trailing bytes ignored
    Bytes am Ende übergangen
    已忽略末尾的字节

    the same receipt stands at {a}, too; that copy was not used
    derselbe Beleg steht auch bei {a}; diese Kopie wurde nicht verwendet
    同一收据也在 {a}；未使用该副本

    the same receipt stands in {n} other places, too, the first of them {b}; those copies were not used
    derselbe Beleg steht auch an {n} anderen Stellen, zuerst {b}; diese Kopien wurden nicht verwendet
    同一收据还在另外 {n} 处，第一处为 {b}；未使用这些副本

    The plus signs of the base64 text turned into spaces, or are gone
    Die Pluszeichen des Base64-Textes wurden zu Leerzeichen oder fehlen
    base64 文本中的加号变成了空格或已丢失

    That is what form decoding does to text that was not encoded
    Das tut das Dekodieren von Formularen mit Text, der nicht kodiert war
    未编码的文本经表单解码就会如此

    Percent-encode the text before it is sent as a form field (%2B), or send JSON
    Den Text vor dem Senden als Formularfeld prozentkodieren (%2B), oder JSON senden
    作为表单字段发送前先做百分号编码（%2B），或发送 JSON

    The text is UTF-16, as Windows' tools write it
    Der Text ist UTF-16, wie Windows-Programme es schreiben
    文本为 UTF-16，如 Windows 工具所写

    Save it as ASCII or UTF-8: in PowerShell, Out-File -Encoding ascii
    Als ASCII oder UTF-8 speichern: in PowerShell Out-File -Encoding ascii
    请保存为 ASCII 或 UTF-8：在 PowerShell 中用 Out-File -Encoding ascii

    These are the bytes of the receipt, not their base64 text
    Das sind die Bytes des Belegs, nicht ihr Base64-Text
    这是收据的字节，不是 base64 文本

    Encode the bytes in base64, once, on one line
    Die Bytes einmal in Base64 kodieren, in einer Zeile
    请将字节编码为 base64，一次，单行

    The bytes are written as hexadecimal digits, escapes or numbers
    Die Bytes sind als hexadezimale Ziffern, Escapes oder Zahlen geschrieben
    字节以十六进制数字、转义或数值写出

    Encode them in base64 instead
    Stattdessen in Base64 kodieren
    请改用 base64 编码

    The base64 stands between PEM lines (BEGIN and END)
    Das Base64 steht zwischen PEM-Zeilen (BEGIN und END)
    base64 位于 PEM 行（BEGIN 和 END）之间

    Send the base64 only, on one line
    Nur das Base64 senden, in einer Zeile
    只发送 base64，单行

    This is the body of a request to verifyReceipt, and not only the receipt in it
    Das ist der Inhalt einer Anfrage an verifyReceipt, nicht nur der Beleg darin
    这是发往 verifyReceipt 的请求正文，而不仅是其中的收据

    Send this JSON as the body itself
    Dieses JSON als Inhalt selbst senden
    将此 JSON 作为正文本身发送

    Do not put it into receipt-data: only the base64 text belongs there
    Nicht in receipt-data stecken: dorthin gehört nur der Base64-Text
    不要放入 receipt-data：那里只放 base64 文本

    This is an answer of verifyReceipt
    Das ist eine Antwort von verifyReceipt
    这是 verifyReceipt 的应答

    The receipt is its latest_receipt
    Der Beleg ist latest_receipt darin
    收据是其中的 latest_receipt

    Store and send latest_receipt, not the whole answer
    latest_receipt speichern und senden, nicht die ganze Antwort
    保存并发送 latest_receipt，而不是整个应答

    This is an App Store server notification
    Das ist eine Server-Mitteilung des App Store
    这是 App Store 服务器通知

    Take the receipt or the signed transaction out of it
    Den Beleg oder die signierte Transaktion herausnehmen
    请取出其中的收据或已签名交易

    This is the wrapper that Unity puts around a receipt
    Das ist die Hülle, die Unity um einen Beleg legt
    这是 Unity 对收据的包装

    Send its Payload only
    Nur Payload senden
    只发送其中的 Payload

    The receipt is wrapped in JSON
    Der Beleg steckt in JSON
    收据包在 JSON 中

    Send the base64 text in it, not the JSON around it
    Den Base64-Text darin senden, nicht das JSON
    发送其中的 base64 文本，而不是外层 JSON

    This is the body of a form, with the receipt in one of its fields
    Das ist der Inhalt eines Formulars mit dem Beleg in einem Feld
    这是表单正文，收据在其中一个字段

    Send the field's value, decoded
    Den dekodierten Wert des Feldes senden
    发送该字段解码后的值

    The receipt stands in a data: URI
    Der Beleg steht in einer data:-URI
    收据位于 data: URI 中

    Send only what is behind the comma
    Nur senden, was hinter dem Komma steht
    只发送逗号之后的内容

    The receipt was encoded in base64 more than once
    Der Beleg wurde mehrmals in Base64 kodiert
    收据被多次编码为 base64

    Encode the bytes once
    Die Bytes einmal kodieren
    字节只编码一次

    The text from the device is base64 already
    Der Text vom Gerät ist schon Base64
    来自设备的文本已是 base64

    The text is percent-encoded, as in addresses and forms
    Der Text ist prozentkodiert, wie in Adressen und Formularen
    文本为百分号编码，如地址和表单中

    Decode it before it is sent as JSON
    Vor dem Senden als JSON dekodieren
    作为 JSON 发送前请先解码

    The receipt stands in something like JSON that is incomplete
    Der Beleg steht in unvollständigem JSON
    收据位于不完整的 JSON 中

    Send the base64 text only
    Nur den Base64-Text senden
    只发送 base64 文本

    The same receipt stands here more than once
    Derselbe Beleg steht hier mehrmals
    同一收据在此出现多次

    one of the copies was read
    eine der Kopien wurde gelesen
    已读取其中一份

    The receipt stands in the middle of other text
    Der Beleg steht mitten in anderem Text
    收据夹在其他文本之中

    Copy only the base64 text
    Nur den Base64-Text kopieren
    只复制 base64 文本

    Copy the base64 text only
    Nur den Base64-Text kopieren
    只复制 base64 文本

    The text is written as pieces of a program's string
    Der Text steht als Stücke eines Programmtextes da
    文本写成程序字符串的片段

    Join the pieces before it is sent
    Die Stücke vor dem Senden verbinden
    发送前请连接各片段

    A mail program marked or encoded the lines
    Ein Mailprogramm hat die Zeilen markiert oder kodiert
    邮件程序标记或编码了各行

    Send the receipt as an attachment
    Den Beleg als Anhang senden
    请将收据作为附件发送

    The text still has the backslashes of a JSON string
    Der Text hat noch die Backslashes eines JSON-Textes
    文本仍带有 JSON 字符串的反斜杠

    Read JSON with a JSON reader, not by cutting
    JSON mit einem JSON-Leser lesen, nicht durch Ausschneiden
    请用 JSON 读取器读取，而不是截取

    There are quotation marks around the text
    Um den Text stehen Anführungszeichen
    文本两端有引号

    Leave them out
    Weglassen
    请去掉

    There are words before the base64 text
    Vor dem Base64-Text stehen Wörter
    base64 文本前有文字

    Copy only the base64 text, usually from MI on
    Nur den Base64-Text kopieren, meist ab MI
    只复制 base64 文本，通常从 MI 开始

    A byte-order mark stands before the text
    Vor dem Text steht eine Byte-Order-Mark
    文本前有字节顺序标记

    Save the file as UTF-8 without BOM
    Die Datei als UTF-8 ohne BOM speichern
    请将文件保存为无 BOM 的 UTF-8

    There are characters in the text that cannot be seen
    Im Text stehen unsichtbare Zeichen
    文本中有不可见的字符

    Copy it as plain text
    Als reinen Text kopieren
    请作为纯文本复制

    The text is base64url: - and _ stand for + and /
    Der Text ist Base64url: - und _ stehen für + und /
    文本为 base64url：- 和 _ 代表 + 和 /

    Encode with the standard alphabet
    Mit dem Standardalphabet kodieren
    请用标准字母表编码

    The base64 text is broken into lines, or a line break follows it
    Der Base64-Text ist umbrochen, oder ein Zeilenumbruch folgt
    base64 文本被换行，或其后有换行

    Encode without line breaks (options: [] on Apple's systems, base64 -w0 on Linux), and strip the last one
    Ohne Zeilenumbrüche kodieren (options: [] auf Apples Systemen, base64 -w0 unter Linux), auch ohne den letzten
    编码时不要换行（Apple 系统用 options: []，Linux 用 base64 -w0），并去掉最后的换行

    There are spaces or tabs in the text
    Im Text stehen Leerzeichen oder Tabulatoren
    文本中有空格或制表符

    Take them out
    Herausnehmen
    请去除

    The equals signs at the end are missing
    Die Gleichheitszeichen am Ende fehlen
    末尾缺少等号

    Keep the = at the end; without them Apple cuts the text
    Das = am Ende behalten; ohne sie kürzt Apple den Text
    保留末尾的 =；否则 Apple 会截断文本

    There are too many equals signs at the end
    Am Ende stehen zu viele Gleichheitszeichen
    末尾等号过多

    Write as many as the length needs
    So viele schreiben, wie die Länge braucht
    按长度所需写出

    The last character does not end where the bytes end: one too many, or a changed one
    Das letzte Zeichen endet nicht mit den Bytes: eines zu viel oder ein geändertes
    最后一个字符与字节末尾不符：多出一个或被更改

    Copy the whole text again
    Den ganzen Text noch einmal kopieren
    请重新复制全部文本

    There are bytes behind the end of the receipt
    Hinter dem Ende des Belegs stehen Bytes
    收据结尾之后还有字节

    Store exactly the bytes of the file, no buffer around them
    Genau die Bytes der Datei speichern, ohne Puffer
    只保存文件本身的字节，不含缓冲区

    Something in the text had to be mended
    Etwas im Text musste repariert werden
    文本有需要修复之处

    Look at them: receipt-tool decode --attributes FILE
    Ansehen: receipt-tool decode --attributes FILE
    查看：receipt-tool decode --attributes FILE

    The device hash fits the GUID
    Der Geräte-Hash passt zur GUID
    设备散列与 GUID 相符
    """#
}
