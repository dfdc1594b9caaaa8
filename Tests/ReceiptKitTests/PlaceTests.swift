import Foundation
import Testing

@Suite("Places of a fact")
struct PlaceTests {
  /// The files of `Sources` that name one of these words.
  private static func files(naming words: [String]) throws -> [String] {
    let folder = PackageFiles.root.appendingPathComponent("Sources")
    let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
    return try paths.sorted().filter { path in
      guard path.hasSuffix(".swift") else { return false }
      let text = try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
      return words.contains { text.firstRange(of: $0) != nil }
    }
  }

  /// What a new expectation takes: its property with its row, and the property that the argument parser needs.
  @Test("an expectation stands in two files beside its check")
  func expectation() throws {
    let files = try Self.files(naming: ["original_version_below", "original-version-below", "originalVersionBelow"])
      .filter { !$0.hasSuffix("/OriginalApplicationVersionCheck.swift") }
    #expect((1...2).contains(files.count), "\(files)")
  }

  /// What a new attribute takes: its property, its row, its property and row in the mint, and a value for the mint's
  /// samples.
  @Test(
    "an attribute stands in four files",
    arguments: [["age_rating", "ageRating"], ["generator_version", "generatorVersion"]])
  func attribute(_ words: [String]) throws {
    let files = try Self.files(naming: words)
    #expect((3...4).contains(files.count), "\(files)")
  }
}
