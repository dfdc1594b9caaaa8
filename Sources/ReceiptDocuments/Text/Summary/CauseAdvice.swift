/// What support has to know of a cause that `diagnose` names, where it is not in the words of ``CauseEntries``, which are English.
extension Cause {
  /// What it means and what to do, in a language; `nil` where there are no such words.
  func advice(in language: SummaryLanguage) -> String? {
    switch language {
    case .english: Self.withoutCommands(entry.meaning + " " + entry.action)
    case .german: german
    case .chinese: chinese
    }
  }

  /// Advice without the sentences about commands: its reader has no terminal.
  private static func withoutCommands(_ text: String) -> String {
    var kept: [Substring] = []
    var rest = text[...]
    while !rest.isEmpty {
      let end = rest.firstRange(of: ". ")?.upperBound ?? rest.endIndex
      let sentence = rest[..<end]
      if !sentence.contains("receipt-tool "), !sentence.contains("--") { kept.append(sentence) }
      rest = rest[end...]
    }
    return kept.joined().trimmingPrefix(" ").description
  }

  private var german: String? {
    switch self {
    case .empty: "Darin steht nichts. Bitten Sie den Kunden, es noch einmal zu senden."
    case .truncated:
      "Der Beleg ist unvollständig: ein Teil ging unterwegs verloren, meist das Ende. Bitten Sie den Kunden, ihn "
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
    case .severalReceipts:
      "Darin sind mehrere Belege, und nichts sagt, welcher gemeint ist. Fügen Sie sie einzeln ein, oder mit "
        + "Leerzeilen dazwischen."
    case .severalSignedData:
      "Darin sind mehrere verschiedene signierte Daten (JWS), und nichts sagt, welche gemeint sind. Fügen Sie sie "
        + "einzeln ein, oder jede in einer eigenen Zeile."
    case .responseWithoutReceipt:
      "Das ist eine Antwort von verifyReceipt ohne den signierten Beleg: es gibt nichts mehr zu prüfen. Bitten Sie "
        + "um den Beleg selbst, oder um eine Antwort mit latest_receipt."
    case .decodedTransaction:
      "Das ist der lesbare Inhalt signierter Daten, ohne die Signatur, die ihn beweist. Bitten Sie um die "
        + "signierte Form: drei Teile, durch Punkte verbunden."
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
      "StoreKit-Tests in Xcode haben es erzeugt. Apples Server wissen nichts davon. Gewähren Sie nichts dafür: es "
        + "ist ein Test eines Entwicklers."
    case .badSignature:
      "Inhalt und Signatur gehören nicht zusammen: eines von beiden wurde geändert oder beschädigt. Gewähren Sie "
        + "nichts. Bitten Sie den Kunden, den Beleg noch einmal direkt aus der App zu senden. Ist er wieder falsch, "
        + "geben Sie ihn an Ihre Entwickler weiter."
    case .untrustedChain:
      "Niemand, dem Apple vertraut, hat es signiert. Gewähren Sie nichts, und geben Sie es an Ihre Entwickler "
        + "weiter."
    case .wrongPurpose:
      "Die Zertifikate wurden für einen anderen Zweck ausgestellt. So entstehen Fälschungen. Gewähren Sie nichts, "
        + "und geben Sie es an Ihre Entwickler weiter."
    case .outsideValidity:
      "Die Zertifikate waren nicht gültig, als es nach eigenen Angaben entstand. Gewähren Sie nichts. Bitten Sie "
        + "um einen neuen Beleg vom Gerät. Am Alter liegt es nicht: ein echter besteht, wie alt er auch ist."
    case .unsigned: "Es ist nicht signiert. Gewähren Sie nichts. Bitten Sie um den Beleg selbst."
    case .testSigned:
      "Der Test-Aussteller, den dieser Server angegeben bekam, hat es signiert, nicht Apple. Verwenden Sie es nur "
        + "für Tests."
    case .otherApp:
      "Es ist von einer anderen App. Bitten Sie um den Beleg der richtigen App. Was eine andere App verkauft hat, "
        + "darf in Ihrer nichts freischalten."
    case .notAllRead:
      "Nur ein Teil wurde gelesen; was hier steht, gilt für diesen Teil. Fügen Sie die Teile einzeln ein."
    default: nil
    }
  }

  private var chinese: String? {
    switch self {
    case .empty: "内容为空。请顾客重新发送。"
    case .truncated:
      "收据不完整：途中丢失了一部分，通常是结尾。请顾客完整地重新发送，最好以文件形式。丢失的部分无法补回。"
    case .columnLimit:
      "收据在数据库、表格或终端常见的截断长度处被截断。请顾客发送完整的收据，最好以文件形式。如果它来自您的数据库，请转交开"
        + "发者：该字段太短。"
    case .latestReceiptCut:
      "此应答中的 latest_receipt 被人缩短过。请使用原始的应答，或当初发送给 Apple 的内容。"
    case .signedDataCut: "已签名数据（JWS）缺少一部分。请顾客完整地重新发送，最好以文件形式。"
    case .transactionIdentifier:
      "这是一个交易编号。它指明一笔购买，但不包含其内容。请索取收据，或请开发者向 Apple 查询该交易。"
    case .severalReceipts: "其中有多份收据，无法判断指的是哪一份。请逐个粘贴，或在它们之间加空行。"
    case .severalSignedData:
      "其中有多份不同的已签名数据（JWS），无法判断指的是哪一份。请逐个粘贴，或每份占一行。"
    case .responseWithoutReceipt:
      "这是 verifyReceipt 的应答，但没有已签名的收据：没有可以验证的内容。请索取收据本身，或带有 "
        + "latest_receipt 的应答。"
    case .decodedTransaction:
      "这是已签名数据的内容，但没有证明它的签名。请索取已签名的形式：由点号连接的三个部分。"
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
    case .testSigned: "由此服务器指定的测试签发机构签名，并非 Apple。仅用于测试。"
    case .otherApp:
      "它属于另一个 App。请索取正确的 App 的收据。其他 App 出售的内容不得解锁您的 App。"
    case .notAllRead: "只读取了一部分；此处所述只适用于该部分。请逐个粘贴各部分。"
    default: nil
    }
  }
}
