/// What a comparison knows beforehand.
struct ComparisonContext {
  /// When the receipt was made, if it says so.
  let madeAt: Instant?
  /// Whether Apple, or an anchor that was given, vouches for the receipt.
  let isProven: Bool
  /// Whether the answer belongs to another receipt: then nothing in it was edited.
  let isAnother: Bool

  /// What is said of a value that differs without an explanation of its own.
  var edited: (DifferenceCause, String) {
    if isAnother { return (.anotherReceipt, "") }
    return (
      .edited,
      isProven
        ? "Apple prints what was signed: the answer was changed"
        : "the answer was changed, or the receipt, which is not proven"
    )
  }
}

/// Compares the members of one object: by name, then what is left over by value.
struct ObjectComparison {
  let place: ServerFields.Place
  let context: ComparisonContext
  /// Whether what is only in the receipt is reported.
  var reportsMissing = true

  typealias Members = [JSONValue.Member]

  /// Adds a field for every member of either side: Apple's in their order, then those that only the receipt has.
  ///
  /// - Parameter nested: compares values that are neither strings nor numbers; answers whether it did.
  func compare(
    local: Members, apple: Members, at pair: PlacePair, into fields: inout FieldCollector,
    nested: (JSONValue, JSONValue, PlacePair, inout FieldCollector) -> Bool = { _, _, _, _ in false }
  ) {
    let pairing = MemberPairing(local: local, apple: apple) { ServerFields.contains($0, at: place) }
    if pairing.isDisordered { fields.disordered.append(pair.apple) }
    for (index, member) in apple.enumerated() {
      if let partner = pairing.partners[index] {
        compare(local[partner], member, pair, &fields, nested)
      } else if pairing.repeated.contains(index) {
        fields.add(
          field(
            .onlyApple, member, pair, .duplicateName, "the name occurs twice in this object; readers disagree about it")
        )
      } else if let (cause, note) = onlyApple(member, among: apple) {
        fields.add(field(.onlyApple, member, pair, cause, note))
      }
    }
    guard reportsMissing else { return }
    for index in pairing.unmatchedLocal {
      let pointer = JSONPointer.append(local[index].name, to: pair.local)
      fields.add(
        ComparedField(
          kind: .onlyLocal, pointer: pointer, localPointer: pointer, local: local[index].value,
          transactionID: pair.transactionID, cause: context.isAnother ? .anotherReceipt : .missing,
          note: context.isAnother ? "" : "Apple prints it for this receipt, and it is not in the answer"))
    }
  }

  private func compare(
    _ local: JSONValue.Member, _ apple: JSONValue.Member, _ pair: PlacePair, _ fields: inout FieldCollector,
    _ nested: (JSONValue, JSONValue, PlacePair, inout FieldCollector) -> Bool
  ) {
    let place = pair.member(apple.name, localName: local.name)
    if local.name != apple.name {
      var renamed = field(.different, apple, pair, .renamed, "`\(local.name.displayed(limit: 60))` under another name")
      (renamed.local, renamed.localPointer) = (local.value, place.local)
      fields.add(renamed)
    }
    if nested(local.value, apple.value, place, &fields) { return }
    guard let difference = ScalarDifference(local: local.value, apple: apple.value) else {
      guard local.name == apple.name else { return }
      fields.add(
        ComparedField(
          kind: .equal, pointer: place.apple, localPointer: place.local, local: local.value, apple: apple.value,
          transactionID: pair.transactionID))
      return
    }
    var (cause, note) = (difference.cause, difference.note)
    if cause == .edited {
      let edited = changed(local, apple)
      (cause, note) = (edited.0, note.isEmpty ? edited.1 : note)
    }
    fields.add(
      ComparedField(
        kind: .different, pointer: place.apple, localPointer: place.local, local: local.value, apple: apple.value,
        transactionID: pair.transactionID, cause: cause, note: note))
  }

  /// A period may be given more days after it was sold; nothing else about a transaction changes.
  private func changed(_ local: JSONValue.Member, _ apple: JSONValue.Member) -> (DifferenceCause, String) {
    if place == .latestPurchase,
      local.name == "expires_date_ms" || local.name == "expires_date"
        || local.name == "expires_date_pst",
      let ours = local.value.scalarText, let theirs = apple.value.scalarText, ours.utf8.count <= theirs.utf8.count,
      ours < theirs
    {
      return (.extendedSince, "the period ends later than the receipt says: it was extended")
    }
    return context.edited
  }

  /// What a member that only the answer has means; `nil` if it is not worth a word.
  private func onlyApple(_ member: JSONValue.Member, among apple: Members) -> (DifferenceCause, String)? {
    let name = member.name
    if place == .purchase || place == .latestPurchase, name.hasPrefix("cancellation_") {
      return cancellation(apple)
    }
    if name == "is_upgraded", member.value.scalarText == "true", place != .answer {
      return (.upgradedSince, "the period ended early, because the customer upgraded")
    }
    if ServerFields.contains(name, at: place) {
      return place == .latestPurchase ? nil : (.serverState, ServerFields.meaning(of: name))
    }
    if place == .latestPurchase { return nil }
    return context.isAnother
      ? (.anotherReceipt, "")
      : (.added, "nothing is known of such a field here: it was added, or Apple has something new")
  }

  private func cancellation(_ apple: Members) -> (DifferenceCause, String) {
    var reader = FieldReader(names: apple)
    guard let cancelled = reader.date("cancellation_date") else {
      return (.added, "a refund without a date that can be read")
    }
    if let madeAt = context.madeAt, cancelled <= madeAt {
      return (
        .added,
        "a refund of \(cancelled.rfc3339), before the receipt was made at \(madeAt.rfc3339), which does not know of it"
      )
    }
    return (.refundedSince, "refunded or revoked \(cancelled.rfc3339), after the receipt was made")
  }

  private func field(
    _ kind: ComparedField.Kind, _ member: JSONValue.Member, _ pair: PlacePair, _ cause: DifferenceCause, _ note: String
  ) -> ComparedField {
    ComparedField(
      kind: kind, pointer: JSONPointer.append(member.name, to: pair.apple), apple: member.value,
      transactionID: pair.transactionID, cause: cause, note: note)
  }
}
