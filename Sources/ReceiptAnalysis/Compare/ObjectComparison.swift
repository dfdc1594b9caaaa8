/// The context of a comparison.
struct ComparisonContext {
  /// When the receipt was made, if known.
  let madeAt: Instant?
  /// When Apple answered, if known. No event in the answer can be later.
  var askedAt: Instant?
  /// Whether Apple, or a given anchor, proves the receipt.
  let isProven: Bool
  /// Whether the answer belongs to another receipt. Differences are then not edits.
  let isAnother: Bool

  /// The cause and note for a value that differs without a more specific explanation.
  var edited: (cause: DifferenceCause, note: Message) {
    if isAnother { return (.anotherReceipt, "") }
    return (
      .edited,
      isProven
        ? "Apple prints what was signed: the answer was changed"
        : "the answer was changed, or the receipt, which is not proven"
    )
  }
}

/// Compares the members of one object: by name, then the remaining ones by value.
struct ObjectComparison {
  typealias Members = [JSONValue.Member]
  /// Compares values that have members themselves; returns whether it did.
  typealias Nested = (JSONValue, JSONValue, PlacePair, inout FieldCollector) -> Bool

  let place: AnswerPlace
  let context: ComparisonContext
  let local: Members
  let apple: Members
  let pair: PlacePair
  /// Whether Apple's object may lack signed members.
  var mayLack = false

  /// Adds a field for every member of either side: Apple's in their order, then those that only the receipt has.
  func compare(
    into fields: inout FieldCollector, nested: Nested = { _, _, _, _ in false }
  ) {
    // Created at the first member that only the answer has: most objects of a receipt have none.
    var cachedValues: ServerValues?
    let pairing = MemberPairing(local: local, apple: apple, isServerField: place.hasServerField)
    // Only `receipt` and `in_app` repeat signed members, in the signed order.
    if pairing.isDisordered, place != .latestPurchase { fields.disordered.append(pair.apple) }
    for (index, member) in apple.enumerated() {
      if let partner = pairing.partners[index] {
        comparePair(local[partner], member, &fields, nested)
      } else if pairing.repeated.contains(index) {
        add(.duplicateName, "the name occurs twice in this object; readers disagree about it", member, &fields)
      } else {
        let values = cachedValues ?? ServerValues(apple)
        cachedValues = values
        if let (cause, note) = explanation(ofAdded: member, values) { add(cause, note, member, &fields) }
      }
    }
    guard !mayLack else { return }
    for index in pairing.unmatchedLocal {
      let pointer = JSONPointer.append(local[index].name, to: pair.local)
      fields.add(
        ComparedField(
          kind: .onlyLocal, pointer: pointer, localPointer: pointer, local: local[index].value,
          transactionID: pair.transactionID, cause: context.isAnother ? .anotherReceipt : .missing,
          note: context.isAnother ? "" : "Apple prints it for this receipt, and it is not in the answer"))
    }
  }

  private func comparePair(
    _ ours: JSONValue.Member, _ theirs: JSONValue.Member, _ fields: inout FieldCollector, _ nested: Nested
  ) {
    let place = pair.member(theirs.name, localName: ours.name)
    var field = ComparedField(
      kind: .different, pointer: place.apple, localPointer: place.local, local: ours.value, apple: theirs.value,
      transactionID: pair.transactionID)
    if ours.name != theirs.name {
      field.cause = .renamed
      field.note = "`\(ours.name.displayed(limit: 60))` under another name"
      fields.add(field)
    }
    if nested(ours.value, theirs.value, place, &fields) { return }
    if let difference = ours.value.difference(from: theirs.value) {
      let (cause, note) = explanation(of: difference, in: theirs.name)
      field.cause = cause
      field.note = note
    } else if ours.name == theirs.name {
      field.kind = .equal
      field.cause = nil
      field.note = ""
    } else {
      return
    }
    fields.add(field)
  }

  private func explanation(
    of difference: (cause: DifferenceCause, note: Message), in name: String
  ) -> (DifferenceCause, Message) {
    guard difference.cause == .edited else { return (difference.cause, difference.note) }
    if isExtension(name) {
      return (.extendedSince, "the period ends later than the receipt says: it was extended")
    }
    var (cause, note) = context.edited
    if difference.note != "" { note = difference.note }
    if cause == .edited, hasUnchangedForm(name) { note = "\(note); the other forms of this date are still as signed" }
    return (cause, note)
  }

