import Foundation
import Testing

@Suite("validate, run as a program")
struct ValidateTests {
  @Test("Scripts/validate.txt", arguments: try CommandScript.cases("validate"))
  func script(_ one: CommandScript.Case) throws { try one.run() }

  @Test("--with-receipt adds what decode prints, nothing else changes")
  func withReceipt() throws {
    let good = Package.vectors.appendingPathComponent("sandbox-subscription.b64").path
    let at = ["validate", "--at", "2025-12-27", good]
    var report = try ToolRun(at + ["--with-receipt"]).json()
    let decoded = try ToolRun(["decode", good]).json()["receipt"] as? NSDictionary
    #expect(report.removeValue(forKey: "receipt") as? NSDictionary == decoded && decoded != nil)
    #expect(report as NSDictionary == (try ToolRun(at).json()) as NSDictionary)
  }

  @Test(
    "the published sandbox receipts validate today", .enabled(if: Package.hasRealReceipts, Package.withoutRealReceipts))
  func published() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Package.realReceipts.path).sorted()
      .filter { $0.hasPrefix("sandbox") && $0.hasSuffix(".b64") }
    #expect(files.count == 4)
    #expect(try ToolRun(["validate", "-q"] + files, directory: Package.realReceipts).status == 0)
    for file in files {
      #expect(
        try ToolRun(["validate", "-q", "--environment", "production", file], directory: Package.realReceipts).status
          == 1)
      for time in ["1999-12-31", "2040-01-01", "now"] {
        #expect(try ToolRun(["validate", "-q", "--at", time, file], directory: Package.realReceipts).status == 1)
      }
    }
  }
}
