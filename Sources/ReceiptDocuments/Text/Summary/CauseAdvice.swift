/// What support must know about a cause that `diagnose` names. ``Cause/entry`` speaks to developers.
extension Cause {
  /// The meaning and the remedy in a language; `nil` if there is no translation.
  func advice(in language: SummaryLanguage) -> String? {
    switch language {
    case .english: english ?? Self.withoutCommands(entry.meaning + " " + entry.action)
    case .german: german
    case .chinese: chinese
    }
  }

  /// Advice without the sentences and clauses about commands, because its reader has no terminal.
  static func withoutCommands(_ text: String) -> String {
    var kept: [Substring] = []
    var rest = text[...]
    while !rest.isEmpty {
      let end = [". ", "; "].compactMap { rest.firstRange(of: $0)?.upperBound }.min() ?? rest.endIndex
      let sentence = rest[..<end]
      if !sentence.contains("receipt-tool "), !sentence.contains("--") { kept.append(sentence) }
      rest = rest[end...]
    }
    let advice = kept.joined().trimmingPrefix(" ").description
    let sentences = advice.prefix(1).uppercased() + advice.dropFirst()
    return sentences.hasSuffix("; ") ? sentences.dropLast(2) + "." : sentences
  }

  /// `nil` where ``Cause/entry`` says it in the same words: what only developers can mend.
  private var english: String? {
    switch self {
    case .empty: "There is nothing in it. Ask the customer to send it again."
    case .truncated:
      "The receipt is incomplete: a part of it was lost on the way. Ask the customer to send all of it, best as a "
        + "file. What is missing cannot be restored."
    case .columnLimit:
      "The receipt was cut off at a length at which databases, spreadsheets and terminals cut texts. Ask the customer "
        + "for the whole receipt, best as a file. If it comes from your database, tell your developers: the field is "
        + "too short."
    case .signedDataCut:
      "A part of the signed data (a JWS) is missing. Ask the customer to send all of it, best as a file."
    case .transactionIdentifier:
      "This is only the number of a transaction, and not a receipt. Ask for the receipt, or let your developers ask "
        + "Apple about the transaction."
    case .orderNumber:
      "This is only an order number of Apple's, and not a receipt. Ask for the receipt, or let your developers ask "
        + "Apple about the order."
    case .severalReceipts:
      "There are several receipts in it, and nothing says which one is meant. Paste them one at a time, or with an "
        + "empty line between them."
    case .severalSignedData:
      "There are several different pieces of signed data (JWS) in it, and nothing says which one is meant. Paste them "
        + "one at a time, or each on a line of its own."
    case .responseWithoutReceipt:
      "This is an answer of verifyReceipt without the signed receipt: nothing is left to check. Ask for the receipt "
        + "itself, or for an answer that has latest_receipt."
    case .decodedTransaction:
      "This is the readable content of signed data, without the signature that proves it. Ask for the signed form: "
        + "three parts joined by dots."
    case .otherProgram:
      "This is an object of another program, and nothing in it is signed by Apple. Ask for the receipt itself, or for "
        + "the signed transaction: three parts joined by dots."
    case .privateKey:
      "This is a private key, and a secret: with it, anyone can sign in your name. Do not pass it on. Tell your "
        + "developers at once: it has to be revoked."
    case .googlePlay: "This is a purchase of Google Play. Only Google can verify it."
    case .otherFormat: "This is something else, and not a receipt. " + Self.askCustomer
    case .notAReceipt: "This is not a known form of a receipt. " + Self.askCustomer
    case .brokenASN1: "It begins like a receipt and then breaks. " + Self.askAgain
    case .brokenEnvelope: "The signed envelope of the receipt is damaged. " + Self.askAgain
    case .brokenPropertyList: "The property list of the receipt of iOS 6 is damaged. " + Self.askAgain
    case .brokenPayload: "The envelope is whole, but its content is not a receipt. " + Self.askCustomer
    case .xcodeReceipt:
      "StoreKit testing in Xcode made it. Apple's servers know nothing of it. Grant nothing for it: it is a "
        + "developer's test."
    case .badSignature:
      "Contents and signature do not belong together: one of the two was changed or damaged. Grant nothing. Ask the "
        + "customer to send the receipt again, straight from the app. If it is wrong again, pass it on to your "
        + "developers."
    case .untrustedChain: "No one whom Apple trusts signed it. Grant nothing, and pass it on to your developers."
    case .wrongPurpose:
      "Its certificates were issued for another purpose. That is how forgeries are made. Grant nothing, and pass it on "
        + "to your developers."
    case .outsideValidity:
      "Its certificates were not valid when it says that it was made. Grant nothing. Ask for a new receipt from the "
        + "device. Age does not matter: a genuine one passes, however old it is."
    case .unsigned: "It is not signed. Grant nothing. Ask for the receipt itself."
    case .testSigned: "A test authority signed it, not Apple. Use it for tests only."
    case .otherApp:
      "It is of another app. Ask for the receipt of the right app. What another app sold must not unlock anything in "
        + "yours."
    case .notAllRead:
      "Only a part of it was read; what is said here is true of that part. Paste the parts one at a time."
    case .inputTooLarge: "This is larger than what is read here. Send only the receipt."
    case .printedData:
      "This is what print(data) shows: most of the bytes are missing. Ask for the receipt's base64 text or for the "
        + "file."
    case .appAttest:
      "This is an App Attest receipt: it is about the device, and not about purchases. " + Self.askCustomer
    case .answerWithoutPurchases:
      "This is an answer of the App Store Server API that lists nothing. Grant nothing because of it. Your developers "
        + "should check what was asked."
    case .bytesAsText:
      "A program took the bytes of the receipt for text, and destroyed them. Ask for the receipt as a file."
    case .jws: "This is signed data of StoreKit 2 (a JWS), and not a receipt. verifyReceipt does not know it."
    case .barePayload:
      "This is the content of a receipt without the signed envelope. It proves nothing. Ask for the whole file."
    case .overAppleLimit:
      "It is larger than Apple takes: 3,145,728 bytes. Your developers should check what is sent."
    case .apiToken:
      "With this token your own server identifies itself to Apple. It is a secret until it expires. Do not pass it on: "
        + "it is as good as a password."
    case .identityToken:
      "This is a token of Sign in with Apple: it says who signed in, and nothing about purchases. " + Self.askSigned
    case .foreignToken:
      "This is a token of another service (a JWT), and not signed data of the App Store. " + Self.askSigned
    case .apiError:
      "This is an error of the App Store Server API, and not a receipt. Your developers can look the error code up in "
        + "Apple's documentation."
    case .externalPurchaseToken:
      "This is a token for purchases outside of the App Store, which your developers must report to Apple. It proves "
        + "no purchase."
    case .printedObject:
      "This is an object or bytes as a program prints them; other programs cannot read them. Ask for JSON, and for "
        + "bytes in base64."
    default: nil
    }
  }

