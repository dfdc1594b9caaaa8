extension BlockTexts {
  /// Texts about the signer, and about unread parts.
  static let proof = #"""
    authentic
    echt
    真实

    test-signed
    von einem Test-Aussteller signiert
    由测试签发机构签名

    untrusted chain
    Unterzeichner nicht vertrauenswürdig
    签名者不受信任

    untrusted-chain
    Unterzeichner nicht vertrauenswürdig
    签名者不受信任

    wrong purpose
    falscher Zweck
    用途不符

    wrong-purpose
    falscher Zweck
    用途不符

    outside validity
    außerhalb der Gültigkeit
    不在有效期内

    outside-validity
    außerhalb der Gültigkeit
    不在有效期内

    bad signature
    falsche Signatur
    签名错误

    bad-signature
    falsche Signatur
    签名错误

    unsigned
    nicht signiert
    未签名

    not verified
    nicht geprüft
    未经验证

    partly proven
    teilweise bewiesen
    部分得到证明

    signed by Apple
    von Apple signiert
    由 Apple 签名

    not by Apple
    nicht von Apple
    并非 Apple

    The signature belongs to the contents, but nothing vouches for its signer
    Die Signatur gehört zum Inhalt, aber nichts bürgt für den Unterzeichner
    签名与内容相符，但没有任何东西能证明签名者的身份

    The signature does not belong to the contents
    Die Signatur gehört nicht zum Inhalt
    签名与内容不相符

    Whether the signature belongs to the contents was not checked
    Ob die Signatur zum Inhalt gehört, wurde nicht geprüft
    未检查签名与内容是否相符

    Everything below is only what it claims
    Alles Folgende ist nur, was darin behauptet wird
    以下仅为其声称的内容

    Everything below is only what they claim
    Alles Folgende ist nur, was darin behauptet wird
    以下仅为其声称的内容

    What is not proven is marked, and changes no state that is proven
    Was nicht bewiesen ist, ist markiert und ändert keinen bewiesenen Stand
    未经证明的内容有标记，且不改变已证明的状态

    The signature (RSA with {a}) holds and leads to {b}
    Die Signatur (RSA mit {a}) stimmt und führt zu {b}
    签名（RSA 与 {a}）有效，并追溯到 {b}

    The signature (ECDSA with {a}) holds and leads to {b}
    Die Signatur (ECDSA mit {a}) stimmt und führt zu {b}
    签名（ECDSA 与 {a}）有效，并追溯到 {b}

    The signature holds and leads to {b}
    Die Signatur stimmt und führt zu {b}
    签名有效，并追溯到 {b}

    The signature ({a} with {b}) holds, but it leads to {c}, which was given as a trust anchor, and not to Apple
    Die Signatur ({a} mit {b}) stimmt, führt aber zu {c}, einem angegebenen Vertrauensanker, und nicht zu Apple
    签名（{a} 与 {b}）有效，但追溯到的是作为信任锚给出的 {c}，而不是 Apple

    The signature holds, but it leads to {c}, which was given as a trust anchor, and not to Apple
    Die Signatur stimmt, führt aber zu {c}, einem angegebenen Vertrauensanker, und nicht zu Apple
    签名有效，但追溯到的是作为信任锚给出的 {c}，而不是 Apple

    no known authority vouches for the signer
    kein bekannter Aussteller bürgt für den Unterzeichner
    没有已知的机构为签名者担保

    The certificate that Xcode exports can vouch for it, as a trust anchor
    Das Zertifikat, das Xcode exportiert, kann als Vertrauensanker dafür bürgen
    Xcode 导出的证书可以作为信任锚为其担保

    Its certificates were made for another purpose
    Die Zertifikate wurden für einen anderen Zweck ausgestellt
    其证书是为其他用途签发的

    Its certificates are in order, but they do not vouch for these contents
    Die Zertifikate sind in Ordnung, bürgen aber nicht für diesen Inhalt
    其证书没有问题，但不能为这些内容担保

    Anybody could have written it
    Jeder könnte es geschrieben haben
    任何人都可能写出它

    Judged at {n}, when the receipt was made
    Geprüft zum {n}, als der Beleg erstellt wurde
    按 {n}（收据创建时间）判断

    Judged at {n}, the date of the purchase
    Geprüft zum {n}, dem Datum des Kaufs
    按 {n}（购买日期）判断

    Judged at {n}, when it was signed
    Geprüft zum {n}, als es signiert wurde
    按 {n}（签名时间）判断

    Judged at {n}, now: it has no date of its own
    Geprüft zum {n}, also jetzt: ein eigenes Datum fehlt
    按 {n}（现在）判断：其中没有日期

    Judged at {n}, as asked for, not at its creation date
    Geprüft zum {n}, wie gewünscht, nicht zum Datum der Erstellung
    按指定的 {n} 判断，而不是按创建时间

    does not hold, as said above
    stimmt nicht, wie oben gesagt
    不成立，如上所述

    not checked
    nicht geprüft
    未检查

    not reached
    nicht erreicht
    未进行到

    a step before it failed
    ein Schritt davor ist gescheitert
    之前的步骤未通过

    it was not looked at
    es wurde nicht angesehen
    未查看

    {n} signatures, where every receipt has one: none of them was judged
    {n} Signaturen, wo jeder Beleg eine hat: keine davon wurde geprüft
    有 {n} 个签名，而收据只应有一个：均未判断

    the envelope has no SignerInfo
    die Hülle hat keine SignerInfo
    封装中没有 SignerInfo

    the certificate that the signature names is not embedded
    das Zertifikat, das die Signatur nennt, ist nicht enthalten
    签名所指的证书未包含在内

    certificate {n} of {m}
    Zertifikat {n} von {m}
    第 {n} 个证书，共 {m} 个

    certificate {n} of {m} in `x5c`
    Zertifikat {n} von {m} in `x5c`
    `x5c` 中第 {n} 个证书，共 {m} 个

    RSA with {a} over the payload
    RSA mit {a} über den Inhalt
    对内容使用 RSA 与 {a}

    ECDSA (P-256) with sha256 over header and payload
    ECDSA (P-256) mit sha256 über Kopf und Inhalt
    对标头和内容使用 ECDSA (P-256) 与 sha256

    there is no signature
    es gibt keine Signatur
    没有签名

    the chain ends before the anchor
    die Kette endet vor dem Anker
    证书链在到达信任锚之前就结束了

    the chain has {n} certificates, where signed data has three
    die Kette hat {n} Zertifikate, signierte Daten haben drei
    证书链有 {n} 个证书，而已签名数据应有三个

    the certificate of {a} is for other purposes ({b})
    das Zertifikat von {a} ist für andere Zwecke ({b})
    {a} 的证书用于其他用途（{b}）

    the signer's certificate does not allow signatures (its key usage lacks digitalSignature)
    das Zertifikat des Unterzeichners erlaubt keine Signaturen (digitalSignature fehlt in key usage)
    签名者的证书不允许签名（其 key usage 缺少 digitalSignature）

    the signer's certificate lacks the marker for receipt signing, {a}
    dem Zertifikat des Unterzeichners fehlt das Kennzeichen für das Signieren von Belegen, {a}
    签名者的证书缺少收据签名标记 {a}

    the intermediate lacks the marker of Apple's {A}, {b}
    dem Zwischenzertifikat fehlt das Kennzeichen von Apples Stelle ({A}), {b}
    中间证书缺少 Apple 机构（{A}）的标记 {b}

    signer and intermediate are marked for receipt signing
    Unterzeichner und Zwischenzertifikat sind für das Signieren von Belegen gekennzeichnet
    签名者和中间证书均带有收据签名标记

    the signer is marked for receipt signing
    der Unterzeichner ist für das Signieren von Belegen gekennzeichnet
    签名者带有收据签名标记

    leads to {a}, pinned
    führt zu {a}, fest eingebaut
    追溯到内置的 {a}

    leads to {a}, an anchor given by the user
    führt zu {a}, einem angegebenen Anker
    追溯到用户给出的信任锚 {a}

    the signer itself is the anchor given by the user
    der Unterzeichner selbst ist der angegebene Anker
    签名者本身就是用户给出的信任锚

    the last certificate that was sent ({a}) is another one and was not used
    das letzte mitgesandte Zertifikat ({a}) ist ein anderes und wurde nicht verwendet
    随附的最后一个证书（{a}）与此不同，未使用

    every certificate was valid at {n}
    jedes Zertifikat war gültig am {n}
    所有证书在 {n} 均有效

    signed by Apple: the chain leads to {a}
    von Apple signiert: die Kette führt zu {a}
    由 Apple 签名：证书链追溯到 {a}

    vouched for by the given anchor {a}, not by Apple
    der angegebene Anker {a} bürgt dafür, nicht Apple
    由给出的信任锚 {a} 担保，而不是 Apple

    weak
    schwach
    强度不足

    no chain from the signer to {a}: {B}
    keine Kette vom Unterzeichner zu {a}: {B}
    从签名者到 {a} 没有证书链：{B}

    no chain leads from the signer ({a}) to an Apple root
    keine Kette führt vom Unterzeichner ({a}) zu einer Wurzel von Apple
    从签名者（{a}）没有证书链通向 Apple 根证书

    no given anchor vouches for it
    kein angegebener Anker bürgt dafür
    给出的信任锚均不为其担保

    the signer's certificate ({a}) names itself as its issuer, which it is not
    das Zertifikat des Unterzeichners ({a}) nennt sich selbst als Aussteller, was nicht stimmt
    签名者的证书（{a}）自称由自己签发，但并非如此

    signed by StoreKit testing in Xcode, not by Apple
    von StoreKit-Tests in Xcode signiert, nicht von Apple
    由 Xcode 的 StoreKit 测试签名，而不是 Apple

    the signer's certificate is self-signed ({a}) and no anchor vouches for it
    das Zertifikat des Unterzeichners ist selbst signiert ({a}), und kein Anker bürgt dafür
    签名者的证书是自签名的（{a}），没有信任锚为其担保

    the receipt has no readable {A} at which its certificates could be judged
    dem Beleg fehlt ein lesbares Datum ({A}), zu dem seine Zertifikate geprüft werden könnten
    收据中没有可读取的日期（{A}）可用来判断其证书

    the certificates of the chain were never valid at the same time
    die Zertifikate der Kette waren nie gleichzeitig gültig
    证书链中的证书从未同时有效

    at {n} the certificate of {b} was not valid ({m} to {k})
    am {n} war das Zertifikat von {b} nicht gültig ({m} bis {k})
    在 {n}，{b} 的证书无效（有效期 {m} 至 {k}）

    the key of the signer's certificate is not of the curve P-256, which ES256 has
    der Schlüssel des Unterzeichners ist nicht von der Kurve P-256, die ES256 verlangt
    签名者证书的密钥不是 ES256 所用的 P-256 曲线

    one of the two numbers of the signature is zero, which none ever is
    eine der beiden Zahlen der Signatur ist null, was nie vorkommt
    签名的两个数之一为零，而这不可能

    the signature does not belong to this header and payload: something was changed
    die Signatur gehört nicht zu diesem Kopf und Inhalt: etwas wurde geändert
    签名与此标头和内容不相符：有内容被更改

    the RSA key of {a} has {n} bits, and 2,048 are the least
    der RSA-Schlüssel von {a} hat {n} Bit, mindestens 2.048 sind nötig
    {a} 的 RSA 密钥为 {n} 位，至少需要 2,048 位

    the digest algorithm {a} is not supported
    das Hash-Verfahren {a} wird nicht unterstützt
    不支持摘要算法 {a}

    the signature algorithm {a} is not RSA (PKCS#1 v1.5) with {b}
    das Signaturverfahren {a} ist nicht RSA (PKCS#1 v1.5) mit {b}
    签名算法 {a} 不是 RSA (PKCS#1 v1.5) 与 {b}

    the content is said to be {a} and not data, which nothing signs
    der Inhalt ist als {a} angegeben und nicht als data; das signiert nichts
    内容被标为 {a} 而不是 data，没有签名

    the signature does not belong to this payload: one of the two was changed
    die Signatur gehört nicht zu diesem Inhalt: eines von beiden wurde geändert
    签名与此内容不相符：其中之一被更改

    several signatures, one of them over signed attributes, are not supported
    mehrere Signaturen, eine davon über signierte Attribute, werden nicht unterstützt
    不支持多个签名且其中一个针对签名属性

    the signed attributes do not belong to this payload, or their signature is wrong
    die signierten Attribute gehören nicht zu diesem Inhalt, oder ihre Signatur ist falsch
    签名属性与此内容不相符，或其签名有误

    the signature is of version {n}, known are 2, 3 and 4
    die Signatur hat Version {n}, bekannt sind 2, 3 und 4
    签名版本为 {n}，已知的是 2、3 和 4

    the signature ends after {n} bytes, before its certificate
    die Signatur endet nach {n} Bytes, vor ihrem Zertifikat
    签名在 {n} 字节后结束，尚未到其证书

    what the signature holds as its certificate is not an X.509 certificate
    was die Signatur als Zertifikat enthält, ist kein X.509-Zertifikat
    签名中作为证书的内容不是 X.509 证书

    the signature does not belong to purchase-info: one of the two was changed
    die Signatur gehört nicht zu purchase-info: eines von beiden wurde geändert
    签名与 purchase-info 不相符：其中之一被更改

    the transaction receipt has no signature
    der Transaktionsbeleg hat keine Signatur
    交易收据没有签名

    the signature is not base64
    die Signatur ist kein Base64
    签名不是 base64

    the embedded certificate, {a}
    das enthaltene Zertifikat, {a}
    包含的证书 {a}

    RSA with {a} over the version byte {b} and purchase-info, with the key of the embedded certificate
    RSA mit {a} über das Versionsbyte {b} und purchase-info, mit dem Schlüssel des enthaltenen Zertifikats
    用所含证书的密钥，对版本字节 {b} 和 purchase-info 使用 RSA 与 {a}

    the signature belongs to these bytes under the embedded certificate ({a}), but the chain cannot be anchored {B}: \#
    iOS 6 receipts do not embed it, so this says nothing about Apple
    die Signatur gehört nach dem enthaltenen Zertifikat ({a}) zu diesen Bytes, aber die Kette führt zu keinem Anker, \#
    {B}: Belege aus iOS 6 enthalten es nicht; über Apple sagt das nichts
    按所含证书（{a}），签名与这些字节相符，但证书链无法追溯到信任锚，{B}：iOS 6 的收据不含该证书，因此这并不能说明与 Apple 的关系

    unless the intermediate certificate that issued it ({a}) is given with --trust-anchor
    solange das Zwischenzertifikat, das es ausgestellt hat ({a}), nicht als Vertrauensanker angegeben ist
    除非将签发它的中间证书（{a}）作为信任锚给出

    because no given anchor is the intermediate certificate that issued it ({a})
    denn kein angegebener Anker ist das Zwischenzertifikat, das es ausgestellt hat ({a})
    因为给出的信任锚都不是签发它的中间证书（{a}）

    the signed data at {a} in it: {B}
    die signierten Daten bei {a} darin: {B}
    其中 {a} 处的已签名数据：{B}

    the signed data at {a} in it does not belong to it: {B}
    die signierten Daten bei {a} darin gehören nicht dazu: {B}
    其中 {a} 处的已签名数据不属于它：{B}

    it is of the {A} {B}, and what is around it of {C}
    es gehört zu {A} {B}, und was es umgibt, zu {C}
    它属于{A} {B}，而其外层属于 {C}

    it is about the subscription {a}, and the transaction beside it about {b}
    es betrifft das Abo {a}, und die Transaktion daneben {b}
    它涉及订阅 {a}，而旁边的交易涉及 {b}

    {a} is not a readable JWS
    {a} ist kein lesbares JWS
    {a} 不是可读取的 JWS

    a token (JWT), not a receipt
    ein Token (JWT), kein Beleg
    令牌（JWT），不是收据

    a StoreKit 2 signature object (JWS), not a receipt
    signierte Daten von StoreKit 2 (JWS), kein Beleg
    StoreKit 2 的已签名数据（JWS），不是收据

    its signature was not looked at
    die Signatur wurde nicht angesehen
    未查看其签名

    Its signature was not checked: anyone could have written what follows
    Die Signatur wurde nicht geprüft: jeder könnte das Folgende geschrieben haben
    未检查其签名：以下内容任何人都可能写出

    what follows is true of one part only
    das Folgende gilt nur für einen Teil
    以下仅适用于其中一部分

    Not read: {A}
    Nicht gelesen: {A}
    未读取：{A}

    a piece of signed data (StoreKit 2) at {a}
    ein Stück signierte Daten (StoreKit 2) bei {a}
    {a} 处的一份已签名数据（StoreKit 2）

    {n} pieces of signed data (StoreKit 2), the first at {m}
    {n} Stücke signierte Daten (StoreKit 2), das erste bei {m}
    {n} 份已签名数据（StoreKit 2），第一份在 {m}

    more pages of the answer (hasMore) at {a}
    weitere Seiten der Antwort (hasMore) bei {a}
    {a} 处应答的更多页（hasMore）

    a receipt at {a}
    ein Beleg bei {a}
    {a} 处的一份收据

    {n} receipts, the first at {m}
    {n} Belege, der erste bei {m}
    {n} 份收据，第一份在 {m}

    a list of purchases at {n}
    eine Liste von Käufen bei {n}
    {n} 处的购买列表

    {n} lists of purchases, the first at {m}
    {n} Listen von Käufen, die erste bei {m}
    {n} 个购买列表，第一个在 {m}

    bytes of an unknown kind at {a}
    Bytes unbekannter Art bei {a}
    {a} 处的未知字节

    {n} of {m} pieces is not proven: {C}
    {n} von {m} Teilen ist nicht bewiesen: {C}
    {m} 部分中有 {n} 部分未经证明：{C}

    {n} of {m} pieces are not proven: {C}
    {n} von {m} Teilen sind nicht bewiesen: {C}
    {m} 部分中有 {n} 部分未经证明：{C}

    and {n} more
    und {n} weitere
    另有 {n} 项

    Apple's answer as saved
    eine gespeicherte Antwort von Apple
    保存的 Apple 应答

    nothing proves that it was not edited
    nichts beweist, dass sie nicht geändert wurde
    无法证明未被修改

    a notification of version 1 is not signed
    eine Mitteilung der Version 1 ist nicht signiert
    版本 1 的通知没有签名

    nothing proves that Apple sent it
    nichts beweist, dass Apple sie gesandt hat
    无法证明由 Apple 发送

    decoded, without the signature
    dekodiert, ohne die Signatur
    已解码，不含签名

    nothing proves that Apple signed it
    nichts beweist, dass Apple es signiert hat
    无法证明由 Apple 签名

    two inputs have no purchase in common: they may be of two customers
    zwei Eingaben haben keinen Kauf gemeinsam: sie können von zwei Kunden sein
    其中两份没有共同的购买：可能属于两位顾客

    self-signed certificate in certificate chain
    selbst signiertes Zertifikat in der Kette
    证书链中有自签名证书

    self-signed certificate
    selbst signiertes Zertifikat
    自签名证书

    unable to get local issuer certificate
    das Zertifikat des Ausstellers fehlt
    找不到颁发者的证书

    invalid CA certificate
    ungültiges CA-Zertifikat
    CA 证书无效

    creation date
    Datum der Erstellung
    创建时间

    developer relations authority
    Developer Relations
    Developer Relations

    iTunes Store authority
    iTunes Store
    iTunes Store

    this is a bare payload: no envelope, no signature
    das ist nur der Inhalt: keine Hülle, keine Signatur
    这只是内容：没有封装，没有签名

    the header says {a}, where Apple signs with ES256
    der Kopf sagt {a}, Apple signiert aber mit ES256
    标头写明 {a}，而 Apple 使用 ES256 签名

    the header says {a}: nothing is signed
    der Kopf sagt {a}: nichts ist signiert
    标头写明 {a}：没有签名

    the header does not say which algorithm signed it (`alg`)
    der Kopf sagt nicht, mit welchem Verfahren signiert wurde (`alg`)
    标头没有说明签名算法（`alg`）

    certificate {n} of `x5c` is not one: it has to be the base64 of a certificate, without anything else
    Zertifikat {n} von `x5c` ist keines: es muss das Base64 eines Zertifikats sein, ohne anderes
    `x5c` 的第 {n} 个不是证书：必须是证书的 base64，不含其他内容

    {a} is a number, where it has to be an array of three certificates
    {a} ist eine Zahl und muss eine Liste von drei Zertifikaten sein
    {a} 是数字，而应为三个证书的数组

    {a} is a string, where it has to be an array of three certificates
    {a} ist ein Text und muss eine Liste von drei Zertifikaten sein
    {a} 是字符串，而应为三个证书的数组

    {a} holds {n} certificates, where Apple's signed data has three
    {a} enthält {n} Zertifikate, Apples signierte Daten haben drei
    {a} 含 {n} 个证书，而 Apple 的已签名数据有三个

    the header demands extensions (`crit`), which Apple's never does
    der Kopf verlangt Erweiterungen (`crit`), was Apples Kopf nie tut
    标头要求扩展（`crit`），Apple 从不如此

    the payload has {a} twice
    der Inhalt hat {a} zweimal
    内容中 {a} 出现两次

    the header has {a} twice
    der Kopf hat {a} zweimal
    标头中 {a} 出现两次

    the header holds no certificates (`x5c`): anybody could have signed it
    der Kopf enthält keine Zertifikate (`x5c`): jeder könnte es signiert haben
    标头不含证书（`x5c`）：任何人都可能签名

    the JWS has padding ('='), which compact JWS never have, and its signature does not cover
    das JWS hat Füllzeichen ('='), die ein kompaktes JWS nie hat und die Signatur nicht erfasst
    JWS 有填充符（'='），紧凑 JWS 不会有，签名也不涵盖

    the signature has {n} octets, where ES256 has {m}
    die Signatur hat {n} Bytes, bei ES256 sind es {m}
    签名有 {n} 个字节，而 ES256 为 {m}

    the signature has {n} characters, where ES256 has {m}: its end is missing
    die Signatur hat {n} Zeichen, bei ES256 sind es {m}: das Ende fehlt
    签名有 {n} 个字符，而 ES256 为 {m}：末尾缺失

    the signature is not strict base64url (RFC 7515, 2)
    die Signatur ist kein striktes Base64url (RFC 7515, 2)
    签名不是严格的 base64url（RFC 7515, 2）

    the header says whether the payload is base64url (`b64`), which Apple's never does
    der Kopf sagt, ob der Inhalt Base64url ist (`b64`), was Apples Kopf nie tut
    标头说明内容是否为 base64url（`b64`），Apple 从不如此

    It is not proven
    Es ist nicht bewiesen
    未经证明

    data of two {A}: {b} and {c}
    Daten von zwei {A}: {b} und {c}
    两个{A}的数据：{b} 和 {c}

    apps
    Apps
    App

    environments
    Umgebungen
    环境

    customers
    Kunden
    顾客
    """#
}
