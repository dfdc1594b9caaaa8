import Foundation
import ReceiptMint
import Testing

/// Other people's tests name vectors: no vector goes, and no answer about one changes. The record has a line for each,
/// `VERSION NAME SUITE ANSWER FAILURE`, with the version that it came with, below the version and the digest of all
/// files. RECORD_VECTORS=1 adds lines; none is ever changed without a new major version, and then by hand.
@Suite("TestReceipts, what is permanent")
struct VectorRecordTests {
  private static let file = VectorFileTests.folder.deletingLastPathComponent()
    .appendingPathComponent("Tests/Fixtures/vectors.txt")

  /// What has to stay of a vector.
  private static func line(_ vector: Vector) -> String {
    let answer = VectorAnswer(vector)
    return "\(vector.name) \(answer.suite.rawValue) \(answer.word.rawValue) \(answer.failure ?? "-")"
  }

  private static func digest() throws -> String {
    let files = try VectorFileTests.files().sorted { $0.key < $1.key }
    return VectorText.hex(try Digest.sha256.hash(files.flatMap { Array(($0.key + "\n").utf8) + $0.value }))
  }

  private static func numbers(_ version: Substring) -> [Int] { version.split(separator: ".").compactMap { Int($0) } }

  @Test("every vector keeps its name and its answer, and another content has another version")
  func permanent() throws {
    let record = try String(contentsOf: Self.file, encoding: .utf8).split(separator: "\n")
    let head = try #require(record.first).split(separator: " ")
    let (recorded, digest) = (try #require(head.first), try #require(head.last))
    let kept = Set(record.dropFirst().map { $0.drop { $0 != " " }.dropFirst() })
    let lines = try VectorList().all().map(Self.line)
    #expect(kept.subtracting(lines.map { $0[...] }) == [], "these vectors are gone, or their answers are others")
    let added = lines.filter { !kept.contains($0[...]) }
    let now = try Self.digest()
    guard now != digest || !added.isEmpty else { return }

    let new = Self.numbers(VectorIndex.version[...])
    let old = Self.numbers(recorded)
    let isRaised = old.lexicographicallyPrecedes(new)
    let isEnough = added.isEmpty ? isRaised : old.prefix(2).lexicographicallyPrecedes(new.prefix(2))
    #expect(isEnough, "raise VectorIndex.version (\(added.count) new vectors), and run Scripts/vectors")
    guard isEnough, ProcessInfo.processInfo.environment["RECORD_VECTORS"] == "1" else {
      #expect(now == digest && added.isEmpty, "the files are not those of the record: run Scripts/vectors")
      return
    }
    let text = ["\(VectorIndex.version) \(now)"] + record.dropFirst() + added.map { "\(VectorIndex.version) \($0)" }
    try (text.joined(separator: "\n") + "\n").write(to: Self.file, atomically: true, encoding: .utf8)
    Issue.record("recorded version \(VectorIndex.version); run again without RECORD_VECTORS")
  }
}
