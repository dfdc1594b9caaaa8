extension Parameter {
  /// The options of `validate` that say what to judge.
  package static let validate =
    expectations + [
      moment("Judge as of this time, certificates and dates alike"),
      withReceipt,
    ]

  package static let withReceipt = Parameter(
    "with-receipt", "Add the receipt as verifyReceipt would print it.", example: "true", kind: .flag)

  /// The options of `diagnose` that say what to judge.
  package static let diagnose = [
    Parameter("bundle-id", "The app that the receipt should be of.", example: "com.example.app", isRepeatable: true),
    Parameter(
      "device-guid", "The device that the receipt should be of: \(DeviceGUID.acceptedForms).",
      example: "00:1B:63:84:45:E6", kind: .pattern(DeviceGUID.pattern)),
    moment("Say what a validator with this clock would object to, and not one with today's"),
  ]

  /// The options of `compare` that say what to print.
  package static let compare = [all]

  package static let all = Parameter(
    "all", "List every field, also those that are equal.", example: "true", kind: .flag)

  /// The parameter `at`, for the moment of a question.
  ///
  /// - Parameter meaning: what the moment is for, without a final full stop.
  package static func moment(_ meaning: String) -> Parameter {
    Parameter(
      "at", meaning + ": 2024-01-31, 2024-01-31 12:00 (UTC), 2024-01-31T12:00:00Z or now.", example: "2024-01-31",
      kind: .moment)
  }

  /// The expectations for `validate`. Their names are the command's options; with underscores, they are the keys of a
  /// policy, which reads them.
  package static let expectations = ExpectationRow.all.map { row in
    switch row.reading {
    case .once(let form, _): parameter(row, form.kind)
    case .repeated(let form, _, _): parameter(row, form.kind, isRepeatable: true)
    case .flag: parameter(row, .flag)
    }
  }

  private static func parameter(
    _ row: ExpectationRow, _ kind: Parameter.Kind, isRepeatable: Bool = false
  ) -> Parameter {
    Parameter(row.name, row.meaning, example: row.example, kind: kind, isRepeatable: isRepeatable)
  }
}

extension ExpectationRow.Form {
  fileprivate var kind: Parameter.Kind {
    switch self {
    case .name: .text
    case .word(let words): .word(words)
    case .pattern(let expression): .pattern(expression)
    }
  }
}
