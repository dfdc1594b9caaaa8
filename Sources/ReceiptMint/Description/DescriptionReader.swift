import ReceiptAnalysis

/// Reads a receipt to be minted from JSON in the form of `decode`'s output.
///
///     { "receipt": { "bundle_id": "com.example.app",
///       "in_app": [ { "product_id": "…", "purchase_date": "2025-12-26T18:39:47Z" } ] } }
///
/// The receipt contains exactly the given values. Only a missing `receipt_creation_date` is added: it is
/// ``creationDate``. If the document has a list `attributes`, as from `decode --attributes`, that list is the payload,
/// octet by octet, and `receipt` must agree with it. The findings of `decode` (`source`, `input`, `authenticity`,
/// `irregularities`) and the mark of `redact` are ignored.
package struct DescriptionReader: Sendable {
  /// The creation date of receipts that do not give one.
  package var creationDate: Instant
  /// Whether to mint values that contradict each other or the format.
  package var allowsInvalid: Bool

  package init(creationDate: Instant, allowsInvalid: Bool = false) {
    self.creationDate = creationDate
    self.allowsInvalid = allowsInvalid
  }

  /// The accepted names of the schema. A document may omit the name.
  private static let schemas = ["receipt-tool/decode/1", "receipt-tool/description/1"]

  private static let knownKeys: Set<String> = [
    "schema", "source", "input", "authenticity", "environment", "receipt", "irregularities", "attributes",
    "unsigned_entries", "redacted",
  ]

  var complaints: Complaints { Complaints(areIgnored: allowsInvalid) }

  /// Reads one document.
  ///
  /// - Throws: ``DescriptionError`` for the first fault; with ``allowsInvalid`` only for documents that cannot be
  ///   minted at all.
  package func read(_ document: JSONValue) throws(DescriptionError) -> MintSubject {
    let root = JSONPointer()
    if document["error"] != nil {
      throw DescriptionError(root / "error", "an input that could not be decoded, which cannot be minted")
    }
    if document["jws"] != nil {
      throw DescriptionError(
        root / "jws", "signed data of StoreKit 2 and no receipt", hint: "--jws says of which kind, and mints it")
    }
    if document["receipt"] == nil, case .object(let list) = document,
      let misplaced = list.first(where: { Self.receiptKeys.contains($0.name) && !Self.knownKeys.contains($0.name) })
    {
      try complaints.complain(
        root / misplaced.name, "a member of receipt, which stands outside of it",
        hint: #"write {"receipt": {"bundle_id": "com.example.app"}}"#)
    }
    let members = try complaints.members(document, root, known: Self.knownKeys)
    if let schema = members["schema"], schema.stringValue.map(Self.schemas.contains) != true {
      try complaints.complain(
        root / "schema", "not the shape of a description", hint: Self.schemas.joined(separator: " or "))
    }
    let format = members["input"]?["format"]?.stringValue
    if members["unsigned_entries"] != nil || format == "transaction-receipt" {
      return .transaction(try transaction(members))
    }
    let subject: MintSubject
    if let list = members["attributes"], list != .null {
      subject = try payload(list, members, root)
    } else {
      guard let receipt = members["receipt"] else { throw DescriptionError(root, "there is no member receipt") }
      subject = .receipt(try readReceipt(receipt, root / "receipt"))
    }
    try checkEnvironment(members["environment"], of: subject, root / "environment")
    return subject
  }

  private static let receiptKeys =
    Set(DescriptionField<ReceiptDescription>.receipt.flatMap(\.keys)).union(["in_app", "device_guid"])
  private static let purchaseKeys = Set(DescriptionField<InAppDescription>.purchase.flatMap(\.keys))

  private func readReceipt(_ value: JSONValue, _ pointer: JSONPointer) throws(DescriptionError) -> ReceiptDescription {
    let members = try complaints.members(value, pointer, known: Self.receiptKeys)
    var receipt = ReceiptDescription()
    try complaints.read(DescriptionField.receipt, members, pointer, into: &receipt)
    if members["receipt_creation_date"] == nil, members["receipt_creation_date_ms"] == nil {
      receipt.creationDate = creationDate.rfc3339
    }
    if let type = receipt.receiptType, MintEnvironment(receiptType: type) == nil {
      try complaints.complain(
        pointer / "receipt_type", "\(Complaints.quoted(type)) is not a type of receipts",
        hint: MintEnvironment.allCases.map(\.receiptType).joined(separator: ", "))
    }
    if receipt.receiptType == MintEnvironment.xcode.receiptType { receipt.order = .xcode }
    if let guid = members["device_guid"], guid != .null { try setDevice(guid, pointer / "device_guid", &receipt) }
    receipt.inApp = try readPurchases(members["in_app"], pointer / "in_app")
    return receipt
  }

  private func readPurchases(_ value: JSONValue?, _ pointer: JSONPointer) throws(DescriptionError) -> [InAppDescription]
  {
    guard let value, value != .null else { return [] }
    let purchases = try complaints.elements(value, pointer) { (element, pointer) throws(DescriptionError) in
      let members = try complaints.members(element, pointer, known: Self.purchaseKeys)
      var purchase = InAppDescription()
      try complaints.read(DescriptionField.purchase, members, pointer, into: &purchase)
      return purchase
    }
    try complaints.check(purchases, pointer)
    return purchases
  }

  private func setDevice(
    _ value: JSONValue, _ pointer: JSONPointer, _ receipt: inout ReceiptDescription
  ) throws(DescriptionError) {
    let guid = value.stringValue.flatMap { try? DeviceGUID($0) }
    guard let guid else {
      return try complaints.complain(pointer, "no device GUID", hint: DeviceGUID.acceptedForms.description)
    }
    if case .octets? = receipt.deviceHash {
      try complaints.complain(pointer, "device_hash is given as well; which one counts?")
    }
    receipt.bind(to: guid.octets)
  }

  /// Checks `environment` beside `receipt`, which is determined by the type of the receipt.
  private func checkEnvironment(
    _ value: JSONValue?, of subject: MintSubject, _ pointer: JSONPointer
  ) throws(DescriptionError) {
    guard let value, value != .null else { return }
    let type: String? =
      switch subject {
      case .receipt(let receipt): receipt.receiptType
      case .payload(let payload, _): (try? Receipt(payload: payload))?.receiptType
      case .transaction: nil
      }
    let expected: String? =
      switch type.flatMap(MintEnvironment.init(receiptType:)) {
      case .production, .vpp: "Production"
      case .sandbox, .vppSandbox: "Sandbox"
      case .xcode: "Xcode"
      case nil: nil
      }
    guard value.stringValue != expected else { return }
    try complaints.complain(
      pointer, "\(Complaints.quoted(value.stringValue ?? "")) contradicts the type of the receipt, \(type ?? "none")")
  }
}
