import Foundation
import ReceiptKit
import TestSupport
import Testing

/// Receipts that their owners published. They stay outside this repository; without them their tests are skipped.
enum RealReceipts {
  static let sandbox = [
    "sandbox-2015-first-intermediate", "sandbox-sha1-g7", "sandbox-sha1-nine-purchases", "sandbox-sha256-g5",
  ]
  static let xcode = ["xcode-empty", "xcode-offset-dates", "xcode-one-purchase"]

  static var areHere: Bool { Samples.receipts.areHere }
  static let missing = Comment(rawValue: Samples.receipts.missing)

  /// A file as it is.
  static func file(_ name: String) throws -> [UInt8] { try Samples.receipts.read(name) }

  /// The same of a receipt: base64 text.
  static func text(_ name: String) throws -> [UInt8] { try file(name + ".b64") }

  /// The envelope, decoded by Foundation and not by us.
  static func bytes(_ name: String) throws -> [UInt8] {
    let data = Data(base64Encoded: Data(try text(name)), options: .ignoreUnknownCharacters)
    return Array(try #require(data))
  }

  /// The certificate that stands in every genuine receipt, as a decoy for forged ones.
  static func appleRoot() throws -> Certificate {
    let signed = try SignedData(try bytes("sandbox-sha256-g5"))
    return try #require(signed.certificates.first { $0.sha256Fingerprint == AppleRoots.fingerprints[0] })
  }
}
