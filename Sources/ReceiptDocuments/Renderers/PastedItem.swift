/// One pasted text, or one opened file.
package struct PastedItem: Sendable {
  /// The name of the file.
  package var name: String?
  /// The number of the item among the parts of one text or file.
  private var number: Int?
  /// The content; untrusted.
  package var bytes: [UInt8]

  package init(name: String? = nil, _ bytes: [UInt8]) {
    (self.name, self.bytes) = (name, bytes)
  }

  /// The name of the item in the language; `nil` if it is the whole pasted text.
  func label(in language: SummaryLanguage) -> String? {
    let part = number.map { language.text(.item, ["count": $0.grouped]) }
    let parts = [name, part].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }

  /// The maximum number of parts to try.
  private static let maximumParts = 1_000

  /// The items in the text: the whole text if it can be read as one input. Otherwise they are the blocks between empty
  /// lines, or the single lines, if at least two of these can be read.
  func items(_ worker: ReceiptWorker) -> [PastedItem] {
    let blocks = named(blocks)
    // A search that took the first receipt found would hide data after an empty line.
    if blocks.contains(where: { $0.isReadable(worker) }), blocks.count(where: \.looksLikeData) > 1 { return blocks }
    if isWhole(worker) { return [self] }
    for items in [blocks, named(lines)] where items.lazy.filter({ $0.isReadable(worker) }).prefix(2).count == 2 {
      return items
    }
    return [self]
  }

  /// The parts as separate items; empty if there is only one, or if there are too many.
  private func named(_ parts: [[UInt8]]) -> [PastedItem] {
    guard (2...Self.maximumParts).contains(parts.count) else { return [] }
    return parts.enumerated().map { index, bytes in
      var item = PastedItem(name: name, bytes)
      item.number = index + 1
      return item
    }
  }

  /// Whether the text begins like JSON, signed data or a receipt, so that it may be damaged data.
  private var looksLikeData: Bool {
    ["{", "[", "eyJ", "MI"].contains { bytes.starts(with: $0.utf8) }
  }

  /// The history of purchases and subscriptions in the item; `nil` if it cannot be read.
  func history(_ worker: ReceiptWorker) -> PurchaseHistory? {
    try? PurchaseHistoryReader(worker.decoder).read(bytes, with: worker)
  }

  /// The kind of token, if the text is a token; `nil` for any other text.
  func token(_ worker: ReceiptWorker) -> ForeignToken? {
    guard case .jws(let signature)? = (try? worker.decode(bytes))?.document else { return nil }
    return ForeignToken(signature)
  }

  /// Whether the text has several pieces of signed data, of which none is the one that is meant.
  func isSeveral(_ worker: ReceiptWorker) -> Bool {
    do throws(ReceiptError) {
      _ = try worker.decode(bytes)
      return false
    } catch {
      return error.cause == .severalSignedData
    }
  }

  /// Whether the text can be read, at least in part.
  func isReadable(_ worker: ReceiptWorker) -> Bool {
    history(worker) != nil || (try? worker.decode(bytes)) != nil
  }

  private func isWhole(_ worker: ReceiptWorker) -> Bool {
    if let history = history(worker) { return history.unread.isEmpty }
    return (try? worker.decode(bytes))?.unread.isEmpty ?? false
  }

  private var lines: [[UInt8]] {
    bytes.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }.map(Array.init).filter { !Self.isBlank($0) }
  }

  /// The texts between empty lines.
  private var blocks: [[UInt8]] {
    var blocks: [[UInt8]] = [[]]
    for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      if Self.isBlank(line) {
        if blocks.last?.isEmpty == false { blocks.append([]) }
      } else {
        blocks[blocks.count - 1] += line + [UInt8(ascii: "\n")]
      }
    }
    return blocks.filter { !$0.isEmpty }
  }

  private static func isBlank(_ line: some Sequence<UInt8>) -> Bool {
    line.allSatisfy { [UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r")].contains($0) }
  }
}

extension ClaimsReport {
  /// Combines several pieces of signed data in one text into one history.
  ///
  /// - Throws: the errors of ``CombinedHistory``: the pieces may belong to two customers.
  package init(
    several bytes: [UInt8], _ decoder: InputDecoder, bundleIDs: [String], language: SummaryLanguage, at now: Instant
  ) throws(ReceiptError) {
    var combined = CombinedHistory(PurchaseHistoryReader(decoder))
    for item in PastedItem(bytes).items(ReceiptWorker(decoder)) {
      try combined.add(item.bytes, from: item.label(in: .english) ?? "the text")
    }
    self.init(try combined.history(), bundleIDs, language, at: now)
  }
}
