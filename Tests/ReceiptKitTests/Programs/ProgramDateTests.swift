import ReceiptKit
import Testing

/// Dates and numbers as programs write them.
@Suite("Dates and numbers of other programs")
struct ProgramDateTests {
  @Test(
    "every form is the same moment",
    arguments: [
      JSONValue.number("1795168800000"), .number("1795168800"), .number("816861600"), .number("1795168800000000"),
      .number("1795168800000.0"), .number("1.7951688e12"), .string("1795168800000"), .string("1795168800"),
      .string("2026-11-20T10:00:00Z"), .string("2026-11-20T10:00:00.000+00:00"), .string("2026-11-20 10:00:00 Etc/GMT"),
      .string("2026-11-20 02:00:00 America/Los_Angeles"), .string("2026-11-20T12:00:00+0200"),
      .string("2026-11-20 10:00:00 +0000"), .string("2026-11-20 10:00:00+00"), .string("2026-11-20 10:00:00"),
      .string("Fri, 20 Nov 2026 10:00:00 GMT"), .string("2026-11-20 10:00:00 +0000 UTC m=+0.000012"),
      .string("2026-11-20 12:00:00.000000001 +0200 CEST"), .string("Fri, 20 Nov 2026 10:00:00.000000000 UTC +00:00"),
      .string("Fri Nov 20 10:00:00 UTC 2026"), .string("Fri Nov 20 10:00:00 +0000 2026"),
      .string("Fri Nov 20 2026 12:00:00 GMT+0200 (Central European Summer Time)"),
      .string("November 20, 2026 at 7:00:00 PM UTC+9"), .string("November 20, 2026 at 12:00:00 PM UTC+2"),
      .string("November 20, 2026 at 12:00:00 AM UTC-10"),
    ])
  func forms(_ value: JSONValue) {
    #expect(ProgramDate(value)?.instant == Instant(milliseconds: 1_795_168_800_000), "\(value)")
  }

  @Test(
    "a value that no unit and no form puts into these years is refused",
    arguments: [
      JSONValue.number("0"), .number("1"), .number("-1795168800"), .number("1e400"), .number("99999999999999999999"),
      .string(""), .string("1970-01-01T00:00:00Z"), .string("2026-13-01T00:00:00Z"), .string("2026-11-20T25:00:00Z"),
      .string("0001-01-01T00:00:00Z"), .string("soon"), .string("Fri, 99 Nov 2026 10:00:00 GMT"), .null, .bool(true),
      .string("2026-11-20T10:00:00+9900"), .string("9999-99-99"), .string("2026-"),
    ])
  func none(_ value: JSONValue) {
    #expect(ProgramDate(value) == nil, "\(value)")
  }

  @Test("a day alone is its beginning in UTC, and that is said", arguments: ["Nov 20, 2026", "20 November 2026"])
  func days(_ text: String) {
    let date = ProgramDate(.string(text))
    #expect(date?.instant == Instant(milliseconds: 1_795_132_800_000) && date?.assumesUTC == true)
  }

  @Test("the unit is said")
  func unit() {
    #expect(ProgramDate(.number("1795168800"))?.unit == .seconds)
    #expect(ProgramDate(.number("816861600"))?.unit == .secondsSince2001)
    #expect(ProgramDate(.number("1795168800000"))?.unit == .milliseconds)
    #expect(ProgramDate(.string("2026-11-20T10:00:00Z"))?.unit == nil)
  }

  @Test("numbers that JavaScript rounded are seen")
  func rounded() {
    for text in ["504319184420155600", "5.04e+17", "5.043191844201556e17"] {
      #expect(RoundedNumber.hasLostDigits(text), "\(text)")
    }
    for text in ["504319184420155617", "2000000731045285", "9007199254740992", "1", "", "x", "1e999"] {
      #expect(!RoundedNumber.hasLostDigits(text), "\(text)")
    }
  }
}
