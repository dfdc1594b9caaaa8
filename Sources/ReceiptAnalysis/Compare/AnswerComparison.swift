/// Compares the whole answer.
struct AnswerComparison {
  private let decoded: DecodedInput
  private let local: JSONValue
  private let response: VerifyReceiptResponse
  private let matching: PurchaseMatching
  private let context: ComparisonContext
  /// Why the answer belongs to another receipt; `nil` if it may belong to this one.
  let anotherReceipt: Message?
  private(set) var fields = FieldCollector(keepsEqual: true)

  init(_ decoded: DecodedInput, _ local: JSONValue, _ response: VerifyReceiptResponse) {
    self.decoded = decoded
    self.local = local
    self.response = response
    let localPurchases = local["in_app"]?.purchaseList ?? []
    matching = PurchaseMatching(local: localPurchases, apple: Self.purchases(in: response, local))
    let theirs = response.receipt ?? .null
    anotherReceipt = theirs.members.isEmpty ? nil : Self.objection(decoded, local: local, apple: theirs, matching)
    var reader = FieldReader(members: theirs.members)
    context = ComparisonContext(
      madeAt: decoded.madeAt, askedAt: reader.date("request_date"),
      isProven: decoded.authenticity?.verdict.isAtLeast(.testSigned) ?? false,
      isAnother: anotherReceipt != nil)
  }

