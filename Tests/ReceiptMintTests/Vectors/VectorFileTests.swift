import Foundation
import Testing

/// The files in TestReceipts/ are what their descriptions say. `Scripts/vectors` sets RECORD_VECTORS=1 to write them
/// anew.
@Suite("TestReceipts")
struct VectorFileTests {
  static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("TestReceipts")

  /// What is not minted.
  private static let handWritten: Set = ["README.md", "run.py"]

  static func files() throws -> [String: [UInt8]] {
    let list = try VectorList()
    var files: [String: [UInt8]] = [:]
    for vector in try list.all() {
      for (name, bytes) in [(vector.fileName, vector.bytes), (vector.name + ".json", Array(vector.sidecar.utf8))] {
        #expect(files.updateValue(bytes, forKey: name) == nil, "\(name) twice")
      }
    }
    for (name, pem) in try list.anchors() { #expect(files.updateValue(Array(pem.utf8), forKey: name) == nil) }
    let index = VectorIndex(vectors: try list.all())
    #expect(files.updateValue(Array(index.text.utf8), forKey: "index.json") == nil)
    return files
  }

  @Test("hold what is minted today, to the octet")
  func committed() throws {
    let files = try Self.files()
    let manager = FileManager.default
    if ProcessInfo.processInfo.environment["RECORD_VECTORS"] == "1" {
      for name in try manager.contentsOfDirectory(atPath: Self.folder.path) where !Self.handWritten.contains(name) {
        try manager.removeItem(at: Self.folder.appendingPathComponent(name))
      }
      for (name, bytes) in files { try Data(bytes).write(to: Self.folder.appendingPathComponent(name)) }
      Issue.record("recorded \(files.count) files; look at what changed and run again without RECORD_VECTORS")
      return
    }
    #expect(files.count > 60)
    #expect(Set(try manager.contentsOfDirectory(atPath: Self.folder.path)) == Set(files.keys).union(Self.handWritten))
    for (name, bytes) in files.sorted(by: { $0.key < $1.key }) {
      let found = try? Data(contentsOf: Self.folder.appendingPathComponent(name))
      #expect(found.map(Array.init) == bytes, "\(name) is not what RECORD_VECTORS=1 would write")
    }
  }

  @Test("are all that judgements are written for")
  func judgements() throws {
    let names = Set(try VectorList().all().map(\.name))
    #expect(names.isSuperset(of: VectorJudgementTable.all.keys))
  }

  @Test("name nobody: every identifier is invented, no private key is among them")
  func invented() throws {
    for (name, bytes) in try Self.files() {
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(!text.contains("PRIVATE KEY"), "\(name)")
      #expect(!text.contains("com.") || text.contains("com.example.") || !name.hasSuffix(".json"), "\(name)")
    }
  }
}
