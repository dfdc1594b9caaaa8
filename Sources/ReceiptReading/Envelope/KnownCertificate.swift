/// What is known of one of Apple's certificates without decoding it: what OpenSSL said of it when ``KnownCertificates`` was made.
struct KnownCertificate: Sendable {
  /// SHA-256 of its octets, in lowercase hexadecimal.
  let fingerprint: String
  let subject: String
  let issuer: String
  let commonName: String
  let serialNumber: String
  /// In milliseconds since 1970.
  let notBefore: Int64
  let notAfter: Int64
  let markerOIDs: [String]
  /// The modulus of its RSA key in base64; empty unless it signs receipts.
  let modulus: String
  /// The public exponent.
  let exponent: UInt
}
