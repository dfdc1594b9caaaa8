import ArgumentParser
import ReceiptKit
import Testing

@testable import ReceiptCommands

@Suite("Options of expectations")
struct ExpectationOptionsTests {
  @Test("everything that can be expected has an option that counts", arguments: ExpectationRow.all.map(\.key))
  func complete(_ key: String) throws {
    let row = try #require(ExpectationRow.all.first { $0.key == key })
    // Only a subscription can have a grace period.
    let rest = ["--active", "a"]
    var arguments = rest + ["--" + row.name]
    if case .flag = row.reading {} else { arguments.append(row.example) }
    let without = try ExpectationOptions.parse(rest).expectations(.silent)
    #expect(try ExpectationOptions.parse(arguments).expectations(.silent) != without)
  }
}
