import ReceiptAnalysis

/// Signs data as JWS, in the form of Apple's servers or of StoreKit testing in Xcode.
///
///     let data = try SignedDataTemplate(.transaction, options: TemplateOptions(creationDate: now)).description(seed: "my tests")
///     let minter = try JWSMinter(try TestAuthority(seed: "my tests"), shape: .apple, signedAt: "2026-01-01T00:00:00Z")
///     let text = try minter.mint(data)
public struct JWSMinter: Sendable {
  /// Who signs.
  public enum Shape: Sendable {
    /// Apple's servers: three certificates.
    case apple
    /// StoreKit testing in Xcode: one certificate, which signed itself.
    case xcode

    /// The validity of the anchor of such data; Xcode's certificates are made when they are needed.
    package var validity: Validity? { self == .apple ? ChainOptions.signedDataRoot : nil }
  }

  /// The certificates that a verifier needs as anchors to trust what is signed.
  public let anchors: [TestCertificate]
  private let flaws: [JWSFlaw]
  private let material: JWSMaterial

  /// A minter for data that is all signed at one time.
  ///
  /// - Parameters:
  ///   - authority: who signs.
  ///   - flaws: what is to be wrong.
  ///   - shape: whose signed data it has to look like.
  ///   - date: `YYYY-MM-DDThh:mm:ssZ`; the certificates are valid then.
  /// - Throws: ``MintError/impossible(_:)`` for a flaw that such data cannot have, ``MintError/openSSL(call:reason:)``.
  public init(
    _ authority: TestAuthority, flaws: [JWSFlaw] = [], shape: Shape, signedAt date: String
  ) throws(MintError) {
    self.flaws = flaws
    var options = ChainOptions(signedDataAt: date)
    for flaw in flaws { flaw.chain?(&options, date) }
    switch shape {
    case .apple:
      let chain = try authority.signedDataChain(options)
      // The same file serves for receipts.
      anchors = [try authority.root(), chain.root]
      material = JWSMaterial(authority: authority, chain: chain, certificates: chain.certificates, options: options)
    case .xcode:
      if let wrong = flaws.first(where: \.needsChain) {
        throw MintError.impossible("\(wrong.name) is about three certificates, which Xcode's signed data does not have")
      }
      let certificate = try authority.xcodeSignedDataCertificate(holdingAt: date)
      anchors = [certificate]
      material = JWSMaterial(
        authority: authority,
        chain: SigningChain(root: certificate, intermediate: certificate, signer: certificate, digest: .sha256),
        certificates: [certificate], options: options)
    }
  }

  /// Signs one description: the compact serialisation of RFC 7515 §7.1.
  ///
  /// - Throws: ``MintError/impossible(_:)`` for a flaw of the signed data inside, if the payload holds none;
  ///   ``MintError/openSSL(call:reason:)``.
  public func mint(_ description: JWSDescription) throws(MintError) -> String {
    var payload = description.payload
    for flaw in flaws { try flaw.payload?(&payload, material) }
    var octets = JWSMaterial.text(try material.signingWithin(payload))
    for flaw in flaws { flaw.octets?(&octets) }
    var header = JWSHeader(material)
    for flaw in flaws { try flaw.header?(&header, material) }
    var headerOctets = JWSMaterial.text(header.value)
    let input = Base64URL.encode(headerOctets) + "." + Base64URL.encode(octets)
    var signature = try header.signer.ellipticKey().sign(Array(input.utf8))
    for flaw in flaws { try flaw.signature?(&signature, Array(input.utf8), material) }
    for flaw in flaws { flaw.changed?(&headerOctets, &octets) }
    var parts = [headerOctets, octets, signature].map(Base64URL.encode)
    for flaw in flaws { flaw.parts?(&parts) }
    return parts.joined(separator: ".")
  }
}

/// The header of a JWS before it is signed.
struct JWSHeader: Sendable {
  var algorithm: JSONValue = .string("ES256")
  /// `nil`: no such member.
  var x5c: JSONValue?
  /// Further members.
  var others: [JSONValue.Member] = []
  /// Whose key signs.
  var signer: TestCertificate

  init(_ material: JWSMaterial) { self.init(signer: material.chain.signer, certificates: material.certificates) }

  /// - Parameter certificates: those of `x5c`. A single one is Xcode's, whose header has two more members.
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

/// What signs, for data within data and for flaws.
struct JWSMaterial: Sendable {
  let authority: TestAuthority
  let chain: SigningChain
  /// Those of `x5c`.
  let certificates: [TestCertificate]
  let options: ChainOptions

  /// A sound JWS.
  func sign(_ payload: JSONValue) throws(MintError) -> String { try JWSHeader(self).sign(payload) }

  /// The names of members that hold signed data.
  static let signedMembers: Set<String> = ["signedTransactionInfo", "signedRenewalInfo", "signedAppTransactionInfo"]

  /// The same with every object signed that stands where signed data belongs.
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
    var writer = JSONWriter(layout: .compact)
    writer.value(value)
    var bytes = writer.bytes
    if bytes.last == 0x0A { bytes.removeLast() }
    return bytes
  }
}
