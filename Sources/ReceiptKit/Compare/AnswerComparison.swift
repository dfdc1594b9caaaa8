/// Walks over the whole answer.
struct AnswerComparison {
  private let decoded: DecodedInput
  private let local: JSONValue
  private let response: VerifyReceiptResponse
  private let matching: PurchaseMatching
  private let context: ComparisonContext
  /// Why the answer belongs to another receipt.
  let another: String?
  private(set) var fields = FieldCollector(keepsEqual: true)

  init(_ decoded: DecodedInput, _ local: JSONValue, _ response: VerifyReceiptResponse) {
    self.decoded = decoded
    self.local = local
    self.response = response
    matching = PurchaseMatching(local: local["in_app"]?.purchaseList ?? [], apple: Self.list(response, local))
    let theirs = response.receipt ?? .null
    another =
      theirs.members.isEmpty
      ? nil : ReceiptIdentity(decoded, local: local, apple: theirs, matching: matching).objection
    context = ComparisonContext(
      madeAt: decoded.madeAt, isProven: decoded.authenticity?.verdict.isAtLeast(.testSigned) ?? false,
      isAnother: another != nil)
  }

  /// Apple's `in_app`, also under another name.
  private static func list(_ response: VerifyReceiptResponse, _ local: JSONValue) -> [JSONValue] {
    if response.receipt?["in_app"] != nil { return response.inApp }
    guard local["in_app"] != nil else { return [] }
    return response.receipt?.members.lazy.compactMap { member in
      if case .array(let elements) = member.value { elements } else { nil }
    }.first ?? []
  }

  mutating func compare() {
    var names: Set<String> = []
    for member in response.document.members {
      let pointer = JSONPointer.append(member.name, to: "")
      guard names.insert(member.name).inserted else {
        add(pointer, member, .duplicateName, "the name occurs twice in the answer; readers disagree about it")
        continue
      }
      switch member.name {
      case "status": continue
      case "environment": compareEnvironment(member, pointer)
      case "receipt": compareReceipt(member, pointer)
      case "latest_receipt_info":
        add(pointer, member, .serverState, ServerFields.meaning(of: member.name))
        compareLatest(pointer)
      case _ where ServerFields.contains(member.name, at: .answer):
        add(pointer, member, .serverState, ServerFields.meaning(of: member.name))
      default:
        add(pointer, member, .added, "nothing is known of such a field: it was added, or Apple has something new")
      }
    }
    noteDisorder()
  }

  private mutating func add(_ pointer: String, _ member: JSONValue.Member, _ cause: DifferenceCause, _ note: String) {
    fields.add(ComparedField(kind: .onlyApple, pointer: pointer, apple: member.value, cause: cause, note: note))
  }

  private mutating func compareEnvironment(_ member: JSONValue.Member, _ pointer: String) {
    let ours = decoded.environment.map(JSONValue.string)
    guard let ours, let difference = ScalarDifference(local: ours, apple: member.value) else {
      let isEqual = ours != nil
      fields.add(
        ComparedField(
          kind: isEqual ? .equal : .onlyApple, pointer: pointer, localPointer: pointer, local: ours,
          apple: member.value,
          cause: isEqual ? nil : .serverState, note: isEqual ? "" : ServerFields.meaning(of: "environment")))
      return
    }
    if decoded.environment == ReceiptEnvironment.xcode.rawValue, decoded.authenticity?.verdict == .testSigned,
      member.value == .string(VerifyReceiptAnswer.Server.sandbox.rawValue)
    {
      fields.add(
        ComparedField(
          kind: .different, pointer: pointer, localPointer: pointer, local: ours, apple: member.value,
          cause: .serverState,
          note: "a server that trusts Xcode's certificate answers for its receipts as the sandbox"))
      return
    }
    let isEdited = difference.cause == .edited
    fields.add(
      ComparedField(
        kind: .different, pointer: pointer, localPointer: pointer, local: ours, apple: member.value,
        cause: isEdited ? context.edited.0 : difference.cause, note: isEdited ? context.edited.1 : difference.note))
  }

  private mutating func compareReceipt(_ member: JSONValue.Member, _ pointer: String) {
    guard case .object(let theirs) = member.value, !theirs.isEmpty else {
      // An answer with another status may have an empty one.
      if response.status.isValid {
        fields.add(
          ComparedField(
            kind: .different, pointer: pointer, localPointer: pointer, local: local, apple: member.value,
            cause: .otherType, note: "here is the decoded receipt in Apple's answers"))
      }
      return
    }
    ObjectComparison(
      place: .receipt, context: context, local: local.members, apple: theirs,
      pair: PlacePair(apple: pointer, local: pointer)
    ).compare(into: &fields) { [self] ours, theirs, place, fields in
      guard case .array(let purchases) = ours, case .array(let list) = theirs else { return false }
      comparePurchases(purchases, list, place, &fields)
      return true
    }
  }

  private func comparePurchases(
    _ local: [JSONValue], _ apple: [JSONValue], _ place: PlacePair, _ fields: inout FieldCollector
  ) {
    let missing: (DifferenceCause, String) =
      context.isAnother
      ? (.anotherReceipt, "")
      : apple.isEmpty
        ? (.emptied, "signed in the receipt, but Apple's list is empty")
        : (.missing, "signed in the receipt, but not in Apple's list: it was taken out")
    PurchaseListComparison(
      context: context, place: .purchase, isConsumable: decoded.isConsumable, isOrdered: true, missing: missing
    ).compare(local: local, apple: apple, matching: matching, at: place, into: &fields)
  }

  /// What happened since the receipt was signed: `latest_receipt_info` knows it, `in_app` is what was signed.
  private mutating func compareLatest(_ pointer: String) {
    let (purchases, told) = (local.purchases, response.latestReceiptInfo)
    guard another == nil else { return }
    var found = FieldCollector(keepsEqual: false)
    let isTransaction = local["in_app"] == nil
    PurchaseListComparison(
      context: context, place: .latestPurchase, isConsumable: decoded.isConsumable, isOrdered: false, missing: nil
    ).compare(
      local: purchases, apple: told, matching: PurchaseMatching(local: purchases, apple: told),
      at: PlacePair(apple: pointer, local: isTransaction ? "/receipt" : "/receipt/in_app"), into: &found)
    for field in found.fields { fields.add(field) }
  }

  /// JSON gives the order of members no meaning, and every program that saves an answer may change it.
  private mutating func noteDisorder() {
    guard let first = fields.disordered.first else { return }
    let count = fields.disordered.count
    fields.add(
      ComparedField(
        kind: .moved, pointer: first, localPointer: first, cause: .keysReordered,
        note: count == 1
          ? "the members are in another order than Apple's"
          : "the members of \(count.grouped) objects are in another order than Apple's; this is the first"))
  }
}
