import Foundation
import ReceiptKit
import Testing

/// Texts that were looked at by people and may not change unseen.
enum InspectGolden {
  private static var folder: String {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Golden").path
  }

  /// Compares with `Golden/NAME.txt`, or writes that file if RECORD_GOLDEN is 1.
  static func expect(_ text: String, is name: String, location: SourceLocation = #_sourceLocation) throws {
    let path = folder + "/" + name + ".txt"
    if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] == "1" {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try text.write(toFile: path, atomically: true, encoding: .utf8)
      return
    }
    let golden = try String(contentsOfFile: path, encoding: .utf8)
    // Line by line, so that a failure names the line and not the text.
    let (lines, others) = (
      text.split(separator: "\n", omittingEmptySubsequences: false),
      golden.split(separator: "\n", omittingEmptySubsequences: false)
    )
    for (line, other) in zip(lines, others) where line != other {
      Issue.record("\(name).txt has '\(other)', the text has '\(line)'", sourceLocation: location)
      return
    }
    #expect(lines.count == others.count, "\(name).txt", sourceLocation: location)
  }

  /// The recorded reports that are whole, by their names.
  static func reports() throws -> [String: String] {
    let parts = /^inspect-(signed|notification|asn1)-|-json\.txt$/
    return try FileManager.default.contentsOfDirectory(atPath: folder).reduce(into: [:]) { reports, name in
      guard name.contains(/^(inspect|status|compare)-/), !name.contains(parts) else { return }
      reports[name] = try String(contentsOfFile: folder + "/" + name, encoding: .utf8)
    }
  }

  /// No line is wider than the width, and nothing in it acts on a terminal.
  static func expectFits(_ text: String, _ width: Int, location: SourceLocation = #_sourceLocation) {
    #expect(text.hasSuffix("\n"), sourceLocation: location)
    for line in text.dropLast().split(separator: "\n", omittingEmptySubsequences: false) {
      let columns = displayWidth(of: String(line))
      guard columns > width || line.unicodeScalars.contains(where: \.actsOnTerminals) else { continue }
      Issue.record("\(columns) columns of \(width): \(line)", sourceLocation: location)
      return
    }
  }
}
