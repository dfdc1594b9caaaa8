extension ComparedField {
  fileprivate var mark: (String, TextRole) {
    let bad: TextRole = isExpected ? .plain : .bad
    return switch kind {
    case .equal: ("=", .faint)
    case .different: ("≠", bad)
    case .moved: ("↕", bad)
    case .onlyApple: ("+", bad)
    case .onlyLocal: ("-", bad)
    }
  }
}

extension [ComparedField] {
  /// The numbers of equal, unexpected and expected fields, in words.
  var summary: Message {
    let equal = count(.equal, expected: true)
    let unexpected = count { !$0.isExpected }
    let expected = count - equal - unexpected
    var counts: [Message] = [equal == 1 ? "1 field is equal" : "\(grouped: equal) fields are equal"]
    if unexpected > 0 { counts.append("\(grouped: unexpected) not as expected") }
    if expected > 0 { counts.append("\(grouped: expected) as expected") }
    return counts.joined(separator: ", ")
  }
}

extension TextPage {
  /// The maximum number of listed places of one kind, unless all are listed.
  static let maximumFields = 40

  /// Writes the first line of a comparison.
  mutating func verdict(_ verdict: Comparison.Verdict, _ details: Message) {
    let (mark, role): (String, TextRole) =
      switch verdict {
      case .agrees: ("✓", .good)
      case .differs: ("✗", .bad)
      case .incomplete: ("–", .warning)
      }
    paragraph(
      StyledText("\(mark) \(Message(english: verdict.rawValue))", role) + StyledText(": \(details)"), hanging: 2)
    blank()
  }

  /// The proof, the environment and the date of an input.
  static func words(_ authenticity: Authenticity?, _ environment: String?, _ date: Message?) -> Message {
    let verdict = Message(english: authenticity?.verdict.rawValue ?? "not verified")
    let place: Message = environment.map { Message(english: $0.displayed(limit: 40)) } ?? "unknown environment"
    return ([verdict, place] + [date].compactMap(\.self)).joined(separator: ", ")
  }

  mutating func findings(_ findings: [Comparison.Finding]) {
    guard !findings.isEmpty else { return }
    heading("Found")
    for finding in findings {
      let role: TextRole = finding.cause.isExpected ? .plain : .bad
      paragraph(
        StyledText(Message(english: finding.cause.rawValue), role) + StyledText(": \(finding.message)"), indent: 2,
        hanging: 2)
    }
  }

  /// Writes a list of places, with the receipt's values on the left.
  mutating func compared(_ title: Message, _ fields: [ComparedField], with other: Message, showsAll: Bool) {
    guard !fields.isEmpty else { return }
    heading("\(title) (\(grouped: fields.count))")
    let shown = showsAll ? fields[...] : fields.prefix(Self.maximumFields)
    if isForBrowser { table(Self.table(of: shown, with: other)) } else { lines(shown, with: other) }
    if shown.count < fields.count {
      paragraph(
        isForBrowser
          ? StyledText("… and \(grouped: fields.count - shown.count) more")
          : StyledText("… and \(grouped: fields.count - shown.count) more: --all or --json lists them"),
        indent: 2)
    }
  }

  private static func table(of fields: ArraySlice<ComparedField>, with other: Message) -> TextTable {
    TextTable(
      (["PLACE", "RECEIPT", other, "CAUSE"] as [Message]).map { .init($0) },
      fields.map { field in
        [
          StyledText(field.mark.0, field.mark.1) + StyledText(" " + field.pointer.displayed(limit: 200)),
          StyledText(valueText(field.local) ?? "–"), StyledText(valueText(field.apple) ?? "–", field.mark.1),
          StyledText(field.note),
        ]
      })
  }

  private mutating func lines(_ fields: ArraySlice<ComparedField>, with other: Message) {
    pair(StyledText("RECEIPT", .faint), StyledText(other, .faint))
    for (index, field) in fields.enumerated() {
      place(field)
      // Adjacent places with the same note share one text.
      let next = index + 1 < fields.count ? fields[index + 1].note : nil
      if field.note != "", field.note != next {
        paragraph(StyledText(field.note, .faint), indent: 4)
      }
    }
  }

  /// Writes one place: its pointer, then both values in their columns.
  private mutating func place(_ field: ComparedField) {
    let (mark, role) = field.mark
    // At such a place, the values themselves name the transaction.
    let purchase = field.pointer.hasSuffix("transaction_id") ? nil : field.transactionID
    let remarks: [Message] = [
      purchase.map { "transaction \($0.displayed(limit: 40))" }, field.piece.map { "piece \(grouped: $0)" },
    ].compactMap(\.self)
    paragraph(
      StyledText(mark, role)
        + .spaces(1)
        + (field.pointer.isEmpty
          ? StyledText("the whole payload", .label) : StyledText(field.pointer.displayed(limit: 200), .label))
        + (remarks.isEmpty ? StyledText("") : StyledText("  (\(remarks.joined(separator: ", ")))", .faint)),
      hanging: 2, width: layout.width)
    guard field.kind != .moved else { return }
    let local = Self.valueText(field.local)
    let apple = Self.valueText(field.apple)
    pair(
      local.map { StyledText($0) } ?? StyledText("–", .faint),
      apple.map { StyledText($0, role) } ?? StyledText("–", .faint))
  }

  /// Writes two columns of equal width.
  private mutating func pair(_ left: StyledText, _ right: StyledText) {
    let width = max(10, (layout.width - 6) / 2)
    let left = left.said(in: layout.language)
    let right = right.said(in: layout.language)
    let lefts = left.wrapped(to: width, breakingWords: true)
    let rights = right.wrapped(to: width, breakingWords: true)
    for index in 0..<max(lefts.count, rights.count) {
      let first = index < lefts.count ? lefts[index] : StyledText("")
      let second = index < rights.count ? rights[index] : StyledText("")
      line(.spaces(4) + (second.isEmpty ? first : first.padded(to: width + 2) + second))
    }
  }

  /// A value as JSON, because `"1"` and `1` differ; for objects and arrays, only the number of members.
  private static func valueText(_ value: JSONValue?) -> Message? {
    switch value {
    case nil: return nil
    case .array(let elements)?: return elements.count == 1 ? "a list of 1" : "a list of \(grouped: elements.count)"
    case .object(let members)?:
      let product = value?["product_id"] ?? value?["productId"]
      return product?.stringValue.map { "\($0.displayed(limit: 100))" } ?? "an object of \(grouped: members.count)"
    case .string(let text)?:
      var writer = JSONWriter(layout: .compact)
      writer.string(text.displayed(limit: 80))
      return "\(String(decoding: writer.bytes, as: UTF8.self))"
    case .number(let digits)?: return "\(digits.displayed(limit: 200))"
    case .bool, .null: return (value?.scalarText).map { "\($0)" }
    }
  }
}
