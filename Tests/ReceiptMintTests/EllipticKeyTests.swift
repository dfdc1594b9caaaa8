import TestSupport
import Testing

@testable import ReceiptMint

/// ECDSA with the nonces of RFC 6979: the examples of that document, and `openssl dgst` as another reader.
struct EllipticKeyTests {
  private static func octets(_ hex: String) -> [UInt8] {
    let digits = Array(hex.filter { !$0.isWhitespace })
    return stride(from: 0, to: digits.count, by: 2).compactMap { UInt8(String(digits[$0...($0 + 1)]), radix: 16) }
  }

  /// RFC 6979, A.2.5 with SHA-256 and A.2.6 with SHA-384.
  private static let published: [(curve: EllipticCurve, key: String, message: String, r: String, s: String)] = [
    (
      .p256, "C9AFA9D845BA75166B5C215767B1D6934E50C3DB36E89B127B8A622B120F6721", "sample",
      "EFD48B2AACB6A8FD1140DD9CD45E81D69D2C877B56AAF991C34D0EA84EAF3716",
      "F7CB1C942D657C41D436C7A1B6E29F65F3E900DBB9AFF4064DC4AB2F843ACDA8"
    ),
    (
      .p256, "C9AFA9D845BA75166B5C215767B1D6934E50C3DB36E89B127B8A622B120F6721", "test",
      "F1ABB023518351CD71D881567B1EA663ED3EFCF6C5132B354F28D3B0B7D38367",
      "019F4113742A2B14BD25926B49C649155F267E60D3814B4C0CC84250E46F0083"
    ),
    (
      .p384,
      "6B9D3DAD2E1B8C1C05B19875B6659F4DE23C3B667BF297BA9AA47740787137D896D5724E4C70A825F872C9EA60D2EDF5", "sample",
      "94EDBB92A5ECB8AAD4736E56C691916B3F88140666CE9FA73D64C4EA95AD133C81A648152E44ACF96E36DD1E80FABE46",
      "99EF4AEB15F178CEA1FE40DB2603138F130E740A19624526203B6351D0A3A94FA329C145786E679E7B82C71A38628AC8"
    ),
  ]

  @Test("sign as the examples of RFC 6979 do", arguments: published)
  func examples(_ example: (curve: EllipticCurve, key: String, message: String, r: String, s: String)) throws {
    let key = try EllipticKey(example.curve, secret: Self.octets(example.key))
    let signature = try key.sign(Array(example.message.utf8))
    #expect(signature == Self.octets(example.r + example.s))
  }

  @Test("openssl takes the signatures, also with n - s, and no others", arguments: [EllipticCurve.p256, .p384])
  func openssl(_ curve: EllipticCurve) throws {
    var generator = try SeededGenerator(seed: "curves", label: "a key")
    let key = try EllipticKey(curve, from: &generator)
    let message = Array("a message".utf8)
    let signature = try key.sign(message)
    #expect(signature.count == 2 * curve.size)
    func status(_ signature: [UInt8]) throws -> Int32 {
      let digest = curve == .p256 ? "-sha256" : "-sha384"
      return try OpenSSLCommand.run(
        ["dgst", digest, "-verify", "key.pem", "-signature", "signature", "message"],
        files: [
          "key.pem": Array(DEREncoder.pem(key.subjectPublicKeyInfo, label: "PUBLIC KEY").utf8), "message": message,
          "signature": EllipticKey.encoded(signature),
        ]
      ).status
    }
    #expect(try status(signature) == 0)
    let counterpart = try key.counterpart(signature)
    #expect(counterpart != signature && counterpart.count == signature.count)
    #expect(try status(counterpart) == 0)
    #expect(try status(signature.dropLast() + [(signature.last ?? 0) ^ 1]) != 0)
  }
}
