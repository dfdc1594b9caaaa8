import Foundation
import Testing

@testable import ReceiptCommands

/// Names of files begin as they like, so that patterns in examples begin with a folder or stand behind `--`.
@Suite("Patterns in examples")
struct ExampleTests {
  @Test("no example gives the tool a bare pattern")
  func patterns() throws {
    var texts: [(name: String, text: String)] = []
    for file in [
      "README.md", "Examples/README.md", "Examples/test", "Examples/crontab", "TestReceipts/README.md",
      "ARCHITECTURE.md",
    ] {
      let text = try Package.text(file)
      texts.append((file, text))
    }
    for command in try CommandTree.shared().commands {
      texts.append((command.name, HelpTests.text(command.words, columns: 2_000)))
    }
    var patterns = 0
    for (name, text) in texts {
      for line in text.split(separator: "\n") where line.contains("receipt-tool ") {
        let words = line.split(separator: " ")
        for (index, word) in words.enumerated() where word.contains("*") && word != "*" && !word.hasPrefix("'") {
          patterns += 1
          #expect(word.hasPrefix("./") || words[..<index].contains("--"), "\(name): \(line)")
        }
      }
    }
    #expect(patterns >= 3)
  }
}