  private static let askCustomer = "Ask for the receipt from the device, best as a file."
  private static let askAgain = "Ask the customer to send it again, best as a file."
  private static let askSigned = "Ask for the app's signed transaction, or for the receipt."

  private var german: String? {
    switch self {
    case .empty: "Darin steht nichts. Bitten Sie den Kunden, es noch einmal zu senden."
    case .truncated:
      "Der Beleg ist unvollständig: ein Teil ging unterwegs verloren. Bitten Sie den Kunden, ihn "
        + "vollständig zu senden, am besten als Datei. Was fehlt, lässt sich nicht ergänzen."
    case .columnLimit:
      "Der Beleg wurde bei einer Länge abgeschnitten, bei der Datenbanken, Tabellen und Terminals Texte "
        + "abschneiden. Bitten Sie den Kunden um den ganzen Beleg, am besten als Datei. Kommt er aus Ihrer Datenbank, "
        + "geben Sie den Fall an Ihre Entwickler weiter: das Feld ist zu kurz."
    case .latestReceiptCut:
      "Jemand hat latest_receipt in dieser Antwort gekürzt. Verwenden Sie die ursprüngliche Antwort, oder das, was "
        + "an Apple gesendet wurde."
    case .signedDataCut:
      "Ein Teil der signierten Daten (JWS) fehlt. Bitten Sie den Kunden, sie vollständig zu senden, am besten als "
        + "Datei."
    case .transactionIdentifier:
      "Das ist nur eine Transaktionsnummer, noch kein Beleg. Bitten Sie um den "
        + "Beleg, oder lassen Sie Ihre Entwickler bei Apple nach der Transaktion fragen."
    case .orderNumber:
      "Das ist nur eine Bestellnummer von Apple, noch kein Beleg. Bitten Sie um den Beleg, oder lassen Sie Ihre "
        + "Entwickler bei Apple nach der Bestellung fragen."
    case .severalReceipts:
      "Darin sind mehrere Belege, und nichts sagt, welcher gemeint ist. Fügen Sie sie einzeln ein, oder mit "
        + "Leerzeilen dazwischen."
    case .severalSignedData:
      "Darin sind mehrere verschiedene signierte Daten (JWS), und nichts sagt, welche gemeint sind. Fügen Sie sie "
        + "einzeln ein, oder jede in einer eigenen Zeile."
    case .responseWithoutReceipt:
      "Das ist eine Antwort von verifyReceipt ohne den signierten Beleg: es gibt nichts mehr zu prüfen. Bitten Sie "
        + "um den Beleg selbst."
    case .decodedTransaction:
      "Das ist der lesbare Inhalt signierter Daten, ohne die Signatur, die ihn beweist. Bitten Sie um die "
        + "signierte Form: drei Teile, durch Punkte verbunden."
    case .otherProgram:
      "Das ist ein Objekt eines anderen Programms, und nichts darin ist von Apple signiert. Bitten Sie um den Beleg "
        + "selbst oder um die signierte Transaktion: drei Teile, durch Punkte verbunden."
    case .privateKey:
      "Das ist ein privater Schlüssel und damit geheim: wer ihn hat, kann in Ihrem Namen unterschreiben. Geben Sie "
        + "ihn nicht weiter. Sagen Sie sofort Ihren Entwicklern Bescheid: er muss widerrufen werden."
    case .googlePlay: "Das ist ein Kauf bei Google Play. Er lässt sich nur bei Google prüfen."
    case .otherFormat: "Das ist etwas anderes als ein Beleg. Bitten Sie um den Beleg vom Gerät, am besten als Datei."
    case .notAReceipt:
      "Das hat keine bekannte Form eines Belegs. Bitten Sie um den Beleg vom Gerät, am besten als Datei."
    case .brokenEncoding:
      "Der Text enthält Zeichen, die in keinem Beleg vorkommen. Kopieren Sie den ganzen Text noch einmal, und "
        + "sonst nichts."
    case .brokenJSON:
      "Das JSON ist beschädigt, oder darin ist kein Beleg. Kopieren Sie das ganze Dokument noch einmal, oder nur "
        + "den Beleg darin."
    case .brokenASN1:
      "Es beginnt wie ein Beleg und ist dann beschädigt. Bitten Sie den Kunden, ihn noch einmal zu senden, am "
        + "besten als Datei."
    case .brokenEnvelope:
      "Die signierte Hülle des Belegs ist beschädigt. Bitten Sie den Kunden, ihn noch einmal zu senden, am besten "
        + "als Datei."
    case .brokenPayload:
      "Die Hülle ist ganz, aber ihr Inhalt ist kein Beleg. Bitten Sie um den Beleg vom Gerät, am besten als Datei."
    case .xcodeReceipt:
      "Das stammt aus StoreKit-Tests in Xcode. Apples Server wissen nichts davon. Schalten Sie dafür nichts frei: es "
        + "ist ein Test eines Entwicklers."
    case .badSignature:
      "Inhalt und Signatur gehören nicht zusammen: eines von beiden wurde geändert oder beschädigt. Schalten Sie "
        + "nichts frei. Bitten Sie den Kunden, den Beleg noch einmal direkt aus der App zu senden. Ist er wieder "
        + "falsch, geben Sie ihn an Ihre Entwickler weiter."
    case .untrustedChain:
      "Niemand, dem Apple vertraut, hat es signiert. Schalten Sie nichts frei, und geben Sie es an Ihre Entwickler "
        + "weiter."
    case .wrongPurpose:
      "Die Zertifikate wurden für einen anderen Zweck ausgestellt. So entstehen Fälschungen. Schalten Sie nichts frei, "
        + "und geben Sie es an Ihre Entwickler weiter."
    case .outsideValidity:
      "Die Zertifikate waren nicht gültig, als es nach eigenen Angaben entstand. Schalten Sie nichts frei. Bitten Sie "
        + "um einen neuen Beleg vom Gerät. Am Alter liegt es nicht: ein echter besteht, wie alt er auch ist."
    case .unsigned: "Es ist nicht signiert. Schalten Sie nichts frei. Bitten Sie um den Beleg selbst."
    case .testSigned: "Signiert hat es ein Test-Aussteller, nicht Apple. Verwenden Sie es nur für Tests."
    case .otherApp:
      "Es ist von einer anderen App. Bitten Sie um den Beleg der richtigen App. Was eine andere App verkauft hat, "
        + "darf in Ihrer nichts freischalten."
    case .notAllRead:
      "Nur ein Teil wurde gelesen; was hier steht, gilt für diesen Teil. Fügen Sie die Teile einzeln ein."
    case .inputTooLarge: "Das ist größer, als hier gelesen wird. Senden Sie nur den Beleg."
    case .printedData:
      "Das ist die Ausgabe von print(data): die meisten Bytes fehlen darin. Bitten Sie um den Base64-Text des "
        + "Belegs oder um die Datei."
    case .appAttest:
      "Das ist ein App-Attest-Beleg: er betrifft das Gerät, nicht Käufe. Bitten Sie um den Beleg vom Gerät, am "
        + "besten als Datei."
    case .answerWithoutPurchases:
      "Das ist eine Antwort der App Store Server API, in der nichts aufgelistet ist. Schalten Sie deswegen nichts "
        + "frei. Ihre Entwickler sollten prüfen, wonach gefragt wurde."
    case .bytesAsText:
      "Ein Programm hat die Bytes des Belegs für Text gehalten und sie dabei zerstört. Bitten Sie um den Beleg als "
        + "Datei."
    case .brokenPropertyList:
      "Die Property List des Belegs aus iOS 6 ist beschädigt. Bitten Sie den Kunden, ihn noch einmal zu senden, am "
        + "besten als Datei."
    case .jws: "Das sind signierte Daten von StoreKit 2 (ein JWS), kein Beleg. verifyReceipt kennt sie nicht."
    case .barePayload:
      "Das ist der Inhalt eines Belegs ohne die signierte Hülle. Er beweist nichts. Bitten Sie um die ganze Datei."
    case .overAppleLimit:
      "Das ist größer, als Apple annimmt: 3.145.728 Bytes. Ihre Entwickler sollten prüfen, was gesendet wird."
    case .tokenAlgorithm:
      "Der Kopf des Tokens ist nicht so, wie Apple ihn annimmt: alg ES256, typ JWT, keine Erweiterungen. Signieren "
        + "Sie es mit ES256 und einem Schlüssel aus App Store Connect, und lassen Sie crit weg."
    case .authorizationHeader:
      "Die Kopfzeile ist falsch: sie hat nicht die Form Authorization: Bearer TOKEN. Schreiben Sie einmal Bearer, ein "
        + "Leerzeichen und das Token, wie es ist, und sonst nichts: keine Anführungszeichen, kein b'…' von Python, "
        + "keinen Zeilenumbruch."
    case .tokenSignature:
      "Die Signatur des Tokens gehört nicht zu diesem Schlüssel, oder sie hat nicht die Form, die Apple annimmt: 64 "
        + "Oktette in base64url. Signieren Sie mit ES256 aus einer JWT-Bibliothek."
    case .offerExpired:
      "Die Anfrage ist zu alt: eine Signatur gilt 24 Stunden. Lassen Sie den Server eine neue erzeugen, wenn der "
        + "Kunde kauft."
    case .offerRequest:
      "Die Anfrage an Advanced Commerce verletzt eine Regel. Korrigieren Sie im JSON, das der Server signiert, was "
        + "hier genannt ist."
    case .tokenKeyIdentifier:
      "Im Kopf des Tokens fehlt die Schlüssel-ID, oder sie ist falsch. Setzen Sie kid auf die ID, die App Store "
        + "Connect nennt."
    case .tokenAudience:
      "Das Token ist nicht für Apples Dienst ausgestellt. Setzen Sie aud auf appstoreconnect-v1, als einen Text."
    case .tokenBundle:
      "Das Token nennt die App nicht, oder eine andere. Die App Store Server API antwortet darauf mit 401. Setzen "
        + "Sie bid auf die Bundle-ID der App."
    case .tokenIssuer:
      "Der Aussteller des Tokens fehlt oder ist keine Issuer-ID. Setzen Sie iss auf die UUID von der Seite, auf "
        + "der App Store Connect den Schlüssel aufführt."
    case .tokenClaims:
      "Eine Angabe fehlt, hat den falschen Typ oder kommt zweimal vor. Setzen Sie jede Angabe, die Apple für diesen "
        + "Empfänger aufführt, genau einmal."
    case .tokenTimes:
      "Eine Zeit des Tokens fehlt oder ist keine ganze Zahl von Sekunden seit 1970. Setzen Sie iat und exp in "
        + "Sekunden, nicht in Millisekunden."
    case .tokenExpiry: "Die Anfrage hat exp; deshalb lehnt StoreKit sie ab. Lassen Sie exp weg: Apple zählt ab iat."
    case .tokenLifetime:
      "Das Token gilt länger, als Apple erlaubt, oder gar nicht, und ist deshalb nie gültig. exp darf höchstens 60 "
        + "Minuten nach iat liegen, für die App Store Connect API 20 Minuten, für die Anmeldung mit Apple 15.777.000 "
        + "Sekunden (sechs Monate)."
    case .tokenExpired:
      "Das Token ist abgelaufen. Erzeugen Sie für jede Anfrage an den App Store ein neues, für den Push-Dienst alle "
        + "20 bis 60 Minuten."
    case .tokenEarly:
      "Nach der Uhr hier wurde das Token in der Zukunft ausgestellt. Vergleichen Sie die Uhr des Servers, der es "
        + "erzeugt hat, mit einem Zeitserver."
    case .tokenInOrder:
      "Alles, was sich ohne den Schlüssel prüfen lässt, stimmt. Lehnt Apple es trotzdem ab: prüfen Sie, ob kid zum "
        + "Schlüssel gehört und ob es ein Schlüssel dieses Ausstellers ist, für die App Store Connect API ein eigener, "
        + "für alles andere ein In-App-Purchase-Schlüssel. Antwortet die App Store Server API mit 401, prüfen Sie "
        + "auch, ob die App je veröffentlicht wurde, und ob es der richtige Host ist (Produktion oder Sandbox)."
    case .apiToken:
      "Mit diesem Token weist sich Ihr eigener Server bei Apple aus. Es ist geheim, bis es abläuft. Geben Sie es "
        + "nicht weiter: es ist so viel wert wie ein Passwort."
    case .identityToken:
      "Das ist ein Token von „Mit Apple anmelden“: es sagt, wer sich angemeldet hat, und nichts über Käufe. Bitten "
        + "Sie um die signierte Transaktion der App oder um den Beleg."
    case .foreignToken:
      "Das ist das Token eines anderen Dienstes (JWT), keine signierten Daten des App Store. Bitten Sie um die "
        + "signierte Transaktion der App oder um den Beleg."
    case .requestKey:
      "In der Anfrage steht der Beleg unter dem falschen Schlüssel. Er muss receipt-data heißen, genau so "
        + "geschrieben, und ganz oben im JSON stehen."
    case .jsonTwice:
      "Es wurde zweimal als JSON codiert. Codieren Sie es nur einmal: übergeben Sie das Objekt mit receipt-data, nicht "
        + "einen Text, der schon JSON ist."
    case .damagedJSON:
      "Der Beleg steht in etwas, das wie JSON aussieht und keines ist. Erzeugen Sie die Anfrage mit einem "
        + "JSON-Encoder, und senden Sie sie ganz."
    case .formRequest:
      "Das ist eine Anfrage als Web-Formular; verifyReceipt erwartet JSON. Senden Sie {\"receipt-data\": \"…\"} "
        + "als JSON."
    case .badRequest:
      "Die Anfrage ist nicht so, wie verifyReceipt sie erwartet. Senden Sie receipt-data und password als Text, "
        + "exclude-old-transactions als true oder false, und jedes nur einmal."
    case .apiError:
      "Das ist eine Fehlermeldung der App Store Server API und kein Beleg. Ihre Entwickler können den Fehlercode in "
        + "Apples Dokumentation nachschlagen."
    case .secretBeside:
      "Daneben steht ein Token, mit dem sich der Server eines Entwicklers bei Apple ausweist. Es ist geheim: so viel "
        + "wert wie ein Passwort. Geben Sie das hier so nicht weiter."
    case .externalPurchaseToken:
      "Das ist ein Token für Käufe außerhalb des App Store, das Ihre Entwickler an Apple melden müssen. Es beweist "
        + "keinen Kauf."
    case .printedObject:
      "So gibt ein Programm ein Objekt oder Bytes aus; andere Programme können das nicht lesen. Bitten Sie um JSON, "
        + "und um Bytes in Base64."
    default: nil
    }
  }

