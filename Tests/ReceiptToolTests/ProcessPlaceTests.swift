import Foundation
import Testing

/// Tests run commands in their own process (`ToolRun`), which costs less and can be debugged.
@Suite("Processes of the program")
struct ProcessPlaceTests {
  @Test("at most 60 places start the built program, and each says why")
  func places() throws {
    let folder = Package.root.appendingPathComponent("Tests/ReceiptToolTests")
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".swift") }
    var reasons: [String] = []
    for name in names where name != "ProcessPlaceTests.swift" {
      let text = try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
      let found = text.components(separatedBy: "program(because: \"").dropFirst().map {
        String($0.prefix { $0 != "\"" })
      }
      reasons += found
      if text.contains("Process()"), name != "ToolRun.swift" {
        #expect(!found.isEmpty || text.contains("URL(fileURLWithPath:"), "\(name) starts a program of no known path")
      }
    }
    #expect((1...60).contains(reasons.count), "\(reasons.count) places")
    for reason in reasons { #expect((10...80).contains(reason.count), "\(reason)") }
  }
}
