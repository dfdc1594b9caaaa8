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

  #if os(Linux)
    @Test("a command that ran in another working directory leaves no thread of the tests there")
    func workingDirectory() throws {
      let scratch = try Scratch()
      let run = Thread {
        _ = ToolThread.alone(in: scratch.url) {
          // The system makes threads for what waits, and keeps them. No other test has any of this kind.
          let wait = DispatchSemaphore(value: 0)
          let group = DispatchGroup()
          for _ in 0..<64 { DispatchQueue.global(qos: .background).async(group: group) { wait.wait() } }
          Thread.sleep(forTimeInterval: 0.2)
          for _ in 0..<64 { wait.signal() }
          group.wait()
          return 0
        }
      }
      run.start()
      while !run.isFinished { Thread.sleep(forTimeInterval: 0.01) }
      let tasks = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")
      // A thread that has ended meanwhile has no directory.
      let places = tasks.compactMap {
        try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/task/\($0)/cwd")
      }
      #expect(Set(places) == [FileManager.default.currentDirectoryPath], "\(places)")
    }
  #endif
}
