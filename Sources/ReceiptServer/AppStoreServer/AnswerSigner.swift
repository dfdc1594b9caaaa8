import NIOConcurrencyHelpers
import ReceiptKit
import ReceiptMint

/// Signs answers as Apple's servers do, under the test authority. Moments are in milliseconds since 1970.
final class AnswerSigner: Sendable {
  private let authority: TestAuthority
  /// The chain of the last answer. The next answer uses it, too, unless the clock has advanced by years.
  private let current = NIOLockedValueBox<(signer: Validity, intermediate: Validity, jws: JWSSigner)?>(nil)

  /// Recently signed payloads, because the same payloads are requested again and again while the clock stands still.
  /// Signing is deterministic, so an answer does not reveal whether it was cached.
  private let cache = NIOLockedValueBox<[[UInt8]: String]>([:])
  /// Some 6 KB each.
  private static let maximumCached = 2_000

  init(_ authority: TestAuthority) { self.authority = authority }

  /// Signs a payload at a moment, under certificates that are valid then.
  func sign(_ payload: JSONValue, at now: Int64) throws(MintError) -> String {
    let octets = payload.setting(Self.dateMember(payload), .whole(now)).compactBytes
    if let text = cache.withLockedValue({ $0[octets] }) { return text }
    let text = try signer(at: now).sign(octets)
    cache.withLockedValue { cache in
      if cache.count >= Self.maximumCached { cache = [:] }
      cache[octets] = text
    }
    return text
  }

  /// Signs a notification as of its signing date, including the signed data in it.
  func sign(notification: JSONValue, at signed: Int64) throws(MintError) -> String {
    let signer = try signer(at: signed)
    var notification = notification
    for (holder, name) in [
      ("data", "signedTransactionInfo"), ("data", "signedRenewalInfo"), ("appData", "signedAppTransactionInfo"),
    ] {
      guard let outer = notification[holder], let inner = outer[name] else { continue }
      notification = notification.setting(holder, outer.setting(name, .string(try signer.sign(inner))))
    }
    return try signer.sign(notification)
  }

  private static func dateMember(_ payload: JSONValue) -> String {
    payload["receiptType"] == nil ? "signedDate" : "receiptCreationDate"
  }

  private func signer(at moment: Int64) throws(MintError) -> JWSSigner {
    // The certificates' times have whole seconds.
    let options = ChainOptions(signedDataAt: Instant(milliseconds: moment / 1_000 * 1_000).rfc3339)
    let last = current.withLockedValue { $0 }
    if let last, last.signer == options.signerValidity, last.intermediate == options.intermediateValidity {
      return last.jws
    }
    let signer = JWSSigner(try authority.signedDataChain(options))
    current.withLockedValue { $0 = (options.signerValidity, options.intermediateValidity, signer) }
    return signer
  }
}
