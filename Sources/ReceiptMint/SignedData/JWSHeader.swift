import ReceiptAnalysis

/// The header of a JWS before it is signed.
struct JWSHeader: Sendable {
  var algorithm: JSONValue = .string("ES256")
  /// `nil`: the header has no such member.
  var x5c: JSONValue?
  /// Further members.
  var others: [JSONValue.Member] = []
  /// The certificate whose key signs.
  var signer: TestCertificate

  /// The header of Apple's servers or, for a certificate that issued itself, of Xcode, which has two more members.
  init(_ chain: SigningChain) {
    x5c = Self.x5c(chain.certificates.map(\.der))
    signer = chain.signer
    if chain.isSelfSigned { others = [.init("typ", .string("JWT")), .init("kid", .string("Apple_Xcode_Key"))] }
  }

  static func x5c(_ certificates: [[UInt8]]) -> JSONValue { .array(certificates.map { .string(Base64.encode($0)) }) }

  /// `alg`, `x5c`: the order of Apple's header.
  var value: JSONValue {
    .object([.init("alg", algorithm)] + (x5c.map { [.init("x5c", $0)] } ?? []) + others)
  }
}
