import ReceiptKit
import Testing

/// Dates and numbers as programs write them.
@Suite("Dates and numbers of other programs")
struct ProgramDateTests {
  @Test(
    "every form is the same moment",
    arguments: try TableCase.read("dates", "2026-11-20T10:00:00Z as programs write it"))
  func forms(_ row: TableCase) throws {
    #expect(ProgramDate(try JSONReader().read(row.text))?.instant == Instant(milliseconds: 1_795_168_800_000))
  }

  @Test(
    "a value that no unit and no form puts into these years is refused",
    arguments: try TableCase.read("dates", "no date of a program"))
  func none(_ row: TableCase) throws {
    #expect(ProgramDate(try JSONReader().read(row.text)) == nil)
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
