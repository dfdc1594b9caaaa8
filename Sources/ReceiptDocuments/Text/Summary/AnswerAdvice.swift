extension Diagnosis {
  /// What support must know about the input: the meaning of the number with which Apple answered, or the cause.
  func advice(in language: SummaryLanguage) -> String? {
    let advice = cause.advice(in: language)
    guard let answered else { return advice }
    switch language {
    case .english:
      // Sentences around a command refer to it.
      let action = answered.action.contains("receipt-tool ") ? "" : " " + answered.action
      let meaning = Cause.withoutCommands("Apple answered \(answered.code). " + answered.meaning + action)
      return [meaning, advice].compactMap(\.self).joined(separator: " ")
    case .german:
      return [Self.meaning(of: answered.code, Self.german), advice].compactMap(\.self).joined(separator: " ")
    case .chinese: return [Self.meaning(of: answered.code, Self.chinese), advice].compactMap(\.self).joined()
    }
  }

  /// The meaning of a code, or of its first three digits, which are the HTTP status.
  private static func meaning(of code: String, _ texts: [String: String]) -> String? {
    (texts[code] ?? (code.utf8.count == 7 ? texts[String(code.prefix(3))] : nil))?.replacing("{code}", with: code)
  }

  /// The statuses of verifyReceipt and the errors of the App Store Server API, for which ``ReferenceEntry/statuses``
  /// and ``AppStoreServerError`` contain the English texts.
  private static let german = [
    "21002":
      "Apple hat es mit 21002 abgelehnt: es war beschädigt, abgeschnitten, gefälscht, aus Xcode oder kein Beleg.",
    "21003": "Apple hat es mit 21003 abgelehnt: Signatur oder Zertifikate sind nicht von Apple.",
    "21004": "Apple hat mit 21004 geantwortet: das Shared Secret fehlt oder ist falsch.",
    "21005": "Apple hat mit 21005 geantwortet: der Dienst war gerade nicht erreichbar. Das ist kein Urteil.",
    "21007": "Apple hat mit 21007 geantwortet: der Beleg ist aus der Sandbox, gefragt wurde die Produktion.",
    "21008": "Apple hat mit 21008 geantwortet: der Beleg ist aus der Produktion, gefragt wurde die Sandbox.",
    "21009": "Apple hat mit 21009 geantwortet: ein interner Fehler bei Apple. Das ist kein Urteil.",
    "21010": "Apple hat mit 21010 geantwortet: das Konto des Kunden gibt es nicht oder nicht mehr.",
    "4040001": "Apple hat mit 4040001 geantwortet: das App-Store-Konto des Kunden wurde nicht gefunden.",
    "4040003": "Apple hat mit 4040003 geantwortet: die App wurde nicht gefunden.",
    "4040005": "Apple hat mit 4040005 geantwortet: die ursprüngliche Transaktionsnummer wurde nicht gefunden.",
    "4040010":
      "Apple hat mit 4040010 geantwortet: die Transaktionsnummer ist in dieser Umgebung nicht bekannt. Fragen Sie erst "
      + "die Produktion, dann die Sandbox.",
    "400": "Apple hat mit {code} geantwortet: die Anfrage ist nicht so, wie die API sie erwartet.",
    "403": "Apple hat mit {code} geantwortet: das ist für diesen Kauf oder diese App nicht erlaubt.",
    "404": "Apple hat mit {code} geantwortet: wonach gefragt wurde, ist nicht bekannt.",
    "429": "Apple hat mit {code} geantwortet: zu viele Anfragen. Das ist kein Urteil.",
    "500": "Apple hat mit {code} geantwortet: ein Fehler bei Apple. Das ist kein Urteil.",
  ]

  private static let chinese = [
    "21002": "Apple 以 21002 拒绝了它：已损坏、被截断、属于伪造、来自 Xcode，或根本不是收据。",
    "21003": "Apple 以 21003 拒绝了它：签名或证书并非来自 Apple。",
    "21004": "Apple 应答 21004：缺少共享密钥，或共享密钥不正确。",
    "21005": "Apple 应答 21005：服务当时不可用。这不是判定结果。",
    "21007": "Apple 应答 21007：收据来自沙盒，却发送到了正式环境。",
    "21008": "Apple 应答 21008：收据来自正式环境，却发送到了沙盒。",
    "21009": "Apple 应答 21009：Apple 的内部错误。这不是判定结果。",
    "21010": "Apple 应答 21010：找不到该顾客的账户，或账户已被删除。",
    "4040001": "Apple 应答 4040001：找不到顾客的 App Store 账户。",
    "4040003": "Apple 应答 4040003：找不到该 App。",
    "4040005": "Apple 应答 4040005：找不到该原始交易编号。",
    "4040010": "Apple 应答 4040010：在此环境中找不到该交易编号。请先查询正式环境，再查询沙盒。",
    "400": "Apple 应答 {code}：请求不符合 API 的要求。",
    "403": "Apple 应答 {code}：对此购买或 App 不允许此操作。",
    "404": "Apple 应答 {code}：找不到所查询的内容。",
    "429": "Apple 应答 {code}：请求过多。这不是判定结果。",
    "500": "Apple 应答 {code}：Apple 出错。这不是判定结果。",
  ]
}
