import ReceiptAnalysis

/// Signs payloads under existing certificates.
package struct JWSSigner: Sendable {
  private let signer: TestCertificate
  /// The first part, with the dot after it. The part is cached, because its certificates make it ten times as long as a
  /// payload.
  private let start: String

  /// Signs as Apple's servers do or, under a certificate that issued itself, as StoreKit testing in Xcode does.
  package init(_ chain: SigningChain) {
    signer = chain.signer
    start = Base64.encodeURL(JWSHeader(chain).value.compactBytes) + "."
  }

  /// The compact serialisation of RFC 7515 §7.1. The payload is signed unchanged: objects in it are not signed.
  package func sign(_ payload: JSONValue) throws(MintError) -> String { try sign(payload.compactBytes) }

  /// The compact serialisation of a payload given as octets.
  package func sign(_ payload: [UInt8]) throws(MintError) -> String {
    let input = start + Base64.encodeURL(payload)
    return input + "." + Base64.encodeURL(try signer.ellipticKey().sign(Array(input.utf8)))
  }

  /// The names of members that hold signed data.
  private static let signedMembers: Set<String> = [
    "signedTransactionInfo", "signedRenewalInfo", "signedAppTransactionInfo",
  ]

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
}
