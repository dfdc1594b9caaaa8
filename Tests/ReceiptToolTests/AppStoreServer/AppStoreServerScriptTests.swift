import LoopbackServer
import Testing

@Suite("history, api and notifications, as scripts")
struct AppStoreServerScriptTests {
  @Test("Scripts/app-store-server.txt", arguments: try CommandScript.cases("app-store-server"))
  func script(_ one: CommandScript.Case) throws {
    let replies = ScriptedReplies()
    try ScriptedAPI.with("trial-renew-refund", { request, _, _ in replies.reply(to: request) }) { api in
      let answers = try Answers(api.life)
      try one.run { place in
        place.talks = true
        place.runs = { words, input, _ in try api.run(words, input: input) }
        for number in 1...2 {
          for (letter, kind) in [("R", "receipt"), ("T", "transaction"), ("N", "notification")] {
            place.variables["\(letter)\(number)"] = [try api.life.file(number, kind)]
          }
        }
        let ids = try answers.transactions.map { try StandInRun.payload($0)["transactionId"] as? String ?? "" }
        (place.variables["ID"], place.variables["ID2"]) = ([ids[0]], [ids[1]])
        place.variables["LAST"] = [answers.transactions[0]]
        // What was asked since it was looked at last.
        var looked = 0
        place.steps["asked"] = { words in
          #expect(Array(api.paths.dropFirst(looked)) == words)
          looked = api.paths.count
        }
        place.steps["sent"] = { words in
          let body = String(decoding: api.server.requests.last?.body ?? [], as: UTF8.self)
          #expect(words.first == "~" ? body.contains(words.dropFirst().joined(separator: " ")) : body == words.joined())
        }
        place.steps["reply"] = { words in
          guard words.count == 3, words[1] == "page" else { return try replies.add(words) }
          replies.add(words[0], answers.page(answers.transactions, revision: words[2]))
        }
      }
      // Ids are sent, and no receipt.
      let receipt = try api.life.text(api.life.file(1, "receipt")).prefix(100)
      for request in api.server.requests {
        #expect(!(request.head + String(decoding: request.body, as: UTF8.self)).contains(receipt))
      }
    }
  }
}
