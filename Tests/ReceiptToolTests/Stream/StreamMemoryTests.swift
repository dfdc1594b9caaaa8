import Foundation
import ReceiptMint
import Testing

/// Memory does not grow with the input, whatever is in it. Peaks are those of the whole process, as the system counted
/// them.
@Suite(
  "Memory of streams", .serialized, .enabled(if: StreamInputs.canMeasure, "python3 with the module resource is needed"))
struct StreamMemoryTests {
  /// Kilobytes at the peak of a run, whose output is thrown away.
  private func peak(_ arguments: String, of input: String, in scratch: Scratch) throws -> Int {
    let script = """
      import resource, subprocess, sys
      subprocess.run(sys.argv[1], shell=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
      print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
      """
    let run = try StreamInputs.shell(
      "python3 -c '\(script)' '\(input) receipt-tool decode --stream --jobs 2 \(arguments)'", directory: scratch.url)
    let peak = try #require(Int(run.stdout.trimmingCharacters(in: .whitespacesAndNewlines)), "\(run.stderr)")
    #if os(macOS)
      return peak / 1_024
    #else
      return peak
    #endif
  }

  @Test("six times as many lines take no more of it")
  func manyLines() throws {
    let scratch = try Scratch()
    let lines = try StreamInputs.receipts(10).map { $0 + "\n" }.joined()
    try scratch.file("short", String(repeating: lines, count: 25).utf8)
    try scratch.file("long", String(repeating: lines, count: 150).utf8)
    let short = try peak("short", of: "", in: scratch)
    let long = try peak("long", of: "", in: scratch)
    #expect(long < short + 8_192, "\(long) against \(short)")
    #expect(long < 65_536)
  }

  @Test("one endless line, plain or out of a small compressed file, takes no more of it")
  func endlessLine() throws {
    let scratch = try Scratch()
    let made = try StreamInputs.shell(
      "head -c 80000000 /dev/zero | tr '\\0' A | gzip -1 > bomb", directory: scratch.url)
    try #require(made.status == 0)
    #expect(try peak("--max-size 1M bomb", of: "", in: scratch) < 49_152)
    #expect(try peak("--max-size 1M", of: "gzip -dc bomb |", in: scratch) < 49_152)
  }

  @Test("empty lines, whose results are two hundred times as long, take no more of it")
  func emptyLines() throws {
    let scratch = try Scratch()
    try scratch.file("all", [UInt8](repeating: 0x0A, count: 20_000))
    #expect(try peak("all", of: "", in: scratch) < 65_536)
  }

  @Test("new certificates in every line take no more of it than the same ones")
  func newCertificates() throws {
    let scratch = try Scratch()
    let authority = try Minted.authority.get()
    let receipt = ReceiptDescription.sandboxSample()
    var different: [String] = []
    for day in 1...300 {
      var options = ChainOptions()
      // Another validity is another certificate, under the same keys.
      options.signerValidity = Validity(
        "2024-\(String(format: "%02d", 1 + day / 28))-\(String(format: "%02d", 1 + day % 28))T00:00:00Z",
        "2030-01-01T00:00:00Z")
      different.append(try EnvelopeMinter(try authority.chain(options)).mint(receipt).base64)
    }
    #expect(Set(different).count == 300)
    try scratch.file("root.pem", try Minted.anchor().utf8)
    try scratch.file("different", different.joined(separator: "\n").utf8)
    try scratch.file("same", Array(repeating: different[0], count: 300).joined(separator: "\n").utf8)
    let run = try ToolRun(["decode", "--stream", "--trust-anchor", "root.pem", "different"], directory: scratch.url)
    #expect(run.stderr.contains("300 test-signed"), "\(run.stderr)")
    let same = try peak("--trust-anchor root.pem same", of: "", in: scratch)
    let new = try peak("--trust-anchor root.pem different", of: "", in: scratch)
    #expect(new < same + 8_192, "\(new) against \(same)")
  }
}
