import ReceiptKit
import Testing

@Suite("Device GUIDs")
struct DeviceGUIDTests {
  private static let octets: [UInt8] = [
    0x95, 0x63, 0x28, 0xD9, 0xCC, 0x6A, 0x47, 0xF4, 0xBE, 0x40, 0x69, 0x53, 0xFB, 0x0A, 0xB6, 0xC7,
  ]
  /// What the Mac of the examples has.
  private static let address: [UInt8] = [0x00, 0x1B, 0x63, 0x84, 0x45, 0xFE]

  @Test(
    "are read in every form",
    arguments: [
      ("956328D9-CC6A-47F4-BE40-6953FB0AB6C7 in other forms", octets), ("00:1B:63:84:45:FE in other forms", address),
    ])
  func read(_ section: String, _ octets: [UInt8]) throws {
    for row in try TableCase.read("values", section) {
      let guid = try DeviceGUID(row.text)
      #expect(guid.octets == octets && "\(guid.form)" == row.expected[0], "\(row.text)")
    }
  }

  @Test("of another length or alphabet are refused by name", arguments: try TableCase.read("values", "no GUIDs"))
  func refused(_ row: TableCase) {
    let error = #expect(throws: ExpectationError.self) { try DeviceGUID(row.text) }
    #expect(error?.message.contains("'\(row.text)'") == true)
    #expect(error?.hint?.contains("MAC address") == true)
  }

  @Test(
    "satisfy the published receipts, and with one bit changed do not",
    .enabled(if: RealReceipts.areHere, RealReceipts.missing))
  func published() throws {
    let cases = [
      (
        "sandbox-sha256-g5",
        try TableCase.read("values", "956328D9-CC6A-47F4-BE40-6953FB0AB6C7 in other forms").map(\.text)
      ),
      (
        "sandbox-sha1-g7",
        [
          "5hgQmGLdQz+7lGddOBXSYw==", "5hgQmGLdQz-7lGddOBXSYw", "E6181098-62DD-433F-BB94-675D3815D263",
          "e6181098-62dd-433f-bb94-675d3815d263", "e618109862dd433fbb94675d3815d263",
          "E6:18:10:98:62:DD:43:3F:BB:94:67:5D:38:15:D2:63",
        ]
      ),
    ]
    for (name, texts) in cases {
      let decoded = try InputDecoder().decode(try RealReceipts.text(name))
      for text in texts {
        #expect(try outcome(decoded, try DeviceGUID(text)) == .passed, "\(name) \(text)")
      }
      let octets = try DeviceGUID(texts[0]).octets
      for bit in 0..<128 {
        var changed = octets
        changed[bit / 8] ^= 1 << (bit % 8)
        #expect(try outcome(decoded, DeviceGUID(octets: changed, form: .hex)) == .failed, "\(name) bit \(bit)")
      }
    }
  }

  @Test("of 16 zero bytes are called what they are")
  func zero() throws {
    let decoded = try CheckSamples.decoded { $0.deviceHash = .device(guid: [UInt8](repeating: 0, count: 16)) }
    let result = try #require(
      try CheckSamples.validate(decoded) { $0.deviceGUID = try DeviceGUID("956328D9-CC6A-47F4-BE40-6953FB0AB6C7") }[
        "device_hash"])
    #expect(result.outcome == .failed)
    #expect(result.reason?.description.contains("16 zero bytes") == true)
  }

  private func outcome(_ decoded: DecodedInput, _ guid: DeviceGUID) throws -> CheckOutcome? {
    let validation = try CheckSamples.validate(decoded, now: CheckSamples.moment("2026-11-21T00:00:00Z")) {
      $0.deviceGUID = guid
    }
    #expect(validation.verdict == (validation["device_hash"]?.outcome == .passed ? .passed : .failed))
    return validation["device_hash"]?.outcome
  }
}
