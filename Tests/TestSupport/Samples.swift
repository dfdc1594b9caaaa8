import Foundation

/// Genuine samples, which are not distributed: `RECEIPT_SAMPLES` names their folder, `../shared` beside the package
/// unless it is set. Without a folder of them, the tests that need it are skipped by name.
public enum Samples: String {
  /// Receipts that their owners published.
  case receipts
  /// Signed data of Apple's, of Xcode's and of the tests of Apple's library.
  case signed
  /// Inputs of public reports that were answered wrongly, made anew with test keys.
  case cases
  /// Certificates out of such receipts.
  case certificates

  private static let root =
    ProcessInfo.processInfo.environment["RECEIPT_SAMPLES"].map { URL(fileURLWithPath: $0, isDirectory: true) }
    ?? URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("shared")

  /// The folder of these samples.
  public var folder: URL { Self.root.appendingPathComponent(rawValue) }

  /// Whether they can be read here.
  public var areHere: Bool { FileManager.default.fileExists(atPath: folder.path) }

  /// Why a test is skipped.
  public var missing: String { "the samples are not here: \(rawValue) in the folder that RECEIPT_SAMPLES names" }

  /// The octets of a file.
  public func read(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: folder.appendingPathComponent(name)))
  }

  /// The names of all files, sorted.
  public func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
}
