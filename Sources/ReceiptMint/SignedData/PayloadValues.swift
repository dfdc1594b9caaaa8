import ReceiptAnalysis

extension JSONValue {
  /// An object with the given values, in their order, which is that of Apple's pages. Values of `nil` are omitted.
  static func payload(_ values: KeyValuePairs<String, JSONValue?>) -> JSONValue {
    .object(values.compactMap { pair in pair.value.map { Member(pair.key, $0) } })
  }

  static func whole(_ value: some BinaryInteger) -> JSONValue { .number(String(value)) }
  static func milliseconds(_ instant: Instant) -> JSONValue { .whole(instant.milliseconds) }
}
