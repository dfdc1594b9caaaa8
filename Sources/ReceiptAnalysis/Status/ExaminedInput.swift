/// One input, read once, with the purchases in it.
package struct ExaminedInput: Sendable {
  package let read: ReadInput
  /// Every piece of the input.
  let pieces: Result<[FoundPiece], ReceiptError>
  /// What it says of purchases, or the error that says why nobody can tell.
  package let history: Result<PurchaseHistory, ReceiptError>
}

extension ExaminedInput {
  package var bytes: [UInt8] { read.bytes }
  package var decoded: Result<DecodedInput, ReceiptError> { read.decoded }

  /// Whether the input can be read, at least in part.
  package var isReadable: Bool {
    switch (history, decoded) {
    case (.failure, .failure): false
    default: true
    }
  }

  /// Whether every part of the input was read.
  package var isWholeRead: Bool {
    if case .success(let history) = history { return history.unread.isEmpty }
    return (try? decoded.get())?.unread.isEmpty ?? false
  }

  /// Reads an input. A cached chain of the worker is not verified again.
  ///
  /// - Parameter bytes: what was pasted or read; untrusted.
  package init(_ bytes: [UInt8], with worker: ReceiptWorker) {
    let read = ReadInput(bytes, with: worker)
    let reader = PurchaseHistoryReader(worker.decoder)
    let pieces = Result { () throws(ReceiptError) in
      try reader.pieces(of: bytes, from: nil, worker.signedChains, whole: read.decoded)
    }
    self.read = read
    self.pieces = pieces
    history = Result { () throws(ReceiptError) in try PurchaseHistory(try pieces.get()) }
  }

  /// The signed data of the input and of its pieces, by its text.
  package var signedData: [String: DecodedInput] {
    var found: [String: DecodedInput] = [:]
    for decoded in ((try? pieces.get()) ?? []).map(\.decoded) + [try? decoded.get()] {
      guard let decoded, case .jws(let signature) = decoded.document else { continue }
      found[String(decoding: signature.text, as: UTF8.self)] = decoded
    }
    return found
  }
}

extension DecodedInput {
  /// Whether the content is the signed data (JWS) with this text.
  func isSigned(_ text: [UInt8]) -> Bool {
    if case .jws(let signature) = document { signature.text == text } else { false }
  }
}

extension PurchaseSummary {
  /// Sums up an examined input. It may be a saved answer of verifyReceipt or a notification of version 1, whose own
  /// lists are then used.
  ///
  /// - Throws: the errors of ``InputDecoder/decode(_:)``.
  package init(
    _ input: ExaminedInput, bundleIDs: [String] = [], at moment: Instant
  ) throws(ReceiptError) {
    if case .success(let history) = input.history {
      self.init(SubscriptionStatus(history, at: moment), bundleIDs: bundleIDs)
    } else {
      self.init(try input.decoded.get(), bundleIDs: bundleIDs, at: moment)
    }
  }
}
