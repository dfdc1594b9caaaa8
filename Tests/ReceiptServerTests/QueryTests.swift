import ReceiptKit
import Testing

@testable import ReceiptServer

@Suite("Options in the query")
struct QueryTests {
  private static let known = [
    QueryParameter("many", "", example: "a", isRepeatable: true), QueryParameter("one", "", example: "a"),
    QueryParameter("flag", "", example: "true", kind: .flag), QueryParameter("at", "", example: "now", kind: .moment),
    QueryParameter("language", "", example: "de-CH", kind: .language, isRepeatable: true),
  ]

  @Test("values are decoded, in their order")
  func values() throws {
    let query = try Query("many=a%2Bb&one=%C3%A4+x%26&many=c&flag=true&", Self.known)
    #expect(query.all("many") == ["a+b", "c"] && query["one"] == "ä x&" && query.flag("flag"))
    #expect(try Query(nil, Self.known).all("many") == [] && Query("", Self.known)["one"] == nil)
    #expect(try Query("flag=false", Self.known).flag("flag") == false)
  }

  @Test(
    "what nobody knows, what is twice and what is nothing is refused",
    arguments: [
      "other=1", "one", "one=", "one=a&one=b", "one=a&one=a", "flag=yes", "flag", "one=%", "one=%4", "one=%zz",
      "one=%FF", "=a", "%6Fne2=a", "one=%+1",
    ])
  func refused(_ text: String) {
    #expect(throws: Problem.self) { try Query(text, Self.known) }
  }

  @Test("languages are tags, known or not")
  func languages() throws {
    let query = try Query("language=de-CH&language=zh-Hans&language=x-a1&language=es-419", Self.known)
    #expect(query.all("language") == ["de-CH", "zh-Hans", "x-a1", "es-419"])
    for text in ["6.5e-260", "1", "de_CH", "-de", "de-", "de--CH", "abcdefghi", "de%2FCH", "%C3%A4", "*"] {
      #expect(throws: Problem.self, "\(text)") { try Query("language=" + text, Self.known) }
    }
  }

  @Test("moments are those of the command line")
  func moments() throws {
    let now = Instant(milliseconds: 5)
    for (text, milliseconds) in [
      ("2024-01-31", 1_706_659_200_000), ("2024-01-31T12:00:00Z", 1_706_702_400_000),
      ("2024-01-31T12:00:00", 1_706_702_400_000), ("2024-01-31T12%3A00%3A00%2B0100", 1_706_698_800_000), ("now", 5),
    ] as [(String, Int64)] {
      #expect(try Query("at=" + text, Self.known).moment(now: now)?.milliseconds == milliseconds, "\(text)")
    }
    #expect(try Query("", Self.known).moment(now: now) == nil)
    #expect(throws: Problem.self) { try Query("at=soon", Self.known).moment(now: now) }
  }

  @Test("what validate can be told is what a policy can say, and every example is right")
  func expectations() throws {
    let names = QueryParameter.expectations.map { $0.name.replacing("-", with: "_") }
    #expect(names == Policy.keys.filter { $0 != "$schema" })
    for parameter in QueryParameter.expectations where !["grace-period"].contains(parameter.name) {
      let query = try Query("\(parameter.name)=\(parameter.example)", QueryParameter.expectations)
      _ = try Expectations(query)
    }
    let query = try Query("max-age=30", QueryParameter.expectations)
    let problem = #expect(throws: Problem.self) { try Expectations(query) }
    #expect(problem?.detail.hasPrefix("max-age: ") ?? false, "\(problem?.detail ?? "")")
  }
}
