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
