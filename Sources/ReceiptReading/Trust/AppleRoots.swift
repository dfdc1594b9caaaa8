/// Apple's root certificates, which every release of this software pins.
package enum AppleRoots {
  /// SHA-256 fingerprints of the DER certificates that Apple publishes at apple.com/certificateauthority, in lowercase
  /// hexadecimal. "Apple Inc. Root" is the anchor of every app receipt seen (226 of 226); the others are for newer
  /// signed data.
  package static let all: [(name: String, fingerprint: String)] = [
    ("Apple Inc. Root", "b0b1730ecbc7ff4505142c49f1295e6eda6bcaed7e2c68c5be91b5a11001f024"),
    ("Apple Root CA - G2", "c2b9b042dd57830e7d117dac55ac8ae19407d38e41d88f3215bc3a890444a050"),
    ("Apple Root CA - G3", "63343abfb89a6a03ebb57e9b3f5fa7be7c4f5c756f3017b3a8c488c3653e9179"),
  ]
  package static let fingerprints = all.map(\.fingerprint)
  static let appleIncRootFingerprint = fingerprints[0]
  private static let appleRootG3Fingerprint = fingerprints[2]

  /// The pinned anchors for an envelope: those of its certificates whose whole DER encoding has a pinned fingerprint,
  /// and "Apple Inc. Root" in any case.
  ///
  /// Receipts contain that root (226 of 226). The copy in this software is decoded only for a receipt without it.
  static func anchors(among certificates: [Certificate]) -> [TrustAnchor] {
    // Each root occurs once, however often it is embedded, because every anchor costs a search through all
    // certificates. This is an array and not a set, because the first use of a set makes the Swift runtime search all
    // conformances of the program (``AttributeTable``).
    var found: [String] = []
    var roots = certificates.filter { certificate in
      let fingerprint = certificate.sha256Fingerprint
      guard fingerprints.contains(fingerprint), !found.contains(fingerprint) else { return false }
      found.append(fingerprint)
      return true
    }
    if !found.contains(appleIncRootFingerprint), let root = appleIncRoot { roots.append(root) }
    return roots.map { TrustAnchor($0, origin: .pinned) }
  }

  /// The pinned anchors for signed data: "Apple Root CA - G3", the root of all signed data today, and the last of its
  /// certificates, where the root stands, if that is another pinned root.
  static func anchors(forSignedData certificates: [Certificate]) -> [TrustAnchor] {
    var roots = certificates.suffix(1).filter { fingerprints.contains($0.sha256Fingerprint) }
    if roots.first?.sha256Fingerprint != appleRootG3Fingerprint, let root = appleRootG3 {
      roots.append(root)
    }
    return roots.map { TrustAnchor($0, origin: .pinned) }
  }

  /// The embedded copies; `nil` if the fingerprint of a copy is not the pinned one.
  static let appleIncRoot = root(appleIncRootBase64, appleIncRootFingerprint)
  private static let appleRootG3 = root(appleRootG3Base64, appleRootG3Fingerprint)

  private static func root(_ base64: String, _ fingerprint: String) -> Certificate? {
    let text = Array(base64.utf8)
    guard let der = Base64.decodeCanonical(text), let root = try? Certificate(der: der),
      root.sha256Fingerprint == fingerprint
    else { return nil }
    return root
  }

  /// "Apple Inc. Root" (serial number 2, valid until 2035-02-09), DER in base64.
  private static let appleIncRootBase64 = """
    MIIEuzCCA6OgAwIBAgIBAjANBgkqhkiG9w0BAQUFADBiMQswCQYDVQQGEwJVUzETMBEGA1UEChMKQXBwbGUgSW5jLjEmMCQGA1UE\
    CxMdQXBwbGUgQ2VydGlmaWNhdGlvbiBBdXRob3JpdHkxFjAUBgNVBAMTDUFwcGxlIFJvb3QgQ0EwHhcNMDYwNDI1MjE0MDM2WhcN\
    MzUwMjA5MjE0MDM2WjBiMQswCQYDVQQGEwJVUzETMBEGA1UEChMKQXBwbGUgSW5jLjEmMCQGA1UECxMdQXBwbGUgQ2VydGlmaWNh\
    dGlvbiBBdXRob3JpdHkxFjAUBgNVBAMTDUFwcGxlIFJvb3QgQ0EwggEiMA0GCSqGSIb3DQEBAQUAA4IBDwAwggEKAoIBAQDkkakJ\
    H5HbHkdQ6wXtXnmELes2oldMVeyLGYne+Uts9QerIjAC6Bg++FAJ039BqJj50cpmnCRrEdCju+QbKsMflZ56DKRHi1vUFjczy8QP\
    Tc4UadHJGXL1XQ7Vf1+b8iUDulWPTV0N8WQ1IxVLFVkds5T39pyez1C6wVhQZ48ItCD3y6wsIG9wtj8BMIy3Q88PnT3zK0koGsj+\
    zrW5DtleHNbLPbU6rfQPDgCSC7EhFi501TwN22IWq6NxkkdTVcGvL0Gz+PvjcM3mo0xFfh9Ma1CWQYnEdGILEINBhzOKgbEwWOxa\
    BDKMaLOPHd5lc/9nXmW8Sdh2nzMUZaF3lMktAgMBAAGjggF6MIIBdjAOBgNVHQ8BAf8EBAMCAQYwDwYDVR0TAQH/BAUwAwEB/zAd\
    BgNVHQ4EFgQUK9BpR5R2Cf70a40uQKb3R01/CF4wHwYDVR0jBBgwFoAUK9BpR5R2Cf70a40uQKb3R01/CF4wggERBgNVHSAEggEI\
    MIIBBDCCAQAGCSqGSIb3Y2QFATCB8jAqBggrBgEFBQcCARYeaHR0cHM6Ly93d3cuYXBwbGUuY29tL2FwcGxlY2EvMIHDBggrBgEF\
    BQcCAjCBthqBs1JlbGlhbmNlIG9uIHRoaXMgY2VydGlmaWNhdGUgYnkgYW55IHBhcnR5IGFzc3VtZXMgYWNjZXB0YW5jZSBvZiB0\
    aGUgdGhlbiBhcHBsaWNhYmxlIHN0YW5kYXJkIHRlcm1zIGFuZCBjb25kaXRpb25zIG9mIHVzZSwgY2VydGlmaWNhdGUgcG9saWN5\
    IGFuZCBjZXJ0aWZpY2F0aW9uIHByYWN0aWNlIHN0YXRlbWVudHMuMA0GCSqGSIb3DQEBBQUAA4IBAQBcNplMLXi37Yyb3PN3m/J2\
    0ncwT8EfhYOFG5k9RzfyqZtAjizUsZAS2L70c5vu0mQPy3lPNNiiPvl4/2vIB+x9OYOLUyDTOMSxv5pPCmv/K/xZpwUJfBdAVhEe\
    dNO3iyM7R6PVbyTi69G3cN8PReEnyvFteO3ntRcXqNx+IjXKJdXZD9Zr1KIkIxH3oayPc4FgxhtbCS+SsvhESPBgOJ4V9T0mZyCK\
    M2r3DYLP3uujL/lTaltkwGMzd/c6ByxW69oPIQ7aunMZT7XZNn/Bh1XZp5m5MkL72NVxnn6hUrcbvZNCJBIqxw8dtk2cXmPIS4AX\
    UKqK1drk/NAJBzewdXUh
    """

  /// "Apple Root CA - G3" (serial number 2dc5fc88d2c54b95, valid until 2039-04-30), DER in base64.
  private static let appleRootG3Base64 = """
    MIICQzCCAcmgAwIBAgIILcX8iNLFS5UwCgYIKoZIzj0EAwMwZzEbMBkGA1UEAwwSQXBwbGUgUm9vdCBDQSAtIEczMSYwJAYDVQQLDB1B\
    cHBsZSBDZXJ0aWZpY2F0aW9uIEF1dGhvcml0eTETMBEGA1UECgwKQXBwbGUgSW5jLjELMAkGA1UEBhMCVVMwHhcNMTQwNDMwMTgxOTA2\
    WhcNMzkwNDMwMTgxOTA2WjBnMRswGQYDVQQDDBJBcHBsZSBSb290IENBIC0gRzMxJjAkBgNVBAsMHUFwcGxlIENlcnRpZmljYXRpb24g\
    QXV0aG9yaXR5MRMwEQYDVQQKDApBcHBsZSBJbmMuMQswCQYDVQQGEwJVUzB2MBAGByqGSM49AgEGBSuBBAAiA2IABJjpLz1AcqTtkyJy\
    gRMc3RCV8cWjTnHcFBbZDuWmBSp3ZHtfTjjTuxxEtX/1H7YyYl3J6YRbTzBPEVoA/VhYDKX1DyxNB0cTddqXl5dvMVztK517IDvYuVTZ\
    XpmkOlEKMaNCMEAwHQYDVR0OBBYEFLuw3qFYM4iapIqZ3r6966/ayySrMA8GA1UdEwEB/wQFMAMBAf8wDgYDVR0PAQH/BAQDAgEGMAoG\
    CCqGSM49BAMDA2gAMGUCMQCD6cHEFl4aXTQY2e3v9GwOAEZLuN+yRhHFD/3meoyhpmvOwgPUnPWTxnS4at+qIxUCMG1mihDK1A3UT82N\
    Qz60imOlM27jbdoXt2QfyFMm+YhidDkLF1vLUagM6BgD56KyKA==
    """
}
