/// Reads purchases from any supported source.
///
/// Sources are receipts in every form that ``InputDecoder`` knows, saved answers of verifyReceipt, App Store server
/// notifications of both versions, signed data of StoreKit 2, and decoded payloads of such data.
///
/// Answers and notifications of version 1 are read before any wrapping is removed, because their own lists may contain
/// more than the receipt inside them. That receipt becomes a separate piece, which proves its own content.
public struct PurchaseHistoryReader: Sendable {
  /// Reads and judges all signed content.
  public var decoder: InputDecoder

  /// Makes a reader.
  public init(_ decoder: InputDecoder = InputDecoder()) {
    self.decoder = decoder
  }

  /// Reads the purchases of one input.
  ///
  /// - Parameter bytes: what was pasted or read; untrusted.
  /// - Throws: the errors of ``InputDecoder/decode(_:)``, and `.otherFormat` for signed data without a purchase. A
  ///   single value that cannot be read is not an error but an irregularity.
  public func read(_ bytes: [UInt8]) throws(ReceiptError) -> PurchaseHistory {
    try read(bytes, with: ReceiptWorker(decoder))
  }

  /// Reads the purchases of one input, without verifying a cached chain again.
  ///
  /// - Parameter worker: a worker with the same ``decoder``.
  package func read(_ bytes: [UInt8], with worker: ReceiptWorker) throws(ReceiptError) -> PurchaseHistory {
    if let decoded = worker.decodedByCachedChain(bytes) { return try PurchaseHistory(decoded, asPiece: true) }
    let pieces = try pieces(of: bytes, from: nil, worker.signedChains)
    if pieces.count == 1, let decoded = pieces.first?.decoded { worker.learn(bytes, decoded) }
    return try PurchaseHistory(pieces)
  }

  /// Every piece of one input.
  ///
  /// - Parameter whole: the whole input, if it was decoded already.
  func pieces(
    of bytes: [UInt8], from source: String?, _ chains: JWSChains, whole: Result<DecodedInput, ReceiptError>? = nil
  ) throws(ReceiptError) -> [FoundPiece] {
    func decode() throws(ReceiptError) -> DecodedInput {
      if let whole { return try whole.get() }
      return try decoder.decode(bytes, chains: chains)
    }
    guard bytes.count <= decoder.recognizer.maximumBytes, let document = JSONText.document(bytes) else {
      do throws(ReceiptError) {
        return [try FoundPiece(try decode(), from: source)]
      } catch {
        return try piecesOfCutDocument(bytes, error, source)
      }
    }
    if let (claims, answer) = Self.answer(document) { return try piecesOfAnswer(claims, answer, source, decode) }
    var pieces: [FoundPiece]
    if let several = SignedHistory(document) {
      let decodedWhole = try? whole?.get()
      pieces = try several.pieces(from: source) { (text) throws(ReceiptError) in
        if let decodedWhole, decodedWhole.isSigned(text) { return decodedWhole.alone }
        return try decoder.decode(text, chains: chains)
      }
      pieces[0].history.unread += document.unreadParts(beside: several.texts)
    } else {
      do throws(ReceiptError) {
        pieces = [try FoundPiece(try decode(), from: source)]
      } catch {
        pieces = try piecesWithoutSignature(document, error, beside: bytes, source)
      }
    }
    var contents = PurchaseHistory(.signedHistory)
    contents.purchases = pieces.flatMap(\.history.purchases)
    contents.renewals = pieces.flatMap(\.history.renewals)
    // What a program says of a purchase that gives nothing was read, too.
    for statement in pieces.flatMap({ $0.history.claims?.statements ?? [] }) {
      var record = PurchaseRecord()
      record.transactionID = statement.transaction
      contents.purchases.append(record)
    }
    pieces[0].history.unread += UnreadPurchases.find(in: document, except: [], contents)
    AnswerClaims(document).compare(to: &pieces)
    pieces[0].endsHistory = document.endsTransactionHistory
    pieces[0].page = AnswerPage(document)
    return pieces
  }

