/// How Apple signed receipts in one period: with which digest, and with certificates of which validity.
public enum Era: String, CaseIterable, Sendable {
  /// SHA-1, and the first intermediate, which was issued in 2008 (observed on a receipt of 2015).
  case first
  /// SHA-1 everywhere, the intermediate of 2013 (observed on receipts from 2015 to 2022).
  case sha1
  /// SHA-1, WWDR G7, which was valid for one year (observed on a receipt of 2023; TN3138).
  case g7
  /// SHA-256 except for the root's own signature, WWDR G5 (observed on receipts since 2023; TN3138).
  case sha256

  /// The digest of the receipt's signature, and of the signatures on signer and intermediate.
  package var digest: Digest { self == .sha256 ? .sha256 : .sha1 }

  /// A moment at which every certificate of the default chain is valid; `YYYY-MM-DDThh:mm:ssZ`.
  package var sampleDate: String { facts.sampleDate }

  /// The era of receipts that were made at a time. The first and the last era extend beyond their dates.
  ///
  /// - Parameters:
  ///   - date: `YYYY-MM-DDThh:mm:ssZ`; only its order matters.
  ///   - isSandbox: the sandbox changed to SHA-256 in the summer of 2023, the App Store in January 2025 (TN3138).
  package init(at date: String, isSandbox: Bool) {
    switch date {
    case ..<"2015-11-12": self = .first
    case ..<"2022-12-03": self = .sha1
    case ..<(isSandbox ? "2023-08-01" : "2025-01-01"): self = .g7
    default: self = .sha256
    }
  }

  /// The validity of the root, which is that of Apple Root CA.
  var rootValidity: Validity { Validity("2006-04-25T21:40:36Z", "2035-02-09T21:40:36Z") }

  var intermediateValidity: Validity { facts.intermediate }

  var signerValidity: Validity { facts.signer }

  /// The organizational unit of the intermediate. G5 has this in its name, the intermediate of 2013 does not. Without
  /// it the two could not be distinguished by their issuer.
  var intermediateUnit: String { facts.unit }

  private var facts: (sampleDate: String, intermediate: Validity, signer: Validity, unit: String) {
    switch self {
    case .first:
      (
        "2015-08-13T07:50:46Z", Validity("2008-02-14T18:56:35Z", "2016-02-14T18:56:35Z"),
        Validity("2010-11-11T21:58:01Z", "2015-11-11T21:58:01Z"), "first era"
      )
    case .sha1:
      (
        "2020-07-22T17:39:08Z", Validity("2013-02-07T21:48:47Z", "2023-02-07T21:48:47Z"),
        Validity("2015-11-13T02:15:09Z", "2023-02-07T21:48:47Z"), "SHA-1 era"
      )
    case .g7:
      (
        "2023-02-22T14:30:15Z", Validity("2022-11-17T20:40:53Z", "2023-11-17T20:40:52Z"),
        Validity("2022-12-02T21:46:04Z", "2023-11-17T20:40:52Z"), "G7 era"
      )
    case .sha256:
      (
        "2025-12-26T18:39:47Z", Validity("2020-12-16T19:38:56Z", "2030-12-10T00:00:00Z"),
        Validity("2024-07-24T14:50:03Z", "2026-08-23T14:50:02Z"), "SHA-256 era"
      )
    }
  }
}
