import ReceiptAnalysis

extension MintSubject {
  /// The properties of a subject that determine how it is signed.
  package struct Origin: Sendable {
    /// The shape in which the subject is signed.
    package let shape: ReceiptMinter.Shape
    /// When the subject was made, `YYYY-MM-DDThh:mm:ssZ` without a fraction; `nil` if its date is absent or invalid.
    package let date: String?
    /// Whether the subject is from the sandbox.
    package let isSandbox: Bool

    fileprivate init(_ shape: ReceiptMinter.Shape, _ instant: Instant?, isSandbox: Bool) {
      self.shape = shape
      // `2020-07-22T17:39:08`, with or without a fraction after it.
      date = instant.map { $0.rfc3339.prefix { $0 != "." && $0 != "Z" } + "Z" }
      self.isSandbox = isSandbox
    }
  }

  /// The properties that determine how the subject is signed.
  package var origin: Origin {
    switch self {
    case .receipt(let receipt):
      let type = receipt.receiptType.flatMap(MintEnvironment.init(receiptType:))
      let date = receipt.creationDate.flatMap { ReceiptDate($0) }
      return Origin(type == .xcode ? .xcode : .apple, date?.instant, isSandbox: type?.isSandbox ?? false)
    case .payload(let payload, let isXcode):
      let receipt = try? Receipt(payload: payload)
      return Origin(
        isXcode ? .xcode : .apple, receipt?.creationDate?.instant, isSandbox: receipt?.environment == .sandbox)
    case .transaction(let transaction):
      let key = TransactionDescription.Key.purchaseDateMS
      let text =
        transaction.purchaseInfo[key] ?? transaction.extraEntries.first { $0.key == key.rawValue }?.value
      // Up to the year 9999.
      let milliseconds = text.flatMap { Int64($0) }.flatMap { (0..<253_402_300_800_000).contains($0) ? $0 : nil }
      return Origin(
        .transaction, milliseconds.map(Instant.init(milliseconds:)), isSandbox: transaction.environment == "Sandbox")
    }
  }
}
