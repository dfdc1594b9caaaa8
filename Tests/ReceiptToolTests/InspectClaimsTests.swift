import Foundation
import Testing

@Suite("inspect of what nothing signs, run as a program")
struct InspectClaimsTests {
  @Test("what is claimed is shown, and nothing that is asked of it is proven")
  func claims() throws {
    let decoded = Array(
      #"{"transactionId":"7","originalTransactionId":"7","bundleId":"com.example.app","productId":"com.example.app.month","purchaseDate":1780308000000,"expiresDate":1782900000000,"type":"Auto-Renewable Subscription","signedDate":1781092800000,"environment":"Production"}"#
        .utf8)
    let run = try ToolRun(["inspect", "--at", "2026-06-20", "-"], input: decoded)
    #expect(run.status == 0 && run.stderr == "", "\(run.stderr)")
    #expect(run.stdout.hasPrefix("! Cannot tell: it is not signed"))
    #expect(run.stdout.contains("It claims: ") && run.stdout.contains("! NOT VERIFIED"))
    for option in [["--require", "test-signed"], ["--bundle-id", "com.example.app"]] {
      let run = try ToolRun(["inspect"] + option + ["-"], input: decoded)
      #expect(run.status == 1 && run.stdout.contains("com.example.app.month") && !run.stderr.isEmpty, "\(option)")
    }
    let page = try ToolRun(["inspect", "--html", "-", "-"], input: decoded)
    #expect(page.status == 0 && page.stdout.contains("com.example.app.month"))
    // It is decoded nowhere as a receipt.
    #expect(try ToolRun(["decode", "-"], input: decoded).status == 65)
  }
}
