import Foundation
import ReceiptKit
import ReceiptMint
import Testing

@testable import ReceiptRedaction

/// What the redaction suites share.
enum RedactionSamples {
  /// The authority's keys are made once.
  private static let shared = Result { try Redactor(key: try key(1)) }

  static func key(_ number: UInt8) throws -> RedactionKey {
    try RedactionKey(octets: [UInt8](repeating: number, count: 32))
  }

  static func redactor(
    key number: UInt8 = 1, _ change: (inout RedactionOptions) -> Void = { _ in }
  ) throws -> Redactor {
    var redactor = try shared.get()
    redactor.key = try key(number)
    change(&redactor.options)
    return redactor
  }

  static func redactor(replacingAll number: UInt8) throws -> Redactor {
    try redactor(key: number) { $0.replacesApp = true }
  }

  static func pseudonyms(_ number: UInt8 = 1) throws -> Pseudonyms { try Pseudonyms(try key(number)) }

  /// The receipt in the output, read by the ordinary decoder.
  static func receipt(_ redaction: Redaction) throws -> Receipt {
    try #require(try InputDecoder().decode(redaction.write(.compact)).claims)
  }

  static func json(_ redaction: Redaction) throws -> [String: Any] {
    let object = try JSONSerialization.jsonObject(with: Data(redaction.write(.compact)))
    return try #require(object as? [String: Any])
  }

  static func bytes(_ object: Any) throws -> [UInt8] {
    Array(try JSONSerialization.data(withJSONObject: object, options: .sortedKeys))
  }

  /// Every published file, by its name.
  static let published: [String] =
    (RealReceipts.sandbox + RealReceipts.xcode + ["legacy-transaction-receipt"]).map { $0 + ".b64" }
    + ["sandbox-sha1-nine-purchases.verifyReceipt.json"]

  static func published(_ file: String) throws -> [UInt8] { try RealReceipts.file(file) }
}

extension Redaction {
  /// The result in one piece.
  func write(_ layout: JSONWriter.Layout) -> [UInt8] {
    var bytes: [UInt8] = []
    write(layout) { bytes += $0 }
    return bytes
  }
}