  /// The pieces of a JSON document whose end is missing.
  ///
  /// - Parameter error: why the input cannot be decoded.
  /// - Throws: the same error for an input that is not such a document with purchases.
  private func piecesOfCutDocument(
    _ bytes: [UInt8], _ error: ReceiptError, _ source: String?
  ) throws(ReceiptError) -> [FoundPiece] {
    // Beside a receipt that is cut off, a program may have written what it knows of the purchase.
    let cause = error.code == .truncated ? .otherProgram : error.cause
    guard let cause, [.decodedTransaction, .otherProgram, .responseWithoutReceipt].contains(cause),
      let cut = JSONText.cutDocument(bytes)
    else { throw error }
    var pieces = unsignedPieces(cut, cause, beside: bytes, source, isCut: true)
    if var (claims, _) = Self.answer(cut, isCut: true) {
      claims.purchases.removeAll { [$0.purchased, $0.expires, $0.cancelled].allSatisfy { $0 == nil } }
      pieces = [FoundPiece(history: claims, source: source, pointer: "")]
    }
    guard !pieces.isEmpty else { throw error }
    pieces[0].history.unread.append(UnreadPart(.rest, at: ""))
    return pieces
  }

  /// The pieces of a JSON document without readable signed data.
  ///
  /// - Parameter error: why the input cannot be decoded.
  /// - Throws: the same error for a document without purchases.
  private func piecesWithoutSignature(
    _ document: JSONText, _ error: ReceiptError, beside bytes: [UInt8], _ source: String?
  ) throws(ReceiptError) -> [FoundPiece] {
    guard let cause = error.cause else { throw error }
    // Where a program left out the signed data, it may have written down what it says.
    let isCut = cause == .signedDataCut
    var pieces = unsignedPieces(document, isCut ? .decodedTransaction : cause, beside: bytes, source)
    // Words beside a part of Apple's answer, which may contradict it, make it the claim of somebody else.
    if pieces.isEmpty, cause == .responseWithoutReceipt {
      pieces = unsignedPieces(document, .otherProgram, beside: bytes, source)
    }
    guard !pieces.isEmpty else { throw error }
    if isCut { pieces[0].history.unread.append(UnreadPart(.signedData, at: "")) }
    return pieces
  }

  /// The lists of an answer of verifyReceipt or of a notification of version 1, and the object that has them, which may
  /// be the only element of a list; `nil` for other documents, and beside words that may say that it is otherwise.
  private static func answer(_ document: JSONText, isCut: Bool = false) -> (
    claims: PurchaseHistory, document: JSONText
  )? {
    if let elements = document.elementNodes {
      let firstTwo = Array(elements.prefix(2))
      return firstTwo.count == 1 ? answer(firstTwo[0], isCut: isCut) : nil
    }
    guard document.memberNodes != nil, isCut || !isBesideDoubtfulWords(document),
      var claims = PurchaseHistory(notificationV1: document) ?? PurchaseHistory(verifyReceiptResponse: document)
    else { return nil }
    let hasOtherWords = document[ProgramMember.surroundingWords]?.stringValue == ProgramMember.otherWords
    if hasOtherWords || ProgramContradiction.isPossible(inForeignMembersOf: document) {
      claims.claims = ProgramClaims(hasOtherWords: true)
    }
    let isEmpty = claims.purchases.isEmpty && claims.renewals.isEmpty
    return isEmpty && OtherProgram.statesPurchase(in: document) ? nil : (claims, document)
  }

  /// Whether words stand beside an object, or the objects of a list, that may say that it is otherwise.
  private static func isBesideDoubtfulWords(_ document: JSONText) -> Bool {
    if let elements = document.elementNodes { return elements.contains(where: isBesideDoubtfulWords) }
    return document[ProgramMember.surroundingWords]?.shallow == .bool(true)
  }

