extension ReceiptError {
  /// The same kind of error in the text of the reference, which is the same for every input.
  ///
  /// Messages quote names of files and columns, and values of receipts. Documents that are passed on must not contain
  /// these.
  package var impersonal: ReceiptError {
    let entry = ReferenceEntry.error(code)
    let words = entry.meaning.hasSuffix(".") ? entry.meaning.dropLast() : entry.meaning[...]
    return ReceiptError(
      code, Message(english: words.prefix(1).lowercased() + words.dropFirst()), hint: Message(english: entry.action))
  }
}

extension Diagnosis {
  /// The same diagnosis of an input that cannot be read, in the texts of the reference.
  package var impersonal: Diagnosis {
    var diagnosis = self
    let meaning = Message(english: cause.entry.meaning)
    diagnosis.summary = meaning
    diagnosis.error = error?.impersonal
    for index in stages.indices { diagnosis.stages[index].detail = "" }
    for (index, finding) in findings.enumerated() {
      diagnosis.findings[index].message = Message(english: finding.cause.entry.meaning)
    }
    diagnosis.nextSteps = findings.map { Message(english: $0.cause.entry.action) }
    diagnosis.asGiven = asGiven.saying(meaning)
    diagnosis.mended = mended?.saying(meaning)
    return diagnosis
  }
}

extension AppleForecast {
  /// The same forecast with another reason.
  fileprivate func saying(_ reason: Message) -> AppleForecast {
    var forecast = self
    forecast.production.reason = reason
    forecast.sandbox.reason = reason
    return forecast
  }
}
