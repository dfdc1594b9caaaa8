extension HistoryDifference {
  /// The name of the document's schema. Within one version, keys may be added but not removed.
  private static let schema = "receipt-tool/diff/1"

  /// Writes the JSON document of `diff`: two histories and their differences.
  ///
  /// - Parameters:
  ///   - sources: the paths of the two inputs as they were given, or `-`.
  ///   - momentSource: the source of the moment of the question.
  package func writeDocument(
    sources: [String], momentSource: StatusRenderer.MomentSource, to writer: inout JSONWriter
  ) {
    let text = DifferenceText(self, in: .english)
    writer.object { writer in
      writer.member("schema", Self.schema)
      writer.member("verdict", verdict.rawValue)
      writer.object("as_of", self[.first].status.moment) { writer, moment in
        writer.member("time", moment.rfc3339)
        writer.member("source", momentSource.rawValue)
      }
      writer.member("newer", newer?.rawValue)
      writer.member("apart_seconds", distance.map { Int($0 / 1_000) })
      writer.member("before", before.rawValue)
      writer.objects("doubts", zip(doubts, text.doubts)) { writer, doubt in
        writer.member("kind", doubt.0.name)
        writer.member("side", doubt.0.side?.rawValue)
        writer.member("message", doubt.1)
      }
      writer.key("answer")
      writer.object { writer in
        writer.member("changed", isAnswerChanged)
        writer.member("before", text.answers.before)
        writer.member("after", text.answers.after)
      }
      writer.objects("sides", zip(Side.allCases, sources)) { writer, side in
        writer.side(side.0, self[side.0].history, source: side.1)
      }
      writer.key("counts")
      writer.object { writer in
        for kind in HistoryChange.Kind.allCases { writer.member(kind.rawValue, count(kind)) }
        writer.member("unchanged", unchangedCount)
      }
      writer.objects("changes", changes) { writer, change in writer.change(change) }
    }
    writer.endLine()
  }
}

extension JSONWriter {
  fileprivate mutating func side(_ side: HistoryDifference.Side, _ history: PurchaseHistory, source: String) {
    member("side", side.rawValue)
    member("source", source)
    member("kind", history.kind.rawValue)
    verdict(history.authenticity)
    member("unverified_because", history.unverifiedBecause)
    member("environment", history.environment)
    member("bundle_id", history.bundleID)
    object("known_until", history.knownUntil) { writer, known in
      writer.member("time", known.instant.rfc3339)
      writer.member("source", known.source.rawValue)
    }
    key("unread")
    unread(history.unread)
    member("purchases", history.purchases.count)
  }

  fileprivate mutating func change(_ change: HistoryChange) {
    member("kind", change.kind.rawValue)
    member("subject", change.subject.rawValue)
    member("product_id", change.productID)
    member("transaction_id", change.purchase?.transactionID)
    member("original_transaction_id", change.originalTransactionID)
    member("causes", change.causes.map(\.rawValue))
    member("expected", change.causes.allSatisfy(\.isExpected))
    member("note", change.note)
    objects("members", change.members) { writer, member in
      writer.member("name", member.name)
      writer.value("before", member.before)
      writer.value("after", member.after)
    }
  }

  private mutating func value(_ name: String, _ value: HistoryValue?) {
    key(name)
    switch value {
    case .text(let text)?: string(text)
    case .number(let number)?, .price(let number, _)?: integer(number)
    case .flag(let flag)?: bool(flag)
    case .date(let date)?: string(date.rfc3339)
    case nil: null()
    }
  }
}

extension HistoryDifference.Doubt {
  /// The side that the doubt concerns; `nil` for both.
  fileprivate var side: HistoryDifference.Side? {
    if case .notProven(let side) = self { side } else { nil }
  }
}
