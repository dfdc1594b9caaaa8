extension Ledger {
  /// Writes a copy as of one moment, while other processes read and write.
  ///
  /// - Parameter path: the path of the copy, where no file may exist. The copy appears there completely or not at all.
  package func backUp(to path: String) throws {
    try storage.backUp(to: path)
  }
}
