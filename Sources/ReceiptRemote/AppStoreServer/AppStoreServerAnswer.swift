import ReceiptKit

/// A piece of signed data in an answer, proven.
package struct SignedItem: Sendable {
  /// The kind of the signed data.
  package let kind: SignedPayloadKind
  /// The place in the answer, as a JSON pointer (RFC 6901).
  package let pointer: String
  /// The JWS itself.
  package let text: String
  /// The payload of the JWS.
  package let payload: JSONValue
  /// The proof.
  package let authenticity: Authenticity
}

/// An answer of the App Store Server API: one page, whose signed data is proven and belongs to the app that asked.
package struct AppStoreServerAnswer: Sendable {
  /// The unchanged bytes of the answer.
  package let bytes: [UInt8]
  /// The answer. Only TLS protects the members outside the signed data.
  package let document: JSONValue
  /// The record of the exchange.
  package let record: ExchangeRecord
  /// The signed data, in the order of the answer.
  package internal(set) var items: [SignedItem] = []
  /// The environment that the signed data names; `nil` if it names none.
  package internal(set) var environment: String?
  /// The start of the next page, or of the answer to a later request.
  package internal(set) var revision: String?
  /// Whether there is a next page.
  package internal(set) var hasMore = false

  /// Makes an answer whose signed data has not been read.
  init(bytes: [UInt8], document: JSONValue, record: ExchangeRecord) {
    self.bytes = bytes
    self.document = document
    self.record = record
  }

  /// The weakest verdict on the signed data; `nil` if the answer has none.
  package var verdict: Authenticity.Verdict? { items.map(\.authenticity.verdict).min { $0.strength < $1.strength } }
}

/// Apple's answer to a change. Only TLS protects it.
package struct AppStoreServerConfirmation: Sendable {
  /// The unchanged bytes of the answer; empty if Apple only confirms the receipt of the request.
  package let bytes: [UInt8]
  /// The answer; `nil` if Apple only confirms the receipt of the request.
  package let document: JSONValue?
  /// The record of the exchange.
  package let record: ExchangeRecord
}

/// Why the App Store Server API gave no usable answer.
package struct AppStoreServerFailure: Error, Sendable {
  /// The fault.
  package var fault: RemoteFault
  /// The record of the exchange; `nil` if nothing was sent.
  package var record: ExchangeRecord?
  /// The page from which to continue; `nil` for the first page, and if continuing makes no sense.
  package var revision: String?
  /// Whether Apple may have made the requested change nevertheless; `false` for requests that change nothing.
  package var mayBeDone = false
}
