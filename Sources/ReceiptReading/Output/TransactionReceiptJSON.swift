extension TransactionReceipt {
  /// Writes the purchase as the `receipt` of verifyReceipt: the entries of `purchase-info` in the order of the bytes,
  /// underscores for hyphens, every value a string (observed on published answers).
  ///
  /// If several entries have one name, only the first one is written, as the typed properties read it: JSON readers
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
