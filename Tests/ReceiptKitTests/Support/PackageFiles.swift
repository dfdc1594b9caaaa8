import Foundation

/// Files beside the sources: their place follows from this file's, so that tests run from any directory.
enum PackageFiles {
  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The octets of a file whose path counts from the package.
  static func read(_ path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: root.appendingPathComponent(path)))
  }

  /// The receipts of a folder of vectors: files that are neither sidecars nor prose.
  static func names(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: root.appendingPathComponent(folder).path).sorted()
      .filter { ![".json", ".md", "root.pem"].contains(where: $0.hasSuffix) }
  }
}
