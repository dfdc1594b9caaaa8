import ReceiptKit
import Testing

/// Tests/Fixtures/pacific.txt was written by Python's zoneinfo (Tests/Fixtures/pacific.py), from the IANA time zone
/// database.
@Suite("America/Los_Angeles")
struct PacificTimeTests {
  @Test("is what zoneinfo says, at every change from 1970 to 2040")
  func changes() throws {
    let text = String(decoding: try PackageFiles.read("Tests/Fixtures/pacific.txt"), as: UTF8.self)
    let lines = text.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
    #expect(lines.count > 900)
    var daylight = 0
    var wrong: [String] = []
    for line in lines {
      try #require(line.count == 3)
      let instant = Instant(milliseconds: try #require(Int64(line[0])) * 1_000)
      let local = line[2].map { $0 == "T" ? " " : String($0) }.joined()
      if instant.pacificText != local + " America/Los_Angeles" { wrong.append("\(line) \(instant.pacificText)") }
      if instant.rfc3339 != line[1] { wrong.append("\(line) \(instant.rfc3339)") }
      if instant.gmtText.prefix(19) != line[1].prefix(19).map({ $0 == "T" ? " " : String($0) }).joined() {
        wrong.append("\(line) \(instant.gmtText)")
      }
      if ReceiptDate(line[1])?.instant != instant { wrong.append("\(line) is not read back") }
      if PacificTime.offsetSeconds(at: instant) == -25_200 { daylight += 1 }
    }
    #expect(wrong.isEmpty, "\(wrong.count): \(wrong.prefix(5))")
    // Both kinds of time are there in number.
    #expect(daylight > 300 && lines.count - daylight > 300)
  }

  @Test("milliseconds do not move a change")
  func milliseconds() throws {
    // 2025-03-09T10:00:00Z: the clock goes from 1:59:59 to 3:00:00.
    let change: Int64 = 1_741_514_400_000
    #expect(Instant(milliseconds: change - 1).pacificText == "2025-03-09 01:59:59 America/Los_Angeles")
    #expect(Instant(milliseconds: change).pacificText == "2025-03-09 03:00:00 America/Los_Angeles")
    #expect(Instant(milliseconds: change + 999).pacificText == "2025-03-09 03:00:00 America/Los_Angeles")
  }

  @Test("extremes do not trap", arguments: [.min, .max, 0, -1] as [Int64])
  func extremes(_ milliseconds: Int64) {
    let instant = Instant(milliseconds: milliseconds)
    #expect(instant.pacificText.hasSuffix(" America/Los_Angeles"))
    #expect(instant.gmtText.hasSuffix(" Etc/GMT"))
    #expect(instant.rfc3339.hasSuffix("Z"))
  }
}
