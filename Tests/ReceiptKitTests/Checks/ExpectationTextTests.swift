import ReceiptKit
import Testing

@Suite("Versions and lengths of time")
struct ExpectationTextTests {
  @Test(
    "versions are compared number by number",
    arguments: [
      ("1", "2"), ("1.9", "1.10"), ("9", "10"), ("1.0", "1.0.1"), ("0", "0.0.1"), ("1.2.3", "1.3"),
      ("007", "8"), ("99999999999999999", "100000000000000000"),
    ])
  func ordered(_ less: String, _ more: String) throws {
    let (left, right) = (try DottedVersion(expected: less), try DottedVersion(expected: more))
    #expect(left < right && !(right < left) && left != right && right >= left)
  }

  @Test("missing numbers are zero", arguments: [("1", "1.0"), ("1.2", "1.2.0.0"), ("0", "0.0"), ("01", "1")])
  func equal(_ one: String, _ other: String) throws {
    #expect(try DottedVersion(expected: one) == DottedVersion(expected: other))
  }

  @Test(
    "what is not a version is refused by name",
    arguments: [
      "", ".", "1.", ".1", "1..2", "1.0b2", "v1", "-1", "+1", " 1", "1,2", "１", "1.2.3.4.5.6.7.8.9", "null",
      "1234567890123456789",
    ])
  func noVersion(_ text: String) {
    #expect(DottedVersion(text) == nil)
    let error = #expect(throws: ExpectationError.self) { try DottedVersion(expected: text) }
    #expect(error?.message.contains("'\(text)'") == true && error?.hint != nil)
  }

  @Test(
    "lengths of time are read",
    arguments: [("0s", 0), ("90s", 90), ("30m", 1_800), ("12h", 43_200), ("16d", 1_382_400), ("2w", 1_209_600)])
  func period(_ text: String, _ seconds: Int64) throws {
    #expect(try DurationText(text).milliseconds == seconds * 1_000)
    #expect(try DurationText(text).text == text)
  }

  @Test(
    "what is none is refused by name",
    arguments: ["", "d", "3", "-3d", "3 d", "1.5d", "3D", "3months", "P3D", "99999999999999999999s", "36526d", "１d"])
  func noPeriod(_ text: String) {
    let error = #expect(throws: ExpectationError.self) { try DurationText(text) }
    #expect(error?.message.contains("'\(text)'") == true)
    #expect(error?.hint == DurationText.acceptedForms)
  }

  @Test("contradictions are refused")
  func contradictions() throws {
    var grace = Expectations()
    grace.gracePeriod = try DurationText("6h")
    #expect(throws: ExpectationError.self) { try grace.checkConsistency() }
    grace.activeProducts = ["monthly"]
    #expect(throws: Never.self) { try grace.checkConsistency() }
    var test = Expectations()
    test.allowsTestSigned = true
    #expect(throws: Never.self) { try test.checkConsistency() }
    for environments in [[Expectations.Environment.production], [.vpp], [.production, .vpp]] {
      test.environments = environments
      #expect(throws: ExpectationError.self) { try test.checkConsistency() }
    }
    test.environments = [.production, .sandbox]
    #expect(throws: Never.self) { try test.checkConsistency() }
  }
}
