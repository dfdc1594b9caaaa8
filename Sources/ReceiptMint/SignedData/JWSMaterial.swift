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

  init(_ material: JWSMaterial) { self.init(signer: material.chain.signer, certificates: material.certificates) }

  /// - Parameter certificates: the certificates of `x5c`. A single certificate means Xcode, whose header has two more
  ///   members.
  init(signer: TestCertificate, certificates: [TestCertificate]) {
    x5c = Self.x5c(certificates.map(\.der))
    self.signer = signer
    if certificates.count == 1 { others = [.init("typ", .string("JWT")), .init("kid", .string("Apple_Xcode_Key"))] }
  }

  static func x5c(_ certificates: [[UInt8]]) -> JSONValue { .array(certificates.map { .string(Base64.encode($0)) }) }

  /// `alg`, `x5c`: the order of Apple's header.
  var value: JSONValue {
    .object([.init("alg", algorithm)] + (x5c.map { [.init("x5c", $0)] } ?? []) + others)
  }

  /// The compact serialisation with this payload.
  func sign(_ payload: JSONValue) throws(MintError) -> String {
    let input = Base64URL.encode(JWSMaterial.text(value)) + "." + Base64URL.encode(JWSMaterial.text(payload))
    return input + "." + Base64URL.encode(try signer.ellipticKey().sign(Array(input.utf8)))
  }
}

/// The authority and certificates that sign data within data, and that flaws use.
struct JWSMaterial: Sendable {
  let authority: TestAuthority
  let chain: SigningChain
  /// The certificates of `x5c`.
  let certificates: [TestCertificate]
  let options: ChainOptions

  /// A sound JWS.
  func sign(_ payload: JSONValue) throws(MintError) -> String { try JWSHeader(self).sign(payload) }

  /// The names of members that hold signed data.
  static let signedMembers: Set<String> = ["signedTransactionInfo", "signedRenewalInfo", "signedAppTransactionInfo"]

  /// The same value, in which every object that stands in the place of signed data is replaced by the JWS of that
  /// object.
  func signingWithin(_ value: JSONValue) throws(MintError) -> JSONValue {
    guard case .object(var members) = value else { return value }
    for index in members.indices {
      let inner = members[index].value
      guard case .object = inner else { continue }
      members[index].value =
        Self.signedMembers.contains(members[index].name) ? .string(try sign(inner)) : try signingWithin(inner)
    }
    return .object(members)
  }

  static func text(_ value: JSONValue) -> [UInt8] {
    var bytes = value.compactBytes
    if bytes.last == 0x0A { bytes.removeLast() }
    return bytes
  }
}
