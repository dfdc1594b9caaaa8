import ReceiptKit

extension QueryParameter {
  /// The expectations for `validate`. Their names are the command's options; with underscores, they are the keys of a
  /// policy, which reads them.
  static let expectations = ExpectationRow.all.map { row in
    switch row.reading {
    case .once(let form, _): parameter(row, form.kind)
    case .repeated(let form, _, _): parameter(row, form.kind, isRepeatable: true)
    case .flag: parameter(row, .flag)
    }
  }

  private static func parameter(
    _ row: ExpectationRow, _ kind: QueryParameter.Kind, isRepeatable: Bool = false
  ) -> QueryParameter {
    QueryParameter(row.name, row.meaning, example: row.example, kind: kind, isRepeatable: isRepeatable)
  }
}

extension Expectations {
  /// The expectations of a query, which may have further parameters.
  init(_ query: Query) throws {
    var writer = JSONWriter(layout: .compact)
    writer.object { writer in
      for parameter in QueryParameter.expectations {
        let values = query.all(parameter.name)
        guard let first = values.first else { continue }
        let key = parameter.name.replacing("-", with: "_")
        switch (parameter.kind, parameter.isRepeatable) {
        case (.flag, _): writer.member(key, first == "true")
        case (_, true): writer.member(key, values)
        case (_, false): writer.member(key, first)
        }
      }
    }
    do throws(ExpectationError) {
      self = try Policy(writer.bytes).expectations
      try checkConsistency()
    } catch {
      throw Problem.parameter(Self.named(error.message.description), hint: error.hint?.description)
    }
  }

  /// Replaces `/max_age: ...` in a message by `max-age: ...`.
  private static func named(_ message: String) -> String {
    guard message.hasPrefix("/"), let colon = message.firstIndex(of: ":") else { return message }
    let key = message[..<colon].dropFirst().prefix { $0 != "/" }.replacing("_", with: "-")
    return String(key + message[colon...])
  }
}

extension ExpectationRow.Form {
  fileprivate var kind: QueryParameter.Kind {
    switch self {
    case .name: .text
    case .word(let words): .word(words)
    case .pattern(let expression): .pattern(expression)
    }
  }
}