  /// Apple's `in_app`; if a program renamed it, the first list in the answer's `receipt`.
  private static func purchases(in response: VerifyReceiptResponse, _ local: JSONValue) -> [JSONValue] {
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
      case "status": compareStatus(member, pointer)
      case "environment": compareEnvironment(member, pointer)
      case "receipt": compareReceipt(member, pointer)
      case "latest_receipt_info":
        addServerState(member, pointer)
        compareLatest(pointer)
      case "pending_renewal_info":
        addServerState(member, pointer)
        compareRenewals(pointer)
      case _ where AnswerPlace.answer.hasServerField(member.name): addServerState(member, pointer)
      default:
        add(pointer, member, .added, "an unknown field: it was added, or Apple has something new")
      }
    }
    noteEnvironment(names)
    noteDisorder()
  }

  /// Readers that also accept a string would not notice that a program rewrote the status.
  private mutating func compareStatus(_ member: JSONValue.Member, _ pointer: String) {
    if case .number = member.value { return }
    fields.add(
      ComparedField(
        kind: .different, pointer: pointer, apple: member.value, cause: .otherType,
        note: "\(member.value.kind) where Apple writes \("a number" as Message)"))
  }

  private mutating func addServerState(_ member: JSONValue.Member, _ pointer: String) {
    guard let expected = Self.expectedType(insteadOf: member) else {
      return add(pointer, member, .serverState, Message(english: AnswerPlace.meaning(ofServerField: member.name)))
    }
    add(pointer, member, .impossible, "\(member.value.kind) where Apple writes \(expected)")
  }

  /// The expected type of a top-level member of an answer, if the member has another type; `nil` if its type is right
  /// or unknown.
  private static func expectedType(insteadOf member: JSONValue.Member) -> Message? {
    switch (member.name, member.value) {
    case ("latest_receipt", .string), ("pending_renewal_info", .array), ("latest_receipt_info", .array): nil
    // For an iOS 6 receipt, the member is one object.
    case ("latest_receipt_info", .object): nil
    case ("latest_receipt", _): "a receipt in base64"
    case ("pending_renewal_info", _), ("latest_receipt_info", _): "a list"
    case ("is_retryable", .array), ("is_retryable", .object), ("is-retryable", .array), ("is-retryable", .object):
      "true or false"
    default: nil
    }
  }

  /// Notes a missing environment: every answer with an app receipt names the environment of its server.
  private mutating func noteEnvironment(_ names: Set<String>) {
    guard !names.contains("environment"), response.status.isValid, response.holdsReceipt,
      local["in_app"] != nil, let ours = decoded.environment
    else { return }
    fields.add(
      ComparedField(
        kind: .onlyLocal, pointer: "/environment", localPointer: "/environment", local: .string(ours),
        cause: .missing, note: "Apple prints it in every answer with a receipt"))
  }

  /// Compares renewals: they must belong to subscriptions in the receipt or in the lists of purchases, and must have
  /// Apple's format.
  private mutating func compareRenewals(_ pointer: String) {
    // A subscription of the answer may have begun after the receipt was made.
    let known = PurchaseListComparison.subscriptions(local.purchases, response.inApp + response.latestReceiptInfo)
      .union(response.latestReceiptInfo.compactMap { $0["original_transaction_id"]?.scalarText })
    for (index, renewal) in response.pendingRenewalInfo.enumerated() {
      let place = JSONPointer.append(String(index), to: pointer)
      guard case .object(let members) = renewal else {
        fields.add(
          ComparedField(
            kind: .onlyApple, pointer: place, apple: renewal, cause: .impossible,
            note: "\(renewal.kind) where Apple writes \("an object" as Message)"))
        continue
      }
      let values = ServerValues(members)
      for member in members {
        var note = values.objection(to: member.name)
        if member.name == "original_transaction_id", let original = member.value.scalarText, !known.contains(original) {
          note = note ?? "neither the receipt nor the purchases of the answer know this subscription"
        }
        if let note { add(JSONPointer.append(member.name, to: place), member, .impossible, note) }
      }
    }
  }

  private mutating func add(_ pointer: String, _ member: JSONValue.Member, _ cause: DifferenceCause, _ note: Message) {
    fields.add(ComparedField(kind: .onlyApple, pointer: pointer, apple: member.value, cause: cause, note: note))
  }

  private mutating func compareEnvironment(_ member: JSONValue.Member, _ pointer: String) {
    let ours = decoded.environment.map(JSONValue.string)
    var field = ComparedField(
      kind: .onlyApple, pointer: pointer, localPointer: pointer, local: ours, apple: member.value, cause: .serverState,
      note: Message(english: AnswerPlace.meaning(ofServerField: "environment")))
    guard let ours else { return fields.add(field) }
    guard let difference = ours.difference(from: member.value) else {
      field.kind = .equal
      field.cause = nil
      field.note = ""
      return fields.add(field)
    }
    field.kind = .different
    if isXcodeReceiptAtTestServer(member.value) {
      // The difference is expected: the cause stays `.serverState`.
      field.note = "a server that trusts Xcode's certificate answers for its receipts as the sandbox"
    } else {
      let (cause, note) = difference.cause == .edited ? context.edited : difference
      field.cause = cause
      field.note = note
    }
    fields.add(field)
  }

  private func isXcodeReceiptAtTestServer(_ environment: JSONValue) -> Bool {
    decoded.environment == ReceiptEnvironment.xcode.rawValue && decoded.authenticity?.verdict == .testSigned
      && environment == .string(VerifyReceiptAnswer.Server.sandbox.rawValue)
  }

  private mutating func compareReceipt(_ member: JSONValue.Member, _ pointer: String) {
    guard case .object(let theirs) = member.value, !theirs.isEmpty else {
      // An answer with another status may have an empty receipt.
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
    let missing: (DifferenceCause, Message) =
      if context.isAnother {
        (.anotherReceipt, "")
      } else if apple.isEmpty {
        (.emptied, "signed in the receipt, but Apple's list is empty")
      } else {
        (.missing, "signed in the receipt, but not in Apple's list: it was taken out")
      }
    PurchaseListComparison(
      context: context, place: .purchase, isConsumable: decoded.isConsumable, isOrdered: true, missing: { _ in missing }
    ).compare(local: local, apple: apple, matching: matching, at: place, into: &fields)
  }

  /// Compares changes since the signing of the receipt: `latest_receipt_info` contains them, `in_app` has the signed
  /// state.
  private mutating func compareLatest(_ pointer: String) {
    let purchases = local.purchases
    let reported = response.latestReceiptInfo
    guard anotherReceipt == nil else { return }
    // Only the differences are added: what is equal is listed with `in_app`.
    var found = FieldCollector(keepsEqual: false)
    let isTransaction = local["in_app"] == nil
    PurchaseListComparison(
      context: context, place: .latestPurchase, isConsumable: decoded.isConsumable, mayLack: isTransaction,
      isOrdered: false, missing: nil
    ).compare(
      local: purchases, apple: reported, matching: PurchaseMatching(local: purchases, apple: reported),
      at: PlacePair(apple: pointer, local: isTransaction ? "/receipt" : "/receipt/in_app"), into: &found)
    for field in found.fields { fields.add(field) }
  }

  /// Notes members in another order. In JSON their order has no meaning, and every program that saves an answer may
  /// change it.
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
