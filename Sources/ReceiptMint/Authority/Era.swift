/// How receipts were signed at a time: which digest, and between which dates Apple's certificates were valid.
public enum Era: String, CaseIterable, Sendable {
  /// SHA-1 everywhere, the intermediate of 2013 (observed on receipts from 2015 to 2023).
  case sha1
  /// SHA-256 but for the root's own signature, WWDR G5 (observed on receipts since 2023; TN3138).
  case sha256

  /// Digest of the receipt's signature and of those on signer and intermediate.
  public var digest: Digest {
    switch self {
    case .sha1: .sha1
    case .sha256: .sha256
    }
  }

  /// A moment at which every certificate of a default chain is valid; `YYYY-MM-DDThh:mm:ssZ`.
  public var sampleDate: String {
    switch self {
    case .sha1: "2020-07-22T17:39:08Z"
    case .sha256: "2025-12-26T18:39:47Z"
    }
  }

  /// Apple Root CA's own.
  var rootValidity: Validity { Validity("2006-04-25T21:40:36Z", "2035-02-09T21:40:36Z") }

  var intermediateValidity: Validity {
    switch self {
    case .sha1: Validity("2013-02-07T21:48:47Z", "2023-02-07T21:48:47Z")
    case .sha256: Validity("2020-12-16T19:38:56Z", "2030-12-10T00:00:00Z")
    }
  }

  var signerValidity: Validity {
    switch self {
    case .sha1: Validity("2015-11-13T02:15:09Z", "2023-02-07T21:48:47Z")
    case .sha256: Validity("2024-07-24T14:50:03Z", "2026-08-23T14:50:02Z")
    }
  }

  /// G5 says so in its name, the intermediate of 2013 does not; nor could two certificates be told apart by their issuer else.
  var intermediateUnit: String {
    switch self {
    case .sha1: "SHA-1 era"
    case .sha256: "SHA-256 era"
    }
  }
}