  /// Whether a period was extended after its sale. Nothing else about a transaction changes.
  private func isExtension(_ name: String) -> Bool {
    guard place == .latestPurchase, Self.dateForms(of: name).contains("expires_date") else { return false }
    var ours = FieldReader(members: local)
    var theirs = FieldReader(members: apple)
    guard let before = ours.date("expires_date"), let now = theirs.date("expires_date") else { return false }
    return now > before && theirs.irregularities.isEmpty
  }

  /// Whether the date differs in this form but is equal in another form. Only a manual edit makes the forms of one date
  /// disagree.
  private func hasUnchangedForm(_ name: String) -> Bool {
    Self.dateForms(of: name).contains { form in
      guard form != name, let ours = local.first(where: { $0.name == form })?.value,
        let theirs = apple.first(where: { $0.name == form })?.value
      else { return false }
      return ours.isIdentical(to: theirs)
    }
  }

  private static func dateForms(of name: String) -> [String] {
    ServerValues.dateName(of: name).map { [$0] + ReferenceEntry.forms(ofDate: $0) } ?? []
  }

  /// The meaning of a member that only the answer has; `nil` if it is not worth a note.
  private func explanation(ofAdded member: JSONValue.Member, _ values: ServerValues) -> (DifferenceCause, Message)? {
    let name = member.name
    let isPurchase = place == .purchase || place == .latestPurchase
    let isRefund = isPurchase && Self.refundNames.contains(name)
    if isRefund || place.hasServerField(name), let objection = values.objection(to: name) {
      return (.impossible, objection)
    }
    if isRefund { return explanationOfRefund }
    if let note = prematureRequest(name) { return (.impossible, note) }
    if isPurchase, name == "is_upgraded", member.value.scalarText == "true" {
      return (.upgradedSince, "the period ended early, because the customer upgraded")
    }
    // The servers report more about a transaction than they sign, and the number of these members grows every year.
    if place == .latestPurchase { return nil }
    if place.hasServerField(name) { return (.serverState, Message(english: AnswerPlace.meaning(ofServerField: name))) }
    if context.isAnother { return (.anotherReceipt, "") }
    return (.added, "an unknown field: it was added, or Apple has something new")
  }

  /// A request cannot precede the creation of the receipt. Clocks may differ by an hour.
  private func prematureRequest(_ name: String) -> Message? {
    guard place == .receipt, Self.dateForms(of: name).contains("request_date"), let askedAt = context.askedAt,
      let madeAt = context.madeAt, askedAt.milliseconds < madeAt.milliseconds - 3_600_000
    else { return nil }
    return "asked \(askedAt.rfc3339), before the receipt was made at \(madeAt.rfc3339)"
  }

  private static let refundNames =
    ["cancellation_date"] + ReferenceEntry.forms(ofDate: "cancellation_date") + ["cancellation_reason"]

  private var explanationOfRefund: (DifferenceCause, Message) {
    var reader = FieldReader(members: apple)
    guard let cancelled = reader.date("cancellation_date") else {
      return (.added, "a refund without a date that can be read")
    }
    if let askedAt = context.askedAt, cancelled > askedAt {
      return (.impossible, "refunded \(cancelled.rfc3339), after the answer was given at \(askedAt.rfc3339)")
    }
    guard let madeAt = context.madeAt, cancelled <= madeAt else {
      return (.refundedSince, "refunded or revoked \(cancelled.rfc3339), after the receipt was made")
    }
    return (
      .added,
      "refunded \(cancelled.rfc3339), before the receipt was made at \(madeAt.rfc3339), which does not know of it"
    )
  }

  private func add(
    _ cause: DifferenceCause, _ note: Message, _ member: JSONValue.Member, _ fields: inout FieldCollector
  ) {
    fields.add(
      ComparedField(
        kind: .onlyApple, pointer: JSONPointer.append(member.name, to: pair.apple), apple: member.value,
        transactionID: pair.transactionID, cause: cause, note: note))
  }
}
