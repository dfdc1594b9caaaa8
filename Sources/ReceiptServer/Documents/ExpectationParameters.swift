import ReceiptKit

/// What `validate` can be told to expect. The names are those of the command's options, and with underscores those of a policy's keys;
/// the policy reads them.
enum ExpectationParameters {
  static let all: [QueryParameter] = [
    QueryParameter("bundle-id", "The receipt is one of this app.", example: "com.example.app", isRepeatable: true),
    QueryParameter(
      "environment", "It is from here. Production and vpp take only what Apple signed.", example: "production",
      kind: .word(Expectations.Environment.allCases.map(\.rawValue)), isRepeatable: true),
    QueryParameter("app-version", "It is for exactly this version of the app.", example: "42"),
    QueryParameter(
      "min-app-version", "It is for this version of the app or a later one.", example: "40", kind: .pattern(version)),
    QueryParameter(
      "original-version-below", "The app was first bought before this version.", example: "2.0", kind: .pattern(version)
    ),
    QueryParameter(
      "max-age", "It is no older than this: 90s, 30m, 12h, 16d, 2w.", example: "30d", kind: .pattern(period)),
    QueryParameter(
      "device-guid", "It was made for this device: a UUID, 32 hexadecimal digits, base64, or a MAC address.",
      example: "00:1B:63:84:45:E6", kind: .pattern(guid)),
    QueryParameter(
      "product",
      "This product was bought and not refunded: its latest purchase, of a subscription the current period, of consumables any.",
      example: "pro", isRepeatable: true),
    QueryParameter("active", "This subscription is active.", example: "monthly", isRepeatable: true),
    QueryParameter(
      "grace-period", "It may have expired by this much: 6h, 16d.", example: "16d", kind: .pattern(period)),
    QueryParameter(
      "allow-test-signed", "Take what a trust anchor of the server vouches for.", example: "true", kind: .flag),
    QueryParameter(
      "require-check", "This check must have been run, whatever is expected.", example: "device_hash",
      kind: .word(Checks.all.map(\.identifier)), isRepeatable: true),
  ]

  private static let version = #"^[0-9]{1,9}(\.[0-9]{1,9}){0,7}$"#
  private static let period = "^[0-9]{1,3}[smhdw]$"
  /// A MAC address, a UUID, or 16 bytes in hexadecimal or base64.
  static let guid =
    "^(([0-9A-Fa-f]{2}:){5}[0-9A-Fa-f]{2}|[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}|[0-9A-Fa-f]{32}|[0-9A-Za-z+/]{21}[AQgw]==)$"

  static func expectations(_ query: Query) throws -> Expectations {
    var writer = JSONWriter(layout: .compact)
    writer.object { writer in
      for parameter in all {
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
      let expectations = try Policy(writer.bytes).expectations
      try expectations.checkConsistency()
      return expectations
    } catch {
      throw Problem.parameter(named(error.message), hint: error.hint)
    }
  }

  /// `/max_age: ...` is `max-age: ...` here.
  private static func named(_ message: String) -> String {
    guard message.hasPrefix("/"), let colon = message.firstIndex(of: ":") else { return message }
    let key = message[..<colon].dropFirst().prefix { $0 != "/" }.replacing("_", with: "-")
    return String(key + message[colon...])
  }
}