  /// Decoded payloads, objects of other programs, or a part of an answer of verifyReceipt; empty for other causes.
  /// If an object says more about a state than a payload in it does, the object counts.
  private func unsignedPieces(
    _ document: JSONText, _ cause: Cause, beside bytes: [UInt8], _ source: String?, isCut: Bool = false
  ) -> [FoundPiece] {
    if cause == .responseWithoutReceipt {
      guard document["in_app"] == nil || !Self.isBesideDoubtfulWords(document),
        var part = PurchaseHistory(partOfResponse: document)
      else { return [] }
      let objects = document.elementNodes.map(Array.init) ?? [document]
      let hasOtherWords = objects.contains {
        $0[ProgramMember.surroundingWords]?.stringValue == ProgramMember.otherWords
      }
      if hasOtherWords || ProgramContradiction.isPossible(inForeignMembersOf: document) {
        part.claims = ProgramClaims(hasOtherWords: true)
      }
      return [FoundPiece(history: part, source: source, pointer: "")]
    }
    guard cause == .decodedTransaction || cause == .otherProgram else { return [] }
    let tree = DatabaseValues.unwrapped(document.tree)
    let isContradicted = ProgramContradiction.isPossible(aroundPurchasesIn: tree)
    let others = PurchaseHistory(ofOtherPrograms: tree, isDoubtful: isCut || isContradicted)
    let contradicts = others?.claims?.statements.contains { $0.state > .unknown } ?? false
    if cause == .decodedTransaction, !contradicts {
      var pieces = DecodedPayloads(tree, from: source).pieces
      if isContradicted || ProgramContradiction.isPossible(inForeignMembersOf: document) {
        for index in pieces.indices { pieces[index].history.claims = ProgramClaims(hasOtherWords: true) }
      }
      // Payloads without a purchase, such as one about the app, give way to objects of other programs.
      let namesPurchase = pieces.contains { !$0.history.purchases.isEmpty || !$0.history.renewals.isEmpty }
      if namesPurchase || others == nil, !pieces.isEmpty { return pieces }
    }
    guard var others else { return [] }
    if let error = ErrorText.mentions(in: bytes).first(where: { !$0.isVague }) {
      others.notes.append(
        "The error \(error.title) stands beside it: `receipt-tool explain \(error.question)` says what it means.")
    }
    return [FoundPiece(history: others, source: source, pointer: "")]
  }

  /// The lists of an answer or a notification of version 1, and the signed receipt in it.
  private func piecesOfAnswer(
    _ claims: PurchaseHistory, _ document: JSONText, _ source: String?,
    _ decode: () throws(ReceiptError) -> DecodedInput
  ) throws(ReceiptError) -> [FoundPiece] {
    var read = claims.kind == .notificationV1 ? UnreadPurchases.ofNotification : UnreadPurchases.ofResponse
    try UnreadPurchases.refuseRepeatedNames(in: document, read)
    var found: [FoundPiece] = []
    if let receipt = try? FoundPiece(try decode(), from: source),
      [.receipt, .transactionReceipt].contains(receipt.history.kind)
    {
      // If nothing is proven, data of two apps or environments cannot be combined.
      guard receipt.isProven || receipt.history.isOfTheSame(as: claims) else { return [receipt] }
      read.insert(receipt.pointer)
      found = [receipt]
    }
    var claims = claims
    let receipt = (document["unified_receipt"] ?? document)["latest_receipt"]?.stringValue ?? ""
    if found.isEmpty, !receipt.isEmpty, !claims.isReceiptCut {
      claims.notes.append(
        "The signed receipt in it (`latest_receipt`) cannot be read. Its lists of purchases were read.")
    }
    claims.unread = document.unreadParts(except: read)
    claims.unread += UnreadPurchases.find(in: document, except: read, claims)
    // Both pieces are of one document: what was not read in it is named once.
    for index in found.indices { found[index].history.unread.removeAll(where: claims.unread.contains) }
    return [FoundPiece(history: claims, source: source, pointer: "")] + found
  }
}

extension PurchaseHistory {
  /// The history of the pieces of one input.
  ///
  /// - Throws: `.otherFormat` for pieces of two apps, environments or customers, and without a purchase.
  init(_ pieces: [FoundPiece]) throws(ReceiptError) {
    guard pieces.count == 1, let piece = pieces.first else {
      let kinds: [Kind] = [.verifyReceiptResponse, .notificationV1, .decodedPayload, .otherProgram]
      let unsigned = pieces.lazy.map(\.history).first { kinds.contains($0.kind) }
      self = try HistoryMerge(pieces).history(unsigned?.kind ?? .signedHistory)
      notificationType = unsigned?.notificationType
      return
    }
    guard piece.history.kind != .signedAppTransaction else { throw PurchaseHistory.withoutPurchases(.appTransaction) }
    self = piece.history
  }
}

extension PurchaseHistory {
  /// The purchases, renewals and statuses of a decoded input.
  ///
  /// - Throws: `.otherFormat` for signed data of StoreKit 2 without a purchase.
  package init(_ decoded: DecodedInput) throws(ReceiptError) { try self.init(decoded, asPiece: false) }

