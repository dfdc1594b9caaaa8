import Foundation
import Testing

@testable import ReceiptAnalysis
@testable import ReceiptReading

/// The table of members in docs/moving-off-verifyreceipt.md, against the tables that the sources have.
@Suite("docs/moving-off-verifyreceipt.md")
struct MovingOffVerifyReceiptTests {
  private struct Row {
    let old: String
    /// `nil` for what is gone.
    let new: String?
    /// The name of the signed data, as the page has it.
    let place: String
  }

  private static let tables: [String: PayloadTable] = [
    "JWSTransaction": .transaction, "JWSRenewalInfo": .renewal, "AppTransaction": .appTransaction,
    "notification": .notification,
  ]

  private static func rows() throws -> [Row] {
    let page = try String(
      contentsOf: PackageFiles.root.appendingPathComponent("docs/moving-off-verifyreceipt.md"), encoding: .utf8)
    let lines = page.components(separatedBy: "\n")
    let first = try #require(lines.firstIndex(of: "<!-- members -->"))
    let end = try #require(lines.firstIndex(of: "<!-- end of members -->"))
    return lines[(first + 3)..<end].map { line in
      let cells = line.split(separator: "|", omittingEmptySubsequences: false).map {
        $0.trimmingCharacters(in: CharacterSet(charactersIn: " `"))
      }
      return Row(old: cells[1], new: cells[2] == "–" ? nil : cells[2], place: cells[3])
    }
  }

  @Test("every member of verifyReceipt is there, once, and no other")
  func complete() throws {
    let known = ReferenceEntry.fields.map(\.key).filter { !$0.hasPrefix("unknown_") }
    let rows = try Self.rows()
    #expect(Set(rows.map(\.old)).subtracting(known).isEmpty)
    #expect(Set(known).subtracting(rows.map(\.old)).isEmpty)
    #expect(rows.count == Set(rows.map(\.old)).count)
  }

  @Test("what replaces it is a member of the signed data that the row names")
  func replaced() throws {
    for row in try Self.rows() {
      guard let new = row.new else {
        #expect(row.place.isEmpty, "\(row.old)")
        continue
      }
      let table = try #require(Self.tables[row.place], "\(row.old)")
      #expect(table.members.contains { $0.name == new }, "\(row.old)")
    }
  }

  @Test("it is the member that compare puts beside it")
  func compared() throws {
    let rows = try Self.rows()
    for (members, place) in [
      (TransactionMember.ofTransaction, "JWSTransaction"), (TransactionMember.ofAppTransaction, "AppTransaction"),
    ] {
      for member in members {
        let row = try #require(rows.first { $0.old == member.receiptName }, "\(member.receiptName)")
        #expect(row.new == member.signedName, "\(member.receiptName)")
        // The date of the first purchase is in both.
        #expect(row.place == place || member.receiptName == "original_purchase_date", "\(member.receiptName)")
      }
    }
  }
}
