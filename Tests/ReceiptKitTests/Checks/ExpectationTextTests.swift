import ReceiptKit
import Testing

@Suite("Versions and lengths of time")
struct ExpectationTextTests {
  @Test("versions are compared number by number", arguments: try TableCase.read("values", "versions, and later ones"))
  func ordered(_ row: TableCase) throws {
    let (left, right) = (try DottedVersion(expected: row.text), try DottedVersion(expected: row.expected[0]))
    #expect(left < right && !(right < left) && left != right && right >= left)
  }

  @Test("missing numbers are zero", arguments: [("1", "1.0"), ("1.2", "1.2.0.0"), ("0", "0.0"), ("01", "1")])
  func equal(_ one: String, _ other: String) throws {
    #expect(try DottedVersion(expected: one) == DottedVersion(expected: other))
  }

  @Test("what is not a version is refused by name", arguments: try TableCase.read("values", "no versions"))
  func noVersion(_ row: TableCase) {
    #expect(DottedVersion(row.text) == nil)
    let error = #expect(throws: ExpectationError.self) { try DottedVersion(expected: row.text) }
    #expect(error?.message.contains("'\(row.text)'") == true && error?.hint != nil)
  }

  @Test("lengths of time are read", arguments: try TableCase.read("values", "lengths of time"))
  func period(_ row: TableCase) throws {
    let seconds = try #require(Int64(row.expected[0]))
    #expect(try DurationText(row.text).milliseconds == seconds * 1_000)
    #expect(try DurationText(row.text).text == row.text)
  }

  @Test("what is no length of time is refused by name", arguments: try TableCase.read("values", "no lengths of time"))
  func noPeriod(_ row: TableCase) {
    let error = #expect(throws: ExpectationError.self) { try DurationText(row.text) }
    #expect(error?.message.contains("'\(row.text)'") == true)
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
