extension Diagnosis {
  /// What support must know about the input: the meaning of the errors that it names, and the cause.
  func advice(in language: SummaryLanguage) -> String? {
    let sentences = namedErrors.map { Self.meaning(of: $0, language) } + [cause.advice(in: language)]
    let known = sentences.compactMap(\.self)
    return known.isEmpty ? nil : known.joined(separator: language == .chinese ? "" : " ")
  }

  private static func meaning(of error: NamedError, _ language: SummaryLanguage) -> String? {
    let code = error.name.description
    let meaning = error.meaning.description
    guard error.isAnswer else { return ("\(error.name): \(error.meaning)" as Message).wholly(in: language) }
    let meanings = Self.meanings(of: code)
    if let known = meanings[code] { return known.text(in: language) }
    if language == .english { return "Apple answered \(code). " + meaning }
    guard code.utf8.count == 7 else { return nil }
    // The first three digits of an error are the HTTP status.
    return meanings[String(code.prefix(3))]?.text(in: language)
  }

  /// Statuses of verifyReceipt and errors of the App Store Server API as support must know them.
  /// ``ReferenceEntry/statuses`` and ``AppStoreServerError`` speak to developers.
  private static func meanings(of code: String) -> [String: Message] {
    [
      "21002": "Apple refused it with 21002: it was damaged, cut off, forged, from Xcode or no receipt.",
      "21003": "Apple refused it with 21003: the signature or the certificates are not Apple's.",
      "21004": "Apple answered 21004: the shared secret is missing or wrong.",
      "21005": "Apple answered 21005: the service was not available at that time. This is no judgement.",
      "21007": "Apple answered 21007: the receipt is from the sandbox, and production was asked.",
      "21008": "Apple answered 21008: the receipt is from production, and the sandbox was asked.",
      "21009": "Apple answered 21009: an internal error at Apple. This is no judgement.",
      "21010": "Apple answered 21010: the customer's account does not exist, or not any more.",
      "4040001": "Apple answered 4040001: the customer's App Store account was not found.",
      "4040003": "Apple answered 4040003: the app was not found.",
      "4040005": "Apple answered 4040005: the original transaction number was not found.",
      "4040010":
        "Apple answered 4040010: the transaction number is not known in this environment. Ask production "
        + "first, then the sandbox.",
      "400": "Apple answered \(code): the request is not as the API expects it.",
      "403": "Apple answered \(code): this is not allowed for this purchase or this app.",
      "404": "Apple answered \(code): what was asked for is not known.",
      "429": "Apple answered \(code): too many requests. This is no judgement.",
      "500": "Apple answered \(code): an error at Apple. This is no judgement.",
    ]
  }
}
