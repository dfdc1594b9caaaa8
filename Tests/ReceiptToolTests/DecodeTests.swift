import Foundation
import ReceiptMint
import Testing

@Suite("decode, run as a program")
struct DecodeTests {
  @Test("a receipt on standard input, named or not, is the same as one in a file")
  func sources() throws {
    let text = Array(try Minted.receipt().base64.utf8)
    let scratch = try Scratch()
    let file = try scratch.file("receipt.b64", text)
    let fromFile = try ToolRun([file.path])
    #expect(fromFile.status == 0)
    #expect(fromFile.stderr == "")
    for arguments in [[], ["-"], ["decode"], ["decode", "-"]] {
      let run = try ToolRun(arguments, input: text)
      #expect(run.status == 0)
      #expect(run.stdout == fromFile.stdout.replacingOccurrences(of: file.path, with: "-"))
    }
    #expect(try ToolRun(["decode", "--compact", file.path]).json() as NSDictionary == fromFile.json() as NSDictionary)
  }

  @Test("the verdict follows the anchor, the exit status follows --require")
  func verdicts() throws {
    let scratch = try Scratch()
    let receipt = try scratch.file("receipt.der", try Minted.receipt().bytes).path
    let anchor = try scratch.file("root.pem", Array(try Minted.anchor().utf8)).path
    func verdict(_ run: ToolRun) throws -> String? {
      (try run.json()["authenticity"] as? [String: Any])?["verdict"] as? String
    }
    let cases: [(arguments: [String], verdict: String, status: Int32)] = [
      ([], "untrusted-chain", 0),
      (["--require", "test-signed"], "untrusted-chain", 1),
      (["--trust-anchor", anchor], "test-signed", 0),
      (["--trust-anchor", anchor, "--require", "test-signed"], "test-signed", 0),
      (["--trust-anchor", anchor, "--require", "authentic"], "test-signed", 1),
      (["--trust-anchor", anchor, "--at", "1999-12-31"], "outside-validity", 0),
      (["--trust-anchor", anchor, "--at", "1999-12-31", "--require", "test-signed"], "outside-validity", 1),
    ]
    for expected in cases {
      let run = try ToolRun(["decode"] + expected.arguments + [receipt])
      #expect(try verdict(run) == expected.verdict, "\(expected.arguments)")
      #expect(run.status == expected.status, "\(expected.arguments)")
      #expect((run.stderr == "") == (expected.status == 0), "\(expected.arguments)")
    }
  }

  @Test("several inputs make one line each, the unreadable ones too, and the worst status is the exit status")
  func batch() throws {
    let scratch = try Scratch()
    let good = try scratch.file("good.b64", Array(try Minted.receipt().base64.utf8)).path
    let bad = try scratch.file("bad.txt", Array("this is not a receipt".utf8)).path
    let missing = scratch.url.appendingPathComponent("missing").path
    let run = try ToolRun(["decode", good, bad, missing, good])
    let lines = run.stdout.split(separator: "\n")
    try #require(lines.count == 4)
    let documents = try lines.map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    #expect(documents.map { $0["source"] as? String } == [good, bad, missing, good])
    #expect(documents.map { $0["receipt"] != nil } == [true, false, false, true])
    let statuses = documents.map { ($0["error"] as? [String: Any])?["exit_code"] as? Int }
    #expect(statuses == [nil, 65, 66, nil])
    #expect(run.status == 66)
    #expect(try ToolRun(["decode", good, bad]).status == 65)
    #expect(try ToolRun(["decode", good, good]).status == 0)
  }

  @Test("--in-app prints the array alone")
  func inApp() throws {
    let receipt = try Minted.receipt { $0.inApp = [.subscriptionSample(), .subscriptionSample()] }
    let run = try ToolRun(["--in-app"], input: receipt.bytes)
    let purchases = try #require(try JSONSerialization.jsonObject(with: Data(run.stdout.utf8)) as? [[String: Any]])
    #expect(purchases.count == 2)
    #expect(try ToolRun(["--in-app", "--compact"], input: try Minted.receipt { $0.inApp = [] }.bytes).stdout == "[]\n")
  }

  @Test("numbers keep all their digits")
  func digits() throws {
    let receipt = try Minted.receipt { $0.downloadID = 9_223_372_036_854_775_807 }
    #expect(try ToolRun([], input: receipt.bytes).stdout.contains("\"download_id\": 9223372036854775807,"))
  }

  @Test("an app bundle is opened")
  func bundle() throws {
    let scratch = try Scratch()
    _ = try scratch.file("Some.app/Contents/_MASReceipt/receipt", try Minted.receipt().bytes)
    let run = try ToolRun(["Some.app"], directory: scratch.url)
    #expect(run.status == 0)
    #expect(try run.json()["source"] as? String == "Some.app")
  }

  @Test("a JWS whose signature does not hold is shown, and never satisfies --require")
  func jws() throws {
    func part(_ json: String) -> String {
      Data(json.utf8).base64EncodedString().replacingOccurrences(of: "=", with: "")
        .replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
    }
    let text = part(#"{"alg":"ES256"}"#) + "." + part(#"{"transactionId":"1","environment":"Sandbox"}"#) + ".AAAA"
    let run = try ToolRun([], input: Array(text.utf8))
    #expect(run.status == 0)
    let document = try run.json()
    let jws = try #require(document["jws"] as? [String: Any])
    #expect(jws["verified"] as? Bool == false)
    #expect((jws["payload"] as? [String: Any])?["transactionId"] as? String == "1")
    #expect(document["receipt"] is NSNull)
    #expect((document["authenticity"] as? [String: Any])?["verdict"] as? String == "bad-signature")
    #expect(try ToolRun(["--require", "test-signed"], input: Array(text.utf8)).status == 1)
    #expect(try ToolRun(["--in-app"], input: Array(text.utf8)).status == 65)
  }

  @Test("an iOS 6 transaction receipt is printed in the shape that verifyReceipt used for it")
  func transactionReceipt() throws {
    let chain = try Minted.authority.get().transactionChain(.two)
    let minted = try chain.mint(.sample)
    let run = try ToolRun([], input: Array(minted.base64.utf8))
    #expect(run.status == 0)
    let document = try run.json()
    let receipt = try #require(document["receipt"] as? [String: String])
    #expect(receipt["product_id"] == TransactionDescription.sample.purchaseInfo[.productID])
    #expect((document["input"] as? [String: Any])?["format"] as? String == "transaction-receipt")
    let purchases = try ToolRun(["--in-app"], input: Array(minted.base64.utf8)).stdout
    let array = try JSONSerialization.jsonObject(with: Data(purchases.utf8)) as? [[String: String]]
    #expect(array == [receipt])
    #expect(try ToolRun(["--require", "test-signed"], input: Array(minted.base64.utf8)).status == 1)
  }
}
