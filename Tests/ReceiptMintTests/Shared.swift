import ReceiptMint

/// What several suites mint with: keys are made once.
enum Shared {
  private static let small = Result { () throws(MintError) in
    try TestAuthority(seed: "receipt-mint tests", keySize: .bits1024)
  }

  /// 1024-bit keys.
  static var authority: TestAuthority { get throws { try small.get() } }

  static func hex(_ octets: some Sequence<UInt8>) -> String {
    octets.map { octet in
      let digits = String(octet, radix: 16)
      return digits.count < 2 ? "0" + digits : digits
    }
    .joined()
  }
}
