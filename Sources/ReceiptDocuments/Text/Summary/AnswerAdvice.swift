extension Diagnosis {
  /// What support must know about the input: the meaning of the number with which Apple answered, or the cause.
  func advice(in language: SummaryLanguage) -> String? {
    let advice = cause.advice(in: language)
    guard let answered else { return advice }
    switch language {
    case .english:
      // Sentences around a command refer to it.
      let action = answered.action.contains("receipt-tool ") ? "" : " " + answered.action
      return Cause.withoutCommands(answered.meaning + action)
    case .german: return [Self.german[answered.code], advice].compactMap(\.self).joined(separator: " ")
    case .chinese: return [Self.chinese[answered.code], advice].compactMap(\.self).joined()
    }
  }

  /// The statuses of verifyReceipt, for which ``StatusEntries`` contains the English texts.
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
  ]
}