  init(_ decoded: DecodedInput, asPiece isPiece: Bool) throws(ReceiptError) {
    switch decoded.document {
    case .receipt(let receipt): self.init(receipt)
    case .transactionReceipt(let receipt): self.init(receipt)
    case .jws(let signature):
      try self.init(signature.payload, asPiece: isPiece)
      bundleID = bundleID ?? signature.bundleIdentifier
    }
    judgement = decoded.judgement
    environment = decoded.environment ?? environment
    unread = decoded.unread
    if let repaired = decoded.input.repaired { notes.append(repaired) }
  }

  package init(_ receipt: Receipt) {
    self.init(.receipt)
    bundleID = receipt.bundleIdentifier
    knownUntil = receipt.creationDate.map { Knowledge(instant: $0.instant, source: .receiptCreationDate) }
    if receipt.environment == .production {
      appBegins = receipt.originalPurchaseDate?.instant
      appFirstVersion = receipt.originalApplicationVersion.flatMap { $0.isEmpty ? nil : $0 }
    }
    isOfOrganization = receipt.receiptType == "ProductionVPP"
    purchases = receipt.inApp.map(PurchaseRecord.init)
    // Unknown types do not concern purchases; decode lists them.
    irregularities = receipt.irregularities.filter { $0.kind != .unknownType }
      .map { PurchaseIrregularity(.receipt, nil, $0.message) }
  }

  private init(_ receipt: TransactionReceipt) {
    self.init(.transactionReceipt)
    bundleID = receipt.bundleIdentifier
    var reader = FieldReader(members: receipt.purchaseEntries.map { JSONValue.Member($0.key, .string($0.value)) })
    var purchase = PurchaseRecord()
    purchase.productID = reader.text("product-id")
    purchase.transactionID = reader.text("transaction-id")
    reader.transactionID = purchase.transactionID
    purchase.originalTransactionID = reader.text("original-transaction-id")
    purchase.lineItemID = reader.text("web-order-line-item-id")
    purchase.quantity = reader.integer("quantity")
    purchase.purchased = reader.milliseconds("purchase-date-ms")
    purchase.originallyPurchased = reader.milliseconds("original-purchase-date-ms")
    // The value is in milliseconds, although its name does not say so; observed on every receipt of a subscription.
    purchase.expires = reader.milliseconds("expires-date")
    purchase.cancelled = reader.milliseconds("cancellation-date-ms")
    purchase.cancellationReason = reader.integer("cancellation-reason")
    purchase.isTrial = reader.flag("is-trial-period")
    purchase.isIntroductory = reader.flag("is-in-intro-offer-period")
    purchase.ownership = reader.text("in-app-ownership-type")
    purchase.groupID = reader.text("subscription-group-identifier")
    purchases = [purchase]
    irregularities = reader.irregularities
    knownUntil = purchase.purchased.map { Knowledge(instant: $0, source: .purchaseDate) }
  }
}

extension PurchaseRecord {
  /// A purchase of an app receipt.
  package init(_ purchase: InAppPurchase) {
    func text(_ value: String?) -> String? { value.flatMap { $0.isEmpty ? nil : $0 } }
    productID = text(purchase.productID)
    transactionID = text(purchase.transactionID)
    originalTransactionID = text(purchase.originalTransactionID)
    lineItemID = purchase.webOrderLineItemID.flatMap { $0 == 0 ? nil : String($0) }
    productType = purchase.productType
    quantity = purchase.quantity
    purchased = purchase.purchaseDate?.instant
    originallyPurchased = purchase.originalPurchaseDate?.instant
    expires = purchase.expiresDate?.instant
    cancelled = purchase.cancellationDate?.instant
    // 1712 is the cancellation date. An empty string has two octets and means that it is absent; any other unreadable
    // value may be a date.
    isCancelledWithoutDate = cancelled == nil && purchase.attributes.contains { $0.type == 1712 && $0.value.count > 2 }
    cancellationReason = purchase.cancellationReason
    isTrial = purchase.isTrialPeriod
    isIntroductory = purchase.isInIntroOfferPeriod
    offerID = text(purchase.promotionalOfferID)
    offerKind = offerID == nil ? nil : .promotional
    // The number for family sharing was never seen, so it is passed on without interpretation.
    ownership = purchase.ownershipType.map { $0 == 0 ? "PURCHASED" : String($0) }
  }
}
