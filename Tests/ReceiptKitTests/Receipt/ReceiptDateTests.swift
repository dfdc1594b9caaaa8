import Foundation
import ReceiptKit
import Testing

@Suite("Dates")
struct ReceiptDateTests {
  @Test("of every form name the moment that Python's datetime computes", arguments: try ReceiptDates.sound.get())
  func moment(_ row: (text: String, milliseconds: Int64?)) {
    let date = ReceiptDate(row.text)
    #expect(date?.instant.milliseconds == row.milliseconds)
    #expect(date?.text == (row.milliseconds == nil ? nil : row.text))
  }

  @Test("in any other form are refused", arguments: try TableCase.read("dates", "not dates of receipts"))
  func refused(_ row: TableCase) {
    #expect(ReceiptDate(row.text) == nil)
  }

  @Test("moments as people write them; what is left out is the start of the minute or day, in UTC")
  func moments() throws {
    let expected = try #require(ReceiptDate("2026-12-01T10:00:00Z")).instant
    for row in try TableCase.read("dates", "2026-12-01T10:00:00Z") {
      #expect(ReceiptDate(moment: row.text)?.instant == expected, "\(row.text)")
    }
    #expect(ReceiptDate(moment: "2026-12-01")?.instant == ReceiptDate("2026-12-01T00:00:00Z")?.instant)
    for row in try TableCase.read("dates", "no moment") {
      #expect(ReceiptDate(moment: row.text) == nil, "\(row.text)")
    }
  }

  @Test("leap years by the rule, and the length of every month")
  func calendar() {
    for year in [1, 4, 100, 400, 1582, 1900, 1970, 1999, 2000, 2023, 2024, 2100, 2400, 9999] {
      let isLeap = year % 4 == 0 && year % 100 != 0 || year % 400 == 0
      let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
      for (month, length) in lengths.enumerated() {
        #expect(CivilDate(year: year, month: month + 1, day: length) != nil)
        #expect(CivilDate(year: year, month: month + 1, day: length + 1) == nil)
        #expect(CivilDate(year: year, month: month + 1, day: 0) == nil)
      }
    }
  }

  /// Against Foundation's calendar, which is proleptic Gregorian only from 1582 on.
  @Test("every day from 1600 to 2400 follows the one before it, and is Foundation's at each new year")
  func everyDay() throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(secondsFromGMT: 0))
    let first = try #require(CivilDate(year: 1_600, month: 1, day: 1))
    var previous = first
    var wrong = 0
    for day in (first.daysSince1970 + 1)...(first.daysSince1970 + 292_194) {
      let date = CivilDate(daysSince1970: day)
      let isNext =
        date.year == previous.year && date.month == previous.month && date.day == previous.day + 1
        || date.day == 1
          && (date.month == previous.month + 1
            || date.month == 1 && previous.month == 12 && date.year == previous.year + 1)
      if !isNext || date.daysSince1970 != day { wrong += 1 }
      if date.month == 1, date.day == 1 {
        let parts = DateComponents(year: date.year, month: 1, day: 1)
        let theirs = try #require(calendar.date(from: parts))
        if Int(theirs.timeIntervalSince1970) != day * 86_400 { wrong += 1 }
        if calendar.component(.weekday, from: theirs) != date.weekday + 1 { wrong += 1 }
      }
      previous = date
    }
    #expect(wrong == 0)
    #expect(previous == CivilDate(year: 2_400, month: 1, day: 1))
  }

  /// RFC 3339 has years of four digits; a moment that leaves them in UTC could not be printed.
  @Test("the first and the last year, and what offsets lead out of them")
  func edges() {
    // 719,162 days from 0001-01-01 to 1970-01-01 (python3: datetime.date(1970, 1, 1).toordinal() - 1).
    #expect(ReceiptDate("0001-01-01T00:00:00Z")?.instant.milliseconds == -719_162 * 86_400_000)
    #expect(ReceiptDate("0001-01-01T00:00:00Z")?.instant.pacificText == "0000-12-31 16:00:00 America/Los_Angeles")
    #expect(ReceiptDate("0001-01-01T00:00:00+0001") == nil)
    #expect(ReceiptDate("0000-12-31T23:59:59-0001")?.instant.rfc3339 == "0001-01-01T00:00:59Z")
    #expect(ReceiptDate("0000-12-31T23:59:59Z") == nil)
    #expect(ReceiptDate("9999-12-31T23:59:59.999Z")?.instant.rfc3339 == "9999-12-31T23:59:59.999Z")
    #expect(ReceiptDate("9999-12-31T23:59:59-0001") == nil)
    #expect(ReceiptDate("9999-12-31T23:59:59-2359") == nil)
  }

  @Test("RFC 3339 of fractions before 1970")
  func negativeFractions() {
    #expect(Instant(milliseconds: -1).rfc3339 == "1969-12-31T23:59:59.999Z")
    #expect(Instant(milliseconds: -1_000).rfc3339 == "1969-12-31T23:59:59Z")
    #expect(Instant(milliseconds: 1).gmtText == "1970-01-01 00:00:00 Etc/GMT")
    #expect(Instant(milliseconds: -1).gmtText == "1969-12-31 23:59:59 Etc/GMT")
  }
}
