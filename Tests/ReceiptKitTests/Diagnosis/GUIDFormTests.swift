import Foundation
import ReceiptKit
import ReceiptMint
import Testing

@Suite("Device hashes and the forms of a GUID")
struct GUIDFormTests {
  private static let uuid = "956328D9-CC6A-47F4-BE40-6953FB0AB6C7"
  private static let mac = "a4:83:E7:01:02:03"

  private func cause(_ guid: [UInt8], _ text: String) throws -> Cause {
    let receipt = try DiagnosisSamples.sandbox { $0.deviceHash = .device(guid: guid) }
    let device = try #require(GUIDForms(text))
    let diagnosis = try DiagnosisSamples.pinned { $0.device = device }.diagnose(
      Array(InputSamples.base64(receipt).utf8))
    return diagnosis.cause == .nothingWrong
      ? diagnosis.findings.map(\.cause).first { [.guidMatches, .guidAllZero].contains($0) } ?? .nothingWrong
      : diagnosis.cause
  }

  @Test(
    "a GUID may be given in any form",
    arguments: [
      uuid, uuid.lowercased(), "956328d9cc6a47f4be406953fb0ab6c7", "0x956328D9CC6A47F4BE406953FB0AB6C7",
      "lWMo2cxqR/S+QGlT+wq2xw==", "95:63:28:D9:CC:6A:47:F4:BE:40:69:53:FB:0A:B6:C7",
    ])
  func given(_ text: String) throws {
    let bytes = try #require(UUID(uuidString: Self.uuid)).uuid
    #expect(try cause(withUnsafeBytes(of: bytes) { Array($0) }, text) == .guidMatches)
  }

  @Test("of several, as a Mac with several interfaces has, the one that fits is named")
  func several() throws {
    let texts = ["00:00:00:00:00:01", Self.mac, "00:00:00:00:00:02"]
    let devices = GUIDForms(several: texts.compactMap { GUIDForms($0) })
    for (hashed, cause, words) in [
      ([0xA4, 0x83, 0xE7, 1, 2, 3], Cause.guidMatches, "GUID 2, its bytes"),
      (Array("000000000002".utf8), .guidForm, "GUID 3, "), ([9], .guidMismatch, ""),
    ] as [([UInt8], Cause, String)] {
      let receipt = try DiagnosisSamples.sandbox { $0.deviceHash = .device(guid: hashed) }
      let findings = try DiagnosisSamples.pinned { $0.device = devices }.diagnose(InputSamples.base64(receipt)).findings
      #expect(findings.contains { $0.cause == cause && (words.isEmpty || $0.message.contains(words)) }, "\(findings)")
    }
  }

  @Test("and is found out where the app hashed another form of it")
  func forms() throws {
    // Written out by hand: what programs have been seen to hash instead of the bytes.
    let others: [[UInt8]] = [
      Array(Self.uuid.utf8), Array(Self.uuid.lowercased().utf8), Array("956328D9CC6A47F4BE406953FB0AB6C7".utf8),
      Array("956328d9cc6a47f4be406953fb0ab6c7".utf8),
      [0xD9, 0x28, 0x63, 0x95, 0x6A, 0xCC, 0xF4, 0x47, 0xBE, 0x40, 0x69, 0x53, 0xFB, 0x0A, 0xB6, 0xC7],
      [0xC7, 0xB6, 0x0A, 0xFB, 0x53, 0x69, 0x40, 0xBE, 0xF4, 0x47, 0x6A, 0xCC, 0xD9, 0x28, 0x63, 0x95], [],
    ]
    for bytes in others { #expect(try cause(bytes, Self.uuid) == .guidForm, "\(bytes)") }
    let address: [UInt8] = [0xA4, 0x83, 0xE7, 1, 2, 3]
    #expect(try cause(address, Self.mac) == .guidMatches)
    let texts = [
      "a4:83:e7:01:02:03", "A4:83:E7:01:02:03", "a4-83-e7-01-02-03", "A483E7010203", "a483e7010203", Self.mac,
    ]
    for text in texts { #expect(try cause(Array(text.utf8), Self.mac) == .guidForm, "\(text)") }
    #expect(try cause(address.reversed(), Self.mac) == .guidForm)
  }

  @Test("all zero is a receipt that Apple's servers issued; any other bit is another device")
  func others() throws {
    #expect(try cause([UInt8](repeating: 0, count: 16), Self.uuid) == .guidMismatch)
    #expect(try cause([UInt8](repeating: 0, count: 16), "00000000-0000-0000-0000-000000000000") == .guidAllZero)
    var bytes = ReceiptDescription.sampleGUID
    let text = InputSamples.base64(bytes)
    #expect(try cause(bytes, text) == .guidMatches)
    bytes[15] ^= 1
    #expect(try cause(bytes, text) == .guidMismatch)
  }

  @Test(
    "what is not a GUID is refused",
    arguments: ["", "-", "yes", "956328D9", "956328D9-CC6A-47F4-BE40-6953FB0AB6CG", "QUJD"])
  func refused(_ text: String) {
    #expect(GUIDForms(text) == nil)
  }

  @Test(
    "the published devices", .enabled(if: RealReceipts.areHere, RealReceipts.missing),
    arguments: [
      ("sandbox-sha256-g5.b64", uuid, "956328D9-CC6A-47F4-BE40-6953FB0AB6C6"),
      ("sandbox-sha1-g7.b64", "5hgQmGLdQz+7lGddOBXSYw==", "5hgQmGLdQz+7lGddOBXSYg=="),
    ])
  func published(_ name: String, _ right: String, _ wrong: String) throws {
    let bytes = try RealReceipts.file(name)
    func causes(_ text: String) throws -> [Cause] {
      let device = try #require(GUIDForms(text))
      return Diagnostician(device: device).diagnose(bytes).findings.map(\.cause)
    }
    #expect(try causes(right).contains(.guidMatches) && !causes(right).contains(.guidMismatch))
    #expect(try causes(wrong).first == .guidMismatch)
  }
}