  private var chinese: String? {
    switch self {
    case .empty: "内容为空。请顾客重新发送。"
    case .truncated:
      "收据不完整：途中丢失了一部分。请顾客完整地重新发送，最好以文件形式。丢失的部分无法补回。"
    case .columnLimit:
      "收据在数据库、表格或终端常见的截断长度处被截断。请顾客发送完整的收据，最好以文件形式。如果它来自您的数据库，请转交开"
        + "发者：该字段太短。"
    case .latestReceiptCut:
      "此应答中的 latest_receipt 被人缩短过。请使用原始的应答，或当初发送给 Apple 的内容。"
    case .signedDataCut: "已签名数据（JWS）缺少一部分。请顾客完整地重新发送，最好以文件形式。"
    case .transactionIdentifier:
      "这只是一个交易编号，还不是收据。请索取收据，或请开发者向 Apple 查询该交易。"
    case .orderNumber: "这只是 Apple 的订单号，还不是收据。请索取收据，或请开发者向 Apple 查询该订单。"
    case .severalReceipts: "其中有多份收据，无法判断指的是哪一份。请逐个粘贴，或在它们之间加空行。"
    case .severalSignedData:
      "其中有多份不同的已签名数据（JWS），无法判断指的是哪一份。请逐个粘贴，或每份占一行。"
    case .responseWithoutReceipt:
      "这是 verifyReceipt 的应答，但没有已签名的收据：没有可以验证的内容。请索取收据本身，或带有 "
        + "latest_receipt 的应答。"
    case .decodedTransaction:
      "这是已签名数据的内容，但没有证明它的签名。请索取已签名的形式：由点号连接的三个部分。"
    case .otherProgram:
      "这是其他程序的对象，其中没有任何内容由 Apple 签名。请索取收据本身，或已签名的交易：由点号连接的三个部分。"
    case .privateKey:
      "这是一个私钥，属于机密：任何得到它的人都能以您的名义签名。请勿转发。请立即通知开发者：必须将其吊销。"
    case .googlePlay: "这是 Google Play 的购买。只能通过 Google 验证。"
    case .otherFormat: "这不是收据，而是其他内容。请索取设备上的收据，最好以文件形式。"
    case .notAReceipt: "这不是任何已知形式的收据。请索取设备上的收据，最好以文件形式。"
    case .brokenEncoding: "文本中有收据里不会出现的字符。请重新复制全部文本，不要带上其他内容。"
    case .brokenJSON: "JSON 已损坏，或其中没有收据。请重新复制整个文档，或只复制其中的收据。"
    case .brokenASN1: "开头像收据，但之后已损坏。请顾客重新发送，最好以文件形式。"
    case .brokenEnvelope: "收据的签名外层已损坏。请顾客重新发送，最好以文件形式。"
    case .brokenPayload: "外层完整，但其内容不是收据。请索取设备上的收据，最好以文件形式。"
    case .xcodeReceipt:
      "由 Xcode 中的 StoreKit 测试生成。Apple "
        + "的服务器对此一无所知。请勿据此提供任何内容：这是开发者的测试。"
    case .badSignature:
      "内容与签名不相符：其中之一被更改或损坏。请勿提供任何内容。请顾客直接从 App "
        + "重新发送收据。如果仍然不符，请转交开发者。"
    case .untrustedChain: "签名者不受 Apple 信任。请勿提供任何内容，并转交开发者。"
    case .wrongPurpose: "其证书是为其他用途签发的。伪造品就是这样制作的。请勿提供任何内容，并转交开发者。"
    case .outsideValidity:
      "在它声称的生成时间，其证书并不有效。请勿提供任何内容。请索取设备上的新收据。这与新旧无关：真实的收据无论多旧都能通过"
        + "。"
    case .unsigned: "没有签名。请勿提供任何内容。请索取收据本身。"
    case .testSigned: "由测试签发机构签名，并非 Apple。仅用于测试。"
    case .otherApp:
      "它属于另一个 App。请索取正确的 App 的收据。其他 App 出售的内容不得解锁您的 App。"
    case .notAllRead: "只读取了一部分；此处所述只适用于该部分。请逐个粘贴各部分。"
    case .inputTooLarge: "内容超过这里可读取的大小。请只发送收据。"
    case .printedData: "这是 print(data) 的输出，其中缺少大部分字节。请索取收据的 base64 文本或文件。"
    case .appAttest: "这是 App Attest 收据，与设备有关，与购买无关。请索取设备上的收据，最好以文件形式。"
    case .answerWithoutPurchases:
      "这是 App Store Server API 的应答，其中没有列出任何内容。请勿据此提供任何内容。请开发者检查查询的条件。"
    case .bytesAsText: "某个程序把收据的字节当作文本处理，因而将其损坏。请索取收据文件。"
    case .brokenPropertyList: "iOS 6 收据的属性列表已损坏。请顾客重新发送，最好以文件形式。"
    case .jws: "这是 StoreKit 2 的已签名数据（JWS），不是收据。verifyReceipt 无法识别。"
    case .barePayload: "这是收据的内容，但没有已签名的外层，不能证明任何事情。请索取完整的文件。"
    case .overAppleLimit: "内容超过 Apple 接受的大小：3,145,728 字节。请开发者检查发送的内容。"
    case .tokenAlgorithm:
      "令牌的头部不符合 Apple 的要求：alg 为 ES256，typ 为 JWT，不得有扩展。请使用 ES256 和 App Store Connect 的密钥"
        + "签名，并去掉 crit。"
    case .authorizationHeader:
      "标头不正确：其格式不是 Authorization: Bearer TOKEN。请写一次 Bearer、一个空格和原样的令牌，不要有其他内容：不要引号、"
        + "不要 Python 的 b'…'、不要换行。"
    case .tokenSignature:
      "令牌的签名不属于此密钥，或格式不符合 Apple 的要求（base64url 编码的 64 个八位字节）。请用 JWT 库的 ES256 签名。"
    case .offerExpired: "请求过旧：签名的有效期为 24 小时。请在顾客购买时由服务器重新生成。"
    case .offerRequest: "Advanced Commerce 的请求不符合规则。请在服务器签名的 JSON 中更正此处列出的成员。"
    case .tokenKeyIdentifier: "令牌的头部缺少密钥 ID，或密钥 ID 不正确。请将 kid 设为 App Store Connect 中列出的 ID。"
    case .tokenAudience: "令牌的接收方不是 Apple 所要求的。请将 aud 设为单个文本 appstoreconnect-v1。"
    case .tokenBundle:
      "令牌没有写明 App，或写的是另一个 App；App Store Server API 会应答 401。请将 bid 设为 App 的 Bundle ID。"
    case .tokenIssuer: "令牌缺少签发者，或其不是 Issuer ID。请将 iss 设为 App Store Connect 密钥页面上的 UUID。"
    case .tokenClaims: "某项声明缺失、类型不对或出现了两次。请按 Apple 为此接收方列出的要求填写，每项一次。"
    case .tokenTimes: "令牌缺少时间，或时间不是自 1970 年以来的整秒数。iat 和 exp 应以秒为单位，而不是毫秒。"
    case .tokenExpiry: "请求中含有 exp，StoreKit 会因此拒绝。请去掉 exp：Apple 从 iat 起算。"
    case .tokenLifetime:
      "令牌的有效期超过 Apple 的上限，或根本没有有效期，因此始终无效。exp 最多比 iat 晚 60 分钟；App Store Connect API 为 20 分钟，"
        + "“通过 Apple 登录”为 15,777,000 秒（六个月）。"
    case .tokenExpired: "令牌已过期。请为发往 App Store 的每个请求生成新的令牌；推送服务的令牌每 20 至 60 分钟更新一次。"
    case .tokenEarly: "按本机时钟，令牌的签发时间在将来。请将生成令牌的服务器与时间服务器校准。"
    case .tokenInOrder:
      "不用密钥即可检查的各项都符合要求。如果 Apple 仍拒绝，请检查：kid 是否属于签名所用的密钥，该密钥是否属于此签发"
        + "者（App Store Connect API 使用其自己的密钥，其他均使用 In-App Purchase 密钥）。如果 App Store Server API "
        + "应答 401，还请检查 App 是否曾经上架，以及主机是否正确（正式环境或沙盒）。"
    case .apiToken: "这是您自己的服务器向 Apple 表明身份的令牌，在过期前属于机密。请勿转发：它等同于密码。"
    case .identityToken: "这是“通过 Apple 登录”的令牌：它表明谁登录了，与购买无关。请索取 App 的已签名交易或收据。"
    case .foreignToken: "这是其他服务的令牌（JWT），不是 App Store 的已签名数据。请索取 App 的已签名交易或收据。"
    case .requestKey: "请求中收据的键名不对。键名必须是 receipt-data，拼写完全一致，并位于 JSON 的最上层。"
    case .jsonTwice: "内容被编码为 JSON 两次。请只编码一次：传入含有 receipt-data 的对象，而不是已经是 JSON 的文本。"
    case .damagedJSON: "收据位于类似 JSON 但不是 JSON 的内容中。请用 JSON 编码器生成请求，并完整发送。"
    case .formRequest:
      "这是网页表单形式的请求，而 verifyReceipt 要求 JSON。请以 JSON 形式发送 {\"receipt-data\": \"…\"}。"
    case .badRequest:
      "请求不符合 verifyReceipt 的要求。receipt-data 和 password 应为文本，exclude-old-transactions 应为 true 或"
        + " false，且各出现一次。"
    case .apiError: "这是 App Store Server API 返回的错误，不是收据。开发者可以在 Apple 的文档中查到该错误代码。"
    case .secretBeside:
      "旁边有一个令牌，开发者的服务器用它向 Apple 表明身份。它属于机密，等同于密码。请勿原样转发。"
    case .externalPurchaseToken:
      "这是 App Store 以外购买所用的令牌，开发者必须向 Apple 报告。它不能证明任何购买。"
    case .printedObject: "这是程序打印出的对象或字节，其他程序无法读取。请索取 JSON，字节请用 Base64。"
    default: nil
    }
  }
}
