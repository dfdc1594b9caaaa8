extension TransactionReceipt {
  /// Writes the purchase as the `receipt` of verifyReceipt: the entries of `purchase-info` in the order of the bytes,
  /// underscores for hyphens, every value a string (observed on published answers).
  ///
  /// Of several entries with one name only the first is written, the one that the typed properties read: JSON readers
  /// disagree about a name that occurs twice.
  package func writeReceipt(to writer: inout JSONWriter) {
    var written: Set<String> = []
    writer.object { writer in
      for entry in purchaseEntries {
        let name = String(String.UnicodeScalarView(entry.key.unicodeScalars.map { $0 == "-" ? "_" : $0 }))
        if written.insert(name).inserted { writer.member(name, entry.value) }
      }
    }
  }
}
