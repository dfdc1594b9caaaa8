import Foundation
import LoopbackServer
import ReceiptMint
import Testing

@Suite("verify, run as a program against a scripted server")
struct VerifyTests {
  @Test("Scripts/verify.txt", arguments: try CommandScript.cases("verify"))
  func script(_ one: CommandScript.Case) throws {
    let replies = ScriptedReplies()
    try Asking.with { request, _ in
      replies.reply(to: request) ?? .http(500)
    } _: { asking throws in
      try one.run { place in
        place.secrets = [Asking.secret]
        place.variables["ASK"] = asking.endpoints
        place.variables["PRODUCTION"] = [asking.server.url("production")]
        place.variables["PASSWORD"] = [Asking.secret]
        place.variables["SECRET"] = ["APPSTORE_SHARED_SECRET=" + Asking.secret]
        place.variables["CANONICAL"] = [asking.canonical]
        place.variables["A160"] = [String(repeating: "a", count: 160)]
        try place.file("receipt.txt", String(contentsOfFile: asking.receipt, encoding: .utf8).utf8)
        try place.file("payload.der", Minted.receipt().payload)
        let large = RawAttribute(type: 4711, value: [UInt8](repeating: 7, count: 2_400_000))
        try place.file("large.der", Minted.receipt { $0.extraAttributes = [large] }.bytes)
        place.steps["reply"] = { try replies.add($0) }
        // What was asked since it was looked at last.
        var looked = 0
        place.steps["asked"] = { words in
          #expect(Array(asking.paths.dropFirst(looked)) == words)
          #expect(asking.server.requests.allSatisfy { $0.line.method == "POST" })
          looked = asking.paths.count
        }
        place.steps["sent"] = { words in
          // To each server the same.
          let bodies = Set(asking.server.requests.map { String(decoding: $0.body, as: UTF8.self) })
          #expect(bodies == [words.joined()])
        }
      }
    }
  }

  @Test("waits of more than a second are told")
  func progress() throws {
    try Asking.with { _, earlier in
      earlier == 0 ? .http(503, fields: ["Retry-After: 2"]) : .late(1.6, .status(0))
    } _: { asking throws in
      let began = Date()
      let run = try asking.verify()
      #expect(run.status == 0)
      #expect(Date().timeIntervalSince(began) > 3.5)
      #expect(run.stderr.contains("cannot answer now (HTTP 503 Service Unavailable); waiting 2 s before try 2 of 4\n"))
      #expect(run.stderr.contains("waiting for production to answer, try 2: 1 s so far\n"))
    }
  }

  @Test("Ctrl-C leaves at once")
  func interrupted() throws {
    try Asking.with(.silence) { asking throws in
      let process = Process()
      process.executableURL = ToolRun.program(because: "a signal ends it")
      process.arguments = ["verify"] + asking.endpoints + [asking.receipt]
      process.environment = [:]
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      try process.start()
      while asking.paths.isEmpty, process.isRunning { Thread.sleep(forTimeInterval: 0.01) }
      process.interrupt()
      process.waitUntilExit()
      // A timeout would end with an exit status instead.
      #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGINT)
    }
  }
}
