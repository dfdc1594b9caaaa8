import ReceiptKit
import Testing

@Suite("Device GUIDs")
struct DeviceGUIDTests {
  private static let octets: [UInt8] = [
    0x95, 0x63, 0x28, 0xD9, 0xCC, 0x6A, 0x47, 0xF4, 0xBE, 0x40, 0x69, 0x53, 0xFB, 0x0A, 0xB6, 0xC7,
  ]
  /// What the Mac of the examples has.
  private static let address: [UInt8] = [0x00, 0x1B, 0x63, 0x84, 0x45, 0xFE]

  private static let forms: [(text: String, form: DeviceGUID.Form)] = [
    ("956328D9-CC6A-47F4-BE40-6953FB0AB6C7", .uuid), ("956328d9-cc6a-47f4-be40-6953fb0ab6c7", .uuid),
    ("{956328D9-CC6A-47F4-BE40-6953FB0AB6C7}", .uuid), (" 956328D9-CC6A-47F4-BE40-6953FB0AB6C7\n", .uuid),
    ("956328D9CC6A47F4BE406953FB0AB6C7", .hex), ("956328d9cc6a47f4be406953fb0ab6c7", .hex),
    ("0x956328d9cc6a47f4be406953fb0ab6c7", .hex), ("95:63:28:D9:CC:6A:47:F4:BE:40:69:53:FB:0A:B6:C7", .hex),
    ("95 63 28 d9 cc 6a 47 f4 be 40 69 53 fb 0a b6 c7", .hex), ("<956328d9 cc6a47f4 be406953 fb0ab6c7>", .hex),
    ("lWMo2cxqR/S+QGlT+wq2xw==", .base64), ("lWMo2cxqR_S-QGlT-wq2xw", .base64), ("lWMo2cxqR/S+QGlT+wq2xw", .base64),
  ]
  private static let addresses: [(text: String, form: DeviceGUID.Form)] = [
    ("00:1B:63:84:45:FE", .macAddress), ("00-1b-63-84-45-fe", .macAddress), ("001B638445FE", .macAddress),
    ("001b.6384.45fe".replacing(".", with: ":"), .macAddress), ("ABtjhEX+", .base64), ("ABtjhEX-", .base64),
  ]

  @Test("are read in every form")
  func read() throws {
    for (text, form) in Self.forms {
      #expect(try DeviceGUID(text) == DeviceGUID(octets: Self.octets, form: form), "\(text)")
    }
    for (text, form) in Self.addresses {
      #expect(try DeviceGUID(text) == DeviceGUID(octets: Self.address, form: form), "\(text)")
    }
  }

  @Test(
    "of another length or alphabet are refused by name",
    arguments: [
      "", " ", "956328D9-CC6A-47F4-BE40-6953FB0AB6C", "956328D9-CC6A-47F4-BE40-6953FB0AB6C7A", "12:34", "not a GUID",
      "lWMo2cxqR/S+QGlT+wq2", "+5+6+7+8+9+1", "95632 8D9CC6A47F4BE406953FB0AB6C", "０01B638445FE", "00:1B:63:84:45:FÉ",
      "lWMo2cxqR/S+QGlT+wq2xx==",
    ])
  func refused(_ text: String) {
    let error = #expect(throws: ExpectationError.self) { try DeviceGUID(text) }
    #expect(error?.message.contains("'\(text)'") == true)
    #expect(error?.hint?.contains("MAC address") == true)
  }

  @Test(
    "satisfy the published receipts, and with one bit changed do not",
    .enabled(if: RealReceipts.areHere, RealReceipts.missing))
  func published() throws {
    let cases = [
      ("sandbox-sha256-g5", Self.forms.map(\.text)),
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
      try CheckSamples.validate(decoded) { $0.deviceGUID = try DeviceGUID(Self.forms[0].text) }["device_hash"])
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
