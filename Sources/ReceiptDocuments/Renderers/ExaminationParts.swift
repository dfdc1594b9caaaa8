extension Examination {
  /// What a pasted text or a file was taken apart into.
  struct Parts {
    var items: [Item]
    /// The attachments of a mail that are no evidence of a purchase.
    var asides: [PastedItem] = []
    /// The private keys among ``asides``.
    var keys: [PastedItem] = []
  }
}

extension Examination.Parts {
  /// The items in a text, the first of these that fits:
  ///
  /// 1. the attachments of a mail;
  /// 2. one file, unless it has several receipts;
  /// 3. the blocks between empty lines, if one can be read and two look like data;
  /// 4. the whole text, if it can be read as one input;
  /// 5. the blocks, and then the lines, if at least two can be read.
  ///
  /// - Parameter isOneFile: whether the text is only taken apart if it has several receipts.
  static func of(_ pasted: PastedItem, isOneFile: Bool, _ worker: ReceiptWorker) -> Self {
    if let mail = worker.decoder.recognizer.parts(ofMail: pasted.bytes) {
      return attachments(mail.parts, mail.rest, of: pasted, worker)
    }
    // A file is read as a whole first, pasted text only if its blocks do not decide.
    let file = isOneFile ? Examination.Item(pasted, worker) : nil
    if let file, file.error?.cause != .severalSignedData { return Self(items: [file]) }
    let blocks = pasted.blocks.map { Examination.Item($0, worker) }
    // Reading the text as a whole would take the first receipt, and hide what follows an empty line.
    if blocks.contains(where: \.input.isReadable), blocks.count(where: \.pasted.looksLikeData) > 1 {
      return Self(items: blocks)
    }
    let whole = file ?? Examination.Item(pasted, worker)
    if whole.input.isWholeRead { return Self(items: [whole]) }
    if blocks.count(where: \.input.isReadable) > 1 { return Self(items: blocks) }
    let lines = pasted.lines.map { Examination.Item($0, worker) }
    return Self(items: lines.count(where: \.input.isReadable) > 1 ? lines : [whole])
  }

  /// A mail with one receipt is one input; of several receipts each is an item.
  ///
  /// - Parameter rest: the texts of the mail outside of its parts.
  private static func attachments(
    _ mail: [MailPart], _ rest: [[UInt8]], of pasted: PastedItem, _ worker: ReceiptWorker
  ) -> Self {
    var evidence: [PastedItem] = []
    var parts = Self(items: [])
    for part in mail {
      var item = PastedItem(name: part.name, part.bytes)
      item.isTextOfMail = part.name == nil
      if part.outcome.isEvidence || item.hidesReceipt {
        evidence.append(item)
      } else {
        parts.asides.append(item)
        if part.outcome == .privateKey { parts.keys.append(item) }
      }
    }
    if evidence.count > 1 {
      let hidden = rest.map { PastedItem($0) }.filter(\.hidesReceipt)
      parts.items = (evidence + hidden).map { Examination.Item($0, worker) }
      return parts
    }
    let whole = Examination.Item(pasted, worker)
    // Beside a mail that cannot be read, nothing stands aside.
    guard whole.input.isReadable else { return Self(items: [whole]) }
    parts.items = [whole]
    return parts
  }
}
