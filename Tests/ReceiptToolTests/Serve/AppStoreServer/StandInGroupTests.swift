import Foundation
import Testing

/// Groups and seats: the tool on both sides, because Apple's libraries have none of these calls.
@Suite("serve --scenario: groups and seats")
struct StandInGroupTests {
  private static let member = "700000000000000000"

  private func json(_ run: ToolRun) throws -> NSDictionary {
    #expect(run.status == 0, "\(run.stderr)")
    return try run.json() as NSDictionary
  }

  @Test("Scripts/groups.txt", arguments: try CommandScript.cases("groups"))
  func script(_ one: CommandScript.Case) throws {
    let run = try StandInRun(["cancel-auto-renew", "team-grows-and-shrinks", "seats-by-developer"])
    try one.run { place in
      try run.serve(place)
      for (index, name) in ["ID", "TEAM", "SEATS"].enumerated() {
        place.variables[name] = [try #require(try run.identifiers(of: index).first)]
      }
      let begin = try #require(try run.payloads("notification", of: 2).first?["signedDate"] as? Int)
      place.variables["BEGIN"] = ["\(begin)"]
    }
  }

  @Test("seats are claimed, once for each request, as long as there are some; they outlast a smaller renewal")
  func seats() throws {
    let run = try StandInRun(["seats-by-developer"])
    let dates = try run.payloads("notification").map { try #require($0["signedDate"] as? Int) }
    let identifier = try #require(try run.identifiers().first)
    let request = "7E3FB20B-4CDB-47CC-936D-99D65F608138"
    func claim(_ more: [String] = []) throws -> String {
      let claimed = try run.api(["claim-seat", "--yes", identifier] + more)
      return try #require(try json(claimed)["seatClaimId"] as? String, "\(claimed.stderr)")
    }
    func info() throws -> [Int] {
      let info = try json(run.api(["seats", identifier]))
      let claims = try #require(info["assignedSeatClaimIds"] as? [String])
      #expect(Set(claims).count == claims.count)
      return [
        try #require(info["totalSeatCount"] as? Int), try #require(info["availableSeatCount"] as? Int), claims.count,
      ]
    }
    #expect(try info() == [3, 3, 0])
    let first = try claim(["--request-id", request, "--app-transaction-id", Self.member])
    #expect(UUID(uuidString: first) != nil)
    // A retry, in letters of either case.
    #expect(try claim(["--request-id", request.lowercased()]) == first)
    #expect(try info() == [3, 2, 1])
    let unnamed = try run.api(["claim-seat", "--yes", identifier])
    let made = try #require(unnamed.stderr.components(separatedBy: "--request-id ").last?.prefix(36))
    let second = try #require(try json(unnamed)["seatClaimId"] as? String)
    #expect(try claim(["--request-id", String(made)]) == second && second != first)
    _ = try claim()
    let refused = try run.api(["claim-seat", "--yes", identifier])
    #expect(refused.status == 1 && refused.stdout == "", "\(refused.stderr)")
    #expect(try run.code("POST", "/groups/v1/transactions/\(identifier)/seats", ["requestIdentifier": made]) == 0)
    #expect(try run.api(["associate-seat", "--yes", identifier, second, Self.member]).status == 0)
    // Two more seats.
    try run.clock(milliseconds: dates[1])
    #expect(try info() == [5, 2, 3])
    _ = try claim()
    // It renews with two, and nothing is unclaimed.
    try run.clock(milliseconds: dates[3])
    #expect(try info() == [2, 0, 4])
    #expect(try run.api(["unclaim-seat", "--yes", identifier, first.uppercased()]).status == 0)
    #expect(try info() == [2, 0, 3])
    let again = try run.api(["unclaim-seat", "--yes", identifier, first])
    #expect(again.status == 1 && again.stderr.contains("4000000"), "\(again.stderr)")
  }

  @Test("an assigned seat is found by its ownership, and takes no extension, token or consumption of its own")
  func assigned() throws {
    let run = try StandInRun(["seat-taken-back"])
    let seat = try #require(try run.payloads("transaction").first)
    let identifier = try #require(seat["transactionId"] as? String)
    #expect(seat["inAppOwnershipType"] as? String == "ASSIGNED")
    try run.clock(milliseconds: try #require(seat["signedDate"] as? Int))
    #expect(try run.api(["history", "--ownership", "ASSIGNED", identifier]).documents().count == 1)
    let bought = try run.api(["history", "--ownership", "PURCHASED", identifier])
    #expect(bought.status == 0 && bought.stderr.contains("no signed data"), "\(bought.stdout)")
    let uuid = "7e3fb20b-4cdb-47cc-936d-99d65f608138"
    // FACTS-2026, 1.6.
    for (path, body, code) in [
      ("/inApps/v1/transactions/\(identifier)/appAccountToken", ["appAccountToken": uuid], 4_000_227),
      ("/inApps/v1/transactions/consumption/\(identifier)", ["customerConsented": true], 4_000_227),
      ("/inApps/v2/transactions/consumption/\(identifier)", ["customerConsented": true], 4_000_227),
      (
        "/inApps/v1/subscriptions/extend/\(identifier)",
        ["extendByDays": 1, "extendReasonCode": 1, "requestIdentifier": uuid], 4_030_028
      ),
    ] as [(String, [String: Any], Int)] {
      #expect(try run.code("PUT", path, body) == code, "\(path)")
    }
  }
}
