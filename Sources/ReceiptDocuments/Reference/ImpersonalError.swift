extension ReceiptError {
  /// The same kind of error in the words of the reference, which are the same for every input.
  ///
  /// Messages quote what they are about: names of files and columns, and values of receipts. What is given away must
  /// not.
  package var impersonal: ReceiptError {
    let entry = ErrorEntries.error(code)
    let words = entry.meaning.hasSuffix(".") ? entry.meaning.dropLast() : entry.meaning[...]
    return ReceiptError(code, words.prefix(1).lowercased() + words.dropFirst(), hint: entry.action)
  }
}
