import ReceiptKit

extension Expectations {
  /// The expectations of a query, which may have further parameters.
  init(_ query: Query) throws {
    var writer = JSONWriter(layout: .compact)
    writer.object { writer in
      for parameter in QueryParameter.expectations {
        let values = query.all(parameter.name)
        guard let first = values.first else { continue }
        switch (parameter.kind, parameter.isRepeatable) {
        case (.flag, _): writer.member(parameter.key, first == "true")
        case (_, true): writer.member(parameter.key, values)
        case (_, false): writer.member(parameter.key, first)
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
